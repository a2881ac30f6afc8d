/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A fabric from a file: a snapshot or an ibnetdiscover dump. */
#include "policy/io/fabric_file.h"

#include "policy/io/ibnetdiscover.h"
#include "policy/io/read_file.h"
#include "policy/io/snapshot_jsonl.h"

#include <stdlib.h>
#include <string.h>

/* NULL, or why the bytes are no text. */
static const char *not_text(const char *bytes, size_t length)
{
	if (length >= 2 && memcmp(bytes, "\x1f\x8b", 2) == 0) {
		return "it is compressed: unpack it first, as in "
		       "\"zcat FILE | ibpolicy check INVENTORY --fabric -\"";
	}
	if (memchr(bytes, '\0', length)) {
		return "it is binary: of a cache that ibnetdiscover --cache "
		       "wrote, \"ibnetdiscover --load-cache FILE\" makes a "
		       "dump";
	}
	return NULL;
}

static bool is_snapshot(const char *bytes, size_t length)
{
	while (length && memchr(" \t\r\n", bytes[0], 4)) {
		bytes++;
		length--;
	}
	return length && bytes[0] == '{';
}

int fabric_file_parse(const char *path, const char *bytes, size_t length,
		      struct subnet **subnet, struct diag_list *diags,
		      struct error *error)
{
	const char *why = not_text(bytes, length);
	struct source_pos pos = {0};

	if (why) {
		pos.file = arena_strdup(diags->arena, path);
		diag_add(diags, DIAG_ERROR, pos, why,
			 "this is neither a snapshot nor an ibnetdiscover "
			 "dump");
		if (!pos.file || diags->failed) {
			return error_no_memory(error);
		}
		*subnet = NULL;
		return 0;
	}
	if (is_snapshot(bytes, length)) {
		return snapshot_jsonl_parse(path, bytes, length, subnet, diags,
					    error);
	}
	return ibnetdiscover_parse(path, bytes, length, subnet, diags, error);
}

int fabric_file_load(const char *path, struct subnet **subnet,
		     struct diag_list *diags, struct error *error)
{
	const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
	char *bytes = NULL;
	size_t length;
	int result;

	if (read_file(path, FABRIC_FILE_LIMIT, &bytes, &length, error)) {
		return -1;
	}
	result = fabric_file_parse(name, bytes, length, subnet, diags, error);
	free(bytes);
	return result;
}

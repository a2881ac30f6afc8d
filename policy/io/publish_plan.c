/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A partition plan on disk: fragments, then the file that OpenSM reads. */
#include "policy/io/publish.h"

#include "policy/partitions_conf.h"
#include "policy/sha256.h"

#include <stdlib.h>
#include <string.h>

static const char folder[] = "partitions.d";

static int publish_fragment(struct publish_dir *dir,
			    const struct plan_partition *partition,
			    struct error *error)
{
	struct strbuf name = STRBUF_INIT, text = STRBUF_INIT;
	int result;

	strbuf_addf(&name, "%s/", folder);
	partitions_conf_fragment_name(partition, &name);
	partitions_conf_write_fragment(partition, &text);
	if (name.failed || text.failed) {
		result = error_no_memory(error);
	} else {
		result = publish_file(dir, strbuf_text(&name),
				      strbuf_text(&text), text.length, NULL,
				      error);
	}
	strbuf_free(&name);
	strbuf_free(&text);
	return result;
}

/* Fragments that stand in the folder, by the form of their names ours, and
 * that are not the plan's. */
struct stale {
	const struct partition_plan *plan;
	struct strbuf names; /* each with its NUL */
};

/* ^[0-9a-f]{4}-NAME\.conf$: another name is not ours to remove. */
static bool is_fragment_name(const char *name)
{
	static const char hex[] = "0123456789abcdef";
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "abcdefghijklmnopqrstuvwxyz0123456789._-";
	size_t length = strlen(name);

	return strspn(name, hex) == 4 && name[4] == '-' &&
	       length >= sizeof("0000-n.conf") - 1 && name[5] != '.' &&
	       strspn(name, letters) == length &&
	       strcmp(name + length - 5, ".conf") == 0;
}

static bool in_plan(const struct partition_plan *plan, const char *name)
{
	const struct plan_partition *partition =
		partition_plan_find(plan, (uint16_t)strtoul(name, NULL, 16));
	struct strbuf expected = STRBUF_INIT;
	bool found = false;

	if (partition) {
		partitions_conf_fragment_name(partition, &expected);
		found = expected.failed ||
			strcmp(strbuf_text(&expected), name) == 0;
		strbuf_free(&expected);
	}
	return found;
}

static void collect_stale(void *context, const char *name)
{
	struct stale *stale = context;

	if (is_fragment_name(name) && !in_plan(stale->plan, name)) {
		strbuf_addf(&stale->names, "%s/", folder);
		strbuf_add(&stale->names, name, strlen(name) + 1);
	}
}

static int remove_stale(struct publish_dir *dir,
			const struct partition_plan *plan, struct error *error)
{
	struct stale stale = {plan, STRBUF_INIT};
	int result = publish_list(dir, folder, collect_stale, &stale, error);
	const char *name = strbuf_text(&stale.names);
	size_t at = 0;

	if (!result && stale.names.failed) {
		result = error_no_memory(error);
	}
	while (!result && at < stale.names.length) {
		result = publish_remove(dir, name + at, error);
		at += strlen(name + at) + 1;
	}
	strbuf_free(&stale.names);
	return result;
}

/* What OpenSM would make of the text must be the plan. */
static int prove(const struct partition_plan *plan, const struct strbuf *text,
		 struct error *error)
{
	const struct partitions_conf_options options = {
		.path = "partitions.conf",
		.allow_both_pkeys = plan->allow_both_pkeys,
		.qos = true,
	};
	struct partitions_conf *conf = NULL;
	int result = 0;

	if (partitions_conf_read(strbuf_text(text), text->length, &options,
				 &conf, error)) {
		return -1;
	}
	if (conf->fallback) {
		result = error_set(error, 0,
				   "nothing is published: OpenSM would reject "
				   "line %u of the new partitions.conf (%s)",
				   conf->fallback_line, conf->fallback_reason);
	} else if (conf->undefined || !partition_plan_equal(plan, conf->plan)) {
		result = error_set(error, 0,
				   "nothing is published: OpenSM would not "
				   "read the plan back from the new "
				   "partitions.conf");
	}
	partitions_conf_free(conf);
	return result;
}

int publish_plan(struct publish_dir *dir, const struct partition_plan *plan,
		 bool *changed, char sha256[SHA256_TEXT], struct error *error)
{
	struct strbuf text = STRBUF_INIT;
	char digest[SHA256_TEXT];
	int result;
	size_t i;

	partitions_conf_write(plan, &text, digest);
	if (text.failed) {
		result = error_no_memory(error);
		goto out;
	}
	result = prove(plan, &text, error);
	for (i = 0; i < plan->partition_count && !result; i++) {
		result = publish_fragment(dir, &plan->partitions[i], error);
	}
	if (!result) {
		result =
			publish_file(dir, "partitions.conf", strbuf_text(&text),
				     text.length, changed, error);
	}
	if (!result) {
		result = remove_stale(dir, plan, error);
	}
	if (!result && sha256) {
		memcpy(sha256, digest, sizeof(digest));
	}
out:
	strbuf_free(&text);
	return result;
}

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Loading an inventory against a bare yaml_parser_load() of the same bytes. */
#include "policy/io/inventory_yaml.h"
#include "policy/io/read_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <yaml.h>

enum { ROUNDS = 25 };

static double cpu_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double time_bare(const char *bytes, size_t length)
{
	double begin = cpu_ms();
	yaml_parser_t parser;
	yaml_document_t document;

	if (!yaml_parser_initialize(&parser)) {
		return -1;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes,
				     length);
	if (yaml_parser_load(&parser, &document)) {
		yaml_document_delete(&document);
	}
	yaml_parser_delete(&parser);
	return cpu_ms() - begin;
}

static double time_load(const char *path)
{
	double begin = cpu_ms();
	struct inventory *inventory = NULL;
	struct arena *arena = arena_new();
	struct diag_list diags;
	struct error error;

	if (!arena) {
		return -1;
	}
	diag_list_init(&diags, arena);
	if (inventory_yaml_load(path, &inventory, &diags, &error) == 0 &&
	    diag_has_errors(&diags)) {
		fprintf(stderr, "%s has faults\n", path);
	}
	inventory_free(inventory);
	arena_free(arena);
	return cpu_ms() - begin;
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
	double bare[ROUNDS], load[ROUNDS];
	struct error error;
	size_t length, i;
	char *bytes;

	if (argc != 2 ||
	    read_file(argv[1], INVENTORY_FILE_LIMIT, &bytes, &length, &error)) {
		fprintf(stderr, "usage: %s INVENTORY\n", argv[0]);
		return 2;
	}
	for (i = 0; i < ROUNDS; i++) {
		bare[i] = time_bare(bytes, length);
		load[i] = time_load(argv[1]);
	}
	qsort(bare, ROUNDS, sizeof(bare[0]), compare);
	qsort(load, ROUNDS, sizeof(load[0]), compare);
	printf("%zu bytes: yaml_parser_load() %.1f ms, the inventory %.1f ms, "
	       "ratio %.2f\n",
	       length, bare[ROUNDS / 2], load[ROUNDS / 2],
	       load[ROUNDS / 2] / bare[ROUNDS / 2]);
	free(bytes);
	return 0;
}

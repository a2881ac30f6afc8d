/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Runs a fuzz target over its corpus as an ordinary test: every file as it
 * is, cut at many places, and with bytes changed, the same ones each time. */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CUTS = 64, CHANGES = 400, FILE_LIMIT = 1 << 20 };

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

/* The target gets memory of exactly that size, so that a sanitizer sees the
 * first byte read behind it. */
static void run(const uint8_t *bytes, size_t length)
{
	uint8_t *copy = malloc(length ? length : 1);

	if (!copy) {
		abort();
	}
	memcpy(copy, bytes, length);
	LLVMFuzzerTestOneInput(copy, length);
	free(copy);
}

static void run_changed(const uint8_t *bytes, size_t length)
{
	static const char likely[] = "\n\r\t \"[](){}:,0#x\\\033";
	uint8_t *copy = malloc(length);
	uint32_t seed = 1;
	int i;

	if (!copy) {
		abort();
	}
	for (i = 0; i < CHANGES; i++) {
		uint32_t count = 1 + next_random(&seed) % 4;

		memcpy(copy, bytes, length);
		while (count--) {
			uint32_t what = next_random(&seed);

			copy[next_random(&seed) % length] =
				what & 1 ? (uint8_t)(what >> 8)
					 : (uint8_t)likely[what / 2 %
							   sizeof(likely)];
		}
		run(copy, length);
	}
	free(copy);
}

static bool run_file(const char *path)
{
	static uint8_t bytes[FILE_LIMIT];
	FILE *file = fopen(path, "rb");
	size_t length, i;

	if (!file) {
		return false;
	}
	length = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	run(bytes, length);
	for (i = 0; i < CUTS; i++) {
		run(bytes, length * i / CUTS);
	}
	if (length) {
		run_changed(bytes, length);
	}
	return true;
}

static int is_file(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* tests/fuzz/NAME_replay runs over tests/fuzz/corpus/NAME. */
int main(int argc, char **argv)
{
	const char *top = getenv("IBPOLICY_SRCDIR");
	const char *name = strrchr(argv[0], '/'), *suffix;
	struct dirent **entries;
	char folder[2048], path[4096];
	int count, i, failed = 0;

	(void)argc;
	name = name ? name + 1 : argv[0];
	name = strncmp(name, "lt-", 3) == 0 ? name + 3 : name;
	suffix = strrchr(name, '_');
	snprintf(folder, sizeof(folder), "%s/tests/fuzz/corpus/%.*s",
		 top ? top : ".", suffix ? (int)(suffix - name) : 0, name);
	count = scandir(folder, &entries, is_file, alphasort);
	if (count <= 0) {
		printf("Bail out! no corpus in %s\n", folder);
		return 1;
	}
	printf("1..%d\n", count);
	for (i = 0; i < count; i++) {
		bool done;

		snprintf(path, sizeof(path), "%s/%s", folder,
			 entries[i]->d_name);
		done = run_file(path);
		failed += !done;
		printf("%sok %d - %s\n", done ? "" : "not ", i + 1,
		       entries[i]->d_name);
		fflush(stdout);
		free(entries[i]);
	}
	free(entries);
	return failed ? 1 : 0;
}

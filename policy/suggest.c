/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* "Did you mean": optimal string alignment distance over short words. */
#include "policy/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { WORD_LIMIT = 63 };

struct suggestion suggest_for(const char *word)
{
	return (struct suggestion){.word = word};
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t edit_distance(const char *a, size_t a_length, const char *b,
			    size_t b_length)
{
	size_t rows[3][WORD_LIMIT + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2], *spare;
	size_t i, j;

	for (j = 0; j <= b_length; j++) {
		above[j] = j;
	}
	for (i = 1; i <= a_length; i++) {
		row[0] = i;
		for (j = 1; j <= b_length; j++) {
			row[j] = least(above[j], row[j - 1]) + 1;
			row[j] = least(row[j], above[j - 1] + !same(a[i - 1],
								    b[j - 1]));
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) &&
			    same(a[i - 2], b[j - 1])) {
				row[j] = least(row[j], before[j - 2] + 1);
			}
		}
		spare = before;
		before = above;
		above = row;
		row = spare;
	}
	return above[b_length];
}

static size_t most_edits(size_t length)
{
	return length < 3 ? 1 : length / 3;
}

void suggest_offer(struct suggestion *suggestion, const char *candidate)
{
	size_t length = strlen(suggestion->word);
	size_t candidate_length = strlen(candidate);
	size_t distance;

	if (!length || length > WORD_LIMIT || candidate_length > WORD_LIMIT ||
	    length > candidate_length + most_edits(length) ||
	    candidate_length > length + most_edits(length)) {
		return;
	}
	distance = edit_distance(suggestion->word, length, candidate,
				 candidate_length);
	if (distance > most_edits(length) || distance >= candidate_length) {
		return;
	}
	if (!suggestion->nearest || distance < suggestion->distance) {
		suggestion->nearest = candidate;
		suggestion->distance = distance;
	}
}

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* DIR/approved: which held plan a person has released, who and when. */
#include "policy/approval.h"

#include "policy/time_text.h"

#include <stdio.h>
#include <string.h>

bool approval_is_sha256(const char *text)
{
	return strspn(text, "0123456789abcdef") == SHA256_TEXT - 1 &&
	       text[SHA256_TEXT - 1] == '\0';
}

void approval_write(const struct approval *approval, struct strbuf *out)
{
	char when[TIME_TEXT];

	strbuf_addf(out, "sha256 %s\nby ", approval->sha256);
	strbuf_add_safe(out, approval->by, strlen(approval->by));
	strbuf_addf(out, "\nat %s\n", time_format(when, approval->at));
}

/* The rest of the line that starts with word, copied; moves *text behind it.
 * False when there is no such line or it does not fit. */
static bool take_line(const char **text, const char *end, const char *word,
		      char *value, size_t size)
{
	size_t skip = strlen(word), length;
	const char *stop = memchr(*text, '\n', (size_t)(end - *text));

	if (!stop || (size_t)(stop - *text) < skip ||
	    memcmp(*text, word, skip) != 0) {
		return false;
	}
	length = (size_t)(stop - *text) - skip;
	if (length >= size) {
		return false;
	}
	memcpy(value, *text + skip, length);
	value[length] = '\0';
	*text = stop + 1;
	return strlen(value) == length;
}

bool approval_parse(const char *text, size_t length, struct approval *approval)
{
	const char *end = text + length;
	char when[TIME_TEXT], by[4 * APPROVAL_BY];
	struct strbuf safe = STRBUF_INIT;
	struct approval read;

	if (!take_line(&text, end, "sha256 ", read.sha256,
		       sizeof(read.sha256)) ||
	    !take_line(&text, end, "by ", by, sizeof(by)) ||
	    !take_line(&text, end, "at ", when, sizeof(when)) || text != end ||
	    !approval_is_sha256(read.sha256) || !time_parse(when, &read.at)) {
		return false;
	}
	strbuf_add_safe(&safe, by, strlen(by));
	snprintf(read.by, sizeof(read.by), "%s", strbuf_text(&safe));
	strbuf_free(&safe);
	*approval = read;
	return true;
}

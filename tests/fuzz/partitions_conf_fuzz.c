/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Any bytes are some partitions.conf, also after another one; what OpenSM
 * makes of them can be written and is read again as the same. */
#include "tests/fuzz/fuzz.h"

#include "policy/partitions_conf.h"

#include <stdlib.h>
#include <string.h>

/* What the first byte says beside the file: options, and where it is split
 * into an earlier file and the one that follows it. */
enum { BOTH = 1, QOS = 2, HISTORY = 4 };

static struct partitions_conf *
read_bytes(const char *text, size_t length,
	   const struct partitions_conf_options *options)
{
	struct partitions_conf *conf = NULL;
	struct error error;

	if (partitions_conf_read(text, length, options, &conf, &error) ||
	    conf->quirks.failed || !conf->plan->partition_count ||
	    conf->plan->partitions[0].pkey != IB_PKEY_DEFAULT ||
	    (conf->fallback && !conf->undefined && !conf->fallback_reason)) {
		abort();
	}
	return conf;
}

/* Names from a file may be no names of ours: for writing they get new ones. */
static bool can_write(const struct partition_plan *plan)
{
	size_t i, j;

	for (i = 0; i < plan->partition_count; i++) {
		struct plan_partition *partition = &plan->partitions[i];

		partition->name = "x";
		if (partition->index0) {
			return false; /* may hold for some members only */
		}
		for (j = 0; j < PLAN_KEYWORD_COUNT; j++) {
			if (partition->keyword_order[j]) {
				return false; /* the writer has one order */
			}
		}
		for (j = 0; j < partition->member_count; j++) {
			if (partition->members[j].order) {
				return false;
			}
		}
		for (j = 0; j < partition->group_count; j++) {
			if (!partition->groups[j].mtu ||
			    !partition->groups[j].rate) {
				return false;
			}
		}
	}
	return true;
}

static void write_and_read(const struct partitions_conf *conf,
			   const struct partitions_conf_options *options)
{
	struct partitions_conf_options fresh = {
		.allow_both_pkeys = options->allow_both_pkeys, .qos = true};
	struct strbuf text = STRBUF_INIT;
	struct partitions_conf *again;

	if (!can_write(conf->plan)) {
		return;
	}
	partitions_conf_write(conf->plan, &text, NULL);
	again = read_bytes(strbuf_text(&text), text.length, &fresh);
	if (again->fallback || again->undefined ||
	    !partition_plan_equal(conf->plan, again->plan)) {
		abort();
	}
	partitions_conf_free(again);
	strbuf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct partitions_conf_options options = {.path = "input"};
	struct partitions_conf *before = NULL, *conf;
	const char *text = (const char *)bytes;
	unsigned int said = length ? *bytes : 0;
	const char *split;

	options.allow_both_pkeys = said & BOTH;
	options.qos = said & QOS;
	split = said & HISTORY ? memmem(text, length, "\n---\n", 5) : NULL;
	if (split) {
		before = read_bytes(text, (size_t)(split - text), &options);
		options.before = before;
		length -= (size_t)(split - text) + 5;
		text = split + 5;
	}
	conf = read_bytes(text, length, &options);
	write_and_read(conf, &options);
	partitions_conf_free(conf);
	partitions_conf_free(before);
	return 0;
}

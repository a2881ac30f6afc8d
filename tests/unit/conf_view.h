/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a read partitions.conf gives the ports of a small fabric, as text. */
#ifndef IBPOLICY_TESTS_CONF_VIEW_H
#define IBPOLICY_TESTS_CONF_VIEW_H

#include "policy/partitions_conf.h"
#include "tests/unit/unit.h"

#include <string.h>

/* Two hosts, the SM's host and a switch. */
enum { VIEW_H1 = 0x101, VIEW_H2 = 0x102, VIEW_SM = 0x103, VIEW_SW = 0x201 };

/* A port's P_Keys as on the wire, ascending by number: "7fff 8011". With
 * membership both a key is there twice, limited first. */
static inline const char *view_pkeys(const struct partitions_conf *conf,
				     uint64_t guid, struct strbuf *out)
{
	enum ib_node_type type = guid == VIEW_SW ? IB_NODE_SWITCH : IB_NODE_CA;
	size_t i, count = conf->plan->partition_count;

	strbuf_free(out);
	for (i = 0; i < count; i++) {
		const struct plan_partition *partition =
			&conf->plan->partitions[i];
		enum ib_membership membership =
			plan_membership(partition, guid, type, guid == VIEW_SM);

		if (membership & IB_MEMBER_LIMITED) {
			strbuf_addf(out, "%s%04x", out->length ? " " : "",
				    partition->pkey);
		}
		if (membership & IB_MEMBER_FULL) {
			strbuf_addf(out, "%s%04x", out->length ? " " : "",
				    partition->pkey | IB_PKEY_FULL_BIT);
		}
	}
	return strbuf_text(out);
}

/* The groups of a partition: "mgid mtu=2048 rate=10 sl=0 q=b1b t=0 f=0; ..."
 * or "none", "-" where there is no such partition. */
static inline const char *view_groups(const struct partitions_conf *conf,
				      uint16_t pkey, struct strbuf *out)
{
	const struct plan_partition *partition =
		partition_plan_find(conf->plan, pkey);
	size_t i, j;

	strbuf_free(out);
	if (!partition) {
		return "-";
	}
	for (i = 0; i < partition->group_count; i++) {
		const struct plan_group *group = &partition->groups[i];

		strbuf_addstr(out, out->length ? "; " : "");
		for (j = 0; j < 16; j++) {
			strbuf_addf(out, "%02x", group->mgid[j]);
		}
		strbuf_addf(out, " mtu=%u rate=%u sl=%d q=%llx t=%d f=%lld",
			    group->mtu, group->rate, group->sl,
			    (unsigned long long)group->qkey, group->tclass,
			    (long long)group->flow_label);
	}
	return out->length ? strbuf_text(out) : "none";
}

static inline struct partitions_conf *
view_read(const char *text, size_t length,
	  struct partitions_conf_options *options)
{
	struct partitions_conf *conf = NULL;
	struct error error;

	options->path = "partitions.conf";
	assert_int_equal(partitions_conf_read(text, length, options, &conf,
					      &error),
			 0);
	return conf;
}

static inline struct partitions_conf *view_text(const char *text)
{
	struct partitions_conf_options options = {.path = NULL};

	return view_read(text, strlen(text), &options);
}

/* After an earlier file, which an SM has read; NULL: a fresh one. */
static inline struct partitions_conf *
view_after(const char *text, const struct partitions_conf *before)
{
	struct partitions_conf_options options = {.before = before};

	return view_read(text, strlen(text), &options);
}

static inline void view_expect(const struct partitions_conf *conf,
			       uint64_t guid, const char *expected,
			       const char *row)
{
	struct strbuf out = STRBUF_INIT;

	if (strcmp(view_pkeys(conf, guid, &out), expected) != 0) {
		fail_msg("%s\n  port 0x%llx: [%s], expected [%s]", row,
			 (unsigned long long)guid, strbuf_text(&out), expected);
	}
	strbuf_free(&out);
}

static inline void view_expect_groups(const struct partitions_conf *conf,
				      uint16_t pkey, const char *expected,
				      const char *row)
{
	struct strbuf out = STRBUF_INIT;
	const char *found = view_groups(conf, pkey, &out);

	if (strcmp(found, expected) != 0) {
		fail_msg("%s\n  groups of 0x%04x: [%s], expected [%s]", row,
			 pkey, found, expected);
	}
	strbuf_free(&out);
}

/* Fails unless a quirk at that line holds the part; line 0: at no line. */
static inline void view_expect_says(const struct partitions_conf *conf,
				    unsigned int line, const char *part,
				    const char *row)
{
	struct strbuf out = STRBUF_INIT;
	size_t i;

	for (i = 0; i < conf->quirks.count; i++) {
		if (conf->quirks.items[i].pos.line == line &&
		    strstr(conf->quirks.items[i].message, part)) {
			return;
		}
	}
	diag_format_list(&out, &conf->quirks);
	fail_msg("%s\n  line %u does not say \"%s\":\n%s", row, line, part,
		 strbuf_text(&out));
}

#endif

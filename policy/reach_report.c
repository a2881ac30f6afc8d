/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* An answer to "can these ports talk to those?". */
#include "policy/reach_report.h"

#include "policy/port_names.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_LIMIT = 160 };

struct reporter {
	const struct plan_reach *reach;
	const struct plan_comparison *comparison;
	const struct reach_question *question;
	struct arena *arena;
	struct strbuf *out;
};

static const struct compared_class *class_of(const struct reporter *reporter,
					     size_t row)
{
	const struct plan_comparison *comparison = reporter->comparison;

	return &comparison->classes[comparison->class_of[row]];
}

static void add_port(const struct reporter *reporter, size_t row)
{
	port_name_add(&reporter->comparison->ports->items[row], reporter->out);
}

/* --- Two ports ----------------------------------------------------------- */

static const char *standing(enum ib_membership membership)
{
	return membership ? ib_membership_name(membership) : "no member";
}

/* Does the full membership that a subnet manager has in 0x7fff let them? */
static bool only_by_sm(const struct reporter *reporter, size_t partition,
		       const size_t rows[2])
{
	enum ib_membership memberships[2];
	size_t i;

	for (i = 0; i < 2; i++) {
		memberships[i] =
			compared_membership(class_of(reporter, rows[i]),
					    partition, PLAN_AFTER);
	}
	return reporter->comparison->partitions[partition].pkey ==
		       IB_PKEY_DEFAULT &&
	       memberships[0] && memberships[1] &&
	       ((memberships[0] | memberships[1]) & IB_MEMBER_FULL);
}

static void write_pkey(const struct reporter *reporter, size_t partition,
		       const size_t rows[2])
{
	const struct plan_comparison *comparison = reporter->comparison;
	enum ib_membership memberships[2];
	const char *remark = "";
	bool can;
	size_t i;

	for (i = 0; i < 2; i++) {
		memberships[i] =
			compared_membership(class_of(reporter, rows[i]),
					    partition, PLAN_AFTER);
	}
	if (!memberships[0] && !memberships[1]) {
		return;
	}
	can = plan_reach_by(reporter->reach, comparison->class_of[rows[0]],
			    comparison->class_of[rows[1]], PLAN_AFTER,
			    partition) == partition;
	if (!can && only_by_sm(reporter, partition, rows)) {
		can = true;
		remark = ": the subnet manager's own, no assertion counts it";
	} else if (!can && memberships[0] && memberships[1]) {
		remark = ": two limited members cannot talk";
	}
	strbuf_addstr(reporter->out, can ? "  + " : "  - ");
	compared_partition_label(&comparison->partitions[partition],
				 reporter->out);
	strbuf_addf(reporter->out, ": %s, %s%s\n", standing(memberships[0]),
		    standing(memberships[1]), remark);
}

static void write_two(const struct reporter *reporter, bool *all_can)
{
	const struct plan_comparison *comparison = reporter->comparison;
	const size_t rows[2] = {reporter->question->choices[0].rows[0],
				reporter->question->choices[1].rows[0]};
	const char *verdict = " cannot talk\n";
	size_t partition;

	add_port(reporter, rows[0]);
	if (rows[0] == rows[1]) {
		strbuf_addstr(reporter->out, " is one port\n");
		return;
	}
	*all_can =
		plan_reach_classes(reporter->reach,
				   comparison->class_of[rows[0]],
				   comparison->class_of[rows[1]], PLAN_AFTER);
	if (*all_can) {
		verdict = " can talk\n";
	} else if (comparison->partition_count &&
		   only_by_sm(reporter, 0, rows)) {
		verdict = " can talk only as every port can with a subnet "
			  "manager\n";
		*all_can = true;
	}
	strbuf_addstr(reporter->out, " and ");
	add_port(reporter, rows[1]);
	strbuf_addstr(reporter->out, verdict);
	for (partition = 0; partition < comparison->partition_count;
	     partition++) {
		write_pkey(reporter, partition, rows);
	}
}

/* --- Many ---------------------------------------------------------------- */

/* One side, by classes; ports[] of a class stand together, ascending. */
struct side {
	size_t *ports;
	size_t *starts; /* by class; one more at the end */
};

static int make_side(const struct reporter *reporter,
		     const struct port_choice *choice, struct side *side)
{
	const struct plan_comparison *comparison = reporter->comparison;
	size_t *at = arena_array(reporter->arena, comparison->class_count + 1,
				 sizeof(*at));
	size_t i;

	side->ports = arena_array(reporter->arena, choice->count,
				  sizeof(*side->ports));
	side->starts = arena_array(reporter->arena, comparison->class_count + 1,
				   sizeof(*side->starts));
	if (!at || !side->ports || !side->starts) {
		return -1;
	}
	for (i = 0; i < choice->count; i++) {
		side->starts[comparison->class_of[choice->rows[i]] + 1]++;
	}
	for (i = 0; i < comparison->class_count; i++) {
		side->starts[i + 1] += side->starts[i];
		at[i] = side->starts[i];
	}
	for (i = 0; i < choice->count; i++) {
		size_t class = comparison->class_of[choice->rows[i]];

		side->ports[at[class]++] = choice->rows[i];
	}
	return 0;
}

static size_t class_size(const struct side *side, size_t class)
{
	return side->starts[class + 1] - side->starts[class];
}

/* Pairs of different ports, one of each class. */
static uint64_t count_pairs(const struct side *a, size_t class_a,
			    const struct side *b, size_t class_b)
{
	uint64_t pairs = (uint64_t)class_size(a, class_a) *
			 (uint64_t)class_size(b, class_b);
	size_t i = a->starts[class_a], j = b->starts[class_b];

	if (class_a != class_b) {
		return pairs;
	}
	while (i < a->starts[class_a + 1] && j < b->starts[class_b + 1]) {
		size_t in_a = a->ports[i], in_b = b->ports[j];

		pairs -= in_a == in_b;
		i += in_a <= in_b;
		j += in_b <= in_a;
	}
	return pairs;
}

struct tally {
	uint64_t total, can;
	uint64_t *by; /* by partition: pairs by their first key */
};

static void add_ports(const struct reporter *reporter, const struct side *side,
		      size_t class)
{
	size_t count = class_size(side, class);

	port_names_add(reporter->comparison->ports,
		       side->ports + side->starts[class], count, NAMES_LIMIT,
		       reporter->out);
	if (count > 1) {
		strbuf_addf(reporter->out, " (%zu ports)", count);
	}
}

static void write_cannot(const struct reporter *reporter, const struct side *a,
			 size_t class_a, const struct side *b, size_t class_b)
{
	strbuf_addstr(reporter->out, "  - ");
	add_ports(reporter, a, class_a);
	strbuf_addstr(reporter->out, " and ");
	add_ports(reporter, b, class_b);
	strbuf_addstr(reporter->out, " cannot\n");
}

/* Twice: first to count, then (write) to say who cannot. */
static void walk(const struct reporter *reporter, const struct side *a,
		 const struct side *b, struct tally *tally, bool write)
{
	size_t count = reporter->comparison->class_count, i, j;

	for (i = 0; i < count; i++) {
		for (j = 0; class_size(a, i) && j < count; j++) {
			uint64_t pairs =
				class_size(b, j) ? count_pairs(a, i, b, j) : 0;
			size_t by;

			if (!pairs) {
				continue;
			}
			by = plan_reach_by(reporter->reach, i, j, PLAN_AFTER,
					   0);
			if (write) {
				if (by ==
				    reporter->comparison->partition_count) {
					write_cannot(reporter, a, i, b, j);
				}
				continue;
			}
			tally->total += pairs;
			tally->by[by] += pairs;
		}
	}
}

/* "role:compute (2 ports)" */
static void add_side(const struct reporter *reporter, size_t side)
{
	const char *name = reporter->question->names[side];
	size_t count = reporter->question->choices[side].count;

	strbuf_add_safe(reporter->out, name, strlen(name));
	strbuf_addf(reporter->out, " (%zu port%s)", count,
		    count == 1 ? "" : "s");
}

static void write_tally(const struct reporter *reporter,
			const struct tally *tally)
{
	const struct plan_comparison *comparison = reporter->comparison;
	size_t row;

	add_side(reporter, 0);
	strbuf_addstr(reporter->out, " and ");
	add_side(reporter, 1);
	strbuf_addf(reporter->out, ": %llu of %llu pair%s can talk\n",
		    (unsigned long long)tally->can,
		    (unsigned long long)tally->total,
		    tally->total == 1 ? "" : "s");
	for (row = 0; row < comparison->partition_count; row++) {
		if (!tally->by[row]) {
			continue;
		}
		strbuf_addf(reporter->out, "  + %llu by ",
			    (unsigned long long)tally->by[row]);
		compared_partition_label(&comparison->partitions[row],
					 reporter->out);
		strbuf_addstr(reporter->out, "\n");
	}
}

static int write_many(const struct reporter *reporter, bool *all_can)
{
	size_t count = reporter->comparison->partition_count;
	struct tally tally = {0, 0, NULL};
	struct side a, b;

	tally.by = arena_array(reporter->arena, count + 1, sizeof(*tally.by));
	if (!tally.by ||
	    make_side(reporter, &reporter->question->choices[0], &a) ||
	    make_side(reporter, &reporter->question->choices[1], &b)) {
		return -1;
	}
	walk(reporter, &a, &b, &tally, false);
	tally.can = tally.total - tally.by[count];
	*all_can = tally.can == tally.total;
	write_tally(reporter, &tally);
	if (!*all_can) {
		walk(reporter, &a, &b, &tally, true);
	}
	return 0;
}

int reach_report(const struct plan_reach *reach,
		 const struct plan_comparison *comparison,
		 const struct reach_question *question, struct strbuf *out,
		 bool *all_can, struct error *error)
{
	struct reporter reporter = {reach, comparison, question, arena_new(),
				    out};
	int result = 0;

	*all_can = true;
	if (!reporter.arena) {
		return error_no_memory(error);
	}
	if (question->choices[0].count == 1 &&
	    question->choices[1].count == 1) {
		write_two(&reporter, all_can);
	} else {
		result = write_many(&reporter, all_can);
	}
	arena_free(reporter.arena);
	return result || out->failed ? error_no_memory(error) : 0;
}

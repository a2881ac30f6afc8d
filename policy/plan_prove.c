/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* assert: proved on a plan before anybody lives by it. */
#include "policy/plan_prove.h"

#include "policy/plan_reach.h"
#include "policy/port_choice.h"

#include <string.h>

/* One side of an assertion, by classes. */
struct side {
	const char *text;
	struct port_choice choice;
	size_t *classes; /* that have ports in it, ascending */
	size_t class_count;
	size_t *counts; /* of its ports, by class */
};

struct prover {
	const struct inventory *inventory;
	struct arena *arena;
	struct port_set *ports;
	struct plan_comparison *comparison;
	struct plan_reach *reach;
	struct diag_list *diags;
	uint64_t *shared; /* see count_shared() */
};

/* What speaks against an assertion. */
struct counterexample {
	uint64_t pairs; /* how many, of total */
	uint64_t total;
	size_t a, b; /* rows of the first */
};

static int make_side(struct prover *prover,
		     const struct inventory_assert *assertion, size_t index,
		     struct side *side)
{
	const struct selector *selector = &assertion->sides[index];
	const struct inventory_partition *partition =
		assertion->partitions[index];

	side->text = selector->text;
	if (partition) {
		return port_choice_members(prover->arena, prover->comparison,
					   partition->pkey, &side->choice);
	}
	return port_choice_selected(prover->arena, prover->ports, selector,
				    &side->choice);
}

/* Ports in quarantine are cut off on purpose: nobody claims that they reach
 * anything. */
static void drop_quarantined(const struct prover *prover,
			     struct port_choice *choice)
{
	size_t i, kept = 0;

	for (i = 0; i < choice->count; i++) {
		if (!prover->ports->items[choice->rows[i]].quarantined) {
			choice->rows[kept++] = choice->rows[i];
		}
	}
	choice->count = kept;
}

static int count_classes(struct prover *prover, struct side *side)
{
	const struct plan_comparison *comparison = prover->comparison;
	size_t i;

	side->class_count = 0;
	side->counts = arena_array(prover->arena, comparison->class_count,
				   sizeof(*side->counts));
	side->classes = arena_array(prover->arena, side->choice.count,
				    sizeof(*side->classes));
	if (!side->counts || !side->classes) {
		return -1;
	}
	for (i = 0; i < side->choice.count; i++) {
		size_t class = comparison->class_of[side->choice.rows[i]];

		if (side->counts[class]++ == 0) {
			side->classes[side->class_count++] = class;
		}
	}
	return 0;
}

/* The first two different ports of two classes, one of each side. */
static bool find_witness(const struct prover *prover, const struct side *a,
			 size_t class_a, const struct side *b, size_t class_b,
			 struct counterexample *out)
{
	const size_t *class_of = prover->comparison->class_of;
	size_t i, j;

	for (i = 0; i < a->choice.count; i++) {
		if (class_of[a->choice.rows[i]] != class_a) {
			continue;
		}
		for (j = 0; j < b->choice.count; j++) {
			if (class_of[b->choice.rows[j]] == class_b &&
			    b->choice.rows[j] != a->choice.rows[i]) {
				out->a = a->choice.rows[i];
				out->b = b->choice.rows[j];
				return true;
			}
		}
	}
	return false;
}

/* Notes, by class, how many ports stand on both sides. */
static void count_shared(const struct prover *prover, const struct side *a,
			 const struct side *b)
{
	const struct plan_comparison *comparison = prover->comparison;
	size_t i = 0, j = 0;

	memset(prover->shared, 0,
	       comparison->class_count * sizeof(*prover->shared));
	while (i < a->choice.count && j < b->choice.count) {
		size_t in_a = a->choice.rows[i], in_b = b->choice.rows[j];

		if (in_a == in_b) {
			prover->shared[comparison->class_of[in_a]]++;
		}
		i += in_a <= in_b;
		j += in_b <= in_a;
	}
}

/* Ordered pairs (one of a, one of b) of different ports in two classes. */
static uint64_t count_two(const struct prover *prover, const struct side *a,
			  size_t class_a, const struct side *b, size_t class_b)
{
	uint64_t pairs =
		(uint64_t)a->counts[class_a] * (uint64_t)b->counts[class_b];

	return class_a == class_b ? pairs - prover->shared[class_a] : pairs;
}

static void refute(const struct prover *prover, const struct side *a,
		   const struct side *b, bool expect_reachable,
		   struct counterexample *out)
{
	size_t i, j;

	*out = (struct counterexample){0};
	count_shared(prover, a, b);
	for (i = 0; i < a->class_count; i++) {
		for (j = 0; j < b->class_count; j++) {
			uint64_t pairs = count_two(prover, a, a->classes[i], b,
						   b->classes[j]);

			out->total += pairs;
			if (pairs == 0 ||
			    plan_reach_classes(prover->reach, a->classes[i],
					       b->classes[j], PLAN_AFTER) ==
				    expect_reachable) {
				continue;
			}
			if (out->pairs == 0) {
				find_witness(prover, a, a->classes[i], b,
					     b->classes[j], out);
			}
			out->pairs += pairs;
		}
	}
}

static const char *name_of(struct prover *prover, size_t row)
{
	const struct port_item *port = &prover->ports->items[row];
	char guid[IB_GUID_TEXT];
	const char *name = port->name;

	if (!name) {
		name = arena_strdup(prover->arena,
				    ib_guid_format(guid, port->guid));
	}
	prover->diags->failed |= !name;
	return name ? name : "";
}

static void report(struct prover *prover,
		   const struct inventory_assert *assertion,
		   const struct side *a, const struct side *b,
		   const struct counterexample *found)
{
	const struct plan_comparison *comparison = prover->comparison;
	size_t by =
		plan_reach_by(prover->reach, comparison->class_of[found->a],
			      comparison->class_of[found->b], PLAN_AFTER, 0);
	const char *name_a = name_of(prover, found->a);
	const char *name_b = name_of(prover, found->b);
	struct strbuf shown = STRBUF_INIT;

	if (assertion->expect_reachable) {
		strbuf_addf(&shown,
			    "%s and %s are not reachable, %s and %s share no "
			    "P_Key with one side full",
			    a->text, b->text, name_a, name_b);
	} else {
		strbuf_addf(
			&shown,
			"%s and %s are not isolated, %s and %s can talk by ",
			a->text, b->text, name_a, name_b);
		compared_partition_label(&comparison->partitions[by], &shown);
	}
	prover->diags->failed |= shown.failed;
	diag_add(prover->diags, DIAG_ERROR, assertion->pos,
		 assertion->expect_reachable
			 ? "'ibpolicy reach' with these two says why not"
			 : "'ibpolicy reach' with these two shows every P_Key",
		 "assertion failed: %s (%llu of %llu pair%s)",
		 strbuf_text(&shown), (unsigned long long)found->pairs,
		 (unsigned long long)found->total,
		 found->total == 1 ? "" : "s");
	strbuf_free(&shown);
}

static void warn_empty(struct prover *prover,
		       const struct inventory_assert *assertion, size_t index)
{
	diag_add(prover->diags, DIAG_WARNING, assertion->sides[index].pos, NULL,
		 "%s covers no port: the assertion proves nothing about it",
		 assertion->sides[index].text);
}

static int prove_one(struct prover *prover,
		     const struct inventory_assert *assertion)
{
	struct side *sides = arena_array(prover->arena, assertion->side_count,
					 sizeof(*sides));
	struct counterexample found;
	size_t i, j;

	if (!sides) {
		return -1;
	}
	for (i = 0; i < assertion->side_count; i++) {
		if (make_side(prover, assertion, i, &sides[i])) {
			return -1;
		}
		if (!sides[i].choice.count) {
			warn_empty(prover, assertion, i);
		}
		if (assertion->expect_reachable) {
			drop_quarantined(prover, &sides[i].choice);
		}
		if (count_classes(prover, &sides[i])) {
			return -1;
		}
	}
	for (i = 0; i < assertion->side_count; i++) {
		for (j = i + 1; j < assertion->side_count; j++) {
			refute(prover, &sides[i], &sides[j],
			       assertion->expect_reachable, &found);
			if (found.pairs) {
				report(prover, assertion, &sides[i], &sides[j],
				       &found);
			}
		}
	}
	return 0;
}

static int prover_init(struct prover *prover, const struct partition_plan *plan,
		       int64_t now)
{
	prover->arena = arena_new();
	prover->ports = port_set_new();
	if (!prover->arena || !prover->ports) {
		return -1;
	}
	port_set_add_inventory(prover->ports, prover->inventory, now);
	if (plan) {
		port_set_add_plan(prover->ports, plan);
	}
	if (port_set_finish(prover->ports, NULL) ||
	    plan_compare(NULL, plan, prover->ports, &prover->comparison,
			 NULL)) {
		return -1;
	}
	prover->reach = plan_reach_new(prover->comparison);
	prover->shared =
		arena_array(prover->arena, prover->comparison->class_count,
			    sizeof(*prover->shared));
	return prover->reach && prover->shared ? 0 : -1;
}

int plan_prove(const struct inventory *inventory,
	       const struct partition_plan *plan, int64_t now,
	       struct diag_list *diags, struct error *error)
{
	struct prover prover = {.inventory = inventory, .diags = diags};
	int result;
	size_t i;

	if (!inventory->assert_count) {
		return 0;
	}
	result = prover_init(&prover, plan, now);
	for (i = 0; i < inventory->assert_count && !result; i++) {
		result = prove_one(&prover, &inventory->asserts[i]);
	}
	if (result || diags->failed) {
		result = error_no_memory(error);
	}
	plan_reach_free(prover.reach);
	plan_comparison_free(prover.comparison);
	port_set_free(prover.ports);
	arena_free(prover.arena);
	return result;
}

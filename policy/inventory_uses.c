/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which switch port is for what: links and uses in the order of switch ports.
 * Counting sorts, because a fabric has tens of thousands of them. */
#include "policy/inventory_build.h"

#include <string.h>

/* A sequence of things by the switch port that each of them has. */
struct sequence {
	size_t count;
	unsigned int *switches; /* rank of the switch, 0: none */
	unsigned int *numbers;  /* port number */
	size_t *order;          /* what stands where, once sorted */
};

static bool make_sequence(struct inventory_build *build,
			  struct sequence *sequence, size_t count)
{
	size_t i;

	sequence->count = count;
	sequence->switches = build_scratch(build, count, sizeof(unsigned int));
	sequence->numbers = build_scratch(build, count, sizeof(unsigned int));
	sequence->order = build_scratch(build, count, sizeof(size_t));
	for (i = 0; !build->failed && i < count; i++) {
		sequence->order[i] = i;
	}
	return !build->failed;
}

/* One stable pass: order[] by keys[] below key_count. */
static void sort_pass(struct inventory_build *build, size_t *order,
		      size_t count, const unsigned int *keys, size_t key_count)
{
	size_t *starts = build_scratch(build, key_count + 1, sizeof(*starts));
	size_t *sorted = build_scratch(build, count, sizeof(*sorted));
	size_t i;

	if (build->failed) {
		return;
	}
	for (i = 0; i < count; i++) {
		starts[keys[i] + 1]++;
	}
	for (i = 1; i <= key_count; i++) {
		starts[i] += starts[i - 1];
	}
	for (i = 0; i < count; i++) {
		sorted[starts[keys[order[i]]]++] = order[i];
	}
	memcpy(order, sorted, count * sizeof(*order));
}

static void sort_sequence(struct inventory_build *build,
			  struct sequence *sequence)
{
	sort_pass(build, sequence->order, sequence->count, sequence->numbers,
		  PORT_NUMBER_MAX + 1);
	sort_pass(build, sequence->order, sequence->count, sequence->switches,
		  build->inventory->switch_count + 1);
}

/* By index of switches[]: 1 and up in the order of GUIDs. */
static unsigned int *rank_switches(struct inventory_build *build)
{
	const struct inventory *inventory = build->inventory;
	unsigned int *ranks =
		build_scratch(build, inventory->switch_count, sizeof(*ranks));
	unsigned int next = 1;
	size_t i;

	for (i = 0; ranks && i < inventory->switch_count &&
		    inventory->switches_by_guid[i];
	     i++) {
		ranks[inventory->switches_by_guid[i] - inventory->switches] =
			next++;
	}
	/* A GUID that could not be read: behind all others. */
	for (i = 0; ranks && i < inventory->switch_count; i++) {
		if (!ranks[i]) {
			ranks[i] = next++;
		}
	}
	return ranks;
}

/* Moves every link to its place, cycle by cycle. */
static void permute_links(struct inventory_link *links, size_t *order,
			  size_t count)
{
	struct inventory_link first;
	size_t i, at, from;

	for (i = 0; i < count; i++) {
		if (order[i] == i) {
			continue;
		}
		first = links[i];
		for (at = i; order[at] != i; at = from) {
			from = order[at];
			links[at] = links[from];
			order[at] = at;
		}
		links[at] = first;
		order[at] = at;
	}
}

static void sort_links(struct inventory_build *build, const unsigned int *ranks)
{
	struct inventory *inventory = build->inventory;
	struct sequence sequence;
	size_t i;

	if (!make_sequence(build, &sequence, inventory->link_count)) {
		return;
	}
	for (i = 0; i < inventory->link_count; i++) {
		const struct cable_end *end = &inventory->links[i].ends[0];

		sequence.switches[i] =
			end->sw ? ranks[end->sw - inventory->switches] : 0;
		sequence.numbers[i] = end->number;
	}
	sort_sequence(build, &sequence);
	if (!build->failed) {
		permute_links(inventory->links, sequence.order,
			      inventory->link_count);
	}
}

static size_t count_uses(const struct inventory *inventory)
{
	size_t count = 0, i, j;

	for (i = 0; i < inventory->host_count; i++) {
		for (j = 0; j < inventory->hosts[i].port_count; j++) {
			count += inventory->hosts[i].ports[j].peer.sw != NULL;
		}
	}
	for (i = 0; i < inventory->link_count; i++) {
		count += inventory->links[i].ends[0].sw != NULL;
		count += inventory->links[i].ends[1].sw != NULL;
	}
	return count;
}

static void collect_uses(struct inventory *inventory,
			 struct switch_port_use *use)
{
	size_t i, j;

	for (i = 0; i < inventory->host_count; i++) {
		for (j = 0; j < inventory->hosts[i].port_count; j++) {
			struct inventory_port *port =
				&inventory->hosts[i].ports[j];

			if (port->peer.sw) {
				*use++ = (struct switch_port_use){
					.sw = port->peer.sw,
					.number = port->peer.number,
					.port = port,
				};
			}
		}
	}
	for (i = 0; i < inventory->link_count; i++) {
		struct inventory_link *link = &inventory->links[i];

		for (j = 0; j < 2; j++) {
			if (link->ends[j].sw) {
				*use++ = (struct switch_port_use){
					.sw = link->ends[j].sw,
					.number = link->ends[j].number,
					.link = link,
					.link_end = (unsigned int)j,
				};
			}
		}
	}
}

static void sort_uses(struct inventory_build *build, const unsigned int *ranks)
{
	struct inventory *inventory = build->inventory;
	size_t count = count_uses(inventory), i;
	struct switch_port_use *uses =
		build_scratch(build, count, sizeof(*uses));
	struct sequence sequence;

	inventory->uses = build_array(build, count, sizeof(*uses));
	if (!make_sequence(build, &sequence, count)) {
		return;
	}
	collect_uses(inventory, uses);
	for (i = 0; i < count; i++) {
		sequence.switches[i] = ranks[uses[i].sw - inventory->switches];
		sequence.numbers[i] = uses[i].number;
	}
	sort_sequence(build, &sequence);
	if (build->failed) {
		return;
	}
	for (i = 0; i < count; i++) {
		inventory->uses[i] = uses[sequence.order[i]];
	}
	inventory->use_count = count;
}

static const struct cable_end *end_of(const struct switch_port_use *use)
{
	/* What the switch port is called where it is used. */
	return use->port ? &use->port->peer : &use->link->ends[use->link_end];
}

static void check_twice(struct inventory_build *build,
			const struct switch_port_use *a,
			const struct switch_port_use *b)
{
	const struct cable_end *first = end_of(a), *second = end_of(b);

	if (source_pos_compare(first->pos, second->pos) > 0) {
		first = end_of(b);
		second = end_of(a);
	}
	build_already_cabled(build, second->text, second->pos, first->pos);
}

static void check_uses(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	size_t i;

	for (i = 0; i < inventory->use_count; i++) {
		struct switch_port_use *use = &inventory->uses[i];
		const struct cable_end *end = end_of(use);

		if (i && use[-1].sw == use->sw &&
		    use[-1].number == use->number) {
			check_twice(build, &use[-1], use);
		} else if (inventory_port_unused(use->sw, use->number)) {
			diag_add(build->diags, DIAG_ERROR, end->pos,
				 "take it out of one of the two",
				 "port %s is cabled here and listed as unused, "
				 "at %s",
				 diag_quote(build->diags, end->text),
				 diag_place(build->diags, use->sw->unused_pos));
		}
	}
}

void inventory_index_uses(struct inventory_build *build)
{
	unsigned int *ranks = rank_switches(build);

	if (!build->failed) {
		sort_links(build, ranks);
	}
	if (!build->failed) {
		sort_uses(build, ranks);
	}
	if (!build->failed) {
		check_uses(build);
	}
}

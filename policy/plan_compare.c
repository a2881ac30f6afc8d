/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Two partition plans side by side, port by port. */
#include "policy/plan_compare.h"

#include <stdlib.h>
#include <string.h>

/* What both plans do to one port; rows that are equal make a class. */
struct row {
	const struct compared_entry *entries;
	size_t entry_count;
	uint64_t hash;
	size_t port;
	unsigned int flags;
};

enum { FLAG_SM = 1, FLAG_DECLARED = 2, FLAG_QUARANTINED = 4 };

struct builder {
	struct plan_comparison *comparison;
	struct arena *scratch;
	/* In the order of partitions, then ports; ports[] alongside. */
	struct compared_entry *entries;
	size_t *entry_ports;
	size_t entry_count, entry_capacity, port_capacity;
	struct row *rows;
	bool failed;
};

void compared_partition_label(const struct compared_partition *partition,
			      struct strbuf *out)
{
	const struct plan_partition *named = partition->sides[PLAN_AFTER];
	char pkey[IB_PKEY_TEXT];

	named = named ? named : partition->sides[PLAN_BEFORE];
	strbuf_add_safe(out, named->name, strlen(named->name));
	strbuf_addf(out, " %s", ib_pkey_format(pkey, partition->pkey));
}

/* --- Which partitions ------------------------------------------------- */

static unsigned int rank_of(const struct plan_partition *partition)
{
	return partition->pkey == IB_PKEY_DEFAULT ? 0 : partition->pkey;
}

static const struct plan_partition *
next_partition(const struct partition_plan *plan, size_t *at)
{
	while (plan && *at < plan->partition_count) {
		if (plan_partition_has_members(&plan->partitions[*at])) {
			return &plan->partitions[*at];
		}
		(*at)++;
	}
	return NULL;
}

static void align_partitions(struct builder *builder,
			     const struct partition_plan *before,
			     const struct partition_plan *after)
{
	struct plan_comparison *comparison = builder->comparison;
	size_t i = 0, j = 0,
	       most = (before ? before->partition_count : 0) +
		      (after ? after->partition_count : 0);

	comparison->partitions = arena_array(comparison->arena, most,
					     sizeof(*comparison->partitions));
	if (!comparison->partitions) {
		builder->failed = true;
		return;
	}
	for (;;) {
		const struct plan_partition *old = next_partition(before, &i);
		const struct plan_partition *new = next_partition(after, &j);
		struct compared_partition *to =
			&comparison->partitions[comparison->partition_count];

		if (!old && !new) {
			return;
		}
		if (old && (!new || rank_of(old) <= rank_of(new))) {
			to->sides[PLAN_BEFORE] = old;
			to->pkey = old->pkey;
			i++;
		}
		if (new && (!old || rank_of(new) <= rank_of(old))) {
			to->sides[PLAN_AFTER] = new;
			to->pkey = new->pkey;
			j++;
		}
		comparison->partition_count++;
	}
}

/* --- Every port's standing in a partition ----------------------------- */

/* One side of one partition, walked along the ports. */
struct walk {
	const struct plan_partition *partition; /* NULL: not on this side */
	size_t at;                              /* in its members */
	/* A port's standing that the partition does not name. */
	struct plan_standing unnamed[IB_NODE_TYPE_COUNT][2];
	bool covers_unnamed;
};

static void walk_start(struct walk *walk,
		       const struct plan_partition *partition)
{
	int type, is_sm;

	memset(walk, 0, sizeof(*walk));
	walk->partition = partition;
	for (type = 0; partition && type < IB_NODE_TYPE_COUNT; type++) {
		for (is_sm = 0; is_sm < 2; is_sm++) {
			walk->unnamed[type][is_sm] =
				plan_standing_of(partition, NULL,
						 (enum ib_node_type)type,
						 is_sm);
			walk->covers_unnamed |=
				walk->unnamed[type][is_sm].membership !=
				IB_MEMBER_NONE;
		}
	}
}

static struct plan_standing walk_to(struct walk *walk,
				    const struct port_item *port)
{
	const struct plan_partition *partition = walk->partition;

	while (partition && walk->at < partition->member_count &&
	       partition->members[walk->at].guid < port->guid) {
		walk->at++;
	}
	if (partition && walk->at < partition->member_count &&
	    partition->members[walk->at].guid == port->guid) {
		return plan_standing_of(partition,
					&partition->members[walk->at++],
					port->type, port->is_sm);
	}
	return walk->unnamed[port->type][port->is_sm];
}

/* The first port from row at on that a side may have a standing for. */
static size_t walk_skip(const struct walk walks[PLAN_SIDE_COUNT],
			const struct port_set *ports, size_t at)
{
	size_t side, low = at, high = ports->count;
	uint64_t guid = UINT64_MAX;

	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		const struct walk *walk = &walks[side];

		if (walk->covers_unnamed) {
			return at;
		}
		if (walk->partition &&
		    walk->at < walk->partition->member_count &&
		    walk->partition->members[walk->at].guid < guid) {
			guid = walk->partition->members[walk->at].guid;
		}
	}
	if (at < high && ports->items[at].guid >= guid) {
		return at;
	}
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ports->items[middle].guid < guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

static void add_entry(struct builder *builder, size_t port,
		      struct compared_entry entry)
{
	void *entries = builder->entries, *ports = builder->entry_ports;

	if (builder->failed ||
	    arena_grow(builder->scratch, &entries, builder->entry_count,
		       &builder->entry_capacity, sizeof(entry)) ||
	    arena_grow(builder->scratch, &ports, builder->entry_count,
		       &builder->port_capacity, sizeof(port))) {
		builder->failed = true;
		return;
	}
	builder->entries = entries;
	builder->entry_ports = ports;
	builder->entries[builder->entry_count] = entry;
	builder->entry_ports[builder->entry_count++] = port;
}

static void add_standings(struct builder *builder, size_t partition)
{
	const struct compared_partition *from =
		&builder->comparison->partitions[partition];
	const struct port_set *ports = builder->comparison->ports;
	struct walk walks[PLAN_SIDE_COUNT];
	size_t at, side;

	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		walk_start(&walks[side], from->sides[side]);
	}
	for (at = walk_skip(walks, ports, 0); at < ports->count;
	     at = walk_skip(walks, ports, at + 1)) {
		struct compared_entry entry = {.partition =
						       (uint16_t)partition};
		bool is_member = false;

		for (side = 0; side < PLAN_SIDE_COUNT; side++) {
			entry.sides[side] =
				walk_to(&walks[side], &ports->items[at]);
			is_member |=
				entry.sides[side].membership != IB_MEMBER_NONE;
		}
		if (is_member) {
			add_entry(builder, at, entry);
		}
	}
}

/* --- Classes ---------------------------------------------------------- */

/* Brings the entries into the order of ports; each port's stay ascending. */
static void sort_entries(struct builder *builder)
{
	struct plan_comparison *comparison = builder->comparison;
	size_t count = comparison->ports->count, i;
	struct compared_entry *sorted =
		arena_array(comparison->arena, builder->entry_count,
			    sizeof(*sorted));
	size_t *at = arena_array(builder->scratch, count + 1, sizeof(*at));

	builder->rows =
		arena_array(builder->scratch, count, sizeof(*builder->rows));
	if (!sorted || !at || !builder->rows) {
		builder->failed = true;
		return;
	}
	for (i = 0; i < builder->entry_count; i++) {
		at[builder->entry_ports[i] + 1]++;
	}
	for (i = 0; i < count; i++) {
		builder->rows[i].entries = sorted + at[i];
		builder->rows[i].entry_count = at[i + 1];
		at[i + 1] += at[i];
	}
	for (i = 0; i < builder->entry_count; i++) {
		sorted[at[builder->entry_ports[i]]++] = builder->entries[i];
	}
}

static bool standing_equal(struct plan_standing a, struct plan_standing b)
{
	return a.membership == b.membership && a.index0 == b.index0;
}

/* All that an entry says, in one number. */
static uint64_t pack(const struct compared_entry *entry)
{
	uint64_t packed = entry->partition;
	size_t side;

	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		packed = packed << 3 |
			 (uint64_t)entry->sides[side].membership << 1 |
			 (uint64_t)entry->sides[side].index0;
	}
	return packed;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash ^= value;
	hash *= 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

static uint64_t hash_row(const struct row *row)
{
	uint64_t hash = row->flags;
	size_t i;

	for (i = 0; i < row->entry_count; i++) {
		hash = mix(hash, pack(&row->entries[i]));
	}
	return mix(hash, row->entry_count);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* A total order in which equal rows stand together. */
static int compare_content(const struct row *a, const struct row *b)
{
	int order = compare_numbers(a->hash, b->hash);
	size_t i;

	order = order ? order : compare_numbers(a->flags, b->flags);
	order = order ? order : compare_numbers(a->entry_count, b->entry_count);
	for (i = 0; !order && i < a->entry_count; i++) {
		order = compare_numbers(pack(&a->entries[i]),
					pack(&b->entries[i]));
	}
	return order;
}

static int compare_rows(const void *left, const void *right)
{
	const struct row *a = left, *b = right;
	int order = compare_content(a, b);

	return order ? order : compare_numbers(a->port, b->port);
}

static void fill_rows(struct builder *builder)
{
	const struct port_set *ports = builder->comparison->ports;
	size_t i;

	for (i = 0; i < ports->count; i++) {
		const struct port_item *port = &ports->items[i];
		struct row *row = &builder->rows[i];

		row->port = i;
		row->flags = (port->is_sm ? FLAG_SM : 0) |
			     (port->declared ? FLAG_DECLARED : 0) |
			     (port->quarantined ? FLAG_QUARANTINED : 0);
		row->hash = hash_row(row);
	}
	if (ports->count) {
		qsort(builder->rows, ports->count, sizeof(*builder->rows),
		      compare_rows);
	}
}

static bool is_changed(const struct row *row)
{
	size_t i;

	for (i = 0; i < row->entry_count; i++) {
		if (!standing_equal(row->entries[i].sides[PLAN_BEFORE],
				    row->entries[i].sides[PLAN_AFTER])) {
			return true;
		}
	}
	return false;
}

static int compare_classes(const void *left, const void *right)
{
	const struct compared_class *a = left, *b = right;

	return (a->ports[0] > b->ports[0]) - (a->ports[0] < b->ports[0]);
}

static void make_classes(struct builder *builder)
{
	struct plan_comparison *comparison = builder->comparison;
	size_t count = comparison->ports->count, i, j;
	size_t *order = arena_array(comparison->arena, count, sizeof(*order));
	struct compared_class *class = NULL;

	comparison->classes = arena_array(comparison->arena, count,
					  sizeof(*comparison->classes));
	comparison->class_of = arena_array(comparison->arena, count,
					   sizeof(*comparison->class_of));
	if (!order || !comparison->classes || !comparison->class_of) {
		builder->failed = true;
		return;
	}
	for (i = 0; i < count; i++) {
		const struct row *row = &builder->rows[i];

		order[i] = row->port;
		if (!class || compare_content(row - 1, row)) {
			class = &comparison->classes[comparison->class_count++];
			*class = (struct compared_class){
				.entries = row->entries,
				.entry_count = row->entry_count,
				.ports = order + i,
				.is_sm = row->flags & FLAG_SM,
				.declared = row->flags & FLAG_DECLARED,
				.quarantined = row->flags & FLAG_QUARANTINED,
				.changed = is_changed(row),
			};
		}
		class->port_count++;
	}
	if (count) {
		qsort(comparison->classes, comparison->class_count,
		      sizeof(*comparison->classes), compare_classes);
	}
	for (i = 0; i < comparison->class_count; i++) {
		class = &comparison->classes[i];
		for (j = 0; j < class->port_count; j++) {
			comparison->class_of[class->ports[j]] = i;
		}
	}
}

int plan_compare(const struct partition_plan *before,
		 const struct partition_plan *after,
		 const struct port_set *ports,
		 struct plan_comparison **comparison, struct error *error)
{
	struct arena *arena = arena_new();
	struct builder builder = {.scratch = arena_new()};
	size_t i;

	if (arena) {
		builder.comparison =
			arena_alloc(arena, sizeof(*builder.comparison));
	}
	if (!builder.comparison || !builder.scratch) {
		arena_free(arena);
		arena_free(builder.scratch);
		return error_no_memory(error);
	}
	builder.comparison->arena = arena;
	builder.comparison->ports = ports;
	align_partitions(&builder, before, after);
	for (i = 0; i < builder.comparison->partition_count; i++) {
		add_standings(&builder, i);
	}
	if (!builder.failed) {
		sort_entries(&builder);
	}
	if (!builder.failed) {
		fill_rows(&builder);
		make_classes(&builder);
	}
	arena_free(builder.scratch);
	if (builder.failed) {
		arena_free(arena);
		return error_no_memory(error);
	}
	*comparison = builder.comparison;
	return 0;
}

void plan_comparison_free(struct plan_comparison *comparison)
{
	if (comparison) {
		arena_free(comparison->arena);
	}
}

/* --- Questions -------------------------------------------------------- */

enum ib_membership compared_membership(const struct compared_class *class,
				       size_t partition, enum plan_side side)
{
	size_t i;

	for (i = 0; i < class->entry_count; i++) {
		if (class->entries[i].partition == partition) {
			return class->entries[i].sides[side].membership;
		}
	}
	return IB_MEMBER_NONE;
}

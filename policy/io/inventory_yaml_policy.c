/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* states:, waivers:, ignore:, assert:, guard:, strict:, opensm:. */
#include "policy/io/inventory_fields.h"

#include <stdlib.h>
#include <string.h>

static void read_state_word(struct inventory_reader *reader,
			    const struct yaml_value *value, void *target)
{
	static const char *const words[] = {"in-service", "planned",
					    "maintenance", "quarantine", NULL};
	enum service_state *state = target;
	unsigned int word = fields_word(
		reader, value, "a state", words,
		"one of planned, maintenance, quarantine, in-service");

	if (word) {
		service_state_parse(words[word - 1], state);
	}
}

/* A hostlist, a GUID, a glob: what it means shows when it is resolved. */
static void read_pattern(struct inventory_reader *reader,
			 const struct yaml_value *value, void *target)
{
	const char **text = target;

	if (value->kind != YAML_IS_SCALAR || value->text[0] == '\0') {
		fields_expected(reader, value, "a name");
	} else {
		*text = value->text;
	}
}

static void read_state_subject(struct inventory_reader *reader,
			       const struct yaml_value *value, void *target)
{
	struct inventory_state *state = target;

	read_pattern(reader, value, &state->subject);
	state->subject_pos = value->pos;
}

static const struct field state_fields[] = {
	{"subject", read_state_subject, 0, FIELD_REQUIRED},
	{"state", read_state_word, offsetof(struct inventory_state, state),
	 FIELD_REQUIRED},
	{"until", read_date, offsetof(struct inventory_state, until), 0},
	{"owner", read_text, offsetof(struct inventory_state, owner), 0},
	{"reason", read_text, offsetof(struct inventory_state, reason), 0},
	{NULL},
};

static void read_state(struct inventory_reader *reader,
		       const struct yaml_value *item, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_state state = {.pos = item->pos}, *added;

	(void)target;
	fields_read(reader, item, "a state", state_fields, &state);
	if (!state.subject) {
		return;
	}
	added = fields_append(reader, &inventory->states,
			      &inventory->state_count, &reader->state_capacity,
			      sizeof(*added));
	if (added) {
		*added = state;
	}
}

void read_states(struct inventory_reader *reader,
		 const struct yaml_value *value, void *target)
{
	fields_each_item(reader, value, "states", read_state, target);
}

/* A glob must fit a check: it cannot be a slip of the pen unnoticed. */
static void read_check_glob(struct inventory_reader *reader,
			    const struct yaml_value *value, void *target)
{
	const char **glob = target;

	if (value->kind != YAML_IS_SCALAR) {
		fields_expected(reader, value, "the id of a check");
	} else if (check_glob_is_known(reader, value)) {
		*glob = value->text;
	}
}

static void read_waiver_subject(struct inventory_reader *reader,
				const struct yaml_value *value, void *target)
{
	struct inventory_waiver *waiver = target;

	read_pattern(reader, value, &waiver->subject);
	waiver->subject_pos = value->pos;
}

static const struct field waiver_fields[] = {
	{"check", read_check_glob, offsetof(struct inventory_waiver, check),
	 FIELD_REQUIRED},
	{"subject", read_waiver_subject, 0, FIELD_REQUIRED},
	{"until", read_date, offsetof(struct inventory_waiver, until),
	 FIELD_REQUIRED},
	{"owner", read_text, offsetof(struct inventory_waiver, owner),
	 FIELD_REQUIRED},
	{"reason", read_text, offsetof(struct inventory_waiver, reason),
	 FIELD_REQUIRED},
	{NULL},
};

static void read_waiver(struct inventory_reader *reader,
			const struct yaml_value *item, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_waiver waiver = {.pos = item->pos}, *added;

	(void)target;
	fields_read(reader, item, "a waiver", waiver_fields, &waiver);
	if (!waiver.check || !waiver.subject || !waiver.until) {
		return;
	}
	added = fields_append(reader, &inventory->waivers,
			      &inventory->waiver_count,
			      &reader->waiver_capacity, sizeof(*added));
	if (added) {
		*added = waiver;
	}
}

void read_waivers(struct inventory_reader *reader,
		  const struct yaml_value *value, void *target)
{
	fields_each_item(reader, value, "waivers", read_waiver, target);
}

static const struct field ignore_fields[] = {
	{"guid", read_guid, offsetof(struct inventory_ignore, guid), 0},
	{"vendor", read_vendor, offsetof(struct inventory_ignore, vendor), 0},
	{"device", read_device, offsetof(struct inventory_ignore, device), 0},
	{NULL},
};

static void read_ignored(struct inventory_reader *reader,
			 const struct yaml_value *item, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_ignore ignore = {.device = -1, .pos = item->pos};
	size_t said = reader->diags->said;
	struct inventory_ignore *added;

	(void)target;
	fields_read(reader, item, "an ignored device", ignore_fields, &ignore);
	if (reader->diags->said != said) {
		return;
	}
	if (!ignore.guid && !ignore.vendor) {
		fields_error(
			reader, item,
			"{vendor: 0x02c9, device: 0xcf09} or {guid: 0x...}",
			"say what to ignore: %s",
			ignore.device >= 0 ? "a device id needs its vendor id"
					   : "a guid, or vendor and device");
		return;
	}
	added = fields_append(reader, &inventory->ignores,
			      &inventory->ignore_count,
			      &reader->ignore_capacity, sizeof(*added));
	if (added) {
		*added = ignore;
	}
}

void read_ignore(struct inventory_reader *reader,
		 const struct yaml_value *value, void *target)
{
	fields_each_item(reader, value, "ignore", read_ignored, target);
}

/* What one assert says, before it is known which form it has. */
struct assert_text {
	const struct yaml_value *from, *to, *among;
	bool expected, reachable;
};

static void keep_value(struct inventory_reader *reader,
		       const struct yaml_value *value, void *target)
{
	(void)reader;
	*(const struct yaml_value **)target = value;
}

static void read_expectation(struct inventory_reader *reader,
			     const struct yaml_value *value, void *target)
{
	struct assert_text *text = target;

	if (value->kind == YAML_IS_SCALAR &&
	    (strcmp(value->text, "isolated") == 0 ||
	     strcmp(value->text, "reachable") == 0)) {
		text->expected = true;
		text->reachable = value->text[0] == 'r';
	} else {
		fields_expected(reader, value, "isolated or reachable");
	}
}

static const struct field assert_fields[] = {
	{"from", keep_value, offsetof(struct assert_text, from), 0},
	{"to", keep_value, offsetof(struct assert_text, to), 0},
	{"among", keep_value, offsetof(struct assert_text, among), 0},
	{"expect", read_expectation, 0, FIELD_REQUIRED},
	{NULL},
};

static void add_side(struct inventory_reader *reader,
		     const struct yaml_value *value, void *target)
{
	struct inventory_assert *assertion = target;
	struct selector *side = &assertion->sides[assertion->side_count];

	read_pattern(reader, value, &side->text);
	if (side->text) {
		side->pos = value->pos;
		assertion->side_count++;
	}
}

/* from and to, or among: a list of two or more. */
static bool check_form(struct inventory_reader *reader,
		       const struct yaml_value *item,
		       const struct assert_text *text)
{
	if (text->among ? text->from || text->to : !text->from || !text->to) {
		fields_error(reader, item,
			     "{from: A, to: B, expect: isolated} or {among: "
			     "[A, B, C], expect: isolated}",
			     "an assert has from and to, or among");
		return false;
	}
	if (text->among && text->among->kind != YAML_IS_LIST) {
		fields_expected(reader, text->among, "a list of two or more");
		return false;
	}
	if (text->among && text->among->count < 2) {
		fields_error(reader, text->among, NULL,
			     "among is a list of two or more, found %zu",
			     text->among->count);
		return false;
	}
	return true;
}

static void read_assert(struct inventory_reader *reader,
			const struct yaml_value *item, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct assert_text text = {.from = NULL};
	struct inventory_assert *added;
	size_t count;

	(void)target;
	if (!fields_read(reader, item, "an assert", assert_fields, &text) ||
	    !check_form(reader, item, &text) || !text.expected) {
		return;
	}
	count = text.among ? text.among->count : 2;
	added = fields_append(reader, &inventory->asserts,
			      &inventory->assert_count,
			      &reader->assert_capacity, sizeof(*added));
	if (!added) {
		return;
	}
	added->expect_reachable = text.reachable;
	added->among = text.among != NULL;
	added->pos = item->pos;
	added->sides = fields_array(reader, count, sizeof(*added->sides));
	added->partitions =
		fields_array(reader, count, sizeof(*added->partitions));
	if (reader->failed) {
		return;
	}
	if (text.among) {
		fields_each_item(reader, text.among, "among", add_side, added);
	} else {
		add_side(reader, text.from, added);
		add_side(reader, text.to, added);
	}
}

void read_asserts(struct inventory_reader *reader,
		  const struct yaml_value *value, void *target)
{
	fields_each_item(reader, value, "assert", read_assert, target);
}

/* 10% or a number of memberships. */
static void read_max_removed(struct inventory_reader *reader,
			     const struct yaml_value *value, void *target)
{
	struct inventory_guard *guard = target;
	size_t digits = value->kind == YAML_IS_SCALAR
				? strspn(value->text, "0123456789")
				: 0;
	bool percent = digits && strcmp(value->text + digits, "%") == 0;
	unsigned long number;

	if (!digits || digits > 6 || (!percent && value->text[digits])) {
		fields_error(reader, value, "10% or a number of memberships",
			     "expected a limit, found %s",
			     fields_describe(reader, value));
		return;
	}
	number = strtoul(value->text, NULL, 10);
	if (percent && number > 100) {
		fields_error(reader, value, NULL,
			     "%s is out of range: 0%% to 100%%",
			     fields_quote(reader, value->text));
		return;
	}
	guard->max_removed = (unsigned int)number;
	guard->max_removed_is_percent = percent;
}

static const struct field guard_fields[] = {
	{"max_removed_members", read_max_removed, 0, 0},
	{NULL},
};

void read_guard(struct inventory_reader *reader, const struct yaml_value *value,
		void *target)
{
	struct inventory_guard *guard = &reader->inventory->guard;

	(void)target;
	guard->declared = true;
	guard->pos = value->pos;
	fields_read(reader, value, "guard", guard_fields, guard);
}

static const struct field strict_fields[] = {
	{"ports", read_bool, offsetof(struct inventory, strict_ports), 0},
	{"links", read_bool, offsetof(struct inventory, strict_links), 0},
	{"switches", read_bool, offsetof(struct inventory, strict_switches), 0},
	{NULL},
};

void read_strict(struct inventory_reader *reader,
		 const struct yaml_value *value, void *target)
{
	(void)target;
	fields_read(reader, value, "strict", strict_fields, reader->inventory);
}

static const struct field opensm_fields[] = {
	{"allow_both_pkeys", read_bool,
	 offsetof(struct inventory, allow_both_pkeys), 0},
	{NULL},
};

void read_opensm(struct inventory_reader *reader,
		 const struct yaml_value *value, void *target)
{
	(void)target;
	fields_read(reader, value, "opensm", opensm_fields, reader->inventory);
}

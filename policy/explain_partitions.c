/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One port's P_Keys: by which rule, and in its table. */
#include "policy/explain_parts.h"

#include <string.h>

struct key_port {
	uint64_t guid;
	enum ib_node_type type;
};

/* False: a switch port that has no P_Key table of its own. */
static bool has_table(const struct explain_target *target,
		      struct key_port *port)
{
	if (target->port) {
		*port = (struct key_port){target->port->guid, IB_NODE_CA};
	} else if (target->sw && target->number == 0) {
		*port = (struct key_port){target->sw->guid, IB_NODE_SWITCH};
	} else if (!target->sw && target->seen &&
		   subnet_port_is_end(target->seen)) {
		*port = (struct key_port){target->seen->guid,
					  target->seen->node->type};
	} else {
		return false;
	}
	if (target->seen) {
		port->type = target->seen->node->type;
	}
	return true;
}

static enum ib_membership in_table(const struct subnet_port *seen,
				   uint16_t pkey)
{
	unsigned int found = IB_MEMBER_NONE;
	size_t i;

	for (i = 0; i < seen->pkey_count; i++) {
		if (ib_pkey_base(seen->pkeys[i]) == pkey) {
			found |= ib_pkey_is_full(seen->pkeys[i])
					 ? IB_MEMBER_FULL
					 : IB_MEMBER_LIMITED;
		}
	}
	return (enum ib_membership)found;
}

static bool is_grant(const struct attributes *attributes, struct source_pos pos)
{
	size_t i;

	for (i = 0; i < attributes->partition_count; i++) {
		if (!source_pos_compare(attributes->partitions[i].pos, pos)) {
			return true;
		}
	}
	return false;
}

/* Whose words made the port a member. */
static void add_rule(const struct explanation *explanation,
		     const struct plan_partition *partition,
		     const struct plan_member *member, struct strbuf *out)
{
	const struct inventory_port *port = explanation->target->port;
	const struct inventory_role *role =
		port ? inventory_port_role(port) : NULL;
	const struct inventory_partition *declared =
		inventory_partition_named(explanation->report->inventory,
					  partition->name);
	size_t i;

	if (member->note) {
		strbuf_addstr(out, member->note);
	} else if (port && is_grant(&port->attributes, member->pos)) {
		strbuf_addstr(out, "the port");
	} else if (port && is_grant(&port->host->attributes, member->pos)) {
		strbuf_addf(out, "host %s", port->host->name);
	} else if (role && is_grant(&role->attributes, member->pos)) {
		strbuf_addf(out, "role %s", role->name);
	}
	for (i = 0; declared && !out->length && i < declared->member_count;
	     i++) {
		const struct selector *selector =
			&declared->members[i].selector;

		if (!source_pos_compare(selector->pos, member->pos)) {
			strbuf_addstr(out, "members ");
			strbuf_add_safe(out, selector->text,
					strlen(selector->text));
		}
	}
}

/* The most specific keyword that covers the port. */
static struct source_pos find_keyword(const struct plan_partition *partition,
				      enum ib_node_type type,
				      struct strbuf *rule)
{
	static const struct {
		enum plan_keyword keyword;
		enum ib_node_type type;
		const char *name;
	} rows[] = {
		{PLAN_ALL_CAS, IB_NODE_CA, "members ALL_CAS"},
		{PLAN_ALL_SWITCHES, IB_NODE_SWITCH, "members ALL_SWITCHES"},
		{PLAN_ALL_ROUTERS, IB_NODE_ROUTER, "members ALL_ROUTERS"},
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].type == type &&
		    partition->keywords[rows[i].keyword]) {
			strbuf_addstr(rule, rows[i].name);
			return partition->keyword_pos[rows[i].keyword];
		}
	}
	strbuf_addstr(rule, "members ALL");
	return partition->keyword_pos[PLAN_ALL];
}

static void add_key(const struct explanation *explanation,
		    const struct plan_partition *partition,
		    struct key_port port)
{
	const struct subnet_port *seen = explanation->target->seen;
	const struct plan_member *member =
		plan_find_member(partition, port.guid);
	enum ib_membership expected =
		plan_membership(partition, port.guid, port.type, false);
	bool known = seen && seen->pkeys_known;
	enum ib_membership found =
		known ? in_table(seen, partition->pkey) : IB_MEMBER_NONE;
	struct strbuf what = STRBUF_INIT, rule = STRBUF_INIT;
	struct source_pos pos = {0};

	if (!expected && !found) {
		return;
	}
	strbuf_addf(&what, "0x%04x %s", partition->pkey, partition->name);
	if (member) {
		pos = member->pos;
		add_rule(explanation, partition, member, &rule);
	} else if (expected) {
		pos = find_keyword(partition, port.type, &rule);
	} else {
		strbuf_addstr(&rule, "no member");
	}
	explain_row(explanation->out, strbuf_text(&what),
		    ib_membership_name(expected),
		    known ? (found ? ib_membership_name(found) : "absent")
			  : (seen ? "not known" : NULL),
		    known && expected != found, pos,
		    rule.length ? rule.data : NULL);
	explanation->out->failed |= what.failed || rule.failed;
	strbuf_free(&what);
	strbuf_free(&rule);
}

/* Keys in the table that no partition owns. */
static void add_strangers(const struct explanation *explanation)
{
	const struct subnet_port *seen = explanation->target->seen;
	char text[IB_PKEY_TEXT];
	size_t i;

	for (i = 0; seen && seen->pkeys_known && i < seen->pkey_count; i++) {
		uint16_t base = ib_pkey_base(seen->pkeys[i]);

		if (!explanation->plan ||
		    !partition_plan_find(explanation->plan, base)) {
			explain_row(explanation->out,
				    ib_pkey_format(text, base), NULL,
				    ib_pkey_is_full(seen->pkeys[i]) ? "full"
								    : "limited",
				    explanation->plan != NULL,
				    (struct source_pos){0},
				    explanation->plan ? "no partition has it"
						      : NULL);
		}
	}
}

void explain_partitions(const struct explanation *explanation)
{
	const struct partition_plan *plan = explanation->plan;
	struct key_port port;
	size_t i;

	if (!has_table(explanation->target, &port)) {
		return;
	}
	for (i = 0; plan && i < plan->partition_count; i++) {
		add_key(explanation, &plan->partitions[i], port);
	}
	add_strangers(explanation);
}

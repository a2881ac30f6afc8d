/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* P_Key tables against the plan: what the partition checks share. */
#include "policy/policy_partitions.h"

#include "policy/policy_subject.h"

enum { FALLBACK_PKEY = 0xffff };

bool policy_is_member_port(const struct policy_context *context,
			   const struct subnet_port *port)
{
	return context->input->plan && subnet_port_is_end(port) &&
	       (port->node->type == IB_NODE_SWITCH ||
		policy_port_present(port)) &&
	       !policy_node_note(context, port->node)->ignored;
}

enum ib_membership policy_planned(const struct policy_context *context,
				  const struct plan_partition *partition,
				  const struct subnet_port *port)
{
	return plan_membership(partition, port->guid, port->node->type,
			       port->guid == context->master_guid);
}

enum ib_membership policy_held(const struct subnet_port *port, uint16_t base)
{
	unsigned int held = IB_MEMBER_NONE;
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		if (ib_pkey_base(port->pkeys[i]) == base) {
			held |= ib_pkey_is_full(port->pkeys[i])
					? IB_MEMBER_FULL
					: IB_MEMBER_LIMITED;
		}
	}
	return (enum ib_membership)held;
}

static bool is_unlisted_sm(const struct policy_context *context, uint64_t guid)
{
	const struct inventory *inventory = context->inventory;
	size_t i;

	if (!inventory->sm_count || inventory_find_sm(inventory, guid)) {
		return false;
	}
	for (i = 0; i < context->subnet->sm_count; i++) {
		if (context->subnet->sms[i].port_guid == guid) {
			return true;
		}
	}
	return false;
}

bool policy_is_explained(const struct policy_context *context,
			 const struct plan_partition *partition,
			 const struct subnet_port *port)
{
	const struct port_match *replaces =
		policy_port_note(context, port)->replaces;
	enum ib_membership held = policy_held(port, partition->pkey);

	if (replaces && plan_membership(partition, replaces->declared->guid,
					port->node->type, false) == held) {
		return true;
	}
	return partition->pkey == IB_PKEY_DEFAULT && held != IB_MEMBER_NONE &&
	       is_unlisted_sm(context, port->guid);
}

size_t policy_planned_keys(const struct policy_context *context,
			   const struct subnet_port *port)
{
	static const size_t entries[] = {
		[IB_MEMBER_NONE] = 0,
		[IB_MEMBER_LIMITED] = 1,
		[IB_MEMBER_FULL] = 1,
		[IB_MEMBER_BOTH] = 2,
	};
	const struct partition_plan *plan = context->input->plan;
	size_t i, count = 0;

	for (i = 0; i < plan->partition_count; i++) {
		count += entries[policy_planned(context, &plan->partitions[i],
						port)];
	}
	return count;
}

static const struct plan_member *
find_member(const struct plan_partition *partition, uint64_t guid)
{
	size_t low = 0, high = partition->member_count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (partition->members[middle].guid == guid) {
			return &partition->members[middle];
		}
		if (partition->members[middle].guid < guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return NULL;
}

static enum plan_keyword keyword_of(enum ib_node_type type)
{
	switch (type) {
	case IB_NODE_CA:
		return PLAN_ALL_CAS;
	case IB_NODE_SWITCH:
		return PLAN_ALL_SWITCHES;
	case IB_NODE_ROUTER:
		return PLAN_ALL_ROUTERS;
	default:
		return PLAN_ALL;
	}
}

struct source_pos policy_planned_pos(const struct plan_partition *partition,
				     const struct subnet_port *port)
{
	const struct plan_member *member = find_member(partition, port->guid);
	enum plan_keyword keyword = keyword_of(port->node->type);

	if (member) {
		return member->pos;
	}
	if (partition->keywords[keyword] != IB_MEMBER_NONE) {
		return partition->keyword_pos[keyword];
	}
	if (partition->keywords[PLAN_ALL] != IB_MEMBER_NONE) {
		return partition->keyword_pos[PLAN_ALL];
	}
	return partition->pos;
}

const char *policy_partition_name(struct policy_context *context,
				  const struct plan_partition *partition)
{
	return partition->name ? policy_safe(context, partition->name)
			       : "(unnamed)";
}

const char *policy_membership_text(enum ib_membership membership)
{
	return membership == IB_MEMBER_NONE ? "no member"
					    : ib_membership_name(membership);
}

void policy_partitions_begin(struct policy_context *context,
			     const struct subnet_port *port, uint16_t base,
			     struct policy_draft *draft)
{
	const struct port_match *match = policy_port_note(context, port)->match;
	const struct switch_match *sw =
		policy_node_note(context, port->node)->sw;
	char pkey[IB_PKEY_TEXT];

	*draft = (struct policy_draft){
		.port = match ? match->declared : NULL,
		.sw = sw ? sw->declared : NULL,
	};
	policy_subject_found(context, port, &draft->finding.subject);
	if (port->peer) {
		draft->finding.has_peer = true;
		policy_subject_found(context, port->peer, &draft->finding.peer);
	}
	draft->finding.attribute =
		policy_text(context, "%s", ib_pkey_format(pkey, base));
}

/* A table that is not known is said once, by the first check that runs. */
static bool tells_unassessed(const struct policy_context *context,
			     const struct rule *rule)
{
	static const char *const family[] = {
		"partition.missing",
		"partition.unexpected",
		"partition.unknown",
		"partition.membership",
	};
	const struct rule *other;
	size_t i;

	for (i = 0; i < sizeof(family) / sizeof(family[0]); i++) {
		other = rule_find(family[i]);
		if (policy_wants(context, family[i]) &&
		    !policy_off(context, other, NULL, NULL)) {
			return other == rule;
		}
	}
	return false;
}

int policy_partitions_each(
	struct policy_context *context, const struct rule *rule,
	void (*judge)(struct policy_context *context, const struct rule *rule,
		      const struct subnet_port *port, void *data),
	void *data)
{
	const struct subnet *subnet = context->subnet;
	bool tells = tells_unassessed(context, rule);
	const struct port_match *match;
	const struct subnet_port *port;
	size_t i;

	if (context->fallback_swallows) {
		return 0;
	}
	for (i = 0; i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (!policy_is_member_port(context, port)) {
			continue;
		}
		if (port->pkeys_known) {
			judge(context, rule, port, data);
		} else if (tells) {
			match = policy_port_note(context, port)->match;
			policy_unassessed(
				context, rule, match ? match->declared : NULL,
				NULL, policy_port_name(context, port),
				policy_reason(port, "the source does not hold "
						    "P_Key tables"));
		}
	}
	return context->failed ? -1 : 0;
}

int policy_partitions_ignored(
	struct policy_context *context, const struct rule *rule,
	void (*judge)(struct policy_context *context, const struct rule *rule,
		      const struct subnet_port *port, void *data))
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_port *port;
	size_t i;

	for (i = 0; context->input->plan && i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (policy_node_note(context, port->node)->ignored &&
		    port->pkeys_known) {
			judge(context, rule, port, NULL);
		}
	}
	return context->failed ? -1 : 0;
}

/* The plan gives the port something else than full in 0x7fff alone. */
static bool plan_differs(const struct policy_context *context,
			 const struct subnet_port *port)
{
	const struct partition_plan *plan = context->input->plan;
	enum ib_membership planned;
	bool full = false;
	size_t i;

	for (i = 0; i < plan->partition_count; i++) {
		planned = policy_planned(context, &plan->partitions[i], port);
		if (plan->partitions[i].pkey == IB_PKEY_DEFAULT) {
			full = planned == IB_MEMBER_FULL;
		} else if (planned != IB_MEMBER_NONE) {
			return true;
		}
	}
	return !full;
}

static void find_master(struct policy_context *context)
{
	const struct subnet *subnet = context->subnet;
	size_t i;

	for (i = 0; i < subnet->sm_count; i++) {
		if (subnet->sms[i].state == IB_SM_MASTER) {
			context->master_guid = subnet->sms[i].port_guid;
			return;
		}
	}
}

void policy_partitions_find_fallback(struct policy_context *context)
{
	const struct subnet *subnet = context->subnet;
	const struct rule *rule = rule_find("partition.fallback");
	const struct subnet_port *port;
	bool all = true, differs = false;
	size_t i, assessed = 0;

	find_master(context);
	for (i = 0; i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (!policy_is_member_port(context, port) ||
		    !port->pkeys_known) {
			continue;
		}
		assessed++;
		if (!policy_port_note(context, port)->match) {
			context->ports_judged++;
		}
		all = all && port->pkey_count == 1 &&
		      port->pkeys[0] == FALLBACK_PKEY;
		differs = differs || (all && plan_differs(context, port));
	}
	context->tables_assessed = assessed;
	context->fallback = assessed && all && differs;
	context->fallback_swallows = context->fallback && rule->check &&
				     policy_wants(context, rule->id) &&
				     !policy_off(context, rule, NULL, NULL);
}

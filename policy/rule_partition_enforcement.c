/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether the switch ports that face hosts enforce partitions. */
#include "policy/policy_emit.h"
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"

/* The switch port that faces a host, where its enforcement is known. */
static const struct subnet_port *
enforcing_port(const struct policy_context *context,
	       const struct subnet_port *port)
{
	const struct subnet_port *facing = port->peer;

	if (!policy_is_member_port(context, port) || !facing ||
	    facing->node->type != IB_NODE_SWITCH ||
	    policy_node_note(context, facing->node)->ignored ||
	    facing->enforce == SUBNET_ENFORCE_UNKNOWN) {
		return NULL;
	}
	return facing;
}

/* The switch cannot: it has no room for keys at all. That is a property of
 * the hardware, and nothing that anybody could set right. */
static bool cannot_enforce(const struct subnet_port *facing)
{
	return facing->pkey_cap == 0;
}

static void report_all(struct policy_context *context, const struct rule *rule,
		       bool option)
{
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;

	finding->subject = (struct subject){
		.kind = SUBJECT_PARTITION,
		.name = "all-partitions",
		.port = -1,
	};
	draft.names[0] = finding->subject.name;
	finding->expected = "enforcement at the switch ports that face hosts";
	finding->found = option ? "part_enforce is off" : "none enforces";
	finding->message =
		option ? "OpenSM's part_enforce is off: no switch port keeps "
			 "a host from sending with any P_Key"
		       : "no switch port that faces a host enforces "
			 "partitions: a host can send with any P_Key";
	finding->hint = "Set part_enforce both in opensm.conf and restart "
			"OpenSM.";
	policy_emit(context, rule, &draft);
}

/* The first key that the host holds and the switch port lacks; 0: none. One
 * that the plan does not give to the host is rightly dropped. */
static uint16_t lacking_key(const struct policy_context *context,
			    const struct subnet_port *port,
			    const struct subnet_port *facing)
{
	const struct plan_partition *partition;
	uint16_t base;
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		base = ib_pkey_base(port->pkeys[i]);
		partition = partition_plan_find(context->input->plan, base);
		if (partition &&
		    policy_planned(context, partition, port) !=
			    IB_MEMBER_NONE &&
		    policy_held(facing, base) == IB_MEMBER_NONE) {
			return port->pkeys[i];
		}
	}
	return 0;
}

static void report_port(struct policy_context *context, const struct rule *rule,
			const struct subnet_port *port,
			const struct subnet_port *facing, uint16_t lacking)
{
	const struct port_match *match = policy_port_note(context, port)->match;
	const struct switch_match *sw =
		policy_node_note(context, facing->node)->sw;
	struct policy_draft draft = {
		.port = match ? match->declared : NULL,
		.sw = sw ? sw->declared : NULL,
	};
	struct finding *finding = &draft.finding;
	char pkey[IB_PKEY_TEXT];

	policy_subject_found(context, facing, &finding->subject);
	finding->has_peer = true;
	policy_subject_found(context, port, &finding->peer);
	if (lacking) {
		ib_pkey_format(pkey, lacking);
		finding->expected = policy_text(context, "%s", pkey);
		finding->found = "not in the switch port's P_Key table";
		finding->message = policy_text(
			context,
			"%s enforces partitions but lacks P_Key %s of %s: its "
			"packets are dropped",
			finding->subject.name, pkey, finding->peer.name);
		finding->hint = "Make OpenSM do a heavy sweep; if it stays, "
				"look in opensm.log for ERR 0507.";
	} else {
		finding->expected = "enforcement";
		finding->found = "off";
		finding->message = policy_text(
			context,
			"%s does not enforce partitions: %s can send with any "
			"P_Key",
			finding->subject.name, finding->peer.name);
		finding->hint = "Look in opensm.log for ERR 0507 (the switch's "
				"table is too small).";
	}
	policy_emit(context, rule, &draft);
}

struct tally {
	size_t facing, off;
};

static struct tally count_ports(const struct policy_context *context)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_port *facing;
	struct tally tally = {0, 0};
	size_t i;

	for (i = 0; i < subnet->end_port_count; i++) {
		facing = enforcing_port(context, subnet->end_ports[i]);
		if (facing && !cannot_enforce(facing)) {
			tally.facing++;
			tally.off += facing->enforce == SUBNET_ENFORCE_OFF;
		}
	}
	return tally;
}

static int check_enforcement(struct policy_context *context,
			     const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_options *options = &subnet->options;
	bool option = options->known && options->enforce_off;
	struct tally tally = count_ports(context);
	const struct subnet_port *port, *facing;
	uint16_t lacking;
	size_t i;

	if (!context->input->plan || context->fallback_swallows) {
		return 0;
	}
	if (option || (tally.facing > 1 && tally.off == tally.facing)) {
		report_all(context, rule, option);
		return context->failed ? -1 : 0;
	}
	for (i = 0; i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		facing = enforcing_port(context, port);
		if (!facing || cannot_enforce(facing)) {
			continue;
		}
		lacking = port->pkeys_known && facing->pkeys_known
				  ? lacking_key(context, port, facing)
				  : 0;
		if (facing->enforce == SUBNET_ENFORCE_OFF) {
			report_port(context, rule, port, facing, 0);
		} else if (lacking) {
			report_port(context, rule, port, facing, lacking);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_partition_enforcement = {
	.id = "partition.enforcement",
	.severity = SEVERITY_WARNING,
	.summary = "A switch port that faces a host does not enforce "
		   "partitions, or lacks a key that the host holds.",
	.causes = "part_enforce is off in opensm.conf; the switch's P_Key "
		  "table is too small (ERR 0507, OpenSM then clears "
		  "enforcement); or somebody cleared it.",
	.remedy = "Set part_enforce in opensm.conf; have fewer partitions on "
		  "hosts behind that switch. Without enforcement a host can "
		  "send packets with any P_Key. Switches that cannot enforce "
		  "at all are not reported.",
	.check = check_enforcement,
};

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Members that cannot join the live IPoIB broadcast group. */
#include "policy/policy_emit.h"
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"

/* What the two checks have of their own. */
struct limit {
	unsigned int differs; /* of a cable: found already */
	const char *what, *unit;
	unsigned int (*of_port)(const struct subnet_port *port);
	unsigned int (*of_group)(const struct subnet_group *group);
};

static unsigned int port_rate(const struct subnet_port *port)
{
	return ib_link_rate_gbps(port->speed, port->width);
}

static unsigned int group_rate(const struct subnet_group *group)
{
	return group->rate;
}

static unsigned int port_mtu(const struct subnet_port *port)
{
	return port->mtu;
}

static unsigned int group_mtu(const struct subnet_group *group)
{
	return group->mtu;
}

/* A member that is to join: limited ones cannot use a group anyway, and what
 * a link check has found already is not found again. */
static bool is_judged(const struct policy_context *context,
		      const struct limit *limit,
		      const struct plan_partition *partition,
		      const struct subnet_port *port)
{
	const struct port_match *match = policy_port_note(context, port)->match;
	const struct cable *cable = match ? match->cable : NULL;

	return policy_is_member_port(context, port) &&
	       port->node->type != IB_NODE_SWITCH && limit->of_port(port) &&
	       (policy_planned(context, partition, port) & IB_MEMBER_FULL) &&
	       !(cable && (cable->fault != FAULT_NONE ||
			   (cable->differs & limit->differs)));
}

static void describe(struct policy_context *context, const struct limit *limit,
		     const struct plan_partition *partition,
		     const struct subnet_group *group, const char *who,
		     struct finding *finding)
{
	unsigned int value = limit->of_group(group);
	char pkey[IB_PKEY_TEXT];

	finding->attribute = policy_text(context, "%s",
					 ib_pkey_format(pkey, partition->pkey));
	finding->expected = policy_text(context, "%s %u%s at least",
					limit->what, value, limit->unit);
	finding->message = policy_text(
		context,
		"%s cannot join the IPoIB group of partition %s (%s): it has "
		"%s, the group %s %u%s",
		who, policy_partition_name(context, partition),
		finding->attribute, finding->found, limit->what, value,
		limit->unit);
	finding->hint = policy_text(
		context,
		"Lower ipoib: {%s} of the partition, or bring the link up to "
		"it; a live group keeps its %s until OpenSM restarts.",
		limit->what, limit->what);
	finding->source = partition->pos;
}

static void report_port(struct policy_context *context, const struct rule *rule,
			const struct limit *limit,
			const struct plan_partition *partition,
			const struct subnet_group *group,
			const struct subnet_port *port)
{
	const struct port_match *match = policy_port_note(context, port)->match;
	struct policy_draft draft = {.port = match ? match->declared : NULL};
	struct finding *finding = &draft.finding;

	policy_subject_found(context, port, &finding->subject);
	finding->found = policy_text(context, "%s %u%s", limit->what,
				     limit->of_port(port), limit->unit);
	describe(context, limit, partition, group, finding->subject.name,
		 finding);
	policy_emit(context, rule, &draft);
}

/* None can join: the group is wrong, not the members. */
static void report_group(struct policy_context *context,
			 const struct rule *rule, const struct limit *limit,
			 const struct plan_partition *partition,
			 const struct subnet_group *group)
{
	const struct subnet *subnet = context->subnet;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	size_t i, capacity = 0;

	for (i = 0; i < subnet->end_port_count; i++) {
		if (is_judged(context, limit, partition,
			      subnet->end_ports[i])) {
			policy_affect(context, finding, &capacity,
				      policy_port_name(context,
						       subnet->end_ports[i]));
		}
	}
	finding->subject = (struct subject){
		.kind = SUBJECT_PARTITION,
		.name = policy_partition_name(context, partition),
		.port = -1,
	};
	draft.names[0] = finding->subject.name;
	finding->found = "less at every member";
	describe(context, limit, partition, group,
		 policy_text(context, "none of %zu members",
			     finding->affected_count),
		 finding);
	finding->message = policy_text(
		context,
		"none of the %zu members can join the IPoIB group of "
		"partition %s (%s): its %s is %u%s",
		finding->affected_count, finding->subject.name,
		finding->attribute, limit->what, limit->of_group(group),
		limit->unit);
	policy_emit(context, rule, &draft);
}

static void judge_group(struct policy_context *context, const struct rule *rule,
			const struct limit *limit,
			const struct plan_partition *partition,
			const struct subnet_group *group)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_port *port;
	size_t i, judged = 0, below = 0;

	for (i = 0; i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (is_judged(context, limit, partition, port)) {
			judged++;
			below += limit->of_port(port) < limit->of_group(group);
		}
	}
	if (below > 1 && below == judged) {
		report_group(context, rule, limit, partition, group);
		return;
	}
	for (i = 0; below && i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (is_judged(context, limit, partition, port) &&
		    limit->of_port(port) < limit->of_group(group)) {
			report_port(context, rule, limit, partition, group,
				    port);
		}
	}
}

/* Of a partition's broadcast groups (IPv4, IPv6) the more demanding one. */
static int check_groups(struct policy_context *context, const struct rule *rule,
			const struct limit *limit)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_group *group, *hardest;
	const struct plan_partition *partition;
	size_t i;

	if (!context->input->plan || !subnet->groups_known) {
		return 0;
	}
	for (i = 0; i < subnet->group_count;) {
		hardest = group = &subnet->groups[i];
		for (; i < subnet->group_count &&
		       subnet->groups[i].pkey == group->pkey;
		     i++) {
			if (limit->of_group(&subnet->groups[i]) >
			    limit->of_group(hardest)) {
				hardest = &subnet->groups[i];
			}
		}
		partition =
			partition_plan_find(context->input->plan, group->pkey);
		if (partition) {
			judge_group(context, rule, limit, partition, hardest);
		}
	}
	return context->failed ? -1 : 0;
}

/* --- ipoib.rate -------------------------------------------------------- */

static int check_rate(struct policy_context *context, const struct rule *rule)
{
	static const struct limit rate = {
		DIFFERS_SPEED | DIFFERS_WIDTH,
		"rate",
		" Gb/s",
		port_rate,
		group_rate,
	};

	return check_groups(context, rule, &rate);
}

const struct rule rule_ipoib_rate = {
	.id = "ipoib.rate",
	.severity = SEVERITY_WARNING,
	.summary = "A member's link is slower than the rate of its "
		   "partition's IPoIB broadcast group: it cannot join.",
	.causes = "The link came up slower or narrower than it should; or "
		  "the group's rate is set higher than the slowest member's "
		  "link. A live group keeps the rate it was made with.",
	.remedy = "Repair the link if it is slower than declared. Otherwise "
		  "lower ipoib: {rate} of the partition; the running OpenSM "
		  "takes a new rate only once the group is gone (restart).",
	.check = check_rate,
};

/* --- ipoib.mtu --------------------------------------------------------- */

static int check_mtu(struct policy_context *context, const struct rule *rule)
{
	static const struct limit mtu = {
		DIFFERS_MTU, "mtu", "", port_mtu, group_mtu,
	};

	return check_groups(context, rule, &mtu);
}

const struct rule rule_ipoib_mtu = {
	.id = "ipoib.mtu",
	.severity = SEVERITY_WARNING,
	.summary = "A member's link has a smaller MTU than its partition's "
		   "IPoIB broadcast group: it cannot join.",
	.causes = "The port or the switch port that faces it is limited to a "
		  "smaller MTU; or the group's MTU is set higher than the "
		  "smallest member's.",
	.remedy = "Raise the port's MTU if it is lower than declared. "
		  "Otherwise lower ipoib: {mtu} of the partition; the running "
		  "OpenSM takes a new MTU only once the group is gone "
		  "(restart).",
	.check = check_mtu,
};

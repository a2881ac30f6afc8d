/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What an inventory has already, and what init has to add to it. */
#include "policy/init_draft.h"

#include "policy/ignore.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"

#include <inttypes.h>
#include <string.h>

bool init_known_ignores(const struct init_draft *draft,
			const struct subnet_node *node)
{
	const struct inventory *known = draft->options->known;

	return known && ignore_covers_any(known, node);
}

bool init_known_takes(const struct init_draft *draft,
		      const struct subnet_port *port)
{
	const struct inventory *known = draft->options->known;
	const struct inventory_switch *sw;

	if (!known || port->node->type != IB_NODE_SWITCH) {
		return false;
	}
	sw = inventory_find_switch(known, port->node->guid);
	return sw && (inventory_port_unused(sw, port->number) ||
		      inventory_find_use(known, sw->guid, port->number));
}

int init_known_plan(struct init_draft *draft)
{
	const struct init_options *options = draft->options;

	return options->known
		       ? partition_plan_make(options->known, options->now,
					     &draft->plan, NULL)
		       : 0;
}

/* It asks for the same and for nothing else. */
static bool is_alike(const struct inventory_role *theirs,
		     const struct init_role *role)
{
	const struct attributes *attributes = &theirs->attributes;

	return attributes->speed == role->speed &&
	       attributes->width == role->width &&
	       attributes->mtu == role->mtu && !attributes->has_partitions &&
	       !attributes->check_count;
}

static bool is_role_name(const struct inventory *known, const char *name)
{
	size_t i;

	for (i = 0; i < known->role_count; i++) {
		if (!strcmp(known->roles[i].name, name)) {
			return true;
		}
	}
	return false;
}

int init_known_role(const struct init_draft *draft, struct init_role *role)
{
	const struct inventory *known = draft->options->known;
	const char *name = role->name;
	unsigned int again;
	size_t i;

	for (i = 0; known && i < known->role_count; i++) {
		if (is_alike(&known->roles[i], role)) {
			role->name = known->roles[i].name;
			role->declared = true;
			return 0;
		}
	}
	for (again = 2; known && role->name && is_role_name(known, role->name);
	     again++) {
		role->name = arena_printf(draft->arena, "%s-%u", name, again);
	}
	return role->name ? 0 : -1;
}

static enum ib_membership held(const struct init_draft *draft,
			       const struct subnet_port *port, uint16_t base)
{
	unsigned int bits = IB_MEMBER_NONE;
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		if (ib_pkey_base(port->pkeys[i]) == base) {
			bits |= ib_pkey_is_full(port->pkeys[i])
					? IB_MEMBER_FULL
					: IB_MEMBER_LIMITED;
		}
	}
	return bits == IB_MEMBER_BOTH && !draft->plan->allow_both_pkeys
		       ? IB_MEMBER_FULL
		       : (enum ib_membership)bits;
}

/* The port has more of the partition than the plan gives it. */
static bool has_more(const struct init_draft *draft,
		     const struct plan_partition *partition,
		     const struct subnet_port *port)
{
	enum ib_membership has = held(draft, port, partition->pkey);

	return has && !init_is_sm(draft, port->guid) &&
	       has != plan_membership(partition, port->guid, port->node->type,
				      false);
}

void init_known_add_grants(const struct init_draft *draft,
			   const struct subnet_port *port, struct strbuf *out)
{
	bool any = false;
	size_t i;

	for (i = 0; draft->plan && i < draft->plan->partition_count; i++) {
		const struct plan_partition *partition =
			&draft->plan->partitions[i];

		if (!has_more(draft, partition, port)) {
			continue;
		}
		strbuf_addstr(out, any ? ", " : ", partitions: {");
		init_add_scalar(out, partition->name);
		strbuf_addf(out, ": %s",
			    ib_membership_name(
				    held(draft, port, partition->pkey)));
		any = true;
	}
	strbuf_addstr(out, any ? "}" : "");
}

/* No line of its own can say what it has: a port of an ignored node, or port 0
 * of a switch that is new. */
static bool has_no_line(const struct init_draft *draft,
			const struct subnet_port *port)
{
	const struct init_node *node = init_node_of(draft, port->node);

	return port->pkeys_known && port->guid &&
	       (port->node->type == IB_NODE_SWITCH ? !node->declared
						   : node->ignored);
}

static void write_members(const struct init_draft *draft,
			  const struct plan_partition *partition,
			  struct strbuf *out)
{
	const struct subnet *subnet = draft->subnet;
	struct strbuf place = STRBUF_INIT;
	bool any = false;
	size_t i;

	diag_format_pos(&place, partition->pos);
	for (i = 0; i < subnet->end_port_count; i++) {
		const struct subnet_port *port = subnet->end_ports[i];

		if (!has_no_line(draft, port) ||
		    !has_more(draft, partition, port)) {
			continue;
		}
		if (!any) {
			strbuf_addf(out, "#   %s%s", partition->name,
				    place.length ? ", " : "");
			strbuf_add_safe(out, strbuf_text(&place), place.length);
			strbuf_addch(out, '\n');
		}
		any = true;
		strbuf_addf(out, "#     0x%016" PRIx64 ": %s", port->guid,
			    ib_membership_name(
				    held(draft, port, partition->pkey)));
		init_end_line(draft, NULL, out);
	}
	out->failed = out->failed || place.failed;
	strbuf_free(&place);
}

void init_write_known_members(const struct init_draft *draft,
			      struct strbuf *out)
{
	struct strbuf lines = STRBUF_INIT;
	size_t i;

	for (i = 0; draft->plan && i < draft->plan->partition_count; i++) {
		write_members(draft, &draft->plan->partitions[i], &lines);
	}
	if (lines.length) {
		strbuf_addstr(out,
			      "\n# Switches and ignored nodes with P_Keys "
			      "of declared partitions. What is meant goes\n"
			      "# into members: there.\n");
		strbuf_addstr(out, strbuf_text(&lines));
	}
	out->failed = out->failed || lines.failed;
	strbuf_free(&lines);
}

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* How ports, switches, hosts and cables are named in findings. */
#ifndef IBPOLICY_POLICY_SUBJECT_H
#define IBPOLICY_POLICY_SUBJECT_H

#include "policy/policy_context.h"

/* All fill *out; names are safe to print and stand in the result's arena or
 * in the inventory. A declared thing bears its declared name; what nobody
 * declares is named as the site's node name map has it, else by its
 * NodeDescription in quotation marks (which nobody vouches for), or by its
 * GUID. */
void policy_subject_port(struct policy_context *context,
			 const struct port_match *match, struct subject *out);
void policy_subject_host(struct policy_context *context,
			 const struct inventory_host *host,
			 struct subject *out);
void policy_subject_switch(struct policy_context *context,
			   const struct switch_match *match,
			   struct subject *out);
void policy_subject_node(struct policy_context *context,
			 const struct subnet_node *node, struct subject *out);
/* Any port of the fabric, declared or not. */
void policy_subject_found(struct policy_context *context,
			  const struct subnet_port *port, struct subject *out);
/* An end of a declared cable, there or not. */
void policy_subject_side(struct policy_context *context,
			 const struct cable_side *side, struct subject *out);

/* Text from the wire, made safe and put in quotation marks: those inside it
 * are escaped, so that it ends where it ends. */
const char *policy_quoted(struct policy_context *context, const char *raw);

/* The name alone. */
const char *policy_port_name(struct policy_context *context,
			     const struct subnet_port *port);
const char *policy_node_name(struct policy_context *context,
			     const struct subnet_node *node);
/* Where a port's cable leads: a name, or "nowhere (Down, Polling)". */
const char *policy_cabled_to(struct policy_context *context,
			     const struct subnet_port *port);

#endif

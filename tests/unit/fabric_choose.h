/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a change is done to: some node, some port, some cable. */
#ifndef IBPOLICY_TESTS_FABRIC_CHOOSE_H
#define IBPOLICY_TESTS_FABRIC_CHOOSE_H

#include "tests/unit/fabric_changes.h"

/* NULL or false: there is none such in this fabric. Aggregation nodes are never
 * chosen; a host port is one that is no SM and has a cable to a switch. */
struct subnet_node *any_node(const struct subnet *subnet, struct dice *dice,
			     enum ib_node_type type);
struct subnet_node *node_of(const struct subnet *subnet, uint64_t guid);
struct subnet_port *any_port(const struct subnet *subnet, struct dice *dice,
			     enum ib_node_type type,
			     enum ib_node_type peer_type,
			     struct subnet_node **node);
bool is_sm(const struct subnet *subnet, uint64_t guid);
struct subnet_port *any_host_port(const struct subnet *subnet,
				  struct dice *dice, struct subnet_node **node);
void drop_port(struct subnet_node *node, struct subnet_port *port);
void drop_node(struct subnet *subnet, struct subnet_node *node);
void expect_cable(struct expected *expected, const struct subnet_node *node,
		  const struct subnet_port *port);

#endif

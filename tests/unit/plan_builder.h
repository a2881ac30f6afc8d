/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Plans for tests, from inventories written out in YAML. */
#ifndef IBPOLICY_TESTS_PLAN_BUILDER_H
#define IBPOLICY_TESTS_PLAN_BUILDER_H

#include "policy/inventory.h"
#include "policy/partition_plan.h"
#include "policy/port_set.h"

#include <stdint.h>

/* 2026-11-30T12:00:00Z */
enum { PLAN_BUILDER_NOW = 1796040000 };

struct built_plan {
	struct inventory *inventory;
	struct partition_plan *plan; /* NULL: no partitions: */
};

/* Fails the test with what the reader says where the YAML has faults. */
void plan_build(struct built_plan *built, const char *yaml);
void plan_release(struct built_plan *built);

/* The finished set of what the two declare and name; before may be NULL. */
struct port_set *plan_build_ports(const struct built_plan *before,
				  const struct built_plan *after);

#endif

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What hosts and switches have in common in the inventory's text. */
#ifndef IBPOLICY_IO_INVENTORY_YAML_HOSTS_H
#define IBPOLICY_IO_INVENTORY_YAML_HOSTS_H

#include "policy/io/inventory_fields.h"

/* labels: {pcie_slot: "3"} */
void read_labels(struct inventory_reader *reader,
		 const struct yaml_value *value, struct label **items,
		 size_t *count);

/* "leaf01/1"; target is struct cable_end. */
void read_cable_end(struct inventory_reader *reader,
		    const struct yaml_value *value, void *target);

#endif

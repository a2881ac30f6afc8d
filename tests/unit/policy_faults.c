/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Faults of the built fabric that more than one family of cases needs. */
#include "tests/unit/policy_cases.h"

void fault_host_gone(struct fabric *fabric)
{
	fabric_unlink(fabric, LEAF1, 1);
	fabric_unlink(fabric, LEAF2, 1);
	fabric_remove(fabric, CN1);
}

void fault_single_port_host_gone(struct fabric *fabric)
{
	fabric_remove(fabric, CN2);
}

void fault_port_unlisted(struct fabric *fabric)
{
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, "new \"host\"\x1b[31m", 1);
	fabric_link(fabric, 0xe0, 1, LEAF1, 4);
	fabric_pkeys(fabric, 0xe0, 1, 0x7fff, 0);
}

void fault_port_unlisted_in_unused(struct fabric *fabric)
{
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, NULL, 1);
	fabric_link(fabric, 0xe0, 1, LEAF1, 5);
	fabric_pkeys(fabric, 0xe0, 1, 0x7fff, 0);
}

void fault_ports_not_strict(struct fabric *fabric)
{
	fault_port_unlisted(fabric);
	fabric_edit(fabric, "# more", "strict: {ports: false}");
}

void fault_port_ignored(struct fabric *fabric)
{
	fault_port_unlisted_in_unused(fabric);
	fabric_node(fabric, 0xe0)->device = 0xcf09;
	fabric_edit(fabric, "# more",
		    "ignore: [{vendor: 0x02c9, device: 0xcf09}]");
}

void fault_link_unlisted(struct fabric *fabric)
{
	fabric_link(fabric, LEAF1, 10, SPINE1, 10);
}

void fault_host_cables_swapped(struct fabric *fabric)
{
	fabric_link(fabric, LEAF1, 1, CN2, 1);
	fabric_link(fabric, LEAF1, 2, CN1, 1);
}

void fault_both_ends(struct fabric *fabric, uint64_t guid, unsigned int number,
		     enum ib_speed speed, enum ib_width width, unsigned int mtu)
{
	struct subnet_port *ends[2];
	int i;

	ends[0] = fabric_port(fabric, guid, number);
	ends[1] = fabric_port(fabric, ends[0]->peer_guid, ends[0]->peer_number);
	for (i = 0; i < 2; i++) {
		ends[i]->speed = speed;
		ends[i]->width = width;
		ends[i]->mtu = mtu;
	}
}

void fault_link_slow(struct fabric *fabric)
{
	fault_both_ends(fabric, SPINE1, 1, IB_SPEED_EDR, IB_WIDTH_4X, 4096);
}

void fault_link_slow_and_narrow(struct fabric *fabric)
{
	fault_both_ends(fabric, CN2, 1, IB_SPEED_EDR, IB_WIDTH_1X, 4096);
}

void fault_pkey_unknown(struct fabric *fabric)
{
	fabric_pkeys(fabric, NAS, 1, 0x7fff, 0x8002, 0x8013, 0);
}

void fault_pkeys_not_read(struct fabric *fabric)
{
	struct subnet_port *port = fabric_port(fabric, CN2, 1);

	port->pkeys_known = false;
	port->pkey_count = 0;
	port->unassessed = "P_Key table did not answer";
}

void fault_no_plan(struct fabric *fabric)
{
	fault_pkey_unknown(fabric);
	fabric_edit(fabric,
		    "partitions:\n"
		    "  Default: {pkey: 0x7fff, members: {ALL: limited}}\n"
		    "  compute: {pkey: 0x0001}\n"
		    "  storage: {pkey: 0x0002}\n",
		    "");
	fabric_edit(fabric, ", partitions: {compute: full, storage: limited}",
		    "");
	fabric_edit(fabric, ", partitions: {storage: full}", "");
}

void fault_compute_to_storage(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_BAD_P_KEY, 1, CN2 + 1, NAS + 1, 0x8001, 60);
}

void fault_host_cable_flaps(struct fabric *fabric)
{
	fabric_flap(fabric, LEAF1, 2, 6, 60);
}

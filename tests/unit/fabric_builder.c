/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A small fabric and the inventory that it fits, to be bent by a test. */
#include "tests/unit/fabric_builder.h"

#include "policy/io/inventory_yaml.h"
#include "policy/strbuf.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { GONE = 1000 }; /* the number of a port that is taken out */

static const char base_yaml[] =
	"version: 1\n"
	"fabric: test\n"
	"roles:\n"
	"  compute: {speed: HDR, width: 4x, mtu: 4096,"
	" partitions: {compute: full, storage: limited}}\n"
	"  storage: {speed: HDR, width: 4x, mtu: 4096,"
	" partitions: {storage: full}}\n"
	"  uplink: {speed: HDR, width: 4x, mtu: 4096}\n"
	"partitions:\n"
	"  Default: {pkey: 0x7fff, members: {ALL: limited}}\n"
	"  compute: {pkey: 0x0001}\n"
	"  storage: {pkey: 0x0002}\n"
	"subnet_managers:\n"
	"  sm-a: {guid: 0xc41, priority: 13}\n"
	"  sm-b: {guid: 0xc51, priority: 12}\n"
	"hosts:\n"
	"  cn1:\n"
	"    role: compute\n"
	"    location: R1 U1\n"
	"    ports:\n"
	"      p/1: {guid: 0xc11, peer: leaf1/1}\n"
	"      p/2: {guid: 0xc12, peer: leaf2/1}\n"
	"  cn2: {role: compute, ports: {p/1: {guid: 0xc21, peer: leaf1/2}}}\n"
	"  nas: {role: storage, ports: {p/1: {guid: 0xc31, peer: leaf2/2}}}\n"
	"  mgm: {ports: {p/1: {guid: 0xc41, peer: leaf1/3}}}\n"
	"switches:\n"
	"  leaf1: {guid: 0xa1, unused: \"5-6\"}\n"
	"  leaf2: {guid: 0xa2}\n"
	"  spine1: {guid: 0xb1}\n"
	"links:\n"
	"  - {from: leaf1/9, to: spine1/1, role: uplink}\n"
	"  - {from: leaf2/9, to: spine1/2, role: uplink}\n"
	"# more\n";

/* --- The subnet -------------------------------------------------------- */

struct subnet_node *fabric_node(struct fabric *fabric, uint64_t guid)
{
	struct subnet *subnet = fabric->subnet;
	size_t i;

	for (i = 0; i < subnet->node_count; i++) {
		if (subnet->nodes[i].guid == guid) {
			return &subnet->nodes[i];
		}
	}
	fail_msg("no node 0x%llx", (unsigned long long)guid);
	abort();
}

struct subnet_port *fabric_port(struct fabric *fabric, uint64_t guid,
				unsigned int number)
{
	struct subnet_node *node = fabric_node(fabric, guid);
	size_t i;

	for (i = 0; i < node->port_count; i++) {
		if (node->ports[i].number == number) {
			return &node->ports[i];
		}
	}
	fail_msg("no port 0x%llx/%u", (unsigned long long)guid, number);
	abort();
}

static void add_ports(struct fabric *fabric, struct subnet_node *node,
		      unsigned int ports)
{
	bool is_switch = node->type == IB_NODE_SWITCH;
	struct subnet_port *port;
	unsigned int i;

	node->ports = arena_array(fabric->subnet->arena, FABRIC_PORTS,
				  sizeof(*node->ports));
	assert_non_null(node->ports);
	for (i = is_switch ? 0 : 1; i <= ports; i++) {
		port = &node->ports[node->port_count++];
		port->number = i;
		port->guid = is_switch ? node->guid : node->guid + i;
		port->lid = is_switch && i ? 0 : (unsigned int)port->guid;
		port->state = i ? IB_PORT_DOWN : IB_PORT_ACTIVE;
		port->phys = i ? IB_PHYS_POLLING : IB_PHYS_LINK_UP;
		port->speed_enabled = 1u << IB_SPEED_HDR | 1u << IB_SPEED_EDR |
				      1u << IB_SPEED_SDR;
		port->width_enabled = 1u << IB_WIDTH_1X | 1u << IB_WIDTH_4X;
		port->speed_supported = port->speed_enabled;
		port->width_supported = port->width_enabled;
		port->mtu_cap = 4096;
		port->pkey_cap = 128;
	}
}

struct subnet_node *fabric_add_node(struct fabric *fabric, uint64_t guid,
				    enum ib_node_type type,
				    const char *description, unsigned int ports)
{
	struct subnet *subnet = fabric->subnet;
	struct subnet_node *node = &subnet->nodes[subnet->node_count++];

	assert_true(subnet->node_count <= FABRIC_NODES);
	assert_true(ports < FABRIC_PORTS);
	node->guid = guid;
	node->type = type;
	node->vendor = 0x02c9;
	node->device = 0x101b;
	node->description = description;
	add_ports(fabric, node, ports);
	return node;
}

static void join(struct subnet_port *port, uint64_t guid, unsigned int number)
{
	port->peer_guid = guid;
	port->peer_number = number;
	port->state = IB_PORT_ACTIVE;
	port->phys = IB_PHYS_LINK_UP;
	port->speed = IB_SPEED_HDR;
	port->width = IB_WIDTH_4X;
	port->mtu = 4096;
}

void fabric_link(struct fabric *fabric, uint64_t a, unsigned int a_number,
		 uint64_t b, unsigned int b_number)
{
	join(fabric_port(fabric, a, a_number), b, b_number);
	join(fabric_port(fabric, b, b_number), a, a_number);
}

static void unplug(struct fabric *fabric, struct subnet_node *node,
		   struct subnet_port *port)
{
	(void)fabric;
	port->peer_guid = 0;
	port->peer_number = 0;
	port->state = IB_PORT_DOWN;
	port->phys = IB_PHYS_POLLING;
	port->speed = IB_SPEED_UNKNOWN;
	port->width = IB_WIDTH_UNKNOWN;
	port->mtu = 0;
	if (node->type != IB_NODE_SWITCH) {
		port->number = GONE;
	}
}

void fabric_unlink(struct fabric *fabric, uint64_t guid, unsigned int number)
{
	struct subnet_port *port = fabric_port(fabric, guid, number);
	uint64_t peer_guid = port->peer_guid;
	unsigned int peer_number = port->peer_number;

	unplug(fabric, fabric_node(fabric, guid), port);
	if (peer_guid) {
		unplug(fabric, fabric_node(fabric, peer_guid),
		       fabric_port(fabric, peer_guid, peer_number));
	}
}

void fabric_remove(struct fabric *fabric, uint64_t guid)
{
	struct subnet_node *node = fabric_node(fabric, guid);
	size_t i;

	for (i = 0; i < node->port_count; i++) {
		if (node->ports[i].peer_guid) {
			fabric_unlink(fabric, guid, node->ports[i].number);
		}
	}
	*node = fabric->subnet->nodes[--fabric->subnet->node_count];
}

void fabric_pkeys(struct fabric *fabric, uint64_t guid, unsigned int number,
		  ...)
{
	struct subnet_port *port = fabric_port(fabric, guid, number);
	uint16_t *pkeys = arena_array(fabric->subnet->arena, 16, 2);
	va_list args;
	int pkey;

	assert_non_null(pkeys);
	port->pkeys_known = true;
	port->pkeys = pkeys;
	port->pkey_count = 0;
	va_start(args, number);
	while ((pkey = va_arg(args, int)) != 0) {
		pkeys[port->pkey_count++] = (uint16_t)pkey;
	}
	va_end(args);
}

struct subnet_sm *fabric_add_sm(struct fabric *fabric, uint64_t port_guid,
				unsigned int priority, enum ib_sm_state state)
{
	struct subnet_sm *sm = &fabric->subnet->sms[fabric->subnet->sm_count++];

	sm->port_guid = port_guid;
	sm->priority = priority;
	sm->state = state;
	return sm;
}

struct subnet_sm *fabric_sm(struct fabric *fabric, uint64_t port_guid)
{
	size_t i;

	for (i = 0; i < fabric->subnet->sm_count; i++) {
		if (fabric->subnet->sms[i].port_guid == port_guid) {
			return &fabric->subnet->sms[i];
		}
	}
	fail_msg("no SM 0x%llx", (unsigned long long)port_guid);
	abort();
}

static void build_subnet(struct fabric *fabric)
{
	struct subnet *subnet = subnet_new();

	assert_non_null(subnet);
	fabric->subnet = subnet;
	subnet->source = SUBNET_FROM_SNAPSHOT;
	subnet->sms_known = true;
	subnet->nodes = arena_array(subnet->arena, FABRIC_NODES,
				    sizeof(*subnet->nodes));
	subnet->sms = arena_array(subnet->arena, 8, sizeof(*subnet->sms));
	assert_non_null(subnet->nodes);
	assert_non_null(subnet->sms);
	fabric_add_node(fabric, LEAF1, IB_NODE_SWITCH, "leaf1", 12);
	fabric_add_node(fabric, LEAF2, IB_NODE_SWITCH, "MF0;leaf2:QM8700/U1",
			12);
	fabric_add_node(fabric, SPINE1, IB_NODE_SWITCH, "spine1", 12);
	fabric_add_node(fabric, CN1, IB_NODE_CA, "cn1 mlx5_0", 2);
	fabric_add_node(fabric, CN2, IB_NODE_CA, "cn2 HCA-1", 1);
	fabric_add_node(fabric, NAS, IB_NODE_CA, "nas mlx5_0", 1);
	fabric_add_node(fabric, MGM, IB_NODE_CA, "mgm mlx5_0", 1);
	fabric_add_node(fabric, SMB, IB_NODE_CA, "smb mlx5_0", 1);
	fabric_link(fabric, SPINE1, 1, LEAF1, 9);
	fabric_link(fabric, SPINE1, 2, LEAF2, 9);
	fabric_link(fabric, LEAF1, 1, CN1, 1);
	fabric_link(fabric, LEAF2, 1, CN1, 2);
	fabric_link(fabric, LEAF1, 2, CN2, 1);
	fabric_link(fabric, LEAF2, 2, NAS, 1);
	fabric_link(fabric, LEAF1, 3, MGM, 1);
	fabric_link(fabric, LEAF2, 3, SMB, 1);
	fabric_pkeys(fabric, LEAF1, 0, 0x7fff, 0);
	fabric_pkeys(fabric, LEAF2, 0, 0x7fff, 0);
	fabric_pkeys(fabric, SPINE1, 0, 0x7fff, 0);
	fabric_pkeys(fabric, CN1, 1, 0x7fff, 0x8001, 0x0002, 0);
	fabric_pkeys(fabric, CN1, 2, 0x7fff, 0x8001, 0x0002, 0);
	fabric_pkeys(fabric, CN2, 1, 0x7fff, 0x8001, 0x0002, 0);
	fabric_pkeys(fabric, NAS, 1, 0x7fff, 0x8002, 0);
	fabric_pkeys(fabric, MGM, 1, 0xffff, 0);
	fabric_pkeys(fabric, SMB, 1, 0xffff, 0);
	fabric_add_sm(fabric, MGM + 1, 13, IB_SM_MASTER);
	fabric_add_sm(fabric, SMB + 1, 12, IB_SM_STANDBY);
}

struct fabric *fabric_new(void)
{
	struct fabric *fabric = calloc(1, sizeof(*fabric));

	assert_non_null(fabric);
	fabric->yaml = strdup(base_yaml);
	assert_non_null(fabric->yaml);
	fabric->now = 1790000000; /* September 2026 */
	build_subnet(fabric);
	return fabric;
}

void fabric_free(struct fabric *fabric)
{
	policy_result_free(fabric->result);
	partition_plan_free(fabric->plan);
	inventory_free(fabric->inventory);
	subnet_free(fabric->subnet);
	trap_log_free(fabric->traps);
	link_log_free(fabric->links);
	free(fabric->yaml);
	free(fabric);
}

void fabric_edit(struct fabric *fabric, const char *from, const char *to)
{
	char *at = strstr(fabric->yaml, from);
	struct strbuf text = STRBUF_INIT;

	if (!at || strstr(at + 1, from)) {
		fail_msg("\"%s\" does not stand once in the inventory", from);
	}
	strbuf_add(&text, fabric->yaml, (size_t)(at - fabric->yaml));
	strbuf_addstr(&text, to);
	strbuf_addstr(&text, at + strlen(from));
	assert_false(text.failed);
	free(fabric->yaml);
	fabric->yaml = text.data;
}

/* --- What happened before ---------------------------------------------- */

void fabric_trap(struct fabric *fabric, enum trap_number number, size_t count,
		 unsigned int lid1, unsigned int lid2, uint16_t pkey, int sec)
{
	const struct trap trap = {
		.at = fabric->now - sec,
		.number = number,
		.issuer_lid = lid2 ? lid2 : lid1,
		.issuer_guid = lid2 ? lid2 : lid1,
		.lids = {lid1, lid2},
		.pkey = pkey,
	};
	size_t i;

	if (!fabric->traps) {
		fabric->traps = trap_log_new();
		assert_non_null(fabric->traps);
	}
	for (i = 0; i < count; i++) {
		trap_log_add(fabric->traps, &trap);
	}
}

void fabric_flap(struct fabric *fabric, uint64_t guid, unsigned int number,
		 size_t count, int sec)
{
	struct subnet_port *port = fabric_port(fabric, guid, number);
	struct link_entry *entry;
	size_t i;

	if (!fabric->links) {
		fabric->links = link_log_new();
		assert_non_null(fabric->links);
	}
	entry = &fabric->links->entries[fabric->links->entry_count++];
	entry->ends[0] = (struct link_end){.node_guid = guid, .number = number};
	entry->ends[1] = (struct link_end){.node_guid = port->peer_guid,
					   .number = port->peer_number};
	if (fabric_node(fabric, port->peer_guid)->type != IB_NODE_SWITCH) {
		entry->ends[1].port_guid = port->peer_guid + port->peer_number;
	}
	for (i = 0; i < count; i++) {
		entry->times[entry->count++] =
			fabric->now - (int64_t)(count - 1 - i) * sec;
	}
}

/* --- Evaluation -------------------------------------------------------- */

static void drop_gone_ports(struct subnet *subnet)
{
	struct subnet_node *node;
	size_t i, k, kept;

	for (i = 0; i < subnet->node_count; i++) {
		node = &subnet->nodes[i];
		for (k = 0, kept = 0; k < node->port_count; k++) {
			if (node->ports[k].number != GONE) {
				node->ports[kept++] = node->ports[k];
			}
		}
		node->port_count = kept;
	}
}

static void reverse(void *items, size_t count, size_t size)
{
	char *low = items, *high = low + size * count, byte;
	size_t i;

	while (count && low < (high -= size)) {
		for (i = 0; i < size; i++) {
			byte = low[i];
			low[i] = high[i];
			high[i] = byte;
		}
		low += size;
	}
}

static void reverse_subnet(struct subnet *subnet)
{
	size_t i;

	for (i = 0; i < subnet->node_count; i++) {
		reverse(subnet->nodes[i].ports, subnet->nodes[i].port_count,
			sizeof(struct subnet_port));
	}
	reverse(subnet->nodes, subnet->node_count, sizeof(struct subnet_node));
	reverse(subnet->sms, subnet->sm_count, sizeof(struct subnet_sm));
}

static void load_inventory(struct fabric *fabric)
{
	struct arena *arena = arena_new();
	struct strbuf text = STRBUF_INIT;
	struct diag_list diags;
	struct error error = {0};

	assert_non_null(arena);
	diag_list_init(&diags, arena);
	if (inventory_yaml_parse("inventory.yaml", fabric->yaml,
				 strlen(fabric->yaml), &fabric->inventory,
				 &diags, &error)) {
		fail_msg("%s", error.message);
	}
	diag_format_list(&text, &diags);
	if (diag_has_errors(&diags)) {
		fail_msg("%s", strbuf_text(&text));
	}
	strbuf_free(&text);
	arena_free(arena);
	assert_int_equal(partition_plan_make(fabric->inventory, fabric->now,
					     &fabric->plan, &error),
			 0);
}

static void evaluate(struct fabric *fabric)
{
	struct policy_input input = {
		.now = fabric->now,
		.only = fabric->only_count ? fabric->only : NULL,
		.only_count = fabric->only_count,
		.fallback_reason = fabric->fallback_reason,
	};
	struct error error = {0};

	drop_gone_ports(fabric->subnet);
	if (fabric->reversed) {
		reverse_subnet(fabric->subnet);
	}
	if (subnet_finish(fabric->subnet, &error)) {
		fail_msg("%s", error.message);
	}
	load_inventory(fabric);
	input.inventory = fabric->inventory;
	input.subnet = fabric->subnet;
	input.plan = fabric->plan;
	input.links = fabric->links;
	input.traps = fabric->traps;
	if (fabric->traps) {
		trap_log_see(fabric->traps, fabric->subnet, fabric->now);
	}
	assert_int_equal(policy_evaluate(&input, &fabric->result, &error), 0);
}

static void describe(const struct policy_result *result, struct strbuf *out)
{
	const struct finding *finding;
	size_t i;

	for (i = 0; i < result->finding_count; i++) {
		finding = &result->findings[i];
		strbuf_addf(out, "%c %s %s",
			    severity_name(finding->severity)[0] - 'a' + 'A',
			    finding->check, finding->subject.name);
		if (finding->attribute) {
			strbuf_addf(out, " [%s]", finding->attribute);
		}
		if (finding->suppressed) {
			strbuf_addf(out, " (by %s)", finding->suppressed_by);
		}
		strbuf_addch(out, '\n');
	}
	for (i = 0; i < result->unassessed_count; i++) {
		strbuf_addf(out, "? %s %s: %zu\n", result->unassessed[i].check,
			    result->unassessed[i].reason,
			    result->unassessed[i].count);
	}
}

void fabric_expect(struct fabric *fabric, const char *expected)
{
	struct strbuf text = STRBUF_INIT;

	evaluate(fabric);
	describe(fabric->result, &text);
	assert_false(text.failed);
	assert_string_equal(strbuf_text(&text), expected);
	strbuf_free(&text);
}

const struct finding *fabric_finding(const struct fabric *fabric, size_t index)
{
	assert_true(index < fabric->result->finding_count);
	return &fabric->result->findings[index];
}

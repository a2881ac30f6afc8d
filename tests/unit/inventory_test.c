/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The finished inventory: look-ups, order, what is expected of a subject. */
#include "tests/unit/inventory_text.h"

static const char fabric[] =
	"version: 1\n"
	"fabric: f\n"
	"roles:\n"
	"  compute: {speed: HDR, width: 4x, mtu: 4096, partitions: {a: full},\n"
	"    checks: {port.missing: critical, \"link.*\": {confirm: 60s}}}\n"
	"  tenant: {speed: EDR}\n"
	"  uplink: {width: 2x, checks: {link.missing: info}}\n"
	"partitions:\n"
	"  b: {pkey: 0x2, members: {\"role:tenant\": full, l1: limited}}\n"
	"  a: {pkey: 0x1}\n"
	"subnet_managers:\n"
	"  sm: {guid: 0x11, priority: 13}\n"
	"hosts:\n"
	"  g1:\n"
	"    role: compute\n"
	"    width: 2x\n"
	"    checks: {port.missing: {confirm: 5m}}\n"
	"    ports:\n"
	"      p1: {guid: 0x11, peer: l1/1, mtu: 2048}\n"
	"      p2: {guid: 0x12, peer: l1/2, role: tenant, partitions: {}}\n"
	"  g2: {ports: {p1: {guid: 0x13, peer: l2/1, checks: {\n"
	"    port.missing: none, \"port.*\": {severity: info, confirm: "
	"7s}}}}}\n"
	"switches:\n"
	"  l2: {guid: 0x21, checks: {switch.missing: warning}}\n"
	"  l1: {guid: 0x22, unused: \"7-9\"}\n"
	"links:\n"
	"  - {from: l1/30-31, to: l2/30-31, role: uplink, mtu: 256}\n"
	"states:\n"
	"  - {subject: g1, state: maintenance, until: 2027-01-31}\n"
	"  - {subject: g1/p2, state: quarantine}\n"
	"  - {subject: l2/31, state: planned}\n"
	"checks:\n"
	"  port.missing: {severity: warning, confirm: 90s}\n"
	"  link.flapping: {threshold: 4, window: 10m}\n";

static void parse_fabric(struct parsed *parsed)
{
	static const char *const nothing[] = {NULL};

	parse_text(parsed, fabric);
	check_diags(fabric, &parsed->diags, nothing, 1);
}

static void test_lookups(void **state)
{
	struct inventory *inventory;
	struct parsed parsed;

	(void)state;
	parse_fabric(&parsed);
	inventory = parsed.inventory;
	assert_string_equal(inventory_find_port(inventory, 0x12)->name,
			    "g1/p2");
	assert_null(inventory_find_port(inventory, 0x21));
	assert_string_equal(inventory_find_switch(inventory, 0x22)->name, "l1");
	assert_null(inventory_find_switch(inventory, 0x11));
	assert_string_equal(inventory_find_sm(inventory, 0x11)->name, "sm");
	assert_ptr_equal(inventory_find_sm(inventory, 0x11)->port,
			 inventory_find_port(inventory, 0x11));
	assert_null(inventory_find_sm(inventory, 0x12));
	assert_int_equal(inventory_host_named(inventory, "g1")->port_count, 2);
	assert_null(inventory_host_named(inventory, "l1"));
	assert_int_equal(inventory_switch_named(inventory, "l2")->guid, 0x21);
	assert_int_equal(inventory_partition_named(inventory, "b")->pkey, 2);
	assert_null(inventory_partition_named(inventory, "c"));
	assert_int_equal(
		inventory_role_named(inventory, "tenant")->attributes.speed,
		IB_SPEED_EDR);
	parsed_free(&parsed);
}

static void test_uses(void **state)
{
	const struct switch_port_use *use;
	struct inventory *inventory;
	struct parsed parsed;

	(void)state;
	parse_fabric(&parsed);
	inventory = parsed.inventory;
	assert_int_equal(inventory->use_count, 7);
	use = inventory_find_use(inventory, 0x22, 2);
	assert_string_equal(use->port->name, "g1/p2");
	assert_null(use->link);
	use = inventory_find_use(inventory, 0x22, 31);
	assert_null(use->port);
	/* ends[0] is the lower node GUID: l2, although it is written last. */
	assert_int_equal(use->link_end, 1);
	assert_string_equal(use->link->ends[0].text, "l2/31");
	assert_null(inventory_find_use(inventory, 0x22, 3));
	assert_true(
		inventory_port_unused(inventory_switch_named(inventory, "l1"),
				      7));
	assert_false(
		inventory_port_unused(inventory_switch_named(inventory, "l1"),
				      10));
	assert_false(
		inventory_port_unused(inventory_switch_named(inventory, "l1"),
				      255));
	parsed_free(&parsed);
}

static void test_implied_default(void **state)
{
	const struct inventory_partition *partition;
	struct parsed parsed;

	(void)state;
	parse_fabric(&parsed);
	assert_int_equal(parsed.inventory->partition_count, 3);
	partition = &parsed.inventory->partitions[0];
	assert_string_equal(partition->name, "Default");
	assert_int_equal(partition->pkey, 0x7fff);
	assert_true(partition->implied);
	assert_int_equal(partition->member_count, 1);
	assert_int_equal(partition->members[0].selector.kind, SELECT_ALL);
	assert_int_equal(partition->members[0].membership, IB_MEMBER_LIMITED);
	assert_int_equal(partition[1].pkey, 1);
	assert_int_equal(partition[2].pkey, 2);
	parsed_free(&parsed);
	/* Without "partitions:" there is no plan. */
	parse_text(&parsed, "version: 1\nfabric: f\n");
	assert_int_equal(parsed.inventory->partition_count, 0);
	assert_false(parsed.inventory->has_partitions);
	parsed_free(&parsed);
}

static void test_selectors(void **state)
{
	const struct inventory_partition *partition;
	const struct selector *selector;
	struct parsed parsed;

	(void)state;
	parse_fabric(&parsed);
	partition = inventory_partition_named(parsed.inventory, "b");
	assert_int_equal(partition->member_count, 2);
	/* The port's own role counts, not its host's. */
	selector = &partition->members[0].selector;
	assert_int_equal(selector->kind, SELECT_ROLE);
	assert_int_equal(selector->port_count, 1);
	assert_string_equal(selector->ports[0]->name, "g1/p2");
	selector = &partition->members[1].selector;
	assert_int_equal(selector->kind, SELECT_HOSTS);
	assert_int_equal(selector->port_count, 0);
	assert_int_equal(selector->switch_count, 1);
	assert_string_equal(selector->switches[0]->name, "l1");
	parsed_free(&parsed);
}

static void test_expectations(void **state)
{
	struct inventory *inventory;
	struct expectation expected;
	struct parsed parsed;

	(void)state;
	parse_fabric(&parsed);
	inventory = parsed.inventory;
	/* Port, then host, then role. */
	inventory_expect_port(inventory_find_port(inventory, 0x11), &expected);
	assert_int_equal(expected.mtu, 2048);
	assert_int_equal(expected.mtu_pos.line, 19);
	assert_int_equal(expected.width, IB_WIDTH_2X);
	assert_int_equal(expected.width_pos.line, 16);
	assert_int_equal(expected.speed, IB_SPEED_HDR);
	assert_int_equal(expected.speed_pos.line, 4);
	assert_string_equal(expected.role->name, "compute");
	assert_int_equal(expected.partition_count, 1);
	/* The port's role replaces the host's; its partitions are empty. */
	inventory_expect_port(inventory_find_port(inventory, 0x12), &expected);
	assert_string_equal(expected.role->name, "tenant");
	assert_int_equal(expected.speed, IB_SPEED_EDR);
	assert_int_equal(expected.width, IB_WIDTH_2X);
	assert_int_equal(expected.mtu, 0);
	assert_int_equal(expected.partition_count, 0);
	assert_int_equal(expected.partitions_pos.line, 20);
	inventory_expect_port(inventory_find_port(inventory, 0x13), &expected);
	assert_null(expected.role);
	assert_int_equal(expected.speed, 0);
	assert_null(expected.speed_pos.file);
	inventory_expect_link(&inventory->links[0], &expected);
	assert_int_equal(expected.mtu, 256);
	assert_int_equal(expected.width, IB_WIDTH_2X);
	parsed_free(&parsed);
}

static void test_checks(void **state)
{
	const struct inventory_port *p1, *p3;
	struct check_override check;
	struct inventory *inventory;
	struct parsed parsed;

	(void)state;
	parse_fabric(&parsed);
	inventory = parsed.inventory;
	p1 = inventory_find_port(inventory, 0x11);
	p3 = inventory_find_port(inventory, 0x13);
	/* Each part from the nearest level that says it. */
	check = inventory_check_for(inventory, "port.missing", p1, NULL);
	assert_int_equal(check.severity, SEVERITY_CRITICAL);
	assert_int_equal(check.confirm_sec, 300);
	/* Within a level the id comes before its family. */
	check = inventory_check_for(inventory, "port.missing", p3, NULL);
	assert_int_equal(check.severity, SEVERITY_NONE);
	assert_int_equal(check.confirm_sec, 7);
	check = inventory_check_for(inventory, "port.state", p3, NULL);
	assert_int_equal(check.severity, SEVERITY_INFO);
	check = inventory_check_for(inventory, "port.missing", NULL, NULL);
	assert_int_equal(check.severity, SEVERITY_WARNING);
	assert_int_equal(check.confirm_sec, 90);
	check = inventory_check_for(inventory, "link.missing", NULL,
				    &inventory->links[0]);
	assert_int_equal(check.severity, SEVERITY_INFO);
	check = inventory_check_for(inventory, "link.flapping", p1, NULL);
	assert_int_equal(check.severity, SEVERITY_UNSET);
	assert_int_equal(check.confirm_sec, 60);
	assert_int_equal(check.threshold, 4);
	assert_int_equal(check.window_sec, 600);
	check = inventory_check_for(inventory, "sm.tie", NULL, NULL);
	assert_int_equal(check.severity, SEVERITY_UNSET);
	assert_int_equal(check.confirm_sec, -1);
	check = inventory_check_for_switch(inventory, "switch.missing",
					   inventory_switch_named(inventory,
								  "l2"));
	assert_int_equal(check.severity, SEVERITY_WARNING);
	parsed_free(&parsed);
}

static void test_states(void **state)
{
	const int64_t last = 1801439999; /* 2027-01-31T23:59:59Z */
	const struct inventory_port *p1, *p2;
	struct parsed parsed;

	(void)state;
	parse_fabric(&parsed);
	p1 = inventory_find_port(parsed.inventory, 0x11);
	p2 = inventory_find_port(parsed.inventory, 0x12);
	assert_int_equal(inventory_state_at(p1->state, last),
			 STATE_MAINTENANCE);
	assert_int_equal(inventory_state_at(p1->state, last + 1),
			 STATE_IN_SERVICE);
	assert_false(inventory_state_expired(p1->state, last));
	assert_true(inventory_state_expired(p1->state, last + 1));
	/* What is said of the port is nearer than what is said of its host;
	 * without an end it lasts. */
	assert_int_equal(inventory_state_at(p2->state, INT64_MAX),
			 STATE_QUARANTINE);
	assert_null(inventory_find_port(parsed.inventory, 0x13)->state);
	assert_int_equal(inventory_state_at(NULL, last), STATE_IN_SERVICE);
	assert_null(parsed.inventory->links[0].state);
	assert_int_equal(parsed.inventory->links[1].state->state,
			 STATE_PLANNED);
	parsed_free(&parsed);
}

/* What is there, in order, without places. */
static void describe(const struct inventory *inventory, struct strbuf *out)
{
	size_t i, j;

	for (i = 0; i < inventory->role_count; i++) {
		strbuf_addf(out, "role %s\n", inventory->roles[i].name);
	}
	for (i = 0; i < inventory->partition_count; i++) {
		strbuf_addf(out, "partition %s\n",
			    inventory->partitions[i].name);
	}
	for (i = 0; i < inventory->host_count; i++) {
		const struct inventory_host *host = &inventory->hosts[i];

		for (j = 0; j < host->port_count; j++) {
			strbuf_addf(out, "port %s %d %s\n", host->ports[j].name,
				    (int)host->ports[j].guid,
				    host->ports[j].peer.text);
		}
		for (j = 0; j < host->label_count; j++) {
			strbuf_addf(out, "label %s\n", host->labels[j].key);
		}
		for (j = 0; j < host->attributes.partition_count; j++) {
			strbuf_addf(out, "grant %s\n",
				    host->attributes.partitions[j].name);
		}
	}
	for (i = 0; i < inventory->switch_count; i++) {
		strbuf_addf(out, "switch %s\n", inventory->switches[i].name);
	}
	for (i = 0; i < inventory->link_count; i++) {
		strbuf_addf(out, "link %s %s\n",
			    inventory->links[i].ends[0].text,
			    inventory->links[i].ends[1].text);
	}
	for (i = 0; i < inventory->sm_count; i++) {
		strbuf_addf(out, "sm %s\n", inventory->sms[i].name);
	}
	for (i = 0; i < inventory->check_count; i++) {
		strbuf_addf(out, "check %s\n", inventory->checks[i].check);
	}
}

/* Whatever the order of the keys and of a link's ends. */
static void test_order(void **state)
{
	static const char *const texts[] = {
		"version: 1\nfabric: f\n"
		"roles: {r1: {}, r2: {}}\n"
		"partitions: {d: {pkey: 0x7fff}, a: {pkey: 0x1}, b: {pkey: "
		"0x2}}\n"
		"hosts:\n"
		"  a1: {partitions: {a: full, b: full}, labels: {x: y, z: w},\n"
		"    ports: {p1: {guid: 0x1, peer: l1/1},\n"
		"            p2: {guid: 0x2, peer: l1/2}}}\n"
		"  a2: {ports: {p1: {guid: 0x3, peer: l1/3}}}\n"
		"switches: {l1: {guid: 0x11}, l2: {guid: 0x12}}\n"
		"links: [{from: l1/4-5, to: l2/4-5}, {from: l1/6, to: l1/7}]\n"
		"subnet_managers: {s: {guid: 0x1}, t: {guid: 0x2}}\n"
		"checks: {port.missing: info, sm.tie: info}\n",
		"links: [{to: l1/6, from: l1/7}, {to: l1/4-5, from: l2/4-5}]\n"
		"switches: {l2: {guid: 0x12}, l1: {guid: 0x11}}\n"
		"checks: {sm.tie: info, port.missing: info}\n"
		"subnet_managers: {t: {guid: 0x2}, s: {guid: 0x1}}\n"
		"hosts:\n"
		"  a2: {ports: {p1: {peer: l1/3, guid: 0x3}}}\n"
		"  a1:\n"
		"    ports: {p2: {guid: 0x2, peer: l1/2},\n"
		"            p1: {guid: 0x1, peer: l1/1}}\n"
		"    labels: {z: w, x: y}\n"
		"    partitions: {b: full, a: full}\n"
		"partitions: {b: {pkey: 0x2}, a: {pkey: 0x1}, d: {pkey: "
		"0x7fff}}\n"
		"roles: {r2: {}, r1: {}}\n"
		"fabric: f\nversion: 1\n",
	};
	struct strbuf described[2] = {STRBUF_INIT, STRBUF_INIT};
	struct parsed parsed;
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		static const char *const nothing[] = {NULL};

		parse_text(&parsed, texts[i]);
		check_diags(texts[i], &parsed.diags, nothing, 1);
		describe(parsed.inventory, &described[i]);
		parsed_free(&parsed);
	}
	assert_true(described[0].length > 200);
	assert_string_equal(strbuf_text(&described[0]),
			    strbuf_text(&described[1]));
	strbuf_free(&described[0]);
	strbuf_free(&described[1]);
}

static void test_strict(void **state)
{
	struct parsed parsed;

	(void)state;
	parse_fabric(&parsed);
	assert_true(parsed.inventory->strict_ports);
	assert_true(parsed.inventory->strict_links);
	assert_true(parsed.inventory->strict_switches);
	parsed_free(&parsed);
	/* Strict is what is declared at all. */
	parse_text(&parsed, "version: 1\nfabric: f\n"
			    "switches: {l1: {guid: 0x1}}\n");
	assert_false(parsed.inventory->strict_ports);
	assert_false(parsed.inventory->strict_links);
	assert_true(parsed.inventory->strict_switches);
	parsed_free(&parsed);
	parse_text(&parsed, "version: 1\nfabric: f\nstrict: {switches: false}\n"
			    "switches: {l1: {guid: 0x1}}\n");
	assert_false(parsed.inventory->strict_switches);
	parsed_free(&parsed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lookups),
		cmocka_unit_test(test_uses),
		cmocka_unit_test(test_implied_default),
		cmocka_unit_test(test_selectors),
		cmocka_unit_test(test_expectations),
		cmocka_unit_test(test_checks),
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_strict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

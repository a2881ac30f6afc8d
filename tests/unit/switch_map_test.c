/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The map of switches, and the page that shows it. */
#include "tests/unit/unit.h"

#include "policy/switch_map.h"

#include <string.h>

enum { LEAF = 0x100, SPINE = 0x50, HOST = 0x900 };

struct sample {
	struct subnet *subnet;
	struct report report;
	struct arena *arena;
	struct switch_map map;
};

static void fill_switch(struct subnet *subnet, struct subnet_node *node,
			uint64_t guid, const char *description)
{
	unsigned int number;

	*node = (struct subnet_node){.guid = guid,
				     .type = IB_NODE_SWITCH,
				     .description = description,
				     .port_count = 4};
	node->ports = arena_array(subnet->arena, 4, sizeof(*node->ports));
	for (number = 0; number < 4; number++) {
		node->ports[number].number = number;
	}
}

static void build(struct sample *sample, const struct finding *findings,
		  size_t count)
{
	struct subnet *subnet = subnet_new();
	struct error error;

	subnet->nodes = arena_array(subnet->arena, 3, sizeof(*subnet->nodes));
	subnet->node_count = 3;
	fill_switch(subnet, &subnet->nodes[0], LEAF, "MF0;<b>leaf:X/U1");
	fill_switch(subnet, &subnet->nodes[1], SPINE, "spine\033[31m");
	fill_switch(subnet, &subnet->nodes[2], HOST, "host mlx5_0");
	subnet->nodes[2].type = IB_NODE_CA;
	subnet->nodes[2].ports[1].peer_guid = LEAF;
	subnet->nodes[2].ports[1].peer_number = 3;
	subnet->nodes[0].ports[1].peer_guid = SPINE;
	subnet->nodes[0].ports[1].peer_number = 1;
	subnet->nodes[0].ports[2].state = IB_PORT_DOWN;
	assert_int_equal(subnet_finish(subnet, &error), 0);
	*sample = (struct sample){
		.subnet = subnet,
		.arena = arena_new(),
		.report = {.tool = "ibpolicy 1.0.0",
			   .subnet = subnet,
			   .findings = findings,
			   .finding_count = count},
	};
	assert_int_equal(switch_map_make(&sample->report, sample->arena,
					 &sample->map, &error),
			 0);
}

static void drop(struct sample *sample)
{
	arena_free(sample->arena);
	subnet_free(sample->subnet);
}

static const struct switch_map_row *row_of(const struct sample *sample,
					   uint64_t guid)
{
	size_t i = 0;

	while (sample->map.rows[i].node_guid != guid) {
		assert_true(++i < sample->map.row_count);
	}
	return &sample->map.rows[i];
}

static void test_links_without_findings(void **state)
{
	struct sample sample;
	const struct switch_map_row *leaf;

	(void)state;
	build(&sample, NULL, 0);
	leaf = row_of(&sample, LEAF);
	assert_int_equal(leaf->cell_count, 3);
	assert_int_equal(leaf->cells[0].state, SWITCH_MAP_OK);
	assert_int_equal(leaf->cells[1].state, SWITCH_MAP_DOWN);
	assert_int_equal(leaf->cells[2].state, SWITCH_MAP_OK);
	assert_int_equal(row_of(&sample, SPINE)->cells[1].state,
			 SWITCH_MAP_UNKNOWN);
	assert_int_equal(row_of(&sample, SPINE)->cells[0].state, SWITCH_MAP_OK);
	assert_false(leaf->marked);
	drop(&sample);
}

static void test_the_worst_finding_marks_a_port(void **state)
{
	const struct finding findings[] = {
		{.id = "0000000000000001",
		 .check = "partition.missing",
		 .severity = SEVERITY_CRITICAL,
		 .message = "m",
		 .subject = {.name = "h/1", .node_guid = HOST, .port = 1},
		 .has_peer = true,
		 .peer = {.name = "leaf/2", .node_guid = LEAF, .port = 2}},
		{.id = "0000000000000002",
		 .check = "link.speed",
		 .severity = SEVERITY_WARNING,
		 .message = "m",
		 .subject = {.name = "leaf/2", .node_guid = LEAF, .port = 2}},
		{.id = "0000000000000003",
		 .check = "link.speed",
		 .severity = SEVERITY_CRITICAL,
		 .message = "m",
		 .suppressed = true,
		 .subject = {.name = "s/3", .node_guid = SPINE, .port = 3}},
		{.id = "0000000000000004",
		 .check = "link.speed",
		 .severity = SEVERITY_CRITICAL,
		 .message = "m",
		 .pending = true,
		 .subject = {.name = "leaf/1", .node_guid = LEAF, .port = 1}},
		{.id = "0000000000000005",
		 .check = "switch.missing",
		 .severity = SEVERITY_CRITICAL,
		 .message = "m",
		 .subject = {.name = "gone", .node_guid = 7, .port = -1}},
		{.id = "0000000000000006",
		 .check = "partition.unknown",
		 .severity = SEVERITY_INFO,
		 .message = "m",
		 .subject = {.name = "h/1", .node_guid = HOST, .port = 1}},
	};
	struct sample sample;
	const struct switch_map_row *leaf;

	(void)state;
	build(&sample, findings, COUNT(findings));
	leaf = row_of(&sample, LEAF);
	assert_true(leaf->marked);
	assert_int_equal(leaf->cells[0].state, SWITCH_MAP_OK);
	assert_int_equal(leaf->cells[1].state, SWITCH_MAP_CRITICAL);
	assert_ptr_equal(leaf->cells[1].finding, &findings[0]);
	assert_int_equal(leaf->cells[2].state, SWITCH_MAP_INFO);
	assert_int_equal(row_of(&sample, SPINE)->cells[2].state,
			 SWITCH_MAP_SUPPRESSED);
	assert_ptr_equal(switch_map_place(&sample.map, &findings[5]),
			 &leaf->cells[2]);
	assert_ptr_equal(switch_map_place(&sample.map, &findings[1]),
			 &leaf->cells[1]);
	assert_null(switch_map_place(&sample.map, &findings[4]));
	drop(&sample);
}

static void test_the_page_holds_nothing_raw(void **state)
{
	static const struct finding finding = {
		.id = "00000000000000aa",
		.check = "node.name",
		.severity = SEVERITY_WARNING,
		.message = "says <script>alert('x')</script> & \"more\"",
		.subject = {.name = "leaf/2<", .node_guid = LEAF, .port = 2},
	};
	struct strbuf page = STRBUF_INIT;
	struct sample sample;
	const char *text;

	(void)state;
	build(&sample, &finding, 1);
	render_report_html(&sample.report, &page);
	text = strbuf_text(&page);
	assert_false(page.failed);
	assert_null(strstr(text, "<script"));
	assert_null(strstr(text, "<b>leaf"));
	assert_null(strchr(text, '\033'));
	assert_non_null(strstr(text, "&lt;script&gt;alert(&#39;x&#39;)"));
	assert_non_null(strstr(text, "&amp; &quot;more&quot;"));
	assert_non_null(strstr(text, "spine\\x1b[31m"));
	assert_null(strstr(text, "http:"));
	assert_null(strstr(text, "https:"));
	/* From the finding to the map and back. */
	assert_non_null(strstr(text, "id=\"f-00000000000000aa\""));
	assert_non_null(strstr(text, "href=\"#p-0000000000000100-2\""));
	assert_non_null(strstr(text, "id=\"p-0000000000000100-2\" "
				     "href=\"#f-00000000000000aa\""));
	strbuf_free(&page);
	drop(&sample);
}

static void test_no_subnet_no_map(void **state)
{
	struct report report = {.tool = "ibpolicy 1.0.0"};
	struct strbuf page = STRBUF_INIT;

	(void)state;
	render_report_html(&report, &page);
	assert_false(page.failed);
	assert_null(strstr(strbuf_text(&page), "Switches by port"));
	assert_non_null(strstr(strbuf_text(&page), "</html>"));
	strbuf_free(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_links_without_findings),
		cmocka_unit_test(test_the_worst_finding_marks_a_port),
		cmocka_unit_test(test_the_page_holds_nothing_raw),
		cmocka_unit_test(test_no_subnet_no_map),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

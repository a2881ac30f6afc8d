/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The page for a browser: states of findings, and a standby that never looks
 * current. */
#include "tests/unit/unit.h"

#include "policy/html_cut.h"
#include "policy/report.h"

#include <stdio.h>
#include <string.h>

enum { T0 = 1796008360 };

static struct finding finding_of(enum finding_state state)
{
	struct finding finding = {
		.id = "0123456789abcdef",
		.check = "link.speed",
		.severity = SEVERITY_WARNING,
		.state = state,
		.subject = {.name = "gpu001/mlx5_0/1", .port = 1},
		.message = "it is slow",
		.first_seen = T0 - 60,
	};
	int i;

	for (i = 3; i > 0; i--) {
		openings_add(&finding.openings, T0 - 600 * i);
	}
	return finding;
}

static void expect_words(const struct report *report, const char *words,
			 bool there)
{
	struct strbuf out = STRBUF_INIT;

	render_report_html(report, &out);
	assert_false(out.failed);
	if ((strstr(strbuf_text(&out), words) != NULL) != there) {
		fail_msg("\"%s\" is %s:\n%s", words,
			 there ? "not there" : "there", strbuf_text(&out));
	}
	strbuf_free(&out);
}

static void test_flapping(void **state)
{
	struct finding finding = finding_of(FINDING_FLAPPING);
	struct drift_memory memory = {.made_at = T0, .since = T0 - 120};
	struct report report = {.now = T0,
				.tool = "ibpolicy 1.0.0",
				.findings = &finding,
				.finding_count = 1,
				.memory = &memory};

	(void)state;
	expect_words(&report, "0 new, 0 cleared since 2026-11-30T03:10:40Z", 1);
	expect_words(&report, "&#183; 1 flapping", true);
	expect_words(&report, "<strong>flapping</strong>", true);
	expect_words(&report,
		     "<dt>flapping</dt><dd>it came 3 times within an hour, "
		     "since 2026-11-30T02:42:40Z</dd>",
		     true);
	finding.state = FINDING_ONGOING;
	expect_words(&report, "flapping", false);
}

static void test_cleared(void **state)
{
	struct drift_item gone[201] = {{.check = "link.width",
					.first_seen = T0 - 60,
					.subject = {.name = "leaf01/<21>"}}};
	struct drift_memory memory = {.made_at = T0,
				      .since = T0 - 120,
				      .cleared = gone,
				      .cleared_count = 1};
	struct report report = {.now = T0,
				.tool = "ibpolicy 1.0.0",
				.memory = &memory};
	int i;

	(void)state;
	expect_words(&report, "<h2>Cleared (1)</h2>", true);
	expect_words(&report,
		     "<li>leaf01/&lt;21&gt; link.width, since "
		     "2026-11-30T03:11:40Z</li>",
		     true);
	gone[0].openings = finding_of(FINDING_FLAPPING).openings;
	expect_words(&report, "03:11:40Z; it comes and goes</li>", true);
	expect_words(&report, " more: ", false);
	for (i = 1; i < 201; i++) {
		gone[i] = gone[0];
	}
	memory.cleared_count = 201;
	expect_words(&report, "and 1 more: drift.json", true);
	memory.cleared_count = 0;
	expect_words(&report, "Cleared", false);
}

/* Two hundred of each kind, in order, and the exact rest; a port of the map
 * leads to no finding that is not there. */
static void test_cut(void **state)
{
	enum { FINDINGS = 250 };
	static struct finding findings[FINDINGS];
	struct report report = {.now = T0,
				.tool = "ibpolicy 1.0.0",
				.findings = findings,
				.finding_count = FINDINGS};
	struct html_cut cut;
	int i;

	(void)state;
	for (i = 0; i < FINDINGS; i++) {
		findings[i] = finding_of(FINDING_ONGOING);
		snprintf(findings[i].id, sizeof(findings[i].id), "%016x", i);
		findings[i].severity =
			i < 203 ? SEVERITY_CRITICAL : SEVERITY_WARNING;
		findings[i].suppressed = i == 201;
		findings[i].pending = i == 5;
	}
	expect_words(&report, "<h2>Critical (201)</h2>", true);
	expect_words(&report, "<h2>Warning (47)</h2>", true);
	expect_words(&report, "<h2>Known and accepted (1)</h2>", true);
	expect_words(&report, "and 1 more: drift.json", true);
	expect_words(&report, "id=\"f-00000000000000c8\"", true);
	expect_words(&report, "id=\"f-00000000000000ca\"", false);
	expect_words(&report, "id=\"f-0000000000000005\"", false);
	cut = html_cut_make(&report);
	assert_true(html_cut_shows(&cut, &findings[200]));
	assert_true(html_cut_shows(&cut, &findings[201]));
	assert_false(html_cut_shows(&cut, &findings[202]));
	assert_true(html_cut_shows(&cut, &findings[249]));
	assert_false(html_cut_shows(&cut, &findings[5]));
	report.show_all = true;
	expect_words(&report, "id=\"f-00000000000000ca\"", true);
	expect_words(&report, " more: drift.json", false);
}

/* It has no picture of its own, whoever is master. */
static void test_standby(void **state)
{
	struct report report = {.now = T0,
				.tool = "ibpolicy 1.0.0",
				.sm = {.port_guid = 0x0c42a10300b00020,
				       .state = IB_SM_STANDBY}};

	(void)state;
	expect_words(&report, "fabric: standby</h1>", true);
	expect_words(&report, "<title>fabric: standby</title>", true);
	expect_words(&report,
		     "This SM is not the master: the partitions of the master "
		     "are in force, not ours, and nothing on this page tells "
		     "how the fabric is. Master: not known",
		     true);
	expect_words(&report, "fabric seen", false);
	report.master_guid = 0x0c42a10300b00010;
	expect_words(&report, "Master: 0x0c42a10300b00010", true);
	report.master_name = "sm-a";
	expect_words(&report, "Master: sm-a 0x0c42a10300b00010", true);
	report.sm.state = IB_SM_DISCOVERING;
	expect_words(&report, "This SM is not the master", true);
	report.sm.state = IB_SM_MASTER;
	expect_words(&report, "This SM is not the master", false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_flapping),
		cmocka_unit_test(test_cleared),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_standby),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

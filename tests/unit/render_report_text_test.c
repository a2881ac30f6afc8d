/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* drift.txt as the plugin writes it: what golden cases of "check", which has
 * no history and no SM of its own, cannot show. */
#include "tests/unit/unit.h"

#include "policy/report.h"

#include <string.h>

enum { T0 = 1796008360 }; /* 2026-11-30T03:12:40Z */

static struct inventory_sm sms[] = {
	{.name = "sm-a", .guid = 0x0c42a10300b00010, .priority = 13},
};

static const struct inventory inventory = {
	.fabric = "pod7",
	.sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f0"
		  "0a08",
	.sms = sms,
	.sm_count = 1,
};

static struct report report_of(const struct finding *findings, size_t count)
{
	return (struct report){
		.inventory = &inventory,
		.inventory_path = "/etc/ibpolicy/inventory.yaml",
		.source = SUBNET_FROM_PLUGIN,
		.sweep_at = T0,
		.now = T0 + 12,
		.sm = {.port_guid = 0x0c42a10300b00010,
		       .priority = 13,
		       .state = IB_SM_MASTER},
		.findings = findings,
		.finding_count = count,
	};
}

static struct finding finding_of(enum severity severity)
{
	return (struct finding){
		.id = "0123456789abcdef",
		.check = "link.speed",
		.severity = severity,
		.subject = {.name = "gpu001/mlx5_0/1", .port = 1},
		.message = "it is slow",
		.first_seen = T0 - 7500,
	};
}

/* The report begins with these lines. */
static void expect_start(const struct report *report, const char *expected)
{
	struct strbuf out = STRBUF_INIT;

	render_report_text(report, &out);
	assert_false(out.failed);
	if (out.length > strlen(expected)) {
		out.data[strlen(expected)] = '\0';
	}
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_free(&out);
}

static void expect_words(const struct report *report, const char *words,
			 bool there)
{
	struct strbuf out = STRBUF_INIT;

	render_report_text(report, &out);
	if ((strstr(strbuf_text(&out), words) != NULL) != there) {
		fail_msg("\"%s\" is %s:\n%s", words,
			 there ? "not there" : "there", strbuf_text(&out));
	}
	strbuf_free(&out);
}

static void test_changes(void **state)
{
	struct finding findings[] = {finding_of(SEVERITY_CRITICAL),
				     finding_of(SEVERITY_WARNING),
				     finding_of(SEVERITY_WARNING),
				     finding_of(SEVERITY_WARNING)};
	struct drift_item gone = {.check = "link.width",
				  .first_seen = T0 - 60,
				  .subject = {.name = "leaf01/21"}};
	struct drift_memory memory = {.made_at = T0 + 12,
				      .since = T0 - 120,
				      .cleared = &gone,
				      .cleared_count = 1};
	struct report report = report_of(findings, COUNT(findings));

	(void)state;
	report.memory = &memory;
	findings[0].state = FINDING_NEW;
	findings[1].pending = true;
	findings[2].suppressed = true;
	findings[2].suppressed_by = "netops";
	findings[2].suppressed_until = T0;
	expect_start(&report,
		     "DRIFT: fabric pod7: 1 critical, 1 warning, 0 info\n"
		     "1 new, 1 cleared since 2026-11-30T03:10:40Z, 1 pending\n"
		     "\n"
		     "  seen       2026-11-30T03:12:40Z, 12 s before this "
		     "report, by OpenSM\n"
		     "  SM         sm-a 0x0c42a10300b00010, master, priority "
		     "13\n");
	expect_words(&report, "  gpu001/mlx5_0/1  link.speed  NEW\n", true);
	expect_words(&report, "since     2026-11-30T01:07:40Z, 2 h 5 min ago",
		     true);
	expect_words(&report,
		     "CLEARED (1): right again\n"
		     "  leaf01/21  link.width since 2026-11-30T03:11:40Z\n",
		     true);
	expect_words(&report,
		     "SUPPRESSED (1): known and accepted\n"
		     "  gpu001/mlx5_0/1 link.speed: netops, until 2026-11-30\n",
		     true);
}

static void test_flapping(void **state)
{
	struct finding findings[] = {finding_of(SEVERITY_CRITICAL),
				     finding_of(SEVERITY_WARNING)};
	struct drift_item gone = {.check = "link.width",
				  .first_seen = T0 - 60,
				  .openings = {.times = {T0 - 300, T0 - 200,
							 T0 - 60},
					       .count = 3},
				  .subject = {.name = "leaf01/21"}};
	struct drift_memory memory = {.made_at = T0 + 12,
				      .since = T0 - 120,
				      .cleared = &gone,
				      .cleared_count = 1};
	struct report report = report_of(findings, COUNT(findings));
	int i;

	(void)state;
	report.memory = &memory;
	findings[0].state = FINDING_FLAPPING;
	for (i = 0; i < 3; i++) {
		openings_add(&findings[0].openings, T0 - 1800 + 900 * i);
	}
	expect_start(&report,
		     "DRIFT: fabric pod7: 1 critical, 1 warning, 0 info\n"
		     "0 new, 1 cleared since 2026-11-30T03:10:40Z, 0 pending, "
		     "1 flapping\n");
	expect_words(&report, "  gpu001/mlx5_0/1  link.speed  FLAPPING\n",
		     true);
	expect_words(&report,
		     "    flapping  it came 3 times within an hour, since "
		     "2026-11-30T02:42:40Z\n",
		     true);
	expect_words(&report,
		     "  leaf01/21  link.width since 2026-11-30T03:11:40Z; it "
		     "comes and goes\n",
		     true);
	for (i = 0; i < 9; i++) {
		openings_add(&findings[0].openings, T0);
	}
	expect_words(&report, "it came at least 8 times within an hour", true);
}

/* The time of the report before lies ahead: that is said, not subtracted. */
static void test_clock_stepped_back(void **state)
{
	struct drift_memory memory = {.made_at = T0 + 12, .since = T0 + 3600};
	struct report report = report_of(NULL, 0);

	(void)state;
	report.memory = &memory;
	expect_start(&report,
		     "CLEAN: fabric pod7 is what the inventory says\n"
		     "0 new, 0 cleared since 2026-11-30T04:12:40Z (the clock "
		     "was set back since), 0 pending\n");
}

static void test_first_report(void **state)
{
	struct finding finding = finding_of(SEVERITY_WARNING);
	struct drift_memory memory = {.made_at = T0 + 12};
	struct report report = report_of(&finding, 1);

	(void)state;
	report.memory = &memory;
	finding.first_seen = T0 + 12;
	finding.before_takeover = true;
	expect_start(&report,
		     "DRIFT: fabric pod7: 0 critical, 1 warning, 0 info\n"
		     "first report here: what it finds began before, 0 "
		     "pending\n");
	expect_words(&report, "before the takeover at 2026-11-30T03:12:52Z",
		     true);
	expect_words(&report, "NEW", false);
}

static void test_standby_never_looks_current(void **state)
{
	static const char *const checks[] = {"sm.master", "sm.unlisted"};
	struct report report = report_of(NULL, 0);

	(void)state;
	report.sm.state = IB_SM_STANDBY;
	expect_start(&report,
		     "STANDBY: this SM is not the master of fabric pod7\n"
		     "The master is not known; its partitions are in force, "
		     "not ours.\n"
		     "As last seen from here: 0 critical, 0 warning, 0 info\n");
	report.master_guid = 0x0c42a10300b00020;
	report.master_name = "sm-b";
	expect_words(&report,
		     "The master is sm-b 0x0c42a10300b00020; its partitions",
		     true);
	expect_words(&report, "CLEAN", false);
	/* As the plugin writes it: with no picture of the fabric. */
	report.only = checks;
	report.only_count = COUNT(checks);
	report.sweep_at = 0;
	expect_words(&report,
		     "not ours.\n"
		     "Of the subnet managers alone: 0 critical, 0 warning, 0 "
		     "info\n",
		     true);
	expect_words(&report,
		     "  seen       not by this SM: the master sweeps\n", true);
}

static void test_invalid(void **state)
{
	struct finding finding = finding_of(SEVERITY_CRITICAL);
	struct report report = report_of(&finding, 1);

	(void)state;
	finding.check = "inventory.invalid";
	expect_start(&report, "INVALID: the inventory on disk cannot be used, "
			      "the one before is in force\n"
			      "fabric pod7: 1 critical, 0 warning, 0 info\n");
	report.inventory = NULL;
	report.finding_count = 0;
	expect_start(&report, "INVALID: no inventory can be used\n"
			      "fabric without a name: 0 critical");
	expect_words(&report, "not declared 0x0c42a10300b00010, master", true);
}

static void test_errors_are_said(void **state)
{
	struct report report = report_of(NULL, 0);

	(void)state;
	expect_words(&report, "absence proves nothing", false);
	report.sweep_errors = true;
	expect_words(&report, "the sweep had errors: absence proves nothing",
		     true);
}

/* Free texts of an inventory, too, come from people. */
static void test_free_text_is_escaped(void **state)
{
	struct finding finding = finding_of(SEVERITY_WARNING);
	struct report report = report_of(&finding, 1);
	struct inventory odd = inventory;

	(void)state;
	odd.fabric = "pod\0337";
	odd.revision = "\033[2J";
	report.inventory = &odd;
	report.inventory_path = "/tmp/\033]0;x\007";
	finding.subject.location = "R12\033[5m";
	finding.suppressed = true;
	finding.suppressed_by = "ops\r";
	expect_words(&report, "\033", false);
	expect_words(&report, "\r", false);
	finding.suppressed = false;
	expect_words(&report, "\033", false);
	expect_words(&report, "where     R12\\x1b[5m", true);
	report.colour = true;
	expect_words(&report, "\033[1mWARNING (1)\033[0m", true);
}

/* The verdict's precedence, and what counts as drift. */
static void test_verdict(void **state)
{
	struct finding finding = finding_of(SEVERITY_WARNING);
	struct report report = report_of(&finding, 1);
	struct unassessed lost = {.count = 1};

	(void)state;
	assert_int_equal(report_verdict(&report), VERDICT_DRIFT);
	report.fail_on = SEVERITY_CRITICAL;
	assert_int_equal(report_verdict(&report), VERDICT_CLEAN);
	report.unassessed = &lost;
	report.unassessed_count = 1;
	assert_int_equal(report_verdict(&report), VERDICT_UNASSESSED);
	report.fail_on = SEVERITY_INFO;
	assert_int_equal(report_verdict(&report), VERDICT_DRIFT);
	finding.pending = true;
	assert_int_equal(report_verdict(&report), VERDICT_UNASSESSED);
	finding.check = "inventory.invalid";
	assert_int_equal(report_verdict(&report), VERDICT_INVALID);
	report.sm.state = IB_SM_DISCOVERING;
	assert_int_equal(report_verdict(&report), VERDICT_STANDBY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_flapping),
		cmocka_unit_test(test_clock_stepped_back),
		cmocka_unit_test(test_first_report),
		cmocka_unit_test(test_standby_never_looks_current),
		cmocka_unit_test(test_invalid),
		cmocka_unit_test(test_errors_are_said),
		cmocka_unit_test(test_free_text_is_escaped),
		cmocka_unit_test(test_verdict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

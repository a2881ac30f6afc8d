/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy check: the drift report of a fabric as it was seen. */
#include "config.h"

#include "cli/cli.h"
#include "cli/host_filter.h"
#include "cli/live.h"
#include "cli/load.h"
#include "cli/name_map.h"
#include "cli/only.h"
#include "policy/io/report_json.h"
#include "policy/partitions_conf.h"
#include "policy/report.h"

enum {
	OPT_FABRIC,
	OPT_LIVE,
	OPT_CA,
	OPT_PORT,
	OPT_TIMEOUT,
	OPT_RETRIES,
	OPT_M_KEY,
	OPT_CABLING,
	OPT_HOST,
	OPT_ONLY,
	OPT_ALL,
	OPT_FORMAT,
	OPT_FAIL_ON,
	OPT_SEVERITY,
	OPT_NAME_MAP,
	OPT_NOW,
};

static const struct cli_option options[] = {
	[OPT_FABRIC] = {"fabric", 'f', "FILE",
			"a snapshot or an ibnetdiscover dump"},
	[OPT_LIVE] = {"live", 0, NULL, "scan the fabric now"},
	LIVE_OPTIONS,
	[OPT_CABLING] = {"cabling", 0, "CSV",
			 "judge by this cabling sheet too; may be repeated"},
	[OPT_HOST] = {"host", 0, "NAME", "judge this host's ports only"},
	[OPT_ONLY] = {"only", 0, "CHECK,...",
		      "run these checks or families only (port, link.speed)"},
	[OPT_ALL] = {"all", 'a', NULL,
		     "text: list everything, leave nothing to a count; "
		     "hosts: one a line"},
	[OPT_FORMAT] =
		{"format", 0, "FORMAT",
		 "text (default), json, html, prometheus, hosts (a list)"},
	[OPT_FAIL_ON] = {"fail-on", 0, "SEVERITY",
			 "critical, warning (default) or info: exit status 1"},
	[OPT_SEVERITY] =
		{"severity", 0, "SEVERITY",
		 "hosts: with findings from this severity on (warning)"},
	[OPT_NAME_MAP] = NAME_MAP_OPTION,
	[OPT_NOW] = CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

struct format;

/* What the options ask for. */
struct request {
	const struct format *format;
	enum severity fail_on, list_from;
	int64_t now;
	const char *const *only;
	size_t only_count;
	const struct inventory_host *host;   /* NULL: all */
	const struct cabling_match *cabling; /* NULL: no sheet */
};

static int render_text(const struct report *report, struct strbuf *out,
		       struct error *error)
{
	(void)error;
	render_report_text(report, out);
	return 0;
}

static int render_prometheus(const struct report *report, struct strbuf *out,
			     struct error *error)
{
	(void)error;
	render_report_prometheus(report, out);
	return 0;
}

static int render_html(const struct report *report, struct strbuf *out,
		       struct error *error)
{
	(void)error;
	render_report_html(report, out);
	return 0;
}

static const struct format {
	const char *name;
	int (*write)(const struct report *report, struct strbuf *out,
		     struct error *error);
} formats[] = {
	{"text", render_text},          {"json", report_json_write},
	{"html", render_html},          {"prometheus", render_prometheus},
	{"hosts", render_report_hosts},
};

enum { FORMAT_COUNT = sizeof(formats) / sizeof(formats[0]) };

static int parse_format(const struct cli *cli, const struct format **format)
{
	const char *names[FORMAT_COUNT + 1] = {NULL};
	const char *value = cli->values[OPT_FORMAT];
	int row = 0, i;

	for (i = 0; i < FORMAT_COUNT; i++) {
		names[i] = formats[i].name;
	}
	if (value) {
		row = cli_choose(cli, options[OPT_FORMAT].name, value, names);
	}
	if (row < 0) {
		return CLI_INVALID;
	}
	*format = &formats[row];
	return CLI_OK;
}

static int parse_severity(const struct cli *cli, int option,
			  enum severity *severity)
{
	static const char *const names[] = {"critical", "warning", "info",
					    NULL};
	const char *value = cli->values[option];

	*severity = SEVERITY_WARNING;
	if (!value) {
		return CLI_OK;
	}
	if (cli_choose(cli, options[option].name, value, names) < 0) {
		return CLI_INVALID;
	}
	*severity = severity_parse(value);
	return CLI_OK;
}

static int parse_request(const struct cli *cli, struct arena *arena,
			 struct request *request)
{
	if (!cli->values[OPT_FABRIC] == !cli->values[OPT_LIVE]) {
		return cli_usage(cli, "which fabric? --fabric FILE or --live");
	}
	if (live_options_check(cli, cli->values[OPT_LIVE], OPT_CA) ||
	    parse_format(cli, &request->format) ||
	    parse_severity(cli, OPT_FAIL_ON, &request->fail_on) ||
	    parse_severity(cli, OPT_SEVERITY, &request->list_from)) {
		return CLI_INVALID;
	}
	if (cli->values[OPT_SEVERITY] &&
	    request->format->write != render_report_hosts) {
		return cli_usage(cli, "--severity goes with --format hosts; "
				      "--fail-on sets the exit status");
	}
	if (cli_now(cli, cli->values[OPT_NOW], &request->now)) {
		return CLI_INVALID;
	}
	return only_parse(cli, cli->values[OPT_ONLY], arena, &request->only,
			  &request->only_count);
}

/* The one master that the fabric shows, if it is one. */
static struct subnet_sm find_master(const struct subnet *subnet)
{
	struct subnet_sm master = {0};
	size_t i, count = 0;

	for (i = 0; i < subnet->sm_count; i++) {
		if (subnet->sms[i].state == IB_SM_MASTER) {
			master = subnet->sms[i];
			count++;
		}
	}
	return count == 1 ? master : (struct subnet_sm){0};
}

static int exit_status(const struct report *report)
{
	switch (report_verdict(report)) {
	case VERDICT_CLEAN:
		return CLI_OK;
	case VERDICT_UNASSESSED:
		return CLI_UNASSESSED;
	case VERDICT_DRIFT:
	case VERDICT_STANDBY:
	case VERDICT_INVALID:
		break;
	}
	return CLI_DRIFT;
}

static int print_report(const struct cli *cli, const struct request *request,
			const struct policy_input *input,
			const struct policy_result *result)
{
	struct strbuf out = STRBUF_INIT, plan = STRBUF_INIT;
	char plan_sha256[65];
	struct error error;
	int status;
	struct report report = {
		.inventory = input->inventory,
		.subnet = input->subnet,
		.inventory_path = cli->operands[0],
		.sheets = cli->repeated_count ? cli->repeated : NULL,
		.sheet_count = cli->repeated_count,
		.tool = PACKAGE_NAME " " PACKAGE_VERSION,
		.source = input->subnet->source,
		.sweep_at = input->subnet->taken_at,
		.now = input->now,
		.sweep_errors = input->subnet->errors,
		.sm = find_master(input->subnet),
		.findings = result->findings,
		.finding_count = result->finding_count,
		.unassessed = result->unassessed,
		.unassessed_count = result->unassessed_count,
		.ports_judged = result->ports_judged,
		.fail_on = request->fail_on,
		.list_from = request->list_from,
		.host = request->host ? request->host->name : NULL,
		.only = input->only,
		.only_count = input->only_count,
		.show_all = cli->values[OPT_ALL],
		.colour = cli->colour,
	};

	if (input->plan) {
		partitions_conf_write(input->plan, &plan, plan_sha256);
		report.plan_sha256 = plan_sha256;
	}
	if (request->format->write(&report, &out, &error)) {
		status = cli_failed(cli, &error);
	} else {
		status = cli_print(cli, &out, exit_status(&report));
	}
	strbuf_free(&plan);
	strbuf_free(&out);
	return status;
}

static int judge(const struct cli *cli, const struct request *request,
		 const struct inventory *inventory, const struct subnet *subnet)
{
	struct policy_input input = {
		.inventory = inventory,
		.subnet = subnet,
		.now = request->now,
		.only = request->only,
		.only_count = request->only_count,
		.cabling = request->cabling,
	};
	struct policy_result *result = NULL;
	struct partition_plan *plan = NULL;
	struct error error;
	int status;

	if (partition_plan_make(inventory, request->now, &plan, &error)) {
		return cli_failed(cli, &error);
	}
	input.plan = plan;
	if (policy_evaluate(&input, &result, &error)) {
		status = cli_failed(cli, &error);
	} else {
		if (request->host) {
			host_filter_apply(result, request->host);
		}
		status = print_report(cli, request, &input, result);
	}
	policy_result_free(result);
	partition_plan_free(plan);
	return status;
}

static int see_fabric(const struct cli *cli, const struct request *request,
		      struct subnet **subnet)
{
	struct live_options live =
		live_options_given(cli, OPT_CA, request->now);

	if (cli->values[OPT_FABRIC]) {
		return load_fabric(cli, cli->values[OPT_FABRIC], subnet);
	}
	return request->host ? live_scan_host(cli, &live, request->host, subnet)
			     : live_scan(cli, &live, subnet);
}

static int check(const struct cli *cli, struct request *request)
{
	const char *host = cli->values[OPT_HOST];
	struct inventory *inventory = NULL;
	struct subnet *subnet = NULL;
	struct cabling *sheets = NULL;
	struct cabling_match *cabling = NULL;
	int status;

	status = load_inventory(cli, cli->operands[0], &inventory);
	if (status == CLI_OK && host) {
		request->host = host_filter_find(cli, inventory, host);
		status = request->host ? CLI_OK : CLI_INVALID;
	}
	if (status == CLI_OK) {
		status = see_fabric(cli, request, &subnet);
	}
	if (status == CLI_OK) {
		status =
			load_cabling(cli, subnet, inventory, &sheets, &cabling);
		request->cabling = cabling;
	}
	if (status == CLI_OK) {
		status = judge(cli, request, inventory, subnet);
	}
	cabling_free(sheets);
	subnet_free(subnet);
	inventory_free(inventory);
	return status;
}

static int run(const struct cli *cli)
{
	struct request request = {0};
	struct arena *arena = arena_new();
	struct error error;
	int status;

	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	status = parse_request(cli, arena, &request);
	if (status == CLI_OK) {
		status = check(cli, &request);
	}
	arena_free(arena);
	return status;
}

const struct command cmd_check = {
	.name = "check",
	.operands = "INVENTORY --fabric FILE | --live",
	.operand_min = 1,
	.operand_max = 1,
	.sentence = "report where a fabric differs from its inventory",
	.details = "Nothing is remembered between calls: findings have no "
		   "'since', and confirm\ntimes do not count. Exit status: 0 "
		   "clean, 1 drift, 2 invalid input or usage,\n4 no drift, but "
		   "something declared could not be assessed.\n",
	.options = options,
	.repeatable = "cabling",
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The live fabric, where this build can see it. */
#include "config.h"

#include "cli/live.h"

struct live_options live_options_given(const struct cli *cli, int first,
				       int64_t now)
{
	const char *const *values = cli->values + first;

	return (struct live_options){
		.ca = values[0],
		.port = values[1],
		.timeout = values[2],
		.retries = values[3],
		.m_key = values[4],
		.now = now,
	};
}

int live_options_check(const struct cli *cli, bool live, int first)
{
	int row;

	for (row = first; !live && row < first + LIVE_OPTION_COUNT; row++) {
		if (cli->values[row]) {
			return cli_usage(cli, "--%s goes with --live",
					 cli->command->options[row].name);
		}
	}
	return CLI_OK;
}

#ifdef HAVE_SCAN

#include "cli/name_map.h"
#include "policy/ibnames.h"
#include "scan/scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PORT_MAX = 254, TIMEOUT_MAX = 60000, RETRIES_MAX = 100 };

/* Gives 0 and the number, or CLI_INVALID after saying what is allowed. */
static int read_number(const struct cli *cli, const char *option,
		       const char *text, unsigned int least, unsigned int most,
		       unsigned int *value)
{
	char safe[CLI_SAFE], *end;
	unsigned long number;

	if (!text) {
		return 0;
	}
	errno = 0;
	number = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || number < least ||
	    number > most) {
		return cli_usage(cli, "--%s: '%s' is no number from %u to %u",
				 option, cli_safe(safe, text), least, most);
	}
	*value = (unsigned int)number;
	return 0;
}

static int read_options(const struct cli *cli, const struct live_options *given,
			struct scan_options *scan)
{
	unsigned int port = 0;
	char safe[CLI_SAFE];

	if (read_number(cli, "port", given->port, 1, PORT_MAX, &port) ||
	    read_number(cli, "timeout", given->timeout, 1, TIMEOUT_MAX,
			&scan->timeout_ms) ||
	    read_number(cli, "retries", given->retries, 0, RETRIES_MAX,
			&scan->retries)) {
		return CLI_INVALID;
	}
	if (given->m_key && !ib_guid_parse(given->m_key, &scan->m_key)) {
		return cli_usage(cli,
				 "--mkey: '%s' is not 0x and up to 16 hex "
				 "digits",
				 cli_safe(safe, given->m_key));
	}
	scan->ca = given->ca;
	scan->port = (int)port;
	return 0;
}

static void show_progress(void *context, const char *what, size_t done,
			  size_t total)
{
	(void)context;
	if (total) {
		fprintf(stderr, "\r\033[K%s: %zu of %zu", what, done, total);
	} else {
		fprintf(stderr, "\r\033[K%s ...", what);
	}
}

static int begin(const struct cli *cli, const struct live_options *options,
		 struct scan_options *scan)
{
	*scan = (struct scan_options){
		.timeout_ms = SCAN_TIMEOUT_MS,
		.retries = SCAN_RETRIES,
		.now = options->now,
		.progress = isatty(STDERR_FILENO) ? show_progress : NULL,
	};
	return read_options(cli, options, scan);
}

static int conclude(const struct cli *cli, const struct scan_options *scan,
		    int status, struct subnet **subnet,
		    const struct error *error)
{
	if (scan->progress) {
		fprintf(stderr, "\r\033[K");
	}
	if (!status) {
		return name_map_apply(cli, *subnet);
	}
	cli_failed(cli, error);
	/* It was asked rightly, and nothing could be assessed. */
	return error->code == ENETDOWN || error->code == EIO ? CLI_UNASSESSED
							     : CLI_INVALID;
}

int live_scan(const struct cli *cli, const struct live_options *options,
	      struct subnet **subnet)
{
	struct scan_options scan;
	struct error error = {0, ""};

	*subnet = NULL;
	if (begin(cli, options, &scan)) {
		return CLI_INVALID;
	}
	return conclude(cli, &scan, scan_fabric(&scan, subnet, &error), subnet,
			&error);
}

static struct scan_target *make_targets(const struct inventory_host *host)
{
	struct scan_target *targets =
		calloc(host->port_count + 1, sizeof(*targets));
	size_t i;

	for (i = 0; targets && i < host->port_count; i++) {
		const struct inventory_port *port = &host->ports[i];

		targets[i].guid = port->guid;
		if (port->peer.sw) {
			targets[i].switch_guid = port->peer.sw->guid;
			targets[i].switch_port = port->peer.number;
		}
	}
	return targets;
}

int live_scan_host(const struct cli *cli, const struct live_options *options,
		   const struct inventory_host *host, struct subnet **subnet)
{
	struct scan_target *targets = make_targets(host);
	struct scan_options scan;
	struct error error = {0, ""};
	bool whole = false;
	int status;

	*subnet = NULL;
	if (begin(cli, options, &scan)) {
		free(targets);
		return CLI_INVALID;
	}
	status = targets ? scan_host(&scan, targets, host->port_count, subnet,
				     &whole, &error)
			 : error_no_memory(&error);
	free(targets);
	if (!status && whole) {
		status = scan_fabric(&scan, subnet, &error);
	}
	return conclude(cli, &scan, status, subnet, &error);
}

#else

int live_scan(const struct cli *cli, const struct live_options *options,
	      struct subnet **subnet)
{
	(void)options;
	*subnet = NULL;
	return cli_invalid(cli, "this ibpolicy was built without the live "
				"scan: use --fabric FILE");
}

int live_scan_host(const struct cli *cli, const struct live_options *options,
		   const struct inventory_host *host, struct subnet **subnet)
{
	(void)host;
	return live_scan(cli, options, subnet);
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The live fabric, where this build can see it. */
#include "config.h"

#include "cli/live.h"

#ifdef HAVE_SCAN

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

int live_scan(const struct cli *cli, const struct live_options *options,
	      struct subnet **subnet)
{
	struct scan_options scan = {
		.timeout_ms = SCAN_TIMEOUT_MS,
		.retries = SCAN_RETRIES,
		.now = options->now,
	};
	struct error error = {0, ""};
	bool terminal = isatty(STDERR_FILENO);
	int status;

	*subnet = NULL;
	if (read_options(cli, options, &scan)) {
		return CLI_INVALID;
	}
	scan.progress = terminal ? show_progress : NULL;
	status = scan_fabric(&scan, subnet, &error);
	if (terminal) {
		fprintf(stderr, "\r\033[K");
	}
	return status ? cli_failed(cli, &error) : CLI_OK;
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

#endif

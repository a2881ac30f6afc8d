/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The live fabric as an input of subcommands. */
#ifndef IBPOLICY_CLI_LIVE_H
#define IBPOLICY_CLI_LIVE_H

#include "cli/cli.h"
#include "policy/inventory.h"
#include "policy/subnet.h"

#include <stdbool.h>
#include <stdint.h>

enum { LIVE_OPTION_COUNT = 5 };

/* The options of a command that scans, as given; NULL where not. */
struct live_options {
	const char *ca, *port, *timeout, *retries, *m_key;
	int64_t now;
};

/* Rows for a command's options, in the order of struct live_options. */
#define LIVE_OPTIONS                                                           \
	{"ca", 'C', "CA", "the local adapter to go out by (mlx5_0)"},          \
		{"port", 'P', "PORT", "its port"},                             \
		{"timeout", 't', "MS",                                         \
		 "how long a query may take, in milliseconds (1000)"},         \
		{"retries", 'r', "N",                                          \
		 "how often a lost query is sent again (2)"},                  \
	{                                                                      \
		"mkey", 0, "KEY", "the M_Key of the fabric, 0x and hex digits" \
	}

/* What was given, where first is the index of the first of those rows. */
struct live_options live_options_given(const struct cli *cli, int first,
				       int64_t now);

/* Without --live those rows say nothing. Returns CLI_OK, or CLI_INVALID after
 * naming the one that was given all the same. */
int live_options_check(const struct cli *cli, bool live, int first);

/* Scans the fabric, with progress on a terminal. Gives CLI_OK and *subnet,
 * which the caller frees, or CLI_INVALID after saying why; CLI_UNASSESSED when
 * the local port sees nothing. */
int live_scan(const struct cli *cli, const struct live_options *options,
	      struct subnet **subnet);

/* The same for one host: its declared ports and what they face, where they are
 * found as declared; else the whole fabric. */
int live_scan_host(const struct cli *cli, const struct live_options *options,
		   const struct inventory_host *host, struct subnet **subnet);

#endif

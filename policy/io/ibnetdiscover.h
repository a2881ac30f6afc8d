/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibnetdiscover's text dump -> struct subnet. */
#ifndef IBPOLICY_IO_IBNETDISCOVER_H
#define IBPOLICY_IO_IBNETDISCOVER_H

#include "policy/diag.h"
#include "policy/subnet.h"

/* Reads a dump as ibnetdiscover writes it, with or without -f and -g, or
 * another tool in its format; also one that came through a terminal (tabs
 * lost, carriage returns, escape sequences, banners, prompts).
 *
 * A dump knows nodes, port GUIDs, LIDs, links and each side's active width and
 * speed. A listed port is LinkUp, as ibnetdiscover follows no other; whether it
 * is Active, its P_Keys, MTU, enabled speeds and the SMs stay unknown, and
 * ports without a link are not there at all. 65535 is no LID.
 *
 * Each side of a link is taken as it is stated. A port that only its neighbour
 * lists is there, without speed and width; so is a node, with
 * node->unassessed. Warnings in diags name the lines: links that one side
 * leaves out, sides that disagree, records that are there twice and differ.
 * subnet->errors is set when the dump is cut or incomplete, or reports failed
 * queries: what is not in it may be in the fabric.
 *
 * A line that belongs to a dump but is malformed, a file without any node, a
 * port report (-p) or a list (-l) is refused: an error in diags with its line,
 * and *subnet is NULL. Returns -1 on failure. The caller frees *subnet. */
int ibnetdiscover_parse(const char *path, const char *bytes, size_t length,
			struct subnet **subnet, struct diag_list *diags,
			struct error *error);

#endif

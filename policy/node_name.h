/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a NodeDescription says: a host and its device, a switch, nothing. */
#ifndef IBPOLICY_NODE_NAME_H
#define IBPOLICY_NODE_NAME_H

#include <stdbool.h>

/* Whatever root on a host, or a switch's manager, has set: a label, never an
 * identity. */
enum node_name_kind {
	NODE_NAME_NONE,        /* blank, or not known */
	NODE_NAME_UNSET,       /* a default of firmware, driver or system:
				  "MT4123 ConnectX6   Mellanox Technologies",
				  "localhost mlx5_0", "HCA-1" */
	NODE_NAME_AGGREGATION, /* a SHARP aggregation node */
	NODE_NAME_HOST,        /* "gpu001 mlx5_0", "gpu001 HCA-1", "leaf01" */
	NODE_NAME_SWITCH       /* "MF0;leaf01:MQM8700/U1",
				  "Voltaire 4036 # leaf01" */
};

enum { NODE_NAME_SIZE = 65 }; /* a NodeDescription has 64 bytes */

/* The parts, raw bytes as on the wire, without blanks round them; "" for what
 * is not there. Only HOST and SWITCH have any. */
struct node_name {
	enum node_name_kind kind;
	char host[NODE_NAME_SIZE];   /* the host's or the switch's name, domain
					included */
	char device[NODE_NAME_SIZE]; /* "mlx5_0", "HCA-1"; of a switch its
					unit: "U1", "L17/U2" */
	char model[NODE_NAME_SIZE];  /* of a switch: "MQM8700" */
};

/* description may be NULL. Two nodes with one HOST name may still be a shared
 * default ("ubuntu"): only who sees all nodes can tell. */
void node_name_parse(const char *description, struct node_name *name);

/* Whether two host names mean the same host: letter case and domain do not
 * count ("GPU001.example.net" is "gpu001"; an IPv4 address is compared as a
 * whole). Empty names are never the same. */
bool node_name_same_host(const char *left, const char *right);

/* The length of the name without its domain. */
unsigned int node_name_short_length(const char *host);

#endif

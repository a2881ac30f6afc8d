/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The fabric as a source saw it: nodes, ports, links, subnet managers. */
#ifndef IBPOLICY_SUBNET_H
#define IBPOLICY_SUBNET_H

#include "policy/arena.h"
#include "policy/error.h"
#include "policy/ibnames.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything here is in host byte order, built once in one arena, then read
 * only. A fact that the source did not give is 0 / NULL / UNKNOWN: never a
 * guess. Strings from the wire are raw bytes: escape them before printing. */

enum subnet_source {
	SUBNET_FROM_PLUGIN = 1,
	SUBNET_FROM_SCAN,
	SUBNET_FROM_SNAPSHOT, /* a snapshot file that does not say its origin */
	SUBNET_FROM_IBNETDISCOVER,
	SUBNET_SOURCE_COUNT
};

enum subnet_enforce {
	SUBNET_ENFORCE_UNKNOWN,
	SUBNET_ENFORCE_OFF,
	SUBNET_ENFORCE_IN,
	SUBNET_ENFORCE_OUT,
	SUBNET_ENFORCE_BOTH,
	SUBNET_ENFORCE_COUNT
};

/* 64 bytes on the wire; a dump may hold a longer name from a map. */
enum { SUBNET_DESCRIPTION_MAX = 256 };

struct subnet_node;

struct subnet_port {
	struct subnet_node *node;
	struct subnet_port *peer; /* NULL: no link, or not in this subnet */
	uint64_t guid; /* port GUID; all ports of a switch share port 0's */
	uint64_t peer_guid; /* the peer's node GUID, also when peer is NULL;
			       0: no link or not known */
	unsigned int number;
	unsigned int peer_number;
	unsigned int lid; /* base LID; 0: none */
	unsigned int lmc; /* it has 1 << lmc LIDs from there on */
	enum ib_port_state state;
	enum ib_phys_state phys;
	enum ib_speed speed;          /* active */
	enum ib_width width;          /* active */
	unsigned int speed_enabled;   /* bit (1 << enum ib_speed) each */
	unsigned int speed_supported; /* likewise */
	unsigned int width_enabled;   /* bit (1 << enum ib_width) each */
	unsigned int width_supported;
	unsigned int mtu;     /* NeighborMTU, bytes */
	unsigned int mtu_cap; /* MTUCap, bytes */
	bool pkeys_known;
	const uint16_t *pkeys; /* as on the wire, by index, empty slots left
				  out */
	size_t pkey_count;
	unsigned int pkey_cap; /* table size in entries; 0 not known */
	/* UNKNOWN also where the switch cannot enforce: its SwitchInfo has
	 * neither InboundEnforcementCap nor OutboundEnforcementCap. */
	enum subnet_enforce enforce;
	bool is_sm; /* CapabilityMask IsSM */
	/* Why facts of this port are absent ("P_Key table did not answer");
	 * NULL: nothing went wrong. Plain ASCII, ours. */
	const char *unassessed;
};

struct subnet_node {
	uint64_t guid;
	enum ib_node_type type;
	uint64_t system_guid;    /* SystemImageGUID; 0 not known */
	uint32_t vendor;         /* NodeInfo:VendorID, 24 bits; 0 not known */
	uint16_t device;         /* NodeInfo:DeviceID; 0 not known */
	const char *description; /* NodeDescription, raw, NUL-terminated, up to
				    SUBNET_DESCRIPTION_MAX bytes; NULL not known */
	const char *name;        /* the site's own, of a node name map, raw;
				    NULL: none. No source fills it */
	size_t port_count;       /* entries in ports[], by number; a switch's
				    port 0 is among them when it is known */
	struct subnet_port *ports;
	const char *unassessed; /* as above, for the node as a whole */
};

struct subnet_sm {
	uint64_t port_guid;
	unsigned int priority; /* 0..15 */
	enum ib_sm_state state;
	bool local; /* the SM that the plugin lives in */
};

/* A live multicast group that carries a partition's IPoIB broadcast. */
struct subnet_group {
	uint8_t mgid[16];
	uint16_t pkey;     /* 15 bits */
	unsigned int mtu;  /* bytes */
	unsigned int rate; /* Gb/s */
	uint32_t qkey;
	unsigned int sl;
	size_t member_count;
	bool from_config; /* made by partitions.conf */
};

/* What the running SM is set to, where the source can know it. */
struct subnet_options {
	bool known;
	bool allow_both_pkeys;
	bool enforce_off;    /* part_enforce is off */
	bool m_key_unset;    /* M_Key is 0: anyone may set port attributes */
	bool sm_key_default; /* SM_Key or SA_Key is the stock value */
};

struct subnet {
	struct arena *arena;
	enum subnet_source source;
	int64_t taken_at; /* seconds since 1970 UTC; 0 not known */
	bool errors; /* the sweep ended with errors: absence proves nothing */
	bool sms_known; /* sms[] is complete (an empty one means none) */
	bool groups_known;
	struct subnet_node *nodes; /* ascending by guid */
	size_t node_count;
	struct subnet_sm *sms; /* ascending by port_guid */
	size_t sm_count;
	struct subnet_group *groups; /* ascending by pkey, mgid */
	size_t group_count;
	struct subnet_options options;
	/* Index over end ports (CA and router ports, switch port 0),
	 * ascending by (guid, node guid, number); made by subnet_finish(). */
	struct subnet_port **end_ports;
	size_t end_port_count;
};

/* An empty subnet with its own arena; NULL when out of memory. The caller
 * frees with subnet_free(), which frees everything in it. */
struct subnet *subnet_new(void);
void subnet_free(struct subnet *subnet); /* NULL is legal */

/* Call once after a source has filled nodes[] (any order), each port's
 * number, peer_guid and peer_number, sms[], groups[]: sorts, sets every
 * port's node and peer pointers, builds the index. A link that only one side
 * states is completed on the other side if that port exists and states
 * nothing else. Where the two sides of a foreign file disagree each keeps what
 * it states: port->peer->peer is another port then. A port may be its own
 * peer (a loopback plug). Returns 0, or -1 (out of memory, or a node GUID twice or a
 * port number twice, with the GUID in the message). */
int subnet_finish(struct subnet *subnet, struct error *error);

/* NULL when absent. */
struct subnet_node *subnet_find_node(const struct subnet *subnet,
				     uint64_t node_guid);
struct subnet_port *subnet_node_port(const struct subnet_node *node,
				     unsigned int number);
/* The first end port that has this port GUID; more than one only in foreign
 * files (see port.duplicate): they stand next to it in end_ports[]. */
struct subnet_port *subnet_find_end_port(const struct subnet *subnet,
					 uint64_t port_guid);

/* What to call the node where nobody declares it: the site's name, else its
 * NodeDescription; NULL not known. Raw bytes. */
const char *subnet_node_text(const struct subnet_node *node);

/* CA port, router port or switch port 0: what holds a P_Key table of its own
 * and can be a member of a partition. */
bool subnet_port_is_end(const struct subnet_port *port);

/* "plugin", "scan", "snapshot", "ibnetdiscover"; parse gives 0 for others. */
const char *subnet_source_name(enum subnet_source source);
enum subnet_source subnet_source_parse(const char *text);

/* "off", "in", "out", "both"; NULL and UNKNOWN for others. */
const char *subnet_enforce_name(enum subnet_enforce enforce);
enum subnet_enforce subnet_enforce_parse(const char *text);

#endif

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A trap that the subnet manager received, decoded. */
#ifndef IBPOLICY_TRAP_H
#define IBPOLICY_TRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* IBA 14.2.5.1. OpenSM keeps 129 to 131 to itself. */
enum trap_number {
	TRAP_LINK_STATE = 128,   /* a link of this switch changed its state */
	TRAP_CAPABILITIES = 144, /* a port changed what it says of itself */
	TRAP_SYSTEM_IMAGE = 145, /* likewise its system image GUID */
	TRAP_BAD_M_KEY = 256,    /* refused by the issuer */
	TRAP_BAD_P_KEY = 257,    /* refused by the receiver */
	TRAP_BAD_Q_KEY = 258,    /* likewise */
	TRAP_SWITCH_BAD_P_KEY = 259 /* refused by a switch between them */
};

enum {
	TRAP_NOTICE_SIZE = 64,    /* a Notice as it stands in a MAD */
	TRAP_ISSUER_GID_SIZE = 16 /* which OpenSM puts behind it */
};

/* Host byte order; what the trap does not say is 0. All of it is a claim of
 * whoever sent it: any host can. */
struct trap {
	int64_t at; /* when it was received; seconds since 1970 UTC */
	unsigned int number;
	unsigned int issuer_lid;
	uint64_t issuer_guid; /* port GUID, found by OpenSM */
	/* 257 to 259: sender and receiver. Others: the one it is about; of 256
	 * the sender of what was refused. */
	unsigned int lids[2];
	uint64_t guids[2]; /* from the GIDs of 257 to 259: port GUIDs */
	uint32_t queue_pairs[2];
	uint16_t pkey;                        /* 257, 259 */
	unsigned int switch_lid, switch_port; /* 259: where it was refused */
	uint8_t method;                       /* 256: of what was refused */
	uint16_t attribute;                   /* likewise */
};

/* Decodes a notice of TRAP_NOTICE_SIZE bytes, or of these and the issuer's GID
 * behind them. False, *trap untouched, when there are fewer bytes, when it is
 * a vendor's own, or of a number that is not among the above. M_Keys and
 * Q_Keys are secrets, also mistyped ones: they are left where they are. */
bool trap_decode(const uint8_t *notice, size_t size, int64_t at,
		 struct trap *trap);

#endif

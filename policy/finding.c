/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A finding's stable id, its order among others, and the words for kinds. */
#include "policy/finding.h"

#include <string.h>

/* FNV-1a, 64 bits. The ids of findings stand in histories, waivers of other
 * tools and tickets: neither these constants nor the order in which the parts
 * are hashed may ever change. */
static const uint64_t fnv_offset = UINT64_C(0xcbf29ce484222325);
static const uint64_t fnv_prime = UINT64_C(0x100000001b3);

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
	const unsigned char *byte = bytes;

	while (length--) {
		hash = (hash ^ *byte++) * fnv_prime;
	}
	return hash;
}

/* Most significant byte first, so that the id is the same on any machine. */
static uint64_t hash_number(uint64_t hash, uint64_t number, unsigned int size)
{
	unsigned char byte;

	while (size--) {
		byte = (unsigned char)(number >> (8 * size));
		hash = hash_bytes(hash, &byte, 1);
	}
	return hash;
}

/* The final NUL parts a text from what follows. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
	return hash_bytes(hash, text, strlen(text) + 1);
}

void finding_set_id(struct finding *finding)
{
	static const char digits[] = "0123456789abcdef";
	const struct subject *subject = &finding->subject;
	uint64_t hash = fnv_offset;
	int i;

	hash = hash_text(hash, finding->check);
	hash = hash_number(hash,
			   subject->port_guid ? subject->port_guid
					      : subject->node_guid,
			   8);
	hash = hash_number(hash, (uint32_t)subject->port, 4);
	hash = hash_text(hash, finding->attribute ? finding->attribute : "");
	for (i = 0; i < FINDING_ID_TEXT - 1; i++) {
		finding->id[i] = digits[(hash >> (60 - 4 * i)) & 15];
	}
	finding->id[FINDING_ID_TEXT - 1] = '\0';
}

/* Of what is gone only the port GUID is known. */
static uint64_t order_guid(const struct subject *subject)
{
	return subject->node_guid ? subject->node_guid : subject->port_guid;
}

int subject_compare(const struct subject *a, const struct subject *b)
{
	uint64_t a_guid = order_guid(a), b_guid = order_guid(b);

	if (a_guid != b_guid) {
		return a_guid < b_guid ? -1 : 1;
	}
	return (a->port > b->port) - (a->port < b->port);
}

int finding_compare(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;
	int order;

	if (a->severity != b->severity) {
		return a->severity > b->severity ? -1 : 1;
	}
	order = subject_compare(&a->subject, &b->subject);
	return order ? order : strcmp(a->id, b->id);
}

const char *subject_kind_name(enum subject_kind kind)
{
	static const char *const names[SUBJECT_KIND_COUNT] = {
		[SUBJECT_PORT] = "port",
		[SUBJECT_HOST] = "host",
		[SUBJECT_SWITCH] = "switch",
		[SUBJECT_LINK] = "link",
		[SUBJECT_SM] = "sm",
		[SUBJECT_PARTITION] = "partition",
		[SUBJECT_INVENTORY] = "inventory",
		[SUBJECT_SELF] = "self",
	};

	return (unsigned int)kind < SUBJECT_KIND_COUNT ? names[kind] : NULL;
}

const char *finding_state_name(enum finding_state state)
{
	static const char *const names[] = {
		[FINDING_ONGOING] = "ongoing",
		[FINDING_NEW] = "new",
		[FINDING_FLAPPING] = "flapping",
		[FINDING_CLEARED] = "cleared",
	};

	return (unsigned int)state < sizeof(names) / sizeof(names[0])
		       ? names[state]
		       : NULL;
}

/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Sends traps to the SM, as a port of the lab's fabric would:
 *
 *   send_traps COUNT LID1 LID2 KEY NUMBER...
 *
 * Each NUMBER COUNT times: 128 (LID1 the switch), 144, 145, 256 (LID1, KEY the
 * M_Key), 257, 258, 259 (LID1, LID2, KEY). Those of one number differ in a
 * queue pair number, so that OpenSM takes none for a repetition. COUNT may be
 * "5000/1000", a thousand each second and to whoever is SM by then, else they go
 * as fast as they can; LID1 may be "100+", each trap about the next one.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <infiniband/mad.h>
#include <infiniband/umad.h>

enum { URGENT = 1, SECURITY, INFORMATIONAL = 4 };
enum { FROM_CA = 1, FROM_SWITCH };

struct wanted {
	unsigned int number;
	unsigned int lid1, lid2;
	uint64_t key;
};

static void put(uint8_t *at, size_t size, uint64_t value)
{
	while (size > 0) {
		at[--size] = (uint8_t)value;
		value >>= 8;
	}
}

/* The details of a notice (IBA 14.2.5.1), which start at byte 10. */
static void fill_details(uint8_t *details, const struct wanted *wanted,
			 uint32_t queue_pair)
{
	switch (wanted->number) {
	case 128:
		put(details, 2, wanted->lid1);
		break;
	case 256:
		put(details + 2, 2, wanted->lid1);
		put(details + 10, 4, queue_pair);
		put(details + 14, 8, wanted->key);
		break;
	case 257:
	case 258:
		put(details + 2, 2, wanted->lid1);
		put(details + 4, 2, wanted->lid2);
		put(details + 6, 4, wanted->key);
		put(details + 11, 3, queue_pair);
		put(details + 14, 4, 1);
		break;
	case 259:
		put(details, 2, 0x3f);
		put(details + 2, 2, wanted->lid1);
		put(details + 4, 2, wanted->lid2);
		put(details + 6, 2, wanted->key);
		put(details + 9, 3, queue_pair);
		put(details + 12, 4, 1);
		put(details + 48, 2, wanted->lid1);
		details[50] = 1;
		break;
	default:
		put(details + 2, 2, wanted->lid1);
		put(details + 6, 8, wanted->key);
		break;
	}
}

static int send_one(struct ibmad_port *source, ib_portid_t *sm,
		    unsigned int issuer, const struct wanted *wanted,
		    uint32_t queue_pair)
{
	uint8_t notice[IB_SMP_DATA_SIZE] = {0};
	ib_rpc_t rpc = {
		.mgtclass = IB_SMI_CLASS,
		.method = IB_MAD_METHOD_TRAP,
		.attr = {.id = NOTICE},
		.datasz = IB_SMP_DATA_SIZE,
		.dataoffs = IB_SMP_DATA_OFFS,
		.trid = mad_trid(),
	};
	int type = wanted->number == 128   ? URGENT
		   : wanted->number >= 256 ? SECURITY
					   : INFORMATIONAL;

	notice[0] = (uint8_t)(0x80 | type); /* generic */
	put(notice + 1, 3,
	    wanted->number == 128 || wanted->number == 259 ? FROM_SWITCH
							   : FROM_CA);
	put(notice + 4, 2, wanted->number);
	put(notice + 6, 2, issuer);
	fill_details(notice + 10, wanted, queue_pair);
	return mad_send_via(&rpc, sm, NULL, notice, source);
}

/* Now and then: who is SM now. Without an answer, whoever was. */
static void follow(struct ibmad_port *source, ib_portid_t *sm, int sent)
{
	ib_portid_t now = {0};

	if (sent % 100 == 99 && ib_resolve_smlid_via(&now, 200, source) == 0 &&
	    now.lid) {
		sm->lid = now.lid;
	}
}

int main(int argc, char **argv)
{
	int classes[] = {IB_SMI_CLASS, IB_SMI_DIRECT_CLASS, IB_SA_CLASS};
	struct wanted wanted = {0};
	ib_portid_t sm = {0}, self = {0};
	struct ibmad_port *source;
	struct timespec pause = {0};
	int count, i, sent;

	if (argc < 6) {
		fprintf(stderr,
			"usage: send_traps COUNT LID1 LID2 KEY NUMBER...\n");
		return 2;
	}
	count = atoi(argv[1]);
	if (strchr(argv[1], '/')) {
		pause.tv_nsec = 1000000000 / atoi(strchr(argv[1], '/') + 1);
	}
	wanted.lid1 = (unsigned int)atoi(argv[2]);
	wanted.lid2 = (unsigned int)atoi(argv[3]);
	wanted.key = strtoull(argv[4], NULL, 0);
	source = mad_rpc_open_port(NULL, 0, classes, 3);
	if (!source || ib_resolve_self_via(&self, NULL, NULL, source) < 0 ||
	    ib_resolve_smlid_via(&sm, 0, source) < 0) {
		fprintf(stderr, "send_traps: no SM is reached from here\n");
		return 1;
	}
	sm.qp = 0;
	for (i = 5; i < argc; i++) {
		wanted.number = (unsigned int)strtoul(argv[i], NULL, 0);
		for (sent = 0; sent < count; sent++) {
			if (send_one(source, &sm, (unsigned int)self.lid,
				     &wanted, (uint32_t)sent) < 0) {
				fprintf(stderr, "send_traps: cannot send\n");
				return 1;
			}
			wanted.lid1 += strchr(argv[2], '+') != NULL;
			if (pause.tv_nsec) {
				nanosleep(&pause, NULL);
				follow(source, &sm, sent);
			}
		}
	}
	/* ibsim loses what it has from a client that has gone; and a client
	 * that takes its leave may wait for ever for ibsim's answer. */
	usleep(500000);
	_exit(0);
}

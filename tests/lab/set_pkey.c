/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Writes one P_Key into a port's table behind the subnet manager's back:
 * set_pkey LID INDEX P_KEY. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <infiniband/mad.h>
#include <infiniband/umad.h>

enum { TIMEOUT_MS = 1000 };

int main(int argc, char **argv)
{
	int classes[] = {IB_SMI_CLASS, IB_SMI_DIRECT_CLASS};
	uint8_t block[IB_SMP_DATA_SIZE] = {0};
	ib_portid_t port = {0};
	struct ibmad_port *source;
	unsigned long index, pkey;

	if (argc != 4) {
		fprintf(stderr, "usage: set_pkey LID INDEX P_KEY\n");
		return 2;
	}
	port.lid = atoi(argv[1]);
	index = strtoul(argv[2], NULL, 0);
	pkey = strtoul(argv[3], NULL, 0);
	source = mad_rpc_open_port(NULL, 0, classes, 2);
	if (!source || index > 31 ||
	    !smp_query_via(block, &port, IB_ATTR_PKEY_TBL, 0, TIMEOUT_MS,
			   source)) {
		fprintf(stderr, "set_pkey: the table cannot be read\n");
		return 1;
	}
	block[2 * index] = (uint8_t)(pkey >> 8);
	block[2 * index + 1] = (uint8_t)pkey;
	if (!smp_set_via(block, &port, IB_ATTR_PKEY_TBL, 0, TIMEOUT_MS,
			 source)) {
		fprintf(stderr, "set_pkey: the table cannot be written\n");
		return 1;
	}
	mad_rpc_close_port(source);
	return 0;
}

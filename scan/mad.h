/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* rdma-core's diagnostic libraries beside our own names. */
#ifndef IBPOLICY_SCAN_MAD_H
#define IBPOLICY_SCAN_MAD_H

/* libibmad and policy/ibnames.h both call node types so, and mean the same
 * numbers (NodeInfo:NodeType). */
#define IB_NODE_CA     MAD_NODE_CA
#define IB_NODE_SWITCH MAD_NODE_SWITCH
#define IB_NODE_ROUTER MAD_NODE_ROUTER
#include <infiniband/ibnetdisc.h>
#include <infiniband/mad.h>
#include <infiniband/umad.h>
#undef IB_NODE_CA
#undef IB_NODE_SWITCH
#undef IB_NODE_ROUTER

#endif

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# How long an inventory takes to load, against a bare yaml_parser_load() of the
# same bytes (processor time, the median of 25). By default one of 8,000 hosts,
# one line each.
#
#   inventory.sh [INVENTORY...]
set -eu

program=$IBPOLICY_BUILDDIR/tests/bench/inventory_load
if [ $# -gt 0 ]; then
	for inventory; do
		"$program" "$inventory"
	done
	exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk 'BEGIN {
	print "version: 1\nfabric: bench\nroles:"
	print "  compute: {speed: HDR, width: 4x, mtu: 4096}"
	print "  uplink: {speed: HDR, width: 4x}\nhosts:"
	for (i = 0; i < 8000; i++)
		printf "  gpu%05d: {role: compute, ports: {mlx5_0/1: {guid: " \
		       "0x0c42a103%08x, peer: leaf%03d/%d}}}\n",
		       i, i, int(i / 20), i % 20 + 1
	print "switches:"
	for (i = 0; i < 400; i++)
		printf "  leaf%03d: {guid: 0x248a0703%08x}\n", i, i
	for (i = 0; i < 200; i++)
		printf "  spine%03d: {guid: 0x248a0704%08x}\n", i, i
	print "links:"
	for (i = 0; i < 400; i++)
		printf "  - {from: leaf%03d/21-36, to: spine%03d/%d-%d, " \
		       "role: uplink}\n",
		       i, int(i / 2), i % 2 * 16 + 1, i % 2 * 16 + 16
}' >"$folder/inventory.yaml"
"$program" "$folder/inventory.yaml"

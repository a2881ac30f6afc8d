#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# How long a scan takes, P_Key tables and SMInfo included, against iblinkinfo on
# the same fabric, turn by turn. By default 3,920 nodes, 32,720 ports, with an
# OpenSM that has set them up: a minute.
#
#   scan.sh [HOSTS LEAVES SPINES]
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/../lab/lab.sh"
lab_begin 600

hosts=${1:-3200} leaves=${2:-480} spines=${3:-240}
"$IBPOLICY_SRCDIR/tests/lab/make-fabric" "$hosts" "$leaves" "$spines" \
	>"$LAB/fabric.topo"
first=$(grep -o 'H-[0-9a-f]*' "$LAB/fabric.topo" | head -n 1)
printf 'version: 1\nfabric: bench\n' >"$LAB/inventory.yaml"
sim_start "$LAB/fabric.topo" -N 20000 -S 4000 -P 400000
export SM_PARTITIONS=$LAB/no-such-file LAB_PATIENCE=300
sm_start a "$first"
sm_up a || lab_show

took() { # COMMAND...
	local start end
	start=$(date +%s%N)
	on "$first" "$@" >"$LAB/out"
	end=$(date +%s%N)
	echo $(((end - start) / 1000000))
}

for _ in 1 2 3 4 5; do
	echo "$(took iblinkinfo)" "$(took "$IBPOLICY_BUILDDIR/ibpolicy" scan)"
done | awk '{ print "iblinkinfo " $1 " ms, scan " $2 " ms"
		if (!link || $1 < link) link = $1
		if (!scan || $2 < scan) scan = $2 }
	END { printf "scan against iblinkinfo, the best of 5 each: ratio %.2f\n",
		scan / link }'
head -n 1 "$LAB/out" | cut -c 1-60
sm_stop a

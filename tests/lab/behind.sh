#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# A P_Key that root wrote into a port behind the subnet manager's back is seen
# by the sweep that reads the table again, although that sweep repairs it.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

GPU001=H-0c42a10300a10000
cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
wait_for 30 sm_reported a 1
finds "and is clean" a ""
ok "a foreign key is written" \
	on "$GPU001" "$IBPOLICY_BUILDDIR/tests/lab/set_pkey" 6 5 0x8077
is "and stands in the table" "$(pkeys "$SM_A" 1 6)" \
	"0x0002 0x7fff 0x8001 0x8077"
sm_sweep a
wait_for 30 sm_reported a 2
finds "OpenSM does not look at tables it has set" a ""
sim "Unlink \"$GPU001\"[1]"
sm_up a 3
sim "ReLink \"$GPU001\"[1]"
sm_up a 4
wait_for 30 sm_reported a 4
finds "it does when the port comes back" a \
	"partition.unknown gpu001/mlx5_0/1"
ok "the finding names the key" grep -q 0x8077 "$LAB/a/out/drift.json"
is "which OpenSM took out" "$(pkeys "$SM_A" 1 6)" "0x0002 0x7fff 0x8001"
sm_sweep a
wait_for 30 sm_reported a 5
finds "so it is cleared by the next sweep" a ""

# --- a host that reboots, meanwhile ----------------------------------------

pending() { # COUNT
	[ "$(jq .totals.pending "$LAB/a/out/drift.json")" = "$1" ]
}
sim 'Unlink "H-0c42a10300a20000"[1]'
sim 'Unlink "H-0c42a10300a20100"[1]'
ok "a host goes down: that is pending" wait_for 30 pending 1
finds "and raises nothing in its grace time" a ""
is "the verdict is clean" "$(verdict a)" clean
ok "the report's head counts it" grep -q "since .*Z, 1 pending$" \
	"$LAB/a/out/drift.txt"
ok "a foreign key is written again" \
	on "$GPU001" "$IBPOLICY_BUILDDIR/tests/lab/set_pkey" 6 5 0x8077
sim "Unlink \"$GPU001\"[1]"
ok "its port goes, too" wait_for 30 pending 2
sim "ReLink \"$GPU001\"[1]"
opened() { # COUNT: partition.unknown, a sweep later it is cleared again
	[ "$(grep -c '"opened".*"partition.unknown"' \
		"$LAB/a/out/history.jsonl")" = "$1" ]
}
ok "the partition finding fires at once" wait_for 30 opened 2
ok "while the host is still pending" pending 1
sim 'ReLink "H-0c42a10300a20000"[1]'
sim 'ReLink "H-0c42a10300a20100"[1]'
ok "the host is back" wait_for 30 pending 0
is "and no history tells of it" \
	"$(grep -c port.missing "$LAB/a/out/history.jsonl")" 0
lab_end

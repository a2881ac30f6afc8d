#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Two OpenSMs with the plugin: the standby says standby and names the master,
# publishes edits for the day it is needed, and takes over.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

state() { # NAME
	jq -r '.sm.state + " " + (.sm.master_name // "-")' \
		"$LAB/$1/out/status.json"
}

state_is() { # NAME STATE
	[ "$(state "$1")" = "$2" ]
}

verdict_is() { # NAME VERDICT
	[ "$(verdict "$1")" = "$2" ]
}

sed '/^  sm-a: {guid/s/.*/&\n  sm-b: {guid: 0x0c42a10300b00021, priority: 12}/' \
	"$FABRICS/small.yaml" >"$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the master comes up" sm_up a
cp -a "$LAB/a/out" "$LAB/first"
mkdir -p "$LAB/b"
cp -a "$LAB/first" "$LAB/b/out"
rm -f "$LAB/b/out"/drift* "$LAB/b/out"/s*
SM_CONF="sm_priority 12"
sm_start b "$SM_B"
ok "the second one becomes standby" \
	wait_for 30 sm_has_logged b "Entering STANDBY"
sm_heartbeat b
is "one heartbeat later it says so, and who is master" "$(state b)" \
	"standby sm-a"
says_standby b 0x0c42a10300b00011
finds "and finds nothing" b ""
wait_for 30 state_is a "master sm-a"
is "the master is master" "$(state a)" "master sm-a"
sm_sweep a
wait_for 30 verdict_is a clean
finds "and finds the fabric clean" a ""

# --- an edit on both SM hosts -------------------------------------------

sed -i '/^  compute: {speed/s/storage: limited/storage: full/' \
	"$LAB/inventory.yaml"
published_edit() { # NAME
	grep -q 'a10001=full' "$LAB/$1/out/partitions.d/0002-storage.conf"
}
ok "the standby publishes an edit at its heartbeat" \
	wait_for 30 published_edit b
ok "the master does not" not published_edit a
sm_sweep a
ok "but with its next sweep" wait_for 30 published_edit a

# --- the master dies --------------------------------------------------------

sm_kill a
ok "the standby takes over" wait_for 60 sm_has_logged b "Entering MASTER"
ok "and brings the subnet up" sm_up b
sm_heartbeat b
is "one heartbeat later it says that it is master" "$(state b)" "master sm-b"
ok "and judges again" wait_for 30 sm_reported b 1
is "with the same plan on the wire" "$(pkeys "$SM_B" 1 6)" \
	"0x7fff 0x8001 0x8002"
ok "it misses the other SM" has_finding b sm.missing
ok "nothing is new after a takeover" jq -e \
	'[.findings[] | select(.state == "new")] == []' "$LAB/b/out/drift.json"
lab_end

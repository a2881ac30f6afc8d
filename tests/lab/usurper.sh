#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# An undeclared SM of a higher priority takes over: the plugin says at once
# that its partitions are not in force any more, and never looks current.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

OUT=$LAB/a/out
verdict_is() { # VERDICT
	[ "$(verdict a)" = "$1" ]
}

cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the master comes up" sm_up a
wait_for 30 sm_reported a 1
is "and is clean" "$(verdict a)" clean

# OpenSM without the plugin, on a host where no SM belongs.
SM_CONF="sm_priority 14"
SM_PLUGIN="none"
SM_PARTITIONS=$LAB/none
sm_start b "$SM_B"
ok "another SM takes over" wait_for 90 sm_has_logged a "Entering STANDBY"
sm_heartbeat a
is "one heartbeat later the report says standby" "$(verdict a)" standby
says_standby a 0x0c42a10300b00021
finds "the usurper is the one finding" a \
	"sm.unlisted sm-b/mlx5_0/1"
is "which is critical" "$(jq -r '.findings[].severity' "$OUT/drift.json")" critical
ok "and says since when our partitions are not in force" grep -q \
	"mastership lost at .*its partitions are in force, not ours" \
	"$OUT/drift.json"
ok "status.json names the master" wait_for 30 jq -e \
	'.sm.state == "standby" and .sm.master_guid == "0x0c42a10300b00021"' \
	"$OUT/status.json"
sm_kill b
ok "when it is gone the SM is master again" wait_for 90 sm_reported a 2
ok "and judges again" wait_for 30 verdict_is clean
lab_end

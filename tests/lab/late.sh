#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# An inventory that takes too long to read: OpenSM is not held up, the plan
# comes one sweep later, and that sweep is asked for once.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 60

gpu001_keys() {
	pkeys "$SM_A" 1 6
}

delay() { # MILLISECONDS
	echo "$1" >"$LAB/delay"
}

cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
SM_PRELOAD=$FAULT_SHIM
SM_ENV="FAULT_SLOW=$LAB/inventory.yaml FAULT_SLOW_MS=$LAB/delay"
delay 0
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
wait_for 30 sm_reported a 1

delay 1600
sed -i '/^  compute: {speed/s/storage: limited/storage: full/' \
	"$LAB/inventory.yaml"
ok "a sweep does not wait for a slow inventory" sm_sweep a
is "and leaves the old plan on the wire" \
	"$(gpu001_keys)" "0x0002 0x7fff 0x8001"
is_late() {
	[ "$(findings a)" = "self.late ibpolicy" ]
}
ok "which is reported, and is what the fabric is judged against" \
	wait_for 30 is_late
ok "one more sweep comes by itself" sm_up a 3
is "and has the new plan on the wire" \
	"$(gpu001_keys)" "0x7fff 0x8001 0x8002"
wait_for 30 sm_reported a 3
is "and is clean" "$(verdict a)" clean
sleep 5
is "and no third one follows" "$(sm_log_count a 'SUBNET UP')" 3
lab_end

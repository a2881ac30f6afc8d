#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Traps are counted, never waited for; OpenSM ends in an orderly way while they
# pour in, and while a reload keeps the worker busy.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

GPU001=H-0c42a10300a10000
OUT=$LAB/a/out
counter() {
	jq ".counters.$1" "$OUT/status.json"
}

counted() { # AT_LEAST
	[ "$(counter traps)" -ge "$1" ]
}

run_sm() {
	rm -f "$LAB/a/osm.log"
	sm_start a "$SM_A"
	sm_up a && wait_for 30 sm_reported a 1
}

send() { # ARGUMENT...
	on "$GPU001" "$IBPOLICY_BUILDDIR/tests/lab/send_traps" "$@"
}

cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
SM_PRELOAD=$FAULT_SHIM
SM_ENV="FAULT_SLOW=$LAB/inventory.yaml FAULT_SLOW_MS=$LAB/delay"
echo 0 >"$LAB/delay"
sm_first_plan a "$SM_A"
ok "the subnet comes up" run_sm
ok "traps of every kind are sent" send 1 6 8 0x0002 144 145 256 257 258 259 4711
ok "and all are counted" wait_for 30 counted 7
before=$(counter traps)
ok "a thousand more" send 1000 6 8 0x0002 257
ok "are counted too" wait_for 30 counted $((before + 1000))
is "none is dropped" "$(counter traps_dropped)" 0
is "and the fabric is as clean as before" "$(findings a | sed 's/trap[^,]*,*//g')" ""

traps_age
for round in 1 2; do
	send 1000 6 8 0x0002 257 >/dev/null 2>&1 &
	sender=$!
	sleep 0.2
	before=$tap_failed
	sm_stop a
	is "OpenSM ends under traps, round $round" "$tap_failed" "$before"
	wait "$sender"
	# It remembers its clients, also those that it was too busy to see go.
	sim_stop
	sim_start "$FABRICS/small.topo"
	run_sm
done

echo 1500 >"$LAB/delay"
kill -HUP "${SM_PID[a]}"
sleep 0.3
before=$tap_failed
sm_stop a
is "OpenSM ends while it waits for a reload" "$tap_failed" "$before"
lab_end

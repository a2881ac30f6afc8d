#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# When an edit of the inventory takes effect: in the very sweep that follows
# it, whoever causes that; in no other; and a faulty one never.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

# gpu001/mlx5_0/1 is LID 6 of small.topo.
GPU001=H-0c42a10300a10000
gpu001_keys() {
	pkeys "$SM_A" 1 6
}

# Replaced whole, as an editor does it.
edit() { # SED-SCRIPT
	sed "$1" "$FABRICS/small.yaml" >"$LAB/inventory.new"
	mv "$LAB/inventory.new" "$LAB/inventory.yaml"
}

in_force_is_published() {
	jq -e '.plans.in_force == .plans.published' "$LAB/a/out/status.json"
}

conf_bytes() {
	sha256sum <"$LAB/a/out/partitions.conf"
}

edit ''
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
wait_for 30 sm_reported a 1
is "the plan is on the wire" "$(gpu001_keys)" "0x0002 0x7fff 0x8001"

# --- an edit and a SIGHUP ---------------------------------------------------

edit '/^  compute: {speed/s/storage: limited/storage: full/'
ok "one sweep after an edit" sm_sweep a
is "has the edit on the wire" "$(gpu001_keys)" "0x7fff 0x8001 0x8002"
wait_for 30 sm_reported a 2
is "and is clean" "$(verdict a)" clean

# --- an edit and a link that goes down -------------------------------------

edit ''
sim "Unlink \"H-0c42a10300c00000\"[1]"
ok "a link goes down: a heavy sweep of its own" sm_up a 3
is "takes the edit too" "$(gpu001_keys)" "0x0002 0x7fff 0x8001"
sim "ReLink \"H-0c42a10300c00000\"[1]"
sm_up a 4

# --- an edit alone ----------------------------------------------------------

before=$(conf_bytes)
edit '/^  compute: {speed/s/storage: limited/storage: full/'
ok "between sweeps an edit is reported as waiting" \
	wait_for 30 has_finding a self.late
ok "with what it will change" \
	grep -q "next heavy sweep: 4 ports will change" "$LAB/a/out/drift.json"
is "and not published" "$(conf_bytes)" "$before"
is "and not on the wire" "$(gpu001_keys)" "0x0002 0x7fff 0x8001"
edit ''
ok "put back, nothing waits any more" \
	wait_for 30 not has_finding a self.late

# --- a faulty edit ----------------------------------------------------------

edit 's/speed: HDR/sped: HDR/'
ok "between sweeps a faulty edit is reported" \
	wait_for 30 has_finding a inventory.invalid
ok "with its place" grep -q "inventory.yaml:6:13" "$LAB/a/out/drift.json"
ok "a sweep with the faulty edit" sm_sweep a
wait_for 30 sm_reported a 5
is "publishes nothing" "$(conf_bytes)" "$before"
is "leaves the wire as it was" "$(gpu001_keys)" "0x0002 0x7fff 0x8001"
finds "goes on judging by the last good one" a \
	"inventory.invalid $LAB/inventory.yaml"
sim "Unlink \"$GPU001\"[1]"
sm_up a 6
ok "and finds what goes missing" wait_for 30 \
	grep -q "gpu001/mlx5_0/1" "$LAB/a/out/drift.json"
sim "ReLink \"$GPU001\"[1]"
sm_up a 7
is "and says it in one log line" \
	"$(sm_log_count a "ibpolicy: inventory.invalid")" 1
rm "$LAB/inventory.yaml"
ok "a sweep without an inventory" sm_sweep a
wait_for 30 sm_reported a 8
is "publishes nothing either" "$(conf_bytes)" "$before"
ok "and says so" has_finding a inventory.invalid
mkdir "$LAB/inventory.yaml"
ok "a folder in its place" sm_sweep a
rmdir "$LAB/inventory.yaml"
head -c 10000000 /dev/urandom >"$LAB/inventory.yaml"
ok "10 MB of garbage in its place" sm_sweep a
is "publishes nothing either" "$(conf_bytes)" "$before"
edit ''
ok "a sweep with a good one again" sm_sweep a
ok "clears it" wait_for 30 not has_finding a inventory.invalid
ok "OpenSM runs on what is published" wait_for 30 in_force_is_published

# --- edits while OpenSM discovers -------------------------------------------

for pause in 0 0.002 0.004 0.008 0.016; do
	for storage in full limited; do
		edit "/^  compute: {speed/s/storage: limited/storage: $storage/"
		kill -HUP "${SM_PID[a]}"
		sleep "$pause"
	done
done
edit '/^  compute: {speed/s/, storage: limited//'
kill -HUP "${SM_PID[a]}"
no_storage() {
	[ "$(gpu001_keys)" = "0x7fff 0x8001" ]
}
ok "of many edits and sweeps the last edit wins" wait_for 30 no_storage
lab_end

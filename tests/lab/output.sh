#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Options and output directories that are refused: OpenSM runs, nothing is
# published, one log line says why; and a disk that fills up.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 180

OUT=$LAB/a/out
cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
SM_PARTITIONS=$LAB/none

run_sm() {
	rm -f "$LAB/a/osm.log"
	sm_start a "$SM_A"
	sm_up a
}

published() {
	(cd "$LAB" && find . -name partitions.conf -o -name 'drift*' -o \
		-name snapshot.jsonl) | wc -l
}

# refused WHAT TEXT [N]: TEXT in the log, N files of status (default 0)
refused() {
	ok "$1: OpenSM comes up" run_sm
	is "$1: one line says why" "$(sm_log_count a "ibpolicy: self.option: $2")" 1
	is "$1: nothing is published" "$(published)" 0
	sm_sweep a
	is "$1: still one line" "$(sm_log_count a "ibpolicy: self.option: ")" 1
	sm_stop a
}

# --- directories ------------------------------------------------------------

mkdir -p "$LAB/a"
refused "a missing directory" ".*a/out"
: >"$OUT"
refused "a file in its place" ".*a/out"
rm "$OUT"
mkdir "$OUT"
chmod 0777 "$OUT"
refused "a directory that others can write to" ".*others can write"
chmod 0755 "$OUT"
mkdir "$LAB/real"
rmdir "$OUT"
ln -s "$LAB/real" "$OUT"
chmod 0775 "$LAB/real"
refused "a link to one that others can write to" ".*"
rm "$OUT"
mkdir "$OUT"
exec 8>"$OUT/.lock"
flock -n 8
refused "a directory that is held" ".*another process"
flock -u 8
exec 8>&-

# --- put right while OpenSM runs --------------------------------------------

chmod 0777 "$OUT"
ok "refused again" run_sm
chmod 0755 "$OUT"
ok "put right, it is taken at a heartbeat" \
	wait_for 30 test -e "$OUT/status.json"
sm_sweep a
ok "and reports come with the next sweep" \
	wait_for 30 test -e "$OUT/drift.txt"
mv "$OUT" "$LAB/moved"
ok "moved away, it is missed" \
	wait_for 30 sm_has_logged a "self.option: cannot open directory $OUT"
mkdir "$OUT"
ok "made anew, it is taken" wait_for 30 test -e "$OUT/status.json"
sm_stop a
rm -r "$LAB/moved"

# --- options ----------------------------------------------------------------

for option in ibpolicy.inventry=/x ibpolicy.inventory=relative.yaml; do
	rm -rf "$OUT"
	mkdir "$OUT"
	SM_PLUGIN_OPTIONS="$option ibpolicy.output=$OUT ibpolicy.heartbeat=1"
	refused "$option" "event_plugin_options"
	ok "$option: status.json says so" \
		jq -e '.faults[] | select(.message |
			startswith("event_plugin_options"))' "$OUT/status.json"
done
SM_PLUGIN_OPTIONS="--other thing=1 ibpolicy.inventory=$LAB/inventory.yaml \
ibpolicy.output=$OUT other.output=relative"
ok "tokens of other plugins are theirs" run_sm
ok "and do not disturb" wait_for 30 test -e "$OUT/drift.txt"
sm_stop a
unset SM_PLUGIN_OPTIONS SM_PARTITIONS

# --- a directory that cannot be written -------------------------------------

if [ "$(id -u)" -ne 0 ]; then
	chmod 0555 "$OUT"
	rm -f "$OUT"/drift*
	refused "a read-only directory" ".*"
	chmod 0755 "$OUT"
fi

# --- a full disk ------------------------------------------------------------

rm -rf "$OUT"
sm_first_plan a "$SM_A"
SM_PRELOAD=$FAULT_SHIM
SM_ENV="FAULT_DIR=$OUT FAULT_ARM=$LAB/full FAULT_HOW=full FAULT_AT=1"
ok "OpenSM comes up" run_sm
wait_for 30 sm_reported a 1
whole() {
	(cd "$OUT" && sha256sum partitions.conf partitions.d/* drift.* \
		snapshot.jsonl)
}
before=$(whole)
: >"$LAB/full"
sed -i '/^  compute: {speed/s/storage: limited/storage: full/' \
	"$LAB/inventory.yaml"
ok "a sweep with an edit and a full disk" sm_sweep a
ok "is said in one log line" \
	wait_for 30 sm_has_logged a "self.late: .*No space left"
is "every file is whole and as it was" "$(whole)" "$before"
is "no temporary file is left" "$(find "$OUT" -name '*.tmp')" ""
is "the wire is as it was" "$(pkeys "$SM_A" 1 6)" "0x0002 0x7fff 0x8001"
sleep 3
is "heartbeats do not repeat the line" \
	"$(sm_log_count a "self.late: .*No space left")" 1
rm "$LAB/full"
ok "with room again it is a finding" wait_for 30 has_finding a self.late
ok "and the next sweep" sm_sweep a
is "has the edit" "$(pkeys "$SM_A" 1 6)" "0x7fff 0x8001 0x8002"
ok "and is clean" wait_for 30 not has_finding a self.late
lab_end

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What may be overwritten: never a partitions.conf that OpenSM is set to read
# and that is not ours, whole and unedited. What is in force is judged.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 180

OUT=$LAB/a/out
state() {
	(cd "$OUT" && find . -path './partitions*' -type f -print0 |
		sort -z | xargs -0 sha256sum 2>/dev/null)
}

run_sm() {
	rm -f "$LAB/a/osm.log"
	sm_start a "$SM_A"
	sm_up a && wait_for 30 sm_reported a 1
}

cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
mkdir -p "$OUT"

# --- at start ---------------------------------------------------------------

ok "OpenSM starts with its file missing" run_sm
is "nothing is put in its place" "$(ls "$OUT"/part* 2>/dev/null)" ""
ok "that is critical" grep -q "^  .*self.foreign" "$OUT/drift.txt"
ok "it is said in OpenSM's log" \
	sm_has_logged a "self.foreign: .*partitions.conf.* is missing"
ok "and what OpenSM made of it" has_finding a partition.fallback
finds "that is all" a \
	"partition.fallback all-partitions,self.foreign ibpolicy"
ok "with its reason" grep -q "talk to all: the partition file is missing" \
	"$OUT/drift.json"
sm_stop a

printf 'Default=0x7fff : ALL=limited, SELF=full ;\nbroken=0x1 : 0xZZ=full ;\n' \
	>"$OUT/partitions.conf"
ok "OpenSM starts with a broken file" run_sm
ok "that is found" has_finding a partition.fallback
ok "with its line" grep -q "talk to all: line 2" "$OUT/drift.json"
sm_stop a

printf 'Default=0x7fff : ALL=limited, SELF=full ;\n' >"$OUT/partitions.conf"
before=$(state)
ok "OpenSM starts with a hand-written file" run_sm
is "nothing is written over it" "$(state)" "$before"
ok "that is said" has_finding a self.foreign
is "its partitions are what the fabric is judged against" \
	"$(findings a)" "self.foreign ibpolicy"
sm_stop a

: >"$OUT/partitions.conf"
ok "OpenSM starts with an empty file" run_sm
is "nothing is written over it" "$(wc -c <"$OUT/partitions.conf")" 0
ok "that is said" has_finding a self.foreign
ok "and what OpenSM made of it" has_finding a partition.fallback
sm_stop a

# --- while it runs ----------------------------------------------------------

rm "$OUT/partitions.conf"
sm_first_plan a "$SM_A"
ok "OpenSM starts with our file" run_sm
is "and is clean" "$(verdict a)" clean
sed -i 's/0x0c42a10300c00001=full/0x0c42a10300c00001=limited/' \
	"$OUT/partitions.conf"
before=$(state)
ok "the file is edited by hand" sm_sweep a
wait_for 30 sm_reported a 2
is "nothing is written over it" "$(state)" "$before"
finds "the edit is in force and judged against" a \
	"self.foreign ibpolicy"
rm "$OUT/partitions.conf"
ok "the file is removed" sm_sweep a
wait_for 30 sm_reported a 3
ok "nothing is put in its place" not test -e "$OUT/partitions.conf"
ok "the open fabric is found" has_finding a partition.fallback
sm_stop a

# --- not in force -----------------------------------------------------------

rm -rf "$OUT"
mkdir "$OUT"
printf 'Default=0x7fff : ALL=full ;\n' >"$LAB/hand.conf"
SM_PARTITIONS=$LAB/hand.conf
ok "OpenSM reads another file" run_sm
ok "ours is written for comparison" test -e "$OUT/partitions.conf"
is "the other file is as it was" "$(cat "$LAB/hand.conf")" \
	"Default=0x7fff : ALL=full ;"
ok "that is said, as information" \
	jq -e '.findings[] | select(.check == "self.not_in_force" and
		.severity == "info")' "$OUT/drift.json"
ok "the fabric is judged against the inventory" \
	has_finding a partition.fallback
is "and it is logged once" "$(sm_log_count a self.not_in_force)" 1
sm_stop a
ln -s "$OUT/partitions.conf" "$LAB/link.conf"
SM_PARTITIONS=$LAB/link.conf
ok "OpenSM reads our file through a symbolic link" run_sm
is "that is our file" "$(verdict a)" clean
sm_stop a
unset SM_PARTITIONS

# --- an option that does not fit --------------------------------------------

before=$(state)
SM_CONF="sm_priority 13
allow_both_pkeys TRUE"
sed -i '/^  compute: {speed/s/storage: limited/storage: full/' \
	"$LAB/inventory.yaml"
ok "OpenSM runs with another allow_both_pkeys" run_sm
is "no new plan is published" "$(state)" "$before"
ok "that is said" has_finding a self.option
lab_end

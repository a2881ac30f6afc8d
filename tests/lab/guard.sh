#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# A plan that takes too much away is held: partitions.conf stays, the new one
# stands beside it, a person releases exactly that one; a failed assertion
# cannot be released.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

OUT=$LAB/a/out
edit() { # SED-SCRIPT
	sed "/^guard:/d
$1" "$FABRICS/small.yaml" >"$LAB/inventory.new"
	mv "$LAB/inventory.new" "$LAB/inventory.yaml"
}

nas_keys() {
	pkeys "$SM_A" 1 10
}

plans() { # FIELD
	jq -r ".plans.$1 // \"-\"" "$OUT/status.json"
}

is_held() {
	[ -e "$OUT/partitions.conf.held" ] && [ "$(plans held)" != - ]
}

nothing_held() {
	[ ! -e "$OUT/partitions.conf.held" ] && [ "$(plans held)" = - ] &&
		[ ! -e "$OUT/approved" ]
}

run_sm() {
	rm -f "$LAB/a/osm.log"
	sm_start a "$SM_A"
	sm_up a && wait_for 30 sm_reported a 1
}

edit ''
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
ok "the subnet comes up" run_sm
finds "nothing is held" a ""
before=$(cat "$OUT/partitions.conf")

# The computers lose the storage partition: 4 of its 5 members.
lose='/^  compute: {speed/s/, storage: limited//'
edit "$lose"
ok "a sweep with an edit that takes much away" sm_sweep a
wait_for 30 sm_reported a 2
ok "it is held" wait_for 30 is_held
finds "that is a finding, and the only one" a "self.held ibpolicy"
ok "drift.txt shows what would change" \
	grep -q "^NOT PUBLISHED" "$OUT/drift.txt"
is "partitions.conf is as it was" "$(cat "$OUT/partitions.conf")" "$before"
ok "for each port" grep -qF -- "- leaves storage 0x0002 (was limited)" \
	"$OUT/drift.txt"
is "so is the wire" "$(pkeys "$SM_A" 1 6)" "0x0002 0x7fff 0x8001"
is "the held file is the new plan" \
	"$(grep -c 'a10001=limited' "$OUT/partitions.conf.held")" 0
sm_sweep a
wait_for 30 sm_reported a 3
is "it is logged once" "$(sm_log_count a self.held)" 1
held=$(plans held)

sm_stop a
ok "OpenSM is restarted" run_sm
ok "and holds the same plan" test "$(plans held)" = "$held"

# A restart on an inventory that cannot be used: what is held is known from the
# files alone, and nothing releases it before the inventory is right.
sm_stop a
cp "$LAB/inventory.yaml" "$LAB/inventory.right"
echo "faulty: [" >>"$LAB/inventory.yaml"
ok "OpenSM is restarted on a faulty inventory" run_sm
ok "the held plan is known" test "$(plans held)" = "$held"
ok "it is a finding" has_finding a self.held
ok "its change stands in drift.txt" \
	grep -qF -- "- leaves storage 0x0002 (was limited)" "$OUT/drift.txt"
ok "which says what to do first" grep -q "correct the inventory" "$OUT/drift.txt"
is "the wire is as it was" "$(pkeys "$SM_A" 1 6)" "0x0002 0x7fff 0x8001"
mv "$LAB/inventory.right" "$LAB/inventory.yaml"
ok "the inventory is put right" sm_sweep a
ok "and the same plan is held" wait_for 30 grep -q "removes 4 of 5" "$OUT/drift.txt"

ok "another hash releases nothing" \
	not "$IBPOLICY_BUILDDIR/ibpolicy" approve "$OUT" \
	"$(printf '0%.0s' $(seq 64))"
ok "its own hash releases it" \
	"$IBPOLICY_BUILDDIR/ibpolicy" approve --by tester "$OUT" "$held"
ok "it is published at a heartbeat" wait_for 30 nothing_held
is "as the plan that was held" "$(plans published)" "$held"
ok "the log says who approved it" sm_has_logged a "approved by tester"
finds "it is not yet in force" a "self.late ibpolicy"
sm_sweep a
wait_for 30 sm_reported a 2
is "it is after the next sweep" "$(pkeys "$SM_A" 1 6)" "0x7fff 0x8001"
finds "and clean" a ""

# A port more in a partition is nobody's loss; two partitions that can newly
# talk are held, and what is taken back is held no more.
add="$lose
s/^  sm-b: {ports/  sm-b: {partitions: {compute: full}, ports/"
edit "$add"
sm_sweep a
wait_for 30 sm_reported a 3
is "adding a port needs no approval" "$(pkeys "$SM_B" 1 5)" "0x7fff 0x8001"
edit ''
sm_sweep a
ok "opening one partition to another does" wait_for 30 is_held
edit "$add"
sm_sweep a
ok "what is taken back is held no more" wait_for 30 nothing_held
wait_for 30 sm_reported a 5

# A failed assertion.
prove="$add
s/^hosts:/assert: [{from: compute, to: storage, expect: isolated}]\\n&/"
edit "$prove"
sm_sweep a
wait_for 30 sm_reported a 6
finds "an assertion that holds is silent" a ""
edit "$prove
/^  storage: {speed/s/storage: full/storage: full, compute: full/"
sm_sweep a
ok "a plan with a failed assertion is not published" \
	wait_for 30 has_finding a self.held
ok "nor offered for approval" not test -e "$OUT/partitions.conf.held"
is "the wire is as it was" "$(nas_keys)" "0x7fff 0x8002"
lab_end

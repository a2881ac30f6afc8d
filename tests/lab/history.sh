#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What was found, and since when, survives a restart of OpenSM; the command
# says of the plugin's files what the plugin said, and whether it lives.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

ibpolicy=$IBPOLICY_BUILDDIR/ibpolicy

status() { # EXIT WORDS
	local got=0
	"$ibpolicy" status "$LAB/a/out" >"$LAB/status.txt" 2>&1 || got=$?
	cat "$LAB/status.txt"
	[ "$got" -eq "$1" ] && grep -qF -- "$2" "$LAB/status.txt"
}

# Of the one finding: its state, since when, whether that is a takeover.
history() {
	jq -r '.findings[] | [.state, .first_seen, .before_takeover // false] |
		@tsv' "$LAB/a/out/drift.json"
}

ids() { # FILE
	jq -r '.findings[].id' "$1" | sort
}

events() { # CHECK: its events, in order
	jq -rR --arg check "$1" 'fromjson? // empty |
		select(.check == $check).event' "$LAB/a/out/history.jsonl" |
		paste -sd' '
}

start() {
	rm -f "$LAB/a/osm.log" "$LAB/a/out/status.json"
	sm_start a "$SM_A"
	sm_up a
	wait_for 20 sm_reported a 1
}

sed 's/^checks:/&\n  link.missing: {confirm: 0s}/' "$FABRICS/small.yaml" \
	>"$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
start
is "a sound fabric, at first" "$(verdict a)" clean
ok "status: alive, fresh, in force" status 0 "OK: fabric small, alive"

sim 'Unlink "S-248a070300f00001"[21]'
ok "a link goes: drift" wait_for 60 has_finding a link.missing
ok "drift does not make the plugin unsound" status 0 "drift: 1 critical"
"$ibpolicy" check "$LAB/inventory.yaml" --format json \
	--fabric "$LAB/a/out/snapshot.jsonl" >"$LAB/check.json"
is "check on its snapshot finds the same" "$(ids "$LAB/check.json")" \
	"$(ids "$LAB/a/out/drift.json")"
ok "one more sweep" sm_sweep a
since=$(history | cut -f2)
# The sweep's report may be on its way still.
ongoing() {
	is_equal "$(history)" "ongoing	$since	false"
}
is_equal() {
	[ "$1" = "$2" ]
}
ok "then it is ongoing" wait_for 10 ongoing
is "history.jsonl comes to what stands" "$(replayed a)" "$(stands a)"
is "it opened once" "$(events link.missing)" opened

sm_stop a
ok "status: OpenSM has stopped" status 1 "is gone: OpenSM has stopped"
start
is "after a restart it is known since when" "$(history)" \
	"ongoing	$since	false"
is "history goes on with what stands" "$(events link.missing)" "opened standing"
printf '{"at":"2026-11-30T03:12:52Z","event":"clea' >>"$LAB/a/out/history.jsonl"

sm_stop a
rm "$LAB/a/out/drift.json"
start
is "without history nothing is new" "$(history | cut -f1,3)" "ongoing	true"

sm_stop a
echo '{"format": 1, "findings": 7}' >"$LAB/a/out/drift.json"
start
is "nor with a history that is none" "$(history | cut -f1,3)" "ongoing	true"

sim 'ReLink "S-248a070300f00001"[21]'
clean() {
	is_equal "$(verdict a)" clean
}
ok "the link comes back: clean" wait_for 60 clean
is "history.jsonl comes to nothing that stands" "$(replayed a)" ""

# --- a link that comes and goes, over a restart ------------------------------

# Once it is gone for good the third time of this hour is still to come.
sim 'Unlink "S-248a070300f00001"[22]'
ok "another link goes" wait_for 60 has_finding a link.missing
is "which is new" "$(history | cut -f1)" new
sim 'ReLink "S-248a070300f00001"[22]'
ok "and comes back" wait_for 60 clean
sm_stop a
start
sim 'Unlink "S-248a070300f00001"[22]'
ok "after a restart it goes again" wait_for 60 has_finding a link.missing
is "which is new once more" "$(history | cut -f1)" new
sim 'ReLink "S-248a070300f00001"[22]'
ok "and comes back again" wait_for 60 clean
sim 'Unlink "S-248a070300f00001"[22]'
ok "the third time within the hour" wait_for 60 has_finding a link.missing
is "it is flapping" "$(history | cut -f1)" flapping
head -n 2 "$LAB/a/out/drift.txt" >"$LAB/head"
ok "which the report leads with" grep -q ', 1 flapping$' "$LAB/head"
ok "and the finding says" grep -q "flapping  it came 3 times" \
	"$LAB/a/out/drift.txt"
ok "and the metrics" wait_for 10 grep -q \
	'^ibpolicy_findings_flapping{.*} 1' "$LAB/a/out/metrics.prom"
ok "and the page" grep -q '<strong>flapping</strong>' "$LAB/a/out/drift.html"
ok "and status" status 0 "; 1 flapping"
is "and history.jsonl comes to it" "$(replayed a)" "$(stands a)"
sm_stop a
start
is "after a restart it still is" "$(history | cut -f1)" flapping
sim 'ReLink "S-248a070300f00001"[22]'
ok "when it comes back that is cleared" wait_for 60 clean
ok "and said to come and go" grep -q "link.missing since .*; it comes and goes" \
	"$LAB/a/out/drift.txt"
sm_stop a
lab_end

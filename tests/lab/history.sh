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

# What history.jsonl comes to, read from its first line on; a line that a kill
# cut short counts for nothing.
replayed() {
	jq -rRn 'reduce (inputs | fromjson? // empty) as $line ({};
		if $line.event == "baseline" then {}
		elif $line.event == "cleared" then del(.[$line.id])
		else .[$line.id] = $line.severity end) |
		to_entries[] | "\(.key) \(.value)"' "$LAB/a/out/history.jsonl" | sort
}
stands() {
	jq -r '.findings[] | "\(.id) \(.severity)"' "$LAB/a/out/drift.json" | sort
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
is "history.jsonl comes to what stands" "$(replayed)" "$(stands)"
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
is "history.jsonl comes to nothing that stands" "$(replayed)" ""
sm_stop a
lab_end

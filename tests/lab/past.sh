#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What an earlier run left, cut short, edited, of a newer version, of somebody
# else or a way to somewhere else; and a clock that is set back. Each is said
# once, nothing is called new or cleared for it, and life goes on.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

OUT=$LAB/a/out
SHIFT=$LAB/shift # how far the clock is ahead

states() {
	jq -r '.findings[] | "\(.check) \(.state) \(.before_takeover // false)"' \
		"$OUT/drift.json" | sort | paste -sd,
}

states_are() { # EXPECTED
	[ "$(states)" = "$1" ]
}

# A plain file of ours, for all to read.
is_ours() { # FILE
	[ "$(stat -c '%F %a %u' "$1")" = "regular file 644 $(id -u)" ]
}

said() { # WORDS: how often OpenSM's log has them
	grep -ac "ibpolicy: .*$1" "$LAB/a/osm.log"
}

start() {
	rm -f "$LAB/a/osm.log" "$OUT/status.json"
	sm_start a "$SM_A"
	sm_up a
	wait_for 20 sm_reported a 1
}

# --- drift.json, which tells the next run what was known -------------------

# One of them: what is done to the file, and what is said of it.
past() { # WHAT WORDS COMMAND...
	local what=$1 words=$2
	shift 2
	sm_stop a
	cp -p "$OUT/drift.json" "$LAB/kept.json"
	"$@"
	start
	is "$what: nothing is new" "$(states)" "link.missing ongoing true"
	is "$what: said once" "$(said "the report before cannot be used: .*$words")" 1
	ok "$what: replaced" is_ours "$OUT/drift.json"
	ok "$what: by a sound one" jq -e .findings "$OUT/drift.json"
}

cut_short() {
	truncate -s 300 "$OUT/drift.json"
}

edited() {
	sed -i 's/"critical",$/"grave",/' "$OUT/drift.json"
}

newer() {
	sed -i 's/^  "format": 1,/  "format": 2,/' "$OUT/drift.json"
}

of_somebody_else() {
	chown 65534 "$OUT/drift.json"
}

elsewhere() {
	cp "$OUT/drift.json" "$LAB/elsewhere"
	ln -sf "$LAB/elsewhere" "$OUT/drift.json"
}

sed 's/^checks:/&\n  link.missing: {confirm: 0s}\n  port.missing: {confirm: 3s}/' \
	"$FABRICS/small.yaml" >"$LAB/inventory.yaml"
echo 0 >"$SHIFT"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
SM_PRELOAD=$FAULT_SHIM
SM_ENV="FAULT_CLOCK=$SHIFT"
sm_first_plan a "$SM_A"
start
sim 'Unlink "S-248a070300f00001"[21]'
ok "a link goes" wait_for 60 has_finding a link.missing
sm_stop a
start
is "a sound past is taken up" "$(states)" "link.missing ongoing false"
is "without a word" "$(said "the report before cannot be used")" 0

past "cut short" "drift.json:.*" cut_short
past "edited" "'severity': expected critical, warning or info" edited
past "newer" "another version of ibpolicy" newer
if [ "$(id -u)" -eq 0 ]; then
	past "of somebody else" "it belongs to user 65534, not to user 0" \
		of_somebody_else
fi
past "a symbolic link" "it is a symbolic link" elsewhere
ok "which led to a file that nobody touched" \
	cmp "$LAB/elsewhere" "$LAB/kept.json"

# --- history.jsonl ---------------------------------------------------------

agree() {
	[ "$(replayed a)" = "$(stands a)" ]
}

ok "history.jsonl comes to what stands" wait_for 10 agree
truncate -s 40 "$OUT/history.jsonl"
sm_sweep a
ok "cut short, it is begun anew" wait_for 10 agree
sed -i 's/"link.missing"/"link.speed"/; s/^{.*baseline.*/some words/' \
	"$OUT/history.jsonl"
echo '{"format":2,"event":"merged","ids":[7]}' >>"$OUT/history.jsonl"
sm_sweep a
ok "edited or newer, too" wait_for 10 agree
is "none of that is a fault" "$(states)" "link.missing ongoing true"

refused() { # WORDS
	jq -e --arg words "$1" '[.findings[] | select(.check == "self.stale") |
		.message | contains($words)] == [true]' "$OUT/drift.json"
}

not_plain() { # WHAT WORDS COMMAND...
	local what=$1 words=$2
	shift 2
	mv "$OUT/history.jsonl" "$LAB/kept.jsonl"
	cp "$LAB/kept.jsonl" "$LAB/elsewhere"
	"$@"
	for _ in 1 2 3; do
		sm_sweep a
	done
	ok "$what: is a finding" wait_for 10 refused "$words"
	is "$what: said once" "$(said "self.stale: .*$words")" 1
	ok "$what: nothing is written to it" \
		cmp "$LAB/elsewhere" "$LAB/kept.jsonl"
	rm -f "$OUT/history.jsonl"
	sm_sweep a
	ok "$what: when it is gone history begins anew" wait_for 10 agree
	ok "$what: and the finding is gone" wait_for 10 \
		states_are "link.missing ongoing true"
}

if [ "$(id -u)" -eq 0 ]; then
	theirs() {
		cp "$LAB/kept.jsonl" "$OUT/history.jsonl"
		chown 65534 "$OUT/history.jsonl"
	}
	not_plain "history.jsonl of somebody else" "it belongs to user 65534" \
		theirs
fi
not_plain "history.jsonl, a symbolic link" "it is a symbolic link" \
	ln -s "$LAB/elsewhere" "$OUT/history.jsonl"

# --- status.json, which only people read -----------------------------------

ln -sf "$LAB/elsewhere" "$OUT/status.json"
ok "status.json, a symbolic link: replaced" wait_for 10 \
	is_ours "$OUT/status.json"
ok "nothing is written to where it led" cmp "$LAB/elsewhere" "$LAB/kept.jsonl"
chown 65534 "$OUT/status.json" 2>/dev/null
ok "of somebody else: replaced" wait_for 10 is_ours "$OUT/status.json"
echo '{"format": 9' >"$OUT/status.json"
ok "cut short and newer: replaced" wait_for 10 jq -e '.format == 1' \
	"$OUT/status.json"

# --- a clock that is set back ----------------------------------------------

sm_stop a
rm -f "$OUT"/drift.* "$OUT"/history.jsonl
echo 86400 >"$SHIFT"
start
sim 'Unlink "H-0c42a10300c00000"[1]'
ok "a host goes, by a clock that is a day ahead" \
	wait_for 30 has_finding a port.missing
sim 'Unlink "H-0c42a10300a20000"[1]'
wait_for 20 sm_has_logged a "Removed port with GUID:0x0c42a10300a20001"
echo 0 >"$SHIFT"
sm_sweep a
back() {
	grep -q "cleared since .* (the clock was set back since), . pending" \
		"$OUT/drift.txt"
}
wait_for 10 sm_heartbeat a
ok "set back, the report says so" back
is "nothing is cleared by it" "$(jq '.cleared | length' "$OUT/drift.json")" 0
ok "no finding began in the future" jq -e \
	'[.reported_at as $now | .findings[] | select(.first_seen > $now)] == []' \
	"$OUT/drift.json"
ok "what was young comes of age by the clock as it is now" \
	wait_for 30 findings_are a \
	"link.missing leaf01/21,port.missing gpu002/mlx5_0/1,port.missing nas01"
ok "history.jsonl comes to what stands, all the same" wait_for 10 agree
"$IBPOLICY_BUILDDIR/ibpolicy" status "$OUT" >"$LAB/status.txt"
is "and status is in order" $? 0
lab_end

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# NodeDescriptions that root on a host has chosen: terminal escapes, control
# characters, bytes that are no UTF-8. None reaches a file or the log as it is.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

OUT=$LAB/a/out
# Erases the screen, sets the title, reverses the text; C1 control; not UTF-8.
name=$'x\e[2J\e]0;owned\a\xe2\x80\xaegpu\xc2\x9b31m\xff\xfe\x01<b>&\\n%s%n'
name=$name LC_ALL=C awk '/^Ca/ && (i = index($0, "gpu001 mlx5_0")) {
		$0 = substr($0, 1, i - 1) ENVIRON["name"] "\"" }
	/^Ca/ && (i = index($0, "nas01 mlx5_0")) {
		$0 = substr($0, 1, i - 1) ENVIRON["name"] "2\"" }
	{ print }' "$FABRICS/small.topo" >"$LAB/hostile.topo"
grep -v '^  nas01' "$FABRICS/small.yaml" >"$LAB/inventory.yaml"

no_control() { # FILE...
	! LC_ALL=C grep -nP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]' "$@"
}

is_utf8() { # FILE...
	cat "$@" | iconv -f UTF-8 -t UTF-8 >/dev/null
}

sim_start "$LAB/hostile.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
wait_for 30 sm_reported a 1
ok "the host has another name than declared" has_finding a node.name
ok "a host that nobody declares has such a name" has_finding a port.unlisted
ok "the name is shown, escaped" grep -qF '\x1b[2J' "$OUT/drift.txt"
ok "no file holds a control character" no_control "$OUT"/*.* "$OUT"/part*/*
ok "every file is UTF-8" is_utf8 "$OUT"/*.* "$OUT"/part*/*
ok "drift.json is JSON" jq -e . "$OUT/drift.json"
ok "so is each line of snapshot.jsonl" jq -e . "$OUT/snapshot.jsonl"
is "the snapshot keeps it, escaped" \
	"$(jq -r 'select(.node_guid == "0x0c42a10300a10000") | .description' \
		"$OUT/snapshot.jsonl" | head -c 9 | tr '\033' E)" 'x\x1b[2J\'
grep -a ibpolicy "$LAB/a/osm.log" >"$LAB/log"
ok "our lines of OpenSM's log neither" no_control "$LAB/log"
lab_end

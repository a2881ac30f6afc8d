#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Days on a fabric in seconds: links that come and go, edits, sweeps and traps
# at random, beside two faults that stay. Afterwards what stands is what is
# wrong, nothing was called cleared that was not, and nothing has grown.
# SOAK_SECONDS (12) and SOAK_SEED (1) say how long, and which days.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
duration=${SOAK_SECONDS:-12}
RANDOM=${SOAK_SEED:-1}
lab_begin $((duration + 180))

GPU001=H-0c42a10300a10000
OUT=$LAB/a/out
LINKS=(
	'H-0c42a10300a10100"[1]' 'H-0c42a10300a20000"[1]'
	'H-0c42a10300a20100"[1]' 'S-248a070300f00001"[21]'
	'S-248a070300f00001"[22]' 'S-248a070300f00101"[5]'
)
edits=0

counter() { # NAME
	jq ".counters.$1" "$OUT/status.json"
}

memory() { # of OpenSM, in KiB
	awk '/^VmRSS/ {print $2}' "/proc/${SM_PID[a]}/status"
}

# A host that does not exist stays missing, whatever else is edited.
write_inventory() {
	edits=$((edits + 1))
	sed -e '/^checks:/d' -e 's/^hosts:/&\
  ghost: {ports: {p\/1: {guid: 0x0c42a10300ffff01, peer: leaf01\/40}}}/' \
		"$FABRICS/small.yaml" |
		sed '/security.\*: none/d' >"$LAB/new.yaml"
	cat >>"$LAB/new.yaml" <<END
revision: "edit $edits"
checks:
  security.*: none
  port.*: {confirm: 0s}
  link.*: {confirm: 0s}
END
	mv "$LAB/new.yaml" "$LAB/inventory.yaml"
}

send() { # ARGUMENT...
	on "$GPU001" "$IBPOLICY_BUILDDIR/tests/lab/send_traps" "$@"
}

one_event() {
	case $((RANDOM % 8)) in
	0 | 1 | 2) sim "Unlink \"${LINKS[RANDOM % ${#LINKS[@]}]}" ;;
	3 | 4) sim "ReLink \"${LINKS[RANDOM % ${#LINKS[@]}]}" ;;
	5) write_inventory ;;
	6) kill -HUP "${SM_PID[a]}" ;;
	7) send 200/1000 $((RANDOM % 12 + 1)) 10 $((RANDOM % 3 + 0x8000)) 257 ;;
	esac
}

lasting() { # without what is remembered of links and traps
	findings a | tr , '\n' | grep -v "^trap\.\|^link.flapping" | paste -sd,
}

settled() {
	[ "$(lasting)" = "$faults" ]
}

write_inventory
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
wait_for 20 sm_reported a 1
sim 'Unlink "H-0c42a10300c00000"[1]'
faults="port.missing ghost,port.missing nas01"
ok "two faults stand" wait_for 20 settled
send 1000/1000 6 10 0x8001 257
started=$(memory)

end=$((SECONDS + duration))
doubles=0
while [ "$SECONDS" -lt "$end" ]; do
	one_event
	read -rt "0.$((RANDOM % 4))" <>"$LAB/clock"
	[ -z "$(jq -r '.findings[].id' "$OUT/drift.json" | sort | uniq -d)" ] ||
		doubles=$((doubles + 1))
done
note "$(counter sweeps) sweeps, $(counter traps) traps, $edits edits"

for link in "${LINKS[@]}"; do
	sim "ReLink \"$link"
done
ok "everything comes back" wait_for 60 sm_sweep a
ok "then the two faults are all that stands" wait_for 30 settled
is "no report held an id twice" "$doubles" 0
is "the two were never called cleared" \
	"$(grep '"cleared"' "$OUT/history.jsonl" | grep -E '"(ghost|nas01)"')" \
	""
agree() {
	[ "$(replayed a)" = "$(stands a)" ]
}
wait_for 10 agree
is "history.jsonl comes to what stands" "$(replayed a)" "$(stands a)"
is "no trap was dropped" "$(counter traps_dropped)" 0
is "no file failed to be written" "$(counter publish_failures)" 0
grown=$(($(memory) - started))
note "OpenSM has grown by $grown KiB"
# A sanitizer keeps what was freed.
[ -n "$SANITIZER" ] || ok "OpenSM has not grown" [ "$grown" -lt 12288 ]
traps_age
lab_end

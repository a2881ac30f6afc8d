#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What traps and flapping links come to in the report: who is named, how it is
# read against the inventory, and that no flood of traps harms anything.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

GPU001=H-0c42a10300a10000
OUT=$LAB/a/out

counter() { # NAME
	jq ".counters.$1" "$OUT/status.json"
}

counted() { # NAME AT_LEAST
	[ "$(counter "$1")" -ge "$2" ]
}

send() { # NUMBER COUNT LID1 [LID2 [KEY]]
	on "$GPU001" "$IBPOLICY_BUILDDIR/tests/lab/send_traps" \
		"$2" "$3" "${4:-0}" "${5:-0}" "$1"
}

# "severity check subject: message" of the findings of a check.
told() { # CHECK
	jq -r --arg check "$1" '.findings[] | select(.check == $check) |
		.severity + " " + .subject.name + ": " + .message' \
		"$OUT/drift.json" | sort
}

tells() { # CHECK TEXT
	told "$1" | grep -qF -- "$2"
}

# A trap is in the report within a heartbeat.
comes() { # WHAT CHECK TEXT
	wait_for 10 tells "$2" "$3" || note "$(told "$2")"
	ok "$1" tells "$2" "$3"
}

{
	sed '/^checks:/d; /security.\*: none/d' "$FABRICS/small.yaml"
	cat <<'END'
checks:
  security.*: none
  link.missing: {confirm: 60s}
  link.flapping: {threshold: 3, window: 2m, confirm: 0s}
  trap.security: {window: 20s}
END
} >"$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
SM_PRELOAD=$FAULT_SHIM
SM_ENV="FAULT_SLOW=$LAB/inventory.yaml FAULT_SLOW_MS=$LAB/delay"
echo 0 >"$LAB/delay"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
wait_for 10 sm_reported a 1
is "and is clean" "$(findings a)" ""

# --- Bad keys. LIDs: 6 gpu001, 8 gpu002, 10 nas01, 1 leaf01.

send 257 2 6 10 0x8001
comes "257: hosts that are to be isolated" trap.pkey \
	"info gpu001/mlx5_0/1: gpu001/mlx5_0/1 sent packets to nas01/mlx5_0/1 in compute (0x0001): blocked as designed, nas01/mlx5_0/1 is no member"
send 257 1 8 6 0x0002
comes "257: limited members of one partition" trap.pkey \
	"info gpu002/mlx5_0/1: gpu002/mlx5_0/1 sent packets to gpu001/mlx5_0/1 in storage (0x0002): blocked as designed, both are limited members"
send 259 1 6 8 0x8001
comes "259: hosts that are to talk" trap.pkey \
	"warning gpu002/mlx5_0/1: gpu002/mlx5_0/1 refused packets from gpu001/mlx5_0/1 in compute (0x0001): declared, yet blocked"
is "counts are said to be lower bounds" \
	"$(jq -r '.findings[] | select(.check == "trap.pkey" and
		.subject.name == "gpu001/mlx5_0/1") | .found' \
		"$OUT/drift.json" | sed 's/ at .*, / at TIME, /')" \
	"at least 2 traps, the last one at TIME, sent by gpu001/mlx5_0/1"
send 256 1 8 0 0x1234567890
comes "256: a wrong M_Key" trap.security \
	"warning gpu002/mlx5_0/1: gpu002/mlx5_0/1 sent management packets with a wrong M_Key to gpu001/mlx5_0/1"
send 258 1 10 6 0x77665544
comes "258: a wrong Q_Key" trap.security \
	"warning nas01/mlx5_0/1: nas01/mlx5_0/1 sent packets with a wrong Q_Key to gpu001/mlx5_0/1"
ok "neither key is shown" not grep -Eqi "1234567890|77665544" "$OUT"/drift.*
is "they are counted by kind" \
	"$(counter traps_pkey) $(counter traps_security)" "4 2"

# --- Floods

before=$(counter traps)
ok "10,000 traps about LIDs that nobody has are sent" \
	send 257 10000/2000 16384+ 6 0x8001
wait_for 30 counted traps $((before + 9000))
comes "they are said once" trap.security \
	"info unknown-LIDs: traps name LIDs that no port of the fabric has"
is "and nothing else is" "$(findings a)" \
	"trap.pkey gpu001/mlx5_0/1,trap.pkey gpu002/mlx5_0/1,trap.pkey gpu002/mlx5_0/1,trap.security gpu002/mlx5_0/1,trap.security nas01/mlx5_0/1,trap.security unknown-LIDs"
sleep 2
is "all that came are counted as that" "$(counter traps_unknown_lid)" \
	"$(($(counter traps) - before))"

before=$(counter traps)
ok "1,000 traps a second are sent, for five seconds" \
	send 257 5000/1000 6 10 0x8001
ok "they are counted" wait_for 20 counted traps $((before + 5000))
is "none is dropped" "$(counter traps_dropped)" 0
is "and nobody is told that some were" "$(told self.dropped)" ""

echo 5000 >"$LAB/delay"
kill -HUP "${SM_PID[a]}"
sleep 0.3
send 257 10000/4000 6 10 0x8001
echo 0 >"$LAB/delay"
comes "a flood while the worker is held up is told of" self.dropped \
	"traps came faster than they could be kept"
ok "and counted" counted traps_dropped 1

# --- Links

ok "traps about a switch whose links no sweep saw change" send 128 10 1
comes "name the switch" link.flapping \
	"warning leaf01: leaf01 says that its links change: more than 6 traps 128 within 2 min"
flap() { # WAIT
	local ups
	ups=$(sm_log_count a "SUBNET UP")
	sim 'Unlink "S-248a070300f00001"[21]'
	if [ "$1" = slowly ]; then
		sm_up a $((ups + 1))
		ups=$(sm_log_count a "SUBNET UP")
	fi
	sim 'ReLink "S-248a070300f00001"[21]'
	sm_up a $((ups + 1))
}
flap slowly
flap slowly
flap slowly
sleep 2
ok "a link that went down as often as it may is no finding" \
	not tells link.flapping "spine01/1"
flap slowly
comes "once more, and it is, with both ends" link.flapping \
	"warning leaf01/21: the link from leaf01/21 to spine01/1 goes up and down: more than 3 times within 2 min"
wait_for 5 not tells link.flapping "warning leaf01:"
ok "which explains the traps of its switch" not tells link.flapping \
	"warning leaf01:"

# --- What is over

ok "a trap's finding leaves after its window" \
	wait_for 40 not tells trap.security "nas01"
ok "others stay" tells trap.pkey "nas01"
is "the report holds no id twice" \
	"$(jq -r '.findings[].id' "$OUT/drift.json" | sort | uniq -d)" ""
traps_age
lab_end

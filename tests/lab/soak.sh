#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Days on a fabric in seconds: links that come and go, hosts that reboot, edits,
# sweeps, traps, handovers between two SMs and power cuts at random, beside two
# faults that stay. Afterwards what stands is what is wrong, nothing was called cleared that
# was not, and nothing has grown.
# SOAK_SECONDS (24) and SOAK_SEED (1) say how long, and which days.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
duration=${SOAK_SECONDS:-24}
RANDOM=${SOAK_SEED:-1}
lab_begin $((2 * duration + 300))

GPU001=H-0c42a10300a10000
declare -A NODE=([a]=$SM_A [b]=$SM_B)
# Each with the subject of its finding. The second uplink of each leaf stays:
# two halves with a master each would hand over by priority, which hangs ibsim.
LINKS=(
	'H-0c42a10300a10100"[1] gpu001/mlx5_1/1'
	'S-248a070300f00001"[21] leaf01/21'
	'S-248a070300f00101"[5] leaf02/21'
)
GPU002=('H-0c42a10300a20000"[1]' 'H-0c42a10300a20100"[1]')

edits=0 reboots=0 handovers=0 cuts=0 dropped=0 doubles=0 slow=0 sweeps=0 traps=0
grown=0 up_again=
master=a standby=b
declare -A STARTED # KiB, at the first report

# --- What is known of an SM ------------------------------------------------

counter() { # SM NAME
	local value
	value=$(jq ".counters.$2" "$LAB/$1/out/status.json" 2>/dev/null)
	echo "${value:-0}"
}

memory() { # SM: in KiB
	awk '/^VmRSS/ {print $2}' "/proc/${SM_PID[$1]}/status"
}

says() { # SM STATE: its status, and the verdict's side of it
	local state verdict
	state=$(jq -r .sm.state "$LAB/$1/out/status.json" 2>/dev/null)
	verdict=$(jq -r .verdict "$LAB/$1/out/drift.json" 2>/dev/null)
	[ "$state" = "$2" ] || return 1
	case $2-$verdict in
	standby-standby | master-clean | master-drift) return 0 ;;
	esac
	return 1
}

# Before an SM ends: what it counted, and how much it grew.
account() { # SM
	local now
	now=$(memory "$1")
	sweeps=$((sweeps + $(counter "$1" sweeps)))
	traps=$((traps + $(counter "$1" traps)))
	dropped=$((dropped + $(counter "$1" traps_dropped)))
	dropped=$((dropped + $(counter "$1" publish_failures)))
	[ $((now - STARTED[$1])) -le "$grown" ] || grown=$((now - STARTED[$1]))
	note "$1 has grown from ${STARTED[$1]} to $now KiB"
}

# --- What happens ----------------------------------------------------------

# A host that does not exist stays missing, whatever else is edited.
write_inventory() {
	local storage=limited
	edits=$((edits + 1))
	[ $((edits % 2)) -eq 0 ] || storage=full
	sed -e '/^checks:/d' -e 's/^hosts:/&\
  ghost: {ports: {p\/1: {guid: 0x0c42a10300ffff01, peer: leaf01\/40}}}/' \
		-e '/^  sm-a: {guid/c\
  sm-a: {guid: 0x0c42a10300b00011}\
  sm-b: {guid: 0x0c42a10300b00021}' \
		-e "/^  compute: {speed/s/storage: limited/storage: $storage/" \
		"$FABRICS/small.yaml" |
		sed '/security.\*: none/d' >"$LAB/new.yaml"
	cat >>"$LAB/new.yaml" <<END
revision: "edit $edits"
checks:
  security.*: none
  sm.missing: none
  port.*: {confirm: 0s}
  link.*: {confirm: 0s}
END
	mv "$LAB/new.yaml" "$LAB/inventory.yaml"
}

# A host that sends traps all the time. One process: ibsim has ten places, and
# does not know when a sender has gone.
keep_sending() {
	(cd "$LAB/client" && LD_PRELOAD=$SIM_LIBRARY SIM_HOST=$GPU001 \
		exec timeout $((duration + 300)) \
		"$IBPOLICY_BUILDDIR/tests/lab/send_traps" 100000000/100 6 10 \
		0x8001 257 >>"$LAB/client.log" 2>&1 7<&-) &
	sender=$!
	disown "$sender"
}

# STOP | CONT | KILL, to timeout and to what it started.
sending() { # SIGNAL
	local child
	child=$(ps -o pid= --ppid "$sender")
	# shellcheck disable=SC2086 # none or one
	kill "-$1" "$sender" $child 2>/dev/null
}

# Cuts or mends a link, and keeps when: "seconds subject up|down".
link() { # Unlink|ReLink 'LINK SUBJECT'
	local state=up
	[ "$1" = ReLink ] || state=down
	sim "$1 \"${2% *}"
	echo "$(date +%s) ${2##* } $state" >>"$LAB/truth"
}

reboot() { # down | up: both ports of gpu002
	local port verb=Unlink
	[ "$1" = down ] || verb=ReLink
	for port in "${GPU002[@]}"; do
		link "$verb" "$port gpu002"
	done
}

start_sm() { # SM PRIORITY
	rm -f "$LAB/$1/osm.log"
	SM_CONF="sm_priority $2"
	sm_start "$1" "${NODE[$1]}"
}

# A fabric that has just been switched on: nas01 is away, a is master.
switch_on() {
	sim_start "$FABRICS/small.topo"
	for port in "${LINKS[@]}" "${GPU002[@]/%/ gpu002}"; do
		echo "$(date +%s) ${port##* } up" >>"$LAB/truth"
	done
	link Unlink 'H-0c42a10300c00000"[1] nas01'
	master=a standby=b priority=13 up_again=
	start_sm a 13
	sm_up a
	start_sm b 12
	wait_for 30 says b standby
	keep_sending
}

# Both SMs and the fabric go at once. (That makes places in ibsim free, too.)
power_cut() {
	sending KILL
	account a
	account b
	sm_kill a
	sm_kill b
	sim_stop
	cuts=$((cuts + 1))
	switch_on
	STARTED=([a]=$(memory a) [b]=$(memory b))
}

# The master goes, in an orderly way or not; the standby takes over; the first
# comes back below it.
handover() {
	local old=$master new=$standby
	account "$old"
	if [ $((handovers % 2)) -eq 0 ]; then
		sending STOP
		traps_age
		sm_stop "$old"
		sending CONT
	else
		sm_kill "$old"
	fi
	wait_for 60 sm_has_logged "$new" "Entering MASTER" || return 1
	wait_for 20 says "$new" master || slow=$((slow + 1))
	master=$new standby=$old
	handovers=$((handovers + 1))
	priority=$((priority - 1))
	start_sm "$old" $((priority - 1))
	wait_for 60 sm_has_logged "$old" "Entering STANDBY" || return 1
	wait_for 20 says "$old" standby || slow=$((slow + 1))
	STARTED[$old]=$(memory "$old")
}

one_event() {
	case $((RANDOM % 8)) in
	0 | 1 | 2) link Unlink "${LINKS[RANDOM % ${#LINKS[@]}]}" ;;
	3 | 4) link ReLink "${LINKS[RANDOM % ${#LINKS[@]}]}" ;;
	5) write_inventory ;;
	6) kill -HUP "${SM_PID[$master]}" ;;
	7) reboot_at=$SECONDS ;;
	esac
}

# A host is away for a few seconds, whatever else happens meanwhile.
due() {
	if [ -z "$up_again" ] && [ "$SECONDS" -ge "$reboot_at" ]; then
		reboot down
		up_again=$((SECONDS + 2 + RANDOM % 4))
		reboots=$((reboots + 1))
		reboot_at=$((SECONDS + 60))
	elif [ -n "$up_again" ] && [ "$SECONDS" -ge "$up_again" ]; then
		reboot up
		up_again=
	fi
	if [ "$SECONDS" -ge "$handover_at" ]; then
		if [ $((handovers + 1)) -gt $((3 * (cuts + 1))) ]; then
			power_cut || return 1
		else
			handover || return 1
		fi
		handover_at=$((SECONDS + 10))
	fi
}

# --- What must hold --------------------------------------------------------

twice() { # SM: ids that its report holds twice
	jq -r '.findings[].id' "$LAB/$1/out/drift.json" | sort | uniq -d
}

# Cleared in a history, though the link or host had been down for five seconds.
falsely_cleared() { # SM
	jq -rR 'fromjson? // empty | select(.event == "cleared" and
		(.check == "port.missing" or .check == "link.missing")) |
		"\(.at | fromdate) \(.subject)"' "$LAB/$1/out/history.jsonl" |
		while read -r at subject; do
			awk -v at="$at" -v subject="$subject" '
				$2 != subject {next}
				$1 <= at - 5 {before = $3}
				$1 > at - 5 && $1 <= at + 1 && $3 == "up" {up = 1}
				END {if (before == "down" && !up) print at, subject}
			' "$LAB/truth"
		done
}

lasting() { # without what is remembered of links and traps
	findings "$master" | tr , '\n' | grep -v "^trap\.\|^link.flapping" |
		paste -sd,
}

settled() {
	[ "$(lasting)" = "$faults" ]
}

agree() { # SM
	[ "$(replayed "$1")" = "$(stands "$1")" ]
}

: >"$LAB/truth"
write_inventory
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sim_stop
mkdir -p "$LAB/b"
cp -a "$LAB/a/out" "$LAB/b/out"
rm -f "$LAB/b/out"/drift* "$LAB/b/out"/[hms]*
# Not in a subshell: it starts processes that are to be known here.
switch_on
ok "a subnet with a master and a standby comes up" says b standby
wait_for 20 sm_reported a 1
faults="port.missing ghost,port.missing nas01"
ok "two faults stand" wait_for 20 settled
STARTED=([a]=$(memory a) [b]=$(memory b))

end=$((SECONDS + duration))
reboot_at=$((SECONDS + duration / 6)) handover_at=$((SECONDS + duration / 3))
while [ "$SECONDS" -lt "$end" ]; do
	one_event
	due || { tap_result 1 "a handover comes to its end"; break; }
	read -rt "0.$((RANDOM % 4))" <>"$LAB/clock"
	[ -z "$(twice a)$(twice b)" ] || doubles=$((doubles + 1))
done

[ -z "$up_again" ] || reboot up
for port in "${LINKS[@]}"; do
	link ReLink "$port"
done
ok "everything comes back" wait_for 60 sm_sweep "$master"
ok "then the two faults are all that stands" wait_for 30 settled
ok "there was a reboot and a handover" \
	[ $((reboots > 0 && handovers > 0)) -eq 1 ]
is "each time both SMs said what they are" "$slow" 0
is "no report held an id twice" "$doubles" 0
for sm in a b; do
	is "$sm: the two faults were never called cleared" \
		"$(grep '"cleared"' "$LAB/$sm/out/history.jsonl" |
			grep -E '"(ghost|nas01)"')" ""
	is "$sm: nothing was called cleared that was down" \
		"$(falsely_cleared "$sm")" ""
	wait_for 10 agree "$sm"
	is "$sm: history.jsonl comes to what stands" "$(replayed "$sm")" \
		"$(stands "$sm")"
done
before=$(counter "$master" traps)
five_thousand() {
	[ "$(counter "$master" traps)" -ge $((before + 5000)) ]
}
sending KILL
on "$GPU001" "$IBPOLICY_BUILDDIR/tests/lab/send_traps" 5000/1000 6 10 0x8001 257
ok "a thousand traps a second are all counted" wait_for 20 five_thousand
account a
account b
is "no trap was dropped, no file failed to be written" "$dropped" 0
note "$duration seconds: $sweeps sweeps, $traps traps, $edits edits," \
	"$reboots reboots, $handovers handovers, $cuts power cuts"
ok "traps came all the time" [ "$traps" -gt $((5000 + 50 * duration)) ]
# A sanitizer keeps what was freed.
[ -n "$SANITIZER" ] || ok "no OpenSM has grown" [ "$grown" -lt 6144 ]
traps_age
lab_end

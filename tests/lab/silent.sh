#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What does not answer a scan is unassessed with its reason, nothing that was
# read is lost, and what keeps a scan from being made is one sentence.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

LEAF01=S-248a070300f00001 SPINE01=S-248a070300f00101
GPU002=H-0c42a10300a20000 NAS01=H-0c42a10300c00000
NO_ANSWER="the other end of the link did not answer"

ibpolicy() {
	(cd "$LAB/client" && env "${SANITIZER_ENV[@]}" ${DENY:+"$DENY"} \
		SIM_HOST="${ON:-$SM_B}" \
		LD_PRELOAD="$SANITIZER $FAULT_SHIM ${SIM-$SIM_LIBRARY}" \
		timeout 60 "$IBPOLICY_BUILDDIR/ibpolicy" "$@")
}

exit_of() { # COMMAND...
	"$@" >"$LAB/out" 2>"$LAB/err"
	echo $?
}

# An exit status, then what stands in the report: "2 switch.missing REASON".
check() { # ARGUMENT...
	exit_of ibpolicy check "$LAB/inventory.yaml" --live --timeout 100 \
		--format json "$@"
	jq -r '(.findings[] | "\(.severity) \(.check) \(.subject.name)"),
		(.unassessed[] | "\(.count) \(.check) \(.reason)")' "$LAB/out"
}

# The console is read before the next query: what this writes is read first.
errors() { # NODE[PORT] PERCENT [ATTRIBUTE]
	sim "Error \"${1%%[*}\"${1#"${1%%[*}"} $2 ${3:-}"
	sleep 0.2
}

# shellcheck disable=SC2317 # called by ok
nodes() { # FILE [GUID...]: all but these
	local file=$1
	shift
	tail -n +2 "$file" | jq -S --args 'select(.node_guid as $guid |
		$ARGS.positional | index($guid) | not)' "$@"
}

# shellcheck disable=SC2317 # called by ok
same_nodes() { # FILE FILE GUID...
	local a=$1 b=$2
	shift 2
	diff <(nodes "$a" "$@") <(nodes "$b" "$@")
}

sim_start "$FABRICS/small.topo"
cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
# It sweeps when a trap comes, and only then.
SM_CONF="sm_priority 13
sweep_interval 0"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
ok "its report is written" wait_for 10 sm_reported a 1
is "all is as declared" "$(check)" 0
ibpolicy scan -o "$LAB/whole.jsonl"

# --- Silence ----------------------------------------------------------------

errors "$LEAF01" 100
is "a switch that is silent, and all behind it, is unassessed" "$(check)" "4
2 link.missing $NO_ANSWER
3 port.missing $NO_ANSWER
1 sm.missing $NO_ANSWER
1 switch.missing $NO_ANSWER"
is "one of its hosts alone, too" "$(check --host gpu001 --only port)" "4
1 port.missing $NO_ANSWER"
is "a snapshot of it says so: exit status 4" \
	"$(exit_of ibpolicy scan --timeout 100 -o "$LAB/silent.jsonl")" 4
is "and is judged alike" "$(ibpolicy check "$LAB/inventory.yaml" --fabric \
	"$LAB/silent.jsonl" --only switch --format hosts; echo $?)" 4
errors "$LEAF01" 0

errors "$SPINE01" 100
is "a silent spine hides the leaf that only it leads to" \
	"$(check --only switch)" "4
2 switch.missing $NO_ANSWER"
errors "$SPINE01" 0

errors "$SPINE01" 100 16
is "a NodeDescription that does not come" "$(check --only node)" "4
1 node.name NodeDescription did not answer"
is "leaves all else readable" "$(check --only switch,port,link,partition)" 0
errors "$SPINE01" 0
errors "${GPU002}[1]" 100 22
is "a P_Key table that does not come" "$(check --only port,partition)" "4
1 partition.missing P_Key table did not answer"
errors "${GPU002}[1]" 0

# --- Every second query ------------------------------------------------------

errors "$LEAF01" 50
errors "${GPU002}[1]" 50
is "a switch and a host that answer every second query are read by asking again" \
	"$(exit_of ibpolicy scan --timeout 100 --retries 60 -o "$LAB/half.jsonl")" 0
ok "as if they had always answered" same_nodes "$LAB/whole.jsonl" \
	"$LAB/half.jsonl"
ibpolicy scan --timeout 50 --retries 0 -o "$LAB/half.jsonl" 2>/dev/null
ok "asked once, they keep nobody else from being read" \
	same_nodes "$LAB/whole.jsonl" "$LAB/half.jsonl" \
	0x248a070300f00001 0x248a070300f00101 0x0c42a10300a10000 \
	0x0c42a10300a20000 0x0c42a10300b00010
errors "$LEAF01" 0
errors "${GPU002}[1]" 0

# --- A hanging subnet manager ------------------------------------------------

# It is not woken again: it would sweep, after all that timed out meanwhile.
kill -STOP "${SM_PID[a]}"
is "a subnet manager that never answers" "$(check --only sm)" "4
1 sm.missing its subnet manager did not answer"
is "does not keep one host from being judged" \
	"$(check --host gpu001)" 0
sm_kill a

# --- Change during the scan ---------------------------------------------------

errors "${GPU002}[1]" 100
(
	while [ ! -e "$LAB/scanned" ]; do
		sim "Unlink \"$NAS01\"[1]"
		sleep 0.02
		sim "ReLink \"$NAS01\"[1]"
		sleep 0.02
	done
) &
status=$(exit_of ibpolicy scan --timeout 300 -o "$LAB/changing.jsonl")
touch "$LAB/scanned"
wait $!
is "a fabric that changes while it is scanned, a host silent in it" \
	"$status" 4
is "one sentence" "$(wc -l <"$LAB/err")" 1
ok "whatever else is there is read" same_nodes "$LAB/whole.jsonl" \
	"$LAB/changing.jsonl" 0x0c42a10300c00000 0x0c42a10300a20000 \
	0x248a070300f00001 0x248a070300f00002 0x0c42a10300b00010
is "and can be judged" "$(ibpolicy check "$LAB/inventory.yaml" --fabric \
	"$LAB/changing.jsonl" --only switch >"$LAB/out"; echo $?)" 0
errors "${GPU002}[1]" 0

errors "$SPINE01" 100
sim "Unlink \"$LEAF01\"[21]"
is "a link that is seen to be down is drift still" \
	"$(ON=$SM_A check --only link.missing)" "1
critical link.missing leaf01/21
3 link.missing $NO_ANSWER"
sim "ReLink \"$LEAF01\"[21]"
errors "$SPINE01" 0

# --- No scan at all -----------------------------------------------------------

is "no such adapter: exit status 2" "$(check -C nosuch)" 2
is "which says what there is" "$(cat "$LAB/err")" \
	"ibpolicy check: there is no adapter nosuch on this machine; there is ibsim0"
is "no such port: exit status 2" "$(check -P 7)" 2
is "one sentence" "$(cat "$LAB/err")" \
	"ibpolicy check: the adapter has no port 7 that speaks InfiniBand"
DENY=FAULT_DENY=/dev/infiniband/
is "a device that may not be opened: exit status 2" "$(check)" 2
is "which says what to do" "$(cat "$LAB/err")" "ibpolicy check: no permission \
on the management device of port 1 of ibsim0 (/dev/infiniband/umad*): run as \
root, or have read and write access to it"
is "so for one host" "$(check --host gpu001)" 2
DENY=
SIM=
is "no adapter at all: exit status 2" "$(check)" 2
ok "one sentence" grep -qx "ibpolicy check: there is no InfiniBand adapter on \
this machine (or ib_umad is not loaded)" "$LAB/err"
SIM=$SIM_LIBRARY

is "without a subnet manager one host is judged by a whole scan" \
	"$(check --host gpu001 --only port.missing)" 0
errors "${SM_B}[1]" 100
is "a local port that does not answer: nothing assessed, exit status 4" \
	"$(check)" 4
is "one sentence" "$(cat "$LAB/err")" "ibpolicy check: port 1 of ibsim0 does \
not answer subnet management queries: nothing can be discovered from it"
lab_end

# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# shellcheck shell=bash
# Sourced by the lab tests: a simulated fabric (ibsim), real OpenSMs with the
# plugin from the build tree, and TAP. Everything lives in one temporary
# directory with its own ibsim socket, so that labs run side by side; it is
# taken down on every way out.
#
#   lab_begin                     first of all; sets $LAB, the directory
#   sim_start FABRIC              ibsim on a fabric file
#   sim_stop                      ends it
#   sim 'Unlink "leaf01"[1]'      a command for ibsim's console
#   sm_start NAME NODEID          an OpenSM on that node, in $LAB/NAME
#   sm_up NAME [N]                waits for its N-th SUBNET UP (default 1)
#   sm_stop NAME | sm_kill NAME   SIGTERM and wait | SIGKILL
#   sm_heartbeat NAME             waits for its next heartbeat
#   traps_age                     waits until OpenSM has forgotten all traps
#   sm_first_plan NAME NODEID     has the plugin write its first partitions.conf
#   on NODEID COMMAND...          runs a tool as if on that node
#   ok WHAT COMMAND...            one TAP test; is WHAT GOT EXPECTED another;
#   finds WHAT NAME EXPECTED      a third, on the report's findings
#   stands NAME | replayed NAME   what the report holds | history comes to
#   lab_end                       last: the plan and the exit status
#
# sm_start reads SM_PLUGIN_OPTIONS, SM_CONF (more lines of opensm.conf),
# SM_PARTITIONS (partition_config_file), SM_PLUGIN (event_plugin_name), SM_PRELOAD and SM_ENV (NAME=VALUE ...).

IBPOLICY_SRCDIR=${IBPOLICY_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
IBPOLICY_BUILDDIR=${IBPOLICY_BUILDDIR:-$IBPOLICY_SRCDIR}
PATH=$PATH:/usr/sbin:/sbin
# shellcheck disable=SC2034 # for the tests
FABRICS=$IBPOLICY_SRCDIR/tests/lab/fabrics
# shellcheck disable=SC2034
REAL_FABRICS=$IBPOLICY_SRCDIR/../shared/real

# The nodes of fabrics/small.topo and fabrics/pair.topo that run an SM.
# shellcheck disable=SC2034 # for the tests
SM_A=H-0c42a10300b00010 SM_B=H-0c42a10300b00020

# --- TAP -------------------------------------------------------------------

tap_count=0 tap_failed=0

tap_result() { # STATUS WHAT
	tap_count=$((tap_count + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tap_count - $2"
		return 0
	fi
	echo "not ok $tap_count - $2"
	[ "$tap_failed" -gt 0 ] || lab_show
	tap_failed=$((tap_failed + 1))
	return 1
}

note() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

ok() { # WHAT COMMAND...
	local what=$1 status=0
	shift
	"$@" >"$LAB/ok.out" 2>&1 || status=$?
	[ "$status" -eq 0 ] || note "$*: exit $status" "$(tail -n 20 "$LAB/ok.out")"
	tap_result "$status" "$what"
}

is() { # WHAT GOT EXPECTED
	[ "$2" = "$3" ] && { tap_result 0 "$1"; return; }
	note "got:      $2"
	note "expected: $3"
	tap_result 1 "$1"
}

not() {
	! "$@"
}

skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# --- Processes -------------------------------------------------------------

declare -A SM_PID
SIM_PID=

# Waits until a command succeeds, at most SECONDS.
wait_for() { # SECONDS COMMAND...
	local end=$((SECONDS + $1))
	shift
	until "$@" >/dev/null 2>&1; do
		[ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.05
	done
}

is_gone() {
	! kill -0 "$1" 2>/dev/null
}

# Ends one of our own processes for good, and nothing else that has its pid.
end_pid() { # PID SIGNAL
	case $(readlink "/proc/$1/exe" 2>/dev/null) in
	*/opensm* | */ibsim*) kill "-$2" "$1" 2>/dev/null ;;
	esac
}

end_all() { # SIGNAL
	local file
	for file in "$LAB"/pids/*; do
		[ -e "$file" ] && end_pid "${file##*/}" "$1"
	done
	return 0
}

# Ends the lab when its test is gone or takes too long.
watchdog() { # TEST_PID SECONDS
	local end=$((SECONDS + $2))
	while [ "$SECONDS" -lt "$end" ] && kill -0 "$1" 2>/dev/null; do
		read -rt 1 <>"$LAB/clock"
	done
	[ -d "$LAB" ] || return 0
	end_all KILL
	if kill -0 "$1" 2>/dev/null; then
		kill -TERM "$1"
	else
		rm -rf "$LAB"
	fi
}

lab_clean() {
	local status=$?
	trap - EXIT INT TERM HUP
	kill "$LAB_WATCHDOG" 2>/dev/null
	end_all KILL
	if [ -n "${LAB_KEEP:-}" ]; then
		echo "# kept: $LAB"
	else
		rm -rf "$LAB"
	fi
	exit "$status"
}

lab_begin() { # [SECONDS]
	local tool
	for tool in opensm ibsim smpquery; do
		command -v "$tool" >/dev/null || skip_all "$tool is not installed"
	done
	SIM_LIBRARY=$(find /usr/lib /usr/lib64 -name libumad2sim.so 2>/dev/null |
		head -n 1)
	[ -n "$SIM_LIBRARY" ] || skip_all "libumad2sim.so is not installed"
	PLUGIN_DIR=$IBPOLICY_BUILDDIR/.libs
	[ -e "$PLUGIN_DIR/libibpolicy.so" ] || skip_all "built without the plugin"
	# shellcheck disable=SC2034 # for the tests
	FAULT_SHIM=$IBPOLICY_BUILDDIR/tests/lab/.libs/libfaultshim.so
	LAB=$(mktemp -d "${TMPDIR:-/tmp}/ibpolicy-lab.XXXXXX")
	export LAB IBSIM_SOCKNAME=ibpolicy-$$-${LAB##*.}
	mkdir "$LAB/pids" "$LAB/client"
	chmod 0755 "$LAB"
	mkfifo "$LAB/console" "$LAB/clock"
	exec 7<>"$LAB/console"
	watchdog $$ "${1:-240}" >/dev/null 2>&1 7<&- &
	LAB_WATCHDOG=$!
	trap lab_clean EXIT
	trap 'exit 1' INT TERM HUP
	lab_sanitizer
}

# OpenSM itself is not instrumented: the sanitizer's runtime is preloaded.
lab_sanitizer() {
	SANITIZER=$(ldd "$PLUGIN_DIR/libibpolicy.so" |
		sed -n 's/.*lib[at]san[^ ]* => \([^ ]*\) .*/\1/p')
	[ -n "$SANITIZER" ] || return 0
	local tests=$IBPOLICY_SRCDIR/tests/lab
	SANITIZER_ENV=(
		"ASAN_OPTIONS=suppressions=$tests/asan.supp:exitcode=99:log_path=$LAB/asan"
		"LSAN_OPTIONS=suppressions=$tests/lsan.supp:print_suppressions=0"
		"UBSAN_OPTIONS=print_stacktrace=1:log_path=$LAB/ubsan"
	)
}

# What to look at when a test fails.
lab_show() {
	local log
	for log in "$LAB"/*/osm.log; do
		[ -e "$log" ] && note "${log#"$LAB"/}:" "$(tail -n 15 "$log")"
	done
	return 0
}

lab_end() {
	local name report
	for name in "${!SM_PID[@]}"; do
		sm_stop "$name"
	done
	for report in "$LAB"/asan* "$LAB"/ubsan*; do
		[ -e "$report" ] && note "$(head -n 60 "$report")"
	done
	[ -z "$SANITIZER" ] ||
		ok "no sanitizer report" not compgen -G "$LAB/*san*"
	echo "1..$tap_count"
	[ "$tap_failed" -eq 0 ]
	exit
}

# --- ibsim -----------------------------------------------------------------

sim_start() { # FABRIC [OPTION...]
	local fabric=$1
	shift
	(cd "$LAB" && exec ibsim -s "$@" "$fabric" <>"$LAB/console" \
		>"$LAB/ibsim.log" 2>&1 7<&-) &
	SIM_PID=$!
	disown "$SIM_PID"
	: >"$LAB/pids/$SIM_PID"
	wait_for 60 grep -aq '^sim>' "$LAB/ibsim.log" || {
		note "$(tail -n 5 "$LAB/ibsim.log")"
		echo "Bail out! ibsim does not start"
		exit 1
	}
}

# ibsim never forgets a client that was killed, and has room for ten.
sim_stop() {
	end_pid "$SIM_PID" KILL
	wait_for 10 is_gone "$SIM_PID"
}

sim() {
	printf '%s\n' "$*" >&7
}

on() { # NODEID COMMAND...
	local node=$1
	shift
	(cd "$LAB/client" && LD_PRELOAD=$SIM_LIBRARY SIM_HOST=$node \
		timeout 30 "$@" 2>>"$LAB/client.log")
}

# A port's P_Key table as on the wire, sorted: "0x0001 0x7fff".
pkeys() { # NODEID PORT LID
	on "$1" smpquery pkeys "$3" "$2" | sed -n 's/^ *[0-9]*: *//p' |
		tr ' ' '\n' | grep -v '^0x0000$' | grep . | sort | xargs
}

# --- OpenSM ----------------------------------------------------------------

sm_conf() { # NAME
	local dir=$LAB/$1
	cat <<EOF
event_plugin_name ${SM_PLUGIN:-ibpolicy}
event_plugin_options ${SM_PLUGIN_OPTIONS-ibpolicy.inventory=$LAB/inventory.yaml ibpolicy.output=$dir/out ibpolicy.heartbeat=1}
partition_config_file ${SM_PARTITIONS-$dir/out/partitions.conf}
force_log_flush TRUE
sminfo_polling_timeout 500
polling_retry_number 2
${SM_CONF:-}
EOF
}

sm_start() { # NAME NODEID
	local dir=$LAB/$1
	mkdir -p "$dir"
	sm_conf "$1" >"$dir/opensm.conf"
	# shellcheck disable=SC2086 # SM_ENV is a list
	(cd "$dir" && exec env "${SANITIZER_ENV[@]}" ${SM_ENV:-} \
		OSM_TMP_DIR="$dir" OSM_CACHE_DIR="$dir" SIM_HOST="$2" \
		LD_LIBRARY_PATH="$PLUGIN_DIR" \
		LD_PRELOAD="$SANITIZER ${SM_PRELOAD:-} $SIM_LIBRARY" \
		opensm -f "$dir/osm.log" -F "$dir/opensm.conf" \
		>"$dir/stdout" 2>"$dir/stderr" 7<&-) &
	SM_PID[$1]=$!
	disown "${SM_PID[$1]}"
	: >"$LAB/pids/${SM_PID[$1]}"
}

# A plugin whose file OpenSM does not read may make a new one.
sm_first_plan() { # NAME NODEID
	mkdir -p "$LAB/$1/out"
	SM_PARTITIONS=$LAB/no-such-file sm_start "$1" "$2"
	wait_for 20 test -e "$LAB/$1/out/partitions.conf"
	sm_stop "$1"
	rm -f "$LAB/$1/osm.log"
}

sm_log_count() { # NAME TEXT
	local count
	count=$(grep -ac -- "$2" "$LAB/$1/osm.log" 2>/dev/null)
	echo "${count:-0}"
}

sm_has_logged() { # NAME TEXT [N]
	[ "$(sm_log_count "$1" "$2")" -ge "${3:-1}" ]
}

sm_up() { # NAME [N]
	wait_for "${LAB_PATIENCE:-60}" sm_has_logged "$1" "SUBNET UP" "${2:-1}"
}

# The report of a sweep stands on disk (its time is that of the status).
sm_reported() { # NAME N
	local reports
	reports=$(jq .counters.reports "$LAB/$1/out/status.json" 2>/dev/null)
	[ "${reports:-0}" -ge "$2" ]
}

# "clean", "drift", ... of the last report.
verdict() { # NAME
	jq -r .verdict "$LAB/$1/out/drift.json"
}

# The findings of the last report, "check subject" each, sorted.
findings() { # NAME
	jq -r '.findings[] | select(.suppressed | not) | .check + " " + .subject.name' \
		"$LAB/$1/out/drift.json" | sort | paste -sd,
}

findings_are() { # NAME EXPECTED
	[ "$(findings "$1")" = "$2" ]
}

# One TAP test: in a while the report has these findings and no other.
finds() { # WHAT NAME EXPECTED
	wait_for 30 findings_are "$2" "$3"
	is "$1" "$(findings "$2")" "$3"
}

# "id severity flaps" of all that stands in the report, sorted: what it shows
# and what it could not look at.
stands() { # NAME
	jq -r '(.findings[], (.remembered[]? | select(.carried and
		(.pending | not)))) |
		"\(.id) \(.severity) \(.state == "flapping")"' \
		"$LAB/$1/out/drift.json" | sort
}

# The same as history.jsonl comes to, read from its first line on; a line that a
# kill cut short counts for nothing.
replayed() { # NAME
	jq -rRn 'reduce (inputs | fromjson? // empty) as $line ({};
		if $line.event == "baseline" then {}
		elif $line.event == "cleared" then del(.[$line.id])
		elif $line.event | IN("opened", "changed", "standing") then
			.[$line.id] = "\($line.severity) \($line.state ==
				"flapping")"
		else . end) |
		to_entries[] | "\(.key) \(.value)"' \
		"$LAB/$1/out/history.jsonl" | sort
}

heartbeat() { # NAME: when the last one was
	jq .heartbeat_at "$LAB/$1/out/status.json"
}

heartbeat_is_not() { # NAME WHEN
	local now
	now=$(heartbeat "$1") && [ -n "$now" ] && [ "$now" != "$2" ]
}

# Waits for the next heartbeat, however long its interval.
sm_heartbeat() { # NAME
	local last
	last=$(heartbeat "$1")
	wait_for 30 heartbeat_is_not "$1" "$last"
}

# TAP tests: every file of a standby says that it is one, and who is master.
says_standby() { # NAME MASTER_GUID
	local out=$LAB/$1/out status=0
	ok "drift.txt begins with it" grep -q '^STANDBY: ' \
		<(head -n 1 "$out/drift.txt")
	ok "and names the master" grep -q "^The master is .*$2; its" \
		"$out/drift.txt"
	ok "and has no picture" grep -q "seen *not by this SM" "$out/drift.txt"
	is "drift.json says it, and has no picture" "$(jq -r '[.verdict,
		.sm.state, .master.guid, .totals.ports_judged, .sweep.at] |
		@tsv' "$out/drift.json")" "$(printf 'standby\tstandby\t%s\t0\t' "$2")"
	ok "drift.html says it" grep -q '<title>[^<]*: standby</title>' \
		"$out/drift.html"
	ok "and names the master, too" grep -q "Master: .*$2" "$out/drift.html"
	ok "and has no map" not grep -q 'class="map"' "$out/drift.html"
	ok "metrics.prom says it" grep -q \
		'^ibpolicy_verdict{.*verdict="standby"} 1' "$out/metrics.prom"
	ok "and the SM's state" grep -q \
		'^ibpolicy_sm_state{.*state="standby"} 1' "$out/metrics.prom"
	ok "and no picture's age" not grep -q '^ibpolicy_sweep_timestamp' \
		"$out/metrics.prom"
	ok "status.json says it" jq -e --arg guid "$2" \
		'.sm.state == "standby" and .sm.master_guid == $guid' \
		"$out/status.json"
	ok "and that no plan of ours is in force" jq -e \
		'.plans.published and (.plans.in_force | not) and
		(.plans.not_in_force | startswith("this SM is standby"))' \
		"$out/status.json"
	ok "nor does the report speak of one" jq -e '.plan_sha256 | not' \
		"$out/drift.json"
	"$IBPOLICY_BUILDDIR/ibpolicy" status "$out" >"$LAB/status.txt" 2>&1 ||
		status=$?
	ok "status says it" grep -q "^OK: .*standby: another SM's partitions" \
		"$LAB/status.txt"
	ok "and names the master, too" grep -q "^ *$2 sm-" "$LAB/status.txt"
	is "a sound standby is in order" "$status" "${3:-0}"
}

has_finding() { # NAME CHECK
	findings "$1" | tr , '\n' | grep -q "^$2 "
}

# One heavy sweep by SIGHUP, from its start to the SUBNET UP after it.
sm_sweep() { # NAME
	local before
	before=$(sm_log_count "$1" "SUBNET UP")
	kill -HUP "${SM_PID[$1]}"
	sm_up "$1" $((before + 1))
}

sm_gone() { # NAME
	is_gone "${SM_PID[$1]}"
}

# OpenSM is through with its plugins. (Its process may hang a little later: at
# exit ibsim's library waits for an answer that a busy ibsim may have lost.)
sm_has_exited() { # NAME
	local lock=$LAB/$1/out/.lock
	is_gone "${SM_PID[$1]}" && return 0
	sm_has_logged "$1" "Exiting SM" || return 1
	[ ! -e "$lock" ] || flock -n "$lock" true
}

# OpenSM remembers each trap for five seconds. One that falls due while it
# exits may lock it up: cl_event_wheel_destroy() waits, with the wheel locked,
# for a timer that waits for the wheel.
traps_age() {
	sleep 6
}

sm_stop() { # NAME
	local pid=${SM_PID[$1]}
	is_gone "$pid" && {
		tap_result 1 "OpenSM $1 is still there"
		unset "SM_PID[$1]"
		return 1
	}
	kill -TERM "$pid" 2>/dev/null
	wait_for 60 sm_has_exited "$1" || {
		note "$1 did not end on SIGTERM" \
			"$(tail -n 5 "$LAB/$1/osm.log")" \
			"$(command -v gdb >/dev/null && timeout 20 gdb -q -p "$pid" \
				-ex 'thread apply all bt 8' -ex quit 2>&1 |
				grep '^#\|^Thread')"
		tap_failed=$((tap_failed + 1))
	}
	wait_for 3 is_gone "$pid" || end_pid "$pid" KILL
	unset "SM_PID[$1]"
}

sm_kill() { # NAME
	end_pid "${SM_PID[$1]}" KILL
	wait_for 10 is_gone "${SM_PID[$1]}"
	unset "SM_PID[$1]"
}

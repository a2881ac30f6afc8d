#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Shows ibpolicy at work without hardware: real OpenSM with the plugin on a
# simulated fabric that has the faults of an ordinary week.
set -u

if [ $# -gt 0 ]; then
	cat <<-TEXT
	usage: scripts/demo.sh

	Installs what it needs, builds ibpolicy below build/demo, starts ibsim
	and OpenSM on examples/demo, shows the reports and partition files that
	the plugin writes, and stops everything again. Takes a minute or two.
	TEXT
	[ "$1" = --help ] || [ "$1" = -h ]
	exit $((2 * $?))
fi

top=$(cd "$(dirname "$0")/.." && pwd) || exit 2
# shellcheck source=scripts/packages.sh
. "$top/scripts/packages.sh"
# shellcheck disable=SC2086 # one word per package is meant
need_packages $build_packages $lab_packages
refuse_configured_source "$top"

say() { printf '\n\033[1m==> %s\033[0m\n' "$*"; }
if [ ! -t 1 ] || [ -n "${NO_COLOR:-}" ]; then
	say() { printf '\n==> %s\n' "$*"; }
fi
die() {
	echo "demo.sh: $1" >&2
	exit 1
}

build=$top/build/demo
lab=
ibsim=
opensm=
second=
started= # the OpenSM started last, whether it came up or not

# Ends a process that this script started and waits for it, at most 5 s.
end_process() {
	[ -n "$1" ] || return 0
	kill "$1" 2>/dev/null
	tries=50
	while kill -0 "$1" 2>/dev/null && [ "$tries" -gt 0 ]; do
		sleep 0.1
		tries=$((tries - 1))
	done
	kill -9 "$1" 2>/dev/null
	wait "$1" 2>/dev/null
}

clean_up() {
	end_process "$started"
	end_process "$second"
	end_process "$opensm"
	end_process "$ibsim"
	[ -n "$lab" ] && rm -rf "$lab"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

say 'Building ibpolicy (build/demo)'
mkdir -p "$build" && cd "$top" || die "cannot make $build"
[ -x configure ] || ./autogen.sh >"$build/autogen.log" 2>&1 ||
	die "autogen.sh failed, see $build/autogen.log"
cd "$build" || exit 1
{ ../../configure -q --disable-silent-rules &&
	make -s -j"$(nproc 2>/dev/null || echo 1)"; } >build.log 2>&1 || {
	tail -n 30 build.log >&2
	die "the build failed, see $build/build.log"
}

# Everything that runs keeps its files here, and the simulator's socket is
# this run's own.
lab=$(mktemp -d /tmp/ibpolicy-demo.XXXXXX) || die 'cannot make a folder in /tmp'
cd "$lab" || exit 1
IBSIM_SOCKNAME=$(basename "$lab")
export IBSIM_SOCKNAME
mkdir -m 755 out
cp "$top/examples/demo/inventory.yaml" "$top/examples/demo/fabric.topo" .
cp "$top/examples/demo/partitions-by-hand.conf" partitions.conf

umad2sim=$(find /usr/lib -name libumad2sim.so 2>/dev/null | head -n 1)
[ -n "$umad2sim" ] || die 'libumad2sim.so not found (package ibsim-utils)'
sm_host=H-0c42a10300a10060
other_host=H-0c42a10300a10030

# wait_for FILE PATTERN SECONDS
wait_for() {
	tries=$(($3 * 10))
	while ! grep -aqs "$2" "$1"; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || return 1
		sleep 0.1
	done
}

# write_opensm_conf PARTITION_FILE
write_opensm_conf() {
	cat >opensm.conf <<-TEXT
	event_plugin_name      ibpolicy
	event_plugin_options   ibpolicy.inventory=$lab/inventory.yaml ibpolicy.output=$lab/out
	partition_config_file  $1
	sm_priority            13
	force_log_flush        TRUE
	TEXT
}

# start_opensm NAME HOST CONF [LOG PATTERN]: sets started
start_opensm() {
	mkdir -p "$1"
	LD_PRELOAD=$umad2sim SIM_HOST=$2 OSM_TMP_DIR=$lab/$1 \
		OSM_CACHE_DIR=$lab/$1 LD_LIBRARY_PATH=$build/.libs \
		/usr/sbin/opensm -f "$lab/$1/osm.log" -F "$3" \
		>"$1/out" 2>&1 9>&- &
	started=$!
	wait_for "$1/osm.log" "${4:-SUBNET UP}" 30 || {
		tail -n 20 "$1/osm.log" >&2
		die "OpenSM ($1) did not come up"
	}
}

say 'Starting ibsim with examples/demo/fabric.topo'
mkfifo control
exec 9<>control
ibsim -s fabric.topo <&9 >ibsim.log 2>&1 &
ibsim=$!
wait_for ibsim.log 'Network simulator ready' 10 || die 'ibsim did not start'

say 'Somebody left an OpenSM running on gpu003; ours starts on mgmt01'
write_opensm_conf "$lab/partitions.conf"
echo 'force_log_flush TRUE' >other.conf
start_opensm ours $sm_host opensm.conf
opensm=$started
start_opensm other $other_host other.conf 'Entering STANDBY'
second=$started
kill -HUP "$opensm"

say 'opensm.conf: the partition file is still the hand-written one'
sed "s|$lab|…|g" opensm.conf

wait_for out/drift.txt 'sm.unlisted' 30 ||
	die 'the undeclared SM did not show in drift.txt'
say 'drift.txt, as on-call reads it'
cat out/drift.txt

say 'What would change for each port with the partitions of the inventory?'
"$build/ibpolicy" diff partitions.conf inventory.yaml --fabric out/snapshot.jsonl

say 'The third line: OpenSM reads the generated partitions from now on'
end_process "$opensm"
"$build/ibpolicy" render inventory.yaml -o out || die 'render failed'
write_opensm_conf "$lab/out/partitions.conf"
start_opensm ours-again $sm_host opensm.conf
opensm=$started
sed "s|$lab|…|g" opensm.conf

say 'Published partition files (out/partitions.d, joined in out/partitions.conf)'
ls -l out/partitions.d
cat out/partitions.conf

say "gpu003's P_Key table, read from its port"
LD_PRELOAD=$umad2sim SIM_HOST=$sm_host timeout 20 \
	smpquery -G pkeys 0x0c42a10300a10031 2>/dev/null | head -n 1

say 'drift.txt now: the partitions are right, the rest needs hands'
wait_for out/status.json '"in_force"' 30
sleep 1
cat out/drift.txt

say "Done. Everything ran below $lab and is removed now."

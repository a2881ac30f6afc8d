#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# How long the sweep thread is in report() at SUBNET_UP, against a bare copy of
# the same fields in the same SUBNET_UP; and how long the worker then takes for
# each of its steps. By default on 57,200 simulated ports: two minutes.
#
#   snapshot.sh [HOSTS LEAVES SPINES]
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/../lab/lab.sh"
lab_begin 900

hosts=${1:-8000} leaves=${2:-800} spines=${3:-400}
"$IBPOLICY_SRCDIR/tests/lab/make-fabric" "$hosts" "$leaves" "$spines" \
	>"$LAB/fabric.topo"
printf 'version: 1\nfabric: bench\n' >"$LAB/inventory.yaml"
mkdir -p "$LAB/a/out"
sim_start "$LAB/fabric.topo" -N 20000 -S 4000 -P 400000
SM_PLUGIN=ibpolicybench
PLUGIN_DIR=$IBPOLICY_BUILDDIR/tests/bench/.libs
SM_ENV=IBPOLICY_BENCH_OUT=$LAB/bench
SM_PLUGIN_OPTIONS="ibpolicy.inventory=$LAB/inventory.yaml ibpolicy.output=$LAB/a/out"
SM_PARTITIONS=$LAB/no-such-file
LAB_PATIENCE=600

ended() { # N
	[ "$(grep -c '^end' "$LAB/bench")" -ge "$1" ]
}

sm_start a H-0c42a10300000010
sm_up a || lab_show
wait_for 60 test -s "$LAB/a/out/snapshot.jsonl"
"$IBPOLICY_BUILDDIR/ibpolicy" init --name bench \
	--fabric "$LAB/a/out/snapshot.jsonl" >"$LAB/inventory.new" 2>/dev/null
mv "$LAB/inventory.new" "$LAB/inventory.yaml"
: >"$LAB/a/stderr"
for sweep in 2 3 4 5 6; do
	kill -HUP "${SM_PID[a]}"
	wait_for 300 ended "$sweep" || lab_show
done
wait_for 60 sm_reported a 3
grep -v '^end' "$LAB/bench"
echo "report() against a bare copy, 4th of 6 sweeps: $(sed -n \
	's/^report:.*ratio //p' "$LAB/bench" | sort -n | sed -n 4p)"
# The last of each step.
grep -ao 'worker: .*' "$LAB/a/stderr" | tac | awk '!seen[substr($0, 1, 24)]++' | tac

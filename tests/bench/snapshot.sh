#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# How long the sweep thread is in report() at SUBNET_UP, against a bare copy of
# the same fields; then how long the worker takes for the rest. By default on
# 57,200 simulated ports: a minute.
#
#   snapshot.sh [HOSTS LEAVES SPINES]
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/../lab/lab.sh"
lab_begin 900

hosts=${1:-8000} leaves=${2:-800} spines=${3:-400}
"$IBPOLICY_SRCDIR/tests/lab/make-fabric" "$hosts" "$leaves" "$spines" \
	>"$LAB/fabric.topo"
cat >"$LAB/inventory.yaml" <<EOF
version: 1
fabric: bench
EOF
mkdir -p "$LAB/a/out"
sim_start "$LAB/fabric.topo" -N 20000 -S 4000 -P 400000
SM_PLUGIN=ibpolicybench
PLUGIN_DIR=$IBPOLICY_BUILDDIR/tests/bench/.libs
SM_ENV=IBPOLICY_BENCH_OUT=$LAB/bench
sm_start a H-0c42a10300000010
LAB_PATIENCE=600 sm_up a || lab_show
wait_for 30 grep -q "^end" "$LAB/bench"
grep -v "^end" "$LAB/bench"

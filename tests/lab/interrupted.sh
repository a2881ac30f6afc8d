#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# OpenSM is killed, or the disk is full, from each single step of publishing
# on: partitions.conf is the old or the new one, whole, and the next start or
# sweep publishes the rest.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

OUT=$LAB/a/out
use() { # old | new
	cp "$LAB/$1.yaml" "$LAB/inventory.new"
	mv "$LAB/inventory.new" "$LAB/inventory.yaml"
}

run_sm() {
	rm -f "$LAB/a/osm.log"
	sm_start a "$SM_A"
	sm_up a
}

plan_bytes() { # DIR
	(cd "$1" && tail -n +1 partitions.conf partitions.d/*.conf)
}

# Some fragments change, one comes, one goes.
cp "$FABRICS/small.yaml" "$LAB/old.yaml"
sed -e '/^  compute: {speed/s/storage: limited/archive: full/' \
	-e '/^  storage: {speed/s/storage: full/archive: limited/' \
	-e 's/^  storage: {pkey.*/  archive: {pkey: 0x0003}/' \
	"$FABRICS/small.yaml" >"$LAB/new.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
for version in new old; do
	use "$version"
	rm -rf "$OUT"
	sm_first_plan a "$SM_A"
	cp -a "$OUT" "$LAB/$version.out"
done

is_whole() {
	cmp -s "$OUT/partitions.conf" "$LAB/old.out/partitions.conf" ||
		cmp -s "$OUT/partitions.conf" "$LAB/new.out/partitions.conf"
}

is_new() {
	[ "$(plan_bytes "$OUT")" = "$(plan_bytes "$LAB/new.out")" ]
}

# Publishes the new plan, which fails at its N-th step.
fails_at() { # kill|full N
	use old
	rm -rf "$OUT" "$LAB/arm"
	cp -a "$LAB/old.out" "$OUT"
	SM_PRELOAD=$FAULT_SHIM
	SM_ENV="FAULT_DIR=$OUT FAULT_ARM=$LAB/arm FAULT_HOW=$1 FAULT_AT=$2"
	run_sm || return 1
	use new
	: >"$LAB/arm"
}

killed_at() { # N
	fails_at kill "$1" || return 1
	kill -HUP "${SM_PID[a]}"
	wait_for 5 sm_gone a || return 1
	unset "SM_PID[a]" SM_PRELOAD SM_ENV
}

torn=0 unfinished=0 new=0
for step in $(seq 1 24); do
	if [ $((step % 6)) -eq 0 ]; then
		sim_stop
		sim_start "$FABRICS/small.topo"
	fi
	killed_at "$step" || { note "not killed at step $step"; break; }
	is_whole || torn=$((torn + 1))
	cmp -s "$OUT/partitions.conf" "$LAB/new.out/partitions.conf" &&
		new=$((new + 1))
	[ $((step % 3)) -eq 0 ] || continue
	run_sm
	is_new || unfinished=$((unfinished + 1))
	sm_stop a
done
is "OpenSM was killed at each of 24 steps" "$step" 24
ok "some before the file was replaced, some after" \
	test "$new" -gt 0 -a "$new" -lt 24
is "the file was the old or the new one, whole, each time" "$torn" 0
is "the next start published the rest" "$unfinished" 0

torn=0 unfinished=0
for step in 1 2 4 6 7 9 11 12 14 16; do
	fails_at full "$step" && sm_sweep a || break
	is_whole || torn=$((torn + 1))
	rm "$LAB/arm"
	sm_sweep a
	wait_for 30 is_new || unfinished=$((unfinished + 1))
	sm_stop a
done
is "the disk was full from 10 steps on" "$step" 16
is "the file was the old or the new one, whole, each time" "$torn" 0
is "with room again the next sweep published the rest" "$unfinished" 0
lab_end

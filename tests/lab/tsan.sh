#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# The plugin's own code under ThreadSanitizer, inside OpenSM: sweeps, traps,
# edits and heartbeats at the same time, and no race between them.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

# Only gcc's runtime can be preloaded into a program that knows nothing of it.
command -v gcc >/dev/null || skip_all "gcc is not installed"
TSAN=$(readlink -f "$(gcc -print-file-name=libtsan.so)")
[ -e "$TSAN" ] || skip_all "gcc has no ThreadSanitizer here"

build() {
	local cflags
	cflags="-std=gnu11 -g -O1 -fPIC -fsanitize=thread -D_GNU_SOURCE \
		-DHAVE_CONFIG_H -I$IBPOLICY_SRCDIR -I$IBPOLICY_BUILDDIR \
		-isystem /usr/include/infiniband"
	mkdir -p "$LAB/tsan"
	# shellcheck disable=SC2086 # a list
	(cd "$IBPOLICY_SRCDIR" && printf '%s\n' plugin/*.c) |
		xargs -P 2 -I @ sh -c \
			"gcc $cflags -c $IBPOLICY_SRCDIR/@ \
			-o $LAB/tsan/\$(basename @ .c).o" &&
		gcc -shared -fsanitize=thread -o "$LAB/tsan/libibpolicy.so" \
			"$LAB"/tsan/*.o -Wl,-z,nodelete -Wl,-z,defs \
			"$IBPOLICY_BUILDDIR/.libs/libpolicyio.a" \
			-lyaml -ljansson -lopensm -losmcomp -lpthread
}

GPU001=H-0c42a10300a10000
cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
ok "the plugin builds under ThreadSanitizer" build
PLUGIN_DIR=$LAB/tsan
SM_PRELOAD=$TSAN
SM_ENV="TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=0:log_path=$LAB/a/tsan"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
sender=
if [ -x "$IBPOLICY_BUILDDIR/tests/lab/send_traps" ]; then
	on "$SM_B" "$IBPOLICY_BUILDDIR/tests/lab/send_traps" 500/250 6 8 2 257 258 &
	sender=$!
fi
for round in 1 2 3 4 5; do
	sed -i "s/^fabric: .*/fabric: round$round/" "$LAB/inventory.yaml"
	kill -HUP "${SM_PID[a]}"
	sim "Unlink \"$GPU001\"[1]"
	sleep 0.3
	sim "ReLink \"$GPU001\"[1]"
done
[ -z "$sender" ] || wait "$sender"
ok "reports are written" wait_for 30 grep -q round5 "$LAB/a/out/drift.json"
traps_age
sm_stop a
race() {
	cat "$LAB"/a/tsan* 2>/dev/null | grep -A 40 'WARNING: ThreadSanitizer' |
		head -n 60
}
is "no race is reported" "$(race)" ""
lab_end

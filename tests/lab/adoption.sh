#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# A fabric that runs on a hand-written partitions.conf is handed over: init takes
# the file, render writes its own, OpenSM restarts on it, and no port's P_Key
# table and no group has changed.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 240

ibpolicy=$IBPOLICY_BUILDDIR/ibpolicy
PLUGIN=

# As such files grow over the years: keys with bit 15, one without a key,
# definitions that merge, prefixes, an empty flag, a keyword said late.
cat >"$LAB/partitions.conf" <<'EOF'
# maintained by hand
Default=0xffff, ipoib : ALL=limited, SELF=full, 0x0c42a10300c00001=full ;
compute=0x8011, ipoib, mtu=4, rate=16 :
	0x0c42a10300a10001=full,	# gpu001
	0x0c42a10300a10002= ,
	0x0c42a10300a20001=limi ;
scratch : 0x0c42a10300a10001=full, 0x0c42a10300a10002 ;
storage=0x12 : 0x0c42a10300a20001=full, ALL_CAS=limited, 0x0c42a10300c00001=full ;
storage2=0x8012 : ALL_ROUTERS=full, SELF=full ;
backup=0x0100, defmember=full, ipoib : A, 0x248a070300f00002=limited,
	mgid=ff12:401b::16, rate=3 ;
EOF

sm_conf() { # NAME
	cat <<EOF
partition_config_file $SM_PARTITIONS
force_log_flush TRUE
${PLUGIN:+event_plugin_name ibpolicy
event_plugin_options ibpolicy.inventory=$LAB/inventory.yaml ibpolicy.output=$LAB/out}
EOF
}

# The ports of fabrics/mixed.topo: direct route, port number.
tables() {
	local route number
	while read -r route number; do
		echo "$route $number $(on "$SM_A" smpquery -D pkeys "$route" \
			"$number" | sed -n 's/^ *[0-9]*: *//p' | tr ' ' '\n' |
			grep -v '^0x0000$' | grep . | sort | xargs)"
	done <<-EOF
		0 1
		0,1 0
		0,1,1 1
		0,1,2 2
		0,1,4 0
		0,1,4,1 1
		0,1,4,2 1
		0,1,4,3 1
	EOF
}

groups() {
	on "$SM_A" saquery MCMR | grep -v mlid
}

sim_start "$FABRICS/mixed.topo"
SM_PARTITIONS=$LAB/partitions.conf
sm_start before "$SM_A"
ok "the fabric is up on the hand-written file" sm_up before
tables >"$LAB/tables.before"
groups >"$LAB/groups.before"
is "the file gives what it says and more" \
	"$(sed -n 's/^0,1,2 2 //p' "$LAB/tables.before")" \
	"0x0001 0x0012 0x7fff 0x8011 0x8100"

(cd "$LAB/client" && env "${SANITIZER_ENV[@]}" SIM_HOST="$SM_A" \
	LD_PRELOAD="$SANITIZER $SIM_LIBRARY" timeout 60 \
	"$ibpolicy" scan -o "$LAB/snapshot.jsonl") >/dev/null 2>"$LAB/scan.err"
ok "a snapshot of it" test -s "$LAB/snapshot.jsonl"
sm_stop before

"$ibpolicy" init --fabric "$LAB/snapshot.jsonl" --name lab \
	--partitions "$LAB/partitions.conf" \
	>"$LAB/inventory.yaml" 2>"$LAB/init.err"
is "init takes the file" "$?" 0
note "$(cat "$LAB/init.err")"
ok "it says that the result is proved" grep -q "^ibpolicy: proved: " \
	"$LAB/init.err"
ok "it says what scratch rests on" \
	grep -q 'partitions.conf:7: .*"scratch" has no key' "$LAB/init.err"
# Exit status 1: it advises against what the file has always done.
"$ibpolicy" lint "$LAB/inventory.yaml" 2>"$LAB/lint.err"
ok "the inventory is valid" test "$?" -le 1
"$ibpolicy" diff "$LAB/partitions.conf" "$LAB/inventory.yaml" \
	--fabric "$LAB/snapshot.jsonl" >"$LAB/diff.out" 2>&1
is "diff says that no port changes" "$?" 0
note "$(cat "$LAB/diff.out")"
mkdir -m 0755 "$LAB/out"
ok "render writes it" "$ibpolicy" render "$LAB/inventory.yaml" -o "$LAB/out"

SM_PARTITIONS=$LAB/out/partitions.conf PLUGIN=yes
sm_start after "$SM_A"
ok "the fabric is up on the rendered file" sm_up after
tables >"$LAB/tables.after"
groups >"$LAB/groups.after"
is "no port's P_Key table has changed" \
	"$(diff "$LAB/tables.before" "$LAB/tables.after")" ""
is "no group has changed" "$(diff "$LAB/groups.before" "$LAB/groups.after")" ""
lab_end

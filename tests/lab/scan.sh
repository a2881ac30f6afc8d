#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# A scan sees what the plugin sees, field for field; what does not answer is
# unassessed and the rest is still there.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

GPU001=H-0c42a10300a10000

ibpolicy() {
	(cd "$LAB/client" && env "${SANITIZER_ENV[@]}" \
		SIM_HOST="${ON:-$SM_B}" \
		LD_PRELOAD="$SANITIZER $SIM_LIBRARY" \
		timeout 60 "$IBPOLICY_BUILDDIR/ibpolicy" "$@")
}

nodes() { # FILE
	tail -n +2 "$1" | jq -S .
}

# SMs without what only one that is asked can say of itself.
sms() { # FILE
	head -n 1 "$1" | jq -cS '[.sms[] | {port_guid, priority, state}]'
}

same() { # WHAT FILE FILE
	diff "$1" "$2"
}

exit_of() { # COMMAND...
	"$@" >"$LAB/out" 2>"$LAB/err"
	echo $?
}

sim_start "$FABRICS/small.topo"
cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
ok "its report is written" wait_for 10 sm_reported a 1

is "a scan succeeds" "$(exit_of ibpolicy scan -o "$LAB/scan.jsonl")" 0
nodes "$LAB/scan.jsonl" >"$LAB/scan.nodes"
nodes "$LAB/a/out/snapshot.jsonl" >"$LAB/plugin.nodes"
ok "it sees what the plugin sees, field for field" \
	same "$LAB/plugin.nodes" "$LAB/scan.nodes"
is "the same subnet managers" "$(sms "$LAB/scan.jsonl")" \
	"$(sms "$LAB/a/out/snapshot.jsonl")"
is "its source is the scan" "$(head -n 1 "$LAB/scan.jsonl" | jq -r .source)" \
	scan

# What a terminal shows, carriage returns and all.
on_terminal() { # COMMAND...
	(cd "$LAB/client" && SIM_HOST=$SM_B timeout 60 script -qec \
		"env ${SANITIZER_ENV[*]} LD_PRELOAD='$SANITIZER $SIM_LIBRARY' $*" \
		/dev/null \
		</dev/null)
}
if command -v script >/dev/null; then
	on_terminal "$IBPOLICY_BUILDDIR/ibpolicy" scan -o "$LAB/terminal.jsonl" \
		>"$LAB/screen"
	ok "a terminal sees how far it is" grep -q \
		"discovery \.\.\..*P_Key tables: 0 of [1-9]" "$LAB/screen"
fi
ibpolicy scan -o "$LAB/scan.jsonl" 2>"$LAB/err"
is "nobody else does" "$(wc -c <"$LAB/err")" 0

sim 'Error "H-0c42a10300c00000"[1] 100'
is "a node that is silent: exit status 4" \
	"$(exit_of ibpolicy scan -o "$LAB/silent.jsonl")" 4
is "its switch port says why" \
	"$(jq -r 'select(.node_guid == "0x248a070300f00002") | .ports[] |
		select(.port == 3) | .unassessed' "$LAB/silent.jsonl")" \
	"the other end of the link did not answer"
is "the others are all there" "$(nodes "$LAB/silent.jsonl" | jq -s length)" \
	"$(($(jq -s length "$LAB/plugin.nodes") - 1))"
sim 'Error "H-0c42a10300c00000"[1] 50'
is "a node that answers every second query is read by trying again" \
	"$(exit_of ibpolicy scan -o "$LAB/half.jsonl" --retries 20)" 0
sim 'Error "H-0c42a10300c00000"[1] 0'

is "check --live: clean" "$(exit_of ibpolicy check "$LAB/inventory.yaml" \
	--live)" 0
is "check --live --host of another machine: clean" \
	"$(exit_of ibpolicy check "$LAB/inventory.yaml" --live --host gpu001)" 0
is "its ports alone are judged, nobody else was asked" \
	"$(ON=$SM_A ibpolicy check "$LAB/inventory.yaml" --live --host gpu001 \
		--format json | jq -c '[.totals.ports_judged, .sm.state]')" \
	"[2,null]"
is "check --live --host on that host: clean" \
	"$(ON=$GPU001 exit_of ibpolicy check "$LAB/inventory.yaml" --live \
		--host gpu001)" 0
for port in gpu001/mlx5_0/1 leaf01/1 0x0c42a10300a10001; do
	is "explain --live finds $port" \
		"$(exit_of ibpolicy explain "$LAB/inventory.yaml" "$port" --live)" 0
	ok "and shows what the fabric has" grep -q "Active" "$LAB/out"
done
lid=$(jq 'select(.node_guid == "0x0c42a10300a10000") | .ports[0].lid | numbers' \
	"$LAB/scan.jsonl")
is "and its LID" "$(exit_of ibpolicy explain "$LAB/inventory.yaml" "$lid" \
	--live)" 0
ok "which is that port" grep -q "gpu001/mlx5_0/1" "$LAB/out"
sim 'Unlink "S-248a070300f00001"[1]'
is "a port that is unplugged: drift" \
	"$(exit_of ibpolicy check "$LAB/inventory.yaml" --live --host gpu001)" 1
ok "which names it" grep -q "gpu001/mlx5_0/1  port.missing" "$LAB/out"
is "other hosts do not care" \
	"$(exit_of ibpolicy check "$LAB/inventory.yaml" --live --host nas01)" 0
sim 'ReLink "S-248a070300f00001"[1]'

is "no such adapter: exit status 2" "$(exit_of ibpolicy scan -C nonesuch)" 2
is "one sentence" "$(grep -c "there is no adapter nonesuch" "$LAB/err")" 1
sm_stop a
lab_end

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What render writes is what OpenSM makes of it: P_Key tables, index 0, and
# multicast groups with their MTU, rate, SL, scope, Q_Key, TClass, flow label.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

gpu001=H-0c42a10300a10000 gpu001b=H-0c42a10300a10100
gpu002=H-0c42a10300a20000 gpu002b=H-0c42a10300a20100
nas01=H-0c42a10300c00000

cat >"$LAB/inventory.yaml" <<'EOF'
version: 1
fabric: lab
partitions:
  Default: {pkey: 0x7fff, members: {ALL: limited, nas01: full}}
  compute:
    pkey: 0x0001
    sl: 2
    index0: true
    ipoib: {mtu: 4096, rate: 200, sl: 3, qkey: 0x1234, tclass: 7, flow_label: 0xabc}
    groups:
      - {mgid: "ff12:401b::16"}
      - {mgid: "ff18::1", mtu: 1024, rate: 10, sl: 1, qkey: 0x5}
    members: {"gpu[001-002]/mlx5_0": full}
  storage: {pkey: 0x0002, ipoib: true, members: {gpu002: limited, nas01: full}}
  wide: {pkey: 0x0003, ipoib: {mtu: 2048, rate: 100, scope: 5}, members: {gpu002: full}}
  empty: {pkey: 0x0004, ipoib: true}
  10g: {pkey: 0x0005, members: {ALL_SWITCHES: limited}}
subnet_managers:
  sm-a: {guid: 0x0c42a10300b00011}
  sm-b: {guid: 0x0c42a10300b00021}
hosts:
  gpu001: {ports: {mlx5_0: {guid: 0x0c42a10300a10001}, mlx5_1: {guid: 0x0c42a10300a10101}}}
  gpu002: {ports: {mlx5_0: {guid: 0x0c42a10300a20001}, mlx5_1: {guid: 0x0c42a10300a20101}}}
  nas01: {ports: {mlx5_0: {guid: 0x0c42a10300c00001}}}
switches:
  leaf01: {guid: 0x248a070300f00001}
states:
  - {subject: gpu001/mlx5_1, state: quarantine, owner: ops, reason: test}
EOF
# A port's table: what stands at index 0, then the others in order.
table() {
	sed -n 's/^ *[0-9]*: *//p' | tr ' ' '\n' | grep -v '^0x0000$' |
		grep . | awk 'NR == 1 { print; fflush(); next }
			{ print | "sort" }' | xargs
}

own_pkeys() { # NODEID
	on "$1" smpquery -D pkeys 0 1 | table
}

# "MGID mtu rate sl qkey tclass flow scope", as the SA has them.
groups() { # NODEID
	on "$1" saquery MCMR | sed 's/\.\.*/ /' | awk '
		$1 == "MGID" { mgid = $2 }
		$1 == "qkey" { qkey = $2 }
		$1 == "mtu" { mtu = $2 }
		$1 == "TClass" { tclass = $2 }
		$1 == "rate" { rate = $2 }
		$1 == "SL" { sl = $2 }
		$1 == "FlowLabel" { flow = $2 }
		$1 == "Scope" { print mgid, mtu, rate, sl, qkey, tclass, flow, $2 }
	' | sort
}

ok "the inventory renders" \
	"$IBPOLICY_BUILDDIR/ibpolicy" render "$LAB/inventory.yaml" -o "$LAB/out"
sim_start "$FABRICS/small.topo"
SM_PARTITIONS=$LAB/out/partitions.conf SM_CONF='qos TRUE
event_plugin_name (null)' sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
ok "OpenSM finds nothing wrong" not sm_has_logged a "ERR \|PARSE"

is "two partitions and index 0" "$(own_pkeys $gpu001)" "0x8001 0x7fff"
is "the second host, in three" "$(own_pkeys $gpu002)" \
	"0x8001 0x0002 0x7fff 0x8003"
is "quarantine" "$(own_pkeys $gpu001b)" "0x7fff"
is "its neighbour" "$(own_pkeys $gpu002b)" "0x7fff 0x0002 0x8003"
is "full in 0x7fff" "$(own_pkeys $nas01)" "0xffff 0x8002"
is "the subnet manager" "$(own_pkeys "$SM_A")" "0xffff"
is "the other subnet manager" "$(own_pkeys "$SM_B")" "0xffff"
is "a switch" "$(on "$SM_A" smpquery -D pkeys 0,1 0 | table)" "0x7fff 0x0005"
# Mtu and rate: 0x80 is "exactly", then the code.
is "compute's groups" "$(groups $gpu001)" \
	"ff12:401b:8001::16 0x85 0x91 0x3 0x1234 0x7 0xabc 0x2
ff12:401b:8001::ffff:ffff 0x85 0x91 0x3 0x1234 0x7 0xabc 0x2
ff18::1 0x83 0x83 0x1 0x5 0x0 0x0 0x8"
is "storage's and wide's, with a scope" "$(groups $gpu002b)" \
	"ff12:401b:8002::ffff:ffff 0x84 0x83 0x0 0xb1b 0x0 0x0 0x2
ff15:401b:8003::ffff:ffff 0x84 0x90 0x0 0xb1b 0x0 0x0 0x5"

cp "$LAB/out/partitions.conf" "$LAB/first"
ok "rendering again" \
	"$IBPOLICY_BUILDDIR/ibpolicy" render "$LAB/inventory.yaml" -o "$LAB/out"
ok "gives the same bytes" cmp "$LAB/first" "$LAB/out/partitions.conf"
lab_end

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Real clusters' topologies: OpenSM with the plugin comes up on each, init
# writes an inventory from what it saw, the same fabric is then clean, and one
# cut link is that link's one finding.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
[ -d "$REAL_FABRICS/ibnetdiscover" ] ||
	skip_all "no real topologies at $REAL_FABRICS"
lab_begin 900

# The first adapter that is cabled at port 1, where ibsim puts its clients; a
# switch where there is none.
sm_node() { # FILE
	awk -F'"' '/^(Ca|Switch)/ { node = $2; kind = substr($0, 1, 2)
			aggregation = /Aggregation Node/ }
		kind == "Sw" && !first { first = node }
		/^\[1\]/ && kind == "Ca" && !aggregation { print node; found = 1
			exit }
		END { if (!found) print first }' "$1"
}

# A link between two switches that both have others: node id, port.
spare_link() { # FILE
	awk -F'"' '/^Switch/ { node = $2; next }
		/^Ca/ { node = "" }
		node && /^\[[0-9]+\] *\t*"S-/ && $4 != node && $2 != node {
			split($1, part, /[][]/)
			links[node]++
			peer[++n] = $2; from[n] = node; port[n] = part[2]
		}
		END { for (i = 1; i <= n; i++)
			if (links[from[i]] > 1 && links[peer[i]] > 1) {
				print from[i], port[i]; exit } }' "$1"
}

# Where no such link is: a switch port that faces an adapter other than ours.
host_link() { # FILE OUR_NODE
	awk -F'"' -v ours="$2" '/^Switch/ { node = $2; next }
		/^Ca/ { node = "" }
		node && /^\[[0-9]+\].*"H-/ && $2 != ours &&
				!/Aggregation Node/ {
			split($1, part, /[][]/)
			print node, part[2]; exit }' "$1"
}

# Findings of the last report, the remark on partition_config_file apart.
found() {
	jq -r '.findings[] | select(.check != "self.not_in_force" and
		(.suppressed | not)) |
		.check + " " + .subject.name' "$LAB/a/out/drift.json" | sort
}

check_fabric() { # FILE
	local name=${1%%.*} fabric=$LAB/fabric.topo link ours check

	# ibsim knows no NDR: such a link would train at SDR.
	sed 's/4xNDR/4xHDR/' "$REAL_FABRICS/ibnetdiscover/$1" >"$fabric"
	rm -rf "$LAB/a"
	mkdir -p "$LAB/a/out"
	printf 'version: 1\nfabric: %s\n' "$name" >"$LAB/inventory.yaml"
	sim_start "$fabric" -N 20000 -S 4000 -P 400000
	ours=$(sm_node "$fabric")
	sm_start a "$ours"
	ok "$name: SUBNET UP" sm_up a
	# Where the ends of a link disagree ibsim lets the first sweep settle it.
	sm_sweep a
	wait_for 60 sm_reported a 2
	"$IBPOLICY_BUILDDIR/ibpolicy" init --name "$name" \
		--fabric "$LAB/a/out/snapshot.jsonl" >"$LAB/inventory.new"
	is "$name: init writes an inventory" "$?" 0
	printf 'checks: {"link.*": {confirm: 0s}, port.missing: {confirm: 0s}}\n' >>"$LAB/inventory.new"
	mv "$LAB/inventory.new" "$LAB/inventory.yaml"
	sm_sweep a
	wait_for 60 sm_reported a 3
	is "$name: the same fabric is clean" "$(found | head)" ""
	is "$name: says its verdict" "$(verdict a)" clean
	link=$(spare_link "$fabric") check=link.missing
	[ -n "$link" ] || link=$(host_link "$fabric" "$ours") check=port.missing
	sim "Unlink \"${link% *}\"[${link#* }]"
	ok "$name: OpenSM sees the cut" sm_up a 4
	wait_for 60 sm_reported a 4
	is "$name: one finding" "$(found | wc -l)" 1
	is "$name: the link's" "$(found | sed 's/ .*//')" "$check"
	sm_stop a
	sim_stop
}

SM_PARTITIONS=$LAB/no-such-file
LAB_PATIENCE=120
for file in sdr-manpage-example-6nodes.topo qdr-sun-switch-port2-2nodes.topo \
	mixed-edr-fdr-loopback-8nodes.topo mixed-fdr10-edr-hdr-lab-15nodes.topo \
	fdr10-qdr-cluster-152nodes.topo ndr-gb200-622nodes.topo \
	hdr-mcs8500-director-2728nodes-puttylog.txt \
	hdr-superpod-compute-5007nodes.topo; do
	check_fabric "$file"
done
lab_end

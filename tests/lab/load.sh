#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# OpenSM loads the plugin, comes up with it, finds a sound fabric clean, writes
# every file, and ends as it does without it.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

exported() {
	nm -D --defined-only "$PLUGIN_DIR/libibpolicy.so" |
		awk '$2 != "A" { print $3 }' | sed 's/@.*//' |
		grep -v '^__\(a\|l\|ub\)san' | sort | xargs
}

files() {
	(cd "$LAB/a/out" && find . -type f ! -name .lock -printf '%m %P\n' |
		sort -k 2)
}

is "one symbol is exported" "$(exported)" osm_event_plugin

cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
SM_CONF="sm_priority 13"
sm_first_plan a "$SM_A"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
ok "the plugin is loaded" sm_has_logged a "ibpolicy 1"
ok "its report is written" wait_for 30 sm_reported a 1
is "the fabric is what the inventory says" "$(verdict a)" clean
finds "nothing is found" a ""
is "every file is there, for all to read" "$(files)" "\
644 drift.html
644 drift.json
644 drift.txt
644 history.jsonl
644 metrics.prom
644 partitions.conf
644 partitions.d/0001-compute.conf
644 partitions.d/0002-storage.conf
644 partitions.d/7fff-Default.conf
644 snapshot.jsonl
644 status.json"
is "OpenSM runs on the published plan" \
	"$(jq -r '.plans.in_force == .plans.published' "$LAB/a/out/status.json")" true
is "a host's P_Keys are the plan's" "$(pkeys "$SM_A" 1 6)" "0x0002 0x7fff 0x8001"
is "the SM is a full member" "$(pkeys "$SM_A" 1 4)" 0xffff
touch -d '2026-01-01' "$LAB/a/out/partitions.conf"
ok "a second heavy sweep" sm_sweep a
ok "is reported too" wait_for 30 sm_reported a 2
is "the same bytes are not written again" \
	"$(stat -c %y "$LAB/a/out/partitions.conf" | cut -c1-10)" 2026-01-01
sm_stop a
is "one line in OpenSM's log" "$(sm_log_count a ibpolicy)" 1
lab_end

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# OpenSM loads the plugin, comes up with it and ends as it does without.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 120

exported() {
	nm -D --defined-only "$PLUGIN_DIR/libibpolicy.so" |
		awk '$2 != "A" { print $3 }' | sed 's/@.*//' | grep -v '^__\(a\|l\|ub\)san' |
		sort | xargs
}

is "one symbol is exported" "$(exported)" osm_event_plugin

cp "$FABRICS/small.yaml" "$LAB/inventory.yaml"
sim_start "$FABRICS/small.topo"
mkdir -p "$LAB/a/out"
sm_start a "$SM_A"
ok "the subnet comes up" sm_up a
ok "the plugin is loaded" sm_has_logged a "ibpolicy"
ok "a second heavy sweep" sm_sweep a
sm_stop a
ok "the exit leaves nothing behind" not sm_has_logged a "ERR .*ibpolicy"
lab_end

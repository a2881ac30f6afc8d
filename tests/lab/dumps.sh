#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What the installed ibnetdiscover writes, in each of its formats, is read as
# one and the same fabric, or refused with what to do.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"
lab_begin 60
command -v ibnetdiscover >/dev/null || skip_all "ibnetdiscover is not installed"

IBPOLICY=$IBPOLICY_BUILDDIR/ibpolicy
NOW=2026-11-30T03:12:40Z

dump() { # OPTION...
	on "$SM_A" ibnetdiscover "$@"
}

# The inventory that a dump gives, from standard input.
inventory() {
	"$IBPOLICY" init --fabric - --now "$NOW" 2>"$LAB/said"
}

# shellcheck disable=SC2317 # called by ok
refused() { # TEXT...: from standard input, with exit code 2 and these words
	inventory >/dev/null
	[ $? -eq 2 ] && grep -qF -- "$*" "$LAB/said"
}

# shellcheck disable=SC2317
same_fabric() { # OPTION...
	local got
	dump "$@" >"$LAB/dump" || return
	got=$(inventory <"$LAB/dump") || return
	[ "$got" = "$whole" ] || diff <(echo "$whole") <(echo "$got")
}

sim_start "$FABRICS/small.topo"
whole=$(dump | inventory)
is "ten nodes are read" "$(grep -o 'guid:' <<<"$whole" | wc -l)" 10
is "and nothing is amiss with them" "$(grep -c warning "$LAB/said")" 0
ok "full information" same_fabric --full
ok "grouped by chassis" same_fabric --grouping
ok "both" same_fabric -f -g
ok "with hops" same_fabric --max_hops
ok "with progress in between" same_fabric --show
ok "cached" bash -c "cd '$LAB/client' && LD_PRELOAD=$SIM_LIBRARY \
	SIM_HOST=$SM_A ibnetdiscover --cache '$LAB/cache' >/dev/null"
ok "the cache loaded again" same_fabric --load-cache "$LAB/cache"
ok "the cache itself is refused" \
	refused "neither a snapshot nor an ibnetdiscover dump" <"$LAB/cache"
dump --ports >"$LAB/ports"
ok "a port report is refused" refused "run ibnetdiscover without -p" \
	<"$LAB/ports"
dump --list >"$LAB/list"
ok "a list is refused" refused "list of nodes" <"$LAB/list"
dump >"$LAB/dump"
head -c 1500 "$LAB/dump" >"$LAB/cut"
ok "a cut dump is read" inventory <"$LAB/cut"
ok "and said to be cut" grep -q "the dump is cut" "$LAB/said"
lab_end

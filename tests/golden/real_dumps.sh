#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Real clusters' dumps, where they are at hand: each is read or refused with a
# line; those that are read survive init and check without a finding.
set -u

top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
ibpolicy=${IBPOLICY_BUILDDIR:-$top}/ibpolicy
dumps=$top/../shared/real/ibnetdiscover
now=2026-11-30T00:00:00Z

if [ ! -d "$dumps" ]; then
	echo "1..0 # SKIP no real dumps at $dumps"
	exit 0
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/ibpolicy-dumps.XXXXXX")
trap 'rm -rf "$work"' EXIT
count=0
failed=0

result() { # STATUS WHAT
	count=$((count + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $count - $2"
		return
	fi
	echo "not ok $count - $2"
	sed 's/^/# /' "$work/out" "$work/err" | head -n 20
	failed=$((failed + 1))
}

# Nothing is found; what a dump does not hold is unassessed.
is_clean() { # FILE
	"$ibpolicy" check "$work/inventory.yaml" --fabric "$1" --now $now \
		--fail-on info >"$work/out" 2>"$work/err"
	case $? in
	0 | 4) return 0 ;;
	esac
	return 1
}

for file in "$dumps"/*; do
	name=$(basename "$file")
	"$ibpolicy" init --fabric "$file" --now $now \
		>"$work/inventory.yaml" 2>"$work/err"
	case $? in
	0)
		is_clean "$file"
		result $? "$name: init, then check, finds nothing"
		;;
	2)
		: >"$work/out"
		grep -q "$name:[0-9]*: error: " "$work/err"
		result $? "$name: refused, with its line"
		;;
	*)
		result 1 "$name: read or refused"
		;;
	esac
done
echo "1..$count"
[ "$failed" -eq 0 ]

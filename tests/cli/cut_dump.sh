#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# A dump that is cut, wherever: what is missing in it is no drift. It is read
# with one clear warning and exit status 4, or refused while it names no node.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
ibpolicy=${IBPOLICY_BUILDDIR:-$top}/ibpolicy
real=$top/../shared/real/ibnetdiscover
now=--now=2026-11-30T00:00:00Z
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

# cut BYTES: exit status and warning are as they should be.
cut() {
	head -c "$1" "$dump" >cut.topo
	"$ibpolicy" check inventory.yaml --fabric cut.topo "$now" \
		>found 2>said
	case $? in
	4) grep -q 'the dump is cut\|it is cut' said ;;
	2) grep -q '^cut.topo:1: error: this is no ibnetdiscover dump' said &&
		! grep -q '^\[' cut.topo ;;
	*) false ;;
	esac
}

# each NAME DUMP STEP END: cut at every STEP-th byte up to END.
each() {
	number=$((number + 1))
	dump=$2
	"$ibpolicy" init --fabric "$dump" "$now" >inventory.yaml 2>said
	at=0
	while [ "$at" -lt "$4" ]; do
		cut "$at" || {
			echo "not ok $number - $1, cut after $at bytes"
			sed 's/^/# /' said found | head -n 30
			return
		}
		at=$((at + $3))
	done
	echo "ok $number - $1"
}

number=0
small=$top/examples/small/fabric.topo
# The last line may lack its end: that is not seen, and does no harm.
each "a small dump" "$small" 7 $(($(wc -c <"$small") - 200))
for file in "$real"/fdr10-* "$real"/hdr-* "$real"/ndr-*; do
	[ -e "$file" ] || continue
	size=$(wc -c <"$file")
	each "${file##*/}" "$file" $((size / 9 + 1)) $((size * 9 / 10))
done
echo "1..$number"

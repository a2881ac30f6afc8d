#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# An operator's ordinary day at 10,000 ports and 50 partitions: lint, render,
# and the diff of a host that moves or of a fabric that was open (processor
# time).
# Ports are in 5 partitions each, then in all 50.
set -eu

ibpolicy=$IBPOLICY_BUILDDIR/ibpolicy
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

write_inventory() { # PARTITIONS_PER_PORT PARTITIONS
	awk -v each="$1" -v partitions="$2" 'BEGIN {
		print "version: 1\nfabric: bench\nroles:"
		for (role = 0; role < 50; role++) {
			printf "  r%d: {partitions: {", role
			for (i = 0; i < each; i++)
				if ((role + i) % 50 < partitions)
					printf "%sp%d: %s", i ? ", " : "",
					       (role + i) % 50,
					       i ? "limited" : "full"
			print "}}"
		}
		print "partitions:"
		for (i = 0; i < partitions; i++)
			printf "  p%d: {pkey: 0x%04x}\n", i, i + 1
		print "hosts:"
		for (i = 0; i < 10000; i++)
			printf "  gpu%05d: {role: r%d, ports: {mlx5_0/1: " \
			       "{guid: 0x0c42a103%08x}}}\n", i, i % 50, i
	}'
}

measure() { # WHAT COMMAND...
	local what=$1 status=0
	shift
	local TIMEFORMAT="%U"
	{ time "$@" >/dev/null 2>&1 || status=$?; } 2>"$folder/time"
	[ "$status" -le 1 ] || { echo "$*: exit $status" >&2; exit 1; }
	printf '%-44s %6s s\n' "$what" "$(cat "$folder/time")"
}

echo 'Default=0x7fff : ALL=full, SELF=full ;' >"$folder/open.conf"
for each in 5 50; do
	old=$folder/old.yaml new=$folder/new.yaml
	write_inventory "$each" 50 >"$old"
	sed 's/gpu00042: {role: r42/gpu00042: {role: r7/' "$old" >"$new"
	"$ibpolicy" render "$old" >"$folder/partitions.conf"
	echo "10,000 ports in $each of 50 partitions:" \
		"$(wc -c <"$folder/partitions.conf") bytes of partitions.conf"
	measure "  lint" "$ibpolicy" lint "$old"
	measure "  lint --against" "$ibpolicy" lint "$new" \
		--against "$folder/partitions.conf"
	measure "  render" "$ibpolicy" render "$old"
	measure "  render -o" "$ibpolicy" render "$old" -o "$folder/out$each"
	measure "  diff, a host moves" "$ibpolicy" diff \
		"$folder/partitions.conf" "$new"
	measure "  diff, from nothing but 0x7fff" "$ibpolicy" diff \
		"$folder/open.conf" "$new"
	measure "  reach, all with all" "$ibpolicy" reach "$old" ALL ALL
done

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# A real director's fabric against its real cabling sheets: what check finds is
# compared with the report that came with them. Nothing of those files stands
# here; cabling.expected says how many there are and why a few differ.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
ibpolicy=${IBPOLICY_BUILDDIR:-$top}/ibpolicy
real=$top/../shared/real
dump=$real/ibnetdiscover/hdr-mcs8500-director-2728nodes-puttylog.txt
sheets=$real/cabling
now=--now=2026-11-30T00:00:00Z

if [ ! -r "$dump" ] || [ ! -r "$sheets/ndt-expected-drift-report.json" ]; then
	echo "1..0 # SKIP no real sheets at $sheets"
	exit 0
fi
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
# A miswired cable is told by where it should be and where it is. One name for
# one port: "A/A mlx5_0" of the report is "a/mlx5_0", which the
# fabric may call "a/mlx5_0/1". An adapter that nobody named is told by the
# switch port that it is in.
one_name='
	def port: ascii_downcase | sub("^(?<a>[^/]*)/\\k<a> "; "\(.a)/");
	def host: if test("/[a-z][^/]*/1$") then sub("/1$"; "") else . end;
	def unset: if test("^(mt4123|unnamed)") then "unset" else . end;
	def cable: map(port | host | unset) | sort | join(" ");
'

# What the report says, and what check says: kind and cable, one a line.
reported() {
	jq -r "$one_name"'
		.report |
		(.miss_wired[] | "peer " + ([.expected, .actual |
			split(" - ") | cable] | sort | join(", "))),
		(.missing_in_ufm[] | "missing " + (split(" - ") | cable)),
		(.missing_in_ndt[] | "unlisted " + (split(" - ") | cable))
	' "$sheets/ndt-expected-drift-report.json" | sort >reported
}

found() {
	"$ibpolicy" check inventory.yaml --fabric "$dump" --format json "$now" \
		--cabling "$sheets/ndt-expected-cabling-switch-to-switch.csv" \
		--cabling "$sheets/ndt-expected-cabling-switch-to-host.csv" \
		>drift.json 2>check.stderr
	echo "exit status $?"
	jq -r "$one_name"'
		.findings[] | (.check | sub("link."; "")) + " " +
			if .check == "link.peer" then
				[[.subject.name, .peer.name],
				 [.subject.name, (.found | split("; ")[0])] |
				cable] | sort | join(", ")
			else [.subject.name, .peer.name] | cable end
	' drift.json | sort >found
}

count() {
	for kind in peer missing unlisted; do
		echo "$1, link.$kind: $(grep -c "^$kind " "$2")"
	done
}

compare() {
	"$ibpolicy" init --fabric "$dump" "$now" >inventory.yaml 2>init.stderr
	reported
	found
	count 'reported' reported
	comm -12 reported found >both
	count 'found as reported' both
	comm -23 reported found >lost
	count 'not found' lost
	comm -13 reported found >beside
	count 'found beside' beside
	echo "findings of other checks: $(grep -cvE '^(peer|missing|unlisted) ' \
		found)"
	echo "findings without a sheet as source: $(jq '[.findings[].source |
		select(contains("ndt-expected-cabling") | not)] | length' \
		drift.json)"
}

echo 1..2
compare >compared
if sed -e '/^#/d' -e '/^$/d' "$top/tests/cli/cabling.expected" |
	diff -u - compared >difference; then
	echo 'ok 1 - a real fabric against its sheets, as its report has it'
else
	echo 'not ok 1 - a real fabric against its sheets, as its report has it'
	sed 's/^/# /' difference
	sed 's/^/# lost: /' lost
	sed 's/^/# beside: /' beside
fi

# Every file that is no sheet is refused, with its line.
wrong=
for sheet in "$sheets"/ndt-negative-*.csv; do
	"$ibpolicy" check inventory.yaml --fabric "$dump" "$now" \
		--cabling "$sheet" >stdout 2>stderr
	if [ $? -ne 2 ] || [ -s stdout ] ||
		! grep -q "^$sheet:[12]: error: " stderr; then
		wrong="$wrong $(basename "$sheet")"
	fi
done
if [ -z "$wrong" ]; then
	echo 'ok 2 - what is no sheet is refused, with its line'
else
	echo "not ok 2 - what is no sheet is refused, with its line:$wrong"
fi

# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# shellcheck shell=sh
# Sourced by the source tests: TAP for checks that print their complaints.

number=0

# result SENTENCE COMPLAINTS
result() {
	number=$((number + 1))
	if [ -z "$2" ]; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		echo "$2" | head -n 40 | sed 's/^/# /'
	fi
}

# skip SENTENCE TOOL
skip() {
	number=$((number + 1))
	echo "ok $number - $1 # SKIP no $2 here"
}

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Formatting, function and file sizes, shell scripts and manual pages.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
cd "$top" || exit 99
# shellcheck source=tests/source/tap.sh
. tests/source/tap.sh

sources=$(find policy plugin scan cli tests -name '*.[ch]' | sort)
product=$(find policy plugin scan cli -name '*.[ch]' | sort)
scripts=$(find scripts tests .ci -name '*.sh' -o -path .ci/run 2>/dev/null |
	sort)

echo 1..5
if command -v clang-format >/dev/null 2>&1; then
	# shellcheck disable=SC2086 # lists of files without blanks
	result 'formatted as .clang-format says' \
		"$(clang-format --dry-run $sources 2>&1 | grep 'warning:')"
else
	skip 'formatted as .clang-format says' clang-format
fi
# shellcheck disable=SC2086
result 'no function over 60 lines' "$(awk '
	FNR == 1 { start = 0 }
	/^\{/ { start = FNR }
	/^\}/ { if (start && FNR - start > 60) {
			print FILENAME ":" start ": " FNR - start " lines" }
		start = 0 }' $product)"
# shellcheck disable=SC2086
result 'no file over 600 lines' "$(wc -l $product |
	awk '$2 != "total" && $1 > 600 { print $2 ": " $1 " lines" }')"
if command -v shellcheck >/dev/null 2>&1; then
	# shellcheck disable=SC2086
	result 'shellcheck is content' "$(shellcheck -x -S warning $scripts 2>&1)"
else
	skip 'shellcheck is content' shellcheck
fi
if command -v mandoc >/dev/null 2>&1; then
	pages=$(find doc -name '*.[1-9]')
	# shellcheck disable=SC2086
	result 'manual pages pass mandoc -T lint' \
		"$([ -z "$pages" ] || mandoc -T lint -W warning $pages 2>&1)"
else
	skip 'manual pages pass mandoc -T lint' mandoc
fi

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Every command's help fits a terminal, and the manual knows every option.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
ibpolicy=${IBPOLICY_BUILDDIR:-$top}/ibpolicy
page=$top/doc/ibpolicy.1

commands=$("$ibpolicy" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
echo "1..$(($(echo "$commands" | wc -w) * 2))"
number=0
for command in $commands; do
	help=$("$ibpolicy" "$command" --help)
	number=$((number + 1))
	wide=$(echo "$help" | awk 'length($0) > 80')
	if [ -z "$wide" ]; then
		echo "ok $number - $command --help within 80 columns"
	else
		echo "not ok $number - $command --help within 80 columns"
		echo "$wide" | sed 's/^/# /'
	fi
	number=$((number + 1))
	missing=
	grep -q "^\.Cm $command\$" "$page" && grep -q "^\.Ss $command\$" \
		"$page" || missing=" $command"
	for option in $(echo "$help" |
		sed -n 's/^ .*  *--\([a-z][a-z-]*\).*/\1/p'); do
		# As in ".Fl o , -output Ar DIR" and ".Op Fl -all".
		grep -q -- "[ ,|] *-$option\( .*\)\{0,1\}\$" "$page" ||
			missing="$missing --$option"
	done
	if [ -z "$missing" ]; then
		echo "ok $number - ibpolicy(1) knows $command"
	else
		echo "not ok $number - ibpolicy(1) knows $command"
		echo "# missing:$missing"
	fi
done

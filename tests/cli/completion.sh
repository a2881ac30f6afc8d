#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What bash offers after "ibpolicy".
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
PATH=${IBPOLICY_BUILDDIR:-$top}:$PATH
cd "$top/examples/small" || exit 99
# shellcheck source=cli/completion/ibpolicy
. "$top/cli/completion/ibpolicy"
number=0
export LC_ALL=C

# offers SENTENCE EXPECTED WORD...: the last word is the one begun.
offers() {
	local sentence=$1 expected=$2
	shift 2
	COMP_WORDS=(ibpolicy "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_ibpolicy
	number=$((number + 1))
	if [ "$(printf '%s\n' "${COMPREPLY[@]}" | sort | xargs)" = "$expected" ]
	then
		echo "ok $number - $sentence"
	else
		echo "not ok $number - $sentence"
		printf '# %s\n' "${COMPREPLY[@]}"
	fi
}

echo 1..7
offers 'commands' 'check checks' che
offers 'options of a command' '--fabric --fail-on --format' check --f
offers 'formats' 'hosts html' check --format h
offers 'severities' critical check --fail-on c
offers 'checks' 'port.missing' checks port.m
offers 'families' 'ipoib ipoib.mtu ipoib.rate' check --only ipo
offers 'files' 'inventory.yaml' check inv

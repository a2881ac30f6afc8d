#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Where output goes: colour, full disks, lost readers, closed descriptors.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
ibpolicy=${IBPOLICY_BUILDDIR:-$top}/ibpolicy
inventory=$top/examples/small/inventory.yaml
fabric=$top/examples/small/faults.jsonl
number=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# result SENTENCE STATUS [COMPLAINT]
result() {
	number=$((number + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		echo "$3" | sed 's/^/# /'
	fi
}

check() {
	timeout 20 "$ibpolicy" check "$inventory" --fabric "$fabric" "$@"
}

# Runs "check" on a terminal of its own.
on_terminal() {
	timeout 20 script -qec "$* '$ibpolicy' check '$inventory' \
		--fabric '$fabric'" /dev/null </dev/null
}

has_escape() {
	printf '%s' "$1" | grep -q "$(printf '\033')"
}

echo 1..9
full=$(check 2>&1 >/dev/full)
status=$?
[ $status -eq 2 ]
result 'a full disk is exit status 2' $? "status $status"
printf '%s' "$full" | grep -q 'cannot write the output: No space'
result 'and says so' $? "$full"

closed=$(check 2>&1 >&-)
status=$?
[ $status -eq 2 ] && printf '%s' "$closed" | grep -q 'cannot write'
result 'a closed standard output is no silence' $? "status $status: $closed"

(trap '' PIPE; check --format json 2>"$scratch/pipe"; echo $? >"$scratch/rc") |
	true
wait
status=$(cat "$scratch/rc")
# The reader may be gone before or after the bytes were taken.
[ "$status" = 2 ] || [ "$status" = 1 ]
result 'a lost reader ends nothing by a signal' $? "status $status"

if command -v script >/dev/null 2>&1; then
	has_escape "$(TERM=xterm on_terminal env -u NO_COLOR)"
	result 'a terminal gets colour' $? 'no escape sequence'
	! has_escape "$(TERM=xterm on_terminal env NO_COLOR=1)"
	result 'not with NO_COLOR' $? 'an escape sequence'
	! has_escape "$(TERM=dumb on_terminal env -u NO_COLOR)"
	result 'not on a dumb terminal' $? 'an escape sequence'
else
	for sentence in 'a terminal gets colour' 'not with NO_COLOR' \
		'not on a dumb terminal'; do
		number=$((number + 1))
		echo "ok $number - $sentence # SKIP script(1) is not here"
	done
fi
! has_escape "$(check)"
result 'a pipe gets none' $? 'an escape sequence'

version=$("$ibpolicy" --version <&-)
[ "$version" = "$("$ibpolicy" --version)" ]
result 'a closed standard input changes nothing' $? "$version"

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Runs the command on every case of this folder and compares what it says.
#
# A case is a folder:
#   cmd     the command's arguments, as a shell would read them
#   setup   optional sh script that makes what cannot stand in a repository
#   stdin   optional standard input (default: none)
#   needs   optional: a macro of config.h (HAVE_SCAN) without which the case
#           does not apply to this build
#   stdout, stderr, exit   what is expected; a missing file means nothing, 0
# and its inputs. It runs in a copy of the folder, so that relative paths are
# the same everywhere and nothing here is written; ../examples is examples/.
#
# usage: run.sh [--update] [CASE...]
#   --update  write what the command says as what is expected; read the diff
set -u

TZ=UTC
LC_ALL=C
export TZ LC_ALL
unset NO_COLOR

top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${IBPOLICY_BUILDDIR:-$top}
ibpolicy=$build/ibpolicy
cases=$top/tests/golden

update=false
if [ "${1:-}" = --update ]; then
	update=true
	shift
	if [ -n "${CI:-}" ]; then
		echo "run.sh: expectations are never rewritten in CI" >&2
		exit 2
	fi
fi
if [ $# -eq 0 ]; then
	for folder in "$cases"/*/; do
		[ -f "$folder/cmd" ] && set -- "$@" "$(basename "$folder")"
	done
fi

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM
ln -s "$top/examples" "$scratch/examples"

# Runs a case in its copy, leaving stdout, stderr, exit in $scratch/found.
run_case() {
	mkdir "$scratch/found" &&
		cp -R "$cases/$1" "$scratch/$1" &&
		chmod -R u+w "$scratch/$1" || return 1
	(
		cd "$scratch/$1" || exit 1
		rm -f stdout stderr exit
		if [ -f setup ]; then
			sh ./setup || exit 1
		fi
		input=/dev/null
		[ -f stdin ] && input=stdin
		eval "set -- $(cat cmd)"
		timeout 60 "$ibpolicy" "$@" <"$input" \
			>../found/stdout 2>../found/stderr
		echo $? >../found/exit
	)
}

# Whether this build has what the case needs.
applies() {
	[ ! -f "$cases/$1/needs" ] ||
		grep -q "^#define $(cat "$cases/$1/needs") 1" "$build/config.h"
}

expected() {
	if [ -f "$cases/$1/$2" ]; then
		cat "$cases/$1/$2"
	elif [ "$2" = exit ]; then
		echo 0
	fi
}

compare_case() {
	same=true
	for part in stdout stderr exit; do
		if ! expected "$1" $part |
			diff -u --label "$1/$part" --label found \
				- "$scratch/found/$part" >"$scratch/diff"; then
			same=false
			sed 's/^/# /' "$scratch/diff"
		fi
	done
	$same
}

update_case() {
	for part in stdout stderr; do
		if [ -s "$scratch/found/$part" ]; then
			cp "$scratch/found/$part" "$cases/$1/$part"
		else
			rm -f "$cases/$1/$part"
		fi
	done
	if [ "$(cat "$scratch/found/exit")" = 0 ]; then
		rm -f "$cases/$1/exit"
	else
		cp "$scratch/found/exit" "$cases/$1/exit"
	fi
}

$update || echo "1..$#"
number=0
failed=0
for name; do
	number=$((number + 1))
	if ! applies "$name"; then
		$update || echo "ok $number - $name # SKIP built without it"
		continue
	fi
	if ! run_case "$name"; then
		echo "not ok $number - $name (could not be set up)"
		failed=$((failed + 1))
	elif $update; then
		update_case "$name"
	elif compare_case "$name"; then
		echo "ok $number - $name"
	else
		echo "not ok $number - $name"
		failed=$((failed + 1))
	fi
	rm -rf "$scratch/found" "${scratch:?}/$name"
done
[ $failed -eq 0 ]

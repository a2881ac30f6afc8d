#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Builds ibpolicy and runs every test: unit, golden cases, lab (OpenSM and
# ibsim), source checks. Installs what it needs. Can be run again.
set -u

usage() {
	cat <<-TEXT
	usage: scripts/test.sh [--werror] [--sanitizers] [--results FILE]

	  --werror        compiler warnings are errors
	  --sanitizers    build and test under ASan and UBSan
	  --results FILE  append "passed failed skipped" of this run to FILE

	Builds below build/ and leaves the source folder alone otherwise.
	Exit status 0: every test passed.
	TEXT
}

options=
name=plain
results=
while [ $# -gt 0 ]; do
	case $1 in
	--werror) options="$options --enable-werror" ;;
	--sanitizers)
		options="$options --enable-sanitizers"
		name=sanitizers
		;;
	--results)
		[ $# -gt 1 ] || { usage >&2; exit 2; }
		results=$(realpath "$2")
		shift
		;;
	-h | --help) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
	shift
done

top=$(cd "$(dirname "$0")/.." && pwd) || exit 2
# shellcheck source=scripts/packages.sh
. "$top/scripts/packages.sh"
# shellcheck disable=SC2086 # one word per package is meant
need_packages $build_packages $lab_packages $test_packages
refuse_configured_source "$top"

build=$top/build/$name
log=$build/make-check.log
jobs=$(nproc 2>/dev/null || echo 1)

die() {
	echo "test.sh: $1" >&2
	exit 1
}

echo "==> configuring in build/$name ($options )"
mkdir -p "$build" || die "cannot make $build"
cd "$top" || exit 2
[ -x configure ] || ./autogen.sh >"$build/autogen.log" 2>&1 ||
	die "autogen.sh failed, see $build/autogen.log"
cd "$build" || exit 2
# shellcheck disable=SC2086 # one word per option is meant
../../configure -q $options >configure.log 2>&1 || {
	tail -n 20 configure.log >&2
	die "configure failed, see $build/configure.log and config.log"
}

echo "==> building"
make -s -j"$jobs" >make.log 2>&1 || {
	tail -n 40 make.log >&2
	die "make failed, see $build/make.log"
}

echo "==> testing (log: build/$name/make-check.log)"
find . -name '*.trs' -delete
timeout --kill-after=30 2400 make -k -j"$jobs" check >"$log" 2>&1
status=$?

# Every test of every suite leaves one line in a .trs file.
count() {
	find . -name '*.trs' -exec grep -hE "^:test-result: ($1)" {} + | wc -l
}
passed=$(count 'PASS|XFAIL')
failed=$(count 'FAIL|XPASS|ERROR')
skipped=$(count 'SKIP')

if [ "$status" -ne 0 ]; then
	grep -E '^(FAIL|ERROR|XPASS):' "$log" >&2
	find . -name '*.trs' | while read -r trs; do
		grep -qE '^:test-result: (FAIL|XPASS|ERROR)' "$trs" || continue
		echo "---- ${trs%.trs}.log" >&2
		tail -n 60 "${trs%.trs}.log" >&2
	done
	if [ "$failed" -eq 0 ]; then
		tail -n 40 "$log" >&2
		failed=1
	fi
fi
[ "$passed" -gt 0 ] || failed=$((failed + 1))
find . -name '*.trs' | while read -r trs; do
	grep -H '^:test-result: SKIP' "$trs" | sed 's/:test-result://'
done
[ -n "$results" ] && echo "$passed $failed $skipped" >>"$results"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

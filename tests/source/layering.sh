#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# The arrows of doc/design.md: what each folder may include.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
cd "$top" || exit 99
number=0

# forbid SENTENCE PATTERN FILE...: no file may have an include that matches.
forbid() {
	sentence=$1
	pattern=$2
	shift 2
	number=$((number + 1))
	hits=$(grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]+$pattern" \
		"$@" 2>/dev/null)
	if [ -z "$hits" ]; then
		echo "ok $number - $sentence"
	else
		echo "not ok $number - $sentence"
		echo "$hits" | sed 's/^/# /'
	fi
}

sources() {
	find "$@" -name '*.[ch]' | sort
}

engine=$(ls policy/*.[ch])
io=$(ls policy/io/*.[ch])
io_without_yaml=$(echo "$io" | grep -v '^policy/io/yaml_reader')
opensm='<(opensm|complib|iba|vendor|infiniband/(opensm|complib|iba|vendor))/'
umad='<infiniband/(umad|mad|ibnetdisc)'
people=$(sources cli)
guest=$(sources plugin)
live=$(sources scan)
live_without_map=$(echo "$live" | grep -v '^scan/node_name_map.c')

echo 1..12
# shellcheck disable=SC2086 # lists of files without blanks
{
	forbid 'policy/ includes only itself and libc' \
		'("(policy/io|plugin|scan|cli)/|<(yaml|jansson|pthread|syslog|unistd|fcntl|signal|sys/|infiniband/|opensm/|complib/|iba/))' \
		$engine
	forbid 'policy/io includes no shell' '"(plugin|scan|cli)/' $io
	forbid 'policy/io knows neither OpenSM nor umad' "($opensm|$umad)" $io
	forbid 'only yaml_reader includes yaml.h' '<yaml.h>' \
		$io_without_yaml $guest $live $people
	forbid 'jansson stays in policy/io' '<jansson.h>' \
		$engine $guest $live $people
	forbid "OpenSM stays in plugin/, its node name maps' reader in scan/" \
		"$opensm" $engine $io $people $live_without_map
	forbid 'umad stays in scan/' "$umad" $engine $io $people $guest
	forbid 'scan/ includes policy/ alone of ours' \
		'"(policy/io|plugin|cli)/' $live
	forbid 'plugin/ never includes cli/ or scan/' '"(cli|scan)/' $guest
	forbid 'cli/ never includes plugin/' '"plugin/' $people
}

number=$((number + 1))
lost=$(for file in $(sources policy plugin scan cli tests); do
	head -n 1 "$file" |
		grep -q 'SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only' ||
		echo "$file"
done)
if [ -z "$lost" ]; then
	echo "ok $number - every source file states its licence first"
else
	echo "not ok $number - every source file states its licence first"
	echo "$lost" | sed 's/^/# /'
fi

number=$((number + 1))
# shellcheck disable=SC2086
calls=$(grep -nE '(^|[^_[:alnum:]])(time|clock_gettime|gettimeofday|getenv|setlocale|fopen|open|printf|puts|abort|exit)\(' \
	$engine | grep -vE ':[[:space:]]*(/?\*)|"[^"]*\(.*"')
if [ -z "$calls" ]; then
	echo "ok $number - the engine calls no clock, file, environment, exit"
else
	echo "not ok $number - the engine calls no clock, file, environment, exit"
	echo "$calls" | sed 's/^/# /'
fi

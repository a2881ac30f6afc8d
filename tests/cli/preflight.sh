#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# status --preflight: would OpenSM start on our files, with our plugin?
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${IBPOLICY_BUILDDIR:-$top}
ibpolicy=$build/ibpolicy
number=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2

# point SENTENCE STATUS WORDS: runs it on opensm.conf, expects the exit status
# and a line with these words.
point() {
	number=$((number + 1))
	text=$(LD_LIBRARY_PATH=$build/.libs timeout 20 "$ibpolicy" status \
		--preflight --config opensm.conf 2>&1)
	status=$?
	if [ $status -eq "$2" ] &&
		printf '%s\n' "$text" | tr '\n' ' ' | tr -s ' ' |
		grep -qF -- "$3"; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		printf '# status %s\n' "$status"
		printf '%s\n' "$text" | sed 's/^/# /'
	fi
}

echo 1..11
cat >opensm.conf <<-TEXT
	# event_plugin_name none
	event_plugin_name other ibpolicy
	partition_config_file $scratch/partitions.conf
TEXT
point 'a missing partition file opens the fabric' 1 \
	"FAILED partition_config_file $scratch/partitions.conf does not exist"
point 'the plugin loads' 1 'ok the plugin loads'
point 'it is one of several' 1 'ok opensm.conf loads event plugin ibpolicy'

: >partitions.conf
point 'an empty one too' 1 'is empty: OpenSM would make every port a full'
echo 'Default=0x7fff : ALL=full ;' >partitions.conf
point 'a foreign one is named' 1 'was not written by ibpolicy'

if ! "$ibpolicy" render "$top/examples/small/inventory.yaml" \
	>partitions.conf; then
	echo "Bail out! render does not work"
	exit 1
fi
point 'ours is in order' 0 'partitions.conf is ours and whole'
cat >opensm.conf <<-TEXT
	event_plugin_name "ibpolicy"
	partition_config_file '$scratch/partitions.conf'
TEXT
point 'OpenSM takes quotes from a name' 0 'ok opensm.conf loads event plugin'
point 'and from a path' 0 'partitions.conf is ours and whole'
sed 's/limited/full/' partitions.conf >edited
mv edited partitions.conf
point 'an edited one is found out' 1 'was edited by hand or cut short'

echo 'partition_config_file (null)' >opensm.conf
point 'no plugin is said' 1 'FAILED opensm.conf does not load the plugin'
rm opensm.conf
point 'no opensm.conf is said' 2 'cannot read opensm.conf'

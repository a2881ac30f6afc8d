#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# The manual's lines for Slurm and Kubernetes, run as they stand there on a
# fabric with faults, and what they ask of scontrol and kubectl.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${IBPOLICY_BUILDDIR:-$top}
number=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2

mkdir bin
cat >bin/ibpolicy <<-TEXT
	#!/bin/sh
	exec timeout 20 "$build/ibpolicy" "\$@"
TEXT
for tool in scontrol kubectl; do
	cat >bin/$tool <<-TEXT
		#!/bin/sh
		echo $tool "\$@" >>"$scratch/asked"
	TEXT
done
chmod +x bin/*
PATH=$scratch/bin:$PATH

# example WORDS: the manual's literal block that holds these words.
example() {
	awk -v words="$1" '
		/^\.Bd/ {inside = 1; block = ""; next}
		/^\.Ed/ {
			if (inside && index(block, words)) printf "%s", block
			inside = 0
		}
		inside {block = block $0 "\n"}' "$top/doc/ibpolicy.1" |
		sed 's/\\e/\\/g'
}

# drains SENTENCE WORDS FABRIC EXPECTED: runs the example on that fabric.
drains() {
	number=$((number + 1))
	cp "$top/examples/small/$3" snapshot.jsonl
	: >asked
	example "$2" >lines
	sh ./lines >output 2>&1
	if [ -s lines ] && [ "$(cat asked)" = "$4" ] && [ ! -s output ]; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		sed 's/^/# /' lines asked output
	fi
}

echo 1..6
cp "$top/examples/small/inventory.yaml" .
drains 'Slurm drains what has a critical finding' 'scontrol update' \
	faults.jsonl \
	'scontrol update nodename=gpu[001-003],nas01 state=drain reason=ibpolicy'
drains 'Slurm is not asked where nothing is wrong' 'scontrol update' \
	clean.jsonl ''
drains 'Kubernetes cordons the same' 'kubectl cordon' faults.jsonl \
	'kubectl cordon gpu001 gpu002 gpu003 nas01'
drains 'Kubernetes cordons nothing where nothing is wrong' 'kubectl cordon' \
	clean.jsonl ''
drains 'or taints the nodes of these host names' 'kubectl taint' faults.jsonl \
	"$(for host in gpu001 gpu002 gpu003 nas01; do
		echo "kubectl taint nodes --overwrite" \
			"-l kubernetes.io/hostname=$host" \
			"ibpolicy=drift:NoSchedule"
	done)"
drains 'or none' 'kubectl taint' clean.jsonl ''

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Metrics by Prometheus' own conventions, alert rules and their tests, and a
# dashboard that asks only for metrics that exist.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${IBPOLICY_BUILDDIR:-$top}
if ! command -v promtool >/dev/null 2>&1; then
	echo '1..0 # SKIP no promtool here (package prometheus)'
	exit 0
fi
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
number=0

result() { # STATUS SENTENCE, complaints in $work/log
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number - $2"
	else
		echo "not ok $number - $2"
		sed 's/^/# /' "$work/log"
	fi
}

echo 1..4
small=$top/examples/small
"$build/ibpolicy" check "$small/inventory.yaml" --fabric "$small/faults.jsonl" \
	--now 2026-11-30T03:12:52Z --format prometheus >"$work/metrics" \
	2>"$work/log"
promtool check metrics <"$work/metrics" >"$work/log" 2>&1
result $? 'promtool check metrics has nothing to say of a report'

cp "$top"/examples/prometheus/ibpolicy-alerts*.yml "$work"
promtool check rules "$work/ibpolicy-alerts.yml" >"$work/log" 2>&1
result $? 'the alert rules are rules'
promtool test rules "$work/ibpolicy-alerts-test.yml" >"$work/log" 2>&1
result $? 'the alert rules fire when they should, and only then'

grep -hoE '"ibpolicy_[a-z_]+"' "$top"/policy/render_report_prometheus.c \
	"$top"/policy/io/status_prometheus.c | tr -d '"' | sort -u >"$work/known"
cat "$top"/examples/prometheus/ibpolicy-alerts.yml \
	"$top"/examples/prometheus/ibpolicy-dashboard.json |
	grep -oE 'ibpolicy_[a-z_]+' | sort -u >"$work/used"
comm -13 "$work/known" "$work/used" >"$work/log"
[ ! -s "$work/log" ]
result $? 'rules and dashboard ask only for metrics that exist'

# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
EXTRA_DIST += \
	examples/demo/fabric.topo \
	examples/demo/inventory.yaml \
	examples/demo/partitions-by-hand.conf \
	examples/pod7/inventory.yaml \
	examples/prometheus/README.md \
	examples/prometheus/ibpolicy-alerts-test.yml \
	examples/prometheus/ibpolicy-alerts.yml \
	examples/prometheus/ibpolicy-dashboard.json \
	examples/small/clean.jsonl \
	examples/small/fabric.topo \
	examples/small/faults.jsonl \
	examples/small/inventory.yaml

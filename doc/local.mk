# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
EXTRA_DIST += \
	doc/design.md \
	doc/opensm.md
dist_man_MANS += \
	doc/ibpolicy-checks.7 \
	doc/ibpolicy-inventory.5 \
	doc/ibpolicy-plugin.8 \
	doc/ibpolicy-snapshot.5 \
	doc/ibpolicy.1

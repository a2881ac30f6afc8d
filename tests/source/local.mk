# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
source_tests = \
	tests/source/headers.sh \
	tests/source/layering.sh \
	tests/source/prometheus.sh \
	tests/source/static.sh \
	tests/source/style.sh

TESTS += $(source_tests)
EXTRA_DIST += $(source_tests) tests/source/tap.sh

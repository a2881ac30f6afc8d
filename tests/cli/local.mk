# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What golden cases cannot hold: the environment is part of the input.
TESTS += \
	tests/cli/cabling.sh \
	tests/cli/completion.sh \
	tests/cli/cut_dump.sh \
	tests/cli/drain.sh \
	tests/cli/help.sh \
	tests/cli/output.sh \
	tests/cli/page.sh
EXTRA_DIST += \
	tests/cli/cabling.expected \
	tests/cli/cabling.sh \
	tests/cli/completion.sh \
	tests/cli/cut_dump.sh \
	tests/cli/drain.sh \
	tests/cli/help.sh \
	tests/cli/output.sh \
	tests/cli/page.sh

if ENABLE_PLUGIN
TESTS += tests/cli/node_name_map.sh tests/cli/preflight.sh
endif
EXTRA_DIST += tests/cli/node_name_map.sh tests/cli/preflight.sh

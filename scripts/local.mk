# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
EXTRA_DIST += \
	autogen.sh \
	scripts/demo.sh \
	scripts/packages.sh \
	scripts/test.sh

# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# One folder per case: tests/golden/run.sh says what is in it.
TESTS += \
	tests/golden/real_dumps.sh \
	tests/golden/run.sh
EXTRA_DIST += tests/golden

# Rewrites what the cases expect; the review of the diff is the test.
update-golden: $(bin_PROGRAMS)
	$(AM_V_GEN)$(AM_TESTS_ENVIRONMENT) \
		$(SHELL) $(top_srcdir)/tests/golden/run.sh --update
.PHONY: update-golden

# The folder is taken whole: without what a run in the source tree left.
dist-hook:
	rm -f $(distdir)/tests/golden/run.log $(distdir)/tests/golden/run.trs

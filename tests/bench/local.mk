# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# "make bench": ratios and times, each in one run on this machine. Not a test:
# nothing fails for being slow.
bench_scripts = tests/bench/day.sh tests/bench/inventory.sh

EXTRA_PROGRAMS += tests/bench/inventory_load
tests_bench_inventory_load_LDADD = libpolicyio.la libpolicy.la $(YAML_LIBS)
CLEANFILES += tests/bench/inventory_load

if ENABLE_PLUGIN
bench_scripts += tests/bench/snapshot.sh
# The plugin, with a stopwatch around its SUBNET_UP.
EXTRA_LTLIBRARIES += tests/bench/libibpolicybench.la
bench_modules = tests/bench/libibpolicybench.la
if ENABLE_SCAN
bench_scripts += tests/bench/scan.sh
endif
endif
tests_bench_libibpolicybench_la_SOURCES = \
	tests/bench/bare_copy.c \
	tests/bench/bare_copy.h \
	tests/bench/bench_plugin.c \
	tests/bench/stopwatch.c \
	plugin/osm_snapshot.c \
	plugin/sweep_copy.c \
	plugin/worker.c \
	plugin/worker_run.c
tests_bench_libibpolicybench_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENSM_CPPFLAGS)
tests_bench_libibpolicybench_la_LIBADD = libplugincore.la libpolicyio.la \
	$(OPENSM_LIBS) -lpthread
tests_bench_libibpolicybench_la_LDFLAGS = $(AM_LDFLAGS) -module \
	-avoid-version -shared -rpath /nowhere -Wl,-z,nodelete -Wl,-z,defs \
	-Wl,--wrap=edition_read -Wl,--wrap=osm_snapshot_decode \
	-Wl,--wrap=policy_evaluate -Wl,--wrap=render_report_text \
	-Wl,--wrap=render_report_html -Wl,--wrap=report_json_write \
	-Wl,--wrap=snapshot_jsonl_write -Wl,--wrap=publish_file \
	-Wl,--wrap=publish_plan

EXTRA_DIST += tests/bench/day.sh tests/bench/inventory.sh \
	tests/bench/scan.sh tests/bench/snapshot.sh

.PHONY: bench
bench: all $(bench_modules) tests/bench/inventory_load
	@for script in $(bench_scripts); do \
		IBPOLICY_SRCDIR='$(abs_top_srcdir)' \
		IBPOLICY_BUILDDIR='$(abs_top_builddir)' \
		$(srcdir)/$$script || exit 1; \
	done

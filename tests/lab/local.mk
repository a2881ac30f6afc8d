# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Real OpenSM with the plugin on ibsim; one TAP script per subject.
lab_tests = \
	tests/lab/adoption.sh \
	tests/lab/differential.sh \
	tests/lab/dumps.sh \
	tests/lab/edit.sh \
	tests/lab/foreign.sh \
	tests/lab/guard.sh \
	tests/lab/history.sh \
	tests/lab/hostile.sh \
	tests/lab/interrupted.sh \
	tests/lab/late.sh \
	tests/lab/load.sh \
	tests/lab/output.sh \
	tests/lab/past.sh \
	tests/lab/real_fabrics.sh \
	tests/lab/render.sh \
	tests/lab/standby.sh \
	tests/lab/usurper.sh

lab_files = \
	tests/lab/asan.supp \
	tests/lab/fabrics/mixed.topo \
	tests/lab/fabrics/small.topo \
	tests/lab/fabrics/small.yaml \
	tests/lab/lab.sh \
	tests/lab/lsan.supp \
	tests/lab/make-fabric

scan_lab_tests = \
	tests/lab/behind.sh \
	tests/lab/scan.sh \
	tests/lab/silent.sh \
	tests/lab/soak.sh \
	tests/lab/trap_findings.sh \
	tests/lab/traps.sh

if ENABLE_PLUGIN
TESTS += $(lab_tests)
check_LTLIBRARIES += tests/lab/libfaultshim.la
if ENABLE_SCAN
TESTS += $(scan_lab_tests)
check_PROGRAMS += tests/lab/send_traps tests/lab/set_pkey
endif
endif
# Two sanitizers do not share a process.
if ENABLE_PLUGIN
if !ENABLE_SANITIZERS
TESTS += tests/lab/tsan.sh
endif
endif
EXTRA_DIST += tests/lab/tsan.sh
EXTRA_DIST += $(lab_tests) $(scan_lab_tests) $(lab_files)

# Preloaded into OpenSM, which is not instrumented.
tests_lab_libfaultshim_la_SOURCES = tests/lab/fault_shim.c
tests_lab_libfaultshim_la_CFLAGS = -std=gnu11 $(WARN_CFLAGS)
tests_lab_libfaultshim_la_LDFLAGS = -module -avoid-version -shared \
	-rpath /nowhere -ldl

# Run with ibsim's library preloaded: not instrumented either.
lab_cflags = -std=gnu11 $(WARN_CFLAGS) $(SCAN_CFLAGS)

tests_lab_set_pkey_SOURCES = tests/lab/set_pkey.c
tests_lab_set_pkey_CFLAGS = $(lab_cflags)
tests_lab_set_pkey_LDADD = $(SCAN_LIBS)
tests_lab_set_pkey_LDFLAGS = $(HARDEN_LDFLAGS)

tests_lab_send_traps_SOURCES = tests/lab/send_traps.c
tests_lab_send_traps_CFLAGS = $(lab_cflags)
tests_lab_send_traps_LDADD = $(SCAN_LIBS)
tests_lab_send_traps_LDFLAGS = $(HARDEN_LDFLAGS)

# The same days, many of them: "make soak SOAK_SECONDS=3600 SOAK_SEED=7".
SOAK_SECONDS = 300
SOAK_SEED = 1
soak: all tests/lab/send_traps
	$(AM_V_GEN)$(AM_TESTS_ENVIRONMENT) \
		SOAK_SECONDS=$(SOAK_SECONDS) SOAK_SEED=$(SOAK_SEED) \
		$(top_srcdir)/tests/lab/soak.sh
.PHONY: soak

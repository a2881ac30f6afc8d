# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Our partitions.conf reader against OpenSM's; tests/lab/differential.sh runs it.
differential_sources = \
	tests/differential/damage.c \
	tests/differential/generate.c \
	tests/differential/generate.h \
	tests/differential/view.c \
	tests/differential/view.h

if ENABLE_PLUGIN
check_LTLIBRARIES += libibpolicydifferential.la
check_PROGRAMS += tests/differential/files
endif

libibpolicydifferential_la_SOURCES = \
	$(differential_sources) \
	tests/differential/opensm_view.c \
	tests/differential/opensm_view.h \
	tests/differential/plugin.c
libibpolicydifferential_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENSM_CPPFLAGS)
libibpolicydifferential_la_LIBADD = libpolicy.la $(OPENSM_LIBS) -lpthread -ldl
# -rpath makes it a shared module although it is never installed.
libibpolicydifferential_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-shared -rpath /nowhere -Wl,-z,nodelete

tests_differential_files_SOURCES = \
	$(differential_sources) \
	tests/differential/files.c
tests_differential_files_LDADD = libpolicy.la

# make differential N=1000000: N files through OpenSM's parser, N/20 with P_Key
# Sets, N/1000 from end to end. Each may be given by itself: FILES, SETS, SWEEPS.
N = 20000
FILES = $(N)
SETS = $$(($(N) / 20))
SWEEPS = $$(($(N) / 1000))

.PHONY: differential
differential: all $(check_LTLIBRARIES) tests/differential/files$(EXEEXT)
	$(AM_V_GEN)IBPOLICY_SRCDIR='$(abs_top_srcdir)' \
	IBPOLICY_BUILDDIR='$(abs_top_builddir)' \
	DIFFERENTIAL="$(FILES) $(SETS) $(SWEEPS)" \
	$(top_srcdir)/tests/lab/differential.sh

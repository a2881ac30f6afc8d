# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What needs no OpenSM stands in a library of its own, for the unit tests.
noinst_LTLIBRARIES += libplugincore.la
libplugincore_la_SOURCES = \
	plugin/edition.c \
	plugin/edition.h \
	plugin/event_ring.c \
	plugin/event_ring.h \
	plugin/file_watch.c \
	plugin/file_watch.h \
	plugin/keeper.c \
	plugin/keeper.h \
	plugin/keeper_behind.c \
	plugin/keeper_faults.c \
	plugin/keeper_files.c \
	plugin/keeper_guard.c \
	plugin/keeper_held.c \
	plugin/keeper_history.c \
	plugin/keeper_plan.c \
	plugin/keeper_report.c \
	plugin/keeper_sm.c \
	plugin/keeper_state.h \
	plugin/keeper_status.c \
	plugin/keeper_traps.c \
	plugin/options.c \
	plugin/options.h \
	plugin/osm_snapshot.h \
	plugin/osm_snapshot_decode.c \
	plugin/partition_file.c \
	plugin/partition_file.h

if ENABLE_PLUGIN
lib_LTLIBRARIES += libibpolicy.la
endif
libibpolicy_la_SOURCES = \
	plugin/osm_snapshot.c \
	plugin/plugin.c \
	plugin/sweep_copy.c \
	plugin/sweep_copy.h \
	plugin/worker.c \
	plugin/worker.h \
	plugin/worker_run.c \
	plugin/worker_state.h
libibpolicy_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENSM_CPPFLAGS)
# libpolicyio.la already holds libpolicy.la.
libibpolicy_la_LIBADD = libplugincore.la libpolicyio.la \
	$(OPENSM_LIBS) -lpthread
# OpenSM unloads the plugin before its own exit: nodelete keeps the code there
# for threads and sanitizers that still look at it.
libibpolicy_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-export-symbols $(srcdir)/plugin/libibpolicy.sym \
	-Wl,-z,nodelete -Wl,-z,defs
libibpolicy_la_DEPENDENCIES = libplugincore.la libpolicyio.la \
	$(srcdir)/plugin/libibpolicy.sym
EXTRA_DIST += plugin/libibpolicy.sym

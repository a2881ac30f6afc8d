# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# What needs no OpenSM stands in a library of its own, for the unit tests.
noinst_LTLIBRARIES += libplugincore.la
libplugincore_la_SOURCES = \
	plugin/options.c \
	plugin/options.h

if ENABLE_PLUGIN
lib_LTLIBRARIES += libibpolicy.la
endif
libibpolicy_la_SOURCES = \
	plugin/plugin.c
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

# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
if ENABLE_SCAN
noinst_LTLIBRARIES += libscan.la
libscan_la_SOURCES = \
	scan/mad.h \
	scan/scan.c \
	scan/scan.h \
	scan/scan_discover.c \
	scan/scan_discover.h \
	scan/scan_host.c \
	scan/scan_local.c \
	scan/scan_local.h \
	scan/scan_nodes.c \
	scan/scan_nodes.h \
	scan/scan_tables.c \
	scan/scan_tables.h \
	scan/smp_pipeline.c \
	scan/smp_pipeline.h
libscan_la_CFLAGS = $(AM_CFLAGS) $(SCAN_CFLAGS)
libscan_la_LIBADD = libpolicy.la $(SCAN_LIBS)
endif

# Needs OpenSM's library and nothing of rdma-core.
if ENABLE_PLUGIN
noinst_LTLIBRARIES += libnodenamemap.la
libnodenamemap_la_SOURCES = \
	scan/node_name_map.c \
	scan/node_name_map.h
libnodenamemap_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENSM_CPPFLAGS)
libnodenamemap_la_LIBADD = libpolicy.la $(OSMCOMP_LIBS)
endif

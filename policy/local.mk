# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
noinst_LTLIBRARIES += libpolicy.la
libpolicy_la_SOURCES = \
	policy/arena.c \
	policy/arena.h \
	policy/diag.c \
	policy/diag.h \
	policy/drift_track.c \
	policy/drift_track.h \
	policy/error.c \
	policy/error.h \
	policy/finding.h \
	policy/ibnames.c \
	policy/ibnames.h \
	policy/ibnames_set.c \
	policy/inventory.h \
	policy/partition_plan.c \
	policy/partition_plan.h \
	policy/partitions_conf.h \
	policy/partitions_conf_write.c \
	policy/policy.h \
	policy/portinfo.c \
	policy/portinfo.h \
	policy/report.c \
	policy/report.h \
	policy/rule.h \
	policy/sha256.c \
	policy/sha256.h \
	policy/strbuf.c \
	policy/strbuf.h \
	policy/subnet.c \
	policy/subnet.h \
	policy/suggest.c \
	policy/suggest.h \
	policy/time_text.c \
	policy/time_text.h \
	policy/utf8.c \
	policy/utf8.h

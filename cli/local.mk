# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
bin_PROGRAMS += ibpolicy
ibpolicy_SOURCES = \
	cli/against.c \
	cli/against.h \
	cli/arguments.c \
	cli/arguments.h \
	cli/cli.c \
	cli/cli.h \
	cli/cmd_approve.c \
	cli/cmd_check.c \
	cli/cmd_checks.c \
	cli/cmd_diff.c \
	cli/cmd_explain.c \
	cli/cmd_init.c \
	cli/cmd_lint.c \
	cli/cmd_reach.c \
	cli/cmd_render.c \
	cli/cmd_scan.c \
	cli/cmd_status.c \
	cli/host_filter.c \
	cli/host_filter.h \
	cli/import.c \
	cli/import.h \
	cli/init_update.c \
	cli/init_update.h \
	cli/live.c \
	cli/live.h \
	cli/load.c \
	cli/load.h \
	cli/main.c \
	cli/name_map.c \
	cli/name_map.h \
	cli/only.c \
	cli/only.h \
	cli/opensm_conf.c \
	cli/opensm_conf.h \
	cli/opensm_version.c \
	cli/opensm_version.h \
	cli/plan.c \
	cli/plan.h \
	cli/plan_source.c \
	cli/plan_source.h \
	cli/preflight.c \
	cli/preflight.h \
	cli/status_report.c \
	cli/status_report.h
ibpolicy_CFLAGS = $(AM_CFLAGS)
ibpolicy_LDADD = libpolicyio.la libpolicy.la
if ENABLE_SCAN
ibpolicy_LDADD += libscan.la
endif
if ENABLE_PLUGIN
ibpolicy_LDADD += libnodenamemap.la
endif

bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = cli/completion/ibpolicy

# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# One program per module: tests/unit/<module>_test.c, cmocka, TAP. A program of
# that one source needs no more than its line here.
unit_tests = \
	tests/unit/approval_test \
	tests/unit/cabling_test \
	tests/unit/drift_track_test \
	tests/unit/edition_test \
	tests/unit/event_ring_test \
	tests/unit/fabric_file_test \
	tests/unit/feasibility_test \
	tests/unit/file_watch_test \
	tests/unit/finding_test \
	tests/unit/guard_test \
	tests/unit/history_test \
	tests/unit/hostlist_test \
	tests/unit/ibnames_test \
	tests/unit/ibnetdiscover_test \
	tests/unit/init_law_test \
	tests/unit/init_offer_test \
	tests/unit/init_update_test \
	tests/unit/inventory_hostile_test \
	tests/unit/inventory_include_test \
	tests/unit/inventory_rules_test \
	tests/unit/inventory_test \
	tests/unit/inventory_values_test \
	tests/unit/inventory_yaml_test \
	tests/unit/keeper_test \
	tests/unit/link_log_test \
	tests/unit/node_name_test \
	tests/unit/options_test \
	tests/unit/partition_diff_test \
	tests/unit/partition_file_test \
	tests/unit/partition_plan_make_test \
	tests/unit/partition_plan_test \
	tests/unit/partitions_conf_groups_test \
	tests/unit/partitions_conf_history_test \
	tests/unit/partitions_conf_read_test \
	tests/unit/partitions_conf_write_test \
	tests/unit/partitions_import_test \
	tests/unit/plan_prove_test \
	tests/unit/plan_reach_test \
	tests/unit/policy_test \
	tests/unit/policy_text_test \
	tests/unit/portinfo_test \
	tests/unit/publish_plan_test \
	tests/unit/publish_test \
	tests/unit/render_report_html_test \
	tests/unit/render_report_text_test \
	tests/unit/report_json_test \
	tests/unit/rules_test \
	tests/unit/sha256_test \
	tests/unit/snapshot_jsonl_test \
	tests/unit/status_json_test \
	tests/unit/status_prometheus_test \
	tests/unit/strbuf_test \
	tests/unit/subnet_test \
	tests/unit/suggest_test \
	tests/unit/switch_map_test \
	tests/unit/text_wrap_test \
	tests/unit/time_text_test \
	tests/unit/trap_decode_test \
	tests/unit/trap_log_test

if HAVE_CMOCKA
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
endif

unit_libs = libpolicyio.la libpolicy.la $(CMOCKA_LIBS)
LDADD = $(unit_libs)

tests_unit_event_ring_test_LDADD = libplugincore.la $(unit_libs) -lpthread
tests_unit_file_watch_test_LDADD = libplugincore.la $(unit_libs)
tests_unit_options_test_LDADD = libplugincore.la $(unit_libs)

fabric_builder = tests/unit/fabric_builder.c tests/unit/fabric_builder.h
plan_builder = tests/unit/plan_builder.c tests/unit/plan_builder.h

tests_unit_guard_test_SOURCES = tests/unit/guard_test.c $(plan_builder)
tests_unit_init_law_test_SOURCES = \
	tests/unit/fabric_changes_cables.c \
	tests/unit/fabric_changes_nodes.c \
	tests/unit/fabric_choose.c \
	tests/unit/fabric_choose.h \
	tests/unit/fabric_changes.h \
	tests/unit/init_law_test.c \
	tests/unit/inventory_changes.c \
	tests/unit/inventory_changes.h \
	tests/unit/random_fabric.c \
	tests/unit/random_fabric.h
tests_unit_init_offer_test_SOURCES = tests/unit/init_offer_test.c $(fabric_builder)
tests_unit_init_update_test_SOURCES = \
	tests/unit/fabric_changes.h \
	tests/unit/fabric_changes_cables.c \
	tests/unit/fabric_changes_nodes.c \
	tests/unit/fabric_choose.c \
	tests/unit/fabric_choose.h \
	tests/unit/init_update_test.c \
	tests/unit/random_fabric.c \
	tests/unit/random_fabric.h
tests_unit_partition_diff_test_SOURCES = \
	tests/unit/partition_diff_test.c $(plan_builder)
tests_unit_partitions_import_test_SOURCES = \
	tests/differential/damage.c \
	tests/differential/generate.c \
	tests/differential/generate.h \
	tests/unit/partitions_import_test.c \
	tests/unit/random_fabric.c \
	tests/unit/random_fabric.h
tests_unit_policy_test_SOURCES = \
	tests/unit/policy_cases.h \
	tests/unit/policy_cases_cables.c \
	tests/unit/policy_cases_history.c \
	tests/unit/policy_cases_managers.c \
	tests/unit/policy_cases_nodes.c \
	tests/unit/policy_cases_partitions.c \
	tests/unit/policy_cases_silence.c \
	tests/unit/policy_cases_waivers.c \
	tests/unit/policy_faults.c \
	tests/unit/policy_test.c \
	$(fabric_builder)
tests_unit_policy_text_test_SOURCES = tests/unit/policy_text_test.c $(fabric_builder)

EXTRA_DIST += \
	tests/unit/conf_view.h \
	tests/unit/inventory_text.h \
	tests/unit/unit.h
tests_unit_edition_test_CFLAGS = $(unit_cflags)
tests_unit_edition_test_LDADD = libplugincore.la $(unit_libs)
tests_unit_keeper_test_CFLAGS = $(unit_cflags)
tests_unit_keeper_test_LDADD = libplugincore.la $(unit_libs)
tests_unit_partition_file_test_CFLAGS = $(unit_cflags)
tests_unit_partition_file_test_LDADD = libplugincore.la $(unit_libs)

# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
noinst_LTLIBRARIES += libpolicyio.la
libpolicyio_la_SOURCES = \
	policy/io/cabling_csv.c \
	policy/io/cabling_csv.h \
	policy/io/csv_reader.c \
	policy/io/csv_reader.h \
	policy/io/diff_json.c \
	policy/io/diff_json.h \
	policy/io/fabric_file.c \
	policy/io/fabric_file.h \
	policy/io/ibnetdiscover.c \
	policy/io/ibnetdiscover.h \
	policy/io/ibnetdiscover_line.c \
	policy/io/ibnetdiscover_line.h \
	policy/io/ibnetdiscover_merge.c \
	policy/io/ibnetdiscover_merge.h \
	policy/io/init_proved.c \
	policy/io/init_proved.h \
	policy/io/inventory_fabric_values.c \
	policy/io/inventory_fields.c \
	policy/io/inventory_fields.h \
	policy/io/inventory_include.c \
	policy/io/inventory_include.h \
	policy/io/inventory_scalars.c \
	policy/io/inventory_yaml.c \
	policy/io/inventory_yaml.h \
	policy/io/inventory_yaml_attributes.c \
	policy/io/inventory_yaml_checks.c \
	policy/io/inventory_yaml_hosts.c \
	policy/io/inventory_yaml_hosts.h \
	policy/io/inventory_yaml_partitions.c \
	policy/io/inventory_yaml_policy.c \
	policy/io/inventory_yaml_switches.c \
	policy/io/json_reader.c \
	policy/io/json_reader.h \
	policy/io/json_writer.c \
	policy/io/json_writer.h \
	policy/io/history_jsonl.c \
	policy/io/history_jsonl.h \
	policy/io/publish.c \
	policy/io/publish_append.c \
	policy/io/publish_dir.h \
	policy/io/publish.h \
	policy/io/publish_plain.c \
	policy/io/publish_plan.c \
	policy/io/read_file.c \
	policy/io/read_file.h \
	policy/io/report_json.h \
	policy/io/report_json_read.c \
	policy/io/report_json_write.c \
	policy/io/snapshot_fields.c \
	policy/io/snapshot_fields.h \
	policy/io/snapshot_header.c \
	policy/io/snapshot_header.h \
	policy/io/snapshot_jsonl.c \
	policy/io/snapshot_jsonl.h \
	policy/io/snapshot_parse.c \
	policy/io/status_json.c \
	policy/io/status_prometheus.c \
	policy/io/status_prometheus.h \
	policy/io/status_json.h \
	policy/io/yaml_keys.c \
	policy/io/yaml_keys.h \
	policy/io/yaml_reader.c \
	policy/io/yaml_reader.h
libpolicyio_la_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
libpolicyio_la_LIBADD = libpolicy.la $(YAML_LIBS) $(JANSSON_LIBS)

# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# One target per parser of foreign bytes: NAME_fuzz.c and corpus/NAME/. "make
# check" replays each corpus; --enable-fuzzing (CC=clang) also builds
# tests/fuzz/NAME_fuzz for libFuzzer.
fuzz_replays = \
	tests/fuzz/cabling_replay \
	tests/fuzz/ibnetdiscover_replay \
	tests/fuzz/inventory_replay \
	tests/fuzz/partitions_conf_replay \
	tests/fuzz/snapshot_replay

check_PROGRAMS += $(fuzz_replays)
TESTS += $(fuzz_replays)
EXTRA_DIST += tests/fuzz/corpus

fuzz_libs = libpolicyio.la libpolicy.la

fuzz_said = \
	tests/fuzz/fuzz.h \
	tests/fuzz/said.c \
	tests/fuzz/said.h
fuzz_round_trip = $(fuzz_said) \
	tests/fuzz/round_trip.c \
	tests/fuzz/round_trip.h

fuzz_cabling = tests/fuzz/cabling_fuzz.c $(fuzz_said)
fuzz_ibnetdiscover = tests/fuzz/ibnetdiscover_fuzz.c $(fuzz_round_trip)
fuzz_inventory = tests/fuzz/inventory_fuzz.c $(fuzz_said)
fuzz_partitions_conf = tests/fuzz/fuzz.h tests/fuzz/partitions_conf_fuzz.c
fuzz_snapshot = tests/fuzz/snapshot_fuzz.c $(fuzz_round_trip)

tests_fuzz_cabling_replay_SOURCES = $(fuzz_cabling) tests/fuzz/replay.c
tests_fuzz_cabling_replay_LDADD = $(fuzz_libs)
tests_fuzz_ibnetdiscover_replay_SOURCES = $(fuzz_ibnetdiscover) \
	tests/fuzz/replay.c
tests_fuzz_ibnetdiscover_replay_LDADD = $(fuzz_libs)
tests_fuzz_inventory_replay_SOURCES = $(fuzz_inventory) tests/fuzz/replay.c
tests_fuzz_inventory_replay_LDADD = $(fuzz_libs)
tests_fuzz_partitions_conf_replay_SOURCES = $(fuzz_partitions_conf) \
	tests/fuzz/replay.c
tests_fuzz_partitions_conf_replay_LDADD = $(fuzz_libs)
tests_fuzz_snapshot_replay_SOURCES = $(fuzz_snapshot) tests/fuzz/replay.c
tests_fuzz_snapshot_replay_LDADD = $(fuzz_libs)

if ENABLE_FUZZING
check_PROGRAMS += \
	tests/fuzz/cabling_fuzz \
	tests/fuzz/ibnetdiscover_fuzz \
	tests/fuzz/inventory_fuzz \
	tests/fuzz/partitions_conf_fuzz \
	tests/fuzz/snapshot_fuzz
tests_fuzz_cabling_fuzz_SOURCES = $(fuzz_cabling)
tests_fuzz_cabling_fuzz_LDADD = $(fuzz_libs)
tests_fuzz_cabling_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_ibnetdiscover_fuzz_SOURCES = $(fuzz_ibnetdiscover)
tests_fuzz_ibnetdiscover_fuzz_LDADD = $(fuzz_libs)
tests_fuzz_ibnetdiscover_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_inventory_fuzz_SOURCES = $(fuzz_inventory)
tests_fuzz_inventory_fuzz_LDADD = $(fuzz_libs)
tests_fuzz_inventory_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_partitions_conf_fuzz_SOURCES = $(fuzz_partitions_conf)
tests_fuzz_partitions_conf_fuzz_LDADD = $(fuzz_libs)
tests_fuzz_partitions_conf_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_snapshot_fuzz_SOURCES = $(fuzz_snapshot)
tests_fuzz_snapshot_fuzz_LDADD = $(fuzz_libs)
tests_fuzz_snapshot_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
endif

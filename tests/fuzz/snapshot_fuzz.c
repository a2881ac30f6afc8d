/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Snapshots of any content are read or refused with what is wrong. */
#include "policy/io/snapshot_jsonl.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	round_trip(snapshot_jsonl_parse, bytes, length);
	return 0;
}

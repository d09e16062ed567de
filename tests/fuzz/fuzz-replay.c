/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replays any bytes as a recording: as counted, in seconds, and in tenths of a second. "make fuzz".
 * Half of the inputs are made by changes of records: libFuzzer's changes of bytes do not find
 * states that need several records or fields at once.
 */
#include "config.h"

#include "tests/fixtures/fixture_replay.h"
#include "tests/fuzz/mutator.h"

/* A record may be followed by many empty intervals, which are all alike. */
#define INTERVALS 300

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static const uint64_t intervals_ns[] = { 0, 1000000000, 100000000 };

	for (size_t i = 0; i < sizeof(intervals_ns) / sizeof(intervals_ns[0]); i++) {
		struct err err;

		(void)replay_bytes(bytes, n, intervals_ns[i], INTERVALS, NULL, NULL, &err);
	}
	return 0;
}

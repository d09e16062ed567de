/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of branch stacks that are damaged: they are refused or read, and what is read keeps
 * the rules of any profile. tests/fuzz/fuzz-profile.c does the same for longer.
 */
#include "config.h"
#include "collect/sample/profile_reader.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/any_profile.h"
#include "tests/fixtures/fixture_samples.h"
#include "tests/fixtures/mutate_records.h"
#include "tests/fixtures/test_main.h"

#define GROWTH 65536		/* bytes that changes may add */

static const struct {
	const char *name;
	uint32_t changes;	/* how many changed versions; the large ones take longer */
} recordings[] = {
	{ "autofdo_haswell_perf-6.8.zst", 30 },
	{ "quipper_skylake_4.14.zst", 60 },
	{ "quipper_zen4_spec.zst", 15 },
	{ "quipper_arm64_hw_index.zst", 4 },
	{ "quipper_sandybridge_callgraph-3.4.zst", 1 },
	{ "quipper_sandybridge_raw-3.4.zst", 2 },
	{ "perfparser_call_stacks.zst", 60 },
};
#define N_RECORDINGS (sizeof(recordings) / sizeof(recordings[0]))

TEST(changed_records_break_no_rule)
{
	for (size_t i = 0; i < N_RECORDINGS; i++) {
		size_t n, samples = 0;
		unsigned char *bytes = unpack_recording(recordings[i].name, &n);
		unsigned char *changed = malloc(n + GROWTH);

		assert_non_null(changed);
		for (uint32_t seed = 0; seed < recordings[i].changes; seed++) {
			size_t size;

			memcpy(changed, bytes, n);
			size = mutate_records(changed, n, n + GROWTH, seed);
			samples += read_any_profile(changed, size);
		}
		assert_true(samples > 0);
		free(changed);
		free(bytes);
	}
}

/* xorshift32 */
static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Bytes of the header, the attrs and the ids decide how everything else is read. */
TEST(changed_headers_break_no_rule)
{
	size_t n;
	unsigned char *bytes = unpack_recording("quipper_skylake_4.14.zst", &n);
	unsigned char *changed = malloc(n);
	uint32_t random = 1;

	assert_non_null(changed);
	for (int i = 0; i < 150; i++) {
		memcpy(changed, bytes, n);
		for (int k = 0; k < 3; k++)
			changed[next_random(&random) % 400] = (unsigned char)next_random(&random);
		(void)read_any_profile(changed, n);
	}
	free(changed);
	free(bytes);
}

TEST(recordings_that_end_anywhere_break_no_rule)
{
	size_t n;
	unsigned char *bytes = unpack_recording("perfparser_call_stacks.zst", &n);
	uint32_t random = 7;

	for (int i = 0; i < 100; i++)
		(void)read_any_profile(bytes, next_random(&random) % n);
	free(bytes);
}

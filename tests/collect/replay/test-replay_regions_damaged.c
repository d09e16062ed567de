/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of regions with damage of any kind: the replay ends with 0 or with a message, and breaks
 * none of the rules of fixture_replay.h.
 */
#include "config.h"

#include "tests/fixtures/fixture_markers.h"
#include "tests/fixtures/fixture_replay.h"
#include "tests/fixtures/mutate_records.h"
#include "tests/fixtures/test_main.h"

static size_t load(const char *path, unsigned char *bytes, size_t max)
{
	FILE *file = fopen(path, "r");
	size_t n;

	assert_non_null(file);
	n = fread(bytes, 1, max, file);
	assert_int_equal(fclose(file), 0);
	assert_in_range(n, 1000, max - 1);
	return n;
}

TEST(damaged_recordings_of_regions_end_with_0_or_a_message)
{
	static unsigned char original[1 << 20], damaged[1 << 20];
	struct recorder *recorder = marked_record(marked_path("damaged"), NULL);
	struct err err;
	size_t n;

	marked_add_object("/usr/bin/server", "server");
	marked_add_object("/usr/lib/libwork.so.1", "work");
	marked_run_intervals(recorder, 3, 60);
	marked_end_recording(recorder);
	n = load(marked_path("damaged"), original, sizeof(original));
	for (uint32_t seed = 0; seed < 1500; seed++) {
		size_t size = n;

		memcpy(damaged, original, n);
		if (seed % 3)
			size = mutate_records(damaged, n, sizeof(damaged), seed);
		else
			damaged[seed * 7919U % n] ^= (unsigned char)(1U << seed % 8);
		(void)replay_bytes(damaged, size, seed % 2 ? 0 : 100000000, 50, NULL, NULL, &err);
	}
}

const struct around_tests around_tests = {
	.setup = marked_setup,
	.teardown = marked_teardown,
	.setup_all = marked_setup_files,
	.teardown_all = marked_teardown_files,
};

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of stock perf from the lab, against the lab's known numbers
 * (tests/recordings/README.md). And the same recordings cut off and damaged, ten thousand times by
 * bytes and ten thousand times by records: each replay must end, with any message.
 */
#include "config.h"

#include <sys/resource.h>
#include <unistd.h>

#include "model/metric.h"
#include "tests/fixtures/fixture_replay.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/mutate_records.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define DAMAGES 10000

/* The true split of each hog, in percent. */
static const struct truth {
	const char *name;
	double percent[M_COUNT];
} truths[] = {
	{ "hog_ret", { [M_RETIRING] = 80, [M_BAD_SPECULATION] = 4, [M_FRONTEND_BOUND] = 10,
		       [M_BACKEND_BOUND] = 6, [M_HEAVY_OPERATIONS] = 20, [M_BRANCH_MISPREDICTS] = 3,
		       [M_FETCH_LATENCY] = 4, [M_MEMORY_BOUND] = 2 } },
	{ "hog_bad", { [M_RETIRING] = 20, [M_BAD_SPECULATION] = 50, [M_FRONTEND_BOUND] = 20,
		       [M_BACKEND_BOUND] = 10, [M_HEAVY_OPERATIONS] = 5,
		       [M_BRANCH_MISPREDICTS] = 40, [M_FETCH_LATENCY] = 10,
		       [M_MEMORY_BOUND] = 4 } },
	{ "hog_fe", { [M_RETIRING] = 15, [M_BAD_SPECULATION] = 5, [M_FRONTEND_BOUND] = 60,
		      [M_BACKEND_BOUND] = 20, [M_HEAVY_OPERATIONS] = 3, [M_BRANCH_MISPREDICTS] = 2,
		      [M_FETCH_LATENCY] = 45, [M_MEMORY_BOUND] = 6 } },
	{ "hog_be", { [M_RETIRING] = 10, [M_BAD_SPECULATION] = 5, [M_FRONTEND_BOUND] = 15,
		      [M_BACKEND_BOUND] = 70, [M_HEAVY_OPERATIONS] = 4, [M_BRANCH_MISPREDICTS] = 3,
		      [M_FETCH_LATENCY] = 10, [M_MEMORY_BOUND] = 50 } },
};

static const struct {
	const char *file;
	int levels;
	uint64_t seconds;	/* number of intervals of 1 s; the last may be shorter */
	const char *cgroup;	/* of hog_be */
} recordings[] = {
	{ "level1.data", 1, 3, "" },
	{ "zstd.data", 2, 3, "" },
	{ "clock.data", 2, 3, "" },
	{ "switch-cgroup.data", 2, 3, "/" },
	{ "stream.data", 2, 3, "" },
	{ "stream-zstd.data", 2, 2, "" },
};

#define N_RECORDINGS (sizeof(recordings) / sizeof(recordings[0]))

static struct err err;
static struct tally tally;

static void replay(const char *file, uint64_t interval_ns)
{
	tally = (struct tally){ 0 };
	assert_int_equal(replay_file(fixture("recordings", file), interval_ns, UINT64_MAX,
				     tally_visit, &tally, &err),
			 0);
	assert_string_equal(err.text, "");
}

static void assert_truth(const struct truth *truth, int levels)
{
	const struct tally_task *task = tally_name(&tally, truth->name);

	assert_non_null(task);
	for (enum metric_id i = 0; i < M_COUNT; i++) {
		double off = task->percent[i] - truth->percent[i];

		if (!truth->percent[i] || metric_level(i) > levels)
			continue;
		if (fabs(off) > 0.5)
			fail_msg("%s: %s is %.2f, not %.2f", truth->name, metrics[i].slug,
				 task->percent[i], truth->percent[i]);
	}
}

TEST(every_hog_is_within_half_a_point_of_the_truth)
{
	for (size_t i = 0; i < N_RECORDINGS; i++) {
		replay(recordings[i].file, 0);
		assert_int_equal(tally.levels, recordings[i].levels);
		for (size_t k = 0; k < sizeof(truths) / sizeof(truths[0]); k++)
			assert_truth(&truths[k], recordings[i].levels);
	}
}

TEST(the_machine_is_the_one_of_the_lab)
{
	for (size_t i = 0; i < N_RECORDINGS; i++) {
		replay(recordings[i].file, 0);
		assert_int_equal(tally.n_cpus, 2);
		assert_int_equal(tally.n_sockets, 1);
		assert_int_equal(tally.intervals, recordings[i].seconds);
		assert_string_equal(tally.host, "lab");
		assert_string_equal(tally_name(&tally, "hog_be")->cgroup, recordings[i].cgroup);
	}
}

TEST(all_slots_are_attributed)
{
	for (size_t i = 0; i < N_RECORDINGS; i++) {
		replay(recordings[i].file, 0);
		assert_true(tally.slots > 0);
		assert_true(tally.unaccounted <= 0.005 * tally.slots);
		assert_int_equal(tally.lost, 0);
	}
}

TEST(the_length_of_intervals_changes_no_sum)
{
	static const uint64_t lengths_ms[] = { 100, 500, 1000, 60000 };
	double slots, hog;

	for (size_t i = 0; i < N_RECORDINGS; i++) {
		replay(recordings[i].file, 0);
		slots = tally.slots;
		hog = tally_name(&tally, "hog_fe")->slots;
		for (size_t k = 0; k < sizeof(lengths_ms) / sizeof(lengths_ms[0]); k++) {
			replay(recordings[i].file, lengths_ms[k] * MS);
			assert_true(tally.slots == slots);
			assert_true(tally_name(&tally, "hog_fe")->slots == hog);
		}
		assert_int_equal(tally.intervals, 1);
	}
}

/* xorshift64: the same damage on every machine. */
static uint64_t dice(uint64_t sides)
{
	static uint64_t state = 0x9e3779b97f4a7c15;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % sides;
}

/* The first records of real recordings, before damage. */
static const char *const small[] = { "full", "level1", "clock", "switch", "pipe", "pipe-zstd",
				     "tdtop", "tdtop-rotation", "tdtop-missing-group", "regions" };

#define N_SMALL (sizeof(small) / sizeof(small[0]))
#define SMALL_MAX 65536

static unsigned char originals[N_SMALL][SMALL_MAX], damaged[SMALL_MAX];
static size_t sizes[N_SMALL];

static void read_small(void)
{
	for (size_t i = 0; i < N_SMALL; i++) {
		char name[64];
		FILE *file;

		(void)snprintf(name, sizeof(name), "corpus/replay/%s", small[i]);
		file = fopen(fixture("fuzz", name), "r");
		assert_non_null(file);
		sizes[i] = fread(originals[i], 1, SMALL_MAX, file);
		assert_int_equal(fclose(file), 0);
		assert_in_range(sizes[i], 1000, SMALL_MAX - 1);
	}
}

/* The kinds of damage that disks, memory and partial downloads do. */
static size_t damage(size_t which)
{
	size_t n = sizes[which], at = (size_t)dice(n), run = (size_t)dice(64) + 1;

	memcpy(damaged, originals[which], n);
	run = run < n - at ? run : n - at;
	switch (dice(6)) {
	case 0:		/* cut off */
		return at;
	case 1:		/* one bit */
		damaged[at] ^= (unsigned char)(1 << dice(8));
		return n;
	case 2:		/* random bytes */
		for (size_t i = 0; i < run; i++)
			damaged[at + i] = (unsigned char)dice(256);
		return n;
	case 3:		/* a hole */
		memset(damaged + at, 0, run);
		return n;
	case 4:		/* missing bytes */
		memmove(damaged + at, damaged + at + run, n - at - run);
		return n - run;
	default:	/* all ones: sizes and times at their maximum */
		memset(damaged + at, 0xff, run < 8 ? run : 8);
		return n;
	}
}

TEST(ten_thousand_damaged_recordings_end_with_0_or_a_message)
{
	static const uint64_t lengths_ns[] = { 0, 1000 * MS, 100 * MS };
	struct rusage before, after;
	int whole = 0;

	read_small();
	getrusage(RUSAGE_SELF, &before);
	(void)alarm(300);	/* a hang is a failure */
	for (uint64_t i = 0; i < DAMAGES; i++) {
		size_t n = damage((size_t)(i % N_SMALL));

		/* replay_bytes() checks the rules of any replay. */
		whole += !replay_bytes(damaged, n, lengths_ns[dice(3)], 200, NULL, NULL, &err) && !err.text[0];
	}
	(void)alarm(0);
	getrusage(RUSAGE_SELF, &after);
	assert_in_range(whole, DAMAGES / 10, DAMAGES);	/* damage of one place often does no harm */
	/* Sanitizers keep freed memory for a while. */
	if (!getenv("ASAN_OPTIONS") && after.ru_maxrss - before.ru_maxrss > 200 << 10)
		fail_msg("they took %ld kB", after.ru_maxrss - before.ru_maxrss);
}

/* The same replays, of recordings whose records were changed. */
TEST(ten_thousand_recordings_of_changed_records_end_with_0_or_a_message)
{
	static const uint64_t lengths_ns[] = { 0, 1000 * MS, 100 * MS };
	int whole = 0;

	read_small();
	(void)alarm(300);	/* a hang is a failure */
	for (uint32_t i = 0; i < DAMAGES; i++) {
		size_t which = i % N_SMALL, n = sizes[which];

		memcpy(damaged, originals[which], n);
		n = mutate_records(damaged, n, sizeof(damaged), i);
		assert_true(n > 0);
		whole += !replay_bytes(damaged, n, lengths_ns[i % 3], 200, NULL, NULL, &err) && !err.text[0];
	}
	(void)alarm(0);
	assert_in_range(whole, DAMAGES / 2, DAMAGES);	/* the reader accepts them */
}

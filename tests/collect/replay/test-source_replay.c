/* SPDX-License-Identifier: GPL-2.0-only */
/* What only tdtop records: intervals as they were counted, and answers of /proc. */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <math.h>
#include <stdlib.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test.h"

/* Two intervals of tdtop; the first ends with a reading of the group in the middle of a slice. */
static void record_as_tdtop(void)
{
	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_ran(&b, 0, BETA, T0 + 100 * MS, WORK);
	b.counts[0][EV_SLOTS] += 3 * WORK;
	builder_read(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 + 250 * MS });
	builder_mark(&b, 7, T0, T0 + 250 * MS);
	builder_ran(&b, 0, ALPHA, T0 + 900 * MS, 2 * WORK);
	builder_mark(&b, 8, T0 + 250 * MS, T0 + SECOND);
}

TEST(intervals_of_tdtop_are_those_of_the_live_run)
{
	record_as_tdtop();
	replay(0);
	assert_int_equal(tally.intervals, 2);
	assert_int_equal(tally.ns, SECOND);
	assert_true(tally.interval_slots[0] == 4.0 * WORK);
	assert_true(tally.interval_slots[1] == 2.0 * WORK);
	assert_near(tally.first_wall, 1763683200, 0.001);
}

static void the_other_byte_order_gives_the_same(void **state)
{
	b.swapped = true;
	intervals_of_tdtop_are_those_of_the_live_run(state);
}

TEST(a_recording_of_tdtop_can_be_cut)
{
	record_as_tdtop();
	replay(100 * MS);
	assert_int_equal(tally.intervals, 9);
	assert_true(tally.slots == 6.0 * WORK);
	assert_near(tally.interval_slots[0], 1.0 * WORK, 1);
	/* The mark has the wall clock: its end was 1763683200. */
	assert_near(tally.last_wall, 1763683200 - 0.1, 0.001);
}

/* A mark of an empty interval, or one that ends before it begins, only ends a round. */
TEST(marks_of_impossible_intervals_are_ignored)
{
	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_mark(&b, 1, T0, T0);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_mark(&b, 2, T0 + SECOND, T0);
	builder_mark(&b, 3, T0, T0 + SECOND);
	replay(0);
	assert_int_equal(tally.intervals, 1);
	assert_true(slots(ALPHA) == 1.0 * WORK);
}

TEST(answers_of_proc_are_used)
{
	struct buffer buffer = { 0 };
	const struct tally_task *alpha;

	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	put_u64(&b, &buffer, PERFDATA_UPDATE_PROCESS);
	put_u64(&b, &buffer, builder_id(0, 0));
	put_u32(&b, &buffer, ALPHA);
	put_u32(&b, &buffer, 1);
	put_u32(&b, &buffer, 3);
	put_u32(&b, &buffer, 1);
	put_bytes(&buffer, "alpha\0ada\0/user.slice\0alpha --all\0\0\0\0\0\0\0", 40);
	builder_record(&b, PERFDATA_EVENT_UPDATE, 0, &buffer);
	free(buffer.bytes);
	builder_mark(&b, 1, T0, T0 + SECOND);
	replay(0);
	alpha = tally_pid(&tally, ALPHA);
	assert_string_equal(alpha->name, "alpha");
	assert_string_equal(alpha->user, "ada");
	assert_string_equal(alpha->cgroup, "/user.slice");
	assert_int_equal(alpha->ppid, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RECORDING_TEST(intervals_of_tdtop_are_those_of_the_live_run),
		RECORDING_TEST(the_other_byte_order_gives_the_same),
		RECORDING_TEST(a_recording_of_tdtop_can_be_cut),
		RECORDING_TEST(marks_of_impossible_intervals_are_ignored),
		RECORDING_TEST(answers_of_proc_are_used),
	};

	return cmocka_run_group_tests_name("source_replay", tests, NULL, NULL);
}

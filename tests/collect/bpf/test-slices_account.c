/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How slices end in the kernel (collect/bpf/slices_account.h), on one CPU whose counts are known,
 * with markers that are interrupted at each of their steps, and taken off the CPU there. Nothing is
 * lost or counted twice, and no task has what others did.
 */
#include "config.h"

#include "tests/fixtures/test_main.h"

static void step(void);
#define ACCOUNT_STEP() step()

#include "collect/bpf/slices_account.h"

#define MEMBERS 3
#define TASKS 3			/* from 1 */
#define REGIONS 4		/* 0: none */
#define WORK 600000U		/* what a task counts between markers, in as many nanoseconds */
#define STEPS_MAX 200		/* of what is tried: more than there are */
#define KINDS 6

/*
 * The CPU: what it has counted, and the truth of whose that was. A step of a marker counts 1, so
 * what markers themselves did is told apart from work.
 */
static struct {
	struct slices_cpu state;
	struct slices_sum sum[2][1 + TASKS][REGIONS];	/* [half] */
	struct slices_sum gap;
	region_t region[1 + TASKS];	/* the map of stacks, as far as it matters */
	uint64_t work[1 + TASKS][REGIONS];	/* the truth */
	uint64_t entries[1 + TASKS][REGIONS];
	uint64_t counted, now_ns;
	__u32 runs;
	unsigned int steps;	/* so far */
	unsigned int at[2];	/* steps that are interrupted; 0: none */
	int kind[2];
	unsigned int depth;	/* of interruptions */
	bool cannot_read;
} cpu;

ACCOUNT_INLINE __u32 account_members(void)
{
	return MEMBERS;
}

ACCOUNT_INLINE __u64 account_now(void)
{
	return cpu.now_ns;
}

/* Members count as one, twice and three times what there is. Reading takes a while. */
ACCOUNT_INLINE bool account_read(const struct slices_cpu *state, struct account_reading *reading)
{
	if (cpu.cannot_read)
		return false;
	reading->enabled_ns = reading->running_ns = cpu.now_ns;
	for (__u32 i = 0; i < MEMBERS; i++)
		reading->count[i] = cpu.counted * (i + 1);
	return true;
}

ACCOUNT_INLINE struct slices_sum *account_sum(struct slices_cpu *state,
					      const struct account_owner *owner, region_t region)
{
	return owner->tid == SLICES_GAP ? &cpu.gap : &cpu.sum[state->half & 1][owner->tid][region];
}

ACCOUNT_INLINE bool account_exchange(__u64 *word, __u64 before, __u64 after)
{
	if (*word != before)
		return false;
	*word = after;
	return true;
}

static void count(uint64_t n)
{
	cpu.counted += n;
	cpu.now_ns += n;
}

static void work(void)
{
	count(WORK);
	cpu.work[cpu.runs][cpu.region[cpu.runs]] += WORK;
}

/* on_switch of slices.bpf.c */
static void switch_to(__u32 tid)
{
	struct account_owner owner = { .tid = cpu.runs, .pid = cpu.runs };

	account_switch(&cpu.state, 0, &owner, cpu.now_ns, tid, cpu.region[tid], false);
	cpu.runs = tid;
}

/* `cut`, and on_mux without another half. */
static void cut(__u32 half)
{
	struct account_owner owner = { .tid = cpu.runs, .pid = cpu.runs };

	account_switch(&cpu.state, 0, &owner, cpu.now_ns, cpu.runs, account_region(&cpu.state), true);
	cpu.state.half = half;
}

/* on_mark: the stack first. */
static void mark(region_t region, __u32 entries)
{
	const struct account_owner owner = { .tid = cpu.runs, .pid = cpu.runs };

	cpu.region[cpu.runs] = region;
	cpu.entries[cpu.runs][region] += entries;
	step();
	account_mark(&cpu.state, &owner, region, entries);
}

/* Another task runs for a while, in the place of the one that is interrupted. */
static void other_runs(bool marks)
{
	const __u32 before = cpu.runs, other = before == 2 ? 3 : 2;

	switch_to(other);
	work();
	if (marks) {
		mark(2, 1);
		work();
		mark(3, 1);
		work();
		mark(2, 0);
		work();
	}
	switch_to(before);
}

static void interrupt(int kind)
{
	cpu.depth++;
	switch (kind) {
	case 0:
		cut(cpu.state.half);
		break;
	case 1:
		cut(!cpu.state.half);
		break;
	case 2:
		other_runs(false);
		break;
	case 3:
		other_runs(true);
		break;
	case 4:		/* twice, so that the lower bits of `live` are as before */
		other_runs(true);
		cut(cpu.state.half);
		break;
	default:	/* the tasks' group cannot be read for a while */
		cpu.cannot_read = true;
		other_runs(true);
		cpu.cannot_read = false;
		break;
	}
	cpu.depth--;
}

static void step(void)
{
	count(1);
	cpu.steps++;
	for (int i = 0; i < 2; i++)
		if (cpu.at[i] && cpu.at[i] == cpu.steps)
			interrupt(cpu.kind[i]);
}

/* So much of the time is in windows. */
static void begin_in(__u32 window_ns)
{
	const struct account_owner none = { .tid = 0 };

	memset(&cpu, 0, sizeof(cpu));
	cpu.runs = cpu.state.runs = 1;
	cpu.state.window_ns = window_ns;
	cpu.state.slices_most = UINT32_MAX;
	cpu.state.closed = !window_ns;
	count(12345);
	account_end(&cpu.state, &none, cpu.now_ns, 0);
}

static void begin(void)
{
	begin_in(SLICES_CYCLE_NS);
}

#define MODES 3
static const __u32 windows[MODES] = { SLICES_CYCLE_NS, SLICES_CYCLE_NS / 2, 0 };

/* What task 1 does: it enters a region, one in there, the same again, leaves both. */
static void run(void)
{
	work();
	mark(1, 1);
	work();
	mark(2, 1);
	work();
	mark(2, 1);
	work();
	mark(1, 0);
	work();
	mark(0, 0);
	work();
	switch_to(0);
}

/* Its time is that of windows and of gaps. */
static struct slices_sum sum_of(__u32 tid, region_t region)
{
	struct slices_sum sum = { .pid = tid };

	for (int half = 0; half < 2; half++) {
		const struct slices_sum *of = &cpu.sum[half][tid][region];
		const struct slices_recent *recent = &cpu.state.recent[half][tid];

		sum.slices += of->slices + of->passed;
		sum.entries += of->entries;
		sum.duration_ns += of->duration_ns + of->passed_ns;
		for (__u32 i = 0; i < MEMBERS; i++)
			sum.count[i] += of->count[i];
		if (recent->passed && recent->region == region) {
			sum.entries += recent->entries;
			sum.duration_ns += recent->passed_ns;
		}
	}
	return sum;
}

/* All that was counted is in the sums, once, and so is time. */
static void expect_all(void)
{
	uint64_t counts = cpu.gap.count[0], duration_ns = 0;

	for (__u32 tid = 0; tid <= TASKS; tid++)
		for (region_t region = 0; region < REGIONS; region++) {
			const struct slices_sum sum = sum_of(tid, region);

			counts += sum.count[0];
			duration_ns += sum.duration_ns;
			for (__u32 i = 1; i < MEMBERS; i++)
				assert_int_equal(sum.count[i], sum.count[0] * (i + 1));
		}
	if (cpu.state.closed)	/* what is not read yet */
		counts += cpu.counted - cpu.state.base[0].count[0];
	assert_int_equal(counts, cpu.counted - 12345);
	assert_int_equal(duration_ns, cpu.counted - 12345);
	assert_int_equal(cpu.gap.duration_ns, 0);
}

/* Each has its work, and its time, and only that of markers is in one region or the other. */
static void expect_owners(void)
{
	for (__u32 tid = 1; tid <= TASKS; tid++)
		for (region_t region = 0; region < REGIONS; region++) {
			const struct slices_sum sum = sum_of(tid, region);

			assert_in_range(sum.duration_ns, cpu.work[tid][region], cpu.work[tid][region] + WORK / 2);
			if (cpu.state.window_ns == SLICES_CYCLE_NS)
				assert_in_range(sum.count[0], cpu.work[tid][region], cpu.work[tid][region] + WORK / 2);
			assert_int_equal(sum.entries, cpu.entries[tid][region]);
		}
	assert_int_equal(cpu.sum[0][0][0].slices + cpu.sum[1][0][0].slices, 0);
}

TEST(a_task_has_its_work_by_region)
{
	for (size_t mode = 0; mode < MODES; mode++) {
		begin_in(windows[mode]);
		run();
		expect_all();
		expect_owners();
		assert_int_equal(cpu.work[1][2], 2 * WORK);
		assert_int_equal(sum_of(1, 2).entries, 2);
		assert_in_range(cpu.steps, 20, STEPS_MAX - 1);
	}
}

/* The number of steps there are with this interruption. */
static unsigned int try_at(__u32 window_ns, unsigned int first, int kind, unsigned int second, int second_kind)
{
	begin_in(window_ns);
	cpu.at[0] = first;
	cpu.kind[0] = kind;
	cpu.at[1] = second;
	cpu.kind[1] = second_kind;
	run();
	return cpu.steps;
}

TEST(a_marker_may_be_interrupted_at_each_step)
{
	for (int kind = 0; kind < (KINDS - 1) * MODES; kind++) {
		unsigned int steps = STEPS_MAX;

		for (unsigned int at = 1; at <= steps; at++) {
			steps = try_at(windows[kind / (KINDS - 1)], at, kind % (KINDS - 1), 0, 0);
			assert_true(steps < STEPS_MAX);
			expect_all();
			expect_owners();
		}
	}
}

/* The second one may be in the retry, in another task's marker, or in the same one. */
TEST(a_marker_may_be_interrupted_twice_and_so_may_others_in_between)
{
	for (int kinds = 0; kinds < (KINDS - 1) * (KINDS - 1); kinds++)
		for (unsigned int first = 1; first < STEPS_MAX; first++) {
			const int kind = kinds / (KINDS - 1), second_kind = kinds % (KINDS - 1);
			unsigned int steps = STEPS_MAX;

			for (unsigned int second = first + 1; second <= steps; second++) {
				steps = try_at(windows[kinds % MODES], first, kind, second, second_kind);
				assert_true(steps < 2 * STEPS_MAX);
				expect_all();
				expect_owners();
			}
			if (first > steps)
				break;
		}
}

/* Whose the counts are is not known then, but all are there. */
TEST(where_a_group_could_not_be_read_nothing_is_lost)
{
	unsigned int steps = STEPS_MAX;

	for (unsigned int at = 1; at <= steps; at++) {
		steps = try_at(SLICES_CYCLE_NS, at, KINDS - 1, 0, 0);
		expect_all();
	}
	begin();
	cpu.cannot_read = true;
	work();
	mark(1, 1);
	work();
	cpu.cannot_read = false;
	switch_to(0);
	expect_all();
	assert_int_equal(sum_of(1, 1).entries, 1);
}

/* One that is interrupted each time gives up: the next slice has its region from the stack. */
TEST(a_marker_that_is_always_interrupted_ends)
{
	begin();
	work();
	for (unsigned int i = 0; i < ACCOUNT_TRIES; i++) {
		const struct account_owner owner = { .tid = 1, .pid = 1 };

		cpu.region[1] = 1;
		cpu.at[0] = cpu.steps + 3;
		assert_false(account_try_mark(&cpu.state, &owner, 1, 1));
	}
	work();
	switch_to(2);
	switch_to(1);
	work();
	switch_to(0);
	expect_all();
	assert_int_equal(sum_of(1, 1).count[0], WORK);
}

TEST(in_a_gap_nothing_is_read_and_all_that_was_counted_is_one_sum)
{
	begin_in(0);
	cpu.cannot_read = true;
	run();
	other_runs(true);
	assert_int_equal(cpu.state.unread, 0);
	cpu.cannot_read = false;
	cut(0);
	assert_int_equal(cpu.gap.count[0], cpu.counted - 12345);
	expect_all();
}

TEST(the_first_slice_of_a_task_is_read_and_the_next_one_after_a_long_one)
{
	begin_in(0);
	cpu.state.extras_most = 5;
	for (int i = 0; i < 3; i++) {
		count(2 * SLICES_LONG_NS);
		switch_to(2);
		count(1000);
		switch_to(1);
	}
	assert_int_equal(cpu.state.extras, 4);
	assert_int_equal(cpu.sum[0][1][0].count[0], 4 * SLICES_LONG_NS);
	assert_int_equal(cpu.gap.count[0], 2 * SLICES_LONG_NS + 2 * 1000);
}

#if __has_include(<bpf/bpf_helpers.h>)
#pragma GCC diagnostic ignored "-Wunknown-pragmas"	/* those of clang */
#include <bpf/bpf_helpers.h>
#define bpf_map_lookup_elem(map, key) ((void)(key), NULL)	/* all maps are full */
#define bpf_map_update_elem(map, key, value, flags) (void)(value)
#define bpf_ktime_get_ns() 0
#include "collect/bpf/slices_entries.h"

TEST(an_entry_without_room_is_told_by_the_engine_of_its_cpu_and_not_by_that_of_another_core_type)
{
	const struct account_owner owner = { .runs = 1 };
	struct slices_cpu ours = { .half = 0 };

	entries_mark(NULL, &owner, 1, 5, 1);
	assert_int_equal(entries_full, 0);
	entries_mark(&ours, &owner, 1, 5, 1);
	assert_int_equal(entries_full, 1);
}
#endif

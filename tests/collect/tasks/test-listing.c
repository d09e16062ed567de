/* SPDX-License-Identifier: GPL-2.0-only */
/* Which processes are listed in an interval, and what looking for them costs. */
#include "config.h"
#include "collect/tasks/listing.h"

#include "collect/tasks/task_sums.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define SECOND 1000000000ULL
#define LISTED_MAX 16384

/* What /proc says of each process; pid 0: the end. */
static struct fake_process {
	int32_t pid, ppid;
	bool exited;
} machine[16];

static struct tasks *tasks;
static struct listing how;
static uint64_t now_ns;
static int lookups;
static bool crowd;	/* every pid exists; the parent of each is the one before it */

static bool look_up(void *data, int32_t pid, struct task_facts *facts)
{
	lookups++;
	memset(facts, 0, sizeof(*facts));
	(void)snprintf(facts->comm, sizeof(facts->comm), "p%d", pid);
	facts->threads = 1;
	facts->ppid = pid - 1;
	for (size_t i = 0; machine[i].pid && !crowd; i++) {
		facts->ppid = machine[i].ppid;
		if (machine[i].pid == pid)
			return !machine[i].exited;
	}
	return crowd;
}

static struct lifetime_sum *lifetime_sum;

SETUP
{
	const struct task_lookup lookup = { .process = look_up };
	static const struct fake_process usual[] = { { 1, 0, false },    { 2, 0, false },
						     { 802, 1, false },  { 2988, 802, false },
						     { 3107, 2988, false }, { 3561, 2988, false } };

	memset(machine, 0, sizeof(machine));
	memcpy(machine, usual, sizeof(usual));
	how = (struct listing){ .ancestors = true };
	crowd = false;
	lookups = 0;
	now_ns = SECOND;
	tasks = tasks_new(&lookup);
	assert_non_null(tasks);
}

TEARDOWN
{
	free(lifetime_sum);
	lifetime_sum = NULL;
	tasks_free(tasks);
}

static void run(int32_t pid)
{
	const struct slice slice = { .time_ns = now_ns - MS, .duration_ns = MS, .pid = pid, .tid = pid };

	assert_non_null(tasks_of_slice(tasks, &slice));
}

static void report(enum task_event_kind kind, int32_t pid, int32_t ppid)
{
	const struct task_event event = { .kind = kind, .time_ns = now_ns - MS, .pid = pid,
					  .tid = pid, .ppid = ppid, .ptid = ppid };

	tasks_event(tasks, &event);
}

/* Ends an interval of a second. Returns the pids in the order of the list: "3107 2988 802 1 ". */
static const char *list(void)
{
	static char text[LISTED_MAX * 16];
	const struct process *process;
	size_t used = 0;

	tasks_resolve(tasks, now_ns);
	text[0] = '\0';
	for (process = listing_make(tasks, &how, now_ns); process; process = process->next_listed)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%d ", process->pid);
	tasks_next_interval(tasks);
	now_ns += SECOND;
	return text;
}

static void expect_list(int32_t ran, const char *listed)
{
	run(ran);
	assert_string_equal(list(), listed);
}

static size_t count(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == ' ';
	return n;
}

TEST(ancestors_that_never_ran_are_listed_and_looked_up_once)
{
	int before;

	expect_list(3107, "3107 2988 802 1 ");
	before = lookups;
	expect_list(3107, "3107 2988 802 1 ");
	assert_int_equal(lookups, before);
}

TEST(a_process_that_slept_is_listed_for_ten_intervals)
{
	how.ancestors = false;
	expect_list(3107, "3107 ");
	for (int i = 0; i < LISTING_INTERVALS; i++)
		assert_string_equal(list(), "3107 ");
	assert_string_equal(list(), "");
	expect_list(3107, "3107 ");
}

TEST(a_process_that_slept_for_longer_than_half_a_minute_is_not_listed)
{
	how.ancestors = false;
	expect_list(3107, "3107 ");
	now_ns += LISTING_NS;
	assert_string_equal(list(), "");
}

TEST(those_that_ran_last_are_listed_first)
{
	how.ancestors = false;
	run(3107);
	(void)list();
	run(3561);
	(void)list();
	expect_list(802, "802 3561 3107 ");
}

TEST(an_exited_process_is_not_listed_as_asleep)
{
	run(3107);
	run(3561);
	(void)list();
	report(TASK_EXIT, 3107, 0);
	assert_string_equal(list(), "3107 2988 802 1 3561 ");
	assert_string_equal(list(), "3561 2988 802 1 ");
}

TEST(a_process_whose_parent_exited_gets_the_new_one)
{
	run(3107);
	run(2988);
	(void)list();
	report(TASK_EXIT, 2988, 0);
	machine[3].exited = true;
	run(3107);
	(void)list();
	machine[4].ppid = 1;	/* the kernel gave it to init */
	expect_list(3107, "3107 1 ");
}

TEST(a_parent_that_does_not_exist_is_asked_for_once)
{
	int before;

	machine[4].ppid = 4711;
	expect_list(3107, "3107 ");
	before = lookups;
	for (int i = 0; i < 3; i++) {
		run(3107);
		assert_string_equal(list(), "3107 ");
	}
	assert_int_equal(lookups, before);
}

TEST(a_circle_of_parents_ends)
{
	machine[0].ppid = 3107;
	expect_list(3107, "3107 2988 802 1 ");
}

TEST(a_named_process_is_listed_from_the_first_interval_on)
{
	static const int32_t pids[] = { 3561 };
	const struct process *process;

	how = (struct listing){ .pids = pids, .n_pids = 1 };
	assert_string_equal(list(), "3561 ");
	process = process_find(tasks_processes(tasks), 3561, now_ns);
	assert_true(process && process->watched);
	for (int i = 0; i < 20; i++)
		assert_string_equal(list(), "3561 ");
	report(TASK_EXIT, 3561, 0);
	(void)list();
	assert_string_equal(list(), "");
}

TEST(without_ancestors_only_known_parents_are_listed)
{
	how.ancestors = false;
	run(2988);
	(void)list();
	for (int i = 0; i < LISTING_INTERVALS + 5; i++)
		(void)list();
	expect_list(3107, "3107 2988 ");
}

TEST(sleeping_rows_and_lookups_of_an_interval_are_bounded)
{
	int before;

	crowd = true;
	for (int32_t pid = 1; pid <= 3 * LISTING_SLEEPING_MAX; pid++)
		run(2 * pid);
	assert_int_equal(count(list()), 3 * LISTING_SLEEPING_MAX + LISTING_LOOKUPS);
	before = lookups;
	assert_in_range(count(list()), 1, LISTING_SLEEPING_MAX);
	assert_in_range(lookups - before, 0, 2 * LISTING_LOOKUPS);
	for (int i = 0; i < 3; i++)
		assert_in_range(count(list()), 1, LISTING_SLEEPING_MAX);
}

/* What a process has used since it was first seen: the sum of its intervals, kept small. */

static void add(uint32_t events, double each, uint64_t busy_ns)
{
	struct task_sum sum = { .tally.counts.present = events, .busy_ns = busy_ns, .slices = 2 };

	for (int event = 0; event < EV_COUNT; event++)
		if (events & 1U << event)
			sum.tally.counts.value[event] = each;
	lifetime_sum_add(&lifetime_sum, &sum);
}

TEST(it_is_zero_before_the_first_interval)
{
	const struct usage sum = lifetime_sum_usage(NULL);

	assert_int_equal(sum.counts.present, 0);
	assert_int_equal(sum.busy_ns, 0);
}

TEST(it_is_the_sum_of_all_intervals)
{
	struct usage sum;

	for (int i = 1; i <= 3; i++)
		add(1U << EV_SLOTS | 1U << EV_X12, 10 * i, 100);
	sum = lifetime_sum_usage(lifetime_sum);
	assert_true(counts_get(&sum.counts, EV_SLOTS) == 60);
	assert_true(counts_get(&sum.counts, EV_X12) == 60);
	assert_int_equal(sum.busy_ns, 300);
	assert_int_equal(sum.slices, 6);
	assert_false(sum.counts.scaled);
}

TEST(an_event_that_was_not_always_counted_is_added)
{
	struct usage sum;

	add(1U << EV_SLOTS | 1U << EV_CYCLES, 5, 0);
	add(1U << EV_SLOTS | 1U << EV_INSTRUCTIONS | 1U << EV_CYCLES, 7, 0);
	sum = lifetime_sum_usage(lifetime_sum);
	assert_true(counts_get(&sum.counts, EV_SLOTS) == 12);
	assert_true(counts_get(&sum.counts, EV_INSTRUCTIONS) == 7);
	assert_true(counts_get(&sum.counts, EV_CYCLES) == 12);
}

TEST(it_is_scaled_if_an_interval_was)
{
	const struct task_sum scaled = { .tally.counts = { .present = 1U << EV_SLOTS, .scaled = true } };

	add(1U << EV_SLOTS, 1, 0);
	lifetime_sum_add(&lifetime_sum, &scaled);
	add(1U << EV_SLOTS, 1, 0);
	assert_true(lifetime_sum_usage(lifetime_sum).counts.scaled);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of one thread on a hybrid: a part for each core type, which is on only while the
 * thread runs there. (Other machines have one part: tests/collect/pertask/test-thread_set.c.)
 */
#include "config.h"
#include "collect/pertask/thread_counters.h"

#include "tests/fixtures/fake_machine.h"
#include "tests/fixtures/test_main.h"

#define MEMBERS 2
#define BIT(event) (1U << (event))
#define US 1000

enum { P, E, PARTS };

/* A fake kernel: it opens what it may, and reads what the test has put in. */
static struct {
	int opened, closed;
	int refused;			/* number of the open that fails; 0: none */
	uint64_t enabled_ns[PARTS], running_ns[PARTS], value[PARTS][MEMBERS];
	int read_error[PARTS];
} fake;

static int fake_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group, uint64_t flags)
{
	assert_int_equal(pid, 7);
	assert_int_equal(cpu, -1);
	/* Members of a group share a PMU, so each part has a group of its own. */
	assert_int_equal(group, fake.opened % MEMBERS ? 100 + fake.opened / MEMBERS * MEMBERS : -1);
	if (fake.refused && fake.opened + 1 == fake.refused)
		return -EACCES;
	return 100 + fake.opened++;
}

static int fake_read(void *data, int fd, void *bytes, size_t size)
{
	int part = (fd - 100) / MEMBERS % PARTS;
	const uint64_t words[] = { MEMBERS, fake.enabled_ns[part], fake.running_ns[part],
				   fake.value[part][0], fake.value[part][1] };

	assert_true(size >= sizeof(words));
	if (fake.read_error[part])
		return -fake.read_error[part];
	memcpy(bytes, words, sizeof(words));
	return sizeof(words);
}

static void fake_close(void *data, int fd)
{
	fake.closed++;
}

static const struct perf_sys sys = { .open = fake_open, .read = fake_read, .close = fake_close,
				     .enable = fake_accept_enable, .disable = fake_accept_enable };

#define FORMAT (PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static const struct group groups[PARTS] = {
	[P] = { .n = MEMBERS, .member = { { .event = EV_SLOTS, .scale = 1, .attr = { .read_format = FORMAT } },
					  { .event = EV_RETIRING, .scale = 1 } } },
	[E] = { .n = MEMBERS, .member = { { .event = EV_SLOTS, .scale = 5, .also = EV_ATOM_SLOTS },
					  { .event = EV_RETIRING, .scale = 1, .also = EV_ATOM_RETIRING } } },
};

static struct thread_counters_config config;
static struct thread_counters counters;
static struct slice slice;
static uint64_t running_ns;

SETUP_MAY_FAIL
{
	memset(&fake, 0, sizeof(fake));
	thread_counters_config_init(&config, &sys, groups, PARTS);
	return thread_counters_open(&config, 7, false, &counters);
}

TEARDOWN
{
	thread_counters_close(&config, &counters);
	assert_int_equal(fake.closed, fake.opened);
}

/* The thread runs for 100 us: so many of them on each core type, with counts for each. */
static void ran(uint64_t p_us, uint64_t e_us)
{
	fake.enabled_ns[P] += 100 * US;
	fake.enabled_ns[E] += 100 * US;
	fake.running_ns[P] += p_us * US;
	fake.running_ns[E] += e_us * US;
	fake.value[P][0] += p_us * 10;
	fake.value[P][1] += p_us * 4;
	fake.value[E][0] += e_us;
	fake.value[E][1] += e_us;
	assert_int_equal(thread_counters_read(&config, &counters, &slice, &running_ns), 0);
	assert_int_equal(slice.duration_ns, 100 * US);
}

TEST(a_thread_that_moved_has_the_counts_of_both_core_types)
{
	for (int i = 0; i < 2; i++) {
		ran(60, 40);
		assert_int_equal(running_ns, 100 * US);
		assert_false(slice.counts.scaled);
		assert_true(slice.counts.value[EV_SLOTS] == 600 + 200);
		assert_true(slice.counts.value[EV_ATOM_SLOTS] == 200);
		assert_true(slice.counts.value[EV_RETIRING] == 240 + 40);
	}
}

TEST(a_core_type_on_which_it_never_ran_has_no_counts)
{
	ran(100, 0);
	assert_int_equal(slice.counts.present, BIT(EV_SLOTS) | BIT(EV_RETIRING));
	assert_false(slice.counts.scaled);
	ran(0, 100);
	assert_true(slice.counts.present & BIT(EV_ATOM_SLOTS));
	assert_true(slice.counts.value[EV_SLOTS] == 500);
}

TEST(counts_are_scaled_for_the_time_in_which_neither_part_was_on)
{
	ran(30, 20);
	assert_int_equal(running_ns, 50 * US);
	assert_true(slice.counts.scaled);
	assert_true(slice.counts.value[EV_SLOTS] == 2 * (300 + 100));
	assert_true(slice.counts.value[EV_ATOM_SLOTS] == 2 * 100);
}

/* Its parts are read one after the other, and it runs between, once longer than the next time. */
TEST(a_thread_that_runs_while_it_is_read_is_not_without_counters)
{
	fake.enabled_ns[E] += 5 * US;
	ran(60, 45);
	assert_false(slice.counts.scaled);
	fake.enabled_ns[E] -= 5 * US;
	ran(60, 35);
	assert_false(slice.counts.scaled);
	assert_int_equal(running_ns, 100 * US);
	ran(60, 20);	/* but for 20 us it is */
	assert_true(slice.counts.scaled);
	assert_int_equal(running_ns, 80 * US);
}

TEST(a_thread_whose_counters_were_never_on_says_so)
{
	ran(0, 0);
	assert_int_equal(slice.counts.present, 0);
	assert_true(slice.counts.off);
	ran(0, 100);	/* one part is never on while the thread runs on the other core type */
	assert_false(slice.counts.off);
}

TEST(if_one_part_cannot_be_read_the_counts_of_the_other_are_kept)
{
	fake.read_error[E] = ECHILD;
	fake.enabled_ns[P] = fake.enabled_ns[E] = 100 * US;
	fake.running_ns[P] = 100 * US;
	fake.value[P][0] = 1000;
	assert_int_equal(thread_counters_read(&config, &counters, &slice, &running_ns), -ECHILD);
	fake.read_error[E] = 0;
	assert_int_equal(thread_counters_read(&config, &counters, &slice, &running_ns), 0);
	assert_true(slice.counts.value[EV_SLOTS] == 1000);
}

TEST(if_one_part_cannot_be_opened_none_is)
{
	struct thread_counters other;

	fake.refused = 4 + 4;
	assert_int_equal(thread_counters_open(&config, 7, false, &other), -EACCES);
	assert_false(thread_counters_is_open(&other));
	assert_int_equal(fake.closed, 3);
}

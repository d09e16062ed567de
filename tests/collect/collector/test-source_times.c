/* SPDX-License-Identifier: GPL-2.0-only */
/* CPU time of threads from a /proc of the test's own. */
#include "config.h"
#include "collect/collector/source_times.h"

#include <unistd.h>

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define SLICES_MAX 8

static struct source_times_options options;
static struct source *source;
static struct slice slices[SLICES_MAX];
static size_t n_slices;
static uint64_t now_ns;
static struct err err;

static void take_slice(void *data, const struct slice *slice)
{
	assert_true(n_slices < SLICES_MAX);
	slices[n_slices++] = *slice;
}

static const struct sink sink = { .slice = take_slice };

static void put_process(int pid, char state, int start_ticks)
{
	fake_proc_stat(pid, 1, "a b", state, start_ticks, 1);
}

SETUP
{
	static const int32_t pids[] = { 7 };

	options = (struct source_times_options){ .proc_root = fake_proc_new(),
						 .watched = { .pids = pids, .n_pids = 1, .go = -1 } };
	source = NULL;
	n_slices = 0;
	put_process(7, 'R', 100);
	fake_proc_task(7, 7, 50 * MS, "");
}

TEARDOWN
{
	if (source)
		source->ops->close(source);
	fake_proc_done();
}

/* Ends an interval of a second. */
static int tick(void)
{
	n_slices = 0;
	now_ns += 1000 * MS;
	return source->ops->tick(source, now_ns, &sink, &err);
}

/* Opens it, and ends the first interval, about which nothing is known. */
static void begin(void)
{
	if (source_times_open(&options, &source, &err))
		fail_msg("%s", err.text);
	assert_int_equal(source->ops->start(source, &err), 0);
	now_ns = source->ops->clock_ns(source);
	assert_int_equal(tick(), 0);
	assert_int_equal(n_slices, 0);
}

TEST(a_slice_is_what_a_thread_ran_since_the_last_one)
{
	begin();
	fake_proc_task(7, 7, 80 * MS, "");
	assert_int_equal(tick(), 0);
	assert_int_equal(n_slices, 1);
	assert_int_equal(slices[0].pid, 7);
	assert_int_equal(slices[0].tid, 7);
	assert_int_equal(slices[0].cpu, CPU_UNKNOWN);
	assert_int_equal(slices[0].duration_ns, 30 * MS);
	assert_int_equal(slices[0].time_ns, now_ns);
	assert_int_equal(slices[0].counts.present, 0);
	assert_int_equal(tick(), 0);
	assert_int_equal(n_slices, 0);		/* it slept */
}

TEST(a_new_thread_has_all_that_it_ran)
{
	begin();
	fake_proc_task(7, 9, 20 * MS, "");
	assert_int_equal(tick(), 0);
	assert_int_equal(n_slices, 1);
	assert_int_equal(slices[0].tid, 9);
	assert_int_equal(slices[0].duration_ns, 20 * MS);
}

TEST(no_thread_runs_longer_than_the_interval)
{
	begin();
	fake_proc_task(7, 7, 5000 * MS, "");
	assert_int_equal(tick(), 0);
	assert_int_equal(slices[0].duration_ns, 1000 * MS);
}

TEST(what_a_process_starts_belongs_to_it_also_as_an_orphan)
{
	begin();
	fake_proc_task(7, 7, 50 * MS, "8 ");
	put_process(8, 'S', 200);
	fake_proc_task(8, 8, 10 * MS, "");
	assert_int_equal(tick(), 0);
	assert_int_equal(n_slices, 1);
	assert_int_equal(slices[0].pid, 8);
	put_process(7, 'Z', 100);
	fake_proc_task(8, 8, 15 * MS, "");
	assert_int_equal(tick(), 0);
	assert_int_equal(n_slices, 1);
	assert_int_equal(slices[0].duration_ns, 5 * MS);
	fake_proc_put("8/stat", NULL);
	assert_int_equal(tick(), SOURCE_ENDED);
}

TEST(another_process_with_the_pid_is_another_one)
{
	begin();
	put_process(7, 'R', 101);
	assert_int_equal(tick(), SOURCE_ENDED);
	assert_int_equal(n_slices, 0);
}

TEST(it_ends_with_the_command_and_starts_it)
{
	int fds[2];
	char byte;

	assert_int_equal(pipe(fds), 0);
	options.watched.n_pids = 0;
	options.watched.command = 7;
	options.watched.program = "make";
	options.watched.go = fds[1];
	begin();
	assert_int_equal(read(fds[0], &byte, 1), 1);
	assert_string_equal(source->machine.watched, "command make");
	put_process(7, 'Z', 100);
	assert_int_equal(source->ops->drain(source, &sink, &err), SOURCE_ENDED);
	close(fds[0]);
	close(fds[1]);
}

TEST(the_machine_has_its_cpus_and_never_ends)
{
	options.watched.n_pids = 0;
	begin();
	assert_true(source->machine.n_cpus > 0);
	assert_string_equal(source->machine.watched, "");
	assert_int_equal(tick(), 0);
	assert_int_equal(n_slices, 0);
	assert_true(source_next_ns(source) == UINT64_MAX);
}

TEST(all_processes_of_a_user_never_end)
{
	options.watched.n_pids = 0;
	options.all_of_user = true;
	begin();
	assert_string_equal(source->machine.watched, "your processes");
	put_process(9, 'R', 300);
	fake_proc_task(9, 9, 20 * MS, "");
	assert_int_equal(tick(), 0);
	assert_int_equal(n_slices, 1);
	assert_int_equal(slices[0].pid, 9);
	fake_proc_put("7/stat", NULL);
	fake_proc_put("9/stat", NULL);
	assert_int_equal(tick(), 0);
}

TEST(without_proc_it_says_so)
{
	options.proc_root = "/nonexistent";
	assert_int_equal(source_times_open(&options, &source, &err), -ENOENT);
	assert_string_equal(err.text, "cannot open /nonexistent: No such file or directory");
}

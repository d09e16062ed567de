/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The per-CPU source on the kernel of this machine: real rings, switches and exits. The group
 * consists of software events (tests/machines/software), so no PMU is needed, but permission is:
 * without it all tests are skipped with a message.
 */
#include "config.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/control.h"
#include "tests/fixtures/fixture_live_child.h"
#include "tests/fixtures/request.h"
#include "tests/fixtures/test_main.h"

/*
 * A batch fills more than half of a ring of 2 MiB, where the kernel wakes the reader, but less than
 * all of it. The storm waits after each batch until the reader has seen it, so the load of the
 * machine does not matter.
 */
#define BATCHES 8
#define BATCH_ROUND_TRIPS 2500

/* Of the child, beside what watch_slice() sums up. */
static struct {
	uint64_t slices, unowned;
	uint64_t switches;	/* as the kernel counted them when the child had exited */
	uint64_t counted_ns;	/* its slices hold the counts of this time */
} child;

/* Tasks about which the kernel wrote no records (slicer.c), since the last counts of a CPU. */
static struct silent {
	uint64_t idle_ns;	/* in the next counts: these events count an idle CPU, too */
	bool ran;		/* the next counts may have no owner */
} silent[CPU_SETSIZE];

static struct {
	int done[2];		/* written by the child after a batch; closed when it has exited */
	int go[2];		/* lets it start the next batch */
} pipes;

/* Is the slice only the time of another task than the child? */
static bool see_silent(const struct slice *slice, struct silent *before)
{
	struct counts counts;

	slice_counts(slice, &counts);
	if (counts.present || (watch.pid && slice->pid == watch.pid))
		return false;
	before->ran = true;
	if (slice->tid == TID_IDLE)
		before->idle_ns += slice->duration_ns;
	return true;
}

static void see_child(const struct slice *slice, const struct silent *before)
{
	child.slices++;
	if (slice->unowned && before->ran)
		return;
	child.unowned += slice->unowned;
	child.counted_ns += before->idle_ns + slice->duration_ns;
	watch_slice(slice);
}

static void see_slice(void *data, const struct slice *slice)
{
	struct silent *before;

	assert_true((size_t)slice->cpu < CPU_SETSIZE);
	before = &silent[slice->cpu];
	if (see_silent(slice, before))
		return;
	if (watch.pid && slice->pid == watch.pid)
		see_child(slice, before);
	*before = (struct silent){ .idle_ns = 0 };
}

static int setup_of(const char *machine)
{
	memset(&child, 0, sizeof(child));
	memset(silent, 0, sizeof(silent));
	watch_machine(machine, ENGINE_RING, see_slice);
	return 0;
}

FIXTURE(setup)
{
	return setup_of("software");
}

FIXTURE(setup_hybrid)
{
	return setup_of("software-hybrid");
}

/* The same with groups that rotate, as fast as possible. */
AROUND(setup_rotation)
{
	(void)setup_of("software-rotation");
	if (watch.source)
		REQUEST(watch.source, interval_ns = INTERVAL_MIN_NS);
}

const struct around_tests around_tests = {
	.setup = setup, .teardown = watch_teardown, .needs = &watch.source
};

/* Passes a byte to its peer and back, so that both leave their CPUs each time. */
static void play(int in, int out)
{
	char byte = 0;

	for (int batch = 0; batch < BATCHES; batch++) {
		for (int i = 0; i < BATCH_ROUND_TRIPS; i++)
			if (write(out, &byte, 1) != 1 || read(in, &byte, 1) != 1)
				_exit(1);
		if (write(pipes.done[1], &byte, 1) != 1 || read(pipes.go[0], &byte, 1) != 1)
			_exit(1);
	}
}

static pid_t start_child(void (*work)(void))
{
	pid_t pid;

	assert_int_equal(pipe(pipes.done), 0);
	assert_int_equal(pipe(pipes.go), 0);
	pid = fork();
	if (pid == 0) {
		close(pipes.done[0]);
		close(pipes.go[1]);
		prctl(PR_SET_NAME, "live-child");
		work();
		_exit(0);
	}
	close(pipes.done[1]);
	close(pipes.go[0]);
	return pid;
}

/* Drains while the child works, lets it start each batch, and returns its status. */
static int watch_storm(void)
{
	struct rusage usage;
	int status;
	char byte;

	for (;;) {
		live_drain_until(watch.source, &watch.sink, pipes.done[0]);
		if (read(pipes.done[0], &byte, 1) != 1)
			break;
		assert_int_equal(write(pipes.go[1], &byte, 1), 1);
	}
	assert_int_equal(wait4(watch.pid, &status, 0, &usage), watch.pid);
	child.switches = (uint64_t)usage.ru_nvcsw + (uint64_t)usage.ru_nivcsw;
	close(pipes.done[0]);
	close(pipes.go[1]);
	watch_tick();
	return status;
}

static void ping_pong(void)
{
	int to[2], from[2];

	if (pipe(to) || pipe(from))
		_exit(1);
	if (fork() == 0) {
		char byte;

		close(to[1]);	/* otherwise it would never see the end */
		close(pipes.done[1]);
		while (read(to[0], &byte, 1) == 1 && write(from[1], &byte, 1) == 1)
			;
		_exit(0);
	}
	play(from[0], to[1]);
	close(to[0]);
	close(to[1]);
	_exit(0);
}

/*
 * Each switch is a slice, but perhaps not the last one, when the child may be reaped already (tid
 * -1); at most this many have no owner.
 */
static bool storm_was_whole(double unowned)
{
	child.slices = child.unowned = watch.lost = 0;
	watch.pid = start_child(ping_pong);
	assert_int_equal(watch_storm(), 0);
	assert_true(child.slices >= BATCHES * BATCH_ROUND_TRIPS / 2 || watch.lost);
	return !watch.lost && child.slices + 1 >= child.switches &&
	       (double)child.unowned <= unowned * (double)child.slices;
}

static void expect_whole_storm(double unowned)
{
	for (int attempt = 1; attempt <= 5; attempt++) {
		if (storm_was_whole(unowned))
			return;
		print_message("# attempt %d: %llu records lost; %llu slices, %llu with unowned "
			      "counts; %llu switches\n",
			      attempt, (unsigned long long)watch.lost,
			      (unsigned long long)child.slices, (unsigned long long)child.unowned,
			      (unsigned long long)child.switches);
	}
	fail();
}

/*
 * The rings also contain the other switches of the machine, and another storm (another test suite)
 * can fill them while the reader has no CPU. A source that does not drain at the watermark loses
 * records every time.
 */
TEST(no_switch_of_a_storm_is_lost_and_each_is_a_slice)
{
	watch_tick();
	expect_whole_storm(0);
}

/* Some kernels give each of the two the ids of the other. */
TEST(another_program_that_samples_switches_takes_no_slice_away)
{
	struct source *both[2] = { watch.source };
	bool whole[2] = { false, false };

	watch_machine("software", ENGINE_RING, see_slice);
	assert_non_null(both[1] = watch.source);
	for (size_t i = 0; i < 2; i++) {
		watch.source = both[i];
		for (int attempt = 0; attempt < 5 && !whole[i]; attempt++) {
			watch_tick();
			whole[i] = storm_was_whole(0);
		}
	}
	watch.source = both[0];
	both[1]->ops->close(both[1]);
	assert_true(whole[0]);
	assert_true(whole[1]);
}

TEST(a_child_is_seen_from_its_fork_to_its_exit)
{
	(void)watch_child(burn);
	assert_true(watch.forked);
	assert_true(watch.named);
	assert_true(watch.exited);
	assert_true(child.slices > 0);
	/*
	 * All "slots" are nanoseconds of cpu-clock here: counts and time are measured separately,
	 * and agree.
	 */
	assert_true(child.counted_ns > 0);
	assert_true(watch.slots > 0.9 * (double)child.counted_ns);
	assert_true(watch.slots < 1.1 * (double)child.counted_ns);
}

TEST_WITH(a_child_that_moves_between_core_types_adds_up, setup_hybrid, watch_teardown)
{
	(void)watch_child(burn_on_both_types);
	expect_both_types(child.counted_ns, 0.1);
}

/*
 * All "slots" are nanoseconds, in every group: over all groups none is lost or counted twice. A
 * group is on until the reader gets a CPU: on a busy host it may miss part of a short life.
 */
TEST_WITH(rotating_groups_together_have_all_slots, setup_rotation, watch_teardown)
{
	bool all = false;

	assert_int_equal(watch.source->machine.levels, 2);
	REQUEST(watch.source, level2 = LEVEL2_NEEDED);
	for (int attempt = 0; attempt < 5 && !all; attempt++) {
		watch_forget();
		child.counted_ns = 0;
		(void)watch_child(burn_long);
		assert_true(watch.forked && watch.named && watch.exited);
		assert_true(watch.slots > 0.9 * (double)child.counted_ns);
		assert_true(watch.slots < 1.1 * (double)child.counted_ns);
		all = each_mux_has_a_tenth();
	}
	assert_true(all);
}

TEST_WITH(level_2_is_not_counted_while_it_is_not_shown, setup_rotation, watch_teardown)
{
	watch_tick();
	assert_true(source_next_ns(watch.source) == UINT64_MAX);
	(void)watch_child(burn);
	assert_true(watch.slots > 0.9 * (double)child.counted_ns);
	assert_true(watch.mux_slots[0] == 0 && watch.mux_slots[1] == 0);
}

TEST_WITH(a_storm_in_rotation_is_whole, setup_rotation, watch_teardown)
{
	REQUEST(watch.source, level2 = LEVEL2_NEEDED);
	watch_tick();
	expect_whole_storm(0.01);	/* a task that leaves between two groups leaves without a
					 * count */
}

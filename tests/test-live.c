/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The per-CPU source on the kernel of this machine: real rings, switches and exits. The group
 * consists of software events (tests/machines/software), so no PMU is needed, but permission is:
 * without it all tests are skipped with a message.
 */
#include "config.h"
#include "collect/percpu/source_machine.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/control.h"
#include "tests/fixtures/fixture_live.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

/*
 * A batch fills more than half of a ring of 2 MiB, where the kernel wakes the reader, but less than
 * all of it. The storm waits after each batch until the reader has seen it, so the load of the
 * machine does not matter.
 */
#define BATCHES 8
#define BATCH_ROUND_TRIPS 2500

static struct {
	struct source *source;
	struct sink sink;
	pid_t pid;		/* watched child, whom the other fields are about */
	uint64_t slices, unowned;
	uint64_t switches;	/* as the kernel counted them when the child had exited */
	uint64_t counted_ns;	/* its slices hold the counts of this time */
	double slots, atom_slots;
	double mux_slots[2];	/* the part of them in groups 1 and 2
				 * (collect/cpu/cpu_intel_icl.c) */
	uint64_t lost;
	bool forked, named, exited;
} watch;

/* Tasks of which the kernel wrote no records (slicer.c), since the last counts of a CPU. */
static struct silent {
	uint64_t idle_ns;	/* in the next counts: these events count an idle CPU, too */
	bool ran;		/* the next counts may have no owner */
} silent[CPU_SETSIZE];

static struct {
	int done[2];		/* written by the child after a batch; closed when it has exited */
	int go[2];		/* lets it start the next batch */
} child;

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
	struct counts counts;

	watch.slices++;
	if (slice->unowned && before->ran)
		return;
	watch.unowned += slice->unowned;
	watch.counted_ns += before->idle_ns + slice->duration_ns;
	slice_counts(slice, &counts);
	watch.slots += counts_or_0(&counts, EV_SLOTS);
	watch.atom_slots += counts_or_0(&counts, EV_ATOM_SLOTS);
	watch.mux_slots[0] += counts_or_0(&counts, EV_X2);
	watch.mux_slots[1] += counts_or_0(&counts, EV_X11);
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

static void see_task(void *data, const struct task_event *event)
{
	if (event->pid != watch.pid)
		return;
	watch.forked |= event->kind == TASK_FORK;
	watch.named |= event->kind == TASK_COMM && !strcmp(event->comm, "live-child");
	watch.exited |= event->kind == TASK_EXIT;
}

static void see_lost(void *data, int cpu, uint64_t records)
{
	watch.lost += records;
}

/* NULL: not allowed here; prints a message. */
static void open_machine(const char *machine, struct source **source)
{
	const struct source_machine_options options = { .root = machine_root(machine),
							.engine = ENGINE_RING };
	struct err err = { .text = "" };
	int ret;

	ret = source_machine_open(&options, source, &err);
	if (ret == -EACCES || ret == -EPERM || ret == -ENOSYS) {
		print_message("# skipped: %s\n", err.text);
		*source = NULL;
		return;
	}
	assert_int_equal(ret, 0);
	assert_int_equal((*source)->ops->start(*source, &err), 0);
}

static void open_source(struct source **source)
{
	open_machine("software", source);
}

static int setup_of(const char *machine)
{
	memset(&watch, 0, sizeof(watch));
	memset(silent, 0, sizeof(silent));
	watch.sink = (struct sink){ .slice = see_slice, .task = see_task, .lost = see_lost };
	open_machine(machine, &watch.source);
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
FIXTURE(setup_rotation)
{
	(void)setup_of("software-rotation");
	if (watch.source)
		watch.source->ops->set_interval(watch.source, INTERVAL_MIN_NS);
	return 0;
}

FIXTURE(teardown)
{
	if (watch.source)
		watch.source->ops->close(watch.source);
	return 0;
}

const struct around_tests around_tests = {
	.setup = setup, .teardown = teardown, .needs = &watch.source
};

static void tick(void)
{
	struct err err = { .text = "" };
	const struct source_ops *ops = watch.source->ops;

	assert_int_equal(ops->tick(watch.source, ops->clock_ns(watch.source), &watch.sink, &err),
			 0);
}

static void drain_until(int fd)
{
	live_drain_until(watch.source, &watch.sink, fd);
}

/* Passes a byte to its peer and back, so that both leave their CPUs each time. */
static void play(int in, int out)
{
	char byte = 0;

	for (int batch = 0; batch < BATCHES; batch++) {
		for (int i = 0; i < BATCH_ROUND_TRIPS; i++)
			if (write(out, &byte, 1) != 1 || read(in, &byte, 1) != 1)
				_exit(1);
		if (write(child.done[1], &byte, 1) != 1 || read(child.go[0], &byte, 1) != 1)
			_exit(1);
	}
}

static pid_t start_child(void (*work)(void))
{
	pid_t pid;

	assert_int_equal(pipe(child.done), 0);
	assert_int_equal(pipe(child.go), 0);
	pid = fork();
	if (pid == 0) {
		close(child.done[0]);
		close(child.go[1]);
		prctl(PR_SET_NAME, "live-child");
		work();
		_exit(0);
	}
	close(child.done[1]);
	close(child.go[0]);
	return pid;
}

/* Drains while the child works, lets it start each batch, and returns its status. */
static int watch_child(void)
{
	struct rusage usage;
	int status;
	char byte;

	for (;;) {
		drain_until(child.done[0]);
		if (read(child.done[0], &byte, 1) != 1)
			break;
		assert_int_equal(write(child.go[1], &byte, 1), 1);
	}
	assert_int_equal(wait4(watch.pid, &status, 0, &usage), watch.pid);
	watch.switches = (uint64_t)usage.ru_nvcsw + (uint64_t)usage.ru_nivcsw;
	close(child.done[0]);
	close(child.go[1]);
	tick();
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
		close(child.done[1]);
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
	watch.slices = watch.unowned = watch.lost = 0;
	watch.pid = start_child(ping_pong);
	assert_int_equal(watch_child(), 0);
	assert_true(watch.slices >= BATCHES * BATCH_ROUND_TRIPS / 2 || watch.lost);
	return !watch.lost && watch.slices + 1 >= watch.switches &&
	       (double)watch.unowned <= unowned * (double)watch.slices;
}

static void expect_whole_storm(double unowned)
{
	for (int attempt = 1; attempt <= 5; attempt++) {
		if (storm_was_whole(unowned))
			return;
		print_message("# attempt %d: %llu records lost; %llu slices, %llu with unowned "
			      "counts; %llu switches\n",
			      attempt, (unsigned long long)watch.lost,
			      (unsigned long long)watch.slices, (unsigned long long)watch.unowned,
			      (unsigned long long)watch.switches);
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
	tick();
	expect_whole_storm(0);
}

/* Some kernels give each of the two the ids of the other. */
TEST(another_program_that_samples_switches_takes_no_slice_away)
{
	struct source *both[2] = { watch.source };
	bool whole[2] = { false, false };

	open_source(&both[1]);
	assert_non_null(both[1]);
	for (size_t i = 0; i < 2; i++) {
		watch.source = both[i];
		for (int attempt = 0; attempt < 5 && !whole[i]; attempt++) {
			tick();
			whole[i] = storm_was_whole(0);
		}
	}
	watch.source = both[0];
	both[1]->ops->close(both[1]);
	assert_true(whole[0]);
	assert_true(whole[1]);
}

static void burn(void)
{
	for (volatile unsigned int i = 0; i < 30000000; i++)
		;
}

TEST(a_child_is_seen_from_its_fork_to_its_exit)
{
	tick();
	watch.pid = start_child(burn);
	assert_int_equal(watch_child(), 0);
	assert_true(watch.forked);
	assert_true(watch.named);
	assert_true(watch.exited);
	assert_true(watch.slices > 0);
	/*
	 * All "slots" are nanoseconds of cpu-clock here: counts and time are measured separately,
	 * and agree.
	 */
	assert_true(watch.counted_ns > 0);
	assert_true(watch.slots > 0.9 * (double)watch.counted_ns);
	assert_true(watch.slots < 1.1 * (double)watch.counted_ns);
}

static void burn_on_cpu(size_t cpu)
{
	(void)live_stay_on(cpu);
	burn();
}

static void burn_on_both_kinds(void)
{
	burn_on_cpu(0);
	burn_on_cpu(1);
	burn_on_cpu(0);
}

#define ATOM_WIDTH 5		/* slots per ns of an E-core in tests/machines/software-hybrid; a
				 * P-core has one */

TEST_WITH(a_child_that_moves_between_core_types_adds_up, setup_hybrid, teardown)
{
	double core_ns, atom_ns;

	tick();
	watch.pid = start_child(burn_on_both_kinds);
	assert_int_equal(watch_child(), 0);
	atom_ns = watch.atom_slots / ATOM_WIDTH;
	core_ns = watch.slots - watch.atom_slots;
	assert_true(core_ns > 0.1 * (double)watch.counted_ns);
	assert_true(atom_ns > 0.1 * (double)watch.counted_ns);
	assert_true(core_ns + atom_ns > 0.9 * (double)watch.counted_ns);
	assert_true(core_ns + atom_ns < 1.1 * (double)watch.counted_ns);
}

static void burn_long(void)
{
	for (int i = 0; i < 15; i++)
		burn();
}

/* All "slots" are nanoseconds, in every group: over all groups none is lost or counted twice. */
static bool each_mux_had_a_tenth(void)
{
	const double rest = watch.slots - watch.mux_slots[0] - watch.mux_slots[1];

	assert_true(watch.slots > 0.9 * (double)watch.counted_ns);
	assert_true(watch.slots < 1.1 * (double)watch.counted_ns);
	return watch.mux_slots[0] > 0.1 * watch.slots && watch.mux_slots[1] > 0.1 * watch.slots &&
	       rest > 0.1 * watch.slots;
}

/* A group is on until the reader gets a CPU: on a busy host it may miss part of a short life. */
TEST_WITH(rotating_groups_together_have_all_slots, setup_rotation, teardown)
{
	bool all = false;

	assert_int_equal(watch.source->machine.levels, 2);
	watch.source->ops->want_level2(watch.source, LEVEL2_NEEDED);
	for (int attempt = 0; attempt < 5 && !all; attempt++) {
		watch.slots = watch.mux_slots[0] = watch.mux_slots[1] = 0;
		watch.counted_ns = 0;
		watch.forked = watch.named = watch.exited = false;
		tick();
		watch.pid = start_child(burn_long);
		assert_int_equal(watch_child(), 0);
		assert_true(watch.forked && watch.named && watch.exited);
		all = each_mux_had_a_tenth();
	}
	assert_true(all);
}

TEST_WITH(level_2_is_not_counted_while_it_is_not_shown, setup_rotation, teardown)
{
	tick();
	assert_true(watch.source->ops->next_ns(watch.source) == UINT64_MAX);
	watch.pid = start_child(burn);
	assert_int_equal(watch_child(), 0);
	assert_true(watch.slots > 0.9 * (double)watch.counted_ns);
	assert_true(watch.mux_slots[0] == 0 && watch.mux_slots[1] == 0);
}

TEST_WITH(a_storm_in_rotation_is_whole, setup_rotation, teardown)
{
	watch.source->ops->want_level2(watch.source, LEVEL2_NEEDED);
	tick();
	expect_whole_storm(0.01);	/* a task that leaves between two groups leaves without a
					 * count */
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time that an interval is divided by is that in which was counted: with a source that takes
 * long to start, restart and tick, and on whose CPUs one task each runs all the time.
 */
#include "config.h"
#include "collect/interval_cuts.h"

#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/collector.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define START_NS (7000 * MS)
#define N_CPUS 2
#define CHILD 20

static struct fake {
	struct source source;
	uint64_t now_ns;
	uint64_t since_ns[N_CPUS];	/* the CPU's last slice ended */
	uint64_t restart_ms;		/* the next tick restarts, which takes so long */
	uint64_t stall_ms[4];		/* of the next ticks, before they end slices */
	uint64_t after_ms;		/* of each tick, after that */
	int ticks;
	bool command, forks, tells_cut;
} fake;

static struct cpu_place places[N_CPUS] = { { .cpu = 0 }, { .cpu = 1, .core = 1 } };
static const struct family family = { .name = "test", .levels = 1 };
static struct exchange *exchange;
static struct control control;
static struct collector *collector;

/* CPUs begin to count one after the other. */
static void open_cpus(uint64_t takes_ms)
{
	for (int cpu = 0; cpu < N_CPUS; cpu++) {
		fake.since_ns[cpu] = fake.now_ns;
		fake.now_ns += takes_ms * MS / N_CPUS;
	}
}

static int fake_start(struct source *source, struct err *err)
{
	(void)err;
	open_cpus(500);
	if (fake.command)
		source->released_ns = fake.now_ns;
	return 0;
}

static int fake_poll_fd(struct source *source)
{
	(void)source;
	return -1;
}

static int fake_drain(struct source *source, const struct sink *sink, struct err *err)
{
	(void)source;
	(void)sink;
	(void)err;
	return 0;
}

static void run_until(uint64_t now_ns, const struct sink *sink)
{
	for (int cpu = 0; cpu < N_CPUS; cpu++) {
		const int32_t pid = fake.forks && cpu ? CHILD : 10 + cpu;
		const struct slice slice = {
			.time_ns = now_ns, .cpu = cpu, .pid = pid, .tid = pid,
			.duration_ns = now_ns - fake.since_ns[cpu],
			.counts = { .present = 1U << EV_SLOTS,
				    .value[EV_SLOTS] = (double)(now_ns - fake.since_ns[cpu]) },
		};

		sink->slice(sink->data, &slice);
		fake.since_ns[cpu] = now_ns;
	}
}

static int fake_cut(struct source *source, uint64_t now_ns, const struct sink *sink,
		    struct err *err)
{
	const struct task_event fork = { .kind = TASK_FORK, .time_ns = START_NS + 1, .pid = CHILD,
					 .tid = CHILD, .ppid = 10, .ptid = 10 };

	(void)source;
	(void)err;
	run_until(now_ns, sink);
	if (fake.forks)
		sink->task(sink->data, &fork);
	return 0;
}

/* Records of up to the end of the stall are consumed. */
static int fake_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		     struct err *err)
{
	const uint64_t stall_ns = fake.stall_ms[fake.ticks++ % 4] * MS;

	(void)err;
	fake.now_ns += stall_ns;
	run_until(stall_ns ? fake.now_ns : now_ns, sink);
	source->cut_ns = fake.tells_cut ? fake.now_ns : 0;
	fake.now_ns += fake.after_ms * MS;
	if (!fake.restart_ms)
		return 0;
	open_cpus(fake.restart_ms);
	source->restarted_ns = fake.now_ns;
	fake.restart_ms = 0;
	return 0;
}

static uint64_t fake_clock(struct source *source)
{
	(void)source;
	return fake.now_ns;
}

static const struct source_ops fake_ops = {
	.name = "demo",
	.start = fake_start,
	.poll_fd = fake_poll_fd,
	.drain = fake_drain,
	.tick = fake_tick,
	.cut = fake_cut,
	.clock_ns = fake_clock,
	.asks_proc = true,
};

static double fixed_clock(void)
{
	return 1763683200.5;
}

FIXTURE(setup)
{
	fake = (struct fake){ .now_ns = START_NS, .source = { .ops = &fake_ops } };
	fake.source.machine = (struct machine){ .family = &family, .levels = 1, .n_cpus = N_CPUS,
						.cpus = places, .source = "demo" };
	exchange = exchange_new();
	assert_non_null(exchange);
	assert_non_null(fake_proc_new());
	control_init(&control, 1000 * MS);
	control.wake_collector = control.wake_ui = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	return 0;
}

FIXTURE(teardown)
{
	collector_free(collector);
	collector = NULL;
	exchange_free(exchange);
	fake_proc_done();
	close(control.wake_ui);
	return 0;
}

const struct around_tests around_tests = { .setup = setup, .teardown = teardown };

static void begin(void)
{
	const struct collector_options options = { .batch = true, .wall_clock = fixed_clock,
						   .proc_root = fake_proc_root };

	collector = collector_new(&fake.source, exchange, &control, &options);
	assert_non_null(collector);
	assert_true(collector_begin(collector, fake.now_ns));
}

static const struct snapshot *next(void)
{
	fake.now_ns = collector_deadline(collector);
	assert_true(collector_step(collector, fake.now_ns));
	return exchange_latest(exchange);
}

/* All CPUs are busy all the time, and no time is in two intervals. */
static void assert_exact(const struct snapshot *snapshot, uint64_t interval_ms)
{
	assert_int_equal(snapshot->interval_ns, interval_ms * MS);
	for (int32_t cpu = 0; cpu < N_CPUS; cpu++) {
		const struct row *row = snapshot_find(snapshot, ROW_CPU, cpu);

		assert_int_equal(row->busy_ns, interval_ms * MS);
		assert_true(row->counts.value[EV_SLOTS] == (double)(interval_ms * MS));
	}
}

TEST(the_first_interval_begins_when_all_cpus_count)
{
	begin();
	assert_int_equal(collector_deadline(collector), START_NS + 1500 * MS);
	assert_exact(next(), 1000);
	assert_exact(next(), 1000);
}

TEST(so_does_that_after_a_restart)
{
	begin();
	fake.restart_ms = 600;
	assert_exact(next(), 1000);
	assert_exact(next(), 1000);
	assert_exact(next(), 1000);
}

TEST(a_command_is_counted_from_its_first_moment)
{
	fake.command = true;
	begin();
	fake.since_ns[0] = fake.since_ns[1] = fake.now_ns;
	fake.now_ns += 20 * MS;		/* it runs already */
	assert_exact(next(), 1000);
}

static void put_process(const char *dir, const char *comm)
{
	char path[32], text[128];

	(void)snprintf(path, sizeof(path), "%s/task/%s/", dir, dir);
	(void)fake_proc_path(path);
	(void)snprintf(path, sizeof(path), "%s/comm", dir);
	(void)snprintf(text, sizeof(text), "%s\n", comm);
	fake_proc_put(path, text);
	(void)snprintf(path, sizeof(path), "%s/status", dir);
	(void)snprintf(text, sizeof(text),
		       "Name:\t%s\nPPid:\t1\nUid:\t0\t0\t0\t0\nThreads:\t1\n", comm);
	fake_proc_put(path, text);
}

static const char *name_of(const struct snapshot *snapshot, int32_t pid)
{
	return snapshot_text(snapshot, snapshot_find(snapshot, ROW_PROCESS, pid)->name);
}

/* Its FORK record was written, but not yet its COMM: that CPU did not count. */
TEST(a_child_that_was_renamed_while_counting_began_has_its_own_name)
{
	const struct snapshot *snapshot;

	put_process("10", "parent");
	put_process("20", "child");
	fake.forks = true;
	begin();
	fake_proc_done();
	assert_non_null(fake_proc_new());	/* it is over before the interval is */
	snapshot = next();
	assert_string_equal(name_of(snapshot, 10), "parent");
	assert_string_equal(name_of(snapshot, CHILD), "child");
}

TEST(an_interval_ends_where_its_last_slices_end)
{
	static const struct {
		uint64_t stall_ms[4], after_ms, interval_ms;
		bool tells_cut;
		int ticks;
	} cases[] = {
		{ { 0 }, 0, 1000, false, 1 },
		{ { 30, 0 }, 0, 1030, false, 2 },
		{ { 6000, 500, 0 }, 0, 7500, false, 3 },
		{ { 0 }, 30, 1030, false, 2 },		/* as late each time */
		{ { 0 }, 300, 1000, true, 1 },		/* what is done later is not late */
		{ { 30, 0 }, 300, 1330, true, 2 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin();
		memcpy(fake.stall_ms, cases[i].stall_ms, sizeof(fake.stall_ms));
		fake.after_ms = cases[i].after_ms;
		fake.tells_cut = cases[i].tells_cut;
		assert_exact(next(), cases[i].interval_ms);
		assert_int_equal(fake.ticks, cases[i].ticks);
		teardown(NULL);
		setup(NULL);
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Both engines on a fake machine with known truth (tests/fixtures/fake_cpus.h): what they do alike
 * is told in tests/scenarios/engines.txt, which both run; what only the ring engine does in
 * engine_ring.txt. Times of tasks are told by their slots, in milliseconds.
 */
#include "config.h"

#include "model/snapshot/missing.h"
#include "tests/fixtures/fake_bpf.h"
#include "tests/fixtures/fixture_engine.h"
#include "tests/fixtures/request.h"
#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

enum { MARK = 0x1000, OUTER = 0x2000, INNER = 0x2010 };
#define US 1000ULL
#define ID(n) ((int32_t)number_arg(n))
#define CPU(n) ((size_t)number_arg(n))

static const struct scenario_word words[] = {
	{ "OUTER", OUTER }, { "INNER", INNER }, { "idle", 0 }, { "needed", LEVEL2_NEEDED },
	{ "unwanted", LEVEL2_UNWANTED }, { "welcome", LEVEL2_WELCOME }, { "outside", FAKE_BPF_OUTSIDE },
	{ "other_namespaces", PID_OTHER_NS }, { NULL, 0 }
};
const struct scenarios scenarios = {
	.files = { "engine_ring", "engines", "engine_bpf", "engines" }, .words = words,
};

static struct err err;
static bool all_by_bpf;
static size_t members;		/* when it was asked for the last time */

static struct regions *regions;
static struct {
	double slots[FAKE_PIDS], in_regions[FAKE_PIDS], outer[FAKE_PIDS];
	uint32_t entries;
	uint64_t beside_ns;	/* that another task ran on the core beside 11 */
	size_t n;
} seen;

static void take_slice(void *data, const struct slice *slice)
{
	struct counts counts = { .present = 0 };

	slice_counts(slice, &counts);
	seen.n++;
	seen.entries += slice->entries;
	seen.beside_ns += slice->tid == 11 ? slice->sibling_busy_ns : 0;
	if (slice->tid <= 0 || slice->tid >= FAKE_PIDS)
		return;
	if (counts.present & 1U << EV_SLOTS) {
		seen.slots[slice->tid] += counts.value[EV_SLOTS];
		seen.in_regions[slice->tid] += slice->region ? counts.value[EV_SLOTS] : 0;
		seen.outer[slice->tid] += slice->region == region_of_mark(1, OUTER, MARK) ?
						  counts.value[EV_SLOTS] : 0;
	}
}

static const struct sink sink = { .slice = take_slice };

static void add_object(void)
{
	struct region_object object = { .fd = 3, .path = "/bin/program" };

	assert_true(regions_add(regions, &object) > 0);
}

static int watch(bool on)
{
	const int ret = source_watch_regions(live.source, on, &err);

	assert_true(!ret || err.text[0]);
	return ret;
}

static void take(void)
{
	fake_advance(1);	/* what has the time of the drain itself waits for the next one */
	assert_int_equal(live.source->ops->drain(live.source, &sink, &err), 0);
}

static void tick(void)
{
	fake_advance(1);
	assert_int_equal(live.source->ops->tick(live.source, kernel.now_ns, &sink, &err), 0);
}

static void forget(void)
{
	memset(&seen, 0, sizeof(seen));
}

static void new_regions(void)
{
	forget();
	regions = regions_new();
	assert_non_null(regions);
	add_object();
}

static void start_expecting(const char *machine, bool regions_expected)
{
	new_regions();
	start(machine, 0);
	live.source->regions = regions;
	live.source->requests.regions_expected = regions_expected;
	begin();
}

static void start_without(const char *machine)
{
	start_expecting(machine, true);
}

static void start_watched(const char *machine)
{
	start_without(machine);
	assert_int_equal(watch(true), 0);
}

FIXTURE(setup)
{
	regions = NULL;
	members = 0;
	return all_by_bpf ? engine_of_bpf(state) : 0;
}

static int end(void **state)
{
	const int ret = engine_teardown(state);

	for (uint32_t i = 1; regions && i <= regions_objects(regions); i++)
		((struct region_object *)(uintptr_t)regions_object(regions, i))->fd = -1;
	regions_free(regions);
	regions = NULL;
	return ret;
}

static void enter(size_t cpu, uint64_t place)
{
	pass_marker(cpu, 1, place | 1, MARK);
}

static void leave(size_t cpu, uint64_t place)
{
	pass_marker(cpu, 1, place, MARK);
}

static double slots(uint64_t ns)
{
	return (double)(FAKE_SLOTS * ns);
}

/* ---- the machine ---- */

/* "30us", "20ms", "1s" */
static uint64_t ns_arg(size_t n)
{
	char *unit;
	const double number = strtod(text_arg(n), &unit);

	return (uint64_t)(number * (*unit == 'u' ? 1e3 : *unit == 'm' ? 1e6 : 1e9) + 0.5);
}

COMMAND(all_by_bpf)
{
	all_by_bpf = true;
}

/* MACHINE: counts; with regions, which are expected. */
COMMAND(count)
{
	start_counting(text_arg(1));
}

/* The same in two steps: what runs in between has run before. */
COMMAND(start)
{
	start(text_arg(1), 0);
}

/* MACHINE [namespace]: by BPF, where it can count; tdtop may be in a pid namespace. */
COMMAND(try)
{
	struct source *source = NULL;
	const int ret = fake_bpf_try(text_arg(1), n_args() > 1, &source, &err);

	if (ret) {
		say("%s; %s", strerror(-ret), err.text);
		return;
	}
	live_open(source, 2);
	begin();
}

COMMAND(close)
{
	(void)live_teardown(NULL);
}

/* What is wanted of level 2 from now on. */
COMMAND(level2)
{
	REQUEST(live.source, level2 = (enum level2_demand)number_arg(1));
}

COMMAND(long_intervals)
{
	REQUEST(live.source, interval_ns = ns_arg(1));
}

/* [outside]: tdtop is in one, and its tasks may all be outside of it. */
COMMAND(pid_namespace)
{
	live.source->machine.pid_namespace = true;
	kernel.outside = n_args() > 0;
}

/* As Linux 6.18 on some CPUs: the idle task has no records, nor has PID_SILENT, which is 9. */
COMMAND(silent_idle)
{
	kernel.silent_idle = true;
}

COMMAND(begin)
{
	begin();
}

COMMAND(cut)
{
	live_cut();
}

/* Tasks move between CPUs, none is on two at once, and intervals end anywhere. */
COMMAND(run_at_random)
{
	double of_task[FAKE_PIDS] = { 0 }, of_cpu[FAKE_CPUS] = { 0 };
	uint32_t random = 1;

	for (int i = 1; i <= 21000; i++) {
		const size_t cpu = (random = random * 1103515245 + 12345) >> 16 & 3;

		fake_run_for(cpu, i > 20000 ? 0 : (int32_t)(4 * (random >> 18 & 15) + cpu), random >> 20);
		if (i % 100 == 0)
			drain();
		if (i % 1000)
			continue;
		end_interval();
		for (int32_t tid = 1; tid < FAKE_PIDS; tid++)
			of_task[tid] += slots_of(ROW_PROCESS, tid);
		for (int32_t of = 0; of < FAKE_CPUS; of++)
			of_cpu[of] += slots_of(ROW_CPU, of);
	}
	for (int32_t tid = 1; tid < FAKE_PIDS; tid++)
		near(of_task[tid], (double)kernel.slots_of[tid]);
	for (int32_t of = 0; of < FAKE_CPUS; of++)
		near(of_cpu[of], (double)kernel.slots_on[of]);
}

/* MACHINE [unexpected] */
COMMAND(count_regions)
{
	start_expecting(text_arg(1), n_args() == 1);
}

/* CPU TID [TIME] */
COMMAND(run)
{
	fake_run_for(CPU(1), ID(2), n_args() > 2 ? ns_arg(3) : 0);
}

COMMAND(pass)
{
	fake_advance(ns_arg(1));
}

/* [TIME]: so much passes, and the interval ends. */
COMMAND(interval)
{
	interval_after(n_args() ? ns_arg(1) : 0);
}

/* TIME: the interval was over this long ago. */
COMMAND(interval_late)
{
	end_interval_late(ns_arg(1));
}

/* MOST: intervals of a second, until groups are opened again. */
COMMAND(interval_until_opened)
{
	const unsigned int opened = kernel.opened;

	for (int64_t i = 0; i < number_arg(1) && kernel.opened == opened; i++)
		interval_after(SECOND);
	say("%u times", kernel.opened);
}

COMMAND(off_and_on)
{
	fake_off_and_on(CPU(1));
}

COMMAND(go_offline)
{
	fake_go_offline(CPU(1));
}

COMMAND(go_online)
{
	kernel.offline[CPU(1)] = false;
}

/* What the kernel does when a CPU goes offline, also if that is not seen. */
COMMAND(remove_events)
{
	fake_remove_events(CPU(1));
}

/* TIME: so long after a switch or a cut a CPU reads its group. */
COMMAND(late)
{
	fake_bpf.late_ns = ns_arg(1);
}

/* Of the BPF engine: SUMS that fit; tasks that exist; what its programs tell of a task. */
COMMAND(room)
{
	fake_bpf.room = (size_t)number_arg(1);
}

COMMAND(exist)
{
	fake_bpf.tasks = (uint32_t)number_arg(1);
}

COMMAND(room_asked)
{
	say("%zu", fake_bpf.asked_room);
}

/* PARENT CHILD [TIMES]: one after the other, each read at once. */
COMMAND(forks)
{
	for (int64_t i = 0; i < number_arg_or(3, 1); i++) {
		fake_bpf_fork(ID(1), ID(2));
		if (n_args() > 2)
			drain();
	}
}

COMMAND(is_called)
{
	fake_bpf_rename(ID(1), text_arg(2));
}

COMMAND(exits)
{
	fake_bpf_exit(ID(1));
}

COMMAND(reuse)
{
	fake_bpf_reuse(ID(1));
}

COMMAND(lose)
{
	fake_bpf_lose((uint64_t)number_arg(1));
}

/* Another user has the counters half of the time. */
COMMAND(share)
{
	kernel.shared = true;
}

COMMAND(budget)
{
	live.source->requests.own_share = 1;
	REQUEST(live.source, budget_percent = (double)number_arg(1));
}

/* TIME [TIME] that the program takes at a switch where it reads, and where it does not. */
COMMAND(switch_costs)
{
	fake_bpf.switch_ns = ns_arg(1);
	fake_bpf.pass_ns = n_args() > 1 ? ns_arg(2) : 0;
}

static void drain_if_due(void)
{
	if (kernel.now_ns >= source_next_ns(live.source))
		drain();
}

/* CPU TIME [TIME TIME]: for so long tasks 11 and 12 take turns: of 10 and 30 us, or of these times. */
COMMAND(storm)
{
	const uint64_t end_ns = kernel.now_ns + ns_arg(2);
	const uint64_t turns_ns[] = { n_args() > 2 ? ns_arg(3) : 10 * US, n_args() > 3 ? ns_arg(4) : 30 * US };

	while (kernel.now_ns < end_ns) {
		fake_run_for(CPU(1), 11, turns_ns[0]);
		fake_run_for(CPU(1), 12, turns_ns[1]);
		drain_if_due();
	}
}

/* TIME STEP: passes in steps; after each tdtop reads what there is, if the source wants it. */
COMMAND(pass_and_drain)
{
	for (const uint64_t end_ns = kernel.now_ns + ns_arg(1); kernel.now_ns < end_ns;) {
		fake_advance(ns_arg(2));
		drain_if_due();
	}
}

COMMAND(due)
{
	say(source_next_ns(live.source) > kernel.now_ns + SECOND ? "not within a second" : "within a second");
}

COMMAND(takes_events)
{
	kernel.closed[CPU(1)] = false;
}

/* The list of online CPUs has changed. */
COMMAND(cpu_comes)
{
	kernel.cpu_came = true;
}

COMMAND(suspend)
{
	kernel.suspended_ns += ns_arg(1);
}

/* Others hold the general counters, or not. */
COMMAND(take_generals)
{
	kernel.general_taken = true;
}

COMMAND(give_generals)
{
	kernel.general_taken = false;
}

/* ---- regions ---- */

/* CPU PLACE [OBJECT]: the task that runs there passes a marker. */
COMMAND(enter)
{
	pass_marker(CPU(1), (uint32_t)number_arg_or(3, 1), (uint64_t)number_arg(2) | 1, MARK);
}

COMMAND(leave)
{
	leave(CPU(1), 0);
}

COMMAND(fork)
{
	fake_fork(CPU(1), ID(2));
}

COMMAND(add_object)
{
	add_object();
}

/* OBJECT [invalid]: cannot be probed. */
COMMAND(refuse)
{
	kernel.refused_object = (uint32_t)number_arg(1);
	kernel.refused_errno = n_args() > 1 ? EINVAL : 0;
}

static void watch_and_say(bool on)
{
	int ret;

	err.text[0] = '\0';
	ret = source_watch_regions(live.source, on, &err);
	if (ret)
		say("%s", strerror(-ret));
	if (err.text[0])
		say("%s", err.text);
}

COMMAND(watch)
{
	watch_and_say(true);
}

COMMAND(unwatch)
{
	watch_and_say(false);
}

/* Objects on each CPU. */
COMMAND(probed)
{
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		say("%u", kernel.probed[cpu]);
}

/* Of each task since the last time. */
static void say_seen(void)
{
	for (int32_t tid = 1; tid < FAKE_PIDS; tid++) {
		if (!(seen.slots[tid] > 0))
			continue;
		say("%d: %.9g", tid, seen.slots[tid] / slots(MS));
		if (seen.in_regions[tid] > 0)
			say_more(", %.9g in regions", seen.in_regions[tid] / slots(MS));
		if (seen.outer[tid] > 0)
			say_more(", %.9g in OUTER", seen.outer[tid] / slots(MS));
	}
	if (seen.entries)
		say("%u entered", seen.entries);
	forget();
}

/* What is certain until now, or is there without waiting. */
COMMAND(tick)
{
	tick();
	say_seen();
}

COMMAND(drain)
{
	take();
	say_seen();
}

/* [each] */
COMMAND(markers)
{
	const struct source_remarks remarks = source_remarks(live.source);

	say("%d", (int)remarks.markers);
	say(remarks.marker_ns > 0 ? "they cost" : "they cost nothing");
	if (n_args())
		say_more(" %.9g ns each", remarks.marker_ns);
}

/* ---- what comes of it ---- */

/* TID */
COMMAND(task)
{
	const struct row *row = snapshot_find(live.snapshot, ROW_PROCESS, ID(1));

	if (!row)
		return;
	say("%.9g ms, %.9g slots", (double)row->busy_ns / MS, slots_of(ROW_PROCESS, row->id) / slots(MS));
	say("%.9g retiring", counts_or_0(&row->counts, EV_RETIRING) / (double)MS);
}

/* CPU [idle] */
COMMAND(cpu)
{
	const struct row *row = row_of(ROW_CPU, ID(1));

	say("%.9g ms, %.9g slots", (double)row->busy_ns / MS, slots_of(ROW_CPU, ID(1)) / slots(MS));
	if (row->unaccounted_slots > 0)
		say("%.9g unaccounted", row->unaccounted_slots / slots(MS));
	if (n_args() > 1)
		say("%.9g ms idle", (double)row->idle_ns / MS);
}

/* CPU: its slots by the group of Ice Lake that counted them: EV_SLOTS_0 and so on of collect/cpu/cpu_intel_icl.h. */
COMMAND(groups)
{
	static const enum event_id slots_in[3] = { EV_X18, EV_X2, EV_X11 };

	for (size_t mux = 0; mux < 3; mux++)
		say("%.9g", counts_or_0(&row_of(ROW_CPU, ID(1))->counts, slots_in[mux]) / slots(MS));
}

/* How often each CPU changed its group, since the last time. */
COMMAND(rotated)
{
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		say("%u", fake_bpf.rotated[cpu]);
	memset(fake_bpf.rotated, 0, sizeof(fake_bpf.rotated));
}

/* TID: what is reported of time in which its CPU had no group. */
COMMAND(uncounted)
{
	const struct row *row = row_of(ROW_PROCESS, ID(1));

	say("%.9g of %.9g ms", (double)live.snapshot->uncounted_ns / MS, (double)row->busy_ns / MS);
	say("%u CPUs were offline", live.snapshot->were_offline);
	if (missing_of(live.snapshot, row) == MISSING_CAME_ONLINE)
		say("its CPU came online");
}

/* How often groups were opened; and whether counting begins again now. */
COMMAND(opened)
{
	say("%u times", kernel.opened);
	if (live.source->restarted_ns == kernel.now_ns)
		say("now");
}

/* Of each CPU. */
COMMAND(reads)
{
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		say("%u", kernel.reads[cpu]);
}

/* CPU: the period of the clock that samples it. */
COMMAND(clock)
{
	const uint64_t ns = kernel.clock_period_ns[CPU(1)];

	if (ns > 3600 * SECOND)
		say("more than an hour");
	else
		say("%.9g ms", (double)ns / MS);
}

/* TID: its name, when it has exited, and whether its counts are scaled. */
COMMAND(who)
{
	const struct row *row = snapshot_find(live.snapshot, ROW_PROCESS, ID(1));
	const struct row *exited = snapshot_find(live.snapshot, ROW_EXITED, ID(1));

	if (row)
		say("%s%s%s", snapshot_text(live.snapshot, row->name), row->counts.scaled ? ", scaled" : "",
		    row->counts.present || !row->busy_ns ? "" : row->counts.off ? ", off" : ", no counts");
	if (exited)
		say("%u exited, after %.9g ms", live.snapshot->tasks_exited, (double)exited->busy_ns / MS);
	say("%.2g running, %u lost", live.snapshot->running_ratio, (unsigned int)live.snapshot->lost);
}

/* What is left out to keep to the budget, and what the rest costs. */
COMMAND(cost)
{
	const struct self_cost *self = &live.snapshot->self;

	say("%.3g %%", self->kernel_percent);
	if (self->sampled_cpus)
		say("%u CPUs partial, %.3g %%", self->sampled_cpus, 100 * self->duty);
	if (self->optional_left_out)
		say("without IPC");
	if (self->passed > 0)
		say("%.3g %% in truth", 100 * (double)fake_bpf.spent_ns / (double)(kernel.now_ns - fake_bpf.since_ns) / FAKE_CPUS);
	fake_bpf.spent_ns = 0;
	fake_bpf.since_ns = kernel.now_ns;
}

COMMAND(cost_limit)
{
	const struct self_cost *self = &live.snapshot->self;

	say("%s; at most %.9g %%; duty %.9g", self->known ? "known" : "unknown", self->budget_percent, self->duty);
}

/* Of the group, compared with the last time. */
COMMAND(members)
{
	if (members)
		say(kernel.n_members < members ? "fewer" : kernel.n_members > members ? "more" : "as many");
	members = kernel.n_members;
}

/* ---- of the ring engine ---- */

TEST(a_record_of_the_instant_of_a_drain_waits_for_the_next_one)
{
	size_t n;

	start_watched("intel-spr");
	take();
	n = seen.n;
	fake_run_for(1, 11, 100 * US);
	fake_run(1, 0);
	assert_int_equal(live.source->ops->drain(live.source, &sink, &err), 0);
	assert_int_equal(seen.n, n + 1);
	take();
	assert_int_equal(seen.n, n + 2);
}

TEST(markers_are_sampled_whichever_group_is_on)
{
	start_watched("intel-icl");
	need_level2();
	fake_run(1, 11);
	take();
	for (int i = 0; i < 200; i++) {
		fake_advance(1 * MS);
		enter(1, OUTER);
		fake_advance(3 * MS);
		leave(1, 0);
		take();
	}
	tick();
	near(seen.slots[11], (double)kernel.slots_of[11]);
	near(seen.outer[11], slots(200 * 3 * MS));
	assert_int_equal(seen.entries, 200);
}

TEST(markers_in_gaps_between_windows_keep_regions_and_entries_right)
{
	(void)setenv("TDTOP_DUTY", "20", 1);
	start_watched("intel-spr");
	for (int i = 0; i < 40; i++) {
		for (int k = 0; k < 100; k++) {
			fake_run(1, 11);
			if (k % 50 == 0)
				enter(1, OUTER);
			fake_advance(250 * US);
			fake_run_for(1, 12, 250 * US);
			take();
		}
		fake_run_for(1, 11, 1 * US);
		leave(1, 0);
		fake_run(1, 12);
		tick();
	}
	assert_int_equal(seen.entries, 80);
	assert_true(seen.slots[11] < (double)kernel.slots_of[11] / 2);
	near(seen.outer[11] / seen.slots[11], 1);
	near(seen.in_regions[12], 0);
}

TEST(what_is_counted_is_the_same_with_markers_and_without)
{
	double sums[2] = { 0, 0 };

	for (int with = 0; with < 2; with++) {
		start_without("intel-spr");
		if (with)
			assert_int_equal(watch(true), 0);
		for (int i = 0; i < 300; i++) {
			fake_run_for((size_t)i % 3, 11, 7 * US);
			enter((size_t)i % 3, OUTER);
			fake_advance(5 * US);
			fake_run_for((size_t)i % 3, i % 2 ? 12 : 0, 2 * US);
			if (i % 50 == 49)
				tick();
		}
		tick();
		sums[with] = seen.slots[11];
		near(seen.slots[11], (double)kernel.slots_of[11]);
		if (!with)
			assert_int_equal(end(state), 0);
	}
	near(sums[0], sums[1]);
	assert_true(seen.outer[11] > 0);
}

TEST(where_slots_are_counted_per_core_both_threads_have_had_the_same_time)
{
	new_regions();
	start_smt("intel-skx");
	live.source->regions = regions;
	begin();
	assert_int_equal(watch(true), 0);
	fake_run(0, 11);
	for (int i = 0; i < 10; i++) {
		enter(0, OUTER);
		fake_advance(10 * US);
		fake_run(2, 12);	/* beside it, half of the time */
		fake_advance(20 * US);
		leave(0, 0);
		fake_run_for(2, 0, 10 * US);
		take();
	}
	fake_run(0, 0);
	take();
	assert_int_equal(seen.entries, 10);
	assert_true(seen.outer[11] > 0);
	near(seen.outer[11] * (10 * 40 * US + 10), seen.slots[11] * 10 * 30 * US);
	assert_int_equal(seen.beside_ns, 10 * 20 * US);
}

/* ---- of BPF ---- */

LIST_TEST(markers_in_gaps_of_bpf_keep_regions_and_entries_right,
	  markers_in_gaps_between_windows_keep_regions_and_entries_right, engine_of_bpf, end);

const struct around_tests around_tests = { .setup = setup, .teardown = end };

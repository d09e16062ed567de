/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cores before Ice Lake with SMT: counts belong to the core, once. The machine has two cores of two
 * CPUs; each CPU counts half of its core's slots (any=1, .scale of 2) until its last read.
 */
#include "config.h"
#include "model/snapshot/smt.h"
#include "model/snapshot/finish.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/family_counts.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/fixture_bare.h"
#include "tests/fixtures/test_main.h"

#define SECOND 1000000000ULL
#define CYCLES 1e9		/* of a core that is busy for the whole interval */

/* CPUs 0 and 2 are one core, 1 and 3 the other; or all are cores of their own. */
static void begin(bool smt)
{
	machine.family = cpu_family_find("Intel Skylake-SP");
	machine.counts_cores = smt;
	machine.n_cpus = 4;
	for (int i = 0; i < 4; i++)
		places[i] = (struct cpu_place){ .cpu = i, .core = smt ? i % 2 : i };
	snapshot->machine = &machine;
	snapshot->interval_ns = SECOND;
}

/*
 * ret: slots that retired, fe: that stayed empty, issued: that were used; shares of the core's
 * slots.
 */
static struct counts counts_of(double slots, double ret, double fe, double issued)
{
	struct counts counts = { .present = 0 };

	(void)family_count(machine.family, 0, "topdown-total-slots", slots, &counts);
	(void)family_count(machine.family, 0, "topdown-slots-retired", 4 * CYCLES * ret, &counts);
	(void)family_count(machine.family, 0, "topdown-slots-issued", 4 * CYCLES * issued, &counts);
	(void)family_count(machine.family, 0, "topdown-fetch-bubbles", 4 * CYCLES * fe, &counts);
	(void)family_count(machine.family, 0, "topdown-recovery-bubbles", 0, &counts);
	return counts;
}

static void add_cpu(int cpu, double busy, struct counts counts)
{
	struct row *row = fixture_add(snapshot, ROW_CPU, cpu);

	row->threads = 1;
	row->busy_ns = (uint64_t)(busy * (double)SECOND);
	snapshot_extra(snapshot, row)->idle_ns = SECOND - row->busy_ns;
	row->numbers->counts = counts;
}

static void add_task(const struct counts *counts)
{
	struct row *row = fixture_add(snapshot, ROW_THREAD, 7);

	row->pid = 7;
	row->busy_ns = SECOND;
	row->slices = 1;
	row->numbers->counts = *counts;
}

static void expect(enum row_kind core_type, int32_t id, enum metric_id metric, double percent)
{
	const struct row *row = snapshot_find(snapshot, core_type, id);

	assert_non_null(row);
	assert_int_equal(row->numbers->values.quality[metric], Q_COUNTED);
	if (!(fabs((double)row->numbers->values.percent[metric] - percent) < 0.01))
		fail_msg("%f is not %f", (double)row->numbers->values.percent[metric], percent);
}

FIXTURE(setup)
{
	if (fixture_bare_setup(state))
		return -1;
	begin(true);
	return 0;
}

const struct around_tests around_tests = { .setup = setup, .teardown = fixture_bare_teardown };

TEST(a_core_is_counted_once)
{
	add_cpu(0, 1, counts_of(2 * CYCLES, 0.3, 0.1, 0.35));
	add_cpu(2, 0.9, counts_of(2 * CYCLES, 0.2, 0.1, 0.25));
	assert_int_equal(snapshot_finish(snapshot), 0);
	expect(ROW_CORE, 0, M_RETIRING, 50);
	expect(ROW_CORE, 0, M_BAD_SPECULATION, 10);
	expect(ROW_CORE, 0, M_FRONTEND_BOUND, 20);
	expect(ROW_CORE, 0, M_BACKEND_BOUND, 20);
	expect(ROW_MACHINE, 0, M_RETIRING, 50);
	/* A CPU shows the values of its core. */
	expect(ROW_CPU, 0, M_RETIRING, 50);
	expect(ROW_CPU, 2, M_BACKEND_BOUND, 20);
}

TEST(a_sibling_that_sleeps_does_not_halve_the_core)
{
	add_cpu(0, 1, counts_of(2 * CYCLES, 0.5, 0.1, 0.5));
	add_cpu(2, 0, (struct counts){ .present = 0 });		/* was never read */
	assert_int_equal(snapshot_finish(snapshot), 0);
	expect(ROW_CORE, 0, M_RETIRING, 50);
	expect(ROW_MACHINE, 0, M_BACKEND_BOUND, 40);
}

TEST(a_sibling_that_wakes_brings_nothing_of_before)
{
	add_cpu(0, 1, counts_of(2 * CYCLES, 0.5, 0.1, 0.5));
	add_cpu(2, 0.01, counts_of(20 * CYCLES, 0, 0, 0));	/* ten intervals of the core */
	assert_int_equal(snapshot_finish(snapshot), 0);
	expect(ROW_CORE, 0, M_RETIRING, 50);
}

/*
 * The values of a task in a second in which the sibling ran for this long, in shares of all slots.
 */
static void add_task_with_sibling_busy(double busy_seconds)
{
	struct counts counts = counts_of(4 * CYCLES, 0.5, 0.1, 0.5);

	counts.value[EV_SIBLING_BUSY] = busy_seconds * (double)SECOND;
	counts.present |= 1U << EV_SIBLING_BUSY;
	add_task(&counts);
}

TEST(a_task_alone_on_its_core_has_its_own)
{
	add_task_with_sibling_busy(0.005);
	assert_int_equal(snapshot_finish(snapshot), 0);
	expect(ROW_THREAD, 7, M_RETIRING, 50);
	expect(ROW_PROCESS, 7, M_BACKEND_BOUND, 40);
}

TEST(next_to_a_sibling_that_ran_for_a_moment_it_is_rough)
{
	const struct row *row;

	add_task_with_sibling_busy(0.04);
	assert_int_equal(snapshot_finish(snapshot), 0);
	row = snapshot_find(snapshot, ROW_PROCESS, 7);
	assert_int_equal(row->numbers->values.quality[M_RETIRING], Q_PARTIAL);
	assert_int_equal((int)row->numbers->values.percent[M_RETIRING], 50);
}

TEST(with_one_cpu_offline_the_other_speaks_for_the_core)
{
	machine.n_cpus = 1;
	add_cpu(0, 1, counts_of(2 * CYCLES, 0.5, 0.1, 0.5));
	assert_int_equal(snapshot_finish(snapshot), 0);
	expect(ROW_CORE, 0, M_RETIRING, 50);
	expect(ROW_MACHINE, 0, M_BACKEND_BOUND, 40);
}

TEST(tasks_next_to_busy_siblings_have_no_shares_of_their_own)
{
	add_cpu(0, 1, counts_of(2 * CYCLES, 0.5, 0.1, 0.5));
	add_cpu(2, 0, (struct counts){ .present = 0 });
	add_task_with_sibling_busy(0.06);
	assert_int_equal(snapshot_finish(snapshot), 0);
	for (enum row_kind core_type = ROW_PROCESS; core_type <= ROW_USER; core_type++) {
		const struct row *row = &snapshot->table[core_type].rows[0];

		assert_true(snapshot->table[core_type].n == 1);
		assert_int_equal(row->numbers->values.quality[M_RETIRING], Q_OF_CORE);
		assert_true(row->numbers->values.percent[M_RETIRING] == 0);
		assert_int_equal(row->numbers->values.quality[M_MEMORY_BOUND], Q_MISSING);
	}
}

TEST(without_smt_tasks_and_cpus_have_their_own)
{
	struct counts a;

	begin(false);
	a = counts_of(4 * CYCLES, 0.5, 0.1, 0.5);
	add_cpu(0, 1, a);
	add_cpu(1, 0, (struct counts){ .present = 0 });
	add_task(&a);
	assert_int_equal(snapshot_finish(snapshot), 0);
	expect(ROW_CPU, 0, M_RETIRING, 50);
	expect(ROW_PROCESS, 7, M_BACKEND_BOUND, 40);
}

TEST(the_other_thread_of_a_core_is_found_if_there_is_one)
{
	int32_t siblings[4];

	machine_siblings(&machine, siblings);
	assert_int_equal(siblings[0], 2);
	assert_int_equal(siblings[3], 1);
	places[3].core = 0;
	machine_siblings(&machine, siblings);
	assert_int_equal(siblings[0], -1);	/* three of them */
	assert_int_equal(siblings[1], -1);
	begin(false);
	machine_siblings(&machine, siblings);
	assert_int_equal(siblings[2], -1);
}

/* ---- groups in rotation ---- */

/* The part of the time for which each group was on. */
struct timetable {
	double part[1 + MUX_MAX];
};

/*
 * What a CPU counts in a second in which the core is busy: half of the core's slots, and of the
 * other events what its own thread does while their group is on. ret, latency: shares of the core's
 * slots.
 */
static struct counts rotated(const struct timetable *timetable, double ret, double latency)
{
	struct counts counts = counts_of(2 * CYCLES, ret, 0.2, ret);
	const struct family *family = machine.family;

	(void)family_count(family, 0, "idq_uops_not_delivered.cycles_0_uops_deliv.core", CYCLES * latency, &counts);
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->id != EV_SLOTS)
			counts.value[event->id] *= timetable->part[event->mux];
		if (event->also)
			counts.value[event->also] *= timetable->part[0];
	}
	return counts;
}

static const struct timetable evenly = { { 0.25, 0.25, 0.25, 0.25 } };

TEST(a_core_adds_up_threads_whose_groups_were_on_at_other_times)
{
	static const struct timetable other = { { 0.7, 0.1, 0.15, 0.05 } };

	add_cpu(0, 1, rotated(&evenly, 0.3, 0.1));
	add_cpu(2, 0.9, rotated(&other, 0.2, 0.05));
	assert_int_equal(snapshot_finish(snapshot), 0);
	for (enum row_kind core_type = ROW_MACHINE; core_type <= ROW_CORE; core_type++) {
		const struct row *row = &snapshot->table[core_type].rows[0];

		assert_true(fabs((double)row->numbers->values.percent[M_RETIRING] - 50) < 0.01);
		assert_int_equal(row->numbers->values.quality[M_FETCH_LATENCY], Q_PARTIAL);
		assert_true(fabs((double)row->numbers->values.percent[M_FETCH_LATENCY] - 15) < 0.01);
	}
}

TEST(a_group_that_was_never_on_for_a_thread_says_nothing_of_its_core)
{
	static const struct timetable never = { { 0.5, 0.5, 0, 0 } };
	const struct row *core;

	add_cpu(0, 1, rotated(&evenly, 0.3, 0.1));
	add_cpu(2, 0.9, rotated(&never, 0.2, 0.05));
	assert_int_equal(snapshot_finish(snapshot), 0);
	core = snapshot_find(snapshot, ROW_CORE, 0);
	assert_true(fabs((double)core->numbers->values.percent[M_RETIRING] - 50) < 0.01);
	assert_int_equal(core->numbers->values.quality[M_FETCH_LATENCY], Q_LOW_SLOTS);
}

/* While the CPU idles, the core's slots count and the CPU's own events do not. */
TEST(groups_that_were_on_while_a_cpu_idled_are_not_its_own)
{
	static const struct timetable idling = { { 0.1, 0.1, 0.7, 0.1 } };
	struct counts ran, counts;

	ran = rotated(&evenly, 0.5, 0.1);
	counts = rotated(&idling, 0, 0);
	counts_add(&counts, &ran);
	smt_even_rotation(machine.family, &counts, &ran);
	add_cpu(0, 0.5, counts);
	assert_int_equal(snapshot_finish(snapshot), 0);
	/* A share of twice the slots. */
	assert_true(fabs((double)snapshot_find(snapshot, ROW_CORE, 0)->numbers->values.percent[M_RETIRING] - 25) < 0.01);
	assert_true(fabs((double)snapshot_find(snapshot, ROW_CORE, 0)->numbers->values.percent[M_FETCH_LATENCY] - 5) < 0.01);
}

/* Half of what the core executes is counted on each CPU; stalls are each thread's own. */
static struct counts haswell_counts(double stalls_on_memory)
{
	struct counts counts = counts_of(2 * CYCLES, 0.2, 0.1, 0.25);

	(void)family_count(machine.family, 0, "cpu_clk_unhalted.thread_p", CYCLES, &counts);
	(void)family_count(machine.family, 0, "instructions", CYCLES, &counts);
	(void)family_count(machine.family, 0, "idq_uops_not_delivered.cycles_0_uops_deliv.core",
			   CYCLES / 50, &counts);
	(void)family_count(machine.family, 0, "cycle_activity.stalls_ldm_pending", stalls_on_memory, &counts);
	(void)family_count(machine.family, 0, "cycle_activity.cycles_no_execute", 0.4 * CYCLES, &counts);
	(void)family_count(machine.family, 0, "resource_stalls.sb", 0.05 * CYCLES, &counts);
	(void)family_count(machine.family, 0, "uops_executed.core,cmask=1", 0.8 / 2 * CYCLES, &counts);
	(void)family_count(machine.family, 0, "uops_executed.core,cmask=2", 0.5 / 2 * CYCLES, &counts);
	(void)family_count(machine.family, 0, "uops_executed.core,cmask=3", 0.2 / 2 * CYCLES, &counts);
	(void)family_count(machine.family, 0, "rs_events.empty_cycles", 0, &counts);
	return counts;
}

/* perf's formula with #SMT_on, of the sums of both CPUs: uops_executed.core is halved there. */
TEST(what_both_threads_execute_is_counted_once_in_the_core)
{
	const struct row *core;
	double memory = (0.1 + 0.3 + 0.05 + 0.05) / (0.4 + 0.4 + (1.6 - 1.0) / 2 + 0.05 + 0.05);

	machine.family = cpu_family_find("Intel Haswell");
	add_cpu(0, 1, haswell_counts(0.1 * CYCLES));
	add_cpu(2, 1, haswell_counts(0.3 * CYCLES));
	assert_int_equal(snapshot_finish(snapshot), 0);
	expect(ROW_CORE, 0, M_BACKEND_BOUND, 30);
	core = snapshot_find(snapshot, ROW_CORE, 0);
	assert_true(core->numbers->values.quality[M_MEMORY_BOUND] > Q_LOW_SLOTS);
	if (!(fabs((double)core->numbers->values.percent[M_MEMORY_BOUND] - 30 * memory) < 0.01))
		fail_msg("%f is not %f", (double)core->numbers->values.percent[M_MEMORY_BOUND], 30 * memory);
}

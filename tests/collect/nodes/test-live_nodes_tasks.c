/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whose events count opened nodes, where it is hard: threads and processes that begin and exit
 * unseen, many threads, set-user-ID programs, groups that cannot be read, what the kernel refuses,
 * the budget. Each task is counted once, whatever happens.
 */
#include "config.h"

#include "tests/fixtures/fixture_counting.h"
#include "tests/fixtures/test_main.h"

#define MEMORY_OPEN (OPEN(BACKEND) | OPEN(MEMORY))
#define EVENTS 5		/* of a thread, for these */

static void forget_truth(void)
{
	memset(fake_events.truth, 0, sizeof(fake_events.truth));
}

static void next_second_is_true(int threads)
{
	forget_truth();
	interval_of(threads, SECOND);
	counts_are_true(1e-6);
}

/* An interval whose snapshot has the process with so many threads, and no thread. */
static void process_interval(uint32_t threads)
{
	interval_begins();
	(void)add_process(PID, threads);
	(void)add_thread(PID, PID, 1e9);
	see();
	steps(5 * MS);
}

/* ---- births ---- */

TEST(threads_that_begin_later_are_counted_though_nobody_saw_them)
{
	look_at_threads(2, MEMORY_OPEN);
	for (int i = 0; i < 50; i++) {	/* and exit before the interval ends */
		(void)fake_task_begins(PID + i % 2, PID, PID + 2 + i);
		fake_events_run(PID + 2 + i, 0, 10 * MS, true);
		fake_thread_exits(PID + 2 + i);
	}
	threads_run(2, SECOND);
	process_interval(2);
	counts_are_true(1e-6);
	assert_int_equal(fake_events.n_open, 2 * EVENTS);
	assert_true(readings.part == 1);
}

TEST(processes_that_a_process_begins_are_not_counted_as_it)
{
	look_at_threads(1, MEMORY_OPEN);
	(void)fake_task_begins(PID, 300, 300);
	fake_events_run(300, 0, SECOND, false);
	threads_run(1, SECOND);
	process_interval(1);
	counts_are_true(1e-6);
}

TEST(before_linux_5_13_threads_are_counted_alone_and_new_ones_an_interval_later)
{
	fake_events.facts.kernel_major = 5;
	fake_events.facts.kernel_minor = 10;
	open_counter("intel-spr", NULL, 0);
	look_at_threads(1, MEMORY_OPEN);
	assert_int_equal(fake_events.event[0].attr.inherit, 0);
	(void)fake_task_begins(PID, PID, PID + 1);
	interval_of(2, SECOND);
	steps(5 * MS);
	next_second_is_true(2);
	assert_int_equal(fake_events.n_open, 2 * EVENTS);
}

TEST(a_thread_that_begins_while_others_are_opened_is_counted_once)
{
	fake_events.born_while_opening = PID + 2;
	look_at_threads(2, MEMORY_OPEN);
	assert_int_equal(fake_events.born_while_opening, 0);
	interval_of(3, SECOND);
	counts_are_true(1e-6);
}

TEST(of_what_is_watched_new_processes_are_counted_with_their_parents)
{
	struct row *row;

	begin_threads(PID, 1);
	look_at(LIVE_WATCHED, PID, MEMORY_OPEN);
	(void)fake_task_begins(PID, 300, 300);
	for (int i = 0; i < 3; i++) {
		fake_events_run(300, 0, SECOND, true);
		threads_run(1, SECOND);
		interval_begins();
		(void)add_process(PID, 1);
		(void)add_thread(PID, PID, 1e9);
		row = add_process(300, 1);
		row->born = true;
		row->start_ns = fake_events.now_ns - SECOND / 2;
		row->ppid = PID;
		(void)add_thread(300, 300, 1e9);
		see();
		steps(5 * MS);
		counts_are_true(1e-6);
	}
	assert_int_equal(fake_events.n_open, EVENTS);
}

TEST(a_user_has_new_processes_that_nobody_of_his_has_begun)
{
	begin_threads(PID, 1);
	interval_begins();
	snapshot_add(counting_snapshot, ROW_USER, 0)->start_ns = 77;
	add_process(PID, 1)->of_user = 0;
	(void)add_thread(PID, PID, 1e9);
	see();
	request((struct tree_request){ .scope = LIVE_USER, .start_ns = 77, .open = { { MEMORY_OPEN } },
				       .latency = RETIRE_DEFAULT });
	steps(600 * MS);
	assert_int_equal(fake_events.n_open, EVENTS);
	(void)fake_task_begins(0, 300, 300);
	for (int i = 0; i < 2; i++) {
		struct row *row;

		forget_truth();
		fake_events_run(300, 0, SECOND, true);
		threads_run(1, SECOND);
		interval_begins();
		snapshot_add(counting_snapshot, ROW_USER, 0)->start_ns = 77;
		add_process(PID, 1)->of_user = 0;
		(void)add_thread(PID, PID, 1e9);
		row = add_process(300, 1);
		row->of_user = 0;
		row->born = true;
		row->start_ns = fake_events.now_ns - 1;
		row->ppid = 299;	/* a login of root */
		(void)add_thread(300, 300, 1e9);
		see();
		steps(5 * MS);
	}
	counts_are_true(1e-6);
	assert_int_equal(fake_events.n_open, 2 * EVENTS);
}

/* ---- exits ---- */

TEST(a_process_that_exits_is_said_to_have_and_nothing_stays_open)
{
	look_at_threads(2, MEMORY_OPEN);
	threads_run(2, SECOND / 2);
	fake_thread_exits(PID);
	fake_thread_exits(PID + 1);
	interval_begins();
	add_process(PID, 2)->exited = true;
	(void)add_thread(PID, PID, 1e9);
	see();
	counts_are_true(1e-6);		/* what it did until then is counted */
	process_interval(0);
	remarks("the process 100 has exited");
	assert_int_equal(fake_events.n_open, 0);
}

TEST(a_process_that_is_no_more_when_it_is_looked_at_is_said_to_have_exited)
{
	look_at_process(MEMORY_OPEN);
	interval_of_none();
	remarks("the process 100 has exited");
}

TEST(a_process_whose_threads_cannot_be_read_is_not_said_to_have_exited)
{
	fake_events.refuse_threads = EMFILE;
	look_at_process(MEMORY_OPEN);
	interval_of_none();
	remarks_nothing();
}

TEST(a_zombie_has_exited)
{
	begin_threads(PID, 1);
	fake_thread_exits(PID);
	fake_events.task[0].zombie = true;
	look_at_process(MEMORY_OPEN);
	interval_of_none();
	remarks("the process 100 has exited");
}

TEST(a_process_that_sleeps_keeps_its_events_and_has_no_counts)
{
	look_at_threads(2, MEMORY_OPEN);
	for (int i = 0; i < 20; i++) {
		steps(100 * MS);
		interval_of_none();
		assert_true(isnan(scaled(E1)));
	}
	remarks_nothing();
	interval_of(2, SECOND);
	assert_int_equal(fake_events.n_open, 2 * EVENTS);
	counts_are_true(1e-6);
}

/* ---- events that are gone ---- */

TEST(a_thread_that_executed_a_set_user_id_program_gets_new_events)
{
	look_at_threads(1, MEMORY_OPEN);
	interval_of(1, SECOND);
	fake_events_lose(PID);
	interval_of(1, SECOND);
	steps(5 * MS);
	next_second_is_true(1);
}

TEST(groups_that_cannot_be_read_are_opened_again)
{
	look_at_threads(1, MEMORY_OPEN);
	interval_of(1, SECOND);
	fake_events.event[0].torn = true;
	interval_of(1, SECOND);
	steps(5 * MS);
	next_second_is_true(1);
}

TEST(a_thread_that_begins_others_while_it_is_opened_is_tried_again)
{
	fake_events.torn_opens = 3;
	look_at_threads(1, MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, EVENTS);
	assert_int_equal(fake_events.event[0].attr.inherit, 1);
}

TEST(a_thread_that_never_stops_to_begin_others_is_counted_alone)
{
	fake_events.torn_opens = 1000;
	look_at_threads(1, MEMORY_OPEN);
	interval_of(1, SECOND);
	steps(5 * MS);
	assert_int_equal(fake_events.n_open, EVENTS);
	assert_int_equal(fake_events.event[0].attr.inherit, 0);
	next_second_is_true(1);
	remarks_nothing();
}

/* ---- many threads ---- */

TEST(of_more_threads_than_200_the_busiest_are_counted_alone)
{
	begin_threads(PID, 300);
	interval_begins();
	(void)add_process(PID, 300);
	for (int i = 0; i < 300; i++)
		(void)add_thread(PID, PID + i, i < 10 ? 97 : 0.1);
	see();
	look_at_process(MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, 10 * EVENTS);
	assert_int_equal(fake_events.event[0].attr.inherit, 0);
	interval_begins();
	(void)add_process(PID, 300);
	for (int i = 0; i < 300; i++)
		(void)add_thread(PID, PID + i, i < 10 ? 97 : 0.1);
	see();
	assert_int_equal(readings.threads, 300);
	assert_int_equal(readings.counted, 10);
	assert_true(fabs((double)readings.part - 970.0 / 999) < 0.001);
}

TEST(two_hundred_equal_threads_are_opened_in_slices)
{
	size_t most = 0, before = 0;

	begin_threads(PID, 200);
	fake_events.call_ns = 20000;	/* 0.1 ms for a thread */
	request_for(LIVE_PROCESS, PID, MEMORY_OPEN);
	for (int i = 0; i < 400 && fake_events.n_open < 200 * EVENTS; i++) {
		steps(MS);
		most = fake_events.n_open - before > most ? fake_events.n_open - before : most;
		before = fake_events.n_open;
	}
	assert_int_equal(fake_events.n_open, 200 * EVENTS);
	assert_in_range(most, 1, 60 * EVENTS);
	interval_of(200, 20 * MS);
	assert_int_equal(readings.counted, 200);
	assert_true(readings.own_percent > 0 || isnan(readings.own_percent));
}

TEST(when_descriptors_run_out_fewer_are_counted_and_that_is_said)
{
	fake_events.files = 7 * EVENTS + 2;
	look_at_threads(20, MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, 7 * EVENTS);
	interval_of(20, 100 * MS);
	assert_true(scaled(E1) > 0);
	assert_int_equal(readings.counted, 7);
	remarks("left out: too many open files");
}

/* ---- what is refused ---- */

TEST(without_permission_the_sentence_says_what_to_do)
{
	fake_events.refuse_pid = EACCES;
	fake_events.refused_pid = PID;
	look_at_threads(2, MEMORY_OPEN);
	interval_of(2, SECOND);
	assert_int_equal(readings.counted, 0);
	remarks("not permitted");
	remarks("CYC");
}

TEST(who_may_not_count_the_kernel_counts_user_mode)
{
	fake_events.refuse_kernel = EACCES;
	look_at_threads(1, MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, EVENTS);
	assert_int_equal(fake_events.event[0].attr.exclude_kernel, 1);
}

TEST(an_event_that_the_kernel_refuses_takes_only_its_nodes_away)
{
	static const int errnos[] = { EINVAL, ENOENT, EOPNOTSUPP };

	begin_threads(PID, 1);
	for (size_t i = 0; i < 3; i++) {
		open_counter("intel-spr", NULL, 0);
		fake_events.refused_config = 4;	/* of the third node */
		fake_events.refuse_config = errnos[i];
		look_at_process(MEMORY_OPEN);
		interval_of(1, SECOND);
		assert_true(scaled(E1) > 0);
		assert_true(isnan(scaled(E3)));
		remarks("1 node missing: the kernel refuses \"E4\"");
		under_test->ops->end(under_test);
	}
}

TEST(an_event_that_never_gets_a_counter_takes_only_its_nodes_away)
{
	fake_events.never_config = 4;
	fake_events.counters = 2;		/* one + two, three */
	look_at_threads(1, MEMORY_OPEN);
	for (int i = 0; i < 8; i++) {
		interval_of(1, SECOND);
		steps(600 * MS);
	}
	forget_truth();
	interval_of(1, SECOND);
	assert_true(fabs(scaled(E1) / fake_events.truth[1] - 1) < 0.02);
	assert_true(fabs(scaled(E2) / fake_events.truth[2] - 1) < 0.02);
	assert_true(isnan(scaled(E4)));
	remarks("no counter is free for \"E4\"");
}

TEST(another_errno_is_explained)
{
	fake_events.refuse_all = EBUSY;
	look_at_threads(1, MEMORY_OPEN);
	interval_of(1, SECOND);
	assert_int_equal(fake_events.n_open, 0);
	remarks("another program holds the counter");
}

TEST(cpus_that_may_not_be_counted_are_explained)
{
	fake_events.refuse_cpus = EACCES;
	interval_of_none();
	look_at(LIVE_MACHINE, 0, MEMORY_OPEN);
	interval_of_none();
	assert_int_equal(fake_events.n_open, 0);
	remarks("not permitted");
}

/* ---- cgroups ---- */

static void cgroup_interval(uint32_t threads)
{
	struct row *row;

	interval_begins();
	row = snapshot_add(counting_snapshot, ROW_CGROUP, 0);
	row->start_ns = 88;
	row->cgroup = snapshot_keep(counting_snapshot, "/a/b");
	add_process(PID, threads)->of_cgroup = 0;
	for (int i = 0; i < 3; i++)
		(void)add_thread(PID, PID + i, 1e9);
	see();
	steps(5 * MS);
}

static void look_at_cgroup(uint32_t threads)
{
	begin_threads(PID, 3);
	for (size_t i = 0; i < 3; i++)
		fake_events.task[i].in_cgroup = true;
	cgroup_interval(threads);
	request((struct tree_request){ .scope = LIVE_CGROUP, .start_ns = 88,
				       .open = { { MEMORY_OPEN } }, .latency = RETIRE_DEFAULT });
	steps(600 * MS);
}

TEST(a_cgroup_of_few_threads_is_counted_by_thread)
{
	look_at_cgroup(3);
	assert_int_equal(fake_events.n_open, 3 * EVENTS);
	assert_int_equal(fake_events.event[0].cpu, -1);
	assert_int_equal(fake_events.event[0].attr.inherit, 1);
	assert_int_equal(fake_events.event[0].attr.inherit_thread, 0);
}

TEST(a_cgroup_of_many_threads_is_counted_on_cpus_while_they_run_it)
{
	look_at_cgroup(1000);
	cgroup_interval(1000);
	steps(600 * MS);
	assert_int_equal(fake_events.n_open, FAKE_CPUS * EVENTS);
	assert_int_equal(fake_events.event[0].flags, PERF_FLAG_PID_CGROUP);
	assert_int_equal(fake_events.event[0].tid, FAKE_CGROUP_FD);
	begin_threads(300, 1);
	forget_truth();
	fake_events_run(300, 0, SECOND, false);	/* not of it */
	threads_run(3, SECOND);
	cgroup_interval(1000);
	counts_are_true(1e-6);
	assert_true(readings.cpus);
}

TEST(a_cgroup_that_may_not_be_counted_by_cpu_is_by_its_busiest_threads)
{
	fake_events.refuse_cgroup = EACCES;
	look_at_cgroup(1000);
	cgroup_interval(1000);
	steps(600 * MS);
	assert_int_equal(fake_events.n_open, 3 * EVENTS);
	assert_int_equal(fake_events.event[0].cpu, -1);
	cgroup_interval(1000);
	steps(600 * MS);
	assert_int_equal(fake_events.n_open, 3 * EVENTS);
}

/* ---- tasks that are watched, hybrids ---- */

TEST(where_tasks_are_counted_the_machine_is_these_tasks)
{
	begin_threads(PID, 2);
	(void)strcpy(counting_machine.watched, "your processes");
	counting_machine.user_only = counting_machine.without_guests = true;
	interval_begins();
	(void)add_process(PID, 2);
	see();
	look_at(LIVE_MACHINE, 0, MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, 2 * EVENTS);
	assert_int_equal(fake_events.event[0].cpu, -1);
	assert_true(fake_events.event[0].attr.exclude_kernel && fake_events.event[0].attr.exclude_guest);
	next_second_is_true(2);
}

/* adl: cpu_core is type 4, cpu_atom 8. */
static void run_on_types(uint64_t core_ns, uint64_t atom_ns)
{
	fake_events.cpu_type[0] = 4;
	fake_events.cpu_type[1] = 8;
	fake_events_run(PID, 0, core_ns, false);
	fake_events_run(PID, 1, atom_ns, false);
	fake_events.now_ns += SECOND;
	process_interval(1);
}

TEST(a_thread_of_a_hybrid_has_groups_of_both_types_and_each_counts_its_part)
{
	open_counter("intel-adl", &hybrid_family, 0);
	begin_threads(PID, 1);
	fake_events.counters = 2;		/* two groups of each type */
	request((struct tree_request){ .scope = LIVE_PROCESS, .id = PID, .latency = RETIRE_DEFAULT,
				       .open = { { MEMORY_OPEN }, { MEMORY_OPEN } } });
	steps(600 * MS);
	assert_int_equal(fake_events.n_open, 2 * 2 * 3);
	run_on_types(600 * MS, 200 * MS);
	assert_true(fabs(scaled_of(TYPE_CORE, E2) / (600e6 * 0.2) - 1) < 0.02);
	assert_true(fabs(scaled_of(TYPE_ATOM, E2) / (200e6 * 0.2) - 1) < 0.02);
	run_on_types(0, 800 * MS);
	assert_true(isnan(scaled_of(TYPE_CORE, E2)));
	assert_true(fabs(scaled_of(TYPE_ATOM, E2) / (800e6 * 0.2) - 1) < 0.02);
	remarks_nothing();
}

/* ---- counters that are free in windows ---- */

TEST(counters_that_a_source_leaves_in_windows_only_are_found)
{
	begin_threads(PID, 1);
	fake_events.counters = 1;
	fake_events.window_every = 11;
	fake_events.window_counters = 3;
	look_at_process(MEMORY_OPEN);
	fake_events.counters = 4;
	steps(200 * MS);
	interval_of(1, SECOND);
	assert_in_range(readings.groups, 1, 2);		/* not 4 */
	counts_are_true(0.02);
}

/* ---- the budget ---- */

TEST(above_the_budget_fewer_threads_are_counted_then_fewer_groups)
{
	open_counter("intel-spr", NULL, 0.25);	/* 1 % of a CPU, with four */
	look_at_threads(150, MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, 150 * EVENTS);
	fake_events.call_ns = 100000;		/* each read(2): 15 ms an interval */
	for (int i = 0; i < 12; i++) {
		steps(SECOND);
		interval_of(150, 20 * MS);
	}
	assert_in_range(fake_events.n_open, 1, 100 * EVENTS);
	remarks("for --budget");
}

const struct around_tests around_tests = {.setup = counting_setup, .teardown = counting_teardown};

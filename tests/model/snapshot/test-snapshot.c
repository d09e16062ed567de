/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From a draft to a finished snapshot: made rows, order, links, sums, look-ups. All counts are
 * whole numbers below 2^53, so sums are exact in any order. Random drafts: test-snapshot-random.c.
 */
#include "config.h"
#include "model/snapshot/snapshot.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/fixture_bare.h"
#include "tests/fixtures/test_main.h"

#define slots_of(each) fixture_level1(4 * (each), 0.25, 0.25, 0.25, 0.25)	/* of each class */

enum { INTERVAL = 1000000 };

/* Linux's usual numbers: first one CPU of each core, socket by socket, then their SMT siblings. */
static void set_machine(int sockets, int cores, int siblings)
{
	size_t n = 0;

	for (int sibling = 0; sibling < siblings; sibling++)
		for (int socket = 0; socket < sockets; socket++)
			for (int core = 0; core < cores; core++, n++)
				places[n] = (struct cpu_place){ .cpu = (int)n, .core = core,
								.socket = socket };
	machine.n_cpus = n;
}

static void begin(void)
{
	snapshot_clear(snapshot);
	snapshot->machine = &machine;
	snapshot->interval_ns = INTERVAL;
	for (size_t i = 0; i < machine.n_cpus; i++) {
		struct row *cpu = fixture_add(snapshot, ROW_CPU, places[i].cpu);

		cpu->numbers->counts = slots_of(10000.0 + (double)i);
		cpu->busy_ns = 3000 + i;
		snapshot_extra(snapshot, cpu)->idle_ns = 7000 + i;
		cpu->slices = 1 + i;
		snapshot_extra(snapshot, cpu)->idle_slots = 100 + (double)i;
		snapshot_extra(snapshot, cpu)->unaccounted_slots = 5;
	}
}

static struct row *add_process(int32_t pid, uint64_t start_ns)
{
	struct row *process = fixture_add(snapshot, ROW_PROCESS, pid);

	process->pid = pid;
	process->start_ns = start_ns;
	return process;
}

static struct row *add_thread(int32_t pid, int32_t tid, uint64_t start_ns, double slots)
{
	struct row *thread = fixture_add(snapshot, ROW_THREAD, tid);

	thread->pid = pid;
	thread->start_ns = start_ns;
	thread->numbers->counts = slots_of(slots);
	thread->busy_ns = (uint64_t)slots;
	thread->slices = 1;
	return thread;
}

static void finish(void)
{
	assert_int_equal(snapshot_finish(snapshot), 0);
}

const struct around_tests around_tests = {
	.setup = fixture_bare_setup,
	.teardown = fixture_bare_teardown,
};

static void finish_with(enum row_kind kind, size_t rows)
{
	finish();
	assert_int_equal(snapshot->table[kind].n, rows);
}

TEST(an_empty_draft_has_a_machine_row_and_nothing_else)
{
	size_t n = 1;

	begin();
	assert_null(snapshot_machine(snapshot));
	finish();
	assert_non_null(snapshot_machine(snapshot));
	assert_int_equal(snapshot_machine(snapshot)->parent, -1);
	assert_null(snapshot_children(snapshot, snapshot_machine(snapshot), &n));
	assert_int_equal(n, 0);
	for (int kind = ROW_SOCKET; kind < ROW_KINDS; kind++) {
		assert_int_equal(snapshot->table[kind].n, 0);
		assert_null(snapshot_find(snapshot, (enum row_kind)kind, 0));
	}
}

TEST(siblings_of_a_core_lie_together_though_their_numbers_do_not)
{
	const struct row *core, *cpus;
	size_t n;

	set_machine(1, 4, 2);	/* CPUs 0 and 4 are one core */
	begin();
	finish_with(ROW_CORE, 4);
	core = snapshot_find(snapshot, ROW_CORE, 0);
	cpus = snapshot_children(snapshot, core, &n);
	assert_int_equal(n, 2);
	assert_int_equal(core->threads, 2);
	assert_int_equal(cpus[0].id, 0);
	assert_int_equal(cpus[1].id, 4);
	assert_int_equal(core->busy_ns, 3000 + 3004);
	assert_int_equal(core->extra->idle_ns, 7000 + 7004);
	assert_true(core->numbers->counts.value[EV_BE_BOUND] == 20004);
}

TEST(equal_core_ids_of_two_sockets_are_two_cores)
{
	const struct row *sockets, *cores;
	size_t n;

	set_machine(2, 2, 1);
	begin();
	finish_with(ROW_CORE, 4);
	sockets = snapshot_children(snapshot, snapshot_machine(snapshot), &n);
	assert_int_equal(n, 2);
	for (int32_t socket = 0; socket < 2; socket++) {
		assert_int_equal(sockets[socket].id, socket);
		assert_int_equal(sockets[socket].threads, 2);
		cores = snapshot_children(snapshot, &sockets[socket], &n);
		assert_int_equal(n, 2);
		for (int32_t core = 0; core < 2; core++) {
			assert_int_equal(cores[core].id, core);
			assert_int_equal(cores[core].parent, socket);
			assert_int_equal(cores[core].busy_ns, 3000 + 2 * socket + core);
		}
	}
}

/* A damaged recording may have any number; UBSan is the judge. */
TEST(the_highest_number_of_a_node_is_sorted_last)
{
	set_machine(1, 2, 1);
	places[0].node = INT32_MAX;
	places[1].node = 0;
	begin();
	finish_with(ROW_NODE, 2);
	assert_int_equal(snapshot->table[ROW_NODE].rows[0].id, 0);
	assert_int_equal(snapshot->table[ROW_NODE].rows[1].id, INT32_MAX);
}

/* Two sockets of two nodes; the numbers of cores do not tell the node. */
TEST(nodes_sum_the_cores_of_a_socket_a_second_time)
{
	const struct row *nodes, *cores;
	size_t n, all = 0;

	set_machine(2, 4, 2);
	for (size_t i = 0; i < machine.n_cpus; i++)
		places[i].node = 2 * places[i].socket + places[i].core % 2;
	begin();
	finish_with(ROW_NODE, 4);
	for (int32_t socket = 0; socket < 2; socket++) {
		nodes = snapshot_nodes(snapshot, &snapshot->table[ROW_SOCKET].rows[socket], &n);
		assert_int_equal(n, 2);
		for (int32_t node = 0; node < 2; node++) {
			assert_int_equal(nodes[node].id, 2 * socket + node);
			assert_int_equal(nodes[node].parent, socket);
			assert_int_equal(nodes[node].threads, 4);
			cores = snapshot_children(snapshot, &nodes[node], &n);
			assert_int_equal(n, 2);
			assert_int_equal(cores[0].id, node);
			assert_int_equal(cores[1].id, node + 2);
			assert_true(nodes[node].busy_ns == cores[0].busy_ns + cores[1].busy_ns);
			all += n;
		}
	}
	assert_int_equal(all, snapshot->table[ROW_CORE].n);
	assert_ptr_equal(snapshot_find_same(snapshot, snapshot, &nodes[1]), &nodes[1]);
}

/*
 * One core in each socket: the last core of a socket and the first of the next have the same
 * number.
 */
TEST(one_core_in_each_socket_is_not_one_core)
{
	set_machine(3, 1, 2);
	begin();
	finish_with(ROW_CORE, 3);
	assert_int_equal(snapshot->table[ROW_SOCKET].n, 3);
	assert_int_equal(snapshot_machine(snapshot)->threads, 6);
}

TEST(a_process_is_the_sum_of_its_threads)
{
	const struct row *process, *threads;
	size_t n;

	begin();
	add_thread(20, 21, 5, 30000);
	add_process(20, 1);
	add_process(10, 1);
	add_thread(10, 10, 2, 100000);
	add_thread(20, 20, 1, 20000);
	finish();
	process = snapshot_find(snapshot, ROW_PROCESS, 20);
	assert_true(process->numbers->counts.value[EV_BE_BOUND] == 50000);
	assert_int_equal(process->busy_ns, 50000);
	assert_int_equal(process->slices, 2);
	assert_int_equal(process->numbers->values.quality[M_BACKEND_BOUND], Q_COUNTED);
	threads = snapshot_children(snapshot, process, &n);
	assert_int_equal(n, 2);
	assert_int_equal(threads[0].id, 20);
	assert_int_equal(threads[1].id, 21);
	assert_ptr_equal(&snapshot->table[ROW_PROCESS].rows[threads[1].parent], process);
}

/* pid 7 exited at 100 and was reused at 200: both ran in this interval. */
TEST(threads_of_a_reused_pid_go_to_the_process_of_their_time)
{
	const struct row *processes = NULL;

	begin();
	add_process(7, 200);
	add_thread(7, 7, 200, 4);
	add_thread(7, 8, 250, 8);
	add_process(9, 300);
	add_thread(7, 7, 50, 1);
	add_process(7, 50);
	add_thread(7, 6, 199, 2);
	finish();
	processes = snapshot->table[ROW_PROCESS].rows;
	assert_int_equal(snapshot->table[ROW_PROCESS].n, 3);
	assert_int_equal(processes[0].start_ns, 50);
	assert_int_equal(processes[0].busy_ns, 1 + 2);
	assert_int_equal(processes[1].start_ns, 200);
	assert_int_equal(processes[1].busy_ns, 4 + 8);
	assert_int_equal(processes[2].children, 0);
	assert_ptr_equal(snapshot_find(snapshot, ROW_PROCESS, 7), &processes[1]);
	assert_int_equal(snapshot_find(snapshot, ROW_THREAD, 7)->start_ns, 200);
}

TEST(a_thread_seen_before_its_process_still_belongs_to_it)
{
	begin();
	add_thread(7, 7, 10, 64);
	add_process(7, 20);
	finish_with(ROW_PROCESS, 1);
	assert_int_equal(snapshot->table[ROW_PROCESS].rows[0].busy_ns, 64);
	assert_int_equal(snapshot->table[ROW_PROCESS].rows[0].numbers->values.quality[M_BACKEND_BOUND], Q_LOW_SLOTS);
}

TEST(threads_without_a_process_get_one_by_the_first_ones_name)
{
	const struct row *process;

	begin();
	add_process(3, 1);
	add_process(70, 1);
	add_thread(42, 43, 9, 200)->name = snapshot_keep(snapshot, "worker");
	add_thread(42, 42, 8, 100)->name = snapshot_keep(snapshot, "leader");
	add_thread(99, 99, 8, 1);
	add_thread(2, 2, 8, 1);
	finish_with(ROW_PROCESS, 5);
	process = snapshot_find(snapshot, ROW_PROCESS, 42);
	assert_non_null(process);
	assert_string_equal(snapshot_text(snapshot, process->name), "leader");
	assert_int_equal(process->pid, 42);
	assert_int_equal(process->start_ns, 8);
	assert_int_equal(process->busy_ns, 300);
	assert_int_equal(process->children, 2);
	assert_int_equal(process->threads, 2);
	assert_non_null(snapshot_find(snapshot, ROW_PROCESS, 2));
	assert_non_null(snapshot_find(snapshot, ROW_PROCESS, 99));
}

TEST(finds_what_is_there_and_nothing_else)
{
	set_machine(1, 2, 1);
	begin();
	for (int32_t pid = 10; pid <= 50; pid += 10) {
		add_process(pid, 1);
		add_thread(pid, 1000 - pid, 1, 1);
	}
	finish();
	for (int32_t id = 0; id < 1100; id++) {
		bool process = id && id <= 50 && id % 10 == 0;
		bool thread = id >= 950 && id <= 990 && id % 10 == 0;

		assert_int_equal(!!snapshot_find(snapshot, ROW_PROCESS, id), process);
		assert_int_equal(!!snapshot_find(snapshot, ROW_THREAD, id), thread);
		assert_int_equal(!!snapshot_find(snapshot, ROW_CPU, id), id < 2);
		if (process)
			assert_int_equal(snapshot_find(snapshot, ROW_PROCESS, id)->id, id);
		if (thread)
			assert_int_equal(snapshot_find(snapshot, ROW_THREAD, id)->id, id);
	}
}

TEST(texts_survive_the_growth_of_their_memory)
{
	text_t at[3000];
	char text[32];

	for (int i = 0; i < 3000; i++) {
		(void)snprintf(text, sizeof(text), "task number %d", i);
		at[i] = snapshot_keep(snapshot, text);
		assert_int_not_equal(at[i], 0);
	}
	for (int i = 0; i < 3000; i++) {
		(void)snprintf(text, sizeof(text), "task number %d", i);
		assert_string_equal(snapshot_text(snapshot, at[i]), text);
	}
	assert_int_equal(snapshot_keep(snapshot, ""), 0);
	assert_string_equal(snapshot_text(snapshot, 0), "");
}

TEST(a_storm_of_tasks_does_not_keep_its_memory)
{
	set_machine(1, 2, 1);
	begin();
	for (int32_t tid = 1; tid <= 2000; tid++)
		add_thread(tid, tid, 1, 1);
	finish();
	assert_true(snapshot->table[ROW_THREAD].cap >= 2000);
	for (int round = 0; round < 2 * HIGH_WATER_INTERVALS; round++) {
		begin();
		add_thread(1, 1, 1, 1);
		finish();
	}
	assert_true(snapshot->table[ROW_THREAD].cap < 200);
	assert_true(snapshot->table[ROW_PROCESS].cap < 200);
	assert_int_equal(snapshot_find(snapshot, ROW_THREAD, 1)->pid, 1);
}

TEST(clear_forgets_everything)
{
	set_machine(1, 2, 1);
	begin();
	snapshot->seq = 5;
	snapshot->lost = 3;
	strcpy(snapshot->trouble, "gone");
	add_thread(1, 1, 1, 1)->name = snapshot_keep(snapshot, "x");
	finish();
	snapshot_clear(snapshot);
	assert_null(snapshot_machine(snapshot));
	assert_null(snapshot_find(snapshot, ROW_THREAD, 1));
	assert_null(snapshot_find(snapshot, ROW_PROCESS, 1));
	for (int kind = 0; kind < ROW_KINDS; kind++)
		assert_int_equal(snapshot->table[kind].n, 0);
	assert_int_equal(snapshot->n_texts, 1);
	assert_int_equal(snapshot->seq, 0);
	assert_int_equal(snapshot->lost, 0);
	assert_null(snapshot->machine);
	assert_string_equal(snapshot->trouble, "");
	add_thread(8, 8, 1, 1);	/* a new draft, without the old index */
	assert_null(snapshot_find(snapshot, ROW_THREAD, 1));
	assert_int_equal(snapshot->table[ROW_THREAD].rows[0].parent, -1);
	assert_int_equal(snapshot->table[ROW_THREAD].rows[0].name, 0);
}

/* A process of one thread that ran. */
static struct row *add_named(int32_t pid, const char *name, bool kernel)
{
	struct row *process = add_process(pid, 1);

	process->name = snapshot_keep(snapshot, name);
	process->kernel = kernel;
	process->threads = 1;
	(void)add_thread(pid, pid, 1, 100);
	return process;
}

TEST(processes_of_one_name_are_one_row)
{
	const struct row *row;

	begin();
	for (int32_t pid = 10; pid < 13; pid++)
		add_named(pid, pid < 12 ? "cc1" : "as", false)->exited = pid == 11;
	finish_with(ROW_NAME, 2);
	row = &snapshot->table[ROW_NAME].rows[snapshot_find(snapshot, ROW_PROCESS, 10)->of_name];
	assert_string_equal(snapshot_text(snapshot, row->name), "cc1");
	assert_int_equal(row->children, 2);
	assert_int_equal(row->threads, 2);
	assert_int_equal(row->busy_ns, 200);
	assert_int_equal(snapshot_find(snapshot, ROW_PROCESS, 11)->of_name,
			 snapshot_find(snapshot, ROW_PROCESS, 10)->of_name);
}

TEST(processes_without_a_known_name_are_one_row)
{
	begin();
	(void)add_named(10, ":10", false);
	(void)add_named(11, ":11", false);
	finish_with(ROW_NAME, 1);
	assert_string_equal(snapshot_text(snapshot, snapshot->table[ROW_NAME].rows[0].name), NAME_UNKNOWN);
}

TEST(a_name_is_of_the_kernel_if_all_its_processes_are)
{
	static const bool kernel[] = { true, true, false };

	begin();
	for (int32_t pid = 10; pid < 13; pid++)
		(void)add_named(pid, pid < 12 ? "kworker" : "sh", kernel[pid - 10]);
	finish();
	for (int32_t pid = 10; pid < 13; pid++)
		assert_int_equal(snapshot->table[ROW_NAME].rows[snapshot_find(snapshot, ROW_PROCESS,
									      pid)->of_name].kernel,
				 kernel[pid - 10]);
	begin();
	for (int32_t pid = 10; pid < 12; pid++)
		(void)add_named(pid, "udevd", pid == 10);
	finish();
	assert_false(snapshot->table[ROW_NAME].rows[0].kernel);
}

TEST(a_process_that_sleeps_alone_in_a_container_names_it)
{
	static const char *const cgroup[] = { "/lxc/web", "/lxc/web", "/lxc/db", "/system.slice" };
	static const char *const container[] = { "lxc:web", "lxc:web", "lxc:db", "" };
	const struct row *row;

	begin();
	for (int32_t pid = 10; pid < 14; pid++) {
		struct row *process = add_process(pid, 1);

		process->cgroup = snapshot_keep(snapshot, cgroup[pid - 10]);
		process->asleep = true;
	}
	finish_with(ROW_CGROUP, 0);
	for (int32_t pid = 10; pid < 14; pid++) {
		row = snapshot_find(snapshot, ROW_PROCESS, pid);
		assert_string_equal(snapshot_text(snapshot, row->container), container[pid - 10]);
	}
}

TEST(a_process_that_is_asleep_counts_in_no_group)
{
	struct row *row;

	begin();
	row = add_process(10, 1);
	row->user = snapshot_keep(snapshot, "ada");
	row->threads = 2;
	(void)add_thread(10, 10, 1, 100);
	row = add_process(5, 1);	/* before the one that ran */
	row->user = snapshot_keep(snapshot, "ada");
	row->asleep = true;
	row->threads = 3;
	row = add_process(20, 1);
	row->user = snapshot_keep(snapshot, "bob");
	row->asleep = true;
	finish_with(ROW_USER, 1);
	assert_int_equal(snapshot->table[ROW_USER].rows[0].children, 1);
	assert_int_equal(snapshot->table[ROW_USER].rows[0].threads, 2);
	assert_int_equal(snapshot_find(snapshot, ROW_PROCESS, 5)->of_user, 0);
	assert_int_equal(snapshot_find(snapshot, ROW_PROCESS, 20)->of_user, -1);
}

TEST(a_process_has_the_numbers_of_its_one_thread_but_is_not_extrapolated_if_that_was_never_read)
{
	const struct counts counts = slots_of(1000);

	begin();
	snapshot_add(snapshot, ROW_THREAD, 7)->pid = 7;
	row_set_nothing(&snapshot->table[ROW_THREAD].rows[0], true, false, true);
	snapshot_add(snapshot, ROW_THREAD, 8)->pid = 8;
	assert_true(snapshot_set_counts(snapshot, &snapshot->table[ROW_THREAD].rows[1], &counts));
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_true(snapshot_find(snapshot, ROW_PROCESS, 7)->numbers->counts.off);
	assert_false(snapshot_find(snapshot, ROW_PROCESS, 7)->numbers->counts.scaled);
	assert_ptr_equal(snapshot_find(snapshot, ROW_PROCESS, 8)->numbers, snapshot_find(snapshot, ROW_THREAD, 8)->numbers);
}

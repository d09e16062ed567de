/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Properties of every finished snapshot, tested with random drafts (the same ones on each run),
 * with a very large machine, and with one draft many times. Counts are whole numbers below 2^53, so
 * sums are exact in any order.
 */
#include "config.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/fixture_bare.h"
#include "tests/fixtures/test_main.h"

enum { DRAFTS = 300, TAGS = 1024, TEXTS = 9 };

static uint64_t random_state;

static int setup(void **state)
{
	random_state = 88172645463325252ULL;
	return fixture_bare_setup(state);
}

const struct around_tests around_tests = { .setup = setup, .teardown = fixture_bare_teardown };

/* Marsaglia's xorshift64; 0..n-1. */
static uint32_t below(uint32_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state >> 20) % n;
}

static void random_counts(struct row *row)
{
	for (int event = 0; event < EV_COUNT; event++)
		row->numbers->counts.value[event] = below(1000000);
	row->numbers->counts.present = (1U << EV_X0) - 1;
	row->numbers->counts.scaled = !below(20);
	row->busy_ns = below(1000000);
	row->slices = below(100);
}

static struct row *add(enum row_kind kind, int32_t id, int32_t pid, uint64_t start_ns)
{
	struct row *row = fixture_add(snapshot, kind, id);

	row->pid = pid;
	row->start_ns = start_ns;
	return row;
}

static void add_cpus(size_t n)
{
	machine.n_cpus = n;
	for (size_t i = 0; i < n; i++) {
		struct row *row;

		places[i] = (struct cpu_place){ .cpu = (int)(i + i / 3), .core = (int)below(40),
						.socket = (int)below(4) };
		row = add(ROW_CPU, places[i].cpu, 0, 0);
		random_counts(row);
		snapshot_extra(snapshot, row)->idle_ns = below(1000);
		snapshot_extra(snapshot, row)->idle_slots = below(1000);
		snapshot_extra(snapshot, row)->unaccounted_slots = below(1000);
	}
}

/* Here a thread's ppid is a tag: after finish each tag must occur once. */
static size_t random_draft(void)
{
	size_t n_threads = below(TAGS);
	text_t texts[TEXTS] = { 0 };	/* the first is "", not known */

	snapshot_clear(snapshot);
	snapshot->machine = &machine;
	snapshot->interval_ns = 1000000;
	add_cpus(1 + below(64));
	for (int i = 1; i < TEXTS; i++) {
		char text[64];

		(void)snprintf(text, sizeof(text), "/a.slice/unit%d.service", i);
		texts[i] = snapshot_keep(snapshot, text);
	}
	for (uint32_t i = below(200); i > 0; i--) {
		int32_t pid = 1 + (int32_t)below(150);

		struct row *row = add(ROW_PROCESS, pid, pid, below(1000));

		row->user = texts[below(5)];
		row->cgroup = texts[below(TEXTS)];
	}
	for (size_t tag = 0; tag < n_threads; tag++) {
		struct row *row = add(ROW_THREAD, 1 + (int32_t)below(2000), 1 + (int32_t)below(180), below(1000));

		random_counts(row);
		row->ppid = (int32_t)tag;
	}
	return n_threads;
}

static void assert_same_counts(const struct row *one, const struct row *two)
{
	const struct counts a = counts_copy(&one->numbers->counts), b = counts_copy(&two->numbers->counts);

	assert_memory_equal(a.value, b.value, sizeof(a.value));
	assert_int_equal(a.present, b.present);
	assert_int_equal(a.scaled, b.scaled);
}

/* The row is the sum of its children in all fields that are added. */
static void check_sum(const struct row *row)
{
	struct lone_row of_children = { .row.parent = -1 };
	struct row sum = *lone_row(&of_children);
	size_t n;
	const struct row *children = snapshot_children(snapshot, row, &n);

	for (size_t i = 0; i < n; i++) {
		counts_add(&sum.numbers->counts, &children[i].numbers->counts);
		sum.busy_ns += children[i].busy_ns;
		of_children.extra.idle_ns += children[i].extra->idle_ns;
		sum.slices += children[i].slices;
		of_children.extra.idle_slots += children[i].extra->idle_slots;
		of_children.extra.unaccounted_slots += children[i].extra->unaccounted_slots;
	}
	assert_same_counts(&sum, row);
	assert_int_equal(sum.busy_ns, row->busy_ns);
	assert_int_equal(sum.slices, row->slices);
	assert_memory_equal(&of_children.extra, row->extra, sizeof(*row->extra));
}

/* Every row of `kind` is the sum of its children, and each child has exactly this parent. */
static void check_children(enum row_kind kind, enum row_kind child_kind)
{
	const struct row_table *table = &snapshot->table[kind];
	size_t seen = 0;

	for (size_t i = 0; i < table->n; i++) {
		size_t n;
		const struct row *children = snapshot_children(snapshot, &table->rows[i], &n);

		check_sum(&table->rows[i]);
		assert_int_equal(n, table->rows[i].children);
		for (size_t child = 0; child < n; child++)
			assert_int_equal(children[child].parent, i);
		if (n)
			assert_ptr_equal(children, &snapshot->table[child_kind].rows[seen]);
		seen += n;
	}
	assert_int_equal(seen, snapshot->table[child_kind].n);
}

/*
 * The rule in its simplest form: the youngest process with this pid that is not younger, else the
 * oldest.
 */
static const struct row *process_of(const struct row *thread)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];
	const struct row *best = NULL;

	for (size_t i = 0; i < processes->n; i++) {
		const struct row *process = &processes->rows[i];

		if (process->id == thread->pid && (!best || process->start_ns <= thread->start_ns))
			best = process;
	}
	return best;
}

static void check_threads(size_t n_threads)
{
	const struct row_table *threads = &snapshot->table[ROW_THREAD];
	bool seen[TAGS] = { false };

	assert_int_equal(threads->n, n_threads);
	for (size_t i = 0; i < n_threads; i++) {
		const struct row *thread = &threads->rows[i], *before = thread - 1;
		const struct row *found = snapshot_find(snapshot, ROW_THREAD, thread->id);

		assert_false(seen[thread->ppid]);
		seen[thread->ppid] = true;
		assert_ptr_equal(process_of(thread), &snapshot->table[ROW_PROCESS].rows[thread->parent]);
		assert_int_equal(found->id, thread->id);
		assert_true(found->start_ns >= thread->start_ns);
		if (!i)
			continue;
		assert_true(before->pid <= thread->pid);
		if (before->pid == thread->pid)
			assert_true(before->start_ns <= thread->start_ns);
		if (before->pid == thread->pid && before->start_ns == thread->start_ns)
			assert_true(before->id <= thread->id);
	}
}

static void check_processes(void)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];

	for (size_t i = 0; i < processes->n; i++) {
		const struct row *process = &processes->rows[i];
		const struct row *found = snapshot_find(snapshot, ROW_PROCESS, process->id);

		assert_int_equal(found->id, process->id);
		assert_true(found->start_ns >= process->start_ns);
		if (i)
			assert_true(process[-1].id < process->id ||
				    (process[-1].id == process->id &&
				     process[-1].start_ns <= process->start_ns));
	}
}

/*
 * Each process is in exactly one group, that of its text, and the groups are the sums of their
 * processes.
 */
static void check_groups(enum row_kind kind)
{
	const struct row_table *groups = &snapshot->table[kind];
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];
	struct lone_row all = { .row.parent = -1 }, sum[TEXTS] = { { .row.parent = -1 } };

	assert_true(groups->n <= TEXTS);
	for (size_t i = 0; i < processes->n; i++) {
		const struct row *row = &processes->rows[i];
		int32_t at = kind == ROW_USER ? row->of_user : row->of_cgroup;
		const struct row *group = &groups->rows[at];

		assert_in_range(at, 0, groups->n - 1);
		assert_string_equal(
			snapshot_text(snapshot, kind == ROW_USER ? row->user : row->cgroup),
			snapshot_text(snapshot, kind == ROW_USER ? group->user : group->cgroup));
		counts_add(&lone_row(&sum[at])->numbers->counts, &row->numbers->counts);
		counts_add(&all.numbers.counts, &row->numbers->counts);
		sum[at].row.busy_ns += row->busy_ns;
		sum[at].row.slices += row->slices;
		sum[at].row.children++;
		sum[at].row.threads += row->threads;
	}
	for (size_t i = 0; i < groups->n; i++) {
		const struct row *group = &groups->rows[i];

		assert_same_counts(&sum[i].row, group);
		assert_int_equal(sum[i].row.busy_ns, group->busy_ns);
		assert_int_equal(sum[i].row.slices, group->slices);
		assert_int_equal(sum[i].row.children, group->children);
		assert_int_equal(sum[i].row.threads, group->threads);
		for (int event = 0; event < EV_COUNT; event++)
			all.numbers.counts.value[event] -= counts_copy(&group->numbers->counts).value[event];
		for (size_t other = 0; other < i; other++)
			assert_true(groups->rows[other].start_ns != group->start_ns);
	}
	for (int event = 0; event < EV_COUNT; event++)
		assert_true(all.numbers.counts.value[event] == 0);
}

static void check_cpus(void)
{
	const struct row_table *table = snapshot->table;

	assert_int_equal(table[ROW_MACHINE].n, 1);
	assert_int_equal(snapshot_machine(snapshot)->threads, machine.n_cpus);
	for (size_t i = 0; i < table[ROW_CPU].n; i++) {
		const struct row *cpu = &table[ROW_CPU].rows[i];
		const struct row *core = &table[ROW_CORE].rows[cpu->parent];
		const struct cpu_place *place = &places[machine_cpu_index(&machine, cpu->id)];

		assert_int_equal(core->id, place->core);
		assert_int_equal(table[ROW_SOCKET].rows[core->parent].id, place->socket);
		assert_ptr_equal(snapshot_find(snapshot, ROW_CPU, cpu->id), cpu);
		for (size_t other = 0; other < table[ROW_CORE].n; other++)
			assert_true(&table[ROW_CORE].rows[other] == core ||
				    table[ROW_CORE].rows[other].id != core->id ||
				    table[ROW_CORE].rows[other].parent != core->parent);
	}
}

TEST(every_level_is_the_sum_of_the_level_below)
{
	for (int draft = 0; draft < DRAFTS; draft++) {
		size_t n_threads = random_draft();

		assert_int_equal(snapshot_finish(snapshot), 0);
		check_children(ROW_MACHINE, ROW_SOCKET);
		check_children(ROW_SOCKET, ROW_CORE);
		check_children(ROW_CORE, ROW_CPU);
		check_children(ROW_PROCESS, ROW_THREAD);
		check_cpus();
		check_groups(ROW_USER);
		check_groups(ROW_CGROUP);
		check_processes();
		check_threads(n_threads);
	}
}

/* An algorithm of quadratic time would take minutes here. */
TEST(a_large_machine_with_many_tasks_can_be_finished)
{
	enum { PROCESSES = 50000, THREADS = 200000 };

	snapshot_clear(snapshot);
	snapshot->machine = &machine;
	snapshot->interval_ns = 1000000;
	add_cpus(BARE_CPUS);
	for (int32_t i = 0; i < PROCESSES; i++) {
		struct row *row = add(ROW_PROCESS, PROCESSES - i, PROCESSES - i, 1);
		char text[64];

		(void)snprintf(text, sizeof(text), "/pods/%d", i);
		row->cgroup = snapshot_keep(snapshot, text);
	}
	for (int32_t i = 0; i < THREADS; i++) {
		struct row *row = add(ROW_THREAD, 7 * i % THREADS, 1 + i % PROCESSES, below(1000));

		row->busy_ns = 3;
	}
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(snapshot->table[ROW_PROCESS].n, PROCESSES);
	assert_int_equal(snapshot->table[ROW_THREAD].n, THREADS);
	assert_int_equal(snapshot->table[ROW_CGROUP].n, PROCESSES);
	assert_int_equal(snapshot->table[ROW_USER].n, 1);
	for (int32_t id = 1; id <= PROCESSES; id++)
		assert_int_equal(snapshot_find(snapshot, ROW_PROCESS, id)->busy_ns, 12);
	for (int32_t id = 0; id < THREADS; id++)
		assert_int_equal(snapshot_find(snapshot, ROW_THREAD, id)->id, id);
}

/* The tables have not moved, so the collector allocates nothing in the steady state. */
TEST(the_same_draft_again_takes_no_more_memory)
{
	struct row_table before[ROW_KINDS];
	const char *texts = NULL;

	for (int draft = 0; draft < 8; draft++) {
		random_state = 88172645463325252ULL;
		(void)random_draft();
		for (int i = 0; i < 500; i++)
			(void)snapshot_keep(snapshot, "a text of some length");
		assert_int_equal(snapshot_finish(snapshot), 0);
		if (draft) {
			assert_ptr_equal(snapshot->texts, texts);
			for (int kind = 0; kind < ROW_KINDS; kind++) {
				assert_ptr_equal(snapshot->table[kind].rows, before[kind].rows);
				assert_int_equal(snapshot->table[kind].cap, before[kind].cap);
				assert_int_equal(snapshot->table[kind].n, before[kind].n);
			}
		}
		memcpy(before, snapshot->table, sizeof(before));
		texts = snapshot->texts;
	}
}

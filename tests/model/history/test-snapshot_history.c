/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Copies of snapshots, and the history of packed ones: what comes back is what went in, within its
 * bounds.
 */
#include "config.h"

#include "model/history/snapshot_history.h"
#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

static void assert_same_values(const struct values *a, const struct values *b)
{
	for (int m = 0; m < M_COUNT; m++) {
		assert_int_equal(a->quality[m], b->quality[m]);
		assert_true(fabs((double)(a->percent[m] - b->percent[m])) < 0.001);
	}
	assert_int_equal(a->ipc_quality, b->ipc_quality);
}

static void assert_same_row(const struct snapshot *s, const struct row *a,
			    const struct snapshot *t, const struct row *b)
{
	static const size_t texts[] = { offsetof(struct row, name), offsetof(struct row, command), offsetof(struct row, user),
					offsetof(struct row, cgroup), offsetof(struct row, container) };
#define FIELD(field) { offsetof(struct row, field), sizeof(a->field) }
	static const struct {
		size_t at, size;
	} fields[] = {
		FIELD(kind), FIELD(id), FIELD(parent), FIELD(first), FIELD(children), FIELD(pid), FIELD(ppid), FIELD(start_ns),
		FIELD(threads), FIELD(busy_ns), FIELD(slices), FIELD(exited), FIELD(born),
		FIELD(kernel), FIELD(class_error),
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		assert_memory_equal((const char *)a + fields[i].at, (const char *)b + fields[i].at, fields[i].size);
	assert_memory_equal(a->extra, b->extra, sizeof(*a->extra));
	assert_true(a->variance == b->variance && a->uncounted_ns == b->uncounted_ns);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_string_equal(snapshot_text(s, *(const text_t *)((const char *)a + texts[i])),
				    snapshot_text(t, *(const text_t *)((const char *)b + texts[i])));
	assert_true(a->numbers->counts.present == b->numbers->counts.present && a->numbers->counts.scaled == b->numbers->counts.scaled &&
		    a->numbers->counts.partial == b->numbers->counts.partial);
	assert_same_values(&a->numbers->values, &b->numbers->values);
}

static void assert_same(const struct snapshot *s, const struct snapshot *t)
{
	assert_int_equal(s->seq, t->seq);
	assert_true(s->time == t->time);
	assert_int_equal(s->interval_ns, t->interval_ns);
	assert_ptr_equal(s->machine, t->machine);
	assert_int_equal(s->lost, t->lost);
	assert_int_equal(s->tasks, t->tasks);
	assert_int_equal(s->tasks_ran, t->tasks_ran);
	assert_int_equal(s->tasks_exited, t->tasks_exited);
	assert_int_equal(s->recording.bytes, t->recording.bytes);
	assert_string_equal(s->recording.text, t->recording.text);
	assert_string_equal(s->doing, t->doing);
	assert_string_equal(s->trouble, t->trouble);
	assert_int_equal(s->regions.wanted, t->regions.wanted);
	assert_int_equal(s->regions.objects, t->regions.objects);
	assert_int_equal(s->regions.markers, t->regions.markers);
	assert_int_equal(s->regions.left_out, t->regions.left_out);
	assert_true(s->regions.watched == t->regions.watched);
	assert_string_equal(s->regions.remark, t->regions.remark);
	for (int kind = 0; kind < ROW_KINDS; kind++) {
		assert_int_equal(s->table[kind].n, t->table[kind].n);
		for (size_t i = 0; i < s->table[kind].n; i++)
			assert_same_row(s, &s->table[kind].rows[i], t, &t->table[kind].rows[i]);
	}
}

static struct snapshot *make(uint64_t seq)
{
	struct snapshot *s = fixture_draft(seq);

	snapshot_extra(s, &s->table[ROW_CPU].rows[0])->idle_slots = 1234;
	snapshot_extra(s, &s->table[ROW_CPU].rows[1])->unaccounted_slots = 77;
	s->table[ROW_PROCESS].rows[0].ppid = 1;
	s->lost = 5;
	s->recording.bytes = 12345678;
	(void)snprintf(s->recording.text, sizeof(s->recording.text), "x.data was begun");
	(void)snprintf(s->trouble, sizeof(s->trouble), "a sentence");
	s->regions = (struct region_state){ .wanted = true, .objects = 2, .markers = 24000,
					    .watched = 0.25, .left_out = 3,
					    .remark = "a sentence of regions" };
	(void)fixture_add_region(s, PID_MEMHOG, 2, "walk", 0.5, 12000);
	(void)fixture_add_region(s, PID_MEMHOG, 1, "parse", 0.25, 3);
	(void)fixture_add_region(s, PID_COMPUTE, 1, "parse", 1, 0);
	/* Estimates: the error of one is known. */
	for (size_t i = 1; i <= 2; i++) {
		s->table[ROW_THREAD].rows[i].numbers->counts.scaled = true;
		s->table[ROW_THREAD].rows[i].variance = i == 1 ? 1.5e15F : INFINITY;
		s->table[ROW_THREAD].rows[i].uncounted_ns = 4096;
		s->table[ROW_THREAD].rows[i].class_error[0] = s->table[ROW_PROCESS].rows[i].class_error[0] = 300;
	}
	/* A thread that moved from a CPU with level 2 to one without. */
	for (size_t i = 0; i < s->table[ROW_THREAD].n; i++)
		if (s->table[ROW_THREAD].rows[i].pid == PID_LEVEL1)
			counts_add(&s->table[ROW_THREAD].rows[0].numbers->counts,
				   &s->table[ROW_THREAD].rows[i].numbers->counts);
	assert_true(s->table[ROW_THREAD].rows[0].numbers->counts.partial);
	assert_int_equal(snapshot_finish(s), 0);
	return s;
}

TEST(a_copy_is_the_same_and_stands_alone)
{
	OWNED(snapshot) *s = make(1), *expected = make(1), *copy = snapshot_new();
	const struct row *thread;

	assert_int_equal(snapshot_copy(copy, s), 0);
	snapshot_clear(s);	/* the collector takes it back */
	(void)snapshot_keep(s, "overwritten");
	assert_same(expected, copy);
	thread = snapshot_find(copy, ROW_THREAD, PID_MEMHOG + 2);
	assert_non_null(thread);
	assert_string_equal(snapshot_text(copy, thread->name), "walker-2");
	assert_ptr_equal(thread,
			 snapshot_find_same(copy, expected,
					    snapshot_find(expected, ROW_THREAD, PID_MEMHOG + 2)));
	assert_int_equal(snapshot_copy(copy, s), 0);	/* an empty one over a full one */
	assert_null(snapshot_find(copy, ROW_THREAD, PID_MEMHOG));
	assert_null(snapshot_machine(copy));
}

TEST(the_same_row_is_found_by_its_start_and_its_socket)
{
	OWNED(snapshot) *s = make(1), *t = fixture_draft(2);

	t->table[ROW_PROCESS].rows[0].start_ns++;	/* another task with this pid */
	fixture_add_process(t, PID_COMPUTE, "before", 0.1, (double[]){ 25, 25, 25, 25 }, 0.5) ->start_ns = 5;
	assert_int_equal(snapshot_finish(t), 0);
	assert_null(snapshot_find_same(t, s, snapshot_find(s, ROW_PROCESS, PID_MEMHOG)));
	for (int kind = 0; kind < ROW_KINDS; kind++)
		for (size_t i = 0; i < s->table[kind].n; i++) {
			const struct row *row = &s->table[kind].rows[i];
			const struct row *same = snapshot_find_same(t, s, row);

			if ((kind == ROW_PROCESS && row->id == PID_MEMHOG) || kind == ROW_REGION)
				continue;
			assert_non_null(same);
			assert_int_equal(same->id, row->id);
			assert_int_equal(same->start_ns, row->start_ns);
		}
}

TEST(what_was_packed_comes_back)
{
	OWNED(snapshot_history) *history = snapshot_history_new(10, 5, 1 << 20);
	OWNED(snapshot) *s = make(1), *back = snapshot_new();

	assert_int_equal(snapshot_history_add(history, s), 0);
	assert_int_equal(snapshot_history_add(history, s), 0);		/* the same one again is
									 * ignored */
	assert_int_equal(snapshot_history_length(history), 1);
	for (int round = 0; round < 2; round++) {
		assert_int_equal(snapshot_history_restore(history, 0, back), 0);
		assert_same(s, back);
		assert_non_null(snapshot_find(back, ROW_THREAD, PID_MEMHOG + 3));
	}
}

/* Two nodes of a process are opened; a third one is of an older interval. */
static void open_nodes(struct opened *opened)
{
	opened->serial = 7;
	opened->scope = LIVE_PROCESS;
	opened->id = PID_MEMHOG;
	opened->start_ns = 99;
	opened->open[TYPE_CORE][1] = 1ULL << 40;
	opened->n = 2;
	opened->groups = 3;
	opened->threads = 340;
	opened->counted = 12;
	opened->part = 0.97F;
	opened->own_percent = 0.5F;
	(void)snprintf(opened->remark, sizeof(opened->remark), "a sentence");
	opened->node[0] = (struct opened_node){ .quality = Q_SCALED, .node = 17, .percent = 44,
						.running = 33, .latency_samples = 4 };
	opened->node[1] = (struct opened_node){ .quality = Q_MISSING, .node = 19, .over = true, .at_once = true };
	opened->node[2] = (struct opened_node){ .quality = Q_COUNTED, .node = 20 };
}

TEST(opened_nodes_come_back_and_nothing_of_an_older_interval)
{
	OWNED(snapshot_history) *history = snapshot_history_new(10, 5, 1 << 20);
	OWNED(snapshot) *s = make(1), *none = make(2), *back = snapshot_new();

	open_nodes(&s->opened);
	assert_int_equal(snapshot_history_add(history, s), 0);
	assert_int_equal(snapshot_history_add(history, none), 0);
	assert_int_equal(snapshot_history_restore(history, 0, back), 0);
	assert_same(s, back);
	assert_memory_equal(&s->opened, &back->opened, offsetof(struct opened, remark));
	assert_string_equal(back->opened.remark, "a sentence");
	assert_memory_equal(s->opened.node, back->opened.node, 2 * sizeof(s->opened.node[0]));
	assert_ptr_equal(opened_find(&back->opened, TYPE_CORE, 19), &back->opened.node[1]);
	assert_null(opened_find(&back->opened, TYPE_CORE, 20));
	assert_int_equal(back->opened.node[2].node, 0);
	assert_int_equal(snapshot_history_restore(history, 1, back), 0);
	assert_int_equal(back->opened.scope, LIVE_NOTHING);
	assert_int_equal(back->opened.n, 0);
	assert_string_equal(back->opened.remark, "");
}

/* The bytes of an interval in which so many nodes are opened. */
static size_t bytes_of_opened(uint16_t n)
{
	OWNED(snapshot_history) *history = snapshot_history_new(10, 5, 1 << 20);
	OWNED(snapshot) *s = make(1);
	size_t bytes;

	s->opened.scope = n ? LIVE_PROCESS : LIVE_NOTHING;
	s->opened.n = n;
	assert_int_equal(snapshot_history_add(history, s), 0);
	bytes = snapshot_history_bytes(history);
	return bytes;
}

TEST(only_opened_nodes_take_memory)
{
	/* memory is taken in steps of 1 kB */
	const size_t none = bytes_of_opened(0), each = sizeof(struct opened_node);

	assert_true(bytes_of_opened(1) <= none + 1024);
	assert_true(bytes_of_opened(100) <= none + 100 * each + 2048);
	assert_true(bytes_of_opened(OPENED_MAX) >= none + OPENED_MAX * each - 1024);
}

TEST(opened_nodes_are_copied)
{
	OWNED(snapshot) *s = make(1), *none = make(2), *copy = snapshot_new();

	open_nodes(&s->opened);
	assert_int_equal(snapshot_copy(copy, s), 0);
	assert_memory_equal(&s->opened, &copy->opened, sizeof(s->opened));
	assert_int_equal(snapshot_copy(copy, none), 0);
	assert_int_equal(copy->opened.scope, LIVE_NOTHING);
	open_nodes(&copy->opened);
	snapshot_clear(copy);
	assert_int_equal(copy->opened.scope, LIVE_NOTHING);
	assert_int_equal(copy->opened.n, 0);
}

/* Whole numbers are exact where a float's 24 bits do not suffice; others are rounded to 24 bits. */
static void assert_same_count(double count, double back)
{
	if (count < 1e10 && fmod(count, 1) <= 0)
		assert_true(count == back);
	else
		assert_true(fabs(back - count) <= count * 0x1p-24);
}

/* Numbers take as many bytes as they need; no text of an earlier snapshot remains. */
TEST(no_number_is_too_large)
{
	static const uint64_t numbers[] = { 0,	   127,	       128,	   16383,
					    16384, UINT32_MAX, 1ULL << 56, UINT64_MAX / 8 };
	OWNED(snapshot_history) *history = snapshot_history_new(10, 5, 1 << 20);
	OWNED(snapshot) *back = snapshot_new();

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		struct snapshot *s = fixture_draft(i + 1);

		for (int kind = ROW_CPU; kind <= ROW_THREAD; kind++) {
			struct row *row = &s->table[kind].rows[0];

			if (kind == ROW_PROCESS)
				continue;
			row->busy_ns = numbers[i];
			row->slices = numbers[i] / 3;
			snapshot_extra(s, row)->idle_ns = kind == ROW_CPU ? numbers[i] / 2 : 0;
			row->numbers->counts.value[EV_INSTRUCTIONS] = (double)numbers[i] / 2;
		}
		assert_int_equal(snapshot_finish(s), 0);
		(void)snprintf(back->trouble, sizeof(back->trouble), "an older one");
		assert_int_equal(snapshot_history_add(history, s), 0);
		assert_int_equal(snapshot_history_restore(history, snapshot_history_length(history) - 1, back), 0);
		assert_same(s, back);
		assert_same_count((double)numbers[i] / 2, back->table[ROW_CPU].rows[0].numbers->counts.value[EV_INSTRUCTIONS]);
		snapshot_free(s);
	}
}

/* The bytes of the history when this thread has this name. */
static size_t bytes_with(const char *name)
{
	OWNED(snapshot_history) *history = snapshot_history_new(10, 5, 1 << 20);
	OWNED(snapshot) *s = fixture_draft(1), *back = snapshot_new();
	struct row *process, *thread;
	size_t bytes;

	process = fixture_add_process(s, 7000, "alone", 0.1, (double[]){ 25, 25, 25, 25 }, 0.5);
	process->pid = process->id;
	thread = &s->table[ROW_THREAD].rows[s->table[ROW_THREAD].n - 1];
	thread->ppid = process->ppid;
	thread->kernel = process->kernel = true;
	thread->name = snapshot_keep(s, name);
	assert_int_equal(snapshot_finish(s), 0);
	assert_int_equal(snapshot_history_add(history, s), 0);
	bytes = snapshot_history_bytes(history);
	assert_int_equal(snapshot_history_restore(history, 0, back), 0);
	assert_same(s, back);
	return bytes;
}

TEST(a_first_thread_shares_the_task_of_its_process)
{
	assert_true(bytes_with("alone") + 100 < bytes_with("other"));
}

TEST(a_failed_interval_is_ignored)
{
	OWNED(snapshot_history) *history = snapshot_history_new(10, 5, 1 << 20);
	OWNED(snapshot) *empty = snapshot_new();

	empty->seq = 1;
	assert_int_equal(snapshot_history_add(history, empty), 0);
	assert_int_equal(snapshot_history_length(history), 0);
}

static void add_many(struct snapshot_history *history, uint64_t n)
{
	OWNED(snapshot) *s = make(1);

	for (uint64_t seq = 1; seq <= n; seq++) {
		s->seq = seq;
		assert_int_equal(snapshot_history_add(history, s), 0);
	}
}

TEST(recent_intervals_are_complete_and_old_ones_thinned)
{
	OWNED(snapshot_history) *history = snapshot_history_new(100, 60, (size_t)64 << 20);
	uint64_t hole = 0, before = UINT64_MAX;

	add_many(history, 5000);
	assert_int_equal(snapshot_history_length(history), 100);
	assert_int_equal(snapshot_history_seq(history, 0), 1);		/* the first one is kept */
	for (size_t i = 0; i < 60; i++)
		assert_int_equal(snapshot_history_seq(history, 99 - i), 5000 - i);
	for (size_t i = 0; i < 40; i++) {
		hole = snapshot_history_seq(history, i + 1) - snapshot_history_seq(history, i);
		assert_true(hole <= (5001 - snapshot_history_seq(history, i)) / 4);	/* in
											 * proportion
											 * to the
											 * age */
	}
	assert_true(hole <= 16);
	for (size_t i = 0; i < 100; i++) {
		assert_int_equal(snapshot_history_find(history, snapshot_history_seq(history, i)), i);
		assert_true(before == UINT64_MAX || snapshot_history_seq(history, i) > before);
		before = snapshot_history_seq(history, i);
	}
	assert_int_equal(snapshot_history_find(history, 0), 0);
	assert_int_equal(snapshot_history_find(history, 9999), 99);
}

TEST(the_memory_is_bounded)
{
	enum { BYTES = 50000 };
	OWNED(snapshot_history) *history = snapshot_history_new(1000, 600, BYTES);
	OWNED(snapshot) *back = snapshot_new();

	for (uint64_t n = 1; n <= 300; n++) {
		struct snapshot *s = fixture_draft(n);
		char name[32];

		(void)snprintf(name, sizeof(name), "unique-%llu", (unsigned long long)n);
		(void)fixture_add_process(s, 6000 + (int32_t)n, name, 0.1, (double[]){ 25, 25, 25, 25 }, 0.5);
		assert_int_equal(snapshot_finish(s), 0);
		assert_int_equal(snapshot_history_add(history, s), 0);
		assert_true(snapshot_history_bytes(history) <= BYTES);
		snapshot_free(s);
	}
	assert_in_range(snapshot_history_length(history), 10, 60);
	assert_int_equal(snapshot_history_seq(history, 0), 1);
	assert_int_equal(snapshot_history_seq(history, snapshot_history_length(history) - 1), 300);
	assert_int_equal(snapshot_history_restore(history, snapshot_history_length(history) / 2, back), 0);
	assert_int_equal(back->seq, snapshot_history_seq(history, snapshot_history_length(history) / 2));
}

TEST(one_that_is_too_large_is_kept_alone)
{
	OWNED(snapshot_history) *history = snapshot_history_new(1000, 600, 1);

	add_many(history, 3);
	assert_int_equal(snapshot_history_length(history), 1);
	assert_int_equal(snapshot_history_seq(history, 0), 3);
}

TEST(a_process_that_is_asleep_is_so_when_it_comes_back)
{
	OWNED(snapshot_history) *history = snapshot_history_new(10, 5, 1 << 20);
	OWNED(snapshot) *s = fixture_draft(1), *back = snapshot_new();
	struct row *row = fixture_add(s, ROW_PROCESS, 77);

	row->pid = 77;
	row->asleep = row->watched = true;
	row->threads = 3;
	assert_int_equal(snapshot_finish(s), 0);
	assert_int_equal(snapshot_history_add(history, s), 0);
	assert_int_equal(snapshot_history_restore(history, 0, back), 0);
	assert_true(snapshot_find(back, ROW_PROCESS, 77)->asleep);
	assert_true(snapshot_find(back, ROW_PROCESS, 77)->watched);
	assert_int_equal(snapshot_find(back, ROW_PROCESS, 77)->threads, 3);
	assert_false(snapshot_find(back, ROW_PROCESS, PID_MEMHOG)->asleep);
}

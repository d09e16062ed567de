/* SPDX-License-Identifier: GPL-2.0-only */
/* Counters that never go back: what is added to which, in single intervals. */
#include "config.h"
#include "model/totals/totals.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/fixture_interval.h"
#include "tests/fixtures/test_main.h"

#define SECOND 1000000000ULL

static const double mem[4] = { 10, 5, 15, 70 }, ret[4] = { 70, 10, 10, 10 };
static struct totals *totals;
static const struct totals_view *view;	/* the newest */

static void count_by(enum totals_by by)
{
	totals_free(totals);
	totals = totals_new(by, -1);
	assert_non_null(totals);
}

SETUP
{
	count_by(TOTALS_BY_CGROUP);
}

TEARDOWN
{
	totals_free(totals);
	totals = NULL;
	interval_done();
}

static void task(int cpu, int32_t pid, const char *cgroup, double slots, const double split[4])
{
	const struct counts counts = interval_counts(slots, split);

	interval_task(cpu, pid, "task", cgroup, SECOND / 2, &counts);
}

static void add_snapshot(const struct snapshot *snapshot)
{
	totals_add(totals, snapshot);
	view = totals_latest(totals, NULL);
}

static void add(void)
{
	add_snapshot(interval_finish());
}

/* NULL: there is none. */
static const struct total *find_series(const char *label)
{
	for (size_t i = 0; i < view->n_top; i++)
		if (!strcmp(view->top[i].label, label))
			return &view->top[i].total;
	return NULL;
}

static const struct total *series(const char *label)
{
	if (!find_series(label))
		fail_msg("no series of %s", label);
	return find_series(label);
}

TEST(there_is_no_view_before_the_first_interval)
{
	bool fresh = true;

	assert_null(totals_latest(totals, &fresh));
	assert_false(fresh);
}

TEST(machine_is_idle_and_unaccounted_and_all_labels)
{
	const struct counts idle = interval_counts(1e6, mem), lost = interval_counts(3e6, ret);
	double sum;

	(void)interval_begin(SECOND);
	task(0, 10, "/system.slice/a.service", 6e9, mem);
	task(3, 11, "/system.slice/b.service", 3e9, ret);
	interval_idle(1, SECOND, &idle);
	interval_unaccounted(2, SECOND / 100, &lost);
	add();
	assert_int_equal(view->intervals, 1);
	interval_near(interval_slots_of(&view->all.total), 6e9 + 3e9 + 1e6 + 3e6);
	sum = view->all.idle_slots + view->all.unaccounted_slots + interval_slots_of(&view->other);
	for (size_t i = 0; i < view->n_top; i++)
		sum += interval_slots_of(&view->top[i].total);
	interval_near(sum, interval_slots_of(&view->all.total));
	interval_near(interval_slots_of(series("a.service")), 6e9);
	interval_near(interval_slots_of(series("b.service")), 3e9);
}

/* Begins an interval of one task in each of n cgroups "/c<first>" to "/c<first + n - 1>", on CPU 0. */
static void begin_cgroups(uint64_t ns, int first, int n, double slots)
{
	const struct counts counts = interval_counts(slots, mem);

	(void)interval_begin(ns);
	for (int i = first; i < first + n; i++) {
		char path[32];

		(void)snprintf(path, sizeof(path), "/c%d", i);
		interval_task(0, 100 + i, "task", path, SECOND / 100, &counts);
	}
}

static void add_cgroups(uint64_t ns, int first, int n, double slots)
{
	begin_cgroups(ns, first, n, slots);
	add();
}

TEST(the_first_interval_is_counted_to_its_labels)
{
	add_cgroups(SECOND, 0, 2, 1e8);
	interval_near(interval_slots_of(series("c1")), 1e8);
	assert_true(interval_slots_of(&view->other) <= 0);
}

TEST(a_label_that_comes_later_begins_at_0_with_the_next_interval)
{
	add_cgroups(SECOND, 0, 1, 1e8);
	add_cgroups(SECOND, 1, 1, 1e8);
	assert_true(interval_slots_of(series("c1")) <= 0);
	interval_near(interval_slots_of(&view->other), 1e8);
	add_cgroups(SECOND, 1, 1, 1e8);
	interval_near(interval_slots_of(series("c1")), 1e8);
	interval_near(interval_slots_of(&view->other), 1e8);
}

TEST(labels_beyond_the_top_are_others)
{
	add_cgroups(SECOND, 0, TOTALS_TOP + 10, 1e8);
	assert_int_equal(view->n_top, TOTALS_TOP);
	interval_near(interval_slots_of(&view->other), 10e8);
}

TEST(a_label_that_is_a_little_heavier_than_one_of_the_top_stays_outside)
{
	const struct counts more = interval_counts(1.2e8, mem);
	add_cgroups(SECOND, 0, TOTALS_TOP, 1e8);
	for (int i = 0; i < 20; i++) {
		begin_cgroups(SECOND, 0, TOTALS_TOP, 1e8);
		interval_task(1, 99, "task", "/new", SECOND / 10, &more);
		add();
	}
	assert_null(find_series("new"));
}

TEST(a_label_that_is_much_heavier_takes_the_place_of_the_lightest)
{
	add_cgroups(SECOND, 0, TOTALS_TOP, 1e8);
	add_cgroups(SECOND, 0, TOTALS_TOP - 1, 1e8);	/* c49 is the lightest */
	add_cgroups(SECOND, 100, 1, 9e8);
	assert_non_null(find_series("c49"));	/* with its last interval */
	add_cgroups(SECOND, 100, 1, 9e8);
	assert_int_equal(view->n_top, TOTALS_TOP);
	assert_non_null(find_series("c100"));
	assert_null(find_series("c49"));
	assert_string_equal(view->top[TOTALS_TOP - 1].label, "c100");
}

TEST(a_label_that_returns_goes_on_where_it_left)
{
	add_cgroups(SECOND, 0, TOTALS_TOP, 1e8);
	add_cgroups(SECOND, 0, TOTALS_TOP - 1, 1e8);
	for (int i = 0; i < 2; i++)
		add_cgroups(SECOND, 100, 1, 9e8);
	assert_null(find_series("c49"));
	for (int i = 0; i < 2; i++)
		add_cgroups(SECOND, 49, 1, 50e8);
	interval_near(interval_slots_of(series("c49")), 1e8);
	add_cgroups(SECOND, 49, 1, 1e8);
	interval_near(interval_slots_of(series("c49")), 2e8);
}

TEST(a_label_without_slots_for_five_minutes_leaves)
{
	add_cgroups(SECOND, 0, 2, 1e8);
	for (int i = 0; i < 299; i++)
		add_cgroups(SECOND, 1, 1, 1e8);
	assert_non_null(find_series("c0"));
	for (int i = 0; i < 2; i++)
		add_cgroups(SECOND, 1, 1, 1e8);
	assert_null(find_series("c0"));
	assert_non_null(find_series("c1"));
	assert_int_equal(view->labels, 2);
}

/* Intervals are so long that all labels of the top are new. */
TEST(a_label_of_more_than_are_kept_is_forgotten_and_returns_from_0)
{
	const int rounds = TOTALS_LABELS / TOTALS_TOP + 2;

	for (int i = 0; i < 3 * rounds; i++)	/* others leave, they enter, have slots */
		add_cgroups(600 * SECOND, i / 3 * TOTALS_TOP, TOTALS_TOP, 1e9);
	assert_int_equal(view->labels, TOTALS_LABELS);
	assert_int_equal(view->forgotten, rounds * TOTALS_TOP - TOTALS_LABELS);
	for (int i = 0; i < 3; i++)
		add_cgroups(600 * SECOND, 7, 1, 1e9);
	interval_near(interval_slots_of(series("c7")), 1e9);
	assert_int_equal(view->forgotten, rounds * TOTALS_TOP - TOTALS_LABELS + 1);
}

TEST(old_slots_weigh_half_after_a_minute)
{
	add_cgroups(SECOND, 0, TOTALS_TOP, 1e9);
	add_cgroups(120 * SECOND, 0, TOTALS_TOP - 1, 4e9);
	/* c49 has a fourth of 1e9 left, so 3e8 is less than 1.5 times as much, 4e8 is more */
	for (int i = 0; i < 2; i++)
		add_cgroups(1, 100, 1, i ? 1 : 3e8);
	assert_null(find_series("c100"));
	for (int i = 0; i < 2; i++)
		add_cgroups(1, 101, 1, i ? 1 : 4e8);
	assert_non_null(find_series("c101"));
	assert_null(find_series("c49"));
}

TEST(a_cgroup_called_other_is_one_of_the_others)
{
	(void)interval_begin(SECOND);
	task(0, 10, "/other", 1e8, mem);
	add();
	assert_int_equal(view->n_top, 0);
	interval_near(interval_slots_of(&view->other), 1e8);
}

TEST(a_region_called_other_is_one_of_the_others)
{
	const struct durations once = { .of = { [3] = { .entries = 1, .ns = 9000 } } };
	struct snapshot *draft = interval_begin(SECOND);
	char name[16] = TOTALS_OTHER;

	for (int i = 0; i < TOTALS_REGIONS + 5; i++) {
		struct row *row = fixture_add(draft, ROW_REGION, i + 1);

		row->name = snapshot_keep(draft, name);
		assert_true(snapshot_put_durations(draft, row, &once));
		(void)snprintf(name, sizeof(name), "r%d", i);
	}
	add();
	assert_int_equal(view->n_regions, TOTALS_REGIONS);
	assert_int_equal(view->regions[0].entries[3], 1 + 5);
}

TEST(by_path_labels_are_whole_paths_and_none_is_unknown)
{
	count_by(TOTALS_BY_PATH);
	(void)interval_begin(SECOND);
	task(0, 10, "/system.slice/a.service", 1e8, mem);
	task(0, 11, "", 2e8, mem);
	add();
	interval_near(interval_slots_of(series("/system.slice/a.service")), 1e8);
	interval_near(interval_slots_of(series("(unknown)")), 2e8);
}

TEST(by_command_labels_are_names_and_never_pids)
{
	const struct counts counts = interval_counts(1e8, mem);
	count_by(TOTALS_BY_COMMAND);
	(void)interval_begin(SECOND);
	interval_task(0, 10, "make", "/a", SECOND / 10, &counts);
	interval_task(0, 11, "make", "/b", SECOND / 10, &counts);
	interval_task(0, 12, ":12", "/b", SECOND / 10, &counts);
	interval_task(0, 13, ":13", "/b", SECOND / 10, &counts);
	add();
	assert_int_equal(view->by, TOTALS_BY_COMMAND);
	assert_int_equal(view->n_top, 2);
	interval_near(interval_slots_of(series("make")), 2e8);
	interval_near(interval_slots_of(series("(unknown)")), 2e8);
}

TEST(cgroups_with_one_readable_name_are_one_label)
{
	(void)interval_begin(SECOND);
	task(0, 10, "/system.slice/a.service", 1e8, mem);
	task(0, 11, "/other.slice/a.service", 2e8, mem);
	add();
	assert_int_equal(view->n_top, 1);
	interval_near(interval_slots_of(series("a.service")), 3e8);
}

TEST(sockets_add_up_to_the_machine)
{
	const struct counts idle = interval_counts(1e6, ret);
	for (int i = 0; i < 2; i++) {
		(void)interval_begin(SECOND);
		task(0, 10, "/a", 6e9, mem);
		task(2, 11, "/b", 3e9, ret);
		interval_idle(3, SECOND, &idle);
		add();
	}
	assert_int_equal(view->n_sockets, 2);
	assert_int_equal(view->sockets[1].id, 1);
	interval_near(interval_slots_of(&view->sockets[0].total), 12e9);
	interval_near(interval_slots_of(&view->sockets[1].total), 6e9 + 2e6);
	interval_near(view->sockets[1].idle_slots, 2e6);
	interval_near(view->sockets[1].idle_ns, 2e9);
	for (enum metric_id m = 0; m < M_COUNT; m++)	/* shares are floats */
		assert_true(fabs(view->all.total.slots[m] - view->sockets[0].total.slots[m] -
				 view->sockets[1].total.slots[m]) < 18e9 * 1e-7);
}

TEST(watched_tasks_are_the_machine)
{
	(void)snprintf(interval_machine.watched, sizeof(interval_machine.watched), "pid 10");
	(void)interval_begin(SECOND);
	task(0, 10, "/a", 6e9, mem);
	add();
	interval_machine.watched[0] = '\0';
	interval_near(interval_slots_of(&view->all.total), 6e9);
	interval_near(interval_slots_of(series("a")), 6e9);
	assert_int_equal(view->n_sockets, 0);
	assert_true(interval_slots_of(&view->other) <= 0);
}

TEST(slots_that_are_in_no_row_are_of_the_others)
{
	const struct snapshot *snapshot;
	(void)interval_begin(SECOND);
	task(0, 10, "/a", 6e9, mem);
	task(0, 11, "/b", 1e9, mem);
	snapshot = interval_finish();
	snapshot->table[ROW_CGROUP].rows[0].numbers->counts.present = 0;
	snapshot->table[ROW_CGROUP].rows[1].numbers->counts.present = 0;
	add_snapshot(snapshot);
	interval_near(view->other.undivided[0], 7e9);
	interval_near(view->other.undivided[1], 7e9);
}

TEST(a_row_whose_slots_are_no_number_does_not_spoil_the_others)
{
	struct snapshot *draft;

	add_cgroups(SECOND, 0, 1, 1e8);
	draft = interval_begin(SECOND);
	task(0, 10, "/a", 1e8, mem);
	task(0, 11, "/b", 1e8, mem);
	(void)interval_finish();
	draft->table[ROW_CGROUP].rows[1].numbers->counts.value[EV_SLOTS] = (double)NAN;
	add_snapshot(draft);
	interval_near(view->other.undivided[0], 1e8);
	interval_near(interval_slots_of(&view->other), 2e8);
	interval_near(view->other.cpu_ns, (double)SECOND);
}

TEST(what_rows_have_more_than_the_machine_is_taken_off_what_they_lack_later)
{
	const struct counts more = interval_counts(1e9, mem), few = interval_counts(3e9, mem);
	struct snapshot *draft;

	for (int i = 0; i < 2; i++) {
		draft = interval_begin(SECOND);
		task(0, 10, "/a", 6e9, mem);
		(void)interval_finish();
		if (i)	/* a row lacks 3e9 */
			assert_true(snapshot_set_counts(draft, &draft->table[ROW_CGROUP].rows[0], &few));
		else	/* it has 1e9 too many */
			counts_add(&draft->table[ROW_CGROUP].rows[0].numbers->counts, &more);
		add_snapshot(draft);
	}
	interval_near(view->other.undivided[0], 2e9);
	interval_near(interval_slots_of(&view->all.total), 12e9);
}

TEST(what_is_not_counted_is_ordered_by_time)
{
	const struct counts none = { .present = 0 };
	(void)interval_begin(SECOND);
	interval_task(0, 10, "task", "/a", SECOND / 2, &none);
	add();
	interval_near(series("a")->cpu_ns, 5e8);
	assert_true(interval_slots_of(series("a")) <= 0);
}

TEST(the_head_of_an_interval_is_added)
{
	struct snapshot *draft;
	for (int i = 0; i < 2; i++) {
		draft = interval_begin(2 * SECOND);
		draft->lost = 3;
		draft->running_ratio = 0.5;
		draft->self = (struct self_cost){ .known = true, .own_percent = 1, .kernel_percent = 0.5, .cpus = 4,
						  .duty = 0.5 };
		task(0, 10, "/a", 6e9, mem);
		(void)interval_finish();
		draft->table[ROW_CPU].rows[0].numbers->counts.scaled = true;
		add_snapshot(draft);
	}
	assert_int_equal(view->intervals, 2);
	interval_near(view->counted_ns, 4e9);
	interval_near(view->lost, 6);
	interval_near(view->counted_ratio, 0.5);
	interval_near(view->estimated_intervals, 2);
	assert_true(view->own_known);
	interval_near(view->own_ns, 0.01 * 16e9);
	interval_near(view->kernel_ns, 0.005 * 16e9);
	interval_near(view->extrapolated_slots, 12e9);
	assert_ptr_equal(view->machine, &interval_machine);
}

TEST(unsound_intervals_are_counted_and_their_slots_are_undivided)
{
	static const double all_bad[4] = { 0, 100, 0, 0 };
	(void)interval_begin(SECOND);
	task(0, 10, "/a", 6e9, all_bad);
	add();
	interval_near(view->unsound_intervals, 1);
	interval_near(view->all.total.undivided[0], 6e9);
	interval_near(series("a")->undivided[0], 6e9);
}

TEST(the_end_of_a_recording_changes_nothing)
{
	struct snapshot *end = snapshot_new();
	bool fresh;

	add_cgroups(SECOND, 0, 1, 1e8);
	assert_non_null(end);
	totals_add(totals, end);
	view = totals_latest(totals, &fresh);
	assert_false(fresh);
	assert_int_equal(view->intervals, 1);
	snapshot_free(end);
}

TEST(the_machine_of_a_view_is_a_copy_that_does_not_change)
{
	struct cpu_place place = { .cpu = 0 };
	struct machine machine = interval_machine;
	struct snapshot *draft;

	machine.cpus = &place;
	machine.n_cpus = 1;
	assert_int_equal(machine_publish(&machine), 0);
	draft = interval_begin(SECOND);
	draft->machine = &machine;
	(void)fixture_add(draft, ROW_CPU, 0);
	assert_int_equal(snapshot_finish(draft), 0);
	add_snapshot(draft);
	assert_ptr_equal(view->machine, machine_published(&machine));
	machine_unpublish(&machine);
}

/* More sockets than have counters: the machine still has all. */
TEST(sockets_are_bounded)
{
	enum { N = TOTALS_SOCKETS + 3 };
	struct cpu_place many[N];
	struct machine machine = interval_machine;
	struct snapshot *draft = interval_begin(SECOND);
	for (int i = 0; i < N; i++)
		many[i] = (struct cpu_place){ .cpu = i, .socket = i, .node = i };
	machine.cpus = many;
	machine.n_cpus = N;
	draft->machine = &machine;
	for (int i = 0; i < N; i++)
		fixture_add(draft, ROW_CPU, i)->numbers->counts = interval_counts(1e9, mem);
	assert_int_equal(snapshot_finish(draft), 0);
	add_snapshot(draft);
	assert_int_equal(view->n_sockets, TOTALS_SOCKETS);
	interval_near(interval_slots_of(&view->all.total), N * 1e9);
}

TEST(the_eventfd_is_the_callers)
{
	struct totals *woken = totals_new(TOTALS_BY_CGROUP, 7);

	assert_non_null(woken);
	assert_int_equal(totals_wake(woken), 7);
	assert_int_equal(totals_wake(totals), -1);
	totals_free(woken);
	totals_free(NULL);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* When regions are watched, in which programs, and within which budget; and why not. */
#include "config.h"
#include "collect/collector/region_watch.h"

#include <sys/stat.h>
#include <unistd.h>

#include "collect/region/region_finder.h"
#include "collect/region/regions.h"
#include "collect/slice/source.h"
#include "collect/slice/tap.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/marked_program.h"
#include "tests/fixtures/test_main.h"
#include "tests/fixtures/timed_join.h"

#define MS 1000000ULL
#define S 1000000000ULL

static struct err err;
static struct source source;
static struct region_finder *finder;
static struct region_watch *watch;
static struct snapshot *draft;
static const char *root;

/* What the source was told, and what its remarks are. */
static struct {
	unsigned int opened, closed;
	int error;
	const char *sentence;
	uint64_t markers;
	double cost_ns;
	uint64_t last_ns;	/* for which programs trap when it is closed */
} fake;

static int take_request(struct source *self, const struct source_requests *was, const struct sink *sink,
			struct err *why)
{
	const bool on = source.requests.regions;

	assert_true(self == &source && source.requests.regions != was->regions);
	fake.opened += on;
	fake.closed += !on;
	if (on && fake.sentence)
		(void)err_set(why, EINVAL, "%s", fake.sentence);
	return on ? fake.error : 0;
}

static void say(struct source *self, struct source_remarks *remarks)
{
	*remarks = (struct source_remarks){ .markers = fake.markers, .marker_ns = fake.cost_ns,
					    .probes_last_ns = fake.last_ns };
}

static const struct source_ops ops = { .name = "switch", .watches_regions = true, .request = take_request,
				       .say = say };

SETUP
{
	memset(&fake, 0, sizeof(fake));
	source = (struct source){ .ops = &ops, .machine = { .n_cpus = 8 } };
	root = fake_proc_new();
	fake_proc_put("sys/bus/event_source/devices/uprobe/type", "8\n");
	finder = region_finder_new(root);
	draft = snapshot_new();
	draft->interval_ns = S;
	assert_non_null(draft);
	watch = NULL;
}

TEARDOWN
{
	region_watch_free(watch);
	region_finder_free(finder);
	snapshot_free(draft);
	fake_proc_done();
}

static int open_watch(struct region_watch_options options)
{
	options.source = &source;
	options.proc_root = options.sys_root = root;
	options.finder = finder;
	return region_watch_new(&options, &watch, &err);
}

static void begin(double budget)
{
	assert_int_equal(open_watch((struct region_watch_options){ .budget_percent = budget }), 0);
	assert_non_null(source.regions);
}

static void find_all(void)
{
	while (region_finder_step(finder))
		;
}

/* A process that runs a program of its own with one region. */
static void put_process(int32_t pid)
{
	static struct marked_program program;
	char path[256], text[128];

	(void)snprintf(path, sizeof(path), "%d/maps", pid);
	(void)snprintf(text, sizeof(text), "401000-402000 r-xp 00003000 00:01 %d /usr/bin/app%d\n",
		       70 + pid, pid);
	fake_proc_put(path, text);
	marked_program_begin(&program, 4);
	(void)marked_program_region(&program, "parse");
	(void)snprintf(path, sizeof(path), "%d/map_files/401000-402000", pid);
	fake_proc_put(path, "");
	marked_program_write(&program, fake_proc_path(path));
}

static void add_row(int32_t pid, uint64_t busy_ns)
{
	struct row *row = snapshot_add(draft, ROW_PROCESS, pid);

	row->pid = pid;
	row->name = snapshot_keep(draft, "app");
	row->busy_ns = busy_ns;
}

static void run_process(int32_t pid, uint64_t busy_ns)
{
	put_process(pid);
	add_row(pid, busy_ns);
}

TEST(what_an_interval_showed_is_not_waited_for_until_the_next_one)
{
	begin(2);
	run_process(7, 500 * MS);
	region_watch_step(watch, true, 900 * MS);
	assert_true(region_watch_next_ns(watch) == UINT64_MAX);
	region_watch_see(watch, draft, S);
	assert_int_equal(region_watch_next_ns(watch), S + 50 * MS);
}

/* An interval ends: its rows are looked at, and what is found is opened in the next step. */
static void see(uint64_t now_ns)
{
	region_watch_see(watch, draft, now_ns);
	find_all();
}

/* The user looks, and the first interval ends. */
static void look(void)
{
	region_watch_step(watch, true, 900 * MS);
	see(S);
}

/* Process 7 has a region, which is watched from 1 s on. */
static void begin_watching(double budget)
{
	begin(budget);
	run_process(7, 500 * MS);
	look();
	region_watch_step(watch, true, S);
	assert_int_equal(fake.opened, 1);
}

TEST(programs_of_processes_that_ran_are_watched)
{
	begin_watching(2);
	assert_int_equal(regions_objects(source.regions), 1);
	assert_string_equal(regions_object(source.regions, 1)->path, "/usr/bin/app7");
	region_watch_step(watch, true, 1100 * MS);
	assert_int_equal(fake.opened, 1);
	see(2 * S);
	assert_true(draft->regions.wanted);
	assert_int_equal(draft->regions.objects, 1);
	assert_string_equal(draft->regions.remark, "");
}

TEST(nobody_looks_and_nothing_is_looked_at)
{
	struct region_finder_report report;

	begin(2);
	run_process(7, 500 * MS);
	region_watch_step(watch, false, 900 * MS);
	see(S);
	region_finder_report(finder, &report);
	assert_int_equal(report.looked, 0);
	assert_false(draft->regions.wanted);
	assert_string_equal(draft->regions.remark, "");
	assert_true(region_watch_next_ns(watch) == UINT64_MAX);
}

TEST(tasks_without_a_program_of_their_own_are_not_looked_at)
{
	struct region_finder_report report;

	begin(2);
	add_row(1, 0);
	add_row(2, S);
	draft->table[ROW_PROCESS].rows[1].kernel = true;
	add_row(3, S);
	draft->table[ROW_PROCESS].rows[2].exited = true;
	add_row(PID_OTHERS, S);
	look();
	region_finder_report(finder, &report);
	assert_int_equal(report.looked, 0);
}

TEST(a_further_program_is_added_to_those_that_are_watched)
{
	begin_watching(2);
	run_process(8, MS);
	see(2 * S);
	region_watch_step(watch, true, 2 * S);
	assert_int_equal(fake.opened, 2);
	assert_int_equal(fake.closed, 0);
	assert_int_equal(regions_objects(source.regions), 2);
}

TEST(probes_are_closed_3_s_after_nobody_looks)
{
	uint32_t entries;

	begin_watching(2);
	regions_mark(source.regions, &(const struct region_marker){ .tid = 7, .object = 1, .argument = 0x1000, .mark = 0x2000 });
	region_watch_step(watch, false, 2 * S);
	assert_true(region_watch_next_ns(watch) <= 4 * S);
	region_watch_step(watch, false, 3900 * MS);
	assert_int_equal(fake.closed, 0);
	assert_true(regions_of_task(source.regions, 7, &entries) != 0);
	region_watch_step(watch, false, 4 * S);
	assert_int_equal(fake.closed, 1);
	assert_true(regions_of_task(source.regions, 7, &entries) == 0);
	assert_true(region_watch_next_ns(watch) == UINT64_MAX);
	assert_int_equal(regions_objects(source.regions), 1);	/* it stays known */
	region_watch_step(watch, true, 9 * S);
	assert_int_equal(fake.opened, 2);
}

TEST(the_end_closes_the_probes)
{
	begin_watching(2);
	region_watch_end(watch);
	assert_int_equal(fake.closed, 1);
	region_watch_end(watch);
	assert_int_equal(fake.closed, 1);
}

TEST(named_processes_are_looked_at_before_the_first_interval_ends)
{
	const int32_t pids[] = { 6 };

	put_process(7);
	fake_proc_put("6/task/6/children", "7 ");
	assert_int_equal(open_watch((struct region_watch_options){ .pids = pids, .n_pids = 1 }), 0);
	region_watch_step(watch, true, S);
	assert_int_equal(region_watch_next_ns(watch), S + 50 * MS);
	find_all();
	region_watch_step(watch, true, S + 50 * MS);
	assert_int_equal(fake.opened, 1);
	find_all();		/* and again, as a command begins with another program */
	put_process(8);
	fake_proc_put("6/task/6/children", "7 8 ");
	region_watch_step(watch, true, S + 150 * MS);
	find_all();
	region_watch_step(watch, true, S + 160 * MS);
	assert_int_equal(regions_objects(source.regions), 2);
}

TEST(the_snapshot_tells_markers_and_the_share_that_was_watched)
{
	begin_watching(0);
	region_watch_step(watch, true, 1500 * MS);
	fake.markers = 5000;
	see(2 * S);
	assert_int_equal(draft->regions.markers, 5000);
	assert_true(fabs(draft->regions.watched - 1) < 1e-9);
	fake.markers = 7000;
	draft->interval_ns = 2 * S;
	region_watch_step(watch, false, 2500 * MS);
	region_watch_step(watch, false, 3 * S);
	see(4 * S);
	assert_int_equal(draft->regions.markers, 2000);
	assert_false(draft->regions.wanted);
}

/*
 * Steps every 50 ms until then, with so many markers a second while the probes are open, which are
 * between two openings. Returns the ms in which they were.
 */
static unsigned int run(uint64_t from_ms, uint64_t to_ms, uint64_t rate)
{
	unsigned int open_ms = 0;

	for (uint64_t ms = from_ms; ms < to_ms; ms += 10) {
		if (fake.opened > fake.closed) {
			open_ms += 10;
			fake.markers += rate / 100;
		}
		region_watch_step(watch, true, (ms + 10) * MS);
	}
	return open_ms;
}

TEST(markers_within_the_budget_are_watched_all_the_time)
{
	fake.cost_ns = 1000;	/* and 1 us for the trap: 9,000 are 1.8 % of a CPU */
	begin_watching(2);
	assert_int_equal(run(1000, 21000, 9000), 20000);
	assert_int_equal(fake.closed, 0);
}

TEST(beyond_the_budget_they_are_watched_for_a_part_of_the_time)
{
	unsigned int open_ms;

	fake.cost_ns = 1000;
	begin_watching(2);
	open_ms = run(1000, 101000, 60000);	/* 12 %, six times the budget */
	assert_in_range(open_ms, 100000 / 6 - 1000, 100000 / 6 + 1000);
	assert_in_range(fake.closed, 30, 60);	/* not each 50 ms */
	see(102 * S);
	assert_string_equal(draft->regions.remark, "regions: 60,000 markers a second would cost 12 % "
			    "of a CPU: --budget allows 17 % of the time");
}

/* The kernel takes its time to remove probes, and they cost until then. */
TEST(traps_after_the_end_of_a_window_are_within_the_budget_too)
{
	const double rate = 300000;
	unsigned int open_ms;
	double cost_ms;

	fake.cost_ns = 1000;
	fake.last_ns = 400 * MS;
	begin_watching(2);
	open_ms = run(1000, 201000, (uint64_t)rate);
	cost_ms = rate * (2e-6 * open_ms + 1e-6 * 400 * fake.closed);
	print_message("# %u ms open, %u times closed, %.0f ms of traps\n", open_ms, fake.closed,
		      cost_ms);
	assert_true(cost_ms < 0.02 * 200000 * 1.1);
	assert_true(open_ms > 500);
}

TEST(many_markers_are_watched_for_short_times)
{
	unsigned int open_ms;

	begin_watching(2);
	open_ms = run(1000, 101000, 1000000);	/* two CPUs: 100 times the budget */
	assert_in_range(open_ms, 900, 1100);
	assert_in_range(fake.closed, 10, 25);
}

TEST(the_budget_is_of_the_cpus_on_which_marked_programs_run)
{
	struct row *row;

	fake.cost_ns = 1000;
	begin_watching(2);
	row = snapshot_add(draft, ROW_REGION, 1);
	row->busy_ns = 6 * S;
	see(1100 * MS);
	assert_int_equal(run(1100, 21100, 59000), 20000);
	row->busy_ns = 60 * S;		/* the machine has 8 */
	see(21200 * MS);
	assert_true(run(21200, 41200, 100000) < 19000);
}

TEST(without_a_budget_nothing_is_closed)
{
	begin_watching(0);
	assert_int_equal(run(1000, 11000, 10000000), 10000);
}

TEST(tasks_are_forgotten_while_the_probes_are_closed)
{
	uint32_t entries;

	begin_watching(2);
	regions_mark(source.regions, &(const struct region_marker){ .tid = 7, .object = 1, .argument = 0x1000, .mark = 0x2000 });
	fake.markers = 100000;
	region_watch_step(watch, true, 1100 * MS);
	assert_int_equal(fake.closed, 1);
	assert_true(regions_of_task(source.regions, 7, &entries) == 0);
}

/* What the snapshot says when the source refuses with this. */
static const char *refused(int error, const char *sentence)
{
	fake.error = error;
	fake.sentence = sentence;
	begin_watching(2);
	see(2 * S);
	assert_true(draft->regions.watched == 0);
	return draft->regions.remark;
}

TEST(a_refusal_of_the_source_is_told)
{
	assert_string_equal(refused(-EBUSY, "no counter is left"), "no counter is left");
	region_watch_step(watch, true, 3 * S);
	assert_int_equal(fake.opened, 1);	/* not again and again */
	region_watch_step(watch, false, 4 * S);
	region_watch_step(watch, true, 5 * S);
	assert_int_equal(fake.opened, 2);	/* but when the user requests it again */
}

TEST(what_is_said_of_one_program_does_not_keep_the_others_from_being_watched)
{
	fake.sentence = "cannot watch the regions of \"app\"";
	begin_watching(2);
	region_watch_step(watch, true, 1500 * MS);
	see(2 * S);
	assert_string_equal(draft->regions.remark, fake.sentence);
	assert_true(draft->regions.watched > 0.9);
	fake.sentence = NULL;
	region_watch_step(watch, false, 3 * S);
	region_watch_step(watch, true, 4 * S);
	see(4 * S);
	assert_string_equal(draft->regions.remark, "");
}

TEST(a_refusal_without_a_sentence_gets_one)
{
	assert_string_equal(refused(-ENOSPC, NULL),
			    "regions cannot be watched: No space left on device");
}

TEST(a_source_of_single_threads_says_that_it_cannot)
{
	static const struct source_ops task = { .name = "task", .opens_tasks = true };

	source.ops = &task;
	assert_int_equal(open_watch((struct region_watch_options){ .n_pids = 0 }), -EOPNOTSUPP);
	assert_string_equal(err.text, "regions are watched where whole CPUs are counted, and here "
			    "single threads are: run tdtop as root, or start the program with "
			    "TDTOP_REGIONS=rdpmc");
	assert_null(source.regions);
	region_watch_step(watch, true, S);
	see(S);
	assert_string_equal(draft->regions.remark, err.text);
	region_watch_end(watch);
}

TEST(a_kernel_without_uprobes_is_named)
{
	fake_proc_put("sys/bus/event_source/devices/uprobe/type", NULL);
	assert_int_equal(open_watch((struct region_watch_options){ .n_pids = 0 }), -EOPNOTSUPP);
	assert_string_equal(err.text, "regions need uprobes, and this kernel has none "
			    "(CONFIG_UPROBE_EVENTS)");
}

TEST(it_says_when_no_program_has_markers)
{
	begin(2);
	fake_proc_put("7/maps", "400000-401000 r-xp 00000000 00:00 0 [vdso]\n");
	add_row(7, S);
	look();
	assert_string_equal(draft->regions.remark, "regions: looking for programs with markers");
	see(2 * S);
	assert_string_equal(draft->regions.remark,
			    "regions: no program with markers runs (tdtop_region.h)");
}

static const char too_many[] = "regions: more than 16 programs and libraries have markers; those that "
			       "were found first are watched";

static void processes_run(int32_t n)
{
	begin(2);
	for (int32_t pid = 1; pid <= n; pid++)
		run_process(pid, MS);
	look();
	region_watch_step(watch, true, S);
	assert_int_equal(regions_objects(source.regions), REGION_OBJECTS_MAX);
}

TEST(more_programs_than_can_be_watched_are_told)
{
	processes_run(REGION_OBJECTS_MAX + 1);
	see(2 * S);
	assert_string_equal(draft->regions.remark, too_many);
}

static void sixteen_are_watched(void)
{
	processes_run(REGION_OBJECTS_MAX);
	assert_int_equal(fake.opened, 1);
}

/* A task is in a region of the object. */
static void use(uint32_t number)
{
	const struct region_user user = { .pid = (int32_t)number };

	(void)regions_name_id(source.regions, &user, (region_t)number << 32 | 1);
}

/* As a program that is built again and again, each time as another file. */
TEST(a_program_that_nobody_uses_any_more_gives_way_to_a_new_one)
{
	sixteen_are_watched();
	for (uint32_t number = 1; number <= REGION_OBJECTS_MAX; number++)
		if (number != 5)
			use(number);
	see(40 * S);
	run_process(17, MS);
	see(70 * S);
	region_watch_step(watch, true, 70 * S);
	assert_int_equal(fake.closed, 1);
	assert_string_equal(regions_object(source.regions, 5)->path, "/usr/bin/app5");
	region_watch_step(watch, true, 70500 * MS);
	assert_int_equal(fake.opened, 1);	/* slices of the old one are to come */
	see(71 * S);
	assert_string_equal(regions_object(source.regions, 5)->path, "/usr/bin/app17");
	region_watch_step(watch, true, 71 * S);
	region_watch_step(watch, true, 72 * S);
	assert_int_equal(fake.opened, 2);
	assert_int_equal(regions_objects(source.regions), REGION_OBJECTS_MAX);
	see(73 * S);
	assert_string_equal(draft->regions.remark, "");
}

TEST(programs_that_are_used_do_not_give_way)
{
	sixteen_are_watched();
	run_process(17, MS);
	see(30 * S);
	region_watch_step(watch, true, 30 * S);
	see(31 * S);
	assert_int_equal(fake.closed, 0);
	assert_string_equal(regions_object(source.regions, 5)->path, "/usr/bin/app5");
	assert_string_equal(draft->regions.remark, too_many);
}

TEST(in_a_recording_a_number_always_means_the_same_program)
{
	static const struct tap tap;

	sixteen_are_watched();
	source.tap = &tap;
	run_process(17, MS);
	see(90 * S);
	region_watch_step(watch, true, 90 * S);
	see(91 * S);
	assert_string_equal(regions_object(source.regions, 1)->path, "/usr/bin/app1");
	assert_int_equal(fake.closed, 0);
}

/* The kernel would put its breakpoint into whatever lies there then. */
TEST(a_file_that_is_written_to_is_not_probed_any_more_and_found_again)
{
	begin_watching(2);
	assert_true(region_watch_next_ns(watch) <= 1050 * MS);	/* whoever writes waits */
	assert_int_equal(truncate(fake_proc_path("7/map_files/401000-402000"), 0), 0);
	region_watch_step(watch, true, 1050 * MS);
	assert_int_equal(fake.closed, 1);
	assert_int_equal(regions_object(source.regions, 1)->fd, -1);
	region_watch_step(watch, true, 2100 * MS);
	assert_int_equal(fake.opened, 1);
	see(2200 * MS);
	assert_string_equal(draft->regions.remark,
			    "regions: no program with markers runs (tdtop_region.h)");
	put_process(7);
	see(10 * S);
	region_watch_step(watch, true, 10 * S);
	assert_int_equal(fake.opened, 2);
	see(11 * S);
	assert_string_equal(draft->regions.remark, "");
}

TEST(a_process_that_cannot_be_looked_at_as_it_never_answers_is_named)
{
	struct region_finder_report report = { .pid = 0 };

	begin(2);
	assert_int_equal(mkfifo(fake_proc_path("7/maps"), 0600), 0);
	assert_int_equal(region_finder_start(finder, &err), 0);
	thread_is_stuck = true;		/* from now on, also in teardown() */
	add_row(7, 500 * MS);
	region_watch_step(watch, true, 900 * MS);
	region_watch_see(watch, draft, S);
	while (report.pid != 7)
		region_finder_report(finder, &report);
	region_watch_step(watch, true, 2 * S);
	region_watch_step(watch, true, 5 * S);
	region_watch_see(watch, draft, 5 * S);
	assert_string_equal(draft->regions.remark, "regions: looking for programs with markers");
	region_watch_step(watch, true, 13 * S);
	region_watch_see(watch, draft, 13 * S);
	assert_string_equal(draft->regions.remark, "regions: process 7 cannot be looked at: a file "
			    "or memory that it has mapped does not answer; no further programs are "
			    "found");
}

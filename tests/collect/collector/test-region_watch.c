/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When regions are watched, in which programs, and within which budget; and why not
 * (tests/scenarios/region_watch.txt).
 */
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
#include "tests/fixtures/scenario.h"
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
static char sentence[256];

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

static void remarks(struct source *self, struct source_remarks *remarks)
{
	*remarks = (struct source_remarks){ .markers = fake.markers, .marker_ns = fake.cost_ns,
					    .probes_last_ns = fake.last_ns };
}

static const struct source_ops ops = { .name = "switch", .watches_regions = true, .request = take_request,
				       .say = remarks };

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

/* ---- commands of the scenarios: times in milliseconds ---- */

#define ID(n) ((int32_t)number_arg(n))

static uint64_t ms_arg(size_t n)
{
	return (uint64_t)number_arg(n) * MS;
}

/* Opens the watch with a budget in percent, and may say why it cannot. */
COMMAND(begin)
{
	const int ret = open_watch((struct region_watch_options){ .budget_percent = (double)number_arg(1) });

	if (ret)
		say("%s; %s", strerror(-ret), err.text);
	assert_true((source.regions != NULL) == !ret);
}

/* PID: only its tree is wanted. */
COMMAND(begin_of)
{
	static int32_t pid;

	pid = ID(1);
	assert_int_equal(open_watch((struct region_watch_options){ .pids = &pid, .n_pids = 1 }), 0);
}

COMMAND(begin_watching)
{
	begin_watching((double)number_arg(1));
}

/* PATH [TEXT]: a file below the root; without a text there is none. */
COMMAND(file)
{
	fake_proc_put(text_arg(1), n_args() > 1 ? text_arg(2) : NULL);
}

/* FROM TO: processes with marked programs, which ran for a millisecond. */
COMMAND(run)
{
	for (int32_t pid = ID(1); pid <= number_arg_or(2, ID(1)); pid++)
		run_process(pid, MS);
}

COMMAND(put_process)
{
	put_process(ID(1));
}

/* PID TIME [kernel|exited]: ran for so long, and has no program of its own. */
COMMAND(row)
{
	struct row *row;

	add_row(ID(1), ms_arg(2));
	row = &draft->table[ROW_PROCESS].rows[draft->table[ROW_PROCESS].n - 1];
	row->kernel = n_args() > 2 && !strcmp(text_arg(3), "kernel");
	row->exited = n_args() > 2 && !strcmp(text_arg(3), "exited");
}

/* TIME [unseen]: a step while the user looks, or does not. */
COMMAND(step)
{
	region_watch_step(watch, n_args() == 1, ms_arg(1));
}

/* TIME: the end of an interval; and without what the finder does then. */
COMMAND(see)
{
	see(ms_arg(1));
}

COMMAND(see_alone)
{
	region_watch_see(watch, draft, ms_arg(1));
}

COMMAND(find)
{
	find_all();
}

COMMAND(end)
{
	region_watch_end(watch);
}

COMMAND(long_interval)
{
	draft->interval_ns = ms_arg(1);
}

COMMAND(passed)
{
	fake.markers = (uint64_t)number_arg(1);
}

/* FROM TO RATE [COST]: markers a second of so many ns each, as run() says; for how long they were watched. */
COMMAND(markers)
{
	fake.cost_ns = (double)number_arg_or(4, 0);
	say("%u ms", run((unsigned int)number_arg(1), (unsigned int)number_arg(2), (uint64_t)number_arg(3)));
}

/* ERROR [SENTENCE]: so the source answers from now on. */
COMMAND(answer)
{
	fake.error = (int)-number_arg(1);
	(void)snprintf(sentence, sizeof(sentence), "%s", n_args() > 1 ? text_arg(2) : "");
	fake.sentence = n_args() > 1 ? sentence : NULL;
}

COMMAND(count_single_threads)
{
	static const struct source_ops task = { .name = "task", .opens_tasks = true };

	source.ops = &task;
}

COMMAND(record)
{
	static const struct tap tap;

	source.tap = &tap;
}

/* FROM TO: a task is in a region of each object. */
COMMAND(use)
{
	for (int32_t number = ID(1); number <= ID(2); number++)
		(void)regions_name_id(source.regions, &(struct region_user){ .pid = number },
				      (region_t)number << 32 | 1);
}

/* Task 7 is in a region. */
COMMAND(enter)
{
	regions_mark(source.regions, &(const struct region_marker){ .tid = 7, .object = 1, .argument = 0x1000, .mark = 0x2000 });
}

COMMAND(task)
{
	uint32_t entries;

	say(regions_of_task(source.regions, 7, &entries) ? "in a region" : "in none");
}

/* PID: somebody writes to its file. */
COMMAND(write)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "%d/map_files/401000-402000", ID(1));
	assert_int_equal(truncate(fake_proc_path(path), 0), 0);
}

/* ---- what comes of it ---- */

COMMAND(probes)
{
	say("%u opened", fake.opened);
	say("%u closed", fake.closed);
}

/* Objects, and one of them. */
COMMAND(objects)
{
	say("%u", regions_objects(source.regions));
}

COMMAND(object)
{
	const struct region_object *object = regions_object(source.regions, (uint32_t)number_arg(1));

	say("%s%s", object->path, object->fd < 0 ? ", closed" : "");
}

COMMAND(looked)
{
	struct region_finder_report report;

	region_finder_report(finder, &report);
	say("%u", (unsigned int)report.looked);
}

COMMAND(next)
{
	const uint64_t ns = region_watch_next_ns(watch);

	if (ns == UINT64_MAX)
		say("never");
	else
		say("%.9g", (double)ns / MS);
}

/* What the snapshot says. */
COMMAND(state)
{
	const struct region_state *state = &draft->regions;

	say(state->wanted ? "wanted" : "unwanted");
	say("%u objects", state->objects);
	say("%u markers", (unsigned int)state->markers);
	say("watched for %.9g", state->watched);
}

COMMAND(remark)
{
	say("%s", draft->regions.remark);
}

static const struct scenario_word words[] = {
	{ "others", PID_OTHERS }, { "EBUSY", EBUSY }, { "ENOSPC", ENOSPC }, { NULL, 0 }
};
const struct scenarios scenarios = { { "region_watch" }, words };

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
	print_message("# %u ms open, %u times closed, %.0f ms of traps\n", open_ms, fake.closed, cost_ms);
	assert_true(cost_ms < 0.02 * 200000 * 1.1);
	assert_true(open_ms > 500);
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

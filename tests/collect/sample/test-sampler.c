/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sampler above a fake kernel: what it opens for a wish, which period it finds, which samples
 * go on, and what it says. The live profile is one of the test's own.
 */
#include "config.h"
#include "collect/sample/sampler.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "collect/sample/sampler_sys.h"
#include "tests/fixtures/fake_sampling.h"
#include "tests/fixtures/test.h"

#define MS 1000000ULL
#define SECOND 1000000000ULL
#define PID 100

/* What the sampler tells the profile. */
static struct {
	unsigned int begun, rounds, told;
	struct live_target target;
	struct profile_news news;
	uint64_t samples, others;	/* records, since the last begin */
	uint64_t round_ns, cpu_ns;
	int32_t last_pid;
	bool full;
} live;

int live_profile_begin(struct live_profile *profile, const struct live_target *target)
{
	(void)profile;
	live.begun++;
	live.target = *target;
	live.samples = live.others = 0;
	return 0;
}

bool live_profile_put(struct live_profile *profile, const void *bytes, size_t size)
{
	const char *at = bytes, *end = at + size;

	(void)profile;
	if (live.full)
		return false;
	while (at < end) {
		struct perf_event_header header;

		memcpy(&header, at, sizeof(header));
		assert_in_range(header.size, sizeof(header), end - at);
		if (header.type == PERF_RECORD_SAMPLE) {
			live.samples++;
			memcpy(&live.last_pid, at + 24, sizeof(live.last_pid));
		} else {
			live.others++;
		}
		at += header.size;
	}
	return true;
}

void live_profile_round(struct live_profile *profile, uint64_t now_ns)
{
	(void)profile;
	live.rounds++;
	live.round_ns = now_ns;
}

void live_profile_tell(struct live_profile *profile, const struct profile_news *news)
{
	(void)profile;
	live.told++;
	live.news = *news;
}

uint64_t live_profile_cpu_ns(const struct live_profile *profile)
{
	(void)profile;
	return live.cpu_ns;
}

/* ---- the machine and the sampler ---- */

enum { CYCLES, TAKEN, MISSES, CLOCK, N_CHOICES };

static struct sample_choices choices;
static struct profile_exchange *exchange;
static struct sampler *sampler;
static struct snapshot *snapshot;
static struct cpu_place places[4] = { { .cpu = 0 }, { .cpu = 1 }, { .cpu = 2 }, { .cpu = 3 } };
static struct machine machine = { .n_cpus = 4, .cpus = places };
static uint32_t room_wished;
static uint64_t recorded;
static uint32_t serial;

/* The choices of the test: the real one knows this machine's events. */
int sample_choices_find(const struct sample_choices *all, const struct live_wish *wish,
			struct err *err)
{
	(void)all;
	switch (wish->what) {
	case LIVE_OF_NODE:
		return CYCLES;
	case LIVE_OF_BRANCHES:
		return TAKEN;
	case LIVE_OF_EVENT:
		return wish->event;
	case LIVE_OF_CALLS:
		break;
	}
	return err_set(err, ENOENT, "this machine has no call stacks");
}

static void make_choice(int index, const char *name, uint64_t config, uint64_t period, int precise)
{
	struct sample_choice *choice = &choices.choice[index];

	*choice = (struct sample_choice){ .has = { [TYPE_CORE] = true }, .general_counters = 1 };
	(void)strcpy(choice->event.name, name);
	choice->attr[TYPE_CORE] = (struct perf_event_attr){
		.type = PERF_TYPE_RAW, .config = config, .sample_period = period,
		.precise_ip = (uint32_t)precise & 3, .exclude_kernel = 1,
	};
}

static void make_choices(void)
{
	choices = (struct sample_choices){ .n = N_CHOICES };
	make_choice(CYCLES, "cycles:pp", 0x3c, 2000003, 2);
	make_choice(TAKEN, "br_inst_retired.near_taken:pp", 0x20c4, 400009, 2);
	choices.choice[TAKEN].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[TAKEN].attr[TYPE_CORE].branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	choices.choice[TAKEN].event.has_branches = true;
	make_choice(MISSES, "mem_load_retired.l3_miss:pp", 0x20d1, 50021, 2);
	make_choice(CLOCK, "cpu-clock", 0, 1000003, 0);
	choices.choice[CLOCK].attr[TYPE_CORE].type = PERF_TYPE_SOFTWARE;
	choices.choice[CLOCK].general_counters = 0;
}

static void make_room(void *data, uint32_t counters)
{
	(void)data;
	room_wished = counters;
}

static void record(void *data, const struct perf_event_attr *attr, uint64_t id, const void *bytes,
		   size_t size)
{
	(void)data;
	(void)bytes;
	assert_int_equal(attr->sample_id_all, 1);
	assert_in_range(id, 7000, 8000);
	assert_int_equal(size % 8, 0);
	recorded++;
}

static void open_sampler(double rate, double budget)
{
	const struct sampler_options options = {
		.choices = &choices, .exchange = exchange, .sys = &fake_sampling_sys, .rate = rate,
		.budget = budget, .make_room = make_room, .record = record,
	};
	struct err err;

	sampler_free(sampler);
	assert_int_equal(sampler_new(&options, &sampler, &err), 0);
}

static int setup(void **state)
{
	(void)state;
	memset(&live, 0, sizeof(live));
	fake_sampling_reset();
	make_choices();
	exchange = profile_exchange_new();
	snapshot = snapshot_new();
	assert_non_null(exchange);
	assert_non_null(snapshot);
	room_wished = 0;
	recorded = 0;
	machine.watched[0] = '\0';
	open_sampler(0, 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	sampler_free(sampler);
	sampler = NULL;
	assert_int_equal(sampling.n_open, 0);
	assert_int_equal(sampling.mapped_pages, 0);
	profile_exchange_free(exchange);
	snapshot_free(snapshot);
	fake_sampling_reset();
	return 0;
}

/* ---- steps ---- */

static void step(void)
{
	sampler_step(sampler, sampling.now_ns);
}

static void wish_live(struct live_wish wished)
{
	struct profile_wish wish = { .serial = ++serial, .live = wished };

	profile_exchange_wish(exchange, &wish);
	step();
}

static void look_at_process(enum live_event what)
{
	wish_live((struct live_wish){ .scope = LIVE_PROCESS, .id = PID, .what = what });
}

/* Threads tid, tid + 1, ... of the process, and its leader. */
static void begin_threads(int32_t pid, int n)
{
	for (int i = 0; i < n; i++)
		fake_thread_begins(pid, pid + i);
}

/* Begins to describe an interval of a second. */
static void interval(double running)
{
	snapshot_clear(snapshot);
	snapshot->interval_ns = SECOND;
	snapshot->end_ns = sampling.now_ns;
	snapshot->machine = &machine;
	snapshot->running_ratio = running;
}

static struct row *add_process(int32_t pid, uint32_t threads)
{
	struct row *row = snapshot_add(snapshot, ROW_PROCESS, pid);

	row->threads = threads;
	row->of_user = row->of_cgroup = row->of_name = -1;
	return row;
}

static struct row *add_thread(int32_t pid, int32_t tid, double slots)
{
	struct row *row = snapshot_add(snapshot, ROW_THREAD, tid);

	row->pid = pid;
	row->parent = (int32_t)snapshot->table[ROW_PROCESS].n - 1;
	row->counts.present = 1U << EV_SLOTS;
	row->counts.value[EV_SLOTS] = slots;
	return row;
}

static void see(void)
{
	sampler_see(sampler, snapshot, sampling.now_ns);
}

/* The process with one busy thread runs for so long, at so many events a second. */
static void run_for(uint64_t ns, double per_second)
{
	for (uint64_t done = 0; done < ns; done += 50 * MS) {
		fake_thread_runs(PID, 0, 50 * MS, (uint64_t)(per_second / 20), 0x1000);
		step();
	}
}

/* A whole interval of that. */
static void interval_of(double per_second, double running)
{
	run_for(SECOND, per_second);
	interval(running);
	add_process(PID, 1);
	add_thread(PID, PID, 1e9);
	see();
}

static void remarks(const char *text)
{
	assert_non_null(strstr(live.news.live.remark, text));
}

/* ---- what is opened ---- */

TEST(nothing_is_open_before_somebody_looks)
{
	begin_threads(PID, 1);
	interval(1);
	add_process(PID, 1);
	add_thread(PID, PID, 1e9);
	see();
	step();
	assert_int_equal(sampling.opened, 0);
	assert_int_equal(live.told, 0);
	assert_true(sampler_next_ns(sampler) == UINT64_MAX);
}

TEST(a_process_is_sampled_at_once_by_the_threads_that_proc_lists)
{
	begin_threads(PID, 3);
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 3);
	assert_true(fake_event_of(PID + 2, -1)->enabled);
	assert_true(live.news.live.on);
	assert_int_equal(live.news.live.sampled, 3);
	assert_int_equal(live.news.serial, serial);
}

TEST(events_are_never_pinned_and_have_what_a_profile_needs)
{
	const uint64_t fields = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
				PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD;
	const struct perf_event_attr *attr;

	begin_threads(PID, 1);
	look_at_process(LIVE_OF_BRANCHES);
	attr = &fake_event_of(PID, -1)->attr;
	assert_int_equal(attr->pinned, 0);
	assert_int_equal(attr->inherit, 0);
	assert_int_equal(attr->sample_type, fields | PERF_SAMPLE_BRANCH_STACK);
	assert_int_equal(attr->freq, 0);
	assert_int_equal(attr->mmap2 & attr->task & attr->comm & attr->sample_id_all, 1);
	assert_int_equal(live.target.event.layout.sample_type, attr->sample_type);
	assert_int_equal(live.target.event.layout.branch_type, PERF_SAMPLE_BRANCH_ANY);
	assert_int_equal(live.target.pid, PID);
}

TEST(the_busiest_threads_have_events_those_below_a_percent_none)
{
	begin_threads(PID, 200);
	interval(1);
	add_process(PID, 200);
	for (int i = 0; i < 200; i++)
		add_thread(PID, PID + i, i < 10 ? 97 : 0.16);
	see();
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 10);
	assert_non_null(fake_event_of(PID + 9, -1));
	assert_int_equal(live.news.live.threads, 200);
	assert_true(fabs(live.news.live.part - 0.97) < 0.001);
}

TEST(of_many_threads_that_are_equally_busy_64_have_events)
{
	begin_threads(PID, 100);
	interval(1);
	add_process(PID, 100);
	for (int i = 0; i < 100; i++)
		add_thread(PID, PID + i, i == 99 ? 120 : 100);
	see();
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, SAMPLER_THREADS);
	assert_non_null(fake_event_of(PID + 99, -1));
}

TEST(a_thread_that_becomes_busy_takes_the_place_of_one_that_idles)
{
	begin_threads(PID, 65);
	interval(1);
	add_process(PID, 65);
	for (int i = 0; i < 64; i++)
		add_thread(PID, PID + i, 100);
	see();
	look_at_process(LIVE_OF_NODE);
	interval(1);
	add_process(PID, 65);
	for (int i = 1; i < 65; i++)
		add_thread(PID, PID + i, 100);
	see();
	assert_null(fake_event_of(PID, -1));
	assert_true(fake_event_of(PID + 64, -1)->enabled);
}

TEST(a_user_is_sampled_by_the_threads_of_his_processes)
{
	fake_thread_begins(PID, PID);
	fake_thread_begins(200, 200);
	interval(1);
	snapshot_add(snapshot, ROW_USER, 0)->start_ns = 77;
	add_process(PID, 1)->of_user = 0;
	add_thread(PID, PID, 100);
	add_process(200, 1);
	add_thread(200, 200, 100);
	see();
	wish_live((struct live_wish){ .scope = LIVE_USER, .start_ns = 77 });
	assert_int_equal(sampling.n_open, 1);
	assert_non_null(fake_event_of(PID, -1));
}

TEST(another_process_with_the_same_pid_is_not_sampled)
{
	begin_threads(PID, 1);
	interval(1);
	add_process(PID, 1)->start_ns = 5;
	add_thread(PID, PID, 100);
	add_process(200, 1);
	see();
	fake_thread_exits(PID);
	wish_live((struct live_wish){ .scope = LIVE_PROCESS, .id = PID, .start_ns = 4 });
	assert_int_equal(sampling.n_open, 0);
}

TEST(the_machine_is_sampled_by_cpu)
{
	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE });
	assert_int_equal(sampling.n_open, 4);
	assert_non_null(fake_event_of(-1, 3));
	assert_true(live.news.live.cpus);
	assert_int_equal(live.news.live.threads, 4);
}

TEST(a_large_machine_is_sampled_on_all_cpus)
{
	static struct cpu_place many[200];

	for (int i = 0; i < 200; i++)
		many[i].cpu = i;
	machine.n_cpus = 200;
	machine.cpus = many;
	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE });
	machine.n_cpus = 4;
	machine.cpus = places;
	assert_int_equal(sampling.n_open, 200);
	assert_non_null(fake_event_of(-1, 199));
}

TEST(one_cpu_is_sampled_alone)
{
	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_CPU, .id = 2 });
	assert_int_equal(sampling.n_open, 1);
	assert_non_null(fake_event_of(-1, 2));
	assert_int_equal(live.news.live.threads, 1);
	assert_true(live.news.live.part == 1);
}

TEST(where_only_some_tasks_are_counted_the_machine_is_these_tasks)
{
	begin_threads(PID, 1);
	(void)strcpy(machine.watched, "your processes");
	interval(1);
	add_process(PID, 1);
	add_thread(PID, PID, 100);
	see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE });
	assert_int_equal(sampling.n_open, 1);
	assert_non_null(fake_event_of(PID, -1));
}

TEST(the_idle_task_of_a_cpu_has_no_samples)
{
	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE });
	begin_threads(PID, 1);
	fake_thread_runs(0, 1, 50 * MS, 20000030, 1);
	fake_thread_runs(PID, 0, 50 * MS, 2000003, 1);
	step();
	assert_int_equal(live.samples, 1);
	assert_int_equal(live.last_pid, PID);
}

/* ---- beginning and ending ---- */

TEST(it_closes_3_s_after_nobody_looks)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	wish_live((struct live_wish){ .scope = LIVE_NOTHING });
	sampling.now_ns += 2900 * MS;
	step();
	assert_int_equal(sampling.n_open, 1);
	assert_int_equal(room_wished, 1);
	sampling.now_ns += 101 * MS;
	assert_true(sampler_next_ns(sampler) <= sampling.now_ns);
	step();
	assert_int_equal(sampling.n_open, 0);
	assert_int_equal(room_wished, 0);
	assert_true(sampler_next_ns(sampler) == UINT64_MAX);
}

TEST(who_comes_back_within_3_s_finds_the_events_open)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	wish_live((struct live_wish){ .scope = LIVE_NOTHING });
	sampling.now_ns += SECOND;
	look_at_process(LIVE_OF_NODE);
	sampling.now_ns += 5 * SECOND;
	step();
	assert_int_equal(sampling.opened, 1);
	assert_int_equal(sampling.n_open, 1);
	assert_int_equal(live.target.wish.serial, serial);
}

TEST(another_event_replaces_the_one_that_is_open)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	look_at_process(LIVE_OF_BRANCHES);
	assert_int_equal(sampling.n_open, 1);
	assert_int_equal(fake_event_of(PID, -1)->attr.config, 0x20c4);
	assert_int_equal(live.news.live.event, TAKEN);
}

TEST(what_the_machine_cannot_sample_is_said)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	look_at_process(LIVE_OF_CALLS);
	assert_int_equal(sampling.n_open, 0);
	assert_string_equal(live.news.trouble, "this machine has no call stacks");
	assert_int_equal(live.news.serial, serial);
	assert_int_equal(live.news.live.event, -1);
}

TEST(samples_before_the_wish_are_not_in_its_profile)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	fake_thread_runs(PID, 0, 40 * MS, 2000003, 1);
	sampling.now_ns += 1;
	look_at_process(LIVE_OF_NODE);
	fake_thread_runs(PID, 0, 60 * MS, 2000003, 1);
	step();
	assert_int_equal(live.samples, 1);
}

TEST(each_round_ends_after_all_rings_were_drained)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	sampling.now_ns += 10 * MS;
	step();
	assert_int_equal(live.rounds, 0);
	sampling.now_ns = sampler_next_ns(sampler);
	step();
	assert_int_equal(live.rounds, 1);
	assert_true(live.round_ns == sampling.now_ns);
}

/* ---- the period ---- */

TEST(the_period_is_prime_and_gives_at_most_the_rate)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	run_for(250 * MS, 3.1e9);
	assert_int_equal(fake_event_of(PID, -1)->period, 3100007);	/* the prime after 3.1e6 */
	assert_int_equal(live.news.live.period, 3100007);
	assert_int_equal(live.begun, 2);
	assert_int_equal(live.target.event.period, 3100007);
	run_for(SECOND, 3.1e9);
	assert_in_range(live.samples, 950, 1050);
	assert_int_equal(live.begun, 2);
}

TEST(a_clock_has_its_period_at_once)
{
	open_sampler(50, 0);
	begin_threads(PID, 1);
	wish_live((struct live_wish){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT,
				      .event = CLOCK });
	assert_int_equal(fake_event_of(PID, -1)->period, 20000003);
	run_for(SECOND, 1.01e9);	/* a busy machine is late */
	assert_int_equal(fake_event_of(PID, -1)->period, 20000003);
	assert_int_equal(live.begun, 1);
}

TEST(a_rare_event_gets_a_shorter_period)
{
	begin_threads(PID, 1);
	wish_live((struct live_wish){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT,
				      .event = MISSES });
	run_for(250 * MS, 2e6);
	assert_int_equal(fake_event_of(PID, -1)->period, 2003);
}

TEST(a_sleeping_process_is_calibrated_when_it_runs)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	for (int i = 0; i < 20; i++) {
		sampling.now_ns += 50 * MS;
		step();
	}
	assert_int_equal(live.begun, 1);
	run_for(250 * MS, 3.1e9);
	assert_int_equal(live.news.live.period, 3100007);
}

TEST(an_event_that_becomes_frequent_gets_a_longer_period)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	interval_of(1e9, 1);
	assert_int_equal(live.news.live.period, 1000003);
	interval_of(3.1e9, 1);
	assert_int_equal(live.news.live.period, 3100007);
}

TEST(the_rate_of_the_command_line_is_kept)
{
	open_sampler(100, 0);
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	run_for(250 * MS, 3.1e9);
	assert_int_equal(live.news.live.period, 31000003);
}

/* ---- what the kernel refuses ---- */

TEST(the_precise_level_is_the_highest_that_the_kernel_accepts)
{
	sampling.precise_most = 1;
	begin_threads(PID, 2);
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 2);
	assert_int_equal(fake_event_of(PID + 1, -1)->attr.precise_ip, 1);
	assert_int_equal(live.news.live.precise, 1);
	assert_int_equal(live.target.event.event.precise, 1);
}

TEST(without_memory_for_rings_they_are_smaller_and_it_says_so)
{
	begin_threads(PID, 20);
	sampling.locked_pages = 40;
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 20);
	remarks("small rings");
}

TEST(without_any_memory_threads_are_left_out_and_it_says_so)
{
	begin_threads(PID, 30);
	sampling.locked_pages = 40;
	interval(1);
	add_process(PID, 30);
	for (int i = 0; i < 30; i++)
		add_thread(PID, PID + i, 100);
	see();
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 20);
	remarks("10 threads left out: no more memory may be locked");
}

TEST(without_descriptors_threads_are_left_out_and_it_says_so)
{
	begin_threads(PID, 30);
	sampling.files = 7;
	interval(1);
	add_process(PID, 30);
	for (int i = 0; i < 30; i++)
		add_thread(PID, PID + i, 100);
	see();
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 7);
	assert_int_equal(sampling.raised, 1);
	remarks("23 threads left out: too many open files");
}

TEST(listed_threads_without_descriptors_are_counted_too)
{
	begin_threads(PID, 30);
	sampling.files = 7;
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 7);
	remarks("23 threads left out: too many open files");
	assert_true(isnan(live.news.live.part));
}

TEST(a_process_of_another_user_is_refused_with_a_sentence)
{
	begin_threads(PID, 2);
	sampling.refuse_pid = EACCES;
	sampling.refused_pid = PID;
	sampling.facts.caps_known = true;
	sampling.facts.paranoid = 2;
	open_sampler(0, 0);
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 0);
	assert_false(live.news.live.on);
	assert_non_null(strstr(live.news.trouble, "cannot sample \"cycles:pp\": not permitted "
						  "(kernel.perf_event_paranoid is 2)"));
}

TEST(what_is_not_sampled_has_a_reason_and_no_note)
{
	choices.choice[CYCLES].note = "about the event";
	begin_threads(PID, 1);
	sampling.refuse_all = EACCES;
	look_at_process(LIVE_OF_NODE);
	assert_int_not_equal(live.news.trouble[0], '\0');
	assert_string_equal(live.news.live.remark, "");
	sampling.refuse_all = 0;
	look_at_process(LIVE_OF_NODE);
	assert_string_equal(live.news.live.remark, "about the event");
}

TEST(functions_are_shown_without_stacks_if_something_else_has_these)
{
	begin_threads(PID, 1);
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].attr[TYPE_CORE].branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	choices.choice[CYCLES].event.has_branches = true;
	sampling.refuse_stacks = EBUSY;
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 1);
	assert_int_equal(live.target.event.layout.sample_type & PERF_SAMPLE_BRANCH_STACK, 0);
	assert_false(live.target.event.event.has_branches);
	remarks("without branch stacks, which the kernel "
		"refuses now: Device or resource busy");
}

TEST(threads_of_others_in_a_scope_are_left_out_and_it_says_so)
{
	fake_thread_begins(PID, PID);
	fake_thread_begins(200, 200);
	sampling.refuse_pid = EACCES;
	sampling.refused_pid = 200;
	interval(1);
	snapshot_add(snapshot, ROW_NAME, 0)->start_ns = 9;
	add_process(PID, 1)->of_name = 0;
	add_thread(PID, PID, 100);
	add_process(200, 1)->of_name = 0;
	add_thread(200, 200, 100);
	see();
	wish_live((struct live_wish){ .scope = LIVE_NAME, .start_ns = 9 });
	assert_int_equal(sampling.n_open, 1);
	assert_string_equal(live.news.trouble, "");
	remarks("1 thread left out: not permitted");
}

TEST(on_a_hybrid_a_thread_has_an_event_of_each_core_type_in_one_ring)
{
	struct sample_choice *choice = &choices.choice[CYCLES];

	choice->has[TYPE_ATOM] = true;
	choice->attr[TYPE_ATOM] = choice->attr[TYPE_CORE];
	choice->attr[TYPE_ATOM].type = 10;
	choice->attr[TYPE_ATOM].sample_type = PERF_SAMPLE_WEIGHT_STRUCT;
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 2);
	assert_int_equal(sampling.event[1].into, FAKE_FD);
	assert_true(sampling.event[1].enabled);
	assert_int_equal(sampling.event[0].attr.type, PERF_TYPE_RAW);
	assert_int_equal(sampling.event[1].attr.type, 10);
	/* records of one ring have one layout */
	assert_int_equal(sampling.event[0].attr.sample_type, sampling.event[1].attr.sample_type);
	assert_int_equal(live.news.live.sampled, 1);
}

TEST(a_cpu_of_a_hybrid_has_the_event_of_its_core_type)
{
	struct sample_choice *choice = &choices.choice[CYCLES];

	choice->has[TYPE_ATOM] = true;
	choice->attr[TYPE_ATOM] = choice->attr[TYPE_CORE];
	choice->attr[TYPE_ATOM].type = 10;
	places[3].core_type = TYPE_ATOM;
	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE });
	places[3].core_type = TYPE_CORE;
	assert_int_equal(sampling.n_open, 4);
	assert_int_equal(fake_event_of(-1, 0)->attr.type, PERF_TYPE_RAW);
	assert_int_equal(fake_event_of(-1, 3)->attr.type, 10);
}

TEST(stacks_that_were_refused_are_tried_again_for_the_next_wish)
{
	begin_threads(PID, 1);
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].event.has_branches = true;
	sampling.refuse_stacks = EBUSY;
	look_at_process(LIVE_OF_NODE);
	sampling.refuse_stacks = 0;
	look_at_process(LIVE_OF_NODE);
	assert_true(live.target.event.event.has_branches);
	assert_string_equal(live.news.live.remark, "");
}

/* An interval in which so many threads of the process began. */
static void interval_with_births(int n)
{
	interval(1);
	add_process(PID, 1);
	add_thread(PID, PID, 100);
	for (int i = 0; i < n; i++) {
		struct row *row = add_thread(PID, 5000 + i, 1);

		row->born = row->exited = true;
		row->start_ns = sampling.now_ns - SECOND / 2;
	}
	see();
}

TEST(stacks_that_were_refused_stay_away_when_the_events_are_opened_anew)
{
	begin_threads(PID, 1);
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].event.has_branches = true;
	sampling.refuse_stacks = EBUSY;
	look_at_process(LIVE_OF_NODE);
	interval_with_births(60);
	interval_with_births(60);
	assert_true(live.news.live.cpus);
	assert_int_equal(fake_event_of(-1, 0)->attr.sample_type & PERF_SAMPLE_BRANCH_STACK, 0);
	remarks("without branch stacks");
}

TEST(a_core_type_without_the_event_is_named)
{
	places[3].core_type = TYPE_ATOM;
	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE });
	assert_int_equal(sampling.n_open, 3);
	assert_int_equal(live.news.live.threads, 4);
	assert_true(isnan(live.news.live.part));
	remarks("E-cores do not have this event");
	places[3].core_type = TYPE_CORE;
}

TEST(a_clock_is_the_same_on_all_core_types)
{
	places[3].core_type = TYPE_ATOM;
	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE, .what = LIVE_OF_EVENT,
				      .event = CLOCK });
	places[3].core_type = TYPE_CORE;
	assert_int_equal(sampling.n_open, 4);
	assert_string_equal(live.news.live.remark, "");
	assert_true(live.news.live.part == 1);
}

TEST(branches_without_stacks_are_refused_with_a_sentence)
{
	begin_threads(PID, 1);
	sampling.refuse_stacks = EBUSY;
	look_at_process(LIVE_OF_BRANCHES);
	assert_int_equal(sampling.n_open, 0);
	assert_non_null(strstr(live.news.trouble, "Intel PT and LBR exclude each other"));
}

TEST(what_was_refused_is_tried_again_at_the_next_interval)
{
	begin_threads(PID, 1);
	sampling.refuse_all = EBUSY;
	look_at_process(LIVE_OF_NODE);
	assert_int_not_equal(live.news.trouble[0], '\0');
	sampling.refuse_all = 0;
	interval_of(3e9, 1);
	assert_int_equal(sampling.n_open, 1);
	assert_string_equal(live.news.trouble, "");
}

/* ---- tasks that come and go ---- */

/* A FORK record of the thread's event: it begins another task. */
static void fork_record(int32_t by, int32_t pid, int32_t tid)
{
	const struct {
		struct perf_event_header header;
		int32_t pid, ppid, tid, ptid;
		uint64_t time_ns;
		int32_t id_pid, id_tid;
		uint64_t id_time_ns, id_cpu, id;
	} record_of_fork = { { PERF_RECORD_FORK, 0, sizeof(record_of_fork) }, pid, PID, tid, by,
			     sampling.now_ns, PID, by, sampling.now_ns, 0, 7000 };

	fake_thread_writes(by, &record_of_fork, sizeof(record_of_fork));
}

TEST(a_thread_that_a_sampled_one_begins_is_sampled_before_the_interval_ends)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	fake_thread_begins(PID, PID + 1);
	fork_record(PID, PID, PID + 1);
	sampling.now_ns += 50 * MS;
	step();
	assert_true(fake_event_of(PID + 1, -1)->enabled);
}

TEST(a_birth_that_the_events_of_two_core_types_tell_is_one)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	for (int i = 0; i < 40; i++) {
		fork_record(PID, PID, 1000 + i);
		fork_record(PID, PID, 1000 + i);
	}
	interval_of(1e9, 1);
	assert_false(live.news.live.cpus);
	for (int i = 0; i < 120; i++) {
		fork_record(PID, PID, 2000 + i);
		if (i % 60 == 59)
			interval_of(1e9, 1);
	}
	assert_true(live.news.live.cpus);
}

TEST(a_child_process_is_not_part_of_the_process)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	fake_thread_begins(300, 300);
	fork_record(PID, 300, 300);
	sampling.now_ns += 50 * MS;
	step();
	assert_int_equal(sampling.n_open, 1);
}

TEST(what_is_watched_is_sampled_at_once_with_all_that_it_starts)
{
	begin_threads(PID, 1);
	wish_live((struct live_wish){ .scope = LIVE_WATCHED, .id = PID });
	assert_true(fake_event_of(PID, -1)->enabled);
	fake_thread_begins(300, 300);
	fork_record(PID, 300, 300);
	sampling.now_ns += 50 * MS;
	step();
	assert_true(fake_event_of(300, -1)->enabled);
	fake_thread_begins(400, 400);		/* an orphan: only the snapshot knows it */
	fake_thread_exits(PID);
	interval(1);
	add_process(400, 1);
	add_thread(400, 400, 100);
	see();
	assert_non_null(fake_event_of(400, -1));
	assert_null(strstr(live.news.live.remark, "exited"));
}

TEST(a_thread_that_exits_is_closed_and_its_samples_are_kept)
{
	begin_threads(PID, 2);
	look_at_process(LIVE_OF_NODE);
	fake_thread_runs(PID + 1, 0, 50 * MS, 2000003, 1);
	fake_thread_exits(PID + 1);
	step();
	assert_int_equal(live.samples, 1);
	assert_int_equal(sampling.n_open, 1);
}

TEST(a_process_that_exits_is_said_and_nobody_else_with_its_pid_is_opened)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	fake_thread_exits(PID);
	sampling.now_ns += 50 * MS;
	step();
	interval(1);
	see();
	assert_false(live.news.live.on);
	remarks("the process 100 has exited");
	fake_thread_begins(PID, PID);
	interval(1);
	see();
	assert_int_equal(sampling.n_open, 0);
}

TEST(a_thread_that_execs_keeps_its_event_under_the_number_of_the_process)
{
	begin_threads(PID, 2);
	look_at_process(LIVE_OF_NODE);
	{
		const struct {
			struct perf_event_header header;
			int32_t pid, tid;
			char name[8];
			int32_t id_pid, id_tid;
			uint64_t id_time_ns, id_cpu, id;
		} comm = { { PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, sizeof(comm) }, PID, PID,
			   "other", PID, PID, sampling.now_ns, 0, fake_event_of(PID + 1, -1)->id };

		fake_thread_writes(PID + 1, &comm, sizeof(comm));
	}
	fake_thread_exits(PID);
	sampling.thread[0].exited = false;
	sampling.now_ns += 50 * MS;
	step();
	interval(1);
	add_process(PID, 1);
	add_thread(PID, PID, 100);
	see();
	assert_int_equal(sampling.n_open, 1);
	assert_int_equal(sampling.opened, 2);
	assert_non_null(fake_event_of(PID + 1, -1));
}

TEST(an_event_that_the_kernel_has_removed_is_opened_again)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	interval_of(3e9, 1);
	assert_int_equal(sampling.n_open, 1);
	{
		const uint64_t id = fake_event_of(PID, -1)->id;

		interval(1);	/* it runs in this one, and its event is enabled for no time */
		add_process(PID, 1);
		add_thread(PID, PID, 1e9);
		see();
		assert_int_equal(sampling.n_open, 1);
		assert_int_not_equal(fake_event_of(PID, -1)->id, id);
	}
}

TEST(a_thread_that_sleeps_keeps_its_event)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	interval_of(3e9, 1);
	sampling.opened = 0;
	for (int i = 0; i < 5; i++) {
		interval(1);
		add_process(PID, 1);
		see();
	}
	assert_int_equal(sampling.opened, 0);
	assert_int_equal(sampling.n_open, 1);
}

TEST(threads_that_idle_keep_their_events_while_there_is_room)
{
	begin_threads(PID, 64);
	for (int busy = 64; busy >= 40; busy -= 24) {
		interval(1);
		add_process(PID, 64);
		for (int i = 0; i < busy; i++)
			add_thread(PID, PID + i, 100);
		see();
		look_at_process(LIVE_OF_NODE);
		assert_int_equal(sampling.n_open, 64);
	}
	assert_int_equal(sampling.opened, 64);
}

TEST(threads_that_were_only_listed_lose_their_events_if_others_are_busy)
{
	begin_threads(PID, 64);
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 64);
	interval(1);
	add_process(PID, 64);
	for (int i = 0; i < 6; i++)
		add_thread(PID, PID + i, 100);
	see();
	assert_int_equal(sampling.n_open, 6);
}

TEST(a_cpu_that_was_offline_is_opened_again)
{
	uint64_t id;

	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_CPU, .id = 2 });
	for (int i = 0; i < 2; i++) {
		fake_thread_runs(0, 2, SECOND, 1, 1);
		interval(1);
		see();
	}
	id = fake_event_of(-1, 2)->id;
	interval(1);
	see();
	assert_int_not_equal(fake_event_of(-1, 2)->id, id);
}

TEST(many_births_are_sampled_by_cpu_with_a_filter)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	interval_with_births(60);
	interval_with_births(60);
	assert_int_equal(sampling.n_open, 4);
	assert_null(fake_event_of(PID, -1));
	assert_true(live.news.live.cpus);
	remarks("60 threads begin each second: sampled by CPU");
	fake_thread_begins(300, 300);
	fake_thread_begins(PID, PID + 7);
	fake_thread_runs(300, 1, 50 * MS, 4000006, 1);
	fake_thread_runs(PID + 7, 2, 50 * MS, 2000003, 1);
	step();
	assert_int_equal(live.samples, 1);
	assert_int_equal(live.last_pid, PID);
}

TEST(threads_that_all_begin_at_once_are_sampled_as_threads)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	interval_with_births(200);
	interval_with_births(0);
	interval_with_births(200);
	assert_false(live.news.live.cpus);
	assert_non_null(fake_event_of(PID, -1));
}

TEST(births_that_no_interval_shows_are_those_of_the_records)
{
	begin_threads(PID, 1);
	wish_live((struct live_wish){ .scope = LIVE_WATCHED, .id = PID });
	for (int i = 0; i < 120; i++) {
		fork_record(PID, 500 + i, 500 + i);	/* it has ended before anybody looks */
		sampling.now_ns += 10 * MS;
		step();
		if (i % 60 < 59)
			continue;
		interval(1);
		add_process(PID, 1);
		add_thread(PID, PID, 1e9);
		see();
	}
	assert_true(live.news.live.cpus);
	remarks("60 threads begin each second: sampled by CPU");
}

TEST(when_births_end_threads_are_sampled_again)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	interval_with_births(60);
	interval_with_births(60);
	for (int i = 0; i < 5; i++)
		interval_with_births(1);
	assert_non_null(fake_event_of(PID, -1));
	assert_int_equal(sampling.n_open, 1);
	assert_false(live.news.live.cpus);
}

TEST(a_process_that_exits_while_cpus_are_sampled_is_said)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	interval_with_births(60);
	interval_with_births(60);
	assert_int_equal(sampling.n_open, 4);
	fake_thread_exits(PID);
	interval(1);
	see();
	assert_int_equal(sampling.n_open, 0);
	remarks("the process 100 has exited");
}

TEST(births_without_the_right_to_sample_cpus_stay_with_threads_and_it_says_so)
{
	begin_threads(PID, 1);
	sampling.refuse_cpus = EACCES;
	look_at_process(LIVE_OF_NODE);
	interval_with_births(60);
	interval_with_births(60);
	assert_int_equal(sampling.n_open, 1);
	assert_non_null(fake_event_of(PID, -1));
	assert_string_equal(live.news.trouble, "");
	remarks("sampling whole CPUs is not permitted");
}

/* ---- what is lost, and what gives way ---- */

TEST(lost_records_are_counted)
{
	const struct {
		struct perf_event_header header;
		uint64_t of, lost;
		int32_t pid, tid;
		uint64_t time_ns, cpu, id;
	} lost = { { PERF_RECORD_LOST, 0, sizeof(lost) }, 7000, 11, PID, PID, 0, 0, 7000 };

	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	fake_thread_writes(PID, &lost, sizeof(lost));
	run_for(300 * MS, 1e9);
	look_at_process(LIVE_OF_NODE);
	fake_thread_writes(PID, &lost, sizeof(lost));
	run_for(2 * SECOND, 1e6);
	assert_int_equal(live.news.live.lost, 11);
}

TEST(samples_that_the_queue_refuses_are_lost)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	run_for(300 * MS, 3.1e9);
	live.full = true;
	run_for(2 * SECOND, 3.1e9);
	assert_in_range(live.news.live.lost, 900, 2100);
}

TEST(a_record_that_wraps_around_the_ring_is_whole)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_BRANCHES);
	run_for(300 * MS, 1e9);
	for (int i = 0; i < 20; i++)
		run_for(SECOND, 1e9);
	assert_in_range(live.samples, 20000, 20600);
	assert_int_equal(live.news.live.lost, 0);
}

TEST(what_goes_on_is_recorded_too)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	run_for(300 * MS, 3.1e9);
	recorded = 0;
	live.samples = 0;
	run_for(300 * MS, 3.1e9);
	assert_true(recorded > 200);
	assert_int_equal(recorded, live.samples);
}

TEST(an_event_that_seldom_has_a_counter_is_said)
{
	sampling.running = 0.5;
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	interval_of(1e9, 1);
	remarks("the event had a counter 50 % of the time");
}

TEST(sampling_that_takes_the_counters_of_slots_stops_and_says_so)
{
	begin_threads(PID, 1);
	interval(1);
	see();
	look_at_process(LIVE_OF_NODE);
	interval_of(1e9, 1);
	assert_true(live.news.live.slots_running == 1);
	interval_of(1e9, 0.7);
	interval_of(1e9, 0.7);
	assert_int_equal(sampling.n_open, 0);
	remarks("paused: the SLOTS groups ran 70 % of the time");
	interval_of(1e9, 0.9);
	interval_of(1e9, 1);
	assert_int_equal(sampling.n_open, 0);
	assert_int_equal(room_wished, 0);
	remarks("stopped: beside it the SLOTS groups ran 70 %");
	look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 1);
}

TEST(slots_that_do_not_run_without_sampling_either_are_no_reason_to_stop)
{
	begin_threads(PID, 1);
	interval(1);
	see();
	look_at_process(LIVE_OF_NODE);
	for (int i = 0; i < 5; i++)
		interval_of(1e9, i ? 0.7 : 1);
	assert_int_equal(sampling.n_open, 1);
	remarks("the SLOTS groups run 70 % of the time, without sampling too");
}

TEST(slots_of_which_nothing_was_known_before_are_not_said_to_be_of_others)
{
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	for (int i = 0; i < 4; i++)
		interval_of(1e9, i ? 0.7 : 1);
	assert_int_equal(sampling.n_open, 1);
	remarks("the SLOTS groups run 70 % of the time, which may be for the sampling");
}

TEST(an_event_without_general_counters_takes_none_from_slots)
{
	begin_threads(PID, 1);
	interval(1);
	see();
	wish_live((struct live_wish){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT,
				      .event = CLOCK });
	for (int i = 0; i < 5; i++)
		interval_of(1e9, 0.7);
	assert_int_equal(sampling.n_open, 1);
	assert_int_equal(room_wished, 0);
}

TEST(above_the_budget_the_period_becomes_longer_and_threads_fewer)
{
	open_sampler(0, 1);	/* 1 % of 4 CPUs: 40 ms of a second */
	begin_threads(PID, 64);
	look_at_process(LIVE_OF_NODE);
	run_for(250 * MS, 1e9);
	sampling.cpu_ns = 5 * MS;	/* each step: 100 ms of a second */
	run_for(4 * SECOND, 1e9);
	assert_in_range(live.news.live.period, 2000003, 2000100);
	remarks("to keep to --budget: period x 2");
	run_for(10 * SECOND, 1e9);
	assert_int_equal(sampling.n_open, 32);
	run_for(30 * SECOND, 1e9);
	assert_int_equal(sampling.n_open, 16);
	remarks("of a CPU, more than --budget");
}

/* The cost is far above the budget, for long. */
static void exhaust_the_budget(enum live_event what)
{
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].event.has_branches = true;
	open_sampler(0, 1);
	begin_threads(PID, 1);
	look_at_process(what);
	run_for(250 * MS, 1e9);
	sampling.cpu_ns = 5 * MS;
	run_for(40 * SECOND, 1e9);
}

TEST(functions_are_shown_without_stacks_if_the_budget_is_not_kept)
{
	exhaust_the_budget(LIVE_OF_NODE);
	assert_false(live.target.event.event.has_branches);
	remarks("no stacks");
}

TEST(branches_keep_their_stacks_whatever_the_budget)
{
	exhaust_the_budget(LIVE_OF_BRANCHES);
	assert_true(live.target.event.event.has_branches);
	remarks("more than --budget, with period x 8, a quarter of the threads");
}

TEST(within_the_budget_nothing_is_shed_and_the_cost_is_told)
{
	open_sampler(0, 1);
	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	sampling.cpu_ns = MS;
	run_for(5 * SECOND, 1e9);
	assert_true(fabs(live.news.live.own_percent - 2) < 0.5);
	assert_string_equal(live.news.live.remark, "");
}

TEST(the_kernels_throttling_makes_the_period_longer_and_is_said)
{
	const struct {
		struct perf_event_header header;
		uint64_t time_ns, of, stream;
	} throttle = { { PERF_RECORD_THROTTLE, 0, sizeof(throttle) }, 0, 7000, 0 };

	begin_threads(PID, 1);
	look_at_process(LIVE_OF_NODE);
	run_for(300 * MS, 1e9);
	for (int i = 0; i < 3; i++)
		fake_thread_writes(PID, &throttle, sizeof(throttle));
	run_for(SECOND, 1e9);
	assert_in_range(live.news.live.period, 2000003, 2000100);
}

TEST(the_end_of_the_collector_closes_all)
{
	begin_threads(PID, 3);
	look_at_process(LIVE_OF_NODE);
	sampler_end(sampler);
	assert_int_equal(sampling.n_open, 0);
}

#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(nothing_is_open_before_somebody_looks),
		T(a_process_is_sampled_at_once_by_the_threads_that_proc_lists),
		T(events_are_never_pinned_and_have_what_a_profile_needs),
		T(the_busiest_threads_have_events_those_below_a_percent_none),
		T(of_many_threads_that_are_equally_busy_64_have_events),
		T(a_thread_that_becomes_busy_takes_the_place_of_one_that_idles),
		T(a_user_is_sampled_by_the_threads_of_his_processes),
		T(another_process_with_the_same_pid_is_not_sampled),
		T(the_machine_is_sampled_by_cpu),
		T(a_large_machine_is_sampled_on_all_cpus),
		T(one_cpu_is_sampled_alone),
		T(where_only_some_tasks_are_counted_the_machine_is_these_tasks),
		T(the_idle_task_of_a_cpu_has_no_samples),
		T(it_closes_3_s_after_nobody_looks),
		T(who_comes_back_within_3_s_finds_the_events_open),
		T(another_event_replaces_the_one_that_is_open),
		T(what_the_machine_cannot_sample_is_said),
		T(samples_before_the_wish_are_not_in_its_profile),
		T(each_round_ends_after_all_rings_were_drained),
		T(the_period_is_prime_and_gives_at_most_the_rate),
		T(a_clock_has_its_period_at_once),
		T(a_rare_event_gets_a_shorter_period),
		T(a_sleeping_process_is_calibrated_when_it_runs),
		T(an_event_that_becomes_frequent_gets_a_longer_period),
		T(the_rate_of_the_command_line_is_kept),
		T(the_precise_level_is_the_highest_that_the_kernel_accepts),
		T(without_memory_for_rings_they_are_smaller_and_it_says_so),
		T(without_any_memory_threads_are_left_out_and_it_says_so),
		T(without_descriptors_threads_are_left_out_and_it_says_so),
		T(listed_threads_without_descriptors_are_counted_too),
		T(a_process_of_another_user_is_refused_with_a_sentence),
		T(what_is_not_sampled_has_a_reason_and_no_note),
		T(functions_are_shown_without_stacks_if_something_else_has_these),
		T(threads_of_others_in_a_scope_are_left_out_and_it_says_so),
		T(on_a_hybrid_a_thread_has_an_event_of_each_core_type_in_one_ring),
		T(a_cpu_of_a_hybrid_has_the_event_of_its_core_type),
		T(stacks_that_were_refused_are_tried_again_for_the_next_wish),
		T(stacks_that_were_refused_stay_away_when_the_events_are_opened_anew),
		T(a_core_type_without_the_event_is_named),
		T(a_clock_is_the_same_on_all_core_types),
		T(branches_without_stacks_are_refused_with_a_sentence),
		T(what_was_refused_is_tried_again_at_the_next_interval),
		T(a_thread_that_a_sampled_one_begins_is_sampled_before_the_interval_ends),
		T(a_birth_that_the_events_of_two_core_types_tell_is_one),
		T(a_child_process_is_not_part_of_the_process),
		T(what_is_watched_is_sampled_at_once_with_all_that_it_starts),
		T(a_thread_that_exits_is_closed_and_its_samples_are_kept),
		T(a_process_that_exits_is_said_and_nobody_else_with_its_pid_is_opened),
		T(a_thread_that_execs_keeps_its_event_under_the_number_of_the_process),
		T(an_event_that_the_kernel_has_removed_is_opened_again),
		T(a_thread_that_sleeps_keeps_its_event),
		T(threads_that_idle_keep_their_events_while_there_is_room),
		T(threads_that_were_only_listed_lose_their_events_if_others_are_busy),
		T(a_cpu_that_was_offline_is_opened_again),
		T(many_births_are_sampled_by_cpu_with_a_filter),
		T(threads_that_all_begin_at_once_are_sampled_as_threads),
		T(births_that_no_interval_shows_are_those_of_the_records),
		T(when_births_end_threads_are_sampled_again),
		T(a_process_that_exits_while_cpus_are_sampled_is_said),
		T(births_without_the_right_to_sample_cpus_stay_with_threads_and_it_says_so),
		T(lost_records_are_counted),
		T(samples_that_the_queue_refuses_are_lost),
		T(a_record_that_wraps_around_the_ring_is_whole),
		T(what_goes_on_is_recorded_too),
		T(an_event_that_seldom_has_a_counter_is_said),
		T(sampling_that_takes_the_counters_of_slots_stops_and_says_so),
		T(slots_that_do_not_run_without_sampling_either_are_no_reason_to_stop),
		T(slots_of_which_nothing_was_known_before_are_not_said_to_be_of_others),
		T(an_event_without_general_counters_takes_none_from_slots),
		T(above_the_budget_the_period_becomes_longer_and_threads_fewer),
		T(functions_are_shown_without_stacks_if_the_budget_is_not_kept),
		T(branches_keep_their_stacks_whatever_the_budget),
		T(within_the_budget_nothing_is_shed_and_the_cost_is_told),
		T(the_kernels_throttling_makes_the_period_longer_and_is_said),
		T(the_end_of_the_collector_closes_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

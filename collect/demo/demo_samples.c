/* SPDX-License-Identifier: GPL-2.0-only */
/* Invents samples of what is requested, and publishes profiles of them; see demo_samples.h. */
#include "config.h"
#include "collect/demo/demo_samples.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

#include "collect/demo/demo_layout.h"
#include "collect/demo/demo_script.h"
#include "collect/events/event_tasks.h"
#include "collect/live/sample_choice.h"
#include "collect/live/sampler_options.h"
#include "model/formula.h"
#include "model/splitmix64.h"

#define NS_PER_S 1000000000ULL
#define PUBLISH_NS (NS_PER_S / 2)
#define PERIOD_LEAST 101
#define WARM_STEPS 5000		/* so that a walk is anywhere, and its rates are known */
#define STEPS_MOST 2000		/* for one sample */
#define ROUND_STEPS 300000	/* for all, between two states of the profile: some ms */
#define INSTRUCTIONS_PER_STEP 4.0	/* about */
#define RATIO_STEP 0.02		/* of draw_share(), for each slot */
#define RATIO_MOST 50.0

struct walker {
	int32_t tid, pid;
	const char *comm;		/* NULL: it has no code */
	bool has_code;
	double wanted;			/* occurrences since the last time, then samples */
	double due;			/* samples, and a fraction that was left */
	double ratio[DEMO_SHARES];	/* of a function's shares to what is drawn (draw_share()); 0: 1 */
	struct demo_walk walk;
};

struct demo_samples {
	const struct machine *machine;
	struct profile_exchange *exchange;
	int wake_ui;
	struct demo_layout *layout;
	struct profile_code code;
	struct sample_choices choices;	/* without that of a node below level 2 */
	struct event_tasks *tasks;
	/* Of the newest request: */
	struct profile_request request;
	struct profile_news news;
	struct profile_event event;
	enum demo_counted counted;
	struct profile_builder *builder;	/* NULL: no view needs one */
	struct walker *walkers;
	size_t n_walkers;
	uint64_t began_ns, last_ns, next_ns;
};

/*
 * What limits the functions of the simulated machine: where a sample of a class is.
 * Classes of a function of the demo are a row here. Pure.
 */

/* Light, heavy; mispredicts, clears; latency, bandwidth; memory, core. */
static const struct {
	const char *function;
	uint8_t split[DEMO_SHARES];
} functions[] = {
	{ "stream_copy", { 5, 0, 0, 0, 1, 1, 88, 5 } },
	{ "stream_scale", { 7, 1, 1, 1, 2, 2, 78, 8 } },
	{ "stream_add", { 7, 0, 1, 0, 2, 2, 80, 8 } },
	{ "stream_triad", { 9, 1, 1, 0, 2, 3, 70, 14 } },
	{ "Interpreter", { 18, 4, 10, 2, 44, 12, 5, 5 } },
	{ "Marker::step", { 18, 1, 5, 1, 6, 3, 58, 8 } },
	{ "Marker::drain", { 16, 1, 6, 1, 5, 3, 60, 8 } },
	{ "Marker::mark_object", { 9, 1, 3, 1, 3, 2, 76, 5 } },
	{ "com.shop.util.Table.find", { 12, 1, 6, 1, 4, 3, 66, 7 } },
	{ "find_match", { 32, 1, 36, 1, 5, 4, 11, 10 } },
	{ "best_split", { 22, 2, 30, 3, 4, 3, 28, 8 } },
};

/* What the events of Sapphire Rapids' class table count, by level. */
static const struct {
	enum event_id id;
	int level;
	uint32_t shares;	/* bits 1 << DEMO_x */
} events[] = {
	{ EV_RETIRING, 1, 1U << DEMO_LIGHT | 1U << DEMO_HEAVY },
	{ EV_BAD_SPEC, 1, 1U << DEMO_MISPREDICTS | 1U << DEMO_CLEARS },
	{ EV_FE_BOUND, 1, 1U << DEMO_LATENCY | 1U << DEMO_BANDWIDTH },
	{ EV_BE_BOUND, 1, 1U << DEMO_MEMORY | 1U << DEMO_CORE },
	{ EV_HEAVY_OPS, 2, 1U << DEMO_HEAVY },
	{ EV_BR_MISPREDICT, 2, 1U << DEMO_MISPREDICTS },
	{ EV_FETCH_LAT, 2, 1U << DEMO_LATENCY },
	{ EV_MEM_BOUND, 2, 1U << DEMO_MEMORY },
};

static const uint8_t *split_of_thread(int32_t pid, const char *comm)
{
	const struct demo_process *process = demo_find_process(pid);

	for (int i = 0; process && i < DEMO_KINDS && process->threads[i].count; i++)
		if (!strcmp(process->threads[i].comm, comm))
			return process->threads[i].split;
	return NULL;
}

/* The percentages of the function at the place, by enum demo_share; NULL: it has no story of its own. */
static const uint8_t *split_of_function(const struct demo_layout *layout, struct place at)
{
	const struct demo_instruction *instruction = demo_layout_find(layout, at);
	const char *name = instruction ? layout->blocks[instruction->block].function->name : "";

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!strcmp(functions[i].function, name))
			return functions[i].split;
	return NULL;
}

static int row_of(const struct class_table *table, enum event_id id)
{
	for (size_t i = 0; i < table->n_events; i++)
		if (table->events[i].event.id == id)
			return (int)i;
	return -1;
}

/*
 * What a slot of the function is lost to, by chance. All slots of a thread have the shares of its row in the
 * lists: the ratio of a share falls when it is drawn and rises when it is not. So a function has its own
 * shares, but for a factor that all functions of the thread share.
 */
static enum demo_share draw_share(struct walker *walker, const uint8_t *function, const uint8_t *thread)
{
	double left, sum = 0, *ratio = walker->ratio;
	uint32_t share = 0;

	for (int i = 0; i < DEMO_SHARES; i++) {
		if (ratio[i] <= 0)
			ratio[i] = 1;
		sum += ratio[i] * function[i];
	}
	left = sum * splitmix64_share(&walker->walk.random);
	for (; share < DEMO_SHARES - 1 && left >= ratio[share] * function[share]; share++)
		left -= ratio[share] * function[share];
	for (uint32_t i = 0; i < DEMO_SHARES; i++)
		ratio[i] = fmin(fmax(ratio[i] * (1 + RATIO_STEP * (thread[i] / 100.0 - (i == share))), 1 / RATIO_MOST),
				RATIO_MOST);
	return share;
}

/* The row of the table whose event such a slot is; -1: of this level none. */
static int row_of_share(const struct class_table *table, int level, enum demo_share share)
{
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		if (events[i].level == level && events[i].shares & 1U << share)
			return row_of(table, events[i].id);
	return -1;
}

/* ---- events ---- */

static int accept_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group, uint64_t flags)
{
	(void)data;
	(void)attr;
	(void)pid;
	(void)cpu;
	(void)group;
	(void)flags;
	return 0;
}

static void accept_close(void *data, int fd)
{
	(void)data;
	(void)fd;
}

/* Those that the real machine has: a kernel that accepts all is asked. */
static int make_choices(struct demo_samples *demo, struct err *err)
{
	static const struct perf_sys sys = { .open = accept_open, .close = accept_close };
	const struct facts facts = { .vendor = "GenuineIntel" };
	struct cores *cores = calloc(1, sizeof(*cores));
	int ret;

	if (!cores)
		return err_set(err, ENOMEM, "not enough memory to sample");
	cores->n = 1;
	(void)snprintf(cores->group[0].pmu.name, sizeof(cores->group[0].pmu.name), "cpu");
	cores->group[0].pmu.type = PERF_TYPE_RAW;
	ret = sample_choices_try(&(struct sample_machine){
		.sys = &sys, .facts = &facts, .cores = cores, .family = demo->machine->family,
	}, &demo->choices, err);
	free(cores);
	return ret;
}

/* What it counts, by parts of its name; the first that is found. */
static enum demo_counted counted_of(const struct profile_event *event)
{
	static const struct {
		const char *part;
		enum demo_counted counted;
	} parts[] = {
		{ "near_taken", DEMO_OF_TAKEN },
		{ "misp", DEMO_OF_MISPREDICTED },
		{ "frontend", DEMO_OF_FETCHES }, { "icache", DEMO_OF_FETCHES },
		{ "_miss", DEMO_OF_MISSES }, { "mem_", DEMO_OF_MISSES },
		{ "inst", DEMO_OF_INSTRUCTIONS }, { "uops", DEMO_OF_INSTRUCTIONS },
		{ "topdown.backend", DEMO_OF_MISSES },
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (strstr(event->name, parts[i].part))
			return parts[i].counted;
	return DEMO_OF_CYCLES;
}

/* The event of the request: a choice, or that of a node below level 2, which then is the last one. */
static int demo_samples_choose(struct demo_samples *demo, struct err *err)
{
	const struct live_request *request = &demo->request.live;
	struct profile_news *news = &demo->news;
	struct sample_choice below;
	int choice;

	news->n_events = demo->choices.n;
	for (int i = 0; i < news->n_events; i++)
		news->events[i] = demo->choices.choice[i].event;
	if (request->what != LIVE_OF_NODE || !request->below || news->n_events >= SOURCE_EVENTS_MAX ||
	    sample_choice_of_tree(&demo->choices, demo->machine->family->tree[request->below_type],
				  request->below_type, request->below, &below)) {
		choice = sample_choices_find(&demo->choices, request, err);
	} else {
		choice = news->n_events++;
		news->events[choice] = below.event;
	}
	if (choice >= 0)
		demo->event = news->events[choice];
	return choice;
}

/* ---- threads ---- */

static bool is_topdown(const struct demo_samples *demo)
{
	return demo->event.trigger == TRIGGER_SLOTS;
}

/* Occurrences in a second that the thread runs. */
static double rate_of(const struct demo_samples *demo, const struct walker *walker)
{
	const uint64_t *all = walker->walk.counted;
	const double rate = 1e9 * DEMO_CYCLES_PER_NS * (double)all[demo->counted] / (double)all[DEMO_OF_CYCLES];

	return is_topdown(demo) ? DEMO_SLOTS_PER_CYCLE * rate : rate;
}

/* The walk of a thread; NULL: there are too many. */
static struct walker *walker_of(struct demo_samples *demo, const struct event_task *task)
{
	struct walker *walker = demo->walkers;
	uint32_t number;
	const char *comm;

	for (size_t i = 0; i < demo->n_walkers; i++, walker++)
		if (walker->tid == task->tid)
			return walker;
	if (demo->n_walkers == SAMPLER_THREADS)
		return NULL;
	demo->n_walkers++;
	*walker = (struct walker){ .tid = task->tid, .pid = task->pid };
	comm = demo_thread_name(task->pid, task->tid, &number);
	if (comm && demo->request.live.scope == LIVE_CPU &&
	    (int32_t)(number % demo->machine->n_cpus) != demo->request.live.id)
		comm = NULL;
	walker->comm = comm;
	walker->has_code = comm && demo_walk_begin(&walker->walk, demo->layout, comm,
						   splitmix64_mix((uint64_t)task->tid));
	for (uint32_t i = 0; walker->has_code && i < WARM_STEPS; i++)
		demo_walk_step(&walker->walk);
	return walker;
}

/* All events of the table have one period, and count slots all the time. */
static void set_classes(struct demo_samples *demo)
{
	struct class_samples classes = { .table = demo->machine->family->classes };

	for (size_t i = 0; i < classes.table->n_events; i++) {
		if (classes.table->events[i].event.level > demo->event.levels)
			continue;
		classes.events |= 1U << i;
		classes.period[i] = (double)demo->event.period;
		classes.unit[i] = classes.running[i] = 1;
	}
	profile_builder_set_classes(demo->builder, &classes);
}

/* So that a thread has at most as many samples a second as on a real machine. */
static int begin_builder(struct demo_samples *demo, double rate)
{
	const uint64_t period = (uint64_t)(rate / SAMPLER_RATE);

	demo->event.period = period > PERIOD_LEAST ? period | 1 : PERIOD_LEAST;
	demo->news.events[demo->news.live.event].period = demo->event.period;
	demo->builder = profile_builder_new(&demo->event, NULL);
	if (demo->builder && is_topdown(demo))
		set_classes(demo);
	return demo->builder ? 0 : -ENOMEM;
}

/* A sample of a class of the function, and of level 2, if it is sampled and the slot is in one of its nodes. */
static void add_classes(struct demo_samples *demo, struct walker *walker,
			struct profile_sample *sample)
{
	const struct class_table *table = demo->machine->family->classes;
	const uint8_t *thread = split_of_thread(walker->pid, walker->comm);
	const uint8_t *function = split_of_function(demo->layout, sample->at);

	for (int level = 1; thread && level <= demo->event.levels; level++) {
		const enum demo_share share = draw_share(walker, function ? function : thread, thread);
		const int row = row_of_share(table, level, share);

		if (row < 0)
			continue;
		sample->row = (uint8_t)row;
		(void)profile_builder_add(demo->builder, sample);
	}
}

/* So many samples more, if they take no more than these steps. */
static void add_samples(struct demo_samples *demo, struct walker *walker, double steps_left)
{
	struct profile_sample sample;

	walker->due += walker->wanted;
	while (walker->due >= 1 && steps_left > 0) {
		const uint64_t before = walker->walk.counted[DEMO_OF_INSTRUCTIONS];
		const bool sampled = demo_walk_sample(&walker->walk, demo->counted, STEPS_MOST,
						      &sample);

		steps_left -= (double)(walker->walk.counted[DEMO_OF_INSTRUCTIONS] - before) /
			      INSTRUCTIONS_PER_STEP;
		if (!sampled)
			continue;
		walker->due -= 1;
		sample.time_ns = demo->last_ns;
		sample.pid = walker->pid;
		sample.tid = walker->tid;
		sample.period = demo->event.period;
		if (!demo->event.has_branches)
			sample.n_entries = 0;
		if (!demo->event.has_calls)
			sample.n_frames = 0;
		if (is_topdown(demo))
			add_classes(demo, walker, &sample);
		else
			(void)profile_builder_add(demo->builder, &sample);
	}
	if (walker->due > 1)
		walker->due = 1;	/* they are not made up for */
}

/* Finds the threads that have run since the last time. Returns the rate of the fastest. */
static double find_walkers(struct demo_samples *demo, double seconds)
{
	struct live_state *live = &demo->news.live;
	struct event_task tasks[SAMPLER_THREADS];
	struct event_scope scope;
	const size_t n = event_tasks_pick(demo->tasks, &demo->request.live, tasks, SAMPLER_THREADS,
					  &scope);
	const double busy = scope.seconds > 0 ? scope.busy_ns / (double)NS_PER_S / scope.seconds : 0;
	double fastest = 0;

	for (size_t i = 0; i < demo->n_walkers; i++)
		demo->walkers[i].wanted = 0;
	live->threads = scope.threads;
	live->sampled = 0;
	live->part = 0;
	for (size_t i = 0; i < n; i++) {
		struct walker *walker = walker_of(demo, &tasks[i]);

		if (!walker || !walker->has_code)
			continue;
		live->sampled++;
		live->part += tasks[i].share;
		walker->wanted = busy * tasks[i].share * seconds * rate_of(demo, walker);
		fastest = fmax(fastest, rate_of(demo, walker));
	}
	live->on = live->sampled > 0;
	return fastest;
}

/* What was sampled since the last time. */
static void invent(struct demo_samples *demo, uint64_t now_ns)
{
	const double seconds = (double)(now_ns - demo->last_ns) / (double)NS_PER_S;
	const double fastest = find_walkers(demo, seconds);
	double all = 0;

	demo->last_ns = now_ns;
	if (!demo->news.live.on || (!demo->builder && begin_builder(demo, fastest)))
		return;
	for (size_t i = 0; i < demo->n_walkers; i++) {
		demo->walkers[i].wanted /= (double)demo->event.period;
		all += demo->walkers[i].wanted;
	}
	for (size_t i = 0; i < demo->n_walkers; i++)
		if (demo->walkers[i].wanted > 0)
			add_samples(demo, &demo->walkers[i],
				    ROUND_STEPS * demo->walkers[i].wanted / all);
}

/* ---- profiles ---- */

static void say_what_is_missing(struct demo_samples *demo)
{
	static const char programs[] = "the demo has code of its busiest programs only";
	struct profile_news *news = &demo->news;
	struct live_state *live = &news->live;

	live->remark[0] = news->trouble[0] = '\0';
	if (!live->sampled && live->threads)
		(void)snprintf(news->trouble, sizeof(news->trouble), "%s", programs);
	else if (live->sampled < live->threads)
		(void)snprintf(live->remark, sizeof(live->remark), "%s", programs);
}

static void publish(struct demo_samples *demo)
{
	struct profile *profile = NULL;

	if (demo->builder) {
		profile = profile_builder_finish(demo->builder, demo_objects, DEMO_OBJECTS,
						 &demo->code);
		if (profile)
			profile->live = true;
	}
	demo->news.live.period = demo->event.period;
	profile_exchange_publish(demo->exchange, profile, &demo->news);
	(void)eventfd_write(demo->wake_ui, 1);
}

static void end_profile(struct demo_samples *demo)
{
	profile_builder_free(demo->builder);
	demo->builder = NULL;
	demo->n_walkers = 0;
	demo->began_ns = 0;
}

static void begin_profile(struct demo_samples *demo, uint64_t now_ns)
{
	struct err err = { .text = "" };
	int choice;

	end_profile(demo);
	demo->news = (struct profile_news){ .serial = demo->request.serial, .progress = 1,
					    .live.own_percent = NAN, .live.slots_running = NAN };
	choice = demo_samples_choose(demo, &err);
	demo->news.live.event = choice < 0 ? -1 : choice;
	if (choice < 0) {
		(void)snprintf(demo->news.trouble, sizeof(demo->news.trouble), "%.255s", err.text);
		publish(demo);
		return;
	}
	demo->counted = counted_of(&demo->event);
	demo->news.live.precise = demo->event.precise;
	demo->began_ns = now_ns;
	/* As if it had been looked at before: the first samples are there at once. */
	demo->last_ns = now_ns - (now_ns > PUBLISH_NS ? PUBLISH_NS : now_ns);
	demo->next_ns = now_ns;
}

static void follow_request(struct demo_samples *demo, uint64_t now_ns)
{
	struct profile_request request;

	if (!profile_exchange_requested(demo->exchange, &request))
		return;
	demo->request = request;
	if (request.live.scope == LIVE_NOTHING)
		end_profile(demo);
	else
		begin_profile(demo, now_ns);
}

/* ---- what the collector calls ---- */

void demo_samples_step(struct demo_samples *demo, uint64_t now_ns)
{
	follow_request(demo, now_ns);
	if (!demo->began_ns || now_ns < demo->next_ns)
		return;
	invent(demo, now_ns);
	say_what_is_missing(demo);
	publish(demo);
	demo->next_ns = now_ns + PUBLISH_NS;
}

uint64_t demo_samples_see(struct demo_samples *demo, const struct snapshot *snapshot,
			  uint64_t now_ns)
{
	event_tasks_see(demo->tasks, snapshot);
	demo->next_ns = now_ns;
	demo_samples_step(demo, now_ns);
	return demo->began_ns;
}

uint64_t demo_samples_next_ns(const struct demo_samples *demo)
{
	return demo->began_ns ? demo->next_ns : UINT64_MAX;
}

int demo_samples_new(const struct machine *machine, struct profile_exchange *exchange, int wake_ui,
		     struct demo_samples **out, struct err *err)
{
	struct demo_samples *demo = calloc(1, sizeof(*demo));
	int ret = 0;

	if (demo) {
		demo->machine = machine;
		demo->exchange = exchange;
		demo->wake_ui = wake_ui;
		demo->layout = demo_layout_new();
		demo->tasks = event_tasks_new();
		demo->walkers = calloc(SAMPLER_THREADS, sizeof(demo->walkers[0]));
	}
	if (!demo || !demo->layout || !demo->tasks || !demo->walkers)
		ret = err_set(err, ENOMEM, "not enough memory to sample");
	else
		ret = make_choices(demo, err);
	if (ret) {
		demo_samples_free(demo);
		return ret;
	}
	demo->code = demo_names_profile(demo->layout);
	*out = demo;
	return 0;
}

void demo_samples_free(struct demo_samples *demo)
{
	if (!demo)
		return;
	end_profile(demo);
	free(demo->walkers);
	event_tasks_free(demo->tasks);
	demo_layout_free(demo->layout);
	free(demo);
}

const struct sample_choices *demo_samples_choices(const struct demo_samples *demo)
{
	return &demo->choices;
}

struct code_names demo_samples_names(const struct demo_samples *demo)
{
	return demo_names(demo->layout);
}

struct profile_code demo_samples_code(const struct demo_samples *demo)
{
	return demo->code;
}

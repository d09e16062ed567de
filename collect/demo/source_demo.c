/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated machine: 8 CPUs that run the threads of collect/demo/demo_script.c. Each tick plays the
 * time since the previous one: every thread runs on one CPU, in several rounds, and the rest of
 * each CPU is idle. Loads and splits drift slowly. The times of the ticks are the only input, so
 * runs are reproducible. Collector thread.
 */
#include "config.h"
#include "collect/demo/source_demo.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/demo/demo_records.h"
#include "collect/demo/demo_script.h"
#include "collect/percpu/source_watched.h"
#include "collect/sys/clock_ns.h"
#include "model/splitmix64.h"

#define N_CPUS 8
#define ROUNDS 12		/* how often a CPU runs through its threads in one tick */
#define CHILDREN_PER_S 6.0
#define CHILDREN_MAX 48		/* per tick */
#define PID_FIRST 30000		/* pids of the children; they wrap as on a real machine */
#define PID_LAST 32767
#define IDLE_ACTIVITY 0.002	/* a halted CPU counts next to nothing */
#define PHASE_NS 3600000000000ULL	/* longer than anything drifts */
#define WORKER_LOAD 100		/* threads with less only wait for others: no regions */

struct demo_task {
	int32_t pid, tid;
	const struct demo_threads *script;
	double share[DEMO_SHARES];	/* 0..1, in this tick */
	uint32_t number;		/* index in the script: home CPU, phase of its drift */
	uint32_t cpu;			/* in this tick */
	uint64_t run_ns;		/* in this tick */
	uint64_t wait_ns;		/* for a CPU, since the beginning */
	uint32_t rounds, round;		/* runs in all rounds of a tick, or only in `round` */
	size_t n_pieces;		/* its regions in this tick; 0: it has none */
	struct demo_piece pieces[DEMO_PIECES];
	double entries_due[DEMO_PIECES], slow_due[DEMO_PIECES];
};

struct demo {
	struct source source;
	struct cpu_place places[N_CPUS];
	uint64_t (*clock_ns)(void);
	uint64_t start_ns, last_ns;
	uint64_t random;
	uint64_t phase_ns;	/* of what drifts, from the seed */
	double children_due;
	uint32_t n_born;
	int32_t next_pid;
	struct demo_records *records;	/* NULL: it was never recorded */
	bool named;	/* the names of the threads were reported */
	uint64_t free_ns[N_CPUS];	/* in this tick */
	size_t n_threads, n_tasks;	/* of the script; with the children of this tick */
	struct demo_task tasks[];
};

/* 0 to 1 */
static double next_random(struct demo *demo)
{
	return splitmix64_share(&demo->random);
}

static void drift_split(struct demo *demo, struct demo_task *task, uint64_t at_ns)
{
	double sum = 0;
	int i;

	for (i = 0; i < DEMO_SHARES; i++) {
		double slow = demo_wave(at_ns, 20 + 7 * i, task->number * 0.17 + i * 0.31);
		double noise = next_random(demo) - 0.5;

		task->share[i] = task->script->split[i] * (1 + 0.1 * slow + 0.06 * noise);
		sum += task->share[i];
	}
	for (i = 0; i < DEMO_SHARES; i++)
		task->share[i] /= sum;
}

/*
 * On its home CPU if there is room (warm caches), else where most room is; it may get less than it
 * wants.
 */
static void place(struct demo *demo, struct demo_task *task, uint64_t want_ns)
{
	uint32_t best = task->number % N_CPUS, cpu;

	for (cpu = 0; demo->free_ns[best] < want_ns && cpu < N_CPUS; cpu++)
		if (demo->free_ns[cpu] > demo->free_ns[best])
			best = cpu;
	task->cpu = best;
	task->run_ns = want_ns < demo->free_ns[best] ? want_ns : demo->free_ns[best];
	demo->free_ns[best] -= task->run_ns;
	task->wait_ns += want_ns - task->run_ns;
}

/*
 * Who wakes while others have its CPU waits for half of what they run, as often as they run; what it
 * did not get at all was counted by place().
 */
static void wait_for_others(struct demo *demo, uint64_t elapsed_ns)
{
	for (size_t i = 0; i < demo->n_threads; i++) {
		struct demo_task *task = &demo->tasks[i];
		const uint64_t others_ns = elapsed_ns - demo->free_ns[task->cpu] - task->run_ns;

		task->wait_ns += (uint64_t)((double)task->run_ns * (double)others_ns /
					    (double)elapsed_ns / 2);
	}
}

/* stream_c rests for half of each five minutes, from the third one on: a change with a reason. */
static bool task_rests(const struct demo_task *task, uint64_t at_ns)
{
	const uint64_t s = at_ns / UINT64_C(1000000000) % 300;

	return s >= 120 && s < 270 && !strcmp(task->script->comm, "stream_c");
}

static void plan_threads(struct demo *demo, uint64_t at_ns, uint64_t elapsed_ns)
{
	const uint64_t wave_ns = at_ns + demo->phase_ns;
	size_t i;

	for (i = 0; i < demo->n_threads; i++) {
		struct demo_task *task = &demo->tasks[i];
		double load = task->script->load / 1000.0;

		drift_split(demo, task, wave_ns);
		if (task->script->load >= WORKER_LOAD)
			task->n_pieces = demo_regions_divide(task->script->comm, task->share, wave_ns,
							     task->number * 0.37, task->pieces);
		load *= 1 + 0.1 * demo_wave(wave_ns, 31 + task->number % 7, task->number * 0.23) +
			0.1 * (next_random(demo) - 0.5);
		/* A thread with little load sleeps through many ticks. */
		if ((task->script->load < 5 && next_random(demo) < 0.5) || task_rests(task, at_ns))
			load = 0;
		if (load > 0.985)
			load = 0.985;
		task->rounds = task->script->load >= 20 ? ROUNDS : 1;
		task->round = (uint32_t)(next_random(demo) * ROUNDS);
		place(demo, task, (uint64_t)(load * (double)elapsed_ns));
	}
}

static void plan_children(struct demo *demo, uint64_t at_ns, uint64_t elapsed_ns)
{
	demo->children_due += CHILDREN_PER_S * (double)elapsed_ns / 1e9;
	demo->n_tasks = demo->n_threads;
	while (demo->children_due >= 1 && demo->n_tasks < demo->n_threads + CHILDREN_MAX) {
		struct demo_task *task = &demo->tasks[demo->n_tasks];
		double life_ns;

		demo->children_due -= 1;
		task->script = &demo_children[demo->n_born % demo_n_children];
		task->pid = task->tid = demo->next_pid;
		task->number = demo->n_born++;
		task->rounds = 1;
		task->round = (uint32_t)(next_random(demo) * ROUNDS);
		/* For a child, the load is its life in milliseconds. */
		life_ns = task->script->load * 1e6 * (0.7 + 0.6 * next_random(demo));
		drift_split(demo, task, at_ns + demo->phase_ns);
		if (life_ns > (double)elapsed_ns / 4)
			life_ns = (double)elapsed_ns / 4;
		place(demo, task, (uint64_t)life_ns);
		if (task->run_ns == 0)
			continue;
		demo->next_pid = demo->next_pid == PID_LAST ? PID_FIRST : demo->next_pid + 1;
		demo->n_tasks++;
	}
	if (demo->children_due > CHILDREN_MAX)
		demo->children_due = 0;		/* missed children are not made up for */
}

static void run_idle(uint32_t cpu, uint64_t at_ns, uint64_t for_ns, const struct sink *sink)
{
	static const double share[DEMO_SHARES] = { [DEMO_LIGHT] = 0.11, [DEMO_HEAVY] = 0.05,
		[DEMO_MISPREDICTS] = 0.04, [DEMO_CLEARS] = 0.01, [DEMO_LATENCY] = 0.45,
		[DEMO_BANDWIDTH] = 0.05, [DEMO_MEMORY] = 0.22, [DEMO_CORE] = 0.07 };
	struct slice slice = { .time_ns = at_ns + for_ns, .duration_ns = for_ns,
			       .cpu = (int32_t)cpu, .pid = TID_IDLE, .tid = TID_IDLE };

	demo_count(&slice.counts, share, (double)for_ns * DEMO_CYCLES_PER_NS * IDLE_ACTIVITY);
	sink->slice(sink->data, &slice);
}

static void report(const struct demo_task *task, enum task_event_kind kind, uint64_t time_ns,
		   const struct sink *sink)
{
	struct task_event event = { .kind = kind, .time_ns = time_ns,
				    .pid = task->pid, .tid = task->tid };

	if (kind == TASK_FORK)
		event.ppid = event.ptid = DEMO_MAKE;
	if (kind == TASK_COMM || kind == TASK_EXEC)
		(void)snprintf(event.comm, sizeof(event.comm), "%s", task->script->comm);
	sink->task(sink->data, &event);
}

/* A slice each for its regions, and for the rest of it. */
static void run_pieces(const struct demo *demo, struct demo_task *task, uint64_t at_ns, uint64_t for_ns,
		       const struct sink *sink)
{
	const uint64_t end_ns = at_ns + for_ns;

	for (size_t i = task->n_pieces; i-- > 0;) {
		const struct demo_piece *piece = &task->pieces[i];
		const uint64_t piece_ns = i ? (uint64_t)(piece->part * (double)for_ns) :
					      end_ns - at_ns;
		struct slice slice = { .time_ns = at_ns + piece_ns, .duration_ns = piece_ns,
				       .cpu = (int32_t)task->cpu, .pid = task->pid,
				       .tid = task->tid, .region = piece->region };
		uint64_t slow;

		if (!piece_ns)
			continue;
		task->entries_due[i] += piece->entries_per_ms * (double)for_ns / 1e6;
		slice.entries = (uint32_t)task->entries_due[i];
		task->entries_due[i] -= slice.entries;
		task->slow_due[i] += piece->slow * slice.entries;
		slow = (uint64_t)task->slow_due[i];
		task->slow_due[i] -= (double)slow;
		demo_count(&slice.counts, piece->share, (double)piece_ns * DEMO_CYCLES_PER_NS);
		if (demo->source.regions)
			demo_regions_time(regions_times(demo->source.regions), &slice, piece, slow, at_ns / 1000);
		sink->slice(sink->data, &slice);
		at_ns += piece_ns;
	}
}

static void run_task(const struct demo *demo, struct demo_task *task, uint64_t at_ns, uint64_t for_ns, bool child,
		     const struct sink *sink)
{
	struct slice slice = { .time_ns = at_ns + for_ns, .duration_ns = for_ns,
			       .cpu = (int32_t)task->cpu, .pid = task->pid, .tid = task->tid };

	if (task->n_pieces) {
		run_pieces(demo, task, at_ns, for_ns, sink);
		return;
	}
	if (child) {
		report(task, TASK_FORK, at_ns, sink);
		report(task, TASK_EXEC, at_ns + for_ns / 8, sink);
	}
	demo_count(&slice.counts, task->share, (double)for_ns * DEMO_CYCLES_PER_NS);
	sink->slice(sink->data, &slice);
	if (child)
		report(task, TASK_EXIT, at_ns + for_ns, sink);
}

/* The part of one of n rounds; the parts of all rounds add up to the whole. */
static uint64_t part_of(uint64_t whole, uint32_t round, uint32_t rounds)
{
	uint64_t size = whole / rounds;

	return round + 1 < rounds ? size : whole - size * (rounds - 1);
}

static void run_cpu(struct demo *demo, uint32_t cpu, const struct sink *sink)
{
	uint64_t at_ns = demo->last_ns, for_ns;
	uint32_t round;
	size_t i;

	for (round = 0; round < ROUNDS; round++) {
		for (i = 0; i < demo->n_tasks; i++) {
			struct demo_task *task = &demo->tasks[i];

			if (task->cpu != cpu || (task->rounds == 1 && task->round != round))
				continue;
			for_ns = task->rounds == 1 ? task->run_ns :
						     part_of(task->run_ns, round, ROUNDS);
			if (for_ns == 0)
				continue;
			run_task(demo, task, at_ns, for_ns, i >= demo->n_threads, sink);
			at_ns += for_ns;
		}
		for_ns = part_of(demo->free_ns[cpu], round, ROUNDS);
		if (for_ns)
			run_idle(cpu, at_ns, for_ns, sink);
		at_ns += for_ns;
	}
}

static int start(struct source *source, struct err *err)
{
	struct demo *demo = (struct demo *)source;

	(void)err;
	demo->start_ns = demo->last_ns = demo->clock_ns();
	if (source->tap)
		demo_records_start(demo->records, demo->start_ns);
	return 0;
}

static int tick(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	struct demo *demo = (struct demo *)source;
	uint64_t elapsed_ns = now_ns - demo->last_ns;
	uint32_t cpu;
	size_t i;

	(void)err;
	if (now_ns <= demo->last_ns)
		return 0;
	if (source->tap)
		sink = demo_records_sink(demo->records, sink);
	for (i = 0; !demo->named && i < demo->n_threads; i++)
		report(&demo->tasks[i], TASK_COMM, demo->start_ns, sink);
	demo->named = true;
	for (cpu = 0; cpu < N_CPUS; cpu++)
		demo->free_ns[cpu] = elapsed_ns;
	plan_threads(demo, demo->last_ns - demo->start_ns, elapsed_ns);
	plan_children(demo, demo->last_ns - demo->start_ns, elapsed_ns);
	wait_for_others(demo, elapsed_ns);
	for (cpu = 0; cpu < N_CPUS; cpu++) {
		run_cpu(demo, cpu, sink);
		sink->times(sink->data, (int)cpu, elapsed_ns, elapsed_ns);
	}
	demo->last_ns = now_ns;
	if (demo->records)
		demo_records_end(demo->records, now_ns);
	return 0;
}

static int wait_for_nothing(struct source *source, uint64_t *until_ns)
{
	(void)source;
	(void)until_ns;
	return -1;
}

static int drain(struct source *source, const struct sink *sink, struct err *err)
{
	(void)source;
	(void)sink;
	(void)err;
	return 0;
}

static uint64_t monotonic_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

static uint64_t clock_now(struct source *source)
{
	return ((struct demo *)source)->clock_ns();
}

static bool task_facts(int32_t pid, struct task_facts *facts)
{
	const struct demo_process *process = demo_find_process(pid);

	if (!process)
		return false;
	memset(facts, 0, sizeof(*facts));
	(void)snprintf(facts->comm, sizeof(facts->comm), "%s", process->threads[0].comm);
	(void)snprintf(facts->command, sizeof(facts->command), "%s", process->command);
	(void)snprintf(facts->user, sizeof(facts->user), "%s", process->user);
	(void)snprintf(facts->cgroup, sizeof(facts->cgroup), "%s", process->cgroup);
	facts->ppid = process->ppid;
	facts->kernel = !process->command[0];
	facts->threads = demo_count_threads(process);
	return true;
}

static bool thread_waited(const struct demo *demo, int32_t tid, uint64_t *wait_ns)
{
	for (size_t i = 0; i < demo->n_threads; i++)
		if (demo->tasks[i].tid == tid) {
			*wait_ns = demo->tasks[i].wait_ns;
			return true;
		}
	return false;
}

static bool answer(struct source *source, const struct task_question *question)
{
	return !question->comm && (!question->facts || task_facts(question->pid, question->facts)) &&
	       (!question->wait_ns ||
		thread_waited((const struct demo *)source, question->tid, question->wait_ns));
}

static const struct recordable *recordable(struct source *source, struct err *err)
{
	struct demo *demo = (struct demo *)source;

	if (!demo->records)
		demo->records = demo_records_new(source);
	if (!demo->records) {
		(void)err_set(err, ENOMEM, "not enough memory to record");
		return NULL;
	}
	demo_records_end(demo->records, demo->last_ns);
	return demo_records_events(demo->records);
}

static void close_demo(struct source *source)
{
	demo_records_free(((struct demo *)source)->records);
	regions_free(source->regions);
	free(source);
}

static const struct source_ops demo_ops = {
	.name = "demo",
	.start = start,
	.wait = wait_for_nothing,
	.drain = drain,
	.tick = tick,
	.cut = tick,
	.clock_ns = clock_now,
	.task = answer,
	.recordable = recordable,
	.close = close_demo,
};

/* Two sockets of two cores with two threads each, numbered as in Linux: siblings last. */
static void make_machine(struct demo *demo)
{
	struct machine *machine = &demo->source.machine;
	int i;

	for (i = 0; i < N_CPUS; i++)
		demo->places[i] = (struct cpu_place){ .cpu = i, .core = i % 2, .socket = i % 4 / 2,
						      .node = i % 4 / 2 };
	*machine = (struct machine){ .host = "demo",
				     .family = cpu_family_find("Intel Sapphire Rapids"),
				     .levels = 2,
				     .n_cpus = N_CPUS,
				     .cpus = demo->places,
				     .source = "demo",
				     .simulated = true,
				     .simulated_by = "every process and number is invented" };
}

static void make_tasks(struct demo *demo)
{
	uint32_t kind, i;
	size_t p;

	for (p = 0; p < demo_n_processes; p++) {
		const struct demo_process *process = &demo_processes[p];
		int32_t n = 0;		/* number of its threads */

		for (kind = 0; kind < DEMO_KINDS; kind++)
			for (i = 0; process->threads[kind].load && i < process->threads[kind].count;
			     i++, n++, demo->n_threads++)
				demo->tasks[demo->n_threads] = (struct demo_task){
					.pid = process->pid,
					.tid = process->pid + n,
					.script = &process->threads[kind],
					.number = (uint32_t)demo->n_threads,
				};
	}
}

int source_demo_open_at(struct source **out, uint64_t (*clock)(void), struct err *err)
{
	struct demo *demo;
	size_t n = CHILDREN_MAX, p;

	for (p = 0; p < demo_n_processes; p++)
		n += demo_count_threads(&demo_processes[p]);
	demo = calloc(1, sizeof(*demo) + n * sizeof(demo->tasks[0]));
	if (!demo)
		return err_set(err, ENOMEM, "cannot simulate a machine: not enough memory");
	demo->source.ops = &demo_ops;
	/* Without memory regions have no rows. */
	demo->source.regions = demo_regions_new();
	demo->clock_ns = clock;
	demo->next_pid = PID_FIRST;
	make_machine(demo);
	make_tasks(demo);
	*out = &demo->source;
	return 0;
}

int source_demo_watch(struct source *source, const int32_t *pids, size_t n, struct err *err)
{
	for (size_t i = 0; i < n; i++)
		if (!demo_find_process(pids[i]))
			return err_set(err, ESRCH, "the demo has no process %d; tdtop --demo -b lists "
				       "those it has", pids[i]);
	return source_watch(source, &(struct watched){ .pids = pids, .n_pids = n }, true, err);
}

void source_demo_seed(struct source *source, uint64_t seed)
{
	struct demo *demo = (struct demo *)source;

	demo->random = seed ? splitmix64_mix(seed) : 0;
	demo->phase_ns = seed ? splitmix64_next(&demo->random) % PHASE_NS : 0;
}

int source_demo_open(struct source **out, bool seeded, struct err *err)
{
	const char *seed = getenv("TDTOP_DEMO_SEED");
	const int ret = source_demo_open_at(out, monotonic_ns, err);

	if (!ret && (seed || seeded))
		source_demo_seed(*out, seed ? strtoull(seed, NULL, 0) : clock_ns(CLOCK_REALTIME));
	return ret;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Passes on the slices of watched processes; see process_filter.h. Collector thread. */
#include "config.h"
#include "collect/percpu/process_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/sys/procfs.h"
#include "model/list_room.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#define WAITS_FOR_EXEC UINT64_MAX
#define CHAIN_MAX 32	/* ancestors that are looked at in one step */
/*
 * In which slices of an ended process may come: readings of the rings, and of sums, which BPF programs
 * keep until the end of the interval. A dying task runs for a while after its EXIT record.
 */
#define LATE_ROUNDS 2
#define LATE_SUMS 1

/* UNKNOWN: nothing tells whose it was, as it has ended, and no FORK record came. */
enum membership { UNDECIDED, WATCHED, NOT_WATCHED, UNKNOWN };

struct known_process {
	int32_t pid;
	int32_t parent;		/* that created it; 0: not known */
	enum membership membership;
	uint64_t born_ns;	/* its FORK record, or when it was listed; 0: only slices are known */
	uint64_t from_ns;	/* slices up to here are not wanted; WAITS_FOR_EXEC */
	uint64_t round;		/* in which it was found, or in which it ended */
	uint64_t sums;		/* readings of sums when it ended */
	uint64_t exit_ns;	/* its last EXIT record; 0: none */
	uint64_t told;		/* the last file that it was told of for */
	bool ending;		/* an EXIT record was seen */
	bool ended;
	UT_hash_handle hh;
};

/* A slice or an event of a process that is not decided. */
struct held {
	bool is_slice;
	union {
		struct slice slice;
		struct task_event event;
	};
};

struct process_filter {
	int proc;		/* -1: none: processes end where their number is used again */
	int32_t self_pid;
	struct known_process *processes;
	size_t undecided;
	uint64_t round;		/* readings of the rings */
	uint64_t sums;		/* readings of sums */
	uint64_t listed_ns;	/* when /proc was listed: EXIT records of before may be missing */
	uint64_t begin_ns;	/* unknown slices until here are of no interval */
	bool lost;		/* records: /proc knows more than this table */
	bool over;
	struct held *held;
	size_t n_held, cap_held;
	const struct sink *to;
	struct sink sink;
};

static struct known_process *filter_find(const struct process_filter *filter, int32_t pid)
{
	struct known_process *process;

	HASH_FIND_INT(filter->processes, &pid, process);
	return process;
}

static struct known_process *filter_add(struct process_filter *filter, int32_t pid, int32_t parent,
					uint64_t born_ns)
{
	struct known_process *process = calloc(1, sizeof(*process));

	if (!process)
		return NULL;
	process->pid = pid;
	process->parent = parent;
	process->born_ns = born_ns;
	process->round = filter->round;
	HASH_ADD_INT(filter->processes, pid, process);
	if (!process->hh.tbl) {
		free(process);
		return NULL;
	}
	filter->undecided++;
	return process;
}

static void drop(struct process_filter *filter, struct known_process *process)
{
	filter->undecided -= process->membership == UNDECIDED;
	HASH_DEL(filter->processes, process);
	free(process);
}

static void decide(struct process_filter *filter, struct known_process *process,
		   enum membership membership)
{
	filter->undecided -= process->membership == UNDECIDED;
	filter->undecided += membership == UNDECIDED;
	process->membership = membership;
}

/* Decides by the nearest ancestor that is decided, if there is one. */
static void decide_by_ancestors(struct process_filter *filter, struct known_process *process)
{
	const struct known_process *ancestor = process;

	for (int i = 0; ancestor && ancestor->membership == UNDECIDED && i < CHAIN_MAX; i++)
		ancestor = filter_find(filter, ancestor->parent);
	if (ancestor && ancestor->membership != UNDECIDED)
		decide(filter, process, ancestor->membership);
}

/* ---- the sink ---- */

/* Without memory it is dropped. */
static struct held *hold(struct process_filter *filter)
{
	struct held *held = list_room(filter->held, filter->n_held + 1, &filter->cap_held, 64, sizeof(*held));

	if (!held)
		return NULL;
	filter->held = held;
	return &filter->held[filter->n_held++];
}

/* A slice is dropped that may be a watched one. After lost records the source has told of that. */
static void lose(const struct process_filter *filter, const struct slice *slice)
{
	const bool has_cost = slice->duration_ns || slice->gap_ns || slice_slots(slice) > 0;

	if (has_cost && slice->time_ns > filter->begin_ns && !filter->lost && filter->to->lost)
		filter->to->lost(filter->to->data, slice->cpu, 1, slice->duration_ns + slice->gap_ns);
}

static void pass_unwatched(const struct process_filter *filter, const struct slice *slice)
{
	struct slice nameless = *slice;

	if (slice->part == SLICE_WHOLE)
		return;
	nameless.pid = nameless.tid = TID_UNKNOWN;
	nameless.region = nameless.entries = 0;
	filter->to->slice(filter->to->data, &nameless);
}

/* Steps are valid only now: it is kept as counts of events. */
static void hold_slice(struct process_filter *filter, const struct slice *slice)
{
	struct held *held = hold(filter);

	if (!held) {
		lose(filter, slice);
		return;
	}
	held->is_slice = true;
	held->slice = *slice;
	slice_counts(slice, &held->slice.counts);
	held->slice.plan = NULL;
	held->slice.steps = NULL;
}

/* false: it is not decided. A row of a process is the sum of its threads: the time of an unknown one is lost. */
static bool pass_slice(const struct process_filter *filter, const struct known_process *process,
		       const struct slice *slice)
{
	if (process->membership == UNDECIDED || process->from_ns == WAITS_FOR_EXEC)
		return false;
	if (process->membership == WATCHED && slice->time_ns > process->from_ns && slice->tid != TID_UNKNOWN)
		filter->to->slice(filter->to->data, slice);
	else
		pass_unwatched(filter, slice);
	if (process->membership == UNKNOWN || (process->membership == WATCHED && slice->tid == TID_UNKNOWN))
		lose(filter, slice);
	return true;
}

/* It is not known which thread ran, but whose it was. */
static bool is_of_a_process(const struct slice *slice)
{
	return slice->tid == TID_UNKNOWN && slice->pid > 0 && slice->part == SLICE_WHOLE;
}

static void take_slice(void *data, const struct slice *slice)
{
	struct process_filter *filter = data;
	const struct known_process *process;

	if (slice->tid <= TID_IDLE && !is_of_a_process(slice)) {
		if (slice->tid == TID_OTHER_NS)
			pass_unwatched(filter, slice);
		else if (slice->part != SLICE_WHOLE)
			filter->to->slice(filter->to->data, slice);
		else if (slice->tid == TID_UNKNOWN)
			lose(filter, slice);
		return;
	}
	process = filter_find(filter, slice->pid);
	if (!process)
		process = filter_add(filter, slice->pid, 0, 0);
	if (!process)
		lose(filter, slice);
	else if (!pass_slice(filter, process, slice))
		hold_slice(filter, slice);
}

/* A new process; if there was one of this number, it has ended. */
static void take_fork(struct process_filter *filter, const struct task_event *event)
{
	struct known_process *process = filter_find(filter, event->pid);

	if (process && process->born_ns >= event->time_ns)
		return;		/* listed after its FORK record was written */
	if (!process) {
		process = filter_add(filter, event->pid, event->ppid, event->time_ns);
	} else {
		process->parent = event->ppid;
		process->born_ns = event->time_ns;
		process->from_ns = 0;
		process->round = filter->round;
		process->ended = false;
		decide(filter, process, UNDECIDED);
	}
	if (!process)
		return;
	/* Rings are read CPU by CPU: its EXIT may have come before. */
	process->ending = process->exit_ns >= event->time_ns || event->time_ns <= filter->listed_ns;
	decide_by_ancestors(filter, process);
}

/* An EXIT record of a life before this one says nothing. */
static void note_exit(struct known_process *process, const struct task_event *event)
{
	if (event->kind != TASK_EXIT || event->time_ns < process->born_ns)
		return;
	process->exit_ns = event->time_ns;
	process->ending |= process->membership != NOT_WATCHED || event->tid == event->pid;
}

static void take_event(void *data, const struct task_event *event)
{
	struct process_filter *filter = data;
	struct known_process *process;
	struct held *held;

	if (event->kind == TASK_FORK && event->pid != event->ppid)
		take_fork(filter, event);
	process = filter_find(filter, event->pid);
	if (!process && event->kind == TASK_EXIT)
		process = filter_add(filter, event->pid, 0, 0);	/* its FORK may come later */
	if (process)
		note_exit(process, event);
	if (process && event->kind == TASK_EXEC && process->from_ns == WAITS_FOR_EXEC)
		process->from_ns = event->time_ns;
	if (process && process->membership == WATCHED) {
		if (filter->to->task)
			filter->to->task(filter->to->data, event);
	} else if (!process || process->membership == UNDECIDED) {
		held = hold(filter);
		if (held)
			*held = (struct held){ .event = *event };
	}
}

static void take_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	struct process_filter *filter = data;

	filter->lost = true;
	if (filter->to->lost)
		filter->to->lost(filter->to->data, cpu, records, ns);
}

static void take_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	const struct process_filter *filter = data;

	filter->to->times(filter->to->data, cpu, enabled_ns, running_ns);
}

static void take_cost(void *data, const struct self_cost *cost)
{
	const struct process_filter *filter = data;

	filter->to->cost(filter->to->data, cost);
}

const struct sink *process_filter_sink(struct process_filter *filter, const struct sink *to)
{
	filter->to = to;
	filter->sink = (struct sink){
		.data = filter,
		.slice = take_slice,
		.task = take_event,
		.lost = take_lost,
		.times = to->times ? take_times : NULL,
		.cost = to->cost ? take_cost : NULL,
	};
	return &filter->sink;
}

/* ---- after the rings were read ---- */

struct listing {
	struct process_filter *filter;
	uint64_t now_ns;
};

static void found_process(void *data, int32_t pid)
{
	const struct listing *listing = data;
	struct known_process *process = filter_find(listing->filter, pid);
	struct proc_stat stat;

	if (!proc_stat_read(listing->filter->proc, pid, &stat))
		return;
	if (!process)
		(void)filter_add(listing->filter, pid, stat.ppid, listing->now_ns);
	else if (!process->born_ns && process->membership == UNDECIDED)
		process->parent = stat.ppid;
}

/* The parent of each process that does not descend from a watched one is not known, at the top. */
static void decide_the_rest(struct process_filter *filter)
{
	struct known_process *process;
	size_t before;

	do {
		before = filter->undecided;
		for (process = filter->processes; process; process = process->hh.next)
			if (process->membership == UNDECIDED)
				decide_by_ancestors(filter, process);
	} while (filter->undecided && filter->undecided != before);
}

void process_filter_list(struct process_filter *filter, uint64_t now_ns)
{
	struct listing listing = { .filter = filter, .now_ns = now_ns };
	struct known_process *process;

	filter->begin_ns = now_ns;
	if (filter->proc < 0)
		return;
	filter->listed_ns = now_ns;
	proc_each_process(filter->proc, found_process, &listing);
	for (process = filter->processes; process; process = process->hh.next)
		if (process->membership == WATCHED && !process->born_ns)
			process->born_ns = now_ns;
	decide_the_rest(filter);
	for (process = filter->processes; process; process = process->hh.next) {
		if (process->membership == UNDECIDED && process->born_ns)
			decide(filter, process, NOT_WATCHED);
		else if (process->membership == WATCHED)
			process->ending = true;		/* it may have exited unseen */
	}
}

void process_filter_begin(struct process_filter *filter, uint64_t now_ns)
{
	filter->begin_ns = now_ns;
}

/* No FORK record has come: those that follow it in the rings have. */
static void ask_proc(struct process_filter *filter, struct known_process *process)
{
	struct proc_stat stat;
	bool has_ended = false;		/* a recording has the tasks that are watched from its start */

	if (filter->proc >= 0) {
		has_ended = !proc_stat_read(filter->proc, process->pid, &stat);
		process->ending |= has_ended;
		if (!has_ended) {
			process->parent = stat.ppid;
			decide_by_ancestors(filter, process);
		}
	}
	if (process->membership == UNDECIDED)
		decide(filter, process, has_ended ? UNKNOWN : NOT_WATCHED);
}

static void decide_processes(struct process_filter *filter, bool last)
{
	struct known_process *process;

	decide_the_rest(filter);
	for (process = filter->processes; process; process = process->hh.next)
		if (process->membership == UNDECIDED &&
		    (last || process->round + 1 < filter->round))
			ask_proc(filter, process);
	decide_the_rest(filter);
}

/* False: it is still not decided. */
static bool pass_held_one(const struct process_filter *filter, struct known_process *process,
			  const struct held *held)
{
	if (held->is_slice)
		return pass_slice(filter, process, &held->slice);
	if (process->membership == UNDECIDED)
		return false;
	note_exit(process, &held->event);
	if (process->membership == WATCHED && filter->to->task)
		filter->to->task(filter->to->data, &held->event);
	return true;
}

static void pass_held(struct process_filter *filter)
{
	size_t n = filter->n_held;

	filter->n_held = 0;
	for (size_t i = 0; i < n; i++) {
		const struct held *held = &filter->held[i];
		struct known_process *process =
			filter_find(filter, held->is_slice ? held->slice.pid : held->event.pid);

		if (process && !pass_held_one(filter, process, held))
			filter->held[filter->n_held++] = *held;
	}
}

struct threads {
	int32_t leader;
	bool others;
};

static void found_thread(void *data, int32_t tid)
{
	struct threads *threads = data;

	threads->others |= tid != threads->leader;
}

/* /proc lists a zombie leader while it has threads, or a parent that does not wait. */
static bool is_alive(const struct process_filter *filter, int32_t pid)
{
	struct threads threads = { .leader = pid };
	struct proc_stat stat;

	if (filter->proc < 0)
		return true;
	if (!proc_stat_read(filter->proc, pid, &stat))
		return false;
	if (stat.state != 'Z' && stat.state != 'X')
		return true;
	(void)proc_each_thread(filter->proc, pid, found_thread, &threads);
	return threads.others;
}

static void end_processes(struct process_filter *filter)
{
	struct known_process *process, *next;

	filter->over = true;
	HASH_ITER(hh, filter->processes, process, next) {
		bool is_member = process->membership <= WATCHED;

		/* A child that it has left behind may be found at the next reading. */
		filter->over &= !is_member || (process->ended && process->round < filter->round);
		if (process->ended && process->round + LATE_ROUNDS < filter->round &&
		    process->sums + LATE_SUMS < filter->sums) {
			drop(filter, process);
		} else if (process->ending && !process->ended &&
			   process->membership != UNDECIDED &&
			   (!is_member || !is_alive(filter, process->pid))) {
			process->ended = true;
			process->round = filter->round;
			process->sums = filter->sums;
		}
	}
}

void process_filter_settle(struct process_filter *filter, uint64_t now_ns,
			   enum filter_reading reading)
{
	const bool last = reading == FILTER_READ_LAST;
	struct known_process *process;

	filter->round++;
	filter->sums += reading != FILTER_READ_RECORDS;
	if (filter->lost) {
		for (process = filter->processes; process; process = process->hh.next)
			if (process->from_ns == WAITS_FOR_EXEC)
				process->from_ns = 0;
		process_filter_list(filter, now_ns);
	}
	filter->lost = false;
	if (filter->undecided)
		decide_processes(filter, last);
	pass_held(filter);
	if (last)
		filter->n_held = 0;
	end_processes(filter);
}

bool process_filter_is_over(const struct process_filter *filter)
{
	return filter->over;
}

/* ---- the filter ---- */

struct process_filter *process_filter_new(const char *proc_root, int32_t self_pid)
{
	struct process_filter *filter = calloc(1, sizeof(*filter));
	struct known_process *self;

	if (!filter)
		return NULL;
	filter->self_pid = self_pid;
	filter->proc = proc_root ? open(proc_root, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
	self = filter_add(filter, self_pid, 0, 1);
	if (self) {
		decide(filter, self, NOT_WATCHED);
		return filter;
	}
	process_filter_free(filter);
	return NULL;
}

void process_filter_free(struct process_filter *filter)
{
	if (!filter)
		return;
	while (filter->processes)
		drop(filter, filter->processes);
	if (filter->proc >= 0)
		close(filter->proc);
	free(filter->held);
	free(filter);
}

int process_filter_add(struct process_filter *filter, int32_t pid, bool on_exec)
{
	struct known_process *process = filter_find(filter, pid);

	if (!process)
		process = filter_add(filter, pid, 0, 0);
	if (!process)
		return -ENOMEM;
	if (pid != filter->self_pid)
		decide(filter, process, WATCHED);
	process->from_ns = on_exec ? WAITS_FOR_EXEC : 0;
	return 0;
}

void process_filter_told(struct process_filter *filter, const struct watched_process *told)
{
	struct known_process *process = filter_find(filter, told->pid);

	if ((told->unknown && process && process->membership == WATCHED) ||
	    process_filter_add(filter, told->pid, false))
		return;
	process = filter_find(filter, told->pid);
	process->born_ns = told->born_ns;
	process->from_ns = told->from_ns;
	if (told->unknown)
		decide(filter, process, UNKNOWN);
}

void process_filter_tell(struct process_filter *filter, uint64_t file, tell_watched *each, void *data)
{
	for (struct known_process *process = filter->processes; process; process = process->hh.next) {
		const struct watched_process told = { .pid = process->pid,
						      .unknown = process->membership == UNKNOWN,
						      .born_ns = process->born_ns,
						      .from_ns = process->from_ns };

		if ((process->membership == WATCHED || told.unknown) && process->told != file) {
			process->told = file;
			each(data, &told);
		}
	}
}

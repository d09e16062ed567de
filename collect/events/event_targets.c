/* SPDX-License-Identifier: GPL-2.0-only */
/* Which threads and CPUs have events, and when they give something up; see event_targets.h. */
#include "config.h"
#include "collect/events/event_targets.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/sys/privilege.h"
#include "model/list_room.h"

#define IDLE_INTERVALS 10	/* then a thread loses its events */
#define AGE_LEAST 2		/* intervals, before a thread that runs is known to count nothing */

struct event_target event_of_thread(int32_t tid, int32_t pid, double share)
{
	return (struct event_target){ .tid = tid, .pid = pid, .cpu = -1, .share = share,
				      .picked = !isnan(share) };
}

struct event_target event_of_cpu(int cpu, enum core_type core_type)
{
	return (struct event_target){ .tid = -1, .pid = -1, .cpu = cpu, .core_type = core_type,
				      .share = NAN };
}

void event_table_free(struct event_table *table)
{
	free(table->rows);
	table->rows = NULL;
	table->n = table->room = 0;
}

int event_table_add(struct event_table *table, const void *row)
{
	unsigned char *more = list_room(table->rows, table->n + 1, &table->room, 16, table->size);

	if (!more)
		return -ENOMEM;
	table->rows = more;
	memcpy(event_table_at(table, table->n++), row, table->size);
	return 0;
}

void event_table_drop(struct event_table *table, size_t row)
{
	table->n--;
	if (row != table->n)
		memcpy(event_table_at(table, row), event_table_at(table, table->n), table->size);
}

long event_table_find(const struct event_table *table, int32_t tid, int cpu)
{
	for (size_t i = 0; i < table->n; i++) {
		const struct event_target *target = event_table_at(table, i);

		if (target->cpu == cpu && (cpu >= 0 || (target->tid == tid && !target->gone)))
			return (long)i;
	}
	return -1;
}

/* ---- what is to be opened ---- */

void event_queue_clear(struct event_queue *queue)
{
	queue->n = queue->at = 0;
	queue->fresh = false;
}

static bool is_known(const struct event_targets *targets, const struct event_target *what)
{
	const struct event_queue *queue = &targets->queue;

	if (event_table_find(targets->table, what->tid, what->cpu) >= 0)
		return true;
	for (size_t i = queue->at; i < queue->n; i++)
		if (queue->item[i].tid == what->tid && queue->item[i].cpu == what->cpu)
			return true;
	return false;
}

/* Unless it is open, or queued. Without memory it is not queued. */
static void put(struct event_targets *targets, struct event_target what)
{
	struct event_queue *queue = &targets->queue;
	struct event_target *more;

	if (is_known(targets, &what))
		return;
	queue->fresh = true;
	more = list_room(queue->item, queue->n + 1, &queue->room, 64, sizeof(*more));
	if (!more)
		return;
	queue->item = more;
	queue->item[queue->n++] = what;
}

struct listed {
	struct event_targets *targets;
	int32_t pid;
};

static void put_listed(void *to, int32_t tid)
{
	const struct listed *listed = to;
	struct event_targets *targets = listed->targets;

	if (targets->table->n + targets->queue.n - targets->queue.at < targets->threads_most)
		put(targets, event_of_thread(tid, listed->pid, NAN));
}

int event_targets_list(struct event_targets *targets, int32_t pid)
{
	struct listed listed = { targets, pid };

	return targets->sys->threads(targets->sys->data, pid, put_listed, &listed);
}

static void count_listed(void *to, int32_t tid)
{
	uint32_t *n = to;

	(void)tid;
	(*n)++;
}

bool event_targets_is_there(const struct event_targets *targets, int32_t pid, uint32_t *threads)
{
	*threads = 0;
	return targets->sys->threads(targets->sys->data, pid, count_listed, threads) != -ESRCH;
}

int event_targets_init(struct event_targets *targets)
{
	targets->tasks = event_tasks_new();
	return targets->tasks ? 0 : -ENOMEM;
}

void event_targets_done(struct event_targets *targets)
{
	event_tasks_free(targets->tasks);
	free(targets->queue.item);
	targets->queue = (struct event_queue){ .item = NULL };
	targets->tasks = NULL;
}

void event_targets_forget(struct event_targets *targets)
{
	event_queue_clear(&targets->queue);
	targets->lists = false;
	targets->missing = (struct event_missing){ .exited = 0 };
	targets->trouble.text[0] = '\0';
	targets->scope = (struct event_scope){ .known = false };
}

bool event_targets_are_cpus(const struct event_targets *targets)
{
	const bool tasks = targets->machine && targets->machine->watched[0];

	return targets->request.scope == LIVE_CPU || (targets->request.scope == LIVE_MACHINE && !tasks);
}

void event_targets_exited(struct event_targets *targets)
{
	targets->missing.exited = targets->request.id;
	targets->missing.exited_thread = targets->request.scope == LIVE_THREAD;
}

/* What is chosen next is tried again. */
static void choose_anew(struct event_targets *targets, bool cpus)
{
	event_queue_clear(&targets->queue);
	targets->lists = !cpus;
	targets->missing = (struct event_missing){ .cpus = cpus };
}

/* ---- the busiest threads ---- */

void event_target_see_busy(struct event_target *target, double share)
{
	target->share = share;
	target->idle = 0;
	target->picked = true;
	target->lost |= target->stalled && target->age >= AGE_LEAST && share >= EVENT_LEAST_SHARE;
}

static void close_idle(struct event_targets *targets, const struct event_task *task, size_t n)
{
	const struct event_table *table = targets->table;
	size_t fresh = 0;

	for (size_t i = 0; i < table->n; i++) {
		struct event_target *target = event_table_at(table, i);

		target->idle++;
		target->share = 0;
	}
	for (size_t i = 0; i < n; i++) {
		const long row = event_table_find(table, task[i].tid, -1);

		fresh += row < 0;
		if (row >= 0)
			event_target_see_busy(event_table_at(table, (size_t)row), task[i].share);
	}
	for (size_t i = table->n; i-- > 0;) {
		const struct event_target *target = event_table_at(table, i);

		if (target->gone || target->lost || (n && !target->picked) ||
		    target->idle > IDLE_INTERVALS ||
		    (target->idle && table->n + fresh > targets->threads_most))
			targets->maker->close(targets->data, i);
	}
}

/* A thread that is listed and open may go on to sleep. */
static void keep_listed(void *to, int32_t tid)
{
	const struct event_table *table = to;
	const long row = event_table_find(table, tid, -1);
	struct event_target *target;

	if (row < 0)
		return;
	target = event_table_at(table, (size_t)row);
	target->share = NAN;
	target->idle = 0;
}

static void list_process(struct event_targets *targets, int32_t pid)
{
	const struct perf_sys *sys = targets->sys;

	(void)sys->threads(sys->data, pid, keep_listed, targets->table);
	/* Of those that are watched others may be there when the first has exited. */
	if (event_targets_list(targets, pid) == -ESRCH &&
	    targets->request.scope == LIVE_PROCESS)
		event_targets_exited(targets);
}

/* Before the first interval, and of what slept in the last one. */
static void targets_list(struct event_targets *targets)
{
	const struct live_request *request = &targets->request;

	targets->lists = false;
	if (request->scope == LIVE_THREAD) {
		const int32_t pid = targets->sys->process_of(targets->sys->data, request->id);

		keep_listed(targets->table, request->id);
		if (pid > 0)
			put(targets, event_of_thread(request->id, pid, NAN));
		else
			event_targets_exited(targets);
	} else if (request->scope == LIVE_PROCESS || request->scope == LIVE_WATCHED) {
		list_process(targets, request->id);
	}
}

void event_targets_choose_threads(struct event_targets *targets)
{
	struct event_task task[EVENT_THREADS_MOST];
	const size_t n = event_tasks_busy(task, event_tasks_pick(targets->tasks, &targets->request, task,
								 targets->threads_most,
								 &targets->scope));

	close_idle(targets, task, n);
	choose_anew(targets, false);
	for (size_t i = 0; i < n; i++)
		put(targets, event_of_thread(task[i].tid, task[i].pid, task[i].share));
	if (!n)
		targets_list(targets);
}

void event_targets_add_thread(struct event_targets *targets, int32_t tid, int32_t pid)
{
	if (targets->table->n < targets->threads_most)
		put(targets, event_of_thread(tid, pid, 0));
}

double event_targets_part(const struct event_targets *targets)
{
	double part = 0;

	for (size_t i = 0; i < targets->table->n; i++) {
		const struct event_target *target = event_table_at(targets->table, i);

		part += target->share > 0 ? target->share : 0;
	}
	return targets->scope.weighed ? part : (double)NAN;
}

/* ---- CPUs ---- */

void event_targets_choose_cpus(struct event_targets *targets, bool all_run)
{
	const struct machine *machine = targets->machine;
	const struct event_table *table = targets->table;

	(void)event_tasks_pick(targets->tasks, &targets->request, NULL, 0, &targets->scope);
	for (size_t i = table->n; all_run && i-- > 0;)
		if (((const struct event_target *)event_table_at(table, i))->stalled)
			targets->maker->close(targets->data, i);
	choose_anew(targets, true);
	for (size_t i = 0; machine && i < machine->n_cpus; i++) {
		const struct cpu_place *place = &machine->cpus[i];

		if ((targets->request.scope != LIVE_CPU || place->cpu == targets->request.id) &&
		    targets->maker->has(targets->data, place->core_type))
			put(targets, event_of_cpu(place->cpu, place->core_type));
	}
}

/* ---- opening ---- */

static void raise_files(struct event_targets *targets)
{
	const struct event_queue *queue = &targets->queue;
	const size_t needed = (targets->table->n + queue->n - queue->at) * targets->fds;

	if (needed <= targets->files)
		return;
	(void)targets->sys->raise_files(targets->sys->data, needed - targets->files);
	targets->files = needed;
}

/* After an errno that meets all that would come after it. */
static void leave_out_rest(struct event_targets *targets, int error)
{
	targets->missing.left_out += (uint32_t)(targets->queue.n - targets->queue.at);
	targets->missing.left_out_errno = error;
	event_queue_clear(&targets->queue);
	targets->lists = false;
	targets->cut = true;
}

/* Opens one. 0, or the errno that concerns not only this one. */
static int open_one(struct event_targets *targets, const struct event_target *what)
{
	struct event_missing *missing = &targets->missing;
	const int error = -targets->maker->open(targets->data, what);

	switch (error) {
	case 0:
		targets->trouble.text[0] = '\0';
		return 0;
	case ESRCH:		/* it has exited; of a CPU: it is offline */
	case ENODEV:
		return 0;
	case ECHILD:
		missing->left_out++;
		missing->left_out_errno = ECHILD;
		return 0;
	case EACCES:
	case EPERM:
		missing->not_permitted++;
		break;
	default:
		break;
	}
	if (!targets->table->n)
		targets->maker->refuse(targets->data, error, what, &targets->trouble);
	return error == EACCES || error == EPERM || error == ENOENT ? 0 : error;
}

static bool open_queued(struct event_targets *targets, uint64_t until_ns)
{
	const struct perf_sys *sys = targets->sys;
	struct event_queue *queue = &targets->queue;

	raise_files(targets);
	while (!event_queue_is_empty(queue) &&
	       (until_ns == UINT64_MAX || sys->cpu_ns(sys->data) < until_ns)) {
		const int error = open_one(targets, &queue->item[queue->at]);

		if (error)
			leave_out_rest(targets, error);
		else
			queue->at++;
	}
	return event_queue_is_empty(queue);
}

void event_targets_see_zombie(struct event_targets *targets)
{
	const enum live_scope scope = targets->request.scope;

	if ((scope == LIVE_PROCESS || scope == LIVE_THREAD) && !targets->table->n &&
	    !targets->trouble.text[0] && !targets->missing.left_out && !targets->missing.cpus)
		event_targets_exited(targets);
}

bool event_targets_open(struct event_targets *targets, uint64_t budget_ns)
{
	const struct perf_sys *sys = targets->sys;
	const uint64_t until_ns =
		budget_ns == UINT64_MAX ? UINT64_MAX : sys->cpu_ns(sys->data) + budget_ns;
	bool done;

	targets->cut = false;
	privilege_raise(PRIVILEGE_COUNT);
	done = open_queued(targets, until_ns);
	if (done && targets->lists && !targets->table->n) {
		targets_list(targets);
		done = open_queued(targets, until_ns);
	}
	privilege_raise(PRIVILEGE_PROC);
	return done;
}

/* ---- steps of a budget ---- */

#define TIMES_OVER 3		/* seconds: what begins costs more than what goes on */

bool event_budget_see(struct event_budget *budget, double own_percent)
{
	if (budget->limit_percent <= 0 || !(own_percent > budget->limit_percent)) {
		budget->over = 0;
		return false;
	}
	budget->over++;
	if (budget->over < TIMES_OVER || budget->step == budget->last)
		return false;
	budget->over = 0;
	budget->step++;
	return true;
}

bool event_budget_exhausted(const struct event_budget *budget)
{
	return budget->step == budget->last && budget->over >= TIMES_OVER;
}

/* ---- sentences ---- */

void event_remark_say(const struct event_remark *to, const char *format, ...)
{
	const size_t used = strlen(to->text), between = used ? 2 : 0;
	va_list arguments;
	int n;

	if (used + between >= to->size)
		return;
	va_start(arguments, format);
	n = vsnprintf(to->text + used + between, to->size - used - between, format, arguments);
	va_end(arguments);
	if (n < 0 || (used && (size_t)n >= to->size - used - between))
		to->text[used] = '\0';
	else if (used)
		memcpy(to->text + used, "; ", 2);
}

void event_remark_exited(const struct event_remark *to, const struct event_missing *missing)
{
	if (missing->exited)
		event_remark_say(to, "the %s %d has exited",
				 missing->exited_thread ? "thread" : "process", missing->exited);
}

/* Why, and what helps. */
static const char *reason_of(int error)
{
	switch (error) {
	case EMFILE:
	case ENFILE:
		return "too many open files (raise 'ulimit -n')";
	case ENOBUFS:
		return "no more memory may be locked (raise kernel.perf_event_mlock_kb)";
	case ECHILD:
		return "new threads begin too fast";
	default:
		return strerror(error);
	}
}

void event_remark_left_out(const struct event_remark *to, const struct event_missing *missing)
{
	const char *what = missing->cpus ? "CPU" : "thread";

	if (missing->not_permitted)
		event_remark_say(to, "%u %s%s left out: not permitted", missing->not_permitted, what,
				 plural(missing->not_permitted));
	if (missing->left_out && missing->left_out_errno)
		event_remark_say(to, "%u %s%s left out: %s", missing->left_out, what,
				 plural(missing->left_out),
				 reason_of(missing->left_out_errno));
}

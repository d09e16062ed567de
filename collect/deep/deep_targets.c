/* SPDX-License-Identifier: GPL-2.0-only */
/* Which threads and CPUs have events of opened nodes; see deep_targets.h. */
#include "config.h"
#include "collect/deep/deep_targets.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perf/perf_advice.h"
#include "collect/sys/privilege.h"

#define ROUNDS 3		/* through the lists of threads, while new ones appear in them */
#define IDLE_INTERVALS 10	/* then a thread of the busiest loses its events */
#define LEAST 0.01		/* of the slots: threads with less have none, if the others cover */
#define COVERED 0.95
#define AGE_LEAST 2		/* readings, before a thread can be called stalled */
#define ORPHANS_IDLE 3		/* intervals without children that run */

struct deep_process {
	int32_t pid;
	bool inherited;		/* it was begun by a process of the scope, and is counted there */
	bool sealed;		/* all its threads had events before they began others */
};

int deep_targets_init(struct deep_targets *targets, const struct deep_sys *sys,
		      const struct facts *facts, struct deep_open *open)
{
	*targets = (struct deep_targets){
		.sys = sys, .facts = facts, .open = open, .threads_most = DEEP_THREADS_MOST,
		.tasks = sampler_tasks_new(),
	};
	return targets->tasks ? 0 : -ENOMEM;
}

bool deep_targets_by_cpu(const struct deep_targets *targets)
{
	return targets->way == DEEP_OF_CPUS || targets->way == DEEP_OF_CGROUP;
}

/* ---- what is to be opened ---- */

static bool is_queued(const struct deep_targets *targets, const struct deep_pending *what)
{
	if (deep_open_find(targets->open, what->tid, what->cpu) >= 0)
		return true;
	for (size_t i = targets->at; i < targets->n_queue; i++)
		if (targets->queue[i].tid == what->tid && targets->queue[i].cpu == what->cpu)
			return true;
	return false;
}

static void put(struct deep_targets *targets, const struct deep_pending *what)
{
	if (is_queued(targets, what))
		return;
	targets->fresh = true;
	if (targets->n_queue == targets->room_queue) {
		const size_t room = 2 * targets->room_queue + 64;
		struct deep_pending *more = realloc(targets->queue, room * sizeof(more[0]));

		if (!more)
			return;
		targets->queue = more;
		targets->room_queue = room;
	}
	targets->queue[targets->n_queue++] = *what;
}

/* The threads of a process, as /proc lists them. */
struct listed {
	struct deep_targets *targets;
	int32_t pid;
	uint32_t n;
};

static void put_listed(void *to, int32_t tid)
{
	struct listed *listed = to;
	struct deep_targets *targets = listed->targets;

	listed->n++;
	if (targets->open->n + targets->n_queue - targets->at >= targets->threads_most)
		return;
	put(targets, &(struct deep_pending){ .tid = tid, .pid = listed->pid, .cpu = -1,
					     .share = NAN });
}

/* Returns how many threads there are; 0: no such process. */
static uint32_t list_threads(struct deep_targets *targets, int32_t pid)
{
	struct listed listed = { .targets = targets, .pid = pid };

	(void)targets->sys->threads(targets->sys->data, pid, put_listed, &listed);
	return listed.n;
}

static void count_listed(void *to, int32_t tid)
{
	uint32_t *n = to;

	(void)tid;
	(*n)++;
}

static uint32_t count_threads(const struct deep_targets *targets, int32_t pid)
{
	uint32_t n = 0;

	(void)targets->sys->threads(targets->sys->data, pid, count_listed, &n);
	return n;
}

/* ---- all of its threads ---- */

static struct deep_process *find_process(struct deep_targets *targets, int32_t pid)
{
	for (size_t i = 0; i < targets->n_processes; i++)
		if (targets->process[i].pid == pid)
			return &targets->process[i];
	return NULL;
}

static struct deep_process *add_process(struct deep_targets *targets, int32_t pid)
{
	if (targets->n_processes == targets->room_processes) {
		const size_t room = 2 * targets->room_processes + 16;
		struct deep_process *more = realloc(targets->process, room * sizeof(more[0]));

		if (!more)
			return NULL;
		targets->process = more;
		targets->room_processes = room;
	}
	targets->process[targets->n_processes] = (struct deep_process){ .pid = pid };
	return &targets->process[targets->n_processes++];
}

/* Was the process begun by one whose events it has, after these were opened? */
static bool is_inherited(struct deep_targets *targets, const struct snapshot *snapshot, int32_t pid)
{
	const struct row *row = snapshot ? snapshot_find(snapshot, ROW_PROCESS, pid) : NULL;

	if (targets->open->inherit != DEEP_FAMILY || !row || !row->born ||
	    row->start_ns <= targets->began_ns)
		return false;
	/* One whose parent has exited is a child of init, or of who adopts. */
	return targets->wish.scope == LIVE_WATCHED || row->ppid <= 1 ||
	       find_process(targets, row->ppid);
}

struct scope_listing {
	struct deep_targets *targets;
	const struct snapshot *snapshot;	/* NULL: at the beginning */
};

static void see_process(void *to, int32_t pid)
{
	const struct scope_listing *listing = to;
	struct deep_targets *targets = listing->targets;
	struct deep_process *process = find_process(targets, pid);

	if (!process) {
		process = add_process(targets, pid);
		if (!process)
			return;
		process->inherited = is_inherited(targets, listing->snapshot, pid);
		if (!process->inherited)
			(void)list_threads(targets, pid);
	}
}

static void see_processes(struct deep_targets *targets, const struct snapshot *snapshot)
{
	struct scope_listing listing = { targets, snapshot };
	const enum live_scope scope = targets->wish.scope;

	if (scope == LIVE_PROCESS || scope == LIVE_WATCHED)
		see_process(&listing, targets->wish.id);
	sampler_tasks_processes(targets->tasks, &targets->wish, see_process, &listing);
}

/* Its threads are listed anew, and opened. */
static void reopen_process(struct deep_targets *targets, int32_t pid)
{
	struct deep_process *process = find_process(targets, pid);

	if (process)
		process->sealed = false;
	for (size_t i = targets->open->n; i-- > 0;)
		if (targets->open->target[i].pid == pid)
			deep_open_close(targets->open, i);
	(void)list_threads(targets, pid);
}

/*
 * Lists the threads of new processes again: was one begun before its parent had events? Then it is
 * not known which of the new ones are counted with their parents: all are opened anew.
 */
static void list_again(struct deep_targets *targets)
{
	targets->rounds++;
	targets->fresh = false;
	for (size_t i = 0; i < targets->n_processes; i++) {
		struct deep_process *process = &targets->process[i];
		const size_t before = targets->n_queue;

		if (process->inherited || process->sealed)
			continue;
		(void)list_threads(targets, process->pid);
		process->sealed = targets->n_queue == before || targets->rounds == ROUNDS;
		if (targets->n_queue == before)
			continue;
		targets->n_queue = before;
		if (!process->sealed)
			reopen_process(targets, process->pid);
	}
}

static void close_process(struct deep_targets *targets, int32_t pid)
{
	struct deep_open *open = targets->open;

	for (size_t i = open->n; i-- > 0;) {
		if (open->target[i].pid != pid)
			continue;
		if (open->inherit == DEEP_FAMILY)	/* its children go on */
			open->target[i].tid = open->target[i].pid = 0;
		else
			deep_open_close(open, i);
	}
}

static void close_orphans(struct deep_open *open)
{
	for (size_t i = open->n; i-- > 0;) {
		struct deep_target *target = &open->target[i];

		if (target->cpu >= 0 || target->tid)
			continue;
		target->idle = target->stalled ? target->idle + 1 : 0;
		if (target->torn || target->idle >= ORPHANS_IDLE)
			deep_open_close(open, i);
	}
}

/* A thread that ran, and whose events were not enabled: it has executed a set-user-ID program. */
static bool is_lost(const struct deep_target *target, double share)
{
	return target->stalled && target->age >= AGE_LEAST && share >= LEAST;
}

static void follow_all(struct deep_targets *targets, const struct snapshot *snapshot)
{
	struct sampler_task task[DEEP_THREADS_MOST];
	const size_t n = sampler_tasks_pick(targets->tasks, &targets->wish, task,
					    DEEP_THREADS_MOST, &targets->scope);
	struct deep_open *open = targets->open;

	see_processes(targets, snapshot);
	for (size_t i = targets->n_processes; i-- > 0;) {
		const int32_t pid = targets->process[i].pid;
		const struct row *row = snapshot_find(snapshot, ROW_PROCESS, pid);

		if (!row || !row->exited)
			continue;
		close_process(targets, pid);
		targets->process[i] = targets->process[--targets->n_processes];
	}
	for (size_t i = 0; i < n; i++) {
		const long at = deep_open_find(open, task[i].tid, -1);

		if (at < 0)
			continue;
		open->target[at].share = task[i].share;
		open->target[at].torn |= is_lost(&open->target[at], task[i].share);
	}
	for (size_t i = 0; i < open->n; i++) {
		const struct deep_target *target = &open->target[i];

		if (!target->torn || !target->tid)
			continue;
		reopen_process(targets, target->pid);
		i = (size_t)-1;		/* others have taken their places */
	}
	close_orphans(open);
}

/* ---- the busiest threads ---- */

/* The others have hardly any slots. */
static size_t leave_out_lazy(const struct sampler_task *task, size_t n)
{
	double covered = 0;

	for (size_t i = 0; i < n; i++) {
		if (task[i].share < LEAST && covered >= COVERED)
			return i;
		covered += task[i].share;
	}
	return n;
}

/* Closes those that were idle for long, are lost, or are in the way of busier ones. */
static size_t close_idle(struct deep_targets *targets, const struct sampler_task *task, size_t n)
{
	struct deep_open *open = targets->open;
	size_t fresh = 0;

	for (size_t i = 0; i < open->n; i++) {
		open->target[i].idle++;
		open->target[i].share = 0;
	}
	for (size_t i = 0; i < n; i++) {
		const long at = deep_open_find(open, task[i].tid, -1);

		fresh += at < 0;
		if (at < 0)
			continue;
		open->target[at].idle = 0;
		open->target[at].picked = true;
		open->target[at].share = task[i].share;
		open->target[at].torn |= is_lost(&open->target[at], task[i].share);
	}
	for (size_t i = open->n; i-- > 0;) {
		const struct deep_target *target = &open->target[i];

		if (target->torn || (n && !target->picked) || target->idle > IDLE_INTERVALS ||
		    (target->idle && open->n + fresh > targets->threads_most))
			deep_open_close(open, i);
	}
	return fresh;
}

static void choose_busiest(struct deep_targets *targets)
{
	struct sampler_task task[DEEP_THREADS_MOST];
	const struct live_wish *wish = &targets->wish;
	size_t n = sampler_tasks_pick(targets->tasks, wish, task, targets->threads_most,
				      &targets->scope);

	n = leave_out_lazy(task, n);
	(void)close_idle(targets, task, n);
	targets->n_queue = targets->at = 0;
	for (size_t i = 0; i < n; i++)
		put(targets, &(struct deep_pending){ .tid = task[i].tid, .pid = task[i].pid,
						     .cpu = -1, .share = task[i].share });
	if (n || targets->open->n)
		return;
	if (wish->scope == LIVE_THREAD) {
		const int32_t pid = targets->sys->process_of(targets->sys->data, wish->id);

		if (pid > 0)
			put(targets, &(struct deep_pending){ .tid = wish->id, .pid = pid,
							     .cpu = -1, .share = NAN });
		else
			targets->exited = wish->id;
	} else if (wish->scope == LIVE_PROCESS || wish->scope == LIVE_WATCHED) {
		(void)list_threads(targets, wish->id);
	}
}

/* ---- CPUs ---- */

static void choose_cpus(struct deep_targets *targets)
{
	const struct machine *machine = targets->machine;
	struct deep_open *open = targets->open;

	(void)sampler_tasks_pick(targets->tasks, &targets->wish, NULL, 0, &targets->scope);
	/* The events of a CPU that was offline are gone for good (perf_event_exit_cpu()). */
	for (size_t i = open->n; targets->way == DEEP_OF_CPUS && i-- > 0;)
		if (open->target[i].stalled)
			deep_open_close(open, i);
	targets->n_queue = targets->at = 0;
	for (size_t i = 0; machine && i < machine->n_cpus; i++) {
		const struct cpu_place *place = &machine->cpus[i];

		if (targets->wish.scope == LIVE_CPU && place->cpu != targets->wish.id)
			continue;
		if (open->groups->type[place->core_type].tree)
			put(targets, &(struct deep_pending){
				.tid = -1, .pid = -1, .cpu = place->cpu,
				.core_type = place->core_type, .share = NAN });
	}
}

/* ---- which way ---- */

static bool is_of_cpus(const struct deep_targets *targets)
{
	return targets->wish.scope == LIVE_CPU ||
	       (targets->wish.scope == LIVE_MACHINE && !(targets->machine && targets->machine->watched[0]));
}

static enum deep_inherit inherit_for(enum live_scope scope)
{
	return scope == LIVE_PROCESS || scope == LIVE_NAME ? DEEP_THREADS :
	       scope == LIVE_THREAD ? DEEP_ALONE : DEEP_FAMILY;
}

/* Can all threads of the scope have events that are inherited? */
static bool fits_all(struct deep_targets *targets, uint32_t threads)
{
	const enum deep_inherit inherit = inherit_for(targets->wish.scope);

	if (inherit == DEEP_ALONE || threads > targets->threads_most)
		return false;
	/* attr.inherit_thread: else the processes that a process begins were counted as it. */
	return inherit == DEEP_FAMILY || !facts_kernel_before(targets->facts, 5, 13);
}

static void begin(struct deep_targets *targets, enum deep_way way, int cgroup)
{
	targets->way = way;
	deep_open_begin(targets->open,
			way == DEEP_OF_ALL ? inherit_for(targets->wish.scope) : DEEP_ALONE, cgroup);
}

static int open_cgroup(struct deep_targets *targets)
{
	int fd;

	if (targets->wish.scope != LIVE_CGROUP || !targets->cgroup[0])
		return -ENOENT;
	privilege_raise(PRIVILEGE_COUNT);
	fd = targets->sys->open_cgroup(targets->sys->data, targets->cgroup);
	privilege_raise(PRIVILEGE_PROC);
	targets->cgroup[0] = '\0';	/* tried */
	return fd;
}

static void choose_way(struct deep_targets *targets)
{
	uint32_t threads;
	int cgroup;

	if (is_of_cpus(targets)) {
		begin(targets, DEEP_OF_CPUS, -1);
		return;
	}
	(void)sampler_tasks_pick(targets->tasks, &targets->wish, NULL, 0, &targets->scope);
	threads = targets->scope.threads;
	if (!threads && (targets->wish.scope == LIVE_PROCESS || targets->wish.scope == LIVE_WATCHED)) {
		threads = count_threads(targets, targets->wish.id);
		if (!threads && targets->wish.scope == LIVE_PROCESS)
			targets->exited = targets->wish.id;
	}
	if (fits_all(targets, threads)) {
		begin(targets, DEEP_OF_ALL, -1);
		return;
	}
	cgroup = open_cgroup(targets);
	begin(targets, cgroup >= 0 ? DEEP_OF_CGROUP : DEEP_OF_BUSIEST, cgroup);
}

static void forget(struct deep_targets *targets)
{
	deep_open_clear(targets->open);
	targets->n_queue = targets->at = 0;
	targets->n_processes = 0;
	targets->rounds = 0;
	targets->fresh = false;
	targets->exited = 0;
	targets->left_out = targets->not_permitted = 0;
	targets->left_out_errno = 0;
	targets->trouble.text[0] = '\0';
	targets->scope = (struct sampler_scope){ .known = false };
}

static void choose(struct deep_targets *targets)
{
	if (targets->exited)
		return;
	if (deep_targets_by_cpu(targets))
		choose_cpus(targets);
	else if (targets->way == DEEP_OF_ALL)
		see_processes(targets, NULL);
	else
		choose_busiest(targets);
}

void deep_targets_look(struct deep_targets *targets, const struct live_wish *wish, uint64_t now_ns)
{
	forget(targets);
	targets->wish = *wish;
	targets->began_ns = now_ns;
	choose_way(targets);
	choose(targets);
}

void deep_targets_leave(struct deep_targets *targets)
{
	forget(targets);
	targets->wish = (struct live_wish){ .scope = LIVE_NOTHING };
}

void deep_targets_done(struct deep_targets *targets)
{
	deep_targets_leave(targets);
	sampler_tasks_free(targets->tasks);
	free(targets->process);
	free(targets->queue);
	targets->tasks = NULL;
}

/* ---- opening ---- */

static void raise_files(struct deep_targets *targets)
{
	const size_t needed = targets->open->n_fds +
			      (targets->n_queue - targets->at) * targets->open->fds;

	if (needed <= targets->files)
		return;
	(void)targets->sys->raise_files(targets->sys->data, needed - targets->files);
	targets->files = needed;
}

/* Why nothing can be opened. */
static void refuse(struct deep_targets *targets, int ret, int cpu)
{
	const struct deep_open *open = targets->open;
	const struct deep_group *group = &open->groups->group[open->failed_group];
	const struct tree *tree = open->groups->type[group->core_type].tree;

	(void)perf_advice(-ret, tree->events[group->event[open->failed_member]].name, cpu,
			  targets->facts, &targets->trouble);
}

/* After an errno that meets all that would come after it. */
static void leave_out_rest(struct deep_targets *targets, int ret)
{
	targets->left_out += (uint32_t)(targets->n_queue - targets->at);
	targets->left_out_errno = -ret;
	targets->n_queue = targets->at = 0;
	targets->rounds = ROUNDS;
}

static void open_next(struct deep_targets *targets)
{
	const struct deep_pending *next = &targets->queue[targets->at];
	const struct deep_target what = {
		.tid = next->tid, .pid = next->pid, .cpu = next->cpu,
		.core_type = next->core_type, .share = next->share, .picked = !isnan(next->share),
	};
	const int ret = deep_open_add(targets->open, &what);

	switch (-ret) {
	case 0:
		targets->trouble.text[0] = '\0';
		break;
	case ESRCH:		/* it has exited; of a CPU: it is offline */
	case ENODEV:
		break;
	case ECHILD:
		targets->left_out++;
		targets->left_out_errno = ECHILD;
		break;
	case EACCES:
	case EPERM:
		targets->not_permitted++;
		if (!targets->open->n)
			refuse(targets, ret, next->cpu);
		break;
	default:
		if (!targets->open->n)
			refuse(targets, ret, next->cpu);
		leave_out_rest(targets, ret);
		return;
	}
	targets->at++;
}

/* The queue is empty: is something missing that can be known only now? */
static void end_queue(struct deep_targets *targets)
{
	const enum live_scope scope = targets->wish.scope;

	targets->n_queue = targets->at = 0;
	if (targets->way == DEEP_OF_ALL && targets->fresh && targets->rounds < ROUNDS)
		list_again(targets);
	if (targets->n_queue || targets->open->n || targets->trouble.text[0] || targets->left_out)
		return;
	/* What is listed and cannot be opened is a zombie. */
	if (scope == LIVE_PROCESS || scope == LIVE_THREAD)
		targets->exited = targets->wish.id;
}

bool deep_targets_open(struct deep_targets *targets, uint64_t budget_ns)
{
	const struct deep_sys *sys = targets->sys;
	const uint64_t until_ns = sys->cpu_ns(sys->data) + budget_ns;

	if (targets->at == targets->n_queue && !targets->fresh)
		return true;
	privilege_raise(PRIVILEGE_COUNT);
	raise_files(targets);
	while (targets->at < targets->n_queue && sys->cpu_ns(sys->data) < until_ns)
		open_next(targets);
	if (targets->way == DEEP_OF_CGROUP && !targets->open->n && targets->not_permitted) {
		forget(targets);
		begin(targets, DEEP_OF_BUSIEST, -1);
		choose_busiest(targets);
	}
	privilege_raise(PRIVILEGE_PROC);
	if (targets->at == targets->n_queue)
		end_queue(targets);
	return targets->at == targets->n_queue;
}

/* ---- after an interval ---- */

/* Has the process or thread itself exited? Then nothing is open, for good. */
static bool has_exited(struct deep_targets *targets)
{
	const enum live_scope scope = targets->wish.scope;

	if (targets->exited)
		return true;
	if (scope != LIVE_PROCESS && scope != LIVE_THREAD)
		return false;
	(void)sampler_tasks_pick(targets->tasks, &targets->wish, NULL, 0, &targets->scope);
	if (!targets->scope.exited &&
	    (targets->scope.known || scope == LIVE_THREAD || count_threads(targets, targets->wish.id)))
		return false;
	forget(targets);
	targets->exited = targets->wish.id;
	return true;
}

/* There are more threads than may have events, or so few again that all may. */
static bool must_change_way(struct deep_targets *targets)
{
	const uint32_t threads = targets->scope.threads;

	if (targets->way == DEEP_OF_ALL)
		return targets->open->n > 2 * targets->threads_most;
	if (targets->way != DEEP_OF_BUSIEST || !targets->scope.known)
		return false;
	if (targets->wish.scope == LIVE_CGROUP && targets->cgroup[0])
		return true;	/* its path was not known before */
	return threads <= targets->threads_most / 2 && fits_all(targets, threads);
}

void deep_targets_see(struct deep_targets *targets, const struct snapshot *snapshot)
{
	if (has_exited(targets))
		return;
	targets->left_out = targets->not_permitted = 0;
	targets->left_out_errno = 0;
	if (must_change_way(targets)) {
		const struct live_wish wish = targets->wish;

		deep_targets_look(targets, &wish, snapshot->end_ns);
		return;
	}
	targets->rounds = 0;
	if (targets->way == DEEP_OF_ALL)
		follow_all(targets, snapshot);
	else
		choose(targets);
}

double deep_targets_part(const struct deep_targets *targets)
{
	const struct deep_open *open = targets->open;
	const bool whole = !targets->left_out && !targets->not_permitted;
	double part = 0;

	if (!open->n)
		return NAN;
	if (deep_targets_by_cpu(targets))
		return whole ? 1 : NAN;
	if (targets->way == DEEP_OF_ALL && whole)
		return 1;
	for (size_t i = 0; i < open->n; i++)
		part += open->target[i].share > 0 ? open->target[i].share : 0;
	return targets->scope.weighed ? part : NAN;
}

void deep_targets_numbers(const struct deep_targets *targets, uint32_t *threads, uint32_t *counted)
{
	const bool whole = !targets->left_out && !targets->not_permitted;

	*counted = (uint32_t)targets->open->n;
	*threads = targets->scope.threads;
	if (deep_targets_by_cpu(targets))
		*threads = targets->wish.scope == LIVE_CPU ? 1 :
			   targets->machine ? (uint32_t)targets->machine->n_cpus : 0;
	else if (targets->way == DEEP_OF_ALL && whole && *threads && targets->open->n)
		*counted = *threads;	/* those that were begun since are counted with others */
	if (*threads < *counted)
		*threads = *counted;
}

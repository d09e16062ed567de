/* SPDX-License-Identifier: GPL-2.0-only */
/* Which threads and CPUs have events of opened nodes; see node_targets.h. */
#include "config.h"
#include "collect/nodes/node_targets.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "collect/perf/perf_advice.h"
#include "collect/sys/privilege.h"
#include "model/list_room.h"

#define ROUNDS 3		/* while new threads appear in the lists */
#define ORPHANS_IDLE 3		/* intervals without children that run */

struct node_process {
	int32_t pid;
	bool inherited;		/* it was begun by a process of the scope, and is counted there */
	bool sealed;		/* all its threads had events before they began others */
};

static struct node_process *processes_find(const struct node_targets *targets, int32_t pid)
{
	for (size_t i = 0; i < targets->n_processes; i++)
		if (targets->process[i].pid == pid)
			return &targets->process[i];
	return NULL;
}

static struct node_process *processes_add(struct node_targets *targets, int32_t pid)
{
	struct node_process *more = list_room(targets->process, targets->n_processes + 1, &targets->room_processes, 16,
					      sizeof(*more));

	if (!more)
		return NULL;
	targets->process = more;
	targets->process[targets->n_processes] = (struct node_process){ .pid = pid };
	return &targets->process[targets->n_processes++];
}

/* ---- which there are ---- */

/* Was the process begun by one whose events it has, after these were opened? */
static bool is_inherited(const struct node_targets *targets, const struct snapshot *snapshot,
			 int32_t pid)
{
	const struct row *row = snapshot ? snapshot_find(snapshot, ROW_PROCESS, pid) : NULL;

	if (targets->open->inherit != NODE_FAMILY || !row || !row->born ||
	    row->start_ns <= targets->began_ns)
		return false;
	/* One whose parent has exited is a child of init, or of who adopts. */
	return targets->of.request.scope == LIVE_WATCHED || row->ppid <= 1 ||
	       processes_find(targets, row->ppid);
}

struct listing {
	struct node_targets *targets;
	const struct snapshot *snapshot;	/* NULL: at the beginning */
};

static void see_process(void *to, int32_t pid)
{
	const struct listing *listing = to;
	struct node_targets *targets = listing->targets;
	struct node_process *process = processes_find(targets, pid);

	if (process)
		return;
	process = processes_add(targets, pid);
	if (!process)
		return;
	process->inherited = is_inherited(targets, listing->snapshot, pid);
	if (!process->inherited)
		(void)event_targets_list(&targets->of, pid);
}

static void see_all(struct node_targets *targets, const struct snapshot *snapshot)
{
	struct listing listing = { targets, snapshot };
	const enum live_scope scope = targets->of.request.scope;

	if (scope == LIVE_PROCESS || scope == LIVE_WATCHED)
		see_process(&listing, targets->of.request.id);
	event_tasks_processes(targets->of.tasks, &targets->of.request, see_process, &listing);
}

/* ---- threads that begin meanwhile ---- */

/* Its threads are listed again, and opened. */
static void reopen(struct node_targets *targets, int32_t pid)
{
	struct node_process *process = processes_find(targets, pid);
	struct node_open *open = targets->open;

	if (process)
		process->sealed = false;
	for (size_t i = open->table.n; i-- > 0;)
		if (node_open_at(open, i)->of.pid == pid)
			node_open_close(open, i);
	(void)event_targets_list(&targets->of, pid);
}

/* Was a thread begun before its parent had events? It is not known which one has them. */
static void check_process(struct node_targets *targets, struct node_process *process)
{
	struct event_queue *queue = &targets->of.queue;
	const size_t before = queue->n;

	(void)event_targets_list(&targets->of, process->pid);
	process->sealed = queue->n == before || targets->rounds >= ROUNDS;
	if (queue->n == before)
		return;
	queue->n = before;
	if (!process->sealed)
		reopen(targets, process->pid);
}

/*
 * The queue is empty: lists new processes again, and queues what must be opened again. Nothing, if
 * no process was queued since the last call.
 */
static void list_again(struct node_targets *targets)
{
	if (!targets->of.queue.fresh || targets->rounds >= ROUNDS)
		return;
	targets->rounds++;
	targets->of.queue.fresh = false;
	for (size_t i = 0; i < targets->n_processes; i++)
		if (!targets->process[i].inherited && !targets->process[i].sealed)
			check_process(targets, &targets->process[i]);
}

/* ---- after an interval ---- */

/* Its children may go on: their counts come through its events. */
static void see_exit(struct node_targets *targets, struct node_process *process)
{
	struct node_open *open = targets->open;

	for (size_t i = open->table.n; i-- > 0;) {
		struct event_target *target = &node_open_at(open, i)->of;

		if (target->pid != process->pid)
			continue;
		if (open->inherit == NODE_FAMILY)
			target->tid = target->pid = 0;
		else
			node_open_close(open, i);
	}
	*process = targets->process[--targets->n_processes];
}

static void close_orphans(struct node_open *open)
{
	for (size_t i = open->table.n; i-- > 0;) {
		struct event_target *target = &node_open_at(open, i)->of;

		if (target->tid)
			continue;
		target->idle = target->stalled ? target->idle + 1 : 0;
		if (target->lost || target->idle >= ORPHANS_IDLE)
			node_open_close(open, i);
	}
}

static void reopen_torn(struct node_targets *targets)
{
	const struct node_open *open = targets->open;

	for (size_t i = 0; i < open->table.n;) {
		const struct event_target *target = &node_open_at(open, i)->of;

		if (target->lost && target->tid) {
			reopen(targets, target->pid);
			i = 0;		/* others have taken their places */
		} else {
			i++;
		}
	}
}

/* An interval has ended: which processes are new, have exited, or have lost their events? */
static void follow_all(struct node_targets *targets, const struct snapshot *snapshot)
{
	struct node_open *open = targets->open;
	struct event_task task[EVENT_THREADS_MOST];
	const size_t n = event_tasks_pick(targets->of.tasks, &targets->of.request, task,
					  EVENT_THREADS_MOST, &targets->of.scope);

	targets->rounds = 0;
	see_all(targets, snapshot);
	for (size_t i = targets->n_processes; i-- > 0;) {
		struct node_process *process = &targets->process[i];
		const struct row *row = snapshot_find(snapshot, ROW_PROCESS, process->pid);

		if (row && row->exited)
			see_exit(targets, process);
	}
	for (size_t i = 0; i < n; i++) {
		const long at = event_table_find(&open->table, task[i].tid, -1);

		if (at >= 0)
			event_target_see_busy(&node_open_at(open, (size_t)at)->of, task[i].share);
	}
	reopen_torn(targets);
	close_orphans(open);
}

/* ---- what the engine asks ---- */

static int open_target(void *data, const struct event_target *what)
{
	return node_open_add(((struct node_targets *)data)->open, what);
}

static void close_target(void *data, size_t target)
{
	node_open_close(((struct node_targets *)data)->open, target);
}

static bool has_groups(void *data, enum core_type type)
{
	return ((const struct node_targets *)data)->open->groups->type[type].tree;
}

static void node_targets_refuse(void *data, int error, const struct event_target *what, struct err *why)
{
	const struct node_targets *targets = data;
	const struct node_open *open = targets->open;
	const struct node_group *group = &open->groups->group[open->failed_group];
	const struct tree *tree = open->groups->type[group->core_type].tree;

	(void)perf_advice(error, tree_event(tree, group->event[open->failed_member])->name, what->cpu,
			  targets->facts, why);
}

static const struct event_maker maker = {
	.open = open_target, .close = close_target, .has = has_groups, .refuse = node_targets_refuse,
};

int node_targets_init(struct node_targets *targets, const struct perf_sys *sys,
		      const struct facts *facts, struct node_open *open)
{
	*targets = (struct node_targets){
		.of = { .sys = sys, .maker = &maker, .data = targets, .table = &open->table,
			.threads_most = EVENT_THREADS_MOST },
		.facts = facts, .open = open,
	};
	return event_targets_init(&targets->of);
}

bool node_targets_by_cpu(const struct node_targets *targets)
{
	return targets->way == NODE_OF_CPUS || targets->way == NODE_OF_CGROUP;
}

/* ---- which way ---- */

static enum node_inherit inherit_for(enum live_scope scope)
{
	return scope == LIVE_PROCESS || scope == LIVE_NAME ? NODE_THREADS :
	       scope == LIVE_THREAD ? NODE_ALONE : NODE_FAMILY;
}

/* Can all threads of the scope have events that are inherited? */
static bool fits_all(struct node_targets *targets, uint32_t threads)
{
	const enum node_inherit inherit = inherit_for(targets->of.request.scope);

	if (inherit == NODE_ALONE || targets->alone || targets->torn || threads > targets->of.threads_most)
		return false;
	/* attr.inherit_thread: else the processes that a process begins were counted as it. */
	return inherit == NODE_FAMILY || !facts_kernel_before(targets->facts, 5, 13);
}

static void node_targets_begin(struct node_targets *targets, enum node_way way, int cgroup)
{
	targets->way = way;
	node_open_begin(targets->open,
			way == NODE_OF_ALL ? inherit_for(targets->of.request.scope) : NODE_ALONE, cgroup);
	targets->of.fds = targets->open->fds;
}

static int open_cgroup(struct node_targets *targets)
{
	int fd;

	if (targets->of.request.scope != LIVE_CGROUP || !targets->cgroup[0])
		return -ENOENT;
	privilege_raise(PRIVILEGE_COUNT);
	fd = targets->of.sys->open_cgroup(targets->of.sys->data, targets->cgroup);
	privilege_raise(PRIVILEGE_PROC);
	targets->cgroup[0] = '\0';	/* tried */
	return fd;
}

static void choose_way(struct node_targets *targets)
{
	const enum live_scope scope = targets->of.request.scope;
	uint32_t threads;
	int cgroup;

	if (event_targets_are_cpus(&targets->of)) {
		node_targets_begin(targets, NODE_OF_CPUS, -1);
		return;
	}
	(void)event_tasks_pick(targets->of.tasks, &targets->of.request, NULL, 0, &targets->of.scope);
	threads = targets->of.scope.threads;
	if (!threads && (scope == LIVE_PROCESS || scope == LIVE_WATCHED)) {
		const bool there = event_targets_is_there(&targets->of, targets->of.request.id, &threads);

		if (!there && scope == LIVE_PROCESS)
			event_targets_exited(&targets->of);
	}
	if (fits_all(targets, threads)) {
		node_targets_begin(targets, NODE_OF_ALL, -1);
		return;
	}
	cgroup = open_cgroup(targets);
	node_targets_begin(targets, cgroup >= 0 ? NODE_OF_CGROUP : NODE_OF_BUSIEST, cgroup);
}

static void node_targets_forget(struct node_targets *targets)
{
	node_open_clear(targets->open);
	targets->n_processes = targets->rounds = 0;
	event_targets_forget(&targets->of);
}

/* After an interval, or when a row is looked at: whom, if not all. */
static void node_targets_choose(struct node_targets *targets)
{
	if (node_targets_by_cpu(targets))
		event_targets_choose_cpus(&targets->of, targets->way == NODE_OF_CPUS);
	else
		event_targets_choose_threads(&targets->of);
}

static void look(struct node_targets *targets, const struct live_request *request, uint64_t now_ns)
{
	node_targets_forget(targets);
	targets->of.request = *request;
	choose_way(targets);
	if (targets->of.missing.exited)
		return;
	targets->began_ns = now_ns;
	if (targets->way == NODE_OF_ALL)
		see_all(targets, NULL);
	else
		node_targets_choose(targets);
}

void node_targets_look(struct node_targets *targets, const struct tree_request *request, uint64_t now_ns)
{
	const struct live_request live = {
		.scope = request->scope == LIVE_REGION ? LIVE_PROCESS : request->scope,
		.id = request->id,
		.start_ns = request->start_ns,
	};

	targets->torn = false;
	look(targets, &live, now_ns);
}

void node_targets_leave(struct node_targets *targets)
{
	node_targets_forget(targets);
	targets->of.request = (struct live_request){ .scope = LIVE_NOTHING };
}

void node_targets_done(struct node_targets *targets)
{
	node_targets_leave(targets);
	free(targets->process);
	targets->process = NULL;
	targets->room_processes = 0;
	event_targets_done(&targets->of);
}

/* ---- opening ---- */

/* The queue is empty: is something missing that can be known only now? */
static void end_queue(struct node_targets *targets)
{
	struct event_queue *queue = &targets->of.queue;
	const bool fresh = queue->fresh;

	event_queue_clear(queue);
	queue->fresh = fresh;
	if (targets->of.cut)
		targets->rounds = ROUNDS;	/* no more of that until the next interval ends */
	if (targets->way == NODE_OF_ALL)
		list_again(targets);
	queue->fresh = queue->n > 0;
	if (!queue->n)
		event_targets_see_zombie(&targets->of);
}

bool node_targets_open(struct node_targets *targets, uint64_t budget_ns)
{
	const struct event_queue *queue = &targets->of.queue;
	bool done;

	if (event_queue_is_empty(queue) && !queue->fresh)
		return true;
	done = event_targets_open(&targets->of, budget_ns);
	if (targets->way == NODE_OF_CGROUP && !targets->open->table.n &&
	    targets->of.missing.not_permitted) {
		node_targets_forget(targets);
		node_targets_begin(targets, NODE_OF_BUSIEST, -1);
		node_targets_choose(targets);
		return false;
	}
	if (done)
		end_queue(targets);
	return event_queue_is_empty(queue);
}

/* ---- after an interval ---- */

/* Has the process or thread itself exited? Then nothing is open, for good. */
static bool has_exited(struct node_targets *targets)
{
	const enum live_scope scope = targets->of.request.scope;
	uint32_t threads;

	if (targets->of.missing.exited)
		return true;
	if (scope != LIVE_PROCESS && scope != LIVE_THREAD)
		return false;
	(void)event_tasks_pick(targets->of.tasks, &targets->of.request, NULL, 0, &targets->of.scope);
	if (!targets->of.scope.exited && (targets->of.scope.known || scope == LIVE_THREAD))
		return false;
	if (!targets->of.scope.exited &&
	    event_targets_is_there(&targets->of, targets->of.request.id, &threads))
		return false;
	node_targets_forget(targets);
	event_targets_exited(&targets->of);
	return true;
}

/* There are more threads than may have events, or so few again that all may. */
static bool must_change_way(struct node_targets *targets)
{
	const uint32_t threads = targets->of.scope.threads;

	if (targets->way == NODE_OF_ALL) {
		targets->torn |= targets->of.missing.left_out_errno == ECHILD;
		return targets->torn || (targets->open->table.n >= targets->of.threads_most &&
					 threads > targets->open->table.n);
	}
	if (targets->way != NODE_OF_BUSIEST || !targets->of.scope.known)
		return false;
	if (targets->of.request.scope == LIVE_CGROUP && targets->cgroup[0])
		return true;	/* its path was not known before */
	return threads <= targets->of.threads_most / 2 && fits_all(targets, threads);
}

void node_targets_see(struct node_targets *targets, const struct snapshot *snapshot)
{
	if (has_exited(targets))
		return;
	if (must_change_way(targets)) {
		const struct live_request request = targets->of.request;
		const bool torn = targets->torn;

		look(targets, &request, snapshot->end_ns);
		targets->torn = torn;
		return;
	}
	if (targets->way == NODE_OF_ALL)	/* who is left out is so for good */
		follow_all(targets, snapshot);
	else
		node_targets_choose(targets);
}

double node_targets_part(const struct node_targets *targets)
{
	const struct node_open *open = targets->open;
	const bool whole = !targets->of.missing.left_out && !targets->of.missing.not_permitted;

	if (!open->table.n)
		return NAN;
	if (node_targets_by_cpu(targets))
		return whole ? 1 : NAN;
	if (targets->way == NODE_OF_ALL && whole)
		return 1;
	return event_targets_part(&targets->of);
}

void node_targets_numbers(const struct node_targets *targets, uint32_t *threads, uint32_t *counted)
{
	const bool whole = !targets->of.missing.left_out && !targets->of.missing.not_permitted;

	*counted = (uint32_t)targets->open->table.n;
	*threads = targets->of.scope.threads;
	if (node_targets_by_cpu(targets))
		*threads = targets->of.request.scope == LIVE_CPU ? 1 :
			   targets->of.machine ? (uint32_t)targets->of.machine->n_cpus : 0;
	else if (targets->way == NODE_OF_ALL && whole && *threads && targets->open->table.n)
		*counted = *threads;	/* those that were begun since are counted with others */
	if (*threads < *counted)
		*threads = *counted;
}

void node_targets_sample(const struct node_targets *targets, struct latency *latency,
			 uint64_t now_ns)
{
	const struct node_open *open = targets->open;
	struct event_task task[LATENCY_TASKS];
	struct event_scope scope;
	size_t n = event_tasks_pick(targets->of.tasks, &targets->of.request, task, LATENCY_TASKS, &scope);

	for (size_t i = 0; !scope.known && i < open->table.n && n < LATENCY_TASKS; i++) {
		const struct event_target *target = &node_open_at(open, i)->of;

		if (target->cpu < 0)
			task[n++] = (struct event_task){ .tid = target->tid, .pid = target->pid };
	}
	latency_see(latency, task, n, now_ns);
}

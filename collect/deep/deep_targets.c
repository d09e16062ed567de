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

#define IDLE_INTERVALS 10	/* then a thread of the busiest loses its events */

int deep_targets_init(struct deep_targets *targets, const struct deep_sys *sys,
		      const struct facts *facts, struct deep_open *open)
{
	*targets = (struct deep_targets){
		.sys = sys, .facts = facts, .open = open, .tasks = sampler_tasks_new(),
		.queue = { .sys = sys, .open = open, .threads_most = DEEP_THREADS_MOST },
	};
	targets->processes.open = open;
	targets->processes.queue = &targets->queue;
	targets->processes.tasks = targets->tasks;
	return targets->tasks ? 0 : -ENOMEM;
}

bool deep_targets_by_cpu(const struct deep_targets *targets)
{
	return targets->way == DEEP_OF_CPUS || targets->way == DEEP_OF_CGROUP;
}

/* ---- the busiest threads ---- */

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
		deep_open_see_busy(open, (size_t)at, task[i].share);
	}
	for (size_t i = open->n; i-- > 0;) {
		const struct deep_target *target = &open->target[i];

		if (target->torn || (n && !target->picked) || target->idle > IDLE_INTERVALS ||
		    (target->idle && open->n + fresh > targets->queue.threads_most))
			deep_open_close(open, i);
	}
	return fresh;
}

static void choose_busiest(struct deep_targets *targets)
{
	struct sampler_task task[DEEP_THREADS_MOST];
	const struct live_wish *wish = &targets->wish;
	size_t n = sampler_tasks_pick(targets->tasks, wish, task, targets->queue.threads_most,
				      &targets->scope);

	n = sampler_tasks_busy(task, n);
	(void)close_idle(targets, task, n);
	deep_queue_clear(&targets->queue);
	for (size_t i = 0; i < n; i++)
		deep_queue_put(&targets->queue, &(struct deep_pending){
			.tid = task[i].tid, .pid = task[i].pid, .cpu = -1,
			.share = task[i].share });
	if (n || targets->open->n)
		return;
	if (wish->scope == LIVE_THREAD) {
		const int32_t pid = targets->sys->process_of(targets->sys->data, wish->id);

		if (pid > 0)
			deep_queue_put(&targets->queue, &(struct deep_pending){
				.tid = wish->id, .pid = pid, .cpu = -1, .share = NAN });
		else
			targets->exited = wish->id;
	} else if (wish->scope == LIVE_PROCESS || wish->scope == LIVE_WATCHED) {
		deep_queue_list(&targets->queue, wish->id);
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
	deep_queue_clear(&targets->queue);
	for (size_t i = 0; machine && i < machine->n_cpus; i++) {
		const struct cpu_place *place = &machine->cpus[i];

		if (targets->wish.scope == LIVE_CPU && place->cpu != targets->wish.id)
			continue;
		if (open->groups->type[place->core_type].tree)
			deep_queue_put(&targets->queue, &(struct deep_pending){
				.tid = -1, .pid = -1, .cpu = place->cpu,
				.core_type = place->core_type, .share = NAN });
	}
}

/* ---- which way ---- */

static bool is_of_cpus(const struct deep_targets *targets)
{
	const bool tasks = targets->machine && targets->machine->watched[0];

	return targets->wish.scope == LIVE_CPU || (targets->wish.scope == LIVE_MACHINE && !tasks);
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

	if (inherit == DEEP_ALONE || targets->alone || targets->torn || threads > targets->queue.threads_most)
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
	const enum live_scope scope = targets->wish.scope;
	uint32_t threads;
	int cgroup;

	if (is_of_cpus(targets)) {
		begin(targets, DEEP_OF_CPUS, -1);
		return;
	}
	(void)sampler_tasks_pick(targets->tasks, &targets->wish, NULL, 0, &targets->scope);
	threads = targets->scope.threads;
	if (!threads && (scope == LIVE_PROCESS || scope == LIVE_WATCHED)) {
		threads = deep_queue_count(&targets->queue, targets->wish.id);
		if (!threads && scope == LIVE_PROCESS)
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
	deep_queue_clear(&targets->queue);
	deep_processes_clear(&targets->processes);
	targets->exited = 0;
	targets->left_out = targets->not_permitted = 0;
	targets->left_out_errno = 0;
	targets->trouble.text[0] = '\0';
	targets->scope = (struct sampler_scope){ .known = false };
}

static void look(struct deep_targets *targets, const struct live_wish *wish, uint64_t now_ns)
{
	forget(targets);
	targets->wish = *wish;
	choose_way(targets);
	if (targets->exited)
		return;
	if (deep_targets_by_cpu(targets))
		choose_cpus(targets);
	else if (targets->way == DEEP_OF_ALL)
		deep_processes_look(&targets->processes, wish, now_ns);
	else
		choose_busiest(targets);
}

void deep_targets_look(struct deep_targets *targets, const struct live_wish *wish, uint64_t now_ns)
{
	targets->torn = false;
	look(targets, wish, now_ns);
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
	deep_processes_done(&targets->processes);
	deep_queue_done(&targets->queue);
	targets->tasks = NULL;
}

/* ---- opening ---- */

static void raise_files(struct deep_targets *targets)
{
	const size_t needed = targets->open->n_fds +
			      (targets->queue.n - targets->queue.at) * targets->open->fds;

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
	targets->left_out += (uint32_t)(targets->queue.n - targets->queue.at);
	targets->left_out_errno = -ret;
	deep_queue_clear(&targets->queue);
	deep_processes_give_up(&targets->processes);
}

static void open_next(struct deep_targets *targets)
{
	const struct deep_pending *next = &targets->queue.item[targets->queue.at];
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
	targets->queue.at++;
}

/* The queue is empty: is something missing that can be known only now? */
static void end_queue(struct deep_targets *targets)
{
	const enum live_scope scope = targets->wish.scope;
	const bool fresh = targets->queue.fresh;

	deep_queue_clear(&targets->queue);
	targets->queue.fresh = fresh;
	if (targets->way == DEEP_OF_ALL)
		deep_processes_list_again(&targets->processes);
	targets->queue.fresh = targets->queue.n > 0;
	if (targets->queue.n || targets->open->n || targets->trouble.text[0] || targets->left_out)
		return;
	/* What is listed and cannot be opened is a zombie. */
	if (scope == LIVE_PROCESS || scope == LIVE_THREAD)
		targets->exited = targets->wish.id;
}

bool deep_targets_open(struct deep_targets *targets, uint64_t budget_ns)
{
	const struct deep_sys *sys = targets->sys;
	const uint64_t until_ns = sys->cpu_ns(sys->data) + budget_ns;
	struct deep_queue *queue = &targets->queue;

	if (deep_queue_is_empty(queue) && !queue->fresh)
		return true;
	privilege_raise(PRIVILEGE_COUNT);
	raise_files(targets);
	while (!deep_queue_is_empty(queue) && sys->cpu_ns(sys->data) < until_ns)
		open_next(targets);
	if (targets->way == DEEP_OF_CGROUP && !targets->open->n && targets->not_permitted) {
		forget(targets);
		begin(targets, DEEP_OF_BUSIEST, -1);
		choose_busiest(targets);
	}
	privilege_raise(PRIVILEGE_PROC);
	if (deep_queue_is_empty(queue))
		end_queue(targets);
	return deep_queue_is_empty(queue);
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
	if (!targets->scope.exited && (targets->scope.known || scope == LIVE_THREAD))
		return false;
	if (!targets->scope.exited && deep_queue_count(&targets->queue, targets->wish.id))
		return false;
	forget(targets);
	targets->exited = targets->wish.id;
	return true;
}

static void follow_all(struct deep_targets *targets, const struct snapshot *snapshot)
{
	struct sampler_task task[DEEP_THREADS_MOST];
	const size_t n = sampler_tasks_pick(targets->tasks, &targets->wish, task,
					    DEEP_THREADS_MOST, &targets->scope);

	deep_processes_see(&targets->processes, task, n, snapshot);
}

/* There are more threads than may have events, or so few again that all may. */
static bool must_change_way(struct deep_targets *targets)
{
	const uint32_t threads = targets->scope.threads;

	if (targets->way == DEEP_OF_ALL) {
		targets->torn |= targets->left_out_errno == ECHILD;
		return targets->torn || (targets->open->n >= targets->queue.threads_most &&
					 threads > targets->open->n);
	}
	if (targets->way != DEEP_OF_BUSIEST || !targets->scope.known)
		return false;
	if (targets->wish.scope == LIVE_CGROUP && targets->cgroup[0])
		return true;	/* its path was not known before */
	return threads <= targets->queue.threads_most / 2 && fits_all(targets, threads);
}

void deep_targets_see(struct deep_targets *targets, const struct snapshot *snapshot)
{
	if (has_exited(targets))
		return;
	if (must_change_way(targets)) {
		const struct live_wish wish = targets->wish;
		const bool torn = targets->torn;

		look(targets, &wish, snapshot->end_ns);
		targets->torn = torn;
		return;
	}
	if (targets->way != DEEP_OF_ALL) {	/* else they are left out for good */
		targets->left_out = targets->not_permitted = 0;
		targets->left_out_errno = 0;
	}
	if (deep_targets_by_cpu(targets))
		choose_cpus(targets);
	else if (targets->way == DEEP_OF_ALL)
		follow_all(targets, snapshot);
	else
		choose_busiest(targets);
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

void deep_targets_sample(const struct deep_targets *targets, struct latency *latency,
			 uint64_t now_ns)
{
	const struct deep_open *open = targets->open;
	struct sampler_task task[LATENCY_TASKS];
	struct sampler_scope scope;
	size_t n = sampler_tasks_pick(targets->tasks, &targets->wish, task, LATENCY_TASKS, &scope);

	for (size_t i = 0; !scope.known && i < open->n && n < LATENCY_TASKS; i++) {
		if (open->target[i].cpu < 0)
			task[n++] = (struct sampler_task){ .tid = open->target[i].tid,
							   .pid = open->target[i].pid };
	}
	latency_see(latency, task, n, now_ns);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Which threads and CPUs have sampling events; see sampler_open.h. */
#include "config.h"
#include "collect/sample/sampler_open.h"

#include <errno.h>
#include <math.h>

#include "collect/perf/perf_advice.h"
#include "collect/sample/sampler_bounds.h"
#include "collect/sys/privilege.h"

#define RING_NS 250000000ULL		/* rings hold so much: the collector may be late */
#define PAGES_USUAL 16			/* at least */
#define RING_LEAST_NS 60000000ULL	/* less, and samples are lost between two drains */
#define PAGE 4096
#define IDLE_INTERVALS 10		/* then a thread loses its event */
#define CALM (SAMPLER_BIRTHS / 5.0)	/* threads a second: back from CPUs to threads */
#define CALM_INTERVALS 5
#define FASTEST 2.2			/* times the rate: with the shortest of the varied periods */
#define MISSING_OF_NS 50000000		/* of CPU time, at least, to say that some is missing */
#define DROP_NS 1000			/* a sample of another process, to be dropped */
#define DEPTH 32			/* of a branch stack, for the size of rings */

/* Why nothing can be opened. */
static void refuse(struct sampler_view *view, int ret)
{
	const bool stacks = view->choice->event.has_branches && !view->how.no_stacks;

	(void)perf_advice_sampling(-ret, view->choice->event.name, stacks, &view->facts,
				   &view->trouble);
}

/* Does this errno concern one task only? Then the next ones are tried all the same. */
static bool is_of_one(int ret)
{
	return ret == -ESRCH || ret == -ENODEV || ret == -EACCES || ret == -EPERM || ret == -ENOENT;
}

bool sampler_view_needs_stacks(const struct live_wish *wish)
{
	return wish->what == LIVE_OF_BRANCHES || wish->what == LIVE_OF_CALLS;
}

/* Opens the events of a thread or CPU. 0 or a negative errno. */
static int open_one(struct sampler_view *view, const struct sampler_target *what,
		    enum core_type core_type)
{
	const bool first = view->set.n == 0;
	const int ret = sampler_set_open(&view->set, what, core_type, !sampler_view_needs_stacks(&view->wish));

	if (!ret) {
		view->trouble.text[0] = '\0';
		view->how = view->set.how;
		if (view->set.refused_stacks)
			view->said.no_stacks_errno = view->set.refused_stacks;
		return 0;
	}
	if (first && ret != -ESRCH && ret != -ENODEV)
		refuse(view, ret);
	if (ret == -EACCES || ret == -EPERM)
		view->said.not_permitted++;
	if (ret == -ENOBUFS || (!first && !is_of_one(ret)))
		view->said.left_out_errno = -ret;
	return ret;
}

/* Opens a thread, if it is not open and there is room. 0 or a negative errno. */
static int open_thread(struct sampler_view *view, int32_t tid, int32_t pid, double share)
{
	const struct sampler_target what = {
		.tid = tid, .pid = pid, .cpu = -1, .share = share, .picked = !isnan(share)
	};
	const long at = sampler_set_find(&view->set, tid, -1);

	if (at < 0)
		return view->set.n >= view->threads_most ? 0 : open_one(view, &what, TYPE_CORE);
	view->set.target[at].share = share;
	view->set.target[at].idle = 0;
	return 0;
}

/* Closes a thread, but counts what of it was sampled. */
static void close_one(struct sampler_view *view, size_t target)
{
	sampler_set_look_last(&view->set, target);
	sampler_set_close(&view->set, target);
}

/* ---- threads ---- */

/* The threads of a process, as /proc lists them. */
struct listed {
	struct sampler_view *view;
	int32_t pid;
	size_t opened;
	bool full;
};

static void open_listed(void *to, int32_t tid)
{
	struct listed *listed = to;
	int ret;

	if (!listed->full) {
		ret = open_thread(listed->view, tid, listed->pid, NAN);
		listed->opened += !ret;
		listed->full = ret && !is_of_one(ret);
	}
	if (listed->full)
		listed->view->said.left_out++;
}

/*
 * Before the first interval, and of what slept in the last one. What is listed and cannot be
 * opened, as it has exited, is a zombie.
 */
static void open_listed_threads(struct sampler_view *view)
{
	const struct live_wish *wish = &view->wish;
	struct listed listed = { .view = view, .pid = wish->id };
	bool there = true;

	if (wish->scope == LIVE_THREAD) {
		listed.pid = view->sys->process_of(view->sys->data, wish->id);
		there = listed.pid > 0;
		if (there)
			open_listed(&listed, wish->id);
	} else if (wish->scope == LIVE_WATCHED) {
		/* Others may be there when the first has exited. */
		(void)view->sys->threads(view->sys->data, wish->id, open_listed, &listed);
		return;
	} else if (wish->scope == LIVE_PROCESS) {
		there = view->sys->threads(view->sys->data, wish->id, open_listed, &listed) !=
			-ESRCH;
	} else {
		return;
	}
	if (!there || (!listed.opened && !view->trouble.text[0]))
		view->said.exited = wish->id;
	view->said.exited_thread = wish->scope == LIVE_THREAD;
}

/*
 * Closes those that exited, that were idle for long, or only listed and then idle, or that are in
 * the way of busier ones; and those whose events are gone though the thread runs: it has executed
 * a set-user-ID program (begin_new_exec(), fs/exec.c).
 */
static void close_idle(struct sampler_view *view, const struct sampler_task *busy, size_t n)
{
	struct sampler_set *set = &view->set;
	size_t fresh = 0;

	for (size_t i = 0; i < set->n; i++) {
		set->target[i].idle++;
		set->target[i].share = 0;
	}
	for (size_t i = 0; i < n; i++) {
		const long at = sampler_set_find(set, busy[i].tid, -1);

		if (at < 0) {
			fresh++;
			continue;
		}
		set->target[at].idle = 0;
		set->target[at].picked = true;
		set->target[at].gone |= set->target[at].stalled && busy[i].share >= SAMPLER_LEAST;
	}
	for (size_t i = set->n; i-- > 0;) {
		const struct sampler_target *target = &set->target[i];

		if (target->gone || (n && !target->picked) || target->idle > IDLE_INTERVALS ||
		    (target->idle && set->n + fresh > view->threads_most))
			close_one(view, i);
	}
}

static void open_threads(struct sampler_view *view)
{
	struct sampler_task task[SAMPLER_THREADS];
	const size_t n = sampler_tasks_busy(task, sampler_tasks_pick(view->tasks, &view->wish, task,
								 view->threads_most,
								 &view->scope));

	close_idle(view, task, n);
	for (size_t i = 0; i < n; i++) {
		const int ret = open_thread(view, task[i].tid, task[i].pid, task[i].share);

		if (!ret || is_of_one(ret))
			continue;
		view->said.left_out = (uint32_t)(n - i);
		break;
	}
	if (!n || !view->set.n)
		open_listed_threads(view);
}

/* ---- CPUs ---- */

/* A CPU that was offline has lost its events for good (perf_event_exit_cpu()). */
static void close_stalled(struct sampler_view *view)
{
	for (size_t i = view->set.n; i-- > 0;) {
		if (view->set.target[i].stalled)
			sampler_set_close(&view->set, i);
	}
}

static void ignore(void *to, int32_t tid)
{
	(void)to;
	(void)tid;
}

/* Has the process that is sampled by CPU exited? Then nothing is open, for good. */
static bool has_exited(struct sampler_view *view)
{
	const struct sampler_sys *sys = view->sys;

	if (view->wish.scope != LIVE_PROCESS || (view->scope.known && !view->scope.exited) ||
	    sys->threads(sys->data, view->wish.id, ignore, NULL) != -ESRCH)
		return false;
	view->said.exited = view->wish.id;
	sampler_set_close_all(&view->set);
	return true;
}

static void open_cpus(struct sampler_view *view)
{
	const struct machine *machine = view->machine;

	(void)sampler_tasks_pick(view->tasks, &view->wish, NULL, 0, &view->scope);
	if (has_exited(view))
		return;
	close_stalled(view);
	for (size_t i = 0; machine && i < machine->n_cpus; i++) {
		const struct cpu_place *place = &machine->cpus[i];
		const struct sampler_target what = {
			.tid = -1, .pid = -1, .cpu = place->cpu, .share = NAN
		};
		int ret;

		if ((view->wish.scope == LIVE_CPU && place->cpu != view->wish.id) ||
		    sampler_set_find(&view->set, -1, place->cpu) >= 0)
			continue;
		ret = open_one(view, &what, place->core_type);
		if (ret && ret != -ENODEV)
			break;
	}
	if (!view->out.by_pid)
		return;
	if (view->out.n_pids > SAMPLER_PIDS / 4)
		sampler_out_forget_pids(&view->out);
	if (view->wish.scope == LIVE_PROCESS || view->wish.scope == LIVE_WATCHED)
		sampler_out_add_pid(&view->out, view->wish.id);
	sampler_tasks_processes(view->tasks, &view->wish, sampler_out_add_pid, &view->out);
}

/* ---- both ---- */

static void raise_files(struct sampler_view *view)
{
	size_t needed = (size_t)SAMPLER_THREADS * CORE_TYPES;

	if (view->files_raised)
		return;
	if (needed < view->facts.cpus_online)
		needed = view->facts.cpus_online;
	(void)view->sys->raise_files(view->sys->data, needed);
	view->files_raised = true;
}

/* Is the scope one of CPUs, not of tasks? */
static bool is_of_cpus(const struct sampler_view *view)
{
	return view->wish.scope == LIVE_CPU ||
	       (view->wish.scope == LIVE_MACHINE && !(view->machine && view->machine->watched[0]));
}

static void set_by_cpu(struct sampler_view *view, bool by_cpu)
{
	const enum live_scope scope = view->wish.scope;

	view->by_cpu = view->how.by_cpu = by_cpu;
	view->out.by_pid = by_cpu && !is_of_cpus(view);
	view->out.family = scope == LIVE_USER || scope == LIVE_CGROUP || scope == LIVE_NAME ||
			   scope == LIVE_WATCHED;
	sampler_out_forget_pids(&view->out);
	view->calm = 0;
	view->threads_before = 0;
	view->pids_told = false;
}

static void open_all(struct sampler_view *view)
{
	view->said.left_out_errno = 0;
	view->said.left_out = 0;
	view->said.not_permitted = 0;
	if (view->by_cpu)
		open_cpus(view);
	else
		open_threads(view);
}

void sampler_view_open(struct sampler_view *view)
{
	if (view->said.exited)
		return;		/* for good: its number may be another task's by now */
	view->out.idle = view->machine && view->machine->pid_namespace;
	/* Only the first snapshot tells that no CPUs are counted: the machine is tasks then. */
	if (view->by_cpu && !view->out.by_pid && !is_of_cpus(view))
		set_by_cpu(view, false);
	privilege_raise(PRIVILEGE_COUNT);
	raise_files(view);
	open_all(view);
	while (view->said.left_out_errno == ENOBUFS && view->set.pages > view->pages_least) {
		sampler_set_close_all(&view->set);
		view->set.pages /= 2;
		view->fewer_pages = true;
		open_all(view);
	}
	privilege_raise(PRIVILEGE_PROC);
}

bool sampler_view_open_again(struct sampler_view *view)
{
	const size_t known = view->out.n_pids;
	const bool first = !view->pids_told;

	sampler_view_open(view);
	view->pids_told = view->scope.known;
	return first && view->by_cpu && view->out.by_pid && view->out.n_pids > known;
}

/* What is opened from now on has the attr of view->how. */
static void choose(struct sampler_view *view)
{
	const enum core_type type = view->choice->has[TYPE_CORE] ? TYPE_CORE : TYPE_ATOM;
	const struct perf_event_attr attr = sampler_attr(view->choice, type, &view->how);
	const size_t page = view->facts.page ? view->facts.page : PAGE;
	const size_t bytes = sampler_sample_bytes(&attr, DEPTH);
	const size_t pages = sampler_ring_pages(bytes, view->rate, RING_NS, page);

	sampler_set_close_all(&view->set);
	sampler_set_choose(&view->set, view->choice, &view->how,
			   pages < PAGES_USUAL ? PAGES_USUAL : pages);
	view->pages_least = sampler_ring_pages(bytes, view->rate * FASTEST, RING_LEAST_NS, page);
	view->fewer_pages = false;
}

/*
 * May CPUs be sampled for the sake of a few tasks? Records of all others are dropped, and that has
 * a price, of the collector's time on this machine per sample.
 */
static bool allows_cpus(const struct sampler_view *view)
{
	const double percent = 100 * view->rate * DROP_NS / 1e9;

	return view->wish.scope != LIVE_THREAD && !view->said.cpus_refused &&
	       (!(view->budget > 0) || percent <= view->budget);
}

/* What a command starts may end before it has an event: by CPU from the beginning on. */
static bool begins_by_cpu(const struct sampler_view *view)
{
	return view->command && view->wish.scope == LIVE_WATCHED && view->machine &&
	       allows_cpus(view);
}

void sampler_view_look(struct sampler_view *view, const struct live_wish *wish,
		       const struct sample_choice *choice)
{
	view->wish = *wish;
	view->choice = choice;
	view->how = sampler_how_of(choice);
	view->how.build_ids = !facts_kernel_before(&view->facts, 5, 12);
	set_by_cpu(view, is_of_cpus(view) || begins_by_cpu(view));
	choose(view);
}

void sampler_view_reopen(struct sampler_view *view)
{
	choose(view);
	sampler_view_open(view);
	if (!view->by_cpu || is_of_cpus(view) || view->set.n || view->said.exited)
		return;
	set_by_cpu(view, false);	/* not permitted */
	view->trouble.text[0] = '\0';
	choose(view);
	sampler_view_open(view);
}

void sampler_view_set_period(struct sampler_view *view, uint64_t period)
{
	view->how.period = period;
	privilege_raise(PRIVILEGE_COUNT);
	sampler_set_period(&view->set, period);
	privilege_raise(PRIVILEGE_PROC);
}

void sampler_view_leave(struct sampler_view *view)
{
	sampler_set_close_all(&view->set);
	view->choice = NULL;
	view->scope = (struct sampler_scope){ .known = false };
	view->trouble.text[0] = '\0';
	view->said = (struct sampler_said){ .starved = 1 };
}

void sampler_view_follow_tasks(struct sampler_view *view)
{
	struct sampler_out *out = &view->out;

	for (size_t i = view->set.n; i-- > 0;) {
		if (view->set.target[i].gone)
			close_one(view, i);
	}
	if (out->n_begun && view->wish.scope != LIVE_THREAD && !view->by_cpu) {
		privilege_raise(PRIVILEGE_COUNT);
		for (size_t i = 0; i < out->n_begun; i++)
			(void)open_thread(view, out->begun[i].tid, out->begun[i].pid, 0);
		privilege_raise(PRIVILEGE_PROC);
	}
	out->n_begun = 0;
}

/* To CPUs, or back to threads. False: not permitted, and threads are open as before. */
static bool change_to(struct sampler_view *view, bool by_cpu)
{
	set_by_cpu(view, by_cpu);
	sampler_view_reopen(view);
	return view->by_cpu == by_cpu;
}

/*
 * Threads and processes a second that begin and end again: a program that starts all its threads at
 * once is no storm. The tasks of an interval may lack the shortest ones, the records of the kernel
 * those that nobody begins who is sampled.
 */
static double births_of(struct sampler_view *view)
{
	const double seconds = view->scope.seconds;
	const double stayed = view->threads_before ?
		(double)view->scope.threads - (double)view->threads_before : INFINITY;
	const double recorded = (double)view->out.births - (stayed > 0 ? stayed : 0);
	const double births = seconds > 0 ? recorded / seconds : 0;

	view->out.births = 0;
	view->threads_before = view->scope.threads;
	return births > view->scope.births ? births : view->scope.births;
}

static bool is_all_sampled(const struct sampler_view *view)
{
	return view->by_cpu && view->set.n >= sampler_view_cpus(view);
}

/* Is there, or was, a thread without an event? If not, times differ only by when they were read. */
static bool may_miss(const struct sampler_view *view, double births)
{
	return births > 0 || view->scope.threads > view->set.n;
}

/* From threads to CPUs. */
static bool leave_threads(struct sampler_view *view, double births)
{
	const bool many = births > SAMPLER_BIRTHS;
	const bool missing = view->covered.counted_ns >= MISSING_OF_NS &&
			     view->said.unsampled > SAMPLER_UNSAMPLED;

	if ((!many && !missing) || !allows_cpus(view))
		return false;
	view->said.cpus_refused = !change_to(view, true);
	view->said.births = births;
	return view->by_cpu;
}

bool sampler_view_follow_births(struct sampler_view *view, uint64_t now_ns)
{
	const double births = births_of(view);

	sampler_covered_see(&view->covered, &view->scope, is_all_sampled(view),
			    view->set.enabled_ns, now_ns);
	view->covered.missed |= may_miss(view, births);
	view->said.unsampled = view->covered.missed ? 1 - sampler_covered_part(&view->covered) : 0;
	if (is_of_cpus(view) || view->wish.scope == LIVE_THREAD)
		return false;
	if (!view->by_cpu)
		return leave_threads(view, births);
	if (begins_by_cpu(view))
		return false;
	view->said.births = births;
	view->calm = births < CALM ? view->calm + 1 : 0;
	if (view->calm < CALM_INTERVALS)
		return false;
	(void)change_to(view, false);
	view->said.births = 0;
	return false;
}

void sampler_view_shrink(struct sampler_view *view, size_t threads)
{
	struct sampler_set *set = &view->set;

	view->threads_most = threads;
	while (!view->by_cpu && set->n > threads) {
		size_t least = 0;

		for (size_t i = 1; i < set->n; i++) {
			if (!(set->target[i].share >= set->target[least].share))
				least = i;
		}
		close_one(view, least);
	}
}

size_t sampler_view_cpus(const struct sampler_view *view)
{
	if (view->wish.scope == LIVE_CPU)
		return 1;
	return view->machine ? view->machine->n_cpus : 0;
}

double sampler_view_part(const struct sampler_view *view)
{
	const double covered = sampler_covered_part(&view->covered);
	double part = 0;

	if (view->by_cpu && !is_all_sampled(view))
		return NAN;
	if (!isnan(covered) || view->by_cpu)
		return isnan(covered) ? 1 : covered;
	if (view->covered.counted_ns > 0)
		return NAN;
	for (size_t i = 0; i < view->set.n; i++)
		part += view->set.target[i].share;
	return view->scope.weighed ? part : NAN;
}

const char *sampler_view_lacking(const struct sampler_view *view)
{
	const struct machine *machine = view->machine;

	for (size_t i = 0; view->choice && machine && i < machine->n_cpus; i++) {
		const enum core_type type = machine->cpus[i].core_type;

		if (sampler_type_for(view->choice, type) < 0)
			return core_types[type].title;
	}
	return NULL;
}

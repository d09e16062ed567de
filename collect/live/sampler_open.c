/* SPDX-License-Identifier: GPL-2.0-only */
/* Which threads and CPUs have sampling events; see sampler_parts.h. */
#include "config.h"
#include "collect/live/sampler_parts.h"

#include <errno.h>
#include <math.h>

#include "collect/perf/perf_advice.h"
#include "collect/sys/privilege.h"

#define RING_NS 250000000ULL		/* rings hold so much: the collector may be late */
#define PAGES_USUAL 16			/* at least */
#define RING_LEAST_NS 60000000ULL	/* less, and samples are lost between two drains */
#define PAGE 4096
#define CALM (SAMPLER_BIRTHS / 5.0)	/* threads a second: back from CPUs to threads */
#define CALM_INTERVALS 5
#define FASTEST 2.2			/* times the rate: with the shortest of the varied periods */
#define MISSING_OF_NS 50000000		/* of CPU time, at least, to say that some is missing */
#define DROP_NS 1000			/* a sample of another process, to be dropped */
#define MORE_THAN_ALL 1.1
#define DEPTH 32			/* of a branch stack, for the size of rings */

void sampler_covered_begin(struct sampler_covered *covered, uint64_t enabled_ns, uint64_t now_ns)
{
	*covered = (struct sampler_covered){ .began_ns = now_ns, .enabled_before = enabled_ns };
}

/*
 * An interval of the scope has ended now. all: by CPU, so nothing is missing; else enabled_ns tells
 * what was sampled.
 */
static void see_covered(struct sampler_covered *covered, const struct event_scope *scope, bool all,
			uint64_t enabled_ns, uint64_t now_ns)
{
	const double since = (double)(now_ns - covered->began_ns) / 1e9;
	/* Of the interval in which the profile began, as if all of it were alike. */
	const double part = scope->seconds > 0 ? fmin(since / scope->seconds, 1) : 0;
	const double counted_ns = scope->busy_ns * part;

	covered->counted_ns += counted_ns;
	covered->sampled_ns += all ? counted_ns : (double)(enabled_ns - covered->enabled_before);
	covered->enabled_before = enabled_ns;
}

/* 0..1; NAN: nothing was counted, or not all. */
static double part_covered(const struct sampler_covered *covered)
{
	const double part = covered->sampled_ns / covered->counted_ns;

	/* A source that only looks at /proc now and then does not count what has ended. */
	return covered->counted_ns > 0 && part < MORE_THAN_ALL ? fmin(part, 1) : (double)NAN;
}

bool sampler_view_needs_stacks(const struct live_request *request, const struct sample_choice *choice)
{
	return request->what == LIVE_OF_BRANCHES || request->what == LIVE_OF_CALLS ||
	       (request->what == LIVE_OF_EVENT && choice->event.levels && choice->event.has_calls);
}

/* ---- what the engine asks ---- */

static int open_target(void *data, const struct event_target *what)
{
	struct sampler_view *view = data;
	const int ret = sampler_set_open(&view->set, what,
					 !sampler_view_needs_stacks(&view->targets.request, view->choice));

	if (ret)
		return ret;
	view->how = view->set.how;
	if (view->set.refused_stacks)
		view->remarks.no_stacks_errno = view->set.refused_stacks;
	return 0;
}

/* What of it was sampled counts. */
static void close_target(void *data, size_t target)
{
	struct sampler_view *view = data;

	sampler_set_look_last(&view->set, target);
	sampler_set_close(&view->set, target);
}

static bool has_event(void *data, enum core_type type)
{
	return sampler_type_for(((const struct sampler_view *)data)->choice, type) >= 0;
}

static void sampler_open_refuse(void *data, int error, const struct event_target *what, struct err *why)
{
	const struct sampler_view *view = data;
	const bool stacks = view->choice->event.has_branches && !view->how.no_stacks;

	(void)what;
	(void)perf_advice_sampling(error, view->choice->event.name, stacks, &view->facts, why);
}

static const struct event_maker maker = {
	.open = open_target, .close = close_target, .has = has_event, .refuse = sampler_open_refuse,
};

int sampler_view_init(struct sampler_view *view, const struct perf_sys *sys)
{
	view->targets.sys = sys;
	view->targets.maker = &maker;
	view->targets.data = view;
	view->targets.table = &view->set.table;
	view->targets.fds = CORE_TYPES;
	view->targets.threads_most = SAMPLER_THREADS;
	return event_targets_init(&view->targets) || sampler_set_init(&view->set, sys) ? -ENOMEM : 0;
}

void sampler_view_done(struct sampler_view *view)
{
	sampler_set_done(&view->set);
	sampler_output_done(&view->out);
	event_targets_done(&view->targets);
}

/* ---- CPUs ---- */

/* Has the process that is sampled by CPU exited? Then nothing is open, for good. */
static bool has_exited(struct sampler_view *view)
{
	uint32_t threads;

	if (view->targets.request.scope != LIVE_PROCESS || (view->targets.scope.known && !view->targets.scope.exited) ||
	    event_targets_is_there(&view->targets, view->targets.request.id, &threads))
		return false;
	sampler_set_close_all(&view->set);
	event_targets_forget(&view->targets);
	event_targets_exited(&view->targets);
	return true;
}

static void choose_cpus(struct sampler_view *view)
{
	event_targets_choose_cpus(&view->targets, true);
	if (has_exited(view))
		return;
	if (!view->out.by_pid)
		return;
	if (view->out.pids.n > SAMPLER_PIDS / 2)
		sampler_output_forget_pids(&view->out);
	if (view->targets.request.scope == LIVE_PROCESS || view->targets.request.scope == LIVE_WATCHED)
		sampler_output_add_pid(&view->out, view->targets.request.id);
	event_tasks_processes(view->targets.tasks, &view->targets.request, sampler_output_add_pid, &view->out);
}

/* ---- both ---- */

static void set_by_cpu(struct sampler_view *view, bool by_cpu)
{
	const enum live_scope scope = view->targets.request.scope;

	view->by_cpu = view->how.by_cpu = by_cpu;
	view->out.by_pid = by_cpu && !event_targets_are_cpus(&view->targets);
	view->out.family = scope == LIVE_USER || scope == LIVE_CGROUP || scope == LIVE_NAME ||
			   scope == LIVE_WATCHED;
	sampler_output_forget_pids(&view->out);
	view->calm = 0;
	view->threads_before = 0;
	view->pids_told = false;
}

static void open_all(struct sampler_view *view)
{
	struct event_targets *targets = &view->targets;

	if (view->by_cpu)
		choose_cpus(view);
	else
		event_targets_choose_threads(targets);
	(void)event_targets_open(targets, UINT64_MAX);
}

static void open_scope(struct sampler_view *view)
{
	const struct event_targets *targets = &view->targets;

	if (targets->missing.exited)
		return;		/* for good: its number may be another task's by now */
	view->out.idle = targets->machine && targets->machine->pid_namespace;
	/* Only the first snapshot tells that no CPUs are counted: the machine is tasks then. */
	if (view->by_cpu && !view->out.by_pid && !event_targets_are_cpus(targets))
		set_by_cpu(view, false);
	open_all(view);
	while (targets->missing.left_out_errno == ENOBUFS && view->set.pages > view->pages_least) {
		sampler_set_close_all(&view->set);
		view->set.pages /= 2;
		view->fewer_pages = true;
		open_all(view);
	}
	event_targets_see_zombie(&view->targets);
}

bool sampler_view_open_again(struct sampler_view *view)
{
	const size_t known = view->out.pids.n;
	const bool first = !view->pids_told;

	open_scope(view);
	view->pids_told = view->targets.scope.known;
	return first && view->by_cpu && view->out.by_pid && view->out.pids.n > known;
}

/* What is opened from now on has the attr of view->how. */
static void sampler_open_choose(struct sampler_view *view)
{
	const enum core_type type = view->choice->has[TYPE_CORE] ? TYPE_CORE : TYPE_ATOM;
	const struct perf_event_attr attr = sampler_attr(view->choice, type, &view->how);
	const size_t page = view->facts.page ? view->facts.page : PAGE;
	const size_t bytes = sampler_sample_bytes(&attr, DEPTH);
	const size_t pages = sampler_ring_pages(bytes, view->rate, RING_NS, page);

	sampler_set_close_all(&view->set);
	view->targets.fds = view->classes ? (size_t)view->classes->n : CORE_TYPES;
	sampler_set_choose(&view->set, view->choice, view->classes, &view->how,
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

	return view->targets.request.scope != LIVE_THREAD && !view->remarks.cpus_refused &&
	       (!(view->budget > 0) || percent <= view->budget);
}

/* What a command starts may end before it has an event: by CPU from the beginning on. */
static bool begins_by_cpu(const struct sampler_view *view)
{
	return view->command && view->targets.request.scope == LIVE_WATCHED && view->targets.machine &&
	       allows_cpus(view);
}

void sampler_view_look(struct sampler_view *view, const struct live_request *request,
		       const struct sample_choice *choice)
{
	view->targets.request = *request;
	view->choice = choice;
	view->how = sampler_how_of(choice);
	view->how.build_ids = !facts_kernel_before(&view->facts, 5, 12);
	set_by_cpu(view, event_targets_are_cpus(&view->targets) || begins_by_cpu(view));
	sampler_open_choose(view);
}

void sampler_view_reopen(struct sampler_view *view)
{
	sampler_open_choose(view);
	open_scope(view);
	if (!view->by_cpu || event_targets_are_cpus(&view->targets) || view->set.table.n ||
	    view->targets.missing.exited)
		return;
	set_by_cpu(view, false);	/* not permitted */
	view->targets.trouble.text[0] = '\0';
	sampler_open_choose(view);
	open_scope(view);
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
	view->set.classes = NULL;
	event_targets_forget(&view->targets);
	view->remarks = (struct sampler_remarks){ .starved = 1 };
}

void sampler_view_follow_tasks(struct sampler_view *view)
{
	struct sampler_output *out = &view->out;

	for (size_t i = view->set.table.n; i-- > 0;) {
		if (sampler_set_at(&view->set, i)->of.gone)
			close_target(view, i);
	}
	if (out->n_begun && view->targets.request.scope != LIVE_THREAD && !view->by_cpu) {
		for (size_t i = 0; i < out->n_begun; i++)
			event_targets_add_thread(&view->targets, out->begun[i].tid,
						 out->begun[i].pid);
		(void)event_targets_open(&view->targets, UINT64_MAX);
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
 * once is no storm. The tasks of an interval may lack the shortest ones. The records of the kernel
 * lack those that no sampled task begins.
 */
static double births_of(struct sampler_view *view)
{
	const double seconds = view->targets.scope.seconds;
	const double stayed = view->threads_before ?
		(double)view->targets.scope.threads - (double)view->threads_before : INFINITY;
	const double recorded = (double)view->out.births - (stayed > 0 ? stayed : 0);
	const double births = seconds > 0 ? recorded / seconds : 0;

	view->out.births = 0;
	view->threads_before = view->targets.scope.threads;
	return births > view->targets.scope.births ? births : view->targets.scope.births;
}

static bool is_all_sampled(const struct sampler_view *view)
{
	return view->by_cpu && view->set.table.n >= sampler_view_cpus(view);
}

/* Is there, or was, a thread without an event? If not, times differ only by when they were read. */
static bool may_miss(const struct sampler_view *view, double births)
{
	return births > 0 || view->targets.scope.threads > view->set.table.n;
}

/* From threads to CPUs. */
static bool leave_threads(struct sampler_view *view, double births)
{
	const bool many = births > SAMPLER_BIRTHS;
	const bool missing = view->covered.counted_ns >= MISSING_OF_NS &&
			     view->remarks.unsampled > SAMPLER_UNSAMPLED;

	if ((!many && !missing) || !allows_cpus(view))
		return false;
	view->remarks.cpus_refused = !change_to(view, true);
	view->remarks.births = births;
	return view->by_cpu;
}

bool sampler_view_follow_births(struct sampler_view *view, uint64_t now_ns)
{
	const double births = births_of(view);

	see_covered(&view->covered, &view->targets.scope, is_all_sampled(view), view->set.enabled_ns, now_ns);
	view->covered.missed |= may_miss(view, births);
	view->remarks.unsampled = view->covered.missed ? 1 - part_covered(&view->covered) : 0;
	if (event_targets_are_cpus(&view->targets) || view->targets.request.scope == LIVE_THREAD)
		return false;
	if (!view->by_cpu)
		return leave_threads(view, births);
	if (begins_by_cpu(view))
		return false;
	view->remarks.births = births;
	view->calm = births < CALM ? view->calm + 1 : 0;
	if (view->calm < CALM_INTERVALS)
		return false;
	(void)change_to(view, false);
	view->remarks.births = 0;
	return false;
}

void sampler_view_shrink(struct sampler_view *view, size_t threads)
{
	struct sampler_set *set = &view->set;

	view->targets.threads_most = threads;
	while (!view->by_cpu && set->table.n > threads) {
		size_t least = 0;

		for (size_t i = 1; i < set->table.n; i++) {
			if (!(sampler_set_at(set, i)->of.share >=
			      sampler_set_at(set, least)->of.share))
				least = i;
		}
		close_target(view, least);
	}
}

size_t sampler_view_cpus(const struct sampler_view *view)
{
	if (view->targets.request.scope == LIVE_CPU)
		return 1;
	return view->targets.machine ? view->targets.machine->n_cpus : 0;
}

double sampler_view_part(const struct sampler_view *view)
{
	const double covered = part_covered(&view->covered);

	if (view->by_cpu && !is_all_sampled(view))
		return NAN;
	if (!isnan(covered) || view->by_cpu)
		return isnan(covered) ? 1 : covered;
	return view->covered.counted_ns > 0 ? (double)NAN : event_targets_part(&view->targets);
}

const char *sampler_view_lacking(const struct sampler_view *view)
{
	const struct machine *machine = view->targets.machine;

	for (size_t i = 0; view->choice && machine && i < machine->n_cpus; i++) {
		const enum core_type type = machine->cpus[i].core_type;

		if (sampler_type_for(view->choice, type) < 0)
			return core_types[type].title;
	}
	return NULL;
}

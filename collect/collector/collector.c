/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The collector: drains the source, follows the UI's requests, and at each deadline fills a draft and
 * publishes it. Deadlines are absolute, so intervals do not drift; each snapshot carries the real
 * length of its interval. The thread, at the end of the file, waits for the source, the UI or the
 * deadline and then takes a step.
 */
#include "config.h"
#include "collect/collector/collector.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "collect/collector/aggregate.h"
#include "collect/collector/cell_sums.h"
#include "collect/collector/collector_parts.h"
#include "collect/collector/companions.h"
#include "collect/perfdata/recorder.h"
#include "collect/slice/source.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/privilege.h"
#include "collect/sys/procfs.h"
#include "collect/sys/thread_start.h"
#include "collect/tasks/tasks.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/snapshot.h"
#include "model/snapshot/sums.h"
#include "model/totals/totals.h"

#define NS_PER_S 1000000000ULL
#define TASKS_HELD 65536	/* for a reader that is late: it may have stopped for good */
#define REPLAY_END_NS 500000000ULL	/* its thread may take so long to end */

struct collector {
	struct source *source;		/* source, exchange and control are borrowed */
	struct exchange *exchange;
	struct control *control;
	struct collector_options options;
	struct lookups lookups;
	struct tasks *tasks;
	struct aggregate *aggregate;
	uint64_t seq;
	uint64_t interval_ns;		/* the interval that the UI wants */
	uint32_t ends_wanted;		/* how many of the control's were followed */
	uint32_t record_toggles;	/* how many of the control's toggles were followed */
	struct wanted_slices slices;
	bool toggles_recording;	/* a recording begins or ends with this interval */
	uint64_t began_ns;		/* start of this interval, source clock */
	uint64_t deadline_ns;		/* its end */
	uint64_t over_ns;		/* when nothing was left to count; 0: something is */
	pthread_t thread;		/* from collector_start() to collector_stop() */
};

struct collector *collector_new(struct source *source, struct exchange *exchange,
				struct control *control, const struct collector_options *options)
{
	struct collector *collector = calloc(1, sizeof(*collector));
	struct task_lookup ask;
	bool complete;

	if (!collector)
		return NULL;
	collector->source = source;
	source->stop = &control->stop;
	collector->exchange = exchange;
	collector->control = control;
	if (options)
		collector->options = *options;
	if (!collector->options.proc_root)
		collector->options.proc_root = "/proc";
	if (!collector->options.wall_clock)
		collector->options.wall_clock = clock_wall;
	collector->lookups = (struct lookups){ .source = source,
					       .recorder = collector->options.recorder };
	if (source->ops->asks_proc)
		collector->lookups.procfs = procfs_new(collector->options.proc_root);
	ask = lookups_of(&collector->lookups);
	collector->tasks = tasks_new(&ask);
	if (collector->tasks)
		collector->aggregate = aggregate_new(&source->machine, collector->tasks);
	if (collector->aggregate)
		aggregate_name_processes(collector->aggregate, collector->options.pids,
					 collector->options.n_pids);
	complete = collector->aggregate && (collector->lookups.procfs || !source->ops->asks_proc) &&
		   !aggregate_set_regions(collector->aggregate, source->regions);
	if (complete)
		return collector;
	collector_free(collector);
	return NULL;
}

void collector_free(struct collector *collector)
{
	if (!collector)
		return;
	wanted_slices_done(&collector->slices);
	aggregate_free(collector->aggregate);
	tasks_free(collector->tasks);
	procfs_free(collector->lookups.procfs);
	free(collector);
}

uint64_t collector_deadline(const struct collector *collector)
{
	return collector->deadline_ns;
}

/* Regions of a recording, as they were watched: also where they are looked at only later. */
static void tell_recorded_regions(const struct collector *collector,
				  const struct region_state *recorded, struct region_state *state)
{
	const struct region_state counted = *state;

	if (!recorded)
		return;
	*state = *recorded;
	state->left_out = counted.left_out;
	state->untimed = counted.untimed;
	state->wanted |=	/* relaxed: stands for itself */
		atomic_load_explicit(&collector->control->regions, memory_order_relaxed);
	if (!state->wanted)
		state->remark[0] = '\0';
}

/* Adds the interval to the counters that are exported, and wakes who exports them. */
static void add_totals(struct totals *totals, const struct snapshot *draft)
{
	if (!totals)
		return;
	totals_add(totals, draft);
	if (totals_wake(totals) >= 0)
		(void)eventfd_write(totals_wake(totals), 1);
}

/* Fills the draft with this interval and publishes it. `trouble`: why it is the last; or NULL. */
static bool publish_interval(struct collector *collector, const struct interval *interval,
			     const char *trouble)
{
	struct snapshot *draft = exchange_draft(collector->exchange);
	int error;

	snapshot_clear(draft);
	collector->seq = interval->seq ? interval->seq : collector->seq + 1;
	draft->seq = collector->seq;
	draft->time = interval->wall;
	draft->interval_ns = interval->end_ns - interval->began_ns;
	draft->end_ns = interval->end_ns;
	draft->tasks = interval->tasks;
	draft->load = interval->load;
	draft->last = interval->last;
	if (interval->progress > 0 && interval->progress < 1)
		(void)snprintf(draft->doing, sizeof(draft->doing), "reading the recording");
	draft->progress = interval->progress;
	draft->trouble[0] = '\0';
	tasks_want_waits(collector->tasks, control_wants_waits(collector->control));
	error = aggregate_fill(collector->aggregate, draft, interval->end_ns);
	wanted_slices_fill(&collector->slices, collector->source,
			   control_wants_slices(collector->control),
			   aggregate_sink(collector->aggregate), &draft->slices);
	tell_recorded_regions(collector, interval->regions, &draft->regions);
	if (!trouble)
		companions_see(&collector->options.companions, draft, interval->end_ns);
	if (collector->options.sums && !trouble)
		(void)sums_add(collector->options.sums, draft);
	if (error && !trouble)
		trouble = "not enough memory for a snapshot; stop tdtop or free memory";
	if (trouble)
		(void)snprintf(draft->trouble, sizeof(draft->trouble), "%s", trouble);
	else
		add_totals(collector->options.totals, draft);
	interval_marks_end(collector->options.recorder, collector->tasks,
			   collector->toggles_recording, draft);
	collector->toggles_recording = false;
	exchange_publish(collector->exchange);
	(void)eventfd_write(collector->control->wake_ui, 1);
	return !trouble;
}

/* Ends the interval at now_ns and publishes it. `trouble`: why it is the last; or NULL. */
static bool publish(struct collector *collector, uint64_t now_ns, bool last, const char *trouble)
{
	struct interval interval = {
		.last = last,
		.began_ns = collector->began_ns,
		.end_ns = now_ns,
		.wall = collector->options.wall_clock(),
	};

	if (collector->lookups.procfs)
		interval.tasks = procfs_load(collector->lookups.procfs, &interval.load);
	collector->began_ns = now_ns;
	return publish_interval(collector, &interval, trouble);
}

/*
 * Publishes the end of a recording: no interval, only that it ended, and why if it ended too early.
 */
static void publish_end(struct collector *collector, const char *why, bool fine)
{
	struct snapshot *draft = exchange_draft(collector->exchange);

	snapshot_clear(draft);
	draft->ended = fine;
	(void)snprintf(draft->trouble, sizeof(draft->trouble), "%s", why);
	exchange_publish(collector->exchange);
	(void)eventfd_write(collector->control->wake_ui, 1);
}

/* Publishes the source's sentence about its failure, or at least the error number. */
static bool publish_failure(struct collector *collector, uint64_t now_ns, const char *doing,
			    int error, struct err *err)
{
	if (!err->text[0])
		err_set(err, -error, "%s failed: %s; start tdtop again", doing, strerror(-error));
	return publish(collector, now_ns, false, err->text);
}

/*
 * Is the interval that runs kept, although the run ends in it? Only once control_stops(), which
 * acquires what was written before it.
 */
static bool has_rest(const struct collector *collector, uint64_t now_ns)
{
	return (collector->options.recorder || collector->options.sums) &&
	       now_ns > collector->began_ns &&
	       atomic_load_explicit(&collector->control->cut_short, memory_order_relaxed);
}

/* Tells the source which interval and level are wanted. */
static void tell_source(struct collector *collector)
{
	struct source_requests *requests = &collector->source->requests;
	struct err ignored;

	requests->interval_ns = collector->interval_ns;
	requests->level2 = (enum level2_demand)	/* relaxed: stands for itself (model/control.h) */
		atomic_load_explicit(&collector->control->level2, memory_order_relaxed);
	(void)source_request(collector->source, NULL, &ignored);
}

/* The interval ends now, but is not shorter than the shortest that can be chosen. */
static void apply_end(struct collector *collector, uint64_t now_ns)
{
	const uint64_t earliest_ns = collector->began_ns + INTERVAL_MIN_NS;
	/* Relaxed: stands for itself (model/control.h). */
	const uint32_t wanted = atomic_load_explicit(&collector->control->ends_wanted,
						     memory_order_relaxed);

	if (wanted == collector->ends_wanted)
		return;
	collector->ends_wanted = wanted;
	if (collector->deadline_ns > earliest_ns)
		collector->deadline_ns = now_ns > earliest_ns ? now_ns : earliest_ns;
}

/* Follows the control. A new interval length also holds for the interval that is running. */
static void apply_control(struct collector *collector)
{
	const uint64_t wanted = control_interval_ns(collector->control);

	if (wanted != collector->interval_ns)
		collector->deadline_ns = collector->began_ns + wanted;
	collector->interval_ns = wanted;
	tell_source(collector);
}

/* The first interval, or that after a restart. What was counted until then is in none. */
static int begin_interval(struct collector *collector, struct err *err)
{
	const uint64_t since_ns = collector->began_ns;
	int ret = interval_cuts_begin(collector->source, collector->aggregate,
				      &collector->began_ns, err);

	interval_marks_skip(collector->options.recorder, collector->tasks, since_ns,
			    collector->began_ns, collector->options.wall_clock());
	return ret;
}

bool collector_begin(struct collector *collector, uint64_t now_ns)
{
	struct source *source = collector->source;
	struct err err = { .text = "" };
	uint64_t first = collector->interval_ns = control_interval_ns(collector->control);
	int error;

	collector->began_ns = now_ns;
	tell_source(collector);
	error = source_start(source, &err);
	if (!error)
		error = begin_interval(collector, &err);
	if (error < 0)
		return publish_failure(collector, now_ns, "counting", error, &err);
	lookups_first(&collector->lookups, collector->tasks);
	apply_control(collector);
	if (!collector->options.batch && first > INTERVAL_FIRST_NS)
		first = INTERVAL_FIRST_NS;
	collector->deadline_ns = collector->began_ns + first;
	companions_step(&collector->options.companions, collector->control, collector->began_ns);
	return true;
}

/*
 * A gap in counting belongs to no interval: the next one begins after it, and is not much shorter
 * than the others.
 */
static int skip_gap(struct collector *collector, struct err *err)
{
	const uint64_t restarted_ns = collector->source->restarted_ns;
	int ret;

	collector->source->restarted_ns = 0;
	if (restarted_ns <= collector->began_ns)
		return 0;
	collector->began_ns = restarted_ns;
	collector->source->released_ns = 0;
	ret = begin_interval(collector, err);
	if (collector->deadline_ns < collector->began_ns + collector->interval_ns / 2)
		collector->deadline_ns = collector->began_ns + collector->interval_ns;
	return ret;
}

/* Does a recording begin or end with this interval? What takes long is done before it ends. */
static void follow_toggles(struct collector *collector)
{
	/*
	 * Relaxed: stands for itself (model/control.h). Two toggles in one interval cancel each
	 * other.
	 */
	uint32_t toggles = atomic_load_explicit(&collector->control->record_toggles,
						memory_order_relaxed);

	collector->toggles_recording = (toggles - collector->record_toggles) % 2;
	collector->record_toggles = toggles;
	if (collector->toggles_recording && collector->options.recorder)
		recorder_prepare(collector->options.recorder);
}

/* Ends the interval; with the gaps between windows, if a recording begins: it has no windows. */
static int end_interval(struct collector *collector, uint64_t *now_ns, const struct sink *sink,
			struct err *err)
{
	struct source *source = collector->source;
	int ret;

	follow_toggles(collector);
	source->requests.slices = control_wants_slices(collector->control);
	tell_source(collector);
	if (collector->toggles_recording && source->ops->clock_ns)
		*now_ns = source->ops->clock_ns(source);
	ret = interval_cuts_end(source, collector->interval_ns, now_ns, sink, err);
	if (!ret && collector->toggles_recording)
		source_prepare_recording(source, sink);
	return ret;
}

/* Has the reader of all intervals not taken the last one? Then this one goes on, or it is lost. */
static bool reader_is_late(const struct collector *collector)
{
	return collector->control->lockstep && !collector->options.totals &&
	       exchange_fresh(collector->exchange) && tasks_count(collector->tasks) < TASKS_HELD;
}

/* Nothing is left to count. False: the last interval is published. */
static bool wait_for_reader(struct collector *collector)
{
	if (!control_stops(collector->control) && reader_is_late(collector))
		return true;
	(void)publish(collector, collector->over_ns, true, NULL);
	return false;
}

bool collector_step(struct collector *collector, uint64_t now_ns)
{
	struct source *source = collector->source;
	const struct sink *sink = wanted_slices_sink(&collector->slices,
						     aggregate_sink(collector->aggregate));
	const bool stopped = control_stops(collector->control);
	struct err err = { .text = "" };
	bool ends;
	int ret;

	if (stopped && !has_rest(collector, now_ns))
		return false;
	if (collector->over_ns)
		return wait_for_reader(collector);
	apply_control(collector);
	apply_end(collector, now_ns);
	companions_step(&collector->options.companions, collector->control, now_ns);
	ends = stopped || now_ns >= collector->deadline_ns;
	ret = ends ? 0 : source_drain(source, sink, &err);
	if (ends || ret == SOURCE_ENDED)
		ret = end_interval(collector, &now_ns, sink, &err);
	if (ret < 0)
		return publish_failure(collector, now_ns, "reading the counters", ret, &err);
	if (ret == SOURCE_ENDED || stopped) {
		collector->over_ns = now_ns;
		return wait_for_reader(collector);
	}
	if (!ends)
		return true;
	collector->deadline_ns += collector->interval_ns;
	/* After more than an interval without a CPU, missed intervals are not made up for. */
	if (collector->deadline_ns <= now_ns)
		collector->deadline_ns = now_ns + collector->interval_ns;
	if (reader_is_late(collector) && !source->restarted_ns)
		return true;
	if (!publish(collector, now_ns, false, NULL))
		return false;
	ret = skip_gap(collector, &err);
	return ret < 0 ? publish_failure(collector, now_ns, "counting", ret, &err) : true;
}

/* The next interval of a recording in which all CPUs counted. Returns as source_ops' interval(). */
static int next_recorded(struct collector *collector, struct interval *interval, struct err *err)
{
	const struct sink *sink = aggregate_sink(collector->aggregate);
	struct source *source = collector->source;
	int ret;

	do {
		if (!collector->seq)
			wanted_slices_begin(&collector->slices, source,
					    control_wants_slices(collector->control), sink);
		ret = source->ops->interval(source, wanted_slices_sink(&collector->slices, sink),
					    interval, err);
		if (ret > 0 && interval->skipped) {
			wanted_slices_done(&collector->slices);
			aggregate_skip(collector->aggregate, interval->end_ns);
		}
	} while (ret > 0 && interval->skipped && !control_stops(collector->control));
	return ret;
}

enum collector_replay collector_replay(struct collector *collector)
{
	struct interval interval;
	struct err err = { .text = "" };
	int ret;

	if (control_stops(collector->control))
		return REPLAY_ENDED;
	/* Lockstep: the next interval waits until the reader has taken this one. */
	if (exchange_fresh(collector->exchange))
		return REPLAY_WAITS;
	ret = next_recorded(collector, &interval, &err);
	if (control_stops(collector->control))
		return REPLAY_ENDED;	/* in the middle of the interval */
	if (ret == -EAGAIN)
		return REPLAY_WAITS;
	if (ret <= 0) {
		publish_end(collector, err.text, ret == 0);
		return REPLAY_ENDED;
	}
	follow_toggles(collector);
	return publish_interval(collector, &interval, NULL) ? REPLAY_GOES_ON : REPLAY_ENDED;
}

/* ---- the thread ---- */

/* Waits for the source, the UI or the deadline. Ignores a source's fd that reports only errors. */
static void wait_for_work(struct collector *collector, struct pollfd fds[2])
{
	struct source *source = collector->source;
	const uint64_t beside_ns = companions_next_ns(&collector->options.companions);
	uint64_t now_ns = source->ops->clock_ns(source), until_ns = collector->deadline_ns;
	uint64_t left = 0, count, next_ns = UINT64_MAX;
	struct timespec timeout;

	fds[1].fd = source_wait(source, &next_ns);	/* a new one after hotplug */
	if (next_ns < until_ns)
		until_ns = next_ns;
	if (beside_ns < until_ns)
		until_ns = beside_ns;
	if (until_ns > now_ns)
		left = until_ns - now_ns;
	timeout.tv_sec = (time_t)(left / NS_PER_S);
	timeout.tv_nsec = (long)(left % NS_PER_S);
	if (collector->over_ns)
		fds[1].fd = -1;
	if (ppoll(fds, 2, collector->over_ns ? NULL : &timeout, NULL) <= 0)
		return;
	if (fds[0].revents & POLLIN && read(fds[0].fd, &count, sizeof(count)) < 0)
		fds[0].revents = 0;
	if (fds[1].revents && !(fds[1].revents & POLLIN))
		fds[1].fd = -1;
}

/* The loop for a source that ends the intervals itself. */
static void run_replay(struct collector *collector, struct pollfd fds[2])
{
	enum collector_replay next;
	uint64_t count;

	while ((next = collector_replay(collector)) != REPLAY_ENDED) {
		/*
		 * More input is no reason to wake while the reader has not taken the last interval.
		 */
		nfds_t n = exchange_fresh(collector->exchange) || fds[1].fd < 0 ? 1 : 2;

		if (next == REPLAY_WAITS && poll(fds, n, -1) > 0 && fds[0].revents & POLLIN)
			(void)!read(fds[0].fd, &count, sizeof(count));
	}
}

/* The loop for a source of this machine. */
static void run_live(struct collector *collector, struct pollfd fds[2])
{
	struct source *source = collector->source;

	if (!collector_begin(collector, source->ops->clock_ns(source)))
		return;
	do {
		wait_for_work(collector, fds);
	} while (collector_step(collector, source->ops->clock_ns(source)));
	companions_end(&collector->options.companions);
}

static void *collector_run(void *data)
{
	struct collector *collector = data;
	struct source *source = collector->source;
	struct pollfd fds[2] = { { .fd = collector->control->wake_collector, .events = POLLIN },
				 { .fd = -1, .events = POLLIN } };

	if (source->ops->interval) {
		fds[1].fd = source_poll_fd(source);
		run_replay(collector, fds);
		return NULL;
	}
	if (source->ops->asks_proc) {
		privilege_raise(PRIVILEGE_PROC);
		priority_raise();
	}
	run_live(collector, fds);
	return NULL;
}

struct collector *collector_start(struct source *source, struct exchange *exchange,
				  struct control *control, const struct collector_options *options,
				  struct err *err)
{
	struct collector *collector = collector_new(source, exchange, control, options);

	if (!collector) {
		err_set(err, ENOMEM, "cannot start the collector: not enough memory");
		return NULL;
	}
	if (!thread_start(&collector->thread, "tdtop-collect", collector_run, collector, err))
		return collector;
	collector_free(collector);
	return NULL;
}

/* False: it still runs. Only a replay is given up: it leaves no counter and no file behind. */
static bool collector_join(struct collector *collector)
{
	const uint64_t until_ns = clock_ns(CLOCK_REALTIME) + REPLAY_END_NS;
	const struct timespec until = { .tv_sec = (time_t)(until_ns / NS_PER_S),
					.tv_nsec = (long)(until_ns % NS_PER_S) };

	if (!collector->source->ops->interval)
		return pthread_join(collector->thread, NULL) == 0;
	return pthread_timedjoin_np(collector->thread, NULL, &until) != ETIMEDOUT;
}

bool collector_stop(struct collector *collector)
{
	if (!collector)
		return true;
	/* A, with B of model/control.h */
	atomic_store_explicit(&collector->control->stop, true, memory_order_release);
	(void)eventfd_write(collector->control->wake_collector, 1);
	if (!collector_join(collector))
		return false;
	collector_free(collector);
	return true;
}

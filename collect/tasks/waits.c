/* SPDX-License-Identifier: GPL-2.0-only */
/* How long tasks waited for a CPU; see tasks_parts.h. Collector thread. */
#include "config.h"
#include "collect/tasks/tasks_parts.h"

#include <math.h>

#define NS_PER_S 1000000000ULL

/* The order in which tasks are asked, as far as there is room. */
enum turn { TURN_KNOWN, TURN_NEW, TURN_EXITED, TURNS };

void waits_want(struct waits *waits, bool wanted)
{
	if (wanted && !waits->wanted) {
		waits->series++;
		waits->since_ns = waits->last_ns;
	}
	waits->wanted = wanted;
}

/* Is it known how long the task had waited when it ran last? *wait_ns: that. */
static bool find_last(const struct waits *waits, const struct task *task, uint64_t *wait_ns)
{
	const bool read = task->wait_series == waits->series;

	*wait_ns = read ? task->wait_ns : 0;
	return read ? task->wait_known : task->forked && task->start_ns >= waits->since_ns;
}

static enum turn turn_of(const struct waits *waits, const struct task *task)
{
	uint64_t wait_ns;

	if (task->exit_ns)
		return TURN_EXITED;
	return find_last(waits, task, &wait_ns) ? TURN_KNOWN : TURN_NEW;
}

static void ask(const struct waits *waits, const struct task_lookup *lookup, struct task *task)
{
	uint64_t last_ns;
	struct proc_schedstat now = { .wait_ns = 0 };
	const bool had = find_last(waits, task, &last_ns);
	/* Where its CPU time is known, /proc was read in this interval. */
	const bool has = task->sum->run_known || lookup->times(lookup->data, task->pid, task->tid, &now);

	if (task->sum->run_known)
		now.wait_ns = task->sum->run_wait_ns;
	task->sum->wait_asked = true;
	/* Less than before: the tid is another task's by now. */
	task->sum->wait_known = had && has && now.wait_ns >= last_ns;
	if (task->sum->wait_known)
		task->sum->wait_ns = now.wait_ns - last_ns;
	task->wait_series = waits->series;
	task->wait_known = has;
	task->wait_ns = now.wait_ns;
}

static size_t room_of(const struct waits *waits, uint64_t now_ns)
{
	const uint64_t most_ns = NS_PER_S * (WAITS_MOST / WAITS_PER_S);
	const uint64_t ns = now_ns > waits->last_ns ? now_ns - waits->last_ns : 0;

	return (size_t)((ns < most_ns ? ns : most_ns) * WAITS_PER_S / NS_PER_S);
}

static void ask_all(struct waits *waits, const struct task_lookup *lookup, struct task *touched,
		    size_t room)
{
	for (int turn = 0; turn < TURNS; turn++)
		for (struct task *task = touched; task && room; task = task->next_touched)
			if (!task->sum->wait_asked && task->sum->slices &&
			    (int)turn_of(waits, task) == turn) {
				ask(waits, lookup, task);
				room--;
			}
	for (struct task *task = touched; task; task = task->next_touched)
		if (!task->sum->wait_asked && task->sum->slices) {
			task->wait_series = waits->series;
			task->wait_known = false;
			waits->left_out++;
		}
}

void waits_read(struct waits *waits, const struct task_lookup *lookup, struct task *touched,
		uint64_t now_ns)
{
	waits->left_out = 0;
	if (waits->wanted && lookup->times)
		ask_all(waits, lookup, touched, room_of(waits, now_ns));
	waits->last_ns = now_ns;
	waits->round++;
}

/* CPU time of a task between two readings. */
struct run {
	uint64_t ns, begin_ns, end_ns;
	uint64_t wait_ns;	/* since the task began, by the later reading */
};

/*
 * Since the last reading, which was in the last interval, or since its fork. False: there was none, or the tid is
 * another task's by now.
 */
static bool read_run(const struct waits *waits, const struct task_lookup *lookup, struct task *task,
		     struct run *run)
{
	const bool is_new = task->forked && task->start_ns >= waits->last_ns;
	const bool had = is_new || task->run_round == waits->round + 1;
	const uint64_t last_ns = is_new ? 0 : task->run_ns;
	struct proc_schedstat now = { .runtime_ns = 0 };

	if (!lookup->times(lookup->data, task->pid, task->tid, &now) || !now.runtime_ns) {
		task->run_follows = 0;
		return false;
	}
	*run = (struct run){ now.runtime_ns - last_ns, is_new ? waits->last_ns : task->run_read_ns,
			     lookup->clock_ns(lookup->data), now.wait_ns };
	task->run_ns = now.runtime_ns;
	task->run_read_ns = run->end_ns;
	task->run_round = waits->round + 2;
	return had && now.runtime_ns >= last_ns && run->ns <= 2 * (run->end_ns - run->begin_ns);
}

/* Readings are a little later than intervals: the time is that of an interval of its length. */
static void set_run(struct task_sum *sum, const struct run *run, uint64_t begin_ns, uint64_t end_ns)
{
	const double part = (double)(end_ns - begin_ns) / (double)(run->end_ns - run->begin_ns);
	const float begin_late_ns = (float)(int64_t)(run->begin_ns - begin_ns);
	const float end_late_ns = (float)(int64_t)(run->end_ns - end_ns);

	sum->run_known = true;
	sum->run_wait_ns = run->wait_ns;
	sum->run_ns = (uint64_t)(fmin((double)run->ns * part, (double)(end_ns - begin_ns)));
	sum->run_late_ns = hypotf(begin_late_ns, end_late_ns);
}

void waits_read_runs(struct waits *waits, const struct task_lookup *lookup, struct tasks *tasks,
		     const struct id_table *by_tid, uint64_t now_ns, touch_function *touch)
{
	size_t room = lookup->times ? room_of(waits, now_ns) * RUNS_PER_S / WAITS_PER_S : 0;

	for (size_t i = 0; i < by_tid->cap && room; i++) {
		struct task *task = by_tid->slots[i].item;
		struct run run;

		if (!task || task->exit_ns || !(task->sum || task->run_follows))
			continue;
		room--;
		task->run_follows = task->sum ? RUN_FOLLOWS : task->run_follows - 1;
		if (!read_run(waits, lookup, task, &run) ||
		    !(task->sum || (run.ns && touch && touch(tasks, task))))
			continue;
		task->run_follows = RUN_FOLLOWS;
		set_run(task->sum, &run, waits->last_ns, now_ns);
	}
}

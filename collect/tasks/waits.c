/* SPDX-License-Identifier: GPL-2.0-only */
/* How long tasks waited for a CPU; see tasks_parts.h. Collector thread. */
#include "config.h"
#include "collect/tasks/tasks_parts.h"

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
	uint64_t last_ns, now_ns = 0;
	const bool had = find_last(waits, task, &last_ns);
	const bool has = lookup->waited(lookup->data, task->pid, task->tid, &now_ns);

	task->sum->wait_asked = true;
	/* Less than before: the tid is another task's by now. */
	task->sum->wait_known = had && has && now_ns >= last_ns;
	if (task->sum->wait_known)
		task->sum->wait_ns = now_ns - last_ns;
	task->wait_series = waits->series;
	task->wait_known = has;
	task->wait_ns = now_ns;
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
	if (waits->wanted && lookup->waited)
		ask_all(waits, lookup, touched, room_of(waits, now_ns));
	waits->last_ns = now_ns;
}

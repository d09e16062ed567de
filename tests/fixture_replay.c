/* SPDX-License-Identifier: GPL-2.0-only */
/* Replays bytes to their end; see replay.h. No cmocka here: the fuzzer has none. */
#include "config.h"
#include "tests/fixture_replay.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/collector.h"
#include "collect/source.h"
#include "collect/source_replay.h"
#include "model/control.h"
#include "model/exchange.h"
#include "model/snapshot.h"

static _Noreturn void broken(const char *rule)
{
	(void)fprintf(stderr, "replay: broken: %s\n", rule);
	abort();
}

/* Counts are added from differences of counters that grow, whatever the file says. */
static void check_row(const struct row *row)
{
	for (int i = 0; i < EV_COUNT; i++)
		if (!isfinite(row->counts.value[i]) || row->counts.value[i] < 0)
			broken("a count is a number and not negative");
	for (int i = 0; i < M_COUNT; i++)
		if (!isfinite(row->values.percent[i]))
			broken("a share is a number");
}

static void check(const struct snapshot *snapshot)
{
	for (int kind = 0; kind < ROW_KINDS; kind++)
		for (size_t i = 0; i < snapshot->table[kind].n; i++)
			check_row(&snapshot->table[kind].rows[i]);
	if (!(snapshot->time >= 0 && snapshot->time < 3e11))
		broken("an interval has a date");
	if (!snapshot->interval_ns)
		broken("an interval has a length");
}

/* The last snapshot says how it ended. */
static int the_end(const struct snapshot *last, struct err *err)
{
	(void)snprintf(err->text, sizeof(err->text), "%s", last->trouble);
	if (!last->ended && !err->text[0])
		broken("a failure has a sentence");
	return last->ended ? 0 : -EINVAL;
}

static int replay_all(struct source *source, struct collector *collector, struct exchange *exchange,
		      uint64_t most, replay_look *look, void *data, struct err *err)
{
	struct pollfd input = { .fd = source->ops->poll_fd(source), .events = POLLIN };

	for (;;) {
		enum collector_replay next = collector_replay(collector);
		const struct snapshot *snapshot;

		if (next == REPLAY_WAITS) {
			(void)poll(&input, 1, -1);
			continue;
		}
		if (!exchange_fresh(exchange))
			broken("the end is published");
		snapshot = exchange_latest(exchange);
		if (next == REPLAY_ENDED)
			return the_end(snapshot, err);
		check(snapshot);
		if (look)
			look(snapshot, data);
		if (--most == 0)
			return 0;
	}
}

int replay_file(const char *path, uint64_t interval_ns, uint64_t most, replay_look *look, void *data,
		struct err *err)
{
	struct control control = { .wake_collector = -1, .wake_ui = -1 };
	struct exchange *exchange;
	struct collector *collector;
	struct source *source;
	int ret;

	err->text[0] = '\0';
	ret = source_replay_open(path, interval_ns, &source, err);
	if (ret) {
		if (ret > 0 || !err->text[0])
			broken("a recording that cannot be opened is an error with a sentence");
		return ret;
	}
	exchange = exchange_new();
	collector = exchange ? collector_new(source, exchange, &control, NULL) : NULL;
	if (!collector)
		broken("there is memory for a collector");
	ret = replay_all(source, collector, exchange, most, look, data, err);
	collector_free(collector);
	exchange_free(exchange);
	source->ops->close(source);
	return ret;
}

int replay_bytes(const void *bytes, size_t n, uint64_t interval_ns, uint64_t most, replay_look *look,
		 void *data, struct err *err)
{
	char path[64];
	int ret, fd = memfd_create("recording", MFD_CLOEXEC);

	if (fd < 0 || write(fd, bytes, n) != (ssize_t)n)
		broken("there is memory for the recording");
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ret = replay_file(path, interval_ns, most, look, data, err);
	(void)close(fd);
	return ret;
}

static struct tally_task *task_of(struct tally *tally, int32_t pid)
{
	for (size_t i = 0; i < tally->n_tasks; i++)
		if (tally->tasks[i].pid == pid)
			return &tally->tasks[i];
	if (tally->n_tasks == sizeof(tally->tasks) / sizeof(tally->tasks[0]))
		return NULL;
	tally->tasks[tally->n_tasks].pid = pid;
	return &tally->tasks[tally->n_tasks++];
}

static double slots_of(const struct row *row)
{
	return row->counts.present & 1U << EV_SLOTS ? row->counts.value[EV_SLOTS] : 0;
}

static void take_text(char *to, size_t size, const struct snapshot *snapshot, text_t text)
{
	(void)snprintf(to, size, "%s", snapshot_text(snapshot, text));
}

static void take_process(struct tally *tally, const struct snapshot *snapshot, const struct row *row)
{
	struct tally_task *task = task_of(tally, row->pid);

	if (!task)
		return;
	take_text(task->name, sizeof(task->name), snapshot, row->name);
	take_text(task->cgroup, sizeof(task->cgroup), snapshot, row->cgroup);
	take_text(task->user, sizeof(task->user), snapshot, row->user);
	task->ppid = row->ppid;
	task->exited |= row->exited;
	task->slots += slots_of(row);
	task->busy_ns += row->busy_ns;
	task->intervals += row->busy_ns > 0;
	if (row->values.quality[M_RETIRING] != Q_MISSING && row->values.quality[M_RETIRING] != Q_FEW)
		for (int i = 0; i < M_COUNT; i++)
			task->percent[i] = (double)row->values.percent[i];
}

void tally_look(const struct snapshot *snapshot, void *data)
{
	const struct row *machine = snapshot_machine(snapshot);
	const struct row_table *cpus = &snapshot->table[ROW_CPU];
	struct tally *tally = data;

	if (!tally->intervals)
		tally->first_wall = snapshot->time;
	if (tally->intervals < sizeof(tally->interval_slots) / sizeof(tally->interval_slots[0]))
		tally->interval_slots[tally->intervals] = slots_of(machine);
	tally->intervals++;
	tally->last_wall = snapshot->time;
	tally->ns += snapshot->interval_ns;
	tally->lost += snapshot->lost;
	tally->slots += slots_of(machine);
	tally->unaccounted += machine->unaccounted_slots;
	tally->idle_slots += machine->idle_slots;
	(void)snprintf(tally->host, sizeof(tally->host), "%s", snapshot->machine->host);
	tally->levels = snapshot->machine->levels;
	tally->n_cpus = cpus->n;
	tally->n_sockets = snapshot->table[ROW_SOCKET].n;
	for (size_t i = 0; i < cpus->n; i++)
		if (cpus->rows[i].id > tally->last_cpu)
			tally->last_cpu = cpus->rows[i].id;
	for (size_t i = 0; i < snapshot->table[ROW_PROCESS].n; i++)
		take_process(tally, snapshot, &snapshot->table[ROW_PROCESS].rows[i]);
}

const struct tally_task *tally_name(const struct tally *tally, const char *name)
{
	for (size_t i = 0; i < tally->n_tasks; i++)
		if (!strcmp(tally->tasks[i].name, name))
			return &tally->tasks[i];
	return NULL;
}

const struct tally_task *tally_pid(const struct tally *tally, int32_t pid)
{
	for (size_t i = 0; i < tally->n_tasks; i++)
		if (tally->tasks[i].pid == pid)
			return &tally->tasks[i];
	return NULL;
}

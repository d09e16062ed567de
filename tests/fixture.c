/* SPDX-License-Identifier: GPL-2.0-only */
/* A machine by hand; see fixture.h. Linked into the tests of the screen. */
#include "config.h"
#include "tests/fixture.h"

#include <stdio.h>
#include <stdlib.h>

#include "collect/cpu.h"

#define SECOND 1000000000ULL
#define SLOTS_PER_SECOND 18e9	/* 3 GHz, 6 slots a cycle */
#define ALL_EVENTS ((1u << EV_X0) - 1)
#define LEVEL2_EVENTS (1u << EV_HEAVY_OPS | 1u << EV_BR_MISPREDICT | 1u << EV_FETCH_LAT | 1u << EV_MEM_BOUND)

static struct cpu_place places[] = {
	{ .cpu = 0, .core = 0, .socket = 0, .node = 0 },
	{ .cpu = 1, .core = 1, .socket = 0, .node = 0 },
	{ .cpu = 2, .core = 0, .socket = 0, .node = 0 },
	{ .cpu = 3, .core = 1, .socket = 0, .node = 0 },
};

struct machine fixture_machine = {
	.host = "web-17",
	.family = &cpu_intel_spr[CPU_SPR],
	.levels = 2,
	.n_cpus = 4,
	.cpus = places,
	.source = "switch",
};

/* split: RET BAD FE BE in percent; of each class `second` (0..1) is its counted child. */
static struct counts make_counts(double slots, const double split[4], double second)
{
	struct counts counts = { .present = ALL_EVENTS };
	double part = slots / 100;

	counts.value[EV_SLOTS] = slots;
	counts.value[EV_RETIRING] = part * split[0];
	counts.value[EV_BAD_SPEC] = part * split[1];
	counts.value[EV_FE_BOUND] = part * split[2];
	counts.value[EV_BE_BOUND] = part * split[3];
	counts.value[EV_HEAVY_OPS] = part * split[0] * 0.1;
	counts.value[EV_BR_MISPREDICT] = part * split[1] * second;
	counts.value[EV_FETCH_LAT] = part * split[2] * second;
	counts.value[EV_MEM_BOUND] = part * split[3] * second;
	counts.value[EV_CYCLES] = slots / 6;
	counts.value[EV_INSTRUCTIONS] = part * split[0] * 0.9;
	return counts;
}

static struct row *add_thread(struct snapshot *s, int32_t pid, int32_t tid, const char *name,
			      double busy, const struct counts *counts)
{
	struct row *row = snapshot_add(s, ROW_THREAD, tid);

	if (!row)
		abort();
	row->pid = pid;
	row->start_ns = 1000u + (uint64_t)tid;
	row->name = snapshot_keep(s, name);
	row->busy_ns = (uint64_t)(busy * (double)SECOND);
	row->slices = 10;
	row->threads = 1;
	row->counts = *counts;
	return row;
}

static int32_t parent_of(int32_t pid)
{
	switch (pid) {
	case PID_ENDED:
		return PID_COMPUTE;
	case PID_COMPUTE:
	case PID_HOSTILE:
		return PID_IDLE;
	default:
		return 1;	/* who did not run */
	}
}

static const char *cgroup_of(int32_t pid)
{
	switch (pid) {
	case PID_MEMHOG:
		return "/user.slice/user-1000.slice/session-4.scope";
	case PID_SCALED:
		return "/system.slice/docker-5a0c1b9f3d7e9e107d9d372bb6826bd81d3542a419d6e4d909c29"
		       "0d0fb1ca068.scope";
	case PID_HOSTILE:
		return "";	/* gone before anybody asked */
	default:
		return "/system.slice/cron.service";
	}
}

static struct row *add_process(struct snapshot *s, int32_t pid, const char *name, const char *user,
			       uint32_t threads)
{
	struct row *row = snapshot_add(s, ROW_PROCESS, pid);

	if (!row)
		abort();
	row->start_ns = 1000u + (uint64_t)pid;
	row->name = snapshot_keep(s, name);
	row->user = snapshot_keep(s, user);
	row->cgroup = snapshot_keep(s, cgroup_of(pid));
	row->ppid = parent_of(pid);
	row->threads = threads;
	return row;
}

struct row *fixture_add_process(struct snapshot *s, int32_t pid, const char *name, double busy,
				const double split[4], double second)
{
	struct counts counts = make_counts(busy * SLOTS_PER_SECOND, split, second);

	(void)add_thread(s, pid, pid, name, busy, &counts);
	return add_process(s, pid, name, "alice", 1);
}

static void add_memhog(struct snapshot *s)
{
	static const double splits[4][4] = {
		{ 10, 5, 15, 70 }, { 12, 5, 13, 70 }, { 8, 5, 17, 70 }, { 30, 10, 20, 40 },
	};
	static const char *const names[4] = { "memhog", "walker-1", "walker-2", "log" };
	static const double busy[4] = { 0.9, 0.9, 0.8, 0.05 };
	struct row *process = add_process(s, PID_MEMHOG, "memhog", "root", 4);

	process->command = snapshot_keep(s, "/usr/local/bin/memhog --size 4G --walk random");
	for (int i = 0; i < 4; i++) {
		struct counts counts = make_counts(busy[i] * SLOTS_PER_SECOND, splits[i], 0.8);

		(void)add_thread(s, PID_MEMHOG, PID_MEMHOG + i, names[i], busy[i], &counts);
	}
}

/* What is not counted has no value either: sums of rows would have it. */
static void drop_level2(struct counts *counts)
{
	for (int event = 0; event < EV_COUNT; event++)
		if (LEVEL2_EVENTS & 1u << event)
			counts->value[event] = 0;
	counts->present &= ~LEVEL2_EVENTS;
}

static void add_processes(struct snapshot *s)
{
	struct row *row;

	add_memhog(s);
	row = fixture_add_process(s, PID_SCALED, "php-fpm", 0.4, (double[]){ 30, 10, 45, 15 }, 0.9);
	row->command = snapshot_keep(s, "php-fpm: pool www");
	s->table[ROW_THREAD].rows[s->table[ROW_THREAD].n - 1].counts.scaled = true;
	(void)fixture_add_process(s, PID_COMPUTE, "compute", 0.35, (double[]){ 80, 2, 8, 10 }, 0.2);
	(void)fixture_add_process(s, PID_LEVEL1, "oldcount", 0.2, (double[]){ 40, 10, 15, 35 }, 0.5);
	drop_level2(&s->table[ROW_THREAD].rows[s->table[ROW_THREAD].n - 1].counts);
	(void)fixture_add_process(s, PID_HOSTILE, FIXTURE_HOSTILE, 0.1,
				  (double[]){ 20, 10, 20, 50 }, 0.5);
	row = fixture_add_process(s, PID_ENDED, "cc1plus", 0.05, (double[]){ 30, 45, 15, 10 }, 0.95);
	row->exited = true;
	row->born = true;
	s->table[ROW_THREAD].rows[s->table[ROW_THREAD].n - 1].exited = true;
	(void)fixture_add_process(s, PID_IDLE, "cron", 1e-9, (double[]){ 0, 0, 0, 100 }, 1);
}

/* busy share of the second, and its split, of one CPU; the rest is the idle task. */
static void add_cpu(struct snapshot *s, int32_t cpu, double busy, const double split[4])
{
	struct row *row = snapshot_add(s, ROW_CPU, cpu);

	if (!row)
		abort();
	row->busy_ns = (uint64_t)(busy * (double)SECOND);
	row->idle_ns = SECOND - row->busy_ns;
	row->counts = make_counts(busy * SLOTS_PER_SECOND, split, 0.8);
}

struct snapshot *fixture_draft(uint64_t seq)
{
	struct snapshot *s = snapshot_new();

	if (!s)
		abort();
	snapshot_clear(s);
	s->machine = &fixture_machine;
	s->seq = seq;
	s->time = 1763683424.0 + (double)seq;	/* 2025-11-21 00:03:44 UTC */
	s->interval_ns = SECOND;
	s->end_ns = 65 * SECOND + seq * SECOND;
	s->running_ratio = 1;
	s->tasks = 412;
	s->tasks_ran = 38;
	s->tasks_gone = 3;
	add_cpu(s, 0, 1.0, (double[]){ 10, 5, 15, 70 });
	add_cpu(s, 1, 0.8, (double[]){ 30, 5, 15, 50 });
	add_cpu(s, 2, 0.5, (double[]){ 60, 10, 20, 10 });
	add_cpu(s, 3, 0.0, (double[]){ 0, 0, 0, 0 });
	add_processes(s);
	return s;
}

void fixture_make_watched(struct snapshot *s, const char *watched)
{
	static const uint32_t threads[UNCOUNTED_KINDS] = { [UNCOUNTED_PERMISSION] = 3,
							   [UNCOUNTED_FILES] = 4210 };

	(void)snprintf(fixture_machine.watched, sizeof(fixture_machine.watched), "%s", watched);
	s->table[ROW_CPU].n = 0;
	for (enum uncounted why = 0; why < UNCOUNTED_KINDS; why++) {
		struct row *row = snapshot_add(s, ROW_PROCESS, uncounted_pid(why));

		if (!row)
			abort();
		row->pid = row->id;
		row->threads = s->uncounted[why] = threads[why];
		row->name = row->command = snapshot_keep(s, uncounted_name(why));
	}
}

struct snapshot *fixture_snapshot(uint64_t seq)
{
	struct snapshot *s = fixture_draft(seq);

	if (snapshot_finish(s))
		abort();
	return s;
}

/* What the row had, as E-cores count it. */
static void move_to_e_cores(struct row *row)
{
	struct counts *counts = &row->counts;

	drop_level2(counts);
	for (int i = 0; i <= EV_BE_BOUND - EV_SLOTS; i++)
		counts->value[EV_ATOM_SLOTS + i] = counts->value[EV_SLOTS + i];
	counts->present |= ATOM_EVENTS;
}

void fixture_make_hybrid(struct snapshot *s)
{
	for (size_t i = 0; i < s->table[ROW_CPU].n; i++)
		if (fixture_machine.cpus[machine_cpu_index(s->machine, s->table[ROW_CPU].rows[i].id)].kind !=
		    KIND_CORE)
			move_to_e_cores(&s->table[ROW_CPU].rows[i]);
	for (size_t i = 0; i < s->table[ROW_THREAD].n; i++) {
		struct row *thread = &s->table[ROW_THREAD].rows[i];

		if (thread->id == PID_MEMHOG + 2 || thread->id == PID_COMPUTE)
			move_to_e_cores(thread);
	}
}

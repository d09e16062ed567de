/* SPDX-License-Identifier: 0BSD */
/*
 * Threads that count their regions, and the memory that they share with tdtop: a part of
 * tdtop_region_rdpmc.h.
 */
#ifndef TDTOP_REGION_TASK_H
#define TDTOP_REGION_TASK_H

#include <stdio.h>
#include <string.h>

#include "tdtop_region_calls.h"
#include "tdtop_region_counter.h"
#include "tdtop_region_shared.h"

#define TDTOP_SELF_DEPTH 8		/* objects whose regions are in each other */
#define TDTOP_SELF_CACHE 64
#define TDTOP_SELF_RESET_PART 100	/* a reset is 1 of so many parts of the time */
#define TDTOP_SELF_PERIOD_NS 1000000000U
#define TDTOP_SELF_WINDOW_NS 250000000U	/* in which the counter must have run for 90 % */
#define TDTOP_SELF_NO_RDPMC (-4096L)	/* beyond errno */

struct tdtop_self_entry {
	const void *object, *descriptor;
	uint32_t row;
};

struct tdtop_self_host;

struct tdtop_self_task {
	struct tdtop_self_task *next;
	struct tdtop_self_host *host;
	struct tdtop_self_thread *slot;
	struct tdtop_self_group group;
	struct tdtop_self_reading last, window;	/* at the last change; where the window begins */
	uint32_t row;			/* of the region that goes on */
	int tid;
	uint64_t reset_at, reset_ns;	/* time of the last one (enabled_ns), and what one costs */
	uint32_t since, skip, random;	/* changes since then; to let pass before the next, + 1; state */
	uint32_t depth;
	struct tdtop_self_entry stack[TDTOP_SELF_DEPTH];
	struct {
		const void *descriptor;
		uint32_t row;
	} cache[TDTOP_SELF_CACHE];
};

struct tdtop_self_host {
	struct tdtop_self *shared;
	volatile uint64_t *alive;	/* 0 in a child of fork(2) */
	struct tdtop_self_task *tasks;	/* by the lock */
	int busy, masked;		/* the lock; its owner has blocked signals, whose mask was: */
	uint64_t mask;
	int file, parts, clears, has_key;
	int restores;			/* -1: not known yet */
	int said_refused, said_taken;
	unsigned key;
	uint32_t type, names;
	char name[TDTOP_SELF_NAMES][TDTOP_SELF_NAME];	/* a child of fork(2) has not those in `shared` */
};

/* Without signals: a handler that begins a region would wait for ever, one that jumps leave it locked. */
static inline void tdtop_self_lock(struct tdtop_self_host *host)
{
	const uint64_t all = ~0ULL;
	uint64_t mask = 0;
	const long ret = tdtop_self_syscall(TDTOP_SELF_SIGPROCMASK, 0, (long)&all, (long)&mask,
					    sizeof(mask), 0, 0);	/* SIG_BLOCK */

	while (__atomic_exchange_n(&host->busy, 1, __ATOMIC_ACQUIRE))
		(void)tdtop_self_syscall(TDTOP_SELF_YIELD, 0, 0, 0, 0, 0, 0);
	host->masked = !ret;
	host->mask = mask;
}

static inline void tdtop_self_unlock(struct tdtop_self_host *host)
{
	const uint64_t mask = host->mask;
	const int masked = host->masked;

	__atomic_store_n(&host->busy, 0, __ATOMIC_RELEASE);
	if (masked)		/* SIG_SETMASK */
		(void)tdtop_self_syscall(TDTOP_SELF_SIGPROCMASK, 2, (long)&mask, 0, sizeof(mask), 0, 0);
}

static inline void tdtop_self_say(const char *text)
{
	char line[480];
	const int n = snprintf(line, sizeof(line), "tdtop: regions are not counted: %s\n", text);

	if (n > 0)
		(void)tdtop_self_syscall(TDTOP_SELF_WRITE, 2, (long)line,
					 n < (int)sizeof(line) ? n : (int)sizeof(line) - 1, 0, 0, 0);
}

/*
 * Around what a thread changes in its slot; see tdtop_region_shared.h. The sequence is odd, then even,
 * also after one that longjmp(3) out of a handler has left odd. x86-64 keeps the order of stores.
 */
static inline void tdtop_self_write_begin(uint32_t *sequence)
{
	__atomic_store_n(sequence, (*sequence + 1) | 1, __ATOMIC_RELAXED);
	TDTOP_SELF_BARRIER();
}

static inline void tdtop_self_write_end(uint32_t *sequence)
{
	__atomic_store_n(sequence, (*sequence | 1) + 1, __ATOMIC_RELEASE);
}

/* The row of this name, in [row, end); end: there is none. */
static inline uint32_t tdtop_self_name_find(const struct tdtop_self_host *host, const char *name,
					    uint32_t row, uint32_t end)
{
	while (row < end && strncmp(name, host->name[row], TDTOP_SELF_NAME - 1) != 0)
		row++;
	return row;
}

/* By the lock. A new row for a name; the last one is for all that find no other. */
static inline uint32_t tdtop_self_name_new(struct tdtop_self_host *host, const char *name)
{
	const uint32_t row = host->names;
	size_t n;

	if (row >= TDTOP_SELF_NAMES)
		return TDTOP_SELF_NAMES - 1;
	if (row == TDTOP_SELF_NAMES - 1)
		name = "(more names)";
	n = strlen(name);
	if (n > TDTOP_SELF_NAME - 1)
		n = TDTOP_SELF_NAME - 1;
	memcpy(host->name[row], name, n);
	memcpy(host->shared->name[row], name, n);
	__atomic_store_n(&host->names, row + 1, __ATOMIC_RELEASE);
	__atomic_store_n(&host->shared->names, row + 1, __ATOMIC_RELEASE);
	return row;
}

/* The row of a region, by its name. A descriptor can be another one's after dlclose(3). */
static inline uint32_t tdtop_self_row_of(struct tdtop_self_task *task, const void *descriptor)
{
	struct tdtop_self_host *host = task->host;
	const char *name = (const char *)descriptor + 4;
	const unsigned at = (unsigned)((uintptr_t)descriptor >> 2) % TDTOP_SELF_CACHE;
	uint32_t row, names;

	if (!descriptor)
		return 0;
	if (task->cache[at].descriptor == descriptor &&
	    !strncmp(name, host->name[task->cache[at].row], TDTOP_SELF_NAME - 1))
		return task->cache[at].row;
	names = __atomic_load_n(&host->names, __ATOMIC_ACQUIRE);
	row = tdtop_self_name_find(host, name, 1, names);
	if (row >= names) {
		tdtop_self_lock(host);
		row = tdtop_self_name_find(host, name, names, host->names);
		if (row >= host->names)
			row = tdtop_self_name_new(host, name);
		tdtop_self_unlock(host);
	}
	task->cache[at].descriptor = descriptor;
	task->cache[at].row = row;
	return row;
}

/*
 * A change: of this object `descriptor` goes on, or is entered. Each object tells of its own regions
 * alone, so there is one entry an object, the innermost on top; a call back into an object that is
 * below gets a second one. Returns the row that goes on.
 */
static inline uint32_t tdtop_self_mark(struct tdtop_self_task *task, const void *object,
				       const void *descriptor, int enters)
{
	struct tdtop_self_entry *stack = task->stack;
	const uint32_t row = tdtop_self_row_of(task, descriptor);
	int at = (int)task->depth - 1, below;

	while (at >= 0 && stack[at].object != object)
		at--;
	if (enters && at + 1 != (int)task->depth)
		at = (int)task->depth;		/* called from another object */
	if (at < 0)
		at = (int)task->depth;		/* the first of this object */
	if (at >= TDTOP_SELF_DEPTH)
		at = TDTOP_SELF_DEPTH - 1;	/* the innermost gives way */
	for (below = at - 1; !enters && below >= 0 && stack[below].object != object; below--)
		;
	if (!descriptor || (!enters && below >= 0 && stack[below].descriptor == descriptor)) {
		task->depth = (uint32_t)at;	/* of this object none, or a call back has ended */
	} else {
		stack[at].object = object;
		stack[at].descriptor = descriptor;
		stack[at].row = row;
		task->depth = (uint32_t)at + 1;
	}
	return task->depth ? stack[task->depth - 1].row : 0;
}

/* The counter is taken: by how much in this window, or all of it. */
static inline void tdtop_self_taken(struct tdtop_self_task *task, uint64_t enabled, uint64_t running)
{
	struct tdtop_self_host *host = task->host;
	struct tdtop_self *shared = host->shared;
	const uint32_t taken = (uint32_t)(1000 - running * 1000 / enabled);
	char text[240];

	task->slot->taken_permille = taken;
	task->slot->state = TDTOP_SELF_TAKEN;
	if (shared->taken_permille < taken)
		shared->taken_permille = taken;
	tdtop_self_close(&task->group);
	if (__atomic_exchange_n(&host->said_taken, 1, __ATOMIC_RELAXED))
		return;
	(void)snprintf(text, sizeof(text), "the SLOTS counter is taken %u %% of the time: another perf, "
		       "toplev or tdtop counts CPUs; without it run again", (taken + 5) / 10);
	tdtop_self_say(text);
}

/*
 * Is it time to reset PERF_METRICS? Where not each region can have one, one at random has it. (An end
 * and the next begin are two changes. Half of those that would fall on an end wait for a begin.)
 */
static inline int tdtop_self_due(struct tdtop_self_task *task, const struct tdtop_self_reading *now,
				 uint32_t row)
{
	const uint64_t since = now->enabled_ns - task->reset_at;

	if (task->group.clears)
		return 0;	/* each reading is one */
	if (since >= TDTOP_SELF_PERIOD_NS)
		return 1;
	if (since < task->reset_ns * TDTOP_SELF_RESET_PART)
		return 0;
	if ((task->since > 2 || !row) && !task->skip) {
		task->random ^= task->random << 13;
		task->random ^= task->random >> 17;
		task->random ^= task->random << 5;
		task->skip = task->random % (task->since > 2 ? 8 : 2) + 1;
	}
	return !task->skip || !--task->skip;
}

/* The thread is counted no more. */
static inline void tdtop_self_lost(struct tdtop_self_task *task)
{
	task->slot->state = TDTOP_SELF_REFUSED;
	__atomic_add_fetch(&task->host->shared->not_counted, 1, __ATOMIC_RELAXED);
	tdtop_self_close(&task->group);
}

/* The program has closed the counter's file, as daemons close all: counts by another. 0, or -1. */
static inline int tdtop_self_reopen(struct tdtop_self_task *task, struct tdtop_self_reading *now)
{
	tdtop_self_close(&task->group);
	if (tdtop_self_open(&task->group, task->host->type, task->host->parts, task->host->clears) < 0)
		return -1;
	task->group.restores = task->host->restores > 0;
	if (tdtop_self_reset(&task->group) < 0 || tdtop_self_read(&task->group, now) < 0)
		return -1;
	task->window = *now;
	task->reset_at = now->enabled_ns;
	return 0;
}

/* Opens a new period of PERF_METRICS; *now: its first reading. 0, or -1: it cannot. */
static inline int tdtop_self_renew(struct tdtop_self_task *task, struct tdtop_self_reading *now)
{
	const uint64_t before = now->enabled_ns;
	uint64_t cost;

	if (tdtop_self_reset(&task->group) < 0)
		return tdtop_self_reopen(task, now);
	if (tdtop_self_read(&task->group, now) < 0)
		return -1;
	cost = now->enabled_ns - before;
	if (cost < TDTOP_SELF_PERIOD_NS)
		task->reset_ns = task->reset_ns ? (3 * task->reset_ns + cost) / 4 : cost;
	task->reset_at = now->enabled_ns;
	task->since = 0;
	task->skip = 0;
	task->slot->resets++;
	return 0;
}

/* Reads the counters: what was counted since the last change is the current region's; `row` is next. */
static inline void tdtop_self_step(struct tdtop_self_task *task, uint32_t row, int enters)
{
	struct tdtop_self_thread *slot = task->slot;
	struct tdtop_self_reading now;
	uint64_t enabled;

	if (tdtop_self_read(&task->group, &now) < 0) {
		tdtop_self_lost(task);
		return;
	}
	tdtop_self_write_begin(&slot->sequence);
	tdtop_self_add(&slot->row[task->row], task->group.parts, &task->last, &now);
	slot->row[row].entries += (uint64_t)enters;
	slot->changes++;
	task->row = row;
	task->since++;
	enabled = now.enabled_ns - task->window.enabled_ns;
	if (enabled >= TDTOP_SELF_WINDOW_NS && enabled < UINT64_MAX / 16) {
		const uint64_t running = now.running_ns - task->window.running_ns;

		task->window = now;
		if (running * 10 < enabled * 9)
			tdtop_self_taken(task, enabled, running);
	}
	if (slot->state == TDTOP_SELF_COUNTS && tdtop_self_due(task, &now, row) &&
	    tdtop_self_renew(task, &now) < 0)
		tdtop_self_lost(task);
	task->last = now;
	if (task->group.clears)
		task->last.in_register = 0;
	tdtop_self_write_end(&slot->sequence);
}

/* By the lock. A slot for the thread; NULL: there is none. */
static inline struct tdtop_self_thread *tdtop_self_slot_new(struct tdtop_self_host *host, int tid)
{
	struct tdtop_self *shared = host->shared;
	uint32_t i;

	for (i = 1; i < TDTOP_SELF_THREADS; i++) {
		struct tdtop_self_thread *slot = &shared->thread[i];

		if (slot->tid)
			continue;
		tdtop_self_write_begin(&slot->sequence);
		slot->state = TDTOP_SELF_FREE;
		slot->taken_permille = 0;
		slot->tid = (uint32_t)tid;
		tdtop_self_write_end(&slot->sequence);
		if (shared->threads <= i)
			__atomic_store_n(&shared->threads, i + 1, __ATOMIC_RELEASE);
		return slot;
	}
	return NULL;
}

static inline void tdtop_self_row_add(struct tdtop_self_row *sum, const struct tdtop_self_row *row)
{
	int i;

	sum->entries += row->entries;
	sum->cpu_ns += row->cpu_ns;
	sum->counted_ns += row->counted_ns;
	sum->slots += row->slots;
	sum->exact_slots += row->exact_slots;
	sum->rough_error += row->rough_error;
	sum->exact_error += row->exact_error;
	sum->rough_switched += row->rough_switched;
	sum->exact_switched += row->exact_switched;
	for (i = 0; i < TDTOP_SELF_PARTS; i++) {
		sum->exact[i] += row->exact[i];
		sum->rough[i] += row->rough[i];
	}
}

/* By the lock: a thread has ended, its rows are added to those of thread 0. */
static inline void tdtop_self_slot_end(struct tdtop_self_host *host, struct tdtop_self_thread *slot)
{
	struct tdtop_self *shared = host->shared;
	struct tdtop_self_thread *ended = &shared->thread[0];
	uint32_t i;

	tdtop_self_write_begin(&shared->moves);
	ended->changes += slot->changes;
	ended->resets += slot->resets;
	for (i = 0; i < shared->names; i++)
		tdtop_self_row_add(&ended->row[i], &slot->row[i]);
	memset(slot->row, 0, sizeof(slot->row[0]) * shared->names);
	slot->changes = slot->resets = 0;
	slot->tid = 0;
	tdtop_self_write_end(&shared->moves);
}

/* The first bytes of a file without its newline, as a string; "" if there is none. -1, or 0. */
static inline int tdtop_self_file(const char *path, char *text, size_t size)
{
	const long fd = tdtop_self_syscall(TDTOP_SELF_OPENAT, -100, (long)path, 02000000, 0, 0, 0);
	long n;

	text[0] = '\0';
	if (fd < 0)
		return -1;
	n = tdtop_self_syscall(TDTOP_SELF_READ, fd, (long)text, (long)size - 1, 0, 0, 0);
	(void)tdtop_self_syscall(TDTOP_SELF_CLOSE, fd, 0, 0, 0, 0, 0);
	if (n < 0)
		n = 0;
	while (n > 0 && text[n - 1] == '\n')
		n--;
	text[n] = '\0';
	return 0;
}

#ifndef TDTOP_SELF_DEVICES	/* a test has its own */
#define TDTOP_SELF_DEVICES "/sys/bus/event_source/devices/"
#endif

/* What this machine can count. 0, or -1: one sentence has told why not. */
static inline int tdtop_self_ask(struct tdtop_self_host *host)
{
	char text[32];

	host->restores = -1;
	if (!tdtop_self_file(TDTOP_SELF_DEVICES "cpu_atom/type", text, sizeof(text))) {
		tdtop_self_say("this CPU has E-cores without PERF_METRICS, and a thread may come to "
			       "one at any time");
		return -1;
	}
	if (tdtop_self_file(TDTOP_SELF_DEVICES "cpu/events/slots", text, sizeof(text)) ||
	    tdtop_self_file(TDTOP_SELF_DEVICES "cpu/events/topdown-retiring", text, sizeof(text))) {
		tdtop_self_say("this machine shows no SLOTS and PERF_METRICS (Intel, Ice Lake and "
			       "later; a virtual machine may hide them)");
		return -1;
	}
	host->parts = tdtop_self_file(TDTOP_SELF_DEVICES "cpu/events/topdown-heavy-ops", text,
				      sizeof(text)) ? 4 : 8;
	host->clears = !tdtop_self_file(TDTOP_SELF_DEVICES "cpu/format/metrics_clear", text, sizeof(text));
	host->type = PERF_TYPE_RAW;
	if (!tdtop_self_file(TDTOP_SELF_DEVICES "cpu/rdpmc", text, sizeof(text)) && text[0] == '0') {
		tdtop_self_say("the kernel does not permit RDPMC "
			       "(/sys/bus/event_source/devices/cpu/rdpmc must be 1)");
		return -1;
	}
	return 0;
}

/* The file in memory, and a page that fork(2) wipes. 0, or -1. */
static inline int tdtop_self_share(struct tdtop_self_host *host)
{
	struct tdtop_self *shared;

	/* MFD_CLOEXEC | MFD_ALLOW_SEALING */
	host->file = (int)tdtop_self_syscall(TDTOP_SELF_MEMFD_CREATE, (long)TDTOP_SELF_FILE, 3, 0, 0, 0, 0);
	if (host->file < 0 ||
	    tdtop_self_syscall(TDTOP_SELF_FTRUNCATE, host->file, sizeof(*shared), 0, 0, 0, 0) < 0)
		return -1;
	shared = (struct tdtop_self *)tdtop_self_map(sizeof(*shared), 3, 1, host->file);
	if (!shared)
		return -1;
	/* MADV_DONTFORK: a child must not write its parent's rows. */
	(void)tdtop_self_syscall(TDTOP_SELF_MADVISE, (long)shared, sizeof(*shared), 10, 0, 0, 0);
	/* F_ADD_SEALS: no other process may write or shrink it. */
	(void)tdtop_self_syscall(TDTOP_SELF_FCNTL, host->file, 1033, 0x2 | 0x4 | 0x10, 0, 0, 0);
	if (!host->alive)
		host->alive = (volatile uint64_t *)tdtop_self_map(TDTOP_SELF_PAGE, 3, 0x22, -1);
	/* MADV_WIPEONFORK */
	if (!host->alive ||
	    tdtop_self_syscall(TDTOP_SELF_MADVISE, (long)host->alive, TDTOP_SELF_PAGE, 18, 0, 0, 0) < 0)
		return -1;
	shared->version = TDTOP_SELF_VERSION;
	shared->size = sizeof(*shared);
	shared->pid = (uint32_t)tdtop_self_syscall(TDTOP_SELF_GETPID, 0, 0, 0, 0, 0, 0);
	shared->parts = (uint32_t)host->parts;
	if (!host->names) {
		strcpy(host->name[0], "(other)");
		host->names = 1;
	}
	memcpy(shared->name, host->name, sizeof(host->name));	/* the rows of a parent stay the same */
	shared->names = host->names;
	shared->threads = 1;
	__atomic_store_n(&shared->magic, TDTOP_SELF_MAGIC, __ATOMIC_RELEASE);
	host->shared = shared;
	*host->alive = 1;
	return 0;
}

/* Lines of a file of /proc. */
struct tdtop_self_lines {
	long fd, n, at;
	char buffer[1024];
};

static inline int tdtop_self_lines_open(struct tdtop_self_lines *lines, const char *path)
{
	lines->fd = tdtop_self_syscall(TDTOP_SELF_OPENAT, -100, (long)path, 02000000, 0, 0, 0);
	lines->n = lines->at = 0;
	return lines->fd < 0 ? -1 : 0;
}

/* Without its newline, cut to size. 0 at the end. */
static inline int tdtop_self_line(struct tdtop_self_lines *lines, char *line, size_t size)
{
	size_t n = 0;

	for (;;) {
		if (lines->at == lines->n) {
			lines->n = tdtop_self_syscall(TDTOP_SELF_READ, lines->fd, (long)lines->buffer,
						      sizeof(lines->buffer), 0, 0, 0);
			lines->at = 0;
			if (lines->n <= 0) {
				lines->n = 0;
				line[n] = '\0';
				return n > 0;
			}
		}
		if (lines->buffer[lines->at] == '\n') {
			lines->at++;
			line[n] = '\0';
			return 1;
		}
		if (n + 1 < size)
			line[n++] = lines->buffer[lines->at];
		lines->at++;
	}
}

static inline void tdtop_self_lines_close(struct tdtop_self_lines *lines)
{
	(void)tdtop_self_syscall(TDTOP_SELF_CLOSE, lines->fd, 0, 0, 0, 0, 0);
}

#endif

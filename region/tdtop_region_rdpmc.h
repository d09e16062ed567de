/* SPDX-License-Identifier: 0BSD */
/*
 * Self-counting of regions: a program that is started with TDTOP_REGIONS=rdpmc in its environment
 * counts its regions itself, with RDPMC at both ends. It prints a table when it exits: on stderr, or
 * appended to the file that TDTOP_REGIONS_OUT names. tdtop --regions PID shows the same while it
 * runs. For those who may not count CPUs: it needs no rights where kernel.perf_event_paranoid is 2
 * or less. Intel with PERF_METRICS (Ice Lake and later, no hybrids), Linux 5.10; elsewhere one
 * sentence on stderr, and the program goes on. Included by tdtop_region.h.
 *
 * - User mode only. A group {SLOTS, its 4 or 8 metrics} for each thread that enters a region, from
 *   then on. No other program may use the SLOTS counter: with less than 90 % of the time a thread
 *   stops counting, and says so.
 * - PERF_METRICS is reset at a change of region whenever that costs below 1 % of the thread's time,
 *   each second at least (topdown.txt: it has 8 bits of all slots since then). After a reset the
 *   next entry is exact; where regions are too short to reset at each, exact ones are chosen at
 *   random. See struct tdtop_self_row. Where RDPMC can reset (format/metrics_clear: Lunar Lake's
 *   P-core and later, Linux 6.14), each change does, and all entries are exact.
 * - The program and libraries with regions share one group a thread: the first that is loaded
 *   counts for all. The others find it by a private page of the file's name in /proc/self/maps. It
 *   stays loaded after dlclose(3) where dlopen(3) is there to say so; where not, counting ends then.
 *   A region that goes on while its library is unloaded goes on until the next change.
 * - fork(2): the child counts from 0, from its next change on. A thread that ends in a region:
 *   what it had counts. A signal's handler that interrupts the counting itself is not counted.
 *   A program that closes all files is counted by new counters, from the next reset on.
 * - No table from a program that ends by _exit(2) or a signal, or becomes another by execve(2).
 * - If the administrator writes 0 to /sys/bus/event_source/devices/cpu/rdpmc while the program
 *   counts, its next RDPMC is a SIGSEGV: the kernel gives no notice.
 */
#ifndef TDTOP_REGION_RDPMC_H
#define TDTOP_REGION_RDPMC_H

#if defined(__x86_64__) && defined(__GNUC__)

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "tdtop_region_counter.h"
#include "tdtop_region_task.h"
#include "tdtop_region_table.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TDTOP_SELF_HOST_MAGIC 0x31736f6872676454ULL

/* The private page. */
struct tdtop_self_post {
	uint64_t magic, version;
	void (*change)(const void *object, const void *descriptor, int enters);
};

/* Optional: what a C library may have in a library of its own. Names of ours: no declarations clash. */
extern int tdtop_self_key_create(unsigned *key, void (*end)(void *))
	__asm__("pthread_key_create") __attribute__((__weak__));
extern int tdtop_self_key_set(unsigned key, const void *value)
	__asm__("pthread_setspecific") __attribute__((__weak__));
extern int tdtop_self_key_delete(unsigned key) __asm__("pthread_key_delete") __attribute__((__weak__));
#if defined(__PIC__) && !defined(__PIE__)	/* not in programs: static ones would be warned of it */
#define TDTOP_SELF_STAYS 1
extern void *tdtop_self_dlopen(const char *path, int flags) __asm__("dlopen") __attribute__((__weak__));
#endif

static struct tdtop_self_post *tdtop_self_post;	/* whoever counts */
static struct tdtop_self_host tdtop_self_host;	/* used by the one that counts */
static __thread struct tdtop_self_task *tdtop_self_mine;
static __thread int tdtop_self_no_more;		/* no memory, no slot, or the thread ends */
static __thread const void *volatile tdtop_self_busy;	/* the frame that counts: a signal interrupts */

/* What the kernel refused, in one sentence, once. */
static void tdtop_self_say_refused(struct tdtop_self_host *host, long error)
{
	char paranoid[16] = "?", text[400];

	if (__atomic_exchange_n(&host->said_refused, 1, __ATOMIC_RELAXED))
		return;
	if (error == -1 || error == -13) {
		tdtop_self_file("/proc/sys/kernel/perf_event_paranoid", paranoid, sizeof(paranoid));
		(void)snprintf(text, sizeof(text), "the kernel does not permit it "
			       "(kernel.perf_event_paranoid is %s, and must be 2 or less; or locked "
			       "memory, ulimit -l, is used up; or a container forbids it)", paranoid);
	} else if (error == TDTOP_SELF_NO_RDPMC) {
		(void)snprintf(text, sizeof(text), "the kernel does not permit RDPMC "
			       "(/sys/bus/event_source/devices/cpu/rdpmc must be 1)");
	} else {
		(void)snprintf(text, sizeof(text), "perf_event_open(2) failed with errno %ld", -error);
	}
	tdtop_self_say(text);
}

/* Opens the thread's group, and the first reading. */
static void tdtop_self_task_open(struct tdtop_self_host *host, struct tdtop_self_task *task)
{
	long ret;
	int restores;

	tdtop_self_close(&task->group);		/* of a begin that longjmp(3) has left */
	ret = tdtop_self_open(&task->group, host->type, host->parts, host->clears);
	if (!ret && host->restores < 0 &&
	    (restores = tdtop_self_try_switch(&task->group)) >= 0)
		host->restores = restores;
	task->group.restores = host->restores > 0;
	if (!ret && (tdtop_self_reset(&task->group) < 0 ||
		     tdtop_self_read(&task->group, &task->last) < 0)) {
		tdtop_self_close(&task->group);
		ret = TDTOP_SELF_NO_RDPMC;
	}
	if (ret) {
		__atomic_add_fetch(&host->shared->not_counted, 1, __ATOMIC_RELAXED);
		host->shared->error = (uint32_t)-ret;
		task->slot->state = TDTOP_SELF_REFUSED;
		tdtop_self_say_refused(host, ret);
		return;
	}
	task->reset_at = task->last.enabled_ns;
	task->window = task->last;
	task->slot->state = TDTOP_SELF_COUNTS;
}

/* NULL: no memory, or no slot. */
static struct tdtop_self_task *tdtop_self_task_new(struct tdtop_self_host *host)
{
	struct tdtop_self_task *task = (struct tdtop_self_task *)tdtop_self_map(sizeof(*task), 3, 0x22, -1);

	if (!task)
		return NULL;
	task->host = host;
	task->group.fd = -1;
	task->tid = (int)tdtop_self_syscall(TDTOP_SELF_GETTID, 0, 0, 0, 0, 0, 0);
	task->random = (uint32_t)task->tid * 2654435761U | 1;
	tdtop_self_lock(host);
	task->slot = tdtop_self_slot_new(host, task->tid);
	if (task->slot) {
		task->next = host->tasks;
		host->tasks = task;
	}
	tdtop_self_unlock(host);
	if (!task->slot) {
		__atomic_add_fetch(&host->shared->not_counted, 1, __ATOMIC_RELAXED);
		(void)tdtop_self_syscall(TDTOP_SELF_MUNMAP, (long)task, sizeof(*task), 0, 0, 0, 0);
	}
	return task->slot ? task : NULL;
}

/* The thread ends: what it has counts, and its slot is free for another. */
static void tdtop_self_task_end(void *data)
{
	struct tdtop_self_task *task = (struct tdtop_self_task *)data, **at;
	struct tdtop_self_host *host = task->host;

	tdtop_self_no_more = 1;
	tdtop_self_mine = NULL;
	if (!host->alive || !*host->alive)
		return;		/* a child of fork(2): not its rows */
	if (task->slot->state == TDTOP_SELF_COUNTS)
		tdtop_self_step(task, 0, 0);
	tdtop_self_close(&task->group);
	tdtop_self_lock(host);
	for (at = &host->tasks; *at; at = &(*at)->next)
		if (*at == task) {
			*at = task->next;
			break;
		}
	tdtop_self_slot_end(host, task->slot);
	tdtop_self_unlock(host);
	(void)tdtop_self_syscall(TDTOP_SELF_MUNMAP, (long)task, sizeof(*task), 0, 0, 0, 0);
}

/* What the calling thread counts with from now on; it is opened later. NULL: it cannot count. */
static struct tdtop_self_task *tdtop_self_task_begin(struct tdtop_self_host *host)
{
	struct tdtop_self_task *task = tdtop_self_task_new(host);

	tdtop_self_mine = task;
	if (task && tdtop_self_key_set && host->has_key)
		(void)tdtop_self_key_set(host->key, task);
	return task;
}

/*
 * The first change in a child of fork(2): nothing is its own yet. Its regions may be of libraries that
 * are not there any more. 0: it cannot count.
 */
static int tdtop_self_after_fork(struct tdtop_self_host *host)
{
	struct tdtop_self_task *mine = tdtop_self_mine, *task, *next;

	for (task = host->tasks; task; task = next) {
		next = task->next;	/* their pages are not in a child */
		tdtop_self_call_shut(task->group.fd);
		if (task != mine)
			(void)tdtop_self_syscall(TDTOP_SELF_MUNMAP, (long)task, sizeof(*task), 0, 0, 0, 0);
	}
	host->tasks = NULL;
	host->busy = 0;
	if (tdtop_self_is_open_on(host->file, "/memfd:" TDTOP_SELF_FILE))
		(void)tdtop_self_syscall(TDTOP_SELF_CLOSE, host->file, 0, 0, 0, 0, 0);
	tdtop_self_mine = NULL;
	if (tdtop_self_share(host) < 0)
		return 0;
	if (!mine)
		return 1;
	task = tdtop_self_task_begin(host);
	if (task) {
		task->depth = mine->depth;
		memcpy(task->stack, mine->stack, sizeof(task->stack));
		task->row = task->depth ? task->stack[task->depth - 1].row : 0;
	}
	(void)tdtop_self_syscall(TDTOP_SELF_MUNMAP, (long)mine, sizeof(*mine), 0, 0, 0, 0);
	return task != NULL;
}

/* 0: this thread cannot count. */
static int tdtop_self_count(const void *object, const void *descriptor, int enters)
{
	struct tdtop_self_host *host = &tdtop_self_host;
	struct tdtop_self_task *task;
	uint32_t row;

	if (!*host->alive && !tdtop_self_after_fork(host))
		return 0;
	task = tdtop_self_mine ? tdtop_self_mine : tdtop_self_task_begin(host);
	if (!task)
		return 0;
	if (task->slot->state == TDTOP_SELF_FREE)
		tdtop_self_task_open(host, task);
	row = tdtop_self_mark(task, object, descriptor, enters);
	if (task->slot->state == TDTOP_SELF_COUNTS)
		tdtop_self_step(task, row, enters);
	return 1;
}

/*
 * All objects' changes, in the code of the one that counts. A handler that interrupts the counting is
 * not counted. If it left by longjmp(3), counting goes on when a change comes from the same frame.
 */
static void tdtop_self_change(const void *object, const void *descriptor, int enters)
{
	const void *here = __builtin_frame_address(0);

	if (tdtop_self_no_more || (tdtop_self_busy && tdtop_self_busy != here))
		return;
	tdtop_self_busy = here;
	TDTOP_SELF_BARRIER();
	tdtop_self_no_more = !tdtop_self_count(object, descriptor, enters);
	TDTOP_SELF_BARRIER();
	tdtop_self_busy = NULL;
}

/* tdtop_region_changed of this object. */
static void tdtop_self_changed(const void *descriptor_or_null, int enters)
{
	void (*change)(const void *, const void *, int) =
		__atomic_load_n(&tdtop_self_post->change, __ATOMIC_ACQUIRE);

	if (change)
		change(&tdtop_self_post, descriptor_or_null, enters);
}

#ifdef TDTOP_SELF_STAYS
/* Keeps the code of this library in memory after dlclose(3). */
static void tdtop_self_stay(void)
{
	const uintptr_t here = (uintptr_t)tdtop_self_change;	/* data may be in no file's page */
	char line[512];
	struct tdtop_self_lines lines;
	unsigned long from, to;
	int at = 0;

	if (!tdtop_self_dlopen || tdtop_self_lines_open(&lines, "/proc/self/maps") < 0)
		return;
	while (tdtop_self_line(&lines, line, sizeof(line)))
		if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &from, &to, &at) >= 2 && here >= from &&
		    here < to && line[at] == '/')	/* RTLD_LAZY, RTLD_NOLOAD, RTLD_NODELETE */
			(void)tdtop_self_dlopen(line + at, 0x1 | 0x4 | 0x1000);
	tdtop_self_lines_close(&lines);
}
#endif

/* Whoever counts already in this process. */
static struct tdtop_self_post *tdtop_self_find(void)
{
	struct tdtop_self_post *found = NULL, *post;
	struct tdtop_self_lines lines;
	char line[512], mode[8];
	unsigned long from, to;

	if (tdtop_self_lines_open(&lines, "/proc/self/maps") < 0)
		return NULL;
	while (!found && tdtop_self_line(&lines, line, sizeof(line))) {
		if (!strstr(line, "/memfd:" TDTOP_SELF_FILE) ||
		    sscanf(line, "%lx-%lx %7s", &from, &to, mode) != 3 || strcmp(mode, "rw-p") != 0)
			continue;
		post = (struct tdtop_self_post *)from;
		if (post->magic == TDTOP_SELF_HOST_MAGIC && post->version == TDTOP_SELF_VERSION)
			found = post;
	}
	tdtop_self_lines_close(&lines);
	return found;
}

/* This object counts for all. */
static struct tdtop_self_post *tdtop_self_be_host(void)
{
	struct tdtop_self_host *host = &tdtop_self_host;
	struct tdtop_self_post *post;

	if (tdtop_self_ask(host) < 0 || tdtop_self_share(host) < 0)
		return NULL;
	post = (struct tdtop_self_post *)tdtop_self_map(TDTOP_SELF_PAGE, 3, 2, host->file);
	if (!post)
		return NULL;
	post->version = TDTOP_SELF_VERSION;
	post->change = tdtop_self_change;
	post->magic = TDTOP_SELF_HOST_MAGIC;
	host->has_key = tdtop_self_key_create && !tdtop_self_key_create(&host->key, tdtop_self_task_end);
#ifdef TDTOP_SELF_STAYS
	tdtop_self_stay();
#endif
	return post;
}

/* Once for each object: tdtop_region_changed is one for all of its files. */
__attribute__((__constructor__)) static void tdtop_self_start(void)
{
	const char *wish = getenv("TDTOP_REGIONS");

	if (!wish || strcmp(wish, "rdpmc") != 0 || tdtop_region_changed || getauxval(AT_SECURE))
		return;
	tdtop_self_post = tdtop_self_find();
	if (!tdtop_self_post)
		tdtop_self_post = tdtop_self_be_host();
	if (tdtop_self_post)
		tdtop_region_changed = tdtop_self_changed;
}

/* At exit, or when this object is unloaded after all. */
__attribute__((__destructor__)) static void tdtop_self_finish(void)
{
	struct tdtop_self_host *host = &tdtop_self_host;
	struct tdtop_self_task *task = tdtop_self_mine;

	if (!host->shared || !tdtop_self_post || tdtop_self_post->change != tdtop_self_change)
		return;
	__atomic_store_n(&tdtop_self_post->change, (void (*)(const void *, const void *, int))0,
			 __ATOMIC_RELEASE);
	if (host->has_key && tdtop_self_key_delete)
		(void)tdtop_self_key_delete(host->key);	/* threads that end later must not call this code */
	if (!*host->alive)
		return;
	if (task && !tdtop_self_busy && task->slot->state == TDTOP_SELF_COUNTS)
		tdtop_self_step(task, task->row, 0);
	tdtop_self_print_table(host->shared);
}

#ifdef __cplusplus
}
#endif

#endif
#endif

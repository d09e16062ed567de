/* SPDX-License-Identifier: GPL-2.0-only */
/* What a program has counted itself; see self_counts.h. */
#include "config.h"
#include "collect/region/self_counts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "collect/sys/file_guard.h"
#include "region/tdtop_region_shared.h"

/* A thread changes its rows for 100 ns at a time, or for some ms if it loses its CPU meanwhile. */
#define TRIES 1000
#define TRIES_AT_ONCE 100

_Static_assert(TDTOP_SELF_NAMES <= SELF_REGIONS_MAX && TDTOP_SELF_NAME == SELF_REGION_NAME,
	       "all names have room");

/* The order of the fields of PERF_METRICS, and what is left of a part of level 1. */
static const struct {
	enum metric_id node, rest;
} parts[TDTOP_SELF_PARTS] = {
	{ M_RETIRING, M_NONE }, { M_BAD_SPECULATION, M_NONE }, { M_FRONTEND_BOUND, M_NONE },
	{ M_BACKEND_BOUND, M_NONE }, { M_HEAVY_OPERATIONS, M_LIGHT_OPERATIONS },
	{ M_BRANCH_MISPREDICTS, M_MACHINE_CLEARS }, { M_FETCH_LATENCY, M_FETCH_BANDWIDTH },
	{ M_MEMORY_BOUND, M_CORE_BOUND },
};

/* Sums wrap, as the numbers are a stranger's; they are never undefined. */
static int64_t self_counts_add(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static void self_counts_add_row(struct tdtop_self_row *sum, const struct tdtop_self_row *row)
{
	sum->entries += row->entries;
	sum->cpu_ns += row->cpu_ns;
	sum->counted_ns += row->counted_ns;
	sum->slots += row->slots;
	sum->exact_slots += row->exact_slots;
	sum->rough_error += row->rough_error;
	sum->exact_error += row->exact_error;
	sum->rough_switched += row->rough_switched;
	sum->exact_switched += row->exact_switched;
	for (int i = 0; i < TDTOP_SELF_PARTS; i++) {
		sum->exact[i] = self_counts_add(sum->exact[i], row->exact[i]);
		sum->rough[i] = self_counts_add(sum->rough[i], row->rough[i]);
	}
}

static int read_word(const struct self_counts_bytes *bytes, size_t offset, uint32_t *word)
{
	atomic_thread_fence(memory_order_acquire);	/* with the writer's, around its rows */
	return bytes->read(bytes->data, word, sizeof(*word), offset);
}

static size_t offset_of_thread(uint32_t i)
{
	return offsetof(struct tdtop_self, thread) + i * sizeof(struct tdtop_self_thread);
}

/* One more try, of those that all readings share? Waits before those that are not at once. */
static bool may_try(unsigned *tries)
{
	static const struct timespec pause = { .tv_nsec = 1000000 };

	if (*tries >= TRIES_AT_ONCE)
		(void)nanosleep(&pause, NULL);
	return (*tries)++ < TRIES;
}

/* A thread with its first `names` rows, none half written. 0, or -EAGAIN: it changes all the time. */
static int read_thread(const struct self_counts_bytes *bytes, uint32_t i, uint32_t names,
		       struct tdtop_self_thread *thread, unsigned *tries)
{
	const size_t size = offsetof(struct tdtop_self_thread, row) + names * sizeof(thread->row[0]);
	uint32_t after;
	int ret;

	do {
		ret = bytes->read(bytes->data, thread, size, offset_of_thread(i));
		if (!ret)
			ret = read_word(bytes, offset_of_thread(i), &after);
		if (ret || (!(after & 1) && after == thread->sequence))
			return ret;
	} while (may_try(tries));
	return -EAGAIN;
}

static int check_head(const struct tdtop_self *head, struct err *err)
{
	if (head->magic != TDTOP_SELF_MAGIC)
		return err_set(err, EINVAL, "what it counted of its regions is not readable");
	if (head->version != TDTOP_SELF_VERSION || head->size != sizeof(*head))
		return err_set(err, EINVAL, "it was built with another version (%u) of tdtop_region.h; "
			       "this tdtop reads version %d", head->version, TDTOP_SELF_VERSION);
	if ((head->parts != 4 && head->parts != 8) || head->names < 1 ||
	    head->names > TDTOP_SELF_NAMES || head->threads < 1 ||
	    head->threads > TDTOP_SELF_THREADS)
		return err_set(err, EINVAL, "what it counted of its regions is damaged");
	return 0;
}

static void put_state(struct self_regions *regions, const struct tdtop_self_thread *thread)
{
	if (thread->tid) {
		regions->threads += thread->state == TDTOP_SELF_COUNTS;
		regions->threads_taken += thread->state == TDTOP_SELF_TAKEN;
	}
	regions->changes += thread->changes;
	regions->resets += thread->resets;
}

/* Adds up all threads, while none moves into that of the ended ones. */
static int sum_threads(const struct self_counts_bytes *bytes, const struct tdtop_self *head,
		       struct tdtop_self_row sum[TDTOP_SELF_NAMES], struct self_regions *regions)
{
	const size_t offset = offsetof(struct tdtop_self, moves);
	struct tdtop_self_thread thread;
	uint32_t before, after;
	unsigned tries = 0;
	int ret;

	do {
		memset(sum, 0, TDTOP_SELF_NAMES * sizeof(*sum));
		memset(regions, 0, sizeof(*regions));
		ret = read_word(bytes, offset, &before);
		for (uint32_t i = 0; !ret && i < head->threads; i++) {
			ret = read_thread(bytes, i, head->names, &thread, &tries);
			for (uint32_t name = 0; !ret && name < head->names; name++)
				self_counts_add_row(&sum[name], &thread.row[name]);
			if (!ret)
				put_state(regions, &thread);
		}
		if (!ret)
			ret = read_word(bytes, offset, &after);
		if (ret || (!(before & 1) && before == after))
			return ret;
	} while (may_try(&tries));
	return -EAGAIN;
}

static void put_region(struct self_region *region, const char name[TDTOP_SELF_NAME], unsigned n_parts,
		       const struct tdtop_self_row *row)
{
	double share[TDTOP_SELF_PARTS], error;

	memcpy(region->name, name, TDTOP_SELF_NAME);
	region->name[TDTOP_SELF_NAME - 1] = '\0';
	region->entries = row->entries;
	region->cpu_seconds = (double)row->cpu_ns / 1e9;
	region->running = row->cpu_ns ? fmin((double)row->counted_ns / (double)row->cpu_ns, 1) : NAN;
	region->slots = (double)row->slots;
	region->split_slots = tdtop_self_split(row, share, &error);
	region->error = region->split_slots > 0 ? error : NAN;
	for (size_t i = 0; i <= M_CORE_BOUND; i++)
		region->share[i] = NAN;
	for (unsigned i = 0; region->split_slots > 0 && i < n_parts; i++) {
		region->share[parts[i].node] = share[i];
		if (parts[i].rest != M_NONE)
			region->share[parts[i].rest] = fmax(share[i - 4] - share[i], 0);
	}
}

int self_counts_parse(const struct self_counts_bytes *bytes, struct self_regions *regions,
		      struct err *err)
{
	static const size_t head_size = offsetof(struct tdtop_self, thread);
	struct tdtop_self_row *sum = calloc(TDTOP_SELF_NAMES, sizeof(*sum));
	struct tdtop_self *head = malloc(sizeof(*head));	/* most of it is never touched */
	int ret = -ENOMEM;

	if (sum && head)
		ret = bytes->read(bytes->data, head, head_size, 0);
	if (!ret)
		ret = check_head(head, err);
	else
		(void)err_set(err, -ret, "what it counted of its regions cannot be read: %s",
			      strerror(-ret));
	if (!ret) {
		ret = sum_threads(bytes, head, sum, regions);
		if (ret == -EAGAIN)
			(void)err_set(err, EAGAIN, "what it counted of its regions changed whenever it "
				      "was read: try again");
		else if (ret)
			(void)err_set(err, -ret, "what it counted of its regions cannot be read: %s",
				      strerror(-ret));
	}
	for (uint32_t i = 1; !ret && i <= head->names; i++) {
		const uint32_t name = i % head->names;	/* "(other)" is the last */

		if (!sum[name].entries && !sum[name].cpu_ns)
			continue;
		regions->region[regions->n].other = name == 0;
		put_region(&regions->region[regions->n++], head->name[name], head->parts, &sum[name]);
	}
	if (!ret) {
		regions->pid = (int32_t)head->pid;
		regions->levels = head->parts == 8 ? 2 : 1;
		regions->threads_refused = head->not_counted;
		regions->taken = fmin(head->taken_permille / 1000.0, 1);
	}
	free(head);
	free(sum);
	return ret;
}

static int read_file(void *data, void *to, size_t n, uint64_t offset)
{
	const int *fd = data;
	const ssize_t got = pread(*fd, to, n, (off_t)offset);

	if (got < 0)
		return -errno;
	return (size_t)got == n ? 0 : -ENODATA;
}

/* A file in memory, as memfd_create(2) makes them; -ENOENT for others of this name. */
static int open_memory(int dir, const char *name)
{
	const int place = openat(dir, name, O_PATH | O_CLOEXEC);
	struct statfs fs;
	int fd;

	if (place >= 0 && (fstatfs(place, &fs) || fs.f_type != TMPFS_MAGIC)) {
		close(place);
		return -ENOENT;
	}
	fd = regular_file_reopen(place, NULL);
	return fd == -EINVAL ? -ENOENT : fd;
}

/* The first of the process's files with this name, open; or a negative errno. */
static int find_file(int32_t pid)
{
	static const char wanted[] = "/memfd:" TDTOP_SELF_FILE " (deleted)";
	char path[32], link[sizeof(wanted) + 1];
	struct dirent *entry;
	int fd = -ENOENT;
	DIR *dir;

	(void)snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? -ESRCH : -errno;
	while (fd == -ENOENT && (entry = readdir(dir))) {
		const ssize_t n = readlinkat(dirfd(dir), entry->d_name, link, sizeof(link));

		if (n == (ssize_t)sizeof(wanted) - 1 && !memcmp(link, wanted, sizeof(wanted) - 1))
			fd = open_memory(dirfd(dir), entry->d_name);
	}
	closedir(dir);
	return fd;
}

/* Is it the number that this process has in any of its pid namespaces? */
static bool is_number_of(int32_t pid, int32_t number)
{
	char path[32], line[256];
	bool is = pid == number;
	FILE *file;

	(void)snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		char *at = line + 6, *end;

		if (strncmp(line, "NSpid:", 6) != 0)
			continue;
		for (long value = strtol(at, &end, 10); end != at; value = strtol(at, &end, 10)) {
			is |= value == number;
			at = end;
		}
	}
	if (file)
		(void)fclose(file);
	return is;
}

int self_counts_read(int32_t pid, struct self_regions *regions, struct err *err)
{
	int fd = find_file(pid), ret;
	const struct self_counts_bytes bytes = { .data = &fd, .read = read_file };
	struct err why;

	if (fd == -ESRCH)
		return err_set(err, ESRCH, "there is no process %d", (int)pid);
	if (fd == -EACCES || fd == -EPERM)
		return err_set(err, EACCES, "process %d belongs to another user, who may see what it "
			       "counted of its regions (root may, too)", (int)pid);
	if (fd == -ENOENT)
		return err_set(err, ENOENT, "process %d does not count its regions itself, or has "
			       "entered none: start it with TDTOP_REGIONS=rdpmc in its environment; "
			       "its first line on stderr says what it cannot", (int)pid);
	if (fd < 0)
		return err_set(err, -fd, "cannot read the files of process %d: %s", (int)pid,
			       strerror(-fd));
	ret = self_counts_parse(&bytes, regions, &why);
	close(fd);
	if (ret)
		return err_set(err, -ret, "process %d: %s", (int)pid, why.text);
	if (!is_number_of(pid, regions->pid))
		return err_set(err, ENOENT, "process %d is a child that has entered no region; the "
			       "counts it holds are those of process %d", (int)pid,
			       (int)regions->pid);
	regions->pid = pid;
	return 0;
}

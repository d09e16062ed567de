/* SPDX-License-Identifier: GPL-2.0-only */
/* The attr of the event of a marker; see marker_event.h. Any thread. */
#include "config.h"
#include "collect/perf/marker_event.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "collect/perf/perf_open.h"
#include "collect/sys/file_guard.h"
#include "collect/sys/sysfs.h"
#include "collect/sys/thread_start.h"
#include "model/err.h"
#include "model/list_room.h"

/*
 * Bits of the first argument and of the instruction pointer: enum perf_event_x86_regs and
 * perf_event_arm_regs of the kernel's <asm/perf_regs.h>. The kernel writes registers in the order
 * of their bits.
 */
#if defined(__x86_64__)
#define REGISTERS (1ULL << 5 | 1ULL << 8)	/* DI, IP */
#elif defined(__aarch64__)
#define REGISTERS (1ULL << 0 | 1ULL << 32)	/* X0, PC */
#else
#define REGISTERS 0ULL
#endif

int marker_event_type(const char *root, uint32_t *type)
{
	long long number;
	const int ret = sysfs_read_number(root, "/sys/bus/event_source/devices/uprobe/type",
					  &number);

	if (!ret)
		*type = (uint32_t)number;
	return ret;
}

void marker_event_path(int fd, char path[MARKER_PATH_LEN])
{
	(void)snprintf(path, MARKER_PATH_LEN, "/proc/self/fd/%d", fd);
}

int marker_event_is_stale(const char *path, struct err *err)
{
	return err_set(err, ESTALE, "the regions of \"%s\" are not watched: the file has changed since it "
		       "was read", path);
}

bool marker_event_is_refused(int error)
{
	return error < 0 && error != -EPERM && error != -EACCES && error != -EAGAIN &&
	       error != -ENOMEM && error != -EMFILE && error != -ENFILE && error != -EOPNOTSUPP;
}

bool marker_event_make(struct perf_event_attr *attr, uint32_t type, const char *path,
		       uint64_t offset)
{
	group_make_tracepoint(attr, 0);
	attr->type = type;
	attr->config1 = (uint64_t)(uintptr_t)path;
	attr->config2 = offset;
	attr->sample_type |= PERF_SAMPLE_REGS_USER;
	attr->sample_regs_user = REGISTERS;
	attr->disabled = 0;	/* it goes on with its leader */
	return REGISTERS != 0;
}

/* ---- those that are open ---- */

#define LATER_NS 500000000L

/* Only then may the file be written to. */
static void close_probe(const struct open_probe *probe)
{
	close(probe->fd);
	file_guard_release(probe->guard);
}

int probes_add(struct probes *probes, const struct open_probe *probe)
{
	struct open_probe *more = list_room(probes->list, probes->n + 1, &probes->cap, 16, sizeof(*more));

	if (!more) {
		close_probe(probe);
		return -ENOMEM;
	}
	probes->list = more;
	probes->list[probes->n++] = *probe;
	return 0;
}

size_t probes_of_group(const struct probes *probes, size_t cpu, size_t mux)
{
	size_t n = 0;

	for (size_t i = 0; i < probes->n; i++)
		n += probes->list[i].cpu == cpu && probes->list[i].mux == mux;
	return n;
}

/* Objects whose probes the threads below are closing; relaxed: a bound of memory, no order. */
static _Atomic uint32_t closing;

struct to_close {
	uint32_t objects;
	bool later;
	size_t n;
	struct open_probe probe[];
};

static void close_list(struct to_close *list)
{
	for (size_t i = 0; i < list->n; i++)
		close_probe(&list->probe[i]);
	atomic_fetch_sub_explicit(&closing, list->objects, memory_order_relaxed);
	free(list);
}

/* While the kernel closes one, none can be opened (event_mutex): groups may be opened again now. */
static void *close_all(void *data)
{
	const struct timespec later = { .tv_nsec = LATER_NS };
	struct to_close *list = data;

	if (list->later)
		(void)nanosleep(&later, NULL);
	close_list(list);
	return NULL;
}

static void close_aside(struct to_close *list)
{
	pthread_t thread;

	atomic_fetch_add_explicit(&closing, list->objects, memory_order_relaxed);
	if (!thread_start(&thread, "tdtop-probes", close_all, list, NULL)) {
		(void)pthread_detach(thread);
		return;
	}
	close_list(list);
}

void probes_close(struct probes *probes, uint32_t object, bool later)
{
	struct to_close *list = malloc(sizeof(*list) + probes->n * sizeof(list->probe[0]));
	size_t n = 0, closed = 0;
	uint32_t last = 0;

	for (size_t i = 0; i < probes->n; i++) {
		const struct open_probe *probe = &probes->list[i];

		if (probe->object < object) {
			probes->list[n++] = *probe;
			continue;
		}
		(void)ioctl(probe->fd, PERF_EVENT_IOC_DISABLE, 0);
		last = probe->object > last ? probe->object : last;
		if (list)
			list->probe[closed++] = *probe;
		else
			close_probe(probe);
	}
	if (closed) {
		list->n = closed;
		list->later = later;
		list->objects = last - object + 1;
		close_aside(list);
	} else {
		free(list);
	}
	probes->n = n;
	if (n)
		return;
	free(probes->list);
	*probes = (struct probes){ .n = 0 };
}

size_t probes_closing(void)
{
	return atomic_load_explicit(&closing, memory_order_relaxed);
}

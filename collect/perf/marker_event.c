/* SPDX-License-Identifier: GPL-2.0-only */
/* The attr of the event of a marker; see marker_event.h. Any thread. */
#include "config.h"
#include "collect/perf/marker_event.h"

#include <errno.h>
#include <stdio.h>

#include "collect/perf/perf_open.h"
#include "collect/sys/sysfs.h"
#include "model/err.h"

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

/* SPDX-License-Identifier: 0BSD */
/*
 * System calls of tdtop_region_rdpmc.h on x86-64, without errno, cancellation, and without what
 * <unistd.h> hides from -std=c99. All return what the kernel does: a negative errno.
 */
#ifndef TDTOP_REGION_CALLS_H
#define TDTOP_REGION_CALLS_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>

enum tdtop_self_call {
	TDTOP_SELF_READ = 0,
	TDTOP_SELF_WRITE = 1,
	TDTOP_SELF_CLOSE = 3,
	TDTOP_SELF_MMAP = 9,
	TDTOP_SELF_MUNMAP = 11,
	TDTOP_SELF_SIGPROCMASK = 14,
	TDTOP_SELF_IOCTL = 16,
	TDTOP_SELF_YIELD = 24,
	TDTOP_SELF_MADVISE = 28,
	TDTOP_SELF_GETPID = 39,
	TDTOP_SELF_FCNTL = 72,
	TDTOP_SELF_FTRUNCATE = 77,
	TDTOP_SELF_READLINK = 89,
	TDTOP_SELF_GETTID = 186,
	TDTOP_SELF_CLOCK_GETTIME = 228,
	TDTOP_SELF_OPENAT = 257,
	TDTOP_SELF_PERF_EVENT_OPEN = 298,
	TDTOP_SELF_MEMFD_CREATE = 319
};

#ifdef __x86_64__
static inline long tdtop_self_syscall(long number, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long ret;

	__asm__ __volatile__("syscall"
			     : "=a"(ret)
			     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			     : "rcx", "r11", "memory");
	return ret;
}
#else	/* for tests that put functions of their own in place of all of these */
static inline long tdtop_self_syscall(long number, long a, long b, long c, long d, long e, long f)
{
	(void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
	return -38;	/* ENOSYS */
}
#endif

#define TDTOP_SELF_PAGE 4096L
#define TDTOP_SELF_FAILED(address) ((unsigned long)(address) > -4096UL)

/* PROT_READ | PROT_WRITE is 3; MAP_SHARED 1, MAP_PRIVATE 2, MAP_ANONYMOUS 0x20. NULL: refused. */
static inline void *tdtop_self_map(long size, long prot, long flags, long fd)
{
	const long at = tdtop_self_syscall(TDTOP_SELF_MMAP, 0, size, prot, flags, fd, 0);

	return TDTOP_SELF_FAILED(at) ? NULL : (void *)at;
}

/* What a descriptor is open on: is it still ours, where the program may have closed all? */
static inline int tdtop_self_is_open_on(int fd, const char *what)
{
	char link[32] = "/proc/self/fd/", target[64];
	int at = 14, from, digits = 1, rest;
	long n, i;

	for (rest = fd; rest >= 10; rest /= 10)
		digits++;
	for (from = at + digits - 1, rest = fd; from >= at; from--, rest /= 10)
		link[from] = (char)('0' + rest % 10);
	n = tdtop_self_syscall(TDTOP_SELF_READLINK, (long)link, (long)target, sizeof(target), 0, 0, 0);
	for (i = 0; what[i]; i++)
		if (i >= n || target[i] != what[i])
			return 0;
	return 1;
}

/* What counting needs of the kernel and the CPU. */
struct tdtop_self_ops {
	long (*open)(struct perf_event_attr *attr, int leader);
	void *(*map)(int fd);		/* NULL: refused */
	void (*unmap)(void *page);
	void (*shut)(int fd);
	long (*reset)(int fd);		/* the whole group */
	long (*toggle)(int fd, int on);	/* the group's leader */
	uint64_t (*rdpmc)(uint32_t index);
	uint64_t (*tsc)(void);
	uint64_t (*cpu_ns)(void);	/* of the thread; only where the kernel has no rdtsc clock */
};

static inline long tdtop_self_call_open(struct perf_event_attr *attr, int leader)
{
	return tdtop_self_syscall(TDTOP_SELF_PERF_EVENT_OPEN, (long)attr, 0, -1, leader,
				  PERF_FLAG_FD_CLOEXEC, 0);
}

static inline void *tdtop_self_call_map(int fd)
{
	return tdtop_self_map(TDTOP_SELF_PAGE, 1, 1, fd);
}

static inline void tdtop_self_call_unmap(void *page)
{
	(void)tdtop_self_syscall(TDTOP_SELF_MUNMAP, (long)page, TDTOP_SELF_PAGE, 0, 0, 0, 0);
}

static inline void tdtop_self_call_shut(int fd)
{
	if (tdtop_self_is_open_on(fd, "anon_inode:[perf_event]"))
		(void)tdtop_self_syscall(TDTOP_SELF_CLOSE, fd, 0, 0, 0, 0, 0);
}

static inline long tdtop_self_call_reset(int fd)
{
	return tdtop_self_syscall(TDTOP_SELF_IOCTL, fd, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP, 0, 0, 0);
}

static inline long tdtop_self_call_toggle(int fd, int on)
{
	return tdtop_self_syscall(TDTOP_SELF_IOCTL, fd,
				  on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0, 0, 0, 0);
}

#ifdef __x86_64__
static inline uint64_t tdtop_self_call_rdpmc(uint32_t index)
{
	uint32_t low, high;

	__asm__ __volatile__("rdpmc" : "=a"(low), "=d"(high) : "c"(index));
	return (uint64_t)high << 32 | low;
}

static inline uint64_t tdtop_self_call_tsc(void)
{
	uint32_t low, high;

	__asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}
#else
static inline uint64_t tdtop_self_call_rdpmc(uint32_t index)
{
	(void)index;
	return 0;
}

static inline uint64_t tdtop_self_call_tsc(void)
{
	return 0;
}
#endif

static inline uint64_t tdtop_self_call_cpu_ns(void)
{
	int64_t time[2] = {0, 0};

	(void)tdtop_self_syscall(TDTOP_SELF_CLOCK_GETTIME, 3, (long)time, 0, 0, 0, 0);
	return (uint64_t)time[0] * 1000000000U + (uint64_t)time[1];
}

/* TDTOP_SELF_OPS: to be defined before, by a test, as a pointer to its own. */
#ifndef TDTOP_SELF_OPS
static const struct tdtop_self_ops tdtop_self_real_ops = {
	tdtop_self_call_open, tdtop_self_call_map, tdtop_self_call_unmap, tdtop_self_call_shut,
	tdtop_self_call_reset, tdtop_self_call_toggle, tdtop_self_call_rdpmc, tdtop_self_call_tsc,
	tdtop_self_call_cpu_ns
};

#define TDTOP_SELF_OPS (&tdtop_self_real_ops)
#endif

#endif

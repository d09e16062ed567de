/* SPDX-License-Identifier: GPL-2.0-only */
/* seccomp, limits, capabilities; see helper_jail.h. */
#include "config.h"
#include "collect/code/helper_jail.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define ADDRESS_SPACE ((rlim_t)1 << 30)
#define NOBODY 65534
#define FILES 64	/* those that it is given */

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef ARCH

/* What libelf, libdw, capstone and glibc call once files are open. All else fails with EPERM. */
static const int allowed[] = {
	SYS_read, SYS_pread64, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_close, SYS_fcntl,
	SYS_recvmsg, SYS_sendmsg,
	SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk,
	SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_futex,
	SYS_getrandom, SYS_clock_gettime, SYS_restart_syscall,
	SYS_prlimit64,	/* how long the next question may take */
	SYS_getrusage,
	SYS_getpid, SYS_getppid, SYS_gettid, SYS_tgkill,	/* abort() */
};

#define N_ALLOWED (sizeof(allowed) / sizeof(allowed[0]))

static bool limit_calls(void)
{
	struct sock_filter filter[N_ALLOWED + 6];
	struct sock_fprog program = { .filter = filter };
	size_t n = 0;

	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						   offsetof(struct seccomp_data, arch));
	filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						   offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < N_ALLOWED; i++)
		filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
							   (unsigned int)allowed[i],
							   (unsigned char)(N_ALLOWED - i), 0);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	program.len = (unsigned short)n;
	return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

static bool limit_calls(void)
{
	return false;
}

#endif

static void limit(__rlimit_resource_t what, rlim_t most)
{
	const struct rlimit value = { most, most };

	(void)setrlimit(what, &value);
}

/*
 * Root without capabilities still owns root's files. Not the functions of glibc, which change all
 * threads: there is one. Where `nobody` has no number (a container) root stays.
 */
static void leave_root(void)
{
	if (geteuid())
		return;
	(void)syscall(SYS_setgroups, 0, NULL);
	(void)syscall(SYS_setresgid, NOBODY, NOBODY, NOBODY);
	(void)syscall(SYS_setresuid, NOBODY, NOBODY, NOBODY);
}

static void drop_capabilities(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

	(void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	leave_root();
	(void)syscall(SYS_capset, &header, none);
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	/* behind what changes the user, which resets it (prctl(2)) */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void helper_jail_files(int keep)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd < (SANITIZED ? 2 : 3) && null >= 0; fd++)
		(void)dup2(null, fd);
	if (null > 2 && null != keep)
		(void)close(null);
	for (int fd = 3; fd < keep; fd++)
		(void)close(fd);
	if (syscall(SYS_close_range, (unsigned int)keep + 1, ~0u, 0u)) {
		long most = sysconf(_SC_OPEN_MAX);

		for (int fd = keep + 1; fd < (most > 0 && most < 4096 ? most : 4096); fd++)
			(void)close(fd);
	}
}

bool helper_jail_enter(int keep)
{
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, 0);
	drop_capabilities();
	if (SANITIZED)
		return false;
	limit(RLIMIT_NOFILE, (rlim_t)keep + FILES);
	limit(RLIMIT_AS, ADDRESS_SPACE);
	return limit_calls();
}

void helper_jail_seconds(unsigned int seconds)
{
	struct rusage used;
	struct rlimit value = { .rlim_max = RLIM_INFINITY };

	if (getrusage(RUSAGE_SELF, &used) || getrlimit(RLIMIT_CPU, &value))
		return;
	value.rlim_cur = (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + seconds;
	if (value.rlim_max != RLIM_INFINITY && value.rlim_cur > value.rlim_max)
		value.rlim_cur = value.rlim_max;
	(void)setrlimit(RLIMIT_CPU, &value);
}

/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labforbid ERRNO COMMAND...: the command without bpf(2), which fails with this errno, as in a
 * container with a seccomp profile.
 * labforbid tasks ERRNO COMMAND...: it can use perf_event_open(2) for CPUs and for itself, not for
 * other tasks: that fails with this errno. So tdtop counts and finds what it could sample, and
 * sampling a process fails.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* An argument of a system call, the 32 bits of an int. */
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + (n) * sizeof(__u64))
#define LOAD(where) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, where)

static int forbid_bpf(unsigned int number)
{
	struct sock_filter rules[] = {
		LOAD(offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_bpf, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | number),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = { sizeof(rules) / sizeof(rules[0]), rules };

	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* The pid of perf_event_open(2): -1 is all tasks of a CPU, 0 the caller. */
static int forbid_tasks(unsigned int number)
{
	struct sock_filter rules[] = {
		LOAD(offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 4),
		LOAD(ARGUMENT(1)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x80000000U, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | number),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = { sizeof(rules) / sizeof(rules[0]), rules };

	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

int main(int argc, char **argv)
{
	const int tasks = argc > 2 && strcmp(argv[1], "tasks") == 0;
	char **const command = argv + 2 + tasks;
	const unsigned int number = argc > 2 + tasks ? (unsigned int)atoi(argv[1 + tasks]) : 0;

	if (!number) {
		fputs("usage: labforbid [tasks] ERRNO COMMAND...\n", stderr);
		return 2;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || (tasks ? forbid_tasks(number) : forbid_bpf(number))) {
		perror("labforbid");
		return 1;
	}
	execvp(command[0], command);
	perror(command[0]);
	return 127;
}

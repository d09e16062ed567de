/* SPDX-License-Identifier: GPL-2.0-only */
/* What a process may do in the jail; each test in a child. */
#include "config.h"
#include "collect/code/helper.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

#define NO_SECCOMP 77	/* qemu-user, or a sanitizer */

static int pipe_ends[2];

/* Runs it in a jail, in which only the pipe is open. Its exit status; -signal. */
static int in_jail(int (*what)(void), bool needs_seccomp)
{
	int status;
	pid_t pid;

	assert_int_equal(pipe(pipe_ends), 0);
	pid = fork();
	if (!pid) {
		bool limited;

		helper_jail_files(pipe_ends[1]);
		limited = helper_jail_enter(pipe_ends[1]);
		_exit(needs_seccomp && !limited ? NO_SECCOMP : what());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	(void)close(pipe_ends[0]);
	(void)close(pipe_ends[1]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int open_file(void)
{
	return open("/etc/passwd", O_RDONLY | O_CLOEXEC) < 0 ? errno : 0;
}

static int make_socket(void)
{
	return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) < 0 ? errno : 0;
}

static int make_process(void)
{
	return fork() < 0 ? errno : 0;
}

static int run_program(void)
{
	(void)execl("/bin/true", "true", (char *)NULL);
	return errno;
}

static int signal_parent(void)
{
	return kill(getppid() > 1 ? getppid() : 1, 0) ? errno : 0;
}

static int write_pipe(void)
{
	return write(pipe_ends[1], "x", 1) == 1 ? 0 : errno;
}

TEST(what_it_may_not_do_is_refused)
{
	static const struct {
		const char *what;
		int (*act)(void);
	} rows[] = {
		{ "it opens no file", open_file },
		{ "it has no network", make_socket },
		{ "it starts no process", make_process },
		{ "it runs no program", run_program },
		{ "it signals no other process", signal_parent },
		{ "it writes only messages", write_pipe },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int status = in_jail(rows[i].act, true);

		if (status == NO_SECCOMP)
			skip();
		if (status != EPERM)
			fail_msg("%s: %d", rows[i].what, status);
	}
}

static int closed_files(void)
{
	return fcntl(pipe_ends[0], F_GETFD) < 0 && fcntl(pipe_ends[1], F_GETFD) >= 0 &&
		fcntl(200, F_GETFD) < 0 ? 0 : 1;
}

TEST(of_all_files_it_has_only_the_one_it_keeps)
{
	int other = fcntl(0, F_DUPFD_CLOEXEC, 200), status = in_jail(closed_files, false);

	(void)close(other);
	assert_int_equal(status, 0);
}

static int no_capabilities(void)
{
	return chroot(".") && geteuid() ? 0 : 1;
}

TEST(root_is_nobody_in_it)
{
	if (geteuid())
		skip();
	assert_int_equal(in_jail(no_capabilities, false), 0);
}

static int take_memory(void)
{
	void *bytes = malloc((size_t)2 << 30);
	int ret = bytes ? 1 : 0;

	free(bytes);
	return ret;
}

TEST(it_gets_no_2_GB)
{
	int status = in_jail(take_memory, true);

	if (status == NO_SECCOMP)	/* then the address space is not limited either */
		skip();
	assert_int_equal(status, 0);
}

static int loop_for_ever(void)
{
	volatile int x = 0;

	helper_jail_seconds(1);
	while (x >= 0)
		x = 1;
	return 0;
}

TEST(a_question_that_takes_too_long_ends_it)
{
	assert_int_equal(in_jail(loop_for_ever, false), -SIGXCPU);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* A program on a pseudo-terminal; see fixture_pty.h. */
#include "config.h"
#include "tests/fixture_pty.h"

#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#define SEEN_MAX (1 << 20)

struct pty pty = { .master = -1, .alive = -1 };
static char seen[SEEN_MAX];	/* all output so far */

static void say(const char *text)
{
	(void)!write(STDOUT_FILENO, text, strlen(text));
}

/* In the leader: what a shell does, and tells about it. */
static _Noreturn void be_shell(pid_t child)
{
	char text[32];
	int status;

	(void)signal(SIGTTOU, SIG_IGN);
	while (waitpid(child, &status, WUNTRACED) == child) {
		if (WIFSTOPPED(status)) {
			(void)tcsetpgrp(STDIN_FILENO, getpgrp());
			say("<stopped>");
			(void)tcsetpgrp(STDIN_FILENO, child);
			(void)kill(-child, SIGCONT);
			continue;
		}
		(void)snprintf(text, sizeof(text), "<%s %d>", WIFEXITED(status) ? "exit" : "killed",
			       WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
		say(text);
		break;
	}
	/* The test looks at the terminal's modes before it hangs up. */
	for (;;)
		(void)pause();
}

/* A sanitizer would turn a crash into an exit with a report. */
static void leave_crashes(const char *options)
{
	const char *now = getenv(options);
	char text[512];

	(void)snprintf(text, sizeof(text), "%s:handle_segv=0", now ? now : "");
	(void)setenv(options, text, 1);
}

/* At Ctrl-C a terminal throws away what was just written to it: an answer to the signal, too, if that was quick. */
static void keep_output(void)
{
	struct termios modes;

	if (tcgetattr(STDIN_FILENO, &modes))
		return;
	modes.c_lflag |= NOFLSH;
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

static _Noreturn void be_program(char *const argv[])
{
	leave_crashes("ASAN_OPTIONS");
	leave_crashes("TSAN_OPTIONS");
	(void)signal(SIGTTOU, SIG_IGN);
	(void)setpgid(0, 0);
	(void)tcsetpgrp(STDIN_FILENO, getpid());
	keep_output();
	(void)signal(SIGTTOU, SIG_DFL);
	/* A suite in the background ignores these, and the program would, too. */
	(void)signal(SIGHUP, SIG_DFL);
	(void)signal(SIGINT, SIG_DFL);
	execv(argv[0], argv);
	_exit(127);
}

int pty_begin(char *const argv[])
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int alive[2];
	pid_t child;

	pty.n_seen = pty.n_matched = 0;
	if (pipe2(alive, 0))
		return -1;
	pty.alive = alive[0];
	pty.leader = forkpty(&pty.master, NULL, NULL, &size);
	if (pty.leader == 0) {
		(void)close(alive[0]);
		child = fork();
		if (child == 0)
			be_program(argv);
		(void)close(alive[1]);	/* only the program holds it */
		be_shell(child);
	}
	(void)close(alive[1]);
	return pty.leader < 0 ? -1 : 0;
}

void pty_end(void)
{
	if (pty.master >= 0)
		(void)close(pty.master);
	(void)kill(pty.leader, SIGKILL);
	(void)waitpid(pty.leader, NULL, 0);
	(void)close(pty.alive);
	pty.master = pty.alive = -1;
}

void pty_take(void)
{
	ssize_t n = read(pty.master, seen + pty.n_seen, SEEN_MAX - pty.n_seen);

	if (n <= 0)
		fail_msg("the terminal ended after \"%.*s\"", (int)(pty.n_seen - pty.n_matched),
			 seen + pty.n_matched);
	pty.n_seen += (size_t)n;
}

void pty_expect(const char *text)
{
	for (;;) {
		struct pollfd fd = { .fd = pty.master, .events = POLLIN };
		char *at = memmem(seen + pty.n_matched, pty.n_seen - pty.n_matched, text,
				  strlen(text));

		if (at) {
			pty.n_matched = (size_t)(at - seen) + strlen(text);
			return;
		}
		if (poll(&fd, 1, PTY_SAFETY_MS) <= 0)
			fail_msg("\"%s\" never came", text);
		pty_take();
	}
}

void pty_type(const char *keys)
{
	assert_int_equal(write(pty.master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

pid_t pty_foreground(void)
{
	pid_t group = tcgetpgrp(pty.master);

	assert_true(group > 0);
	return group;
}

void pty_check_restored(void)
{
	struct termios modes;

	assert_int_equal(tcgetattr(pty.master, &modes), 0);
	assert_true(modes.c_lflag & ICANON);
	assert_true(modes.c_lflag & ECHO);
}

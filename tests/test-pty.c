/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The whole program on a pseudo-terminal, with the demo: frames, keys, a resize, signals, Ctrl-Z,
 * a terminal that goes away. It never sleeps: it reads until the expected text comes, and a poll
 * timeout only ends a test that would hang. A leader process stands between (a job-control shell,
 * as it were): a session leader's own group is orphaned, so Ctrl-Z would not stop it.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/machine.h"

#define SAFETY_MS 20000
#define SEEN_MAX (1 << 20)
#define LEAVE_SCREEN "\033[?1049l"	/* rmcup of xterm: the shell's screen is back */

static int master, alive[2];
static pid_t leader;
static char seen[SEEN_MAX];	/* all output so far */
static size_t n_seen, n_matched;

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
			(void)kill(child, SIGCONT);
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

static const char *replayed;	/* NULL: the demo */

static _Noreturn void be_tdtop(void)
{
	char *argv[] = { getenv("TDTOP"), (char *)"--demo", (char *)"--delay", (char *)"0.1", NULL };

	if (replayed) {
		argv[1] = (char *)"--replay";
		argv[2] = (char *)replayed;
		argv[3] = NULL;
	}
	leave_crashes("ASAN_OPTIONS");
	leave_crashes("TSAN_OPTIONS");
	(void)signal(SIGTTOU, SIG_IGN);
	(void)setpgid(0, 0);
	(void)tcsetpgrp(STDIN_FILENO, getpid());
	(void)signal(SIGTTOU, SIG_DFL);
	/* A suite in the background ignores these, and tdtop would, too. */
	(void)signal(SIGHUP, SIG_DFL);
	(void)signal(SIGINT, SIG_DFL);
	execv(argv[0], argv);
	_exit(127);
}

/* Where key W writes; taken away by the test that lets it. */
static char home[64];

static int set_up(void **state)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	pid_t child;

	(void)state;
	n_seen = n_matched = 0;
	(void)snprintf(home, sizeof(home), "/tmp/tdtop-test-pty-XXXXXX");
	if (!mkdtemp(home) || setenv("XDG_CONFIG_HOME", home, 1))
		return -1;
	if (pipe2(alive, 0))
		return -1;
	leader = forkpty(&master, NULL, NULL, &size);
	if (leader == 0) {
		(void)close(alive[0]);
		child = fork();
		if (child == 0)
			be_tdtop();
		(void)close(alive[1]);	/* only tdtop holds it */
		be_shell(child);
	}
	(void)close(alive[1]);
	return leader < 0 ? -1 : 0;
}

/* A pipe with the first bytes of a recording in it, that nobody closes. */
static int pipe_fd = -1;
static char pipe_path[96];

static int set_up_pipe(void **state, size_t most)
{
	static char bytes[1 << 20];
	FILE *file = fopen(fixture("recordings", "stream.data"), "r");
	size_t n = file ? fread(bytes, 1, most < sizeof(bytes) ? most : sizeof(bytes), file) : 0;

	if (file)
		(void)fclose(file);
	(void)snprintf(pipe_path, sizeof(pipe_path), "/tmp/tdtop-test-pipe-%d", (int)getpid());
	(void)unlink(pipe_path);
	if (mkfifo(pipe_path, 0600))
		return -1;
	pipe_fd = open(pipe_path, O_RDWR | O_CLOEXEC);
	if (pipe_fd < 0 || fcntl(pipe_fd, F_SETPIPE_SZ, sizeof(bytes)) < 0 ||
	    write(pipe_fd, bytes, n) != (ssize_t)n)
		return -1;
	replayed = pipe_path;
	return set_up(state);
}

static int set_up_stream(void **state)
{
	/* Two rounds: then nothing older can come. */
	static const char rounds[] = "\x44\0\0\0\0\0\x08\0\x44\0\0\0\0\0\x08";

	return set_up_pipe(state, SIZE_MAX) ||
	       write(pipe_fd, rounds, sizeof(rounds)) != sizeof(rounds);
}

static int set_up_silence(void **state)
{
	return set_up_pipe(state, 16);
}

static int tear_down(void **state)
{
	(void)state;
	if (replayed)
		(void)unlink(replayed);
	if (pipe_fd >= 0)
		(void)close(pipe_fd);
	pipe_fd = -1;
	replayed = NULL;
	if (master >= 0)
		(void)close(master);
	(void)kill(leader, SIGKILL);
	(void)waitpid(leader, NULL, 0);
	(void)close(alive[0]);
	return rmdir(home);
}

/* Reads on until this text was seen after the last one. */
static void expect(const char *text)
{
	for (;;) {
		struct pollfd fd = { .fd = master, .events = POLLIN };
		char *at = memmem(seen + n_matched, n_seen - n_matched, text, strlen(text));
		ssize_t n;

		if (at) {
			n_matched = (size_t)(at - seen) + strlen(text);
			return;
		}
		if (poll(&fd, 1, SAFETY_MS) <= 0)
			fail_msg("\"%s\" never came", text);
		n = read(master, seen + n_seen, SEEN_MAX - n_seen);
		if (n <= 0)
			fail_msg("the terminal ended before \"%s\"", text);
		n_seen += (size_t)n;
	}
}

static void type(const char *keys)
{
	assert_int_equal(write(master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

static pid_t foreground(void)
{
	pid_t group = tcgetpgrp(master);

	assert_true(group > 0);
	return group;
}

/* The modes of a fresh terminal: lines are read whole, and typed characters are shown. */
static void check_restored(void)
{
	struct termios modes;

	assert_int_equal(tcgetattr(master, &modes), 0);
	assert_true(modes.c_lflag & ICANON);
	assert_true(modes.c_lflag & ECHO);
}

static void q_quits_and_gives_the_terminal_back(void **state)
{
	(void)state;
	expect("COMMAND");
	expect("stream_c");	/* numbers came */
	type("q");
	expect(LEAVE_SCREEN);
	expect("<exit 0>");
	check_restored();
}

static void keys_change_what_is_shown(void **state)
{
	(void)state;
	expect("stream_c");
	type("2");
	expect("HEAVY");
	type("\r");
	expect("that ran");
	type("?");
	expect("Order");
	type("qq");
	expect("<exit 0>");
}

static void what_was_set_up_is_written(void **state)
{
	char folder[96], path[128], text[8192];
	FILE *in;

	(void)state;
	expect("stream_c");
	type("\033OQ");	/* F2: into the settings, to the level, another one */
	expect("SETUP");
	type("\033OC\033OB ");
	expect("HEAVY");
	type("\033OD\033OB\033OC ");	/* the columns of processes: no pid */
	type("Wqq");
	expect("<exit 0>");
	(void)snprintf(folder, sizeof(folder), "%s/tdtop", home);
	(void)snprintf(path, sizeof(path), "%s/tdtoprc", folder);
	in = fopen(path, "r");
	assert_non_null(in);
	text[fread(text, 1, sizeof(text) - 1, in)] = '\0';
	(void)fclose(in);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
	assert_non_null(strstr(text, "\nlevel = 2\n"));
	assert_non_null(strstr(text, "\ncolumns-processes = user,thr,cpu,"));
}

static void a_resize_is_followed(void **state)
{
	struct winsize size = { .ws_row = 50, .ws_col = 150 };

	(void)state;
	expect("stream_c");
	assert_int_equal(ioctl(master, TIOCSWINSZ, &size), 0);
	expect("\033[50");	/* the cursor goes to a line that was not there */
	size.ws_row = 4;
	size.ws_col = 10;
	assert_int_equal(ioctl(master, TIOCSWINSZ, &size), 0);
	expect("too small");
	type("q");
	expect("<exit 0>");
}

static void check_signal_ends(int number)
{
	expect("stream_c");
	assert_int_equal(kill(-foreground(), number), 0);
	expect(LEAVE_SCREEN);
	expect("<exit 0>");
	check_restored();
}

static void sigterm_ends_it_cleanly(void **state)
{
	(void)state;
	check_signal_ends(SIGTERM);
}

static void sighup_ends_it_cleanly(void **state)
{
	(void)state;
	check_signal_ends(SIGHUP);
}

static void ctrl_c_ends_it_cleanly(void **state)
{
	(void)state;
	expect("stream_c");
	type("\003");
	expect(LEAVE_SCREEN);
	expect("<exit 0>");
	check_restored();
}

static void ctrl_z_stops_it_and_fg_brings_it_back(void **state)
{
	(void)state;
	expect("stream_c");
	type("\032");
	expect(LEAVE_SCREEN);
	expect("<stopped>");
	expect("COMMAND");	/* the shell has said "fg": the whole screen again */
	expect("stream_c");
	type("q");
	expect("<exit 0>");
	check_restored();
}

static void check_crash(int number)
{
	char how[32];

	expect("stream_c");
	(void)snprintf(how, sizeof(how), "<killed %d>", number);
	assert_int_equal(kill(-foreground(), number), 0);
	expect(LEAVE_SCREEN);
	expect(how);
	check_restored();
}

static void a_crash_gives_the_terminal_back(void **state)
{
	(void)state;
	check_crash(SIGSEGV);
}

static void a_failed_assertion_gives_the_terminal_back(void **state)
{
	(void)state;
	check_crash(SIGABRT);
}

/* Until the terminal takes no more of the program's output. Reads what is there, or nothing. */
static void wait_until_stuck(bool reading)
{
	struct pollfd fds[] = {
		{ .fd = open(ptsname(master), O_RDWR | O_NOCTTY), .events = POLLOUT },
		{ .fd = master, .events = POLLIN },
	};

	assert_true(fds[0].fd >= 0);
	for (;;) {
		if (poll(fds, 2, 0) < 0)
			fail();
		if (reading && fds[1].revents)
			n_seen += (size_t)read(master, seen + n_seen, SEEN_MAX - n_seen);
		else if (!fds[0].revents)
			break;
	}
	(void)close(fds[0].fd);
	n_matched = n_seen;
}

static void stop_output(void)
{
	type("\023");
	wait_until_stuck(true);
}

static void sigterm_ends_it_while_output_is_stopped(void **state)
{
	(void)state;
	expect("stream_c");
	stop_output();
	assert_int_equal(kill(-foreground(), SIGTERM), 0);
	expect(LEAVE_SCREEN);
	expect("<exit 0>");
	check_restored();
}

static void keys_are_answered_while_output_is_stopped(void **state)
{
	(void)state;
	expect("stream_c");
	stop_output();
	type("q");
	expect(LEAVE_SCREEN);
	expect("<exit 0>");
	check_restored();
}

static void the_screen_is_whole_when_output_goes_on(void **state)
{
	(void)state;
	expect("stream_c");
	stop_output();
	type("2");
	type("\021");
	expect("HEAVY");
	type("q");
	expect("<exit 0>");
}

/* A frame is larger than what the terminal takes: its write waits for the reader. */
static void sigterm_ends_it_while_nobody_reads(void **state)
{
	struct winsize size = { .ws_row = 200, .ws_col = 400 };
	struct pollfd fd = { .fd = alive[0], .events = POLLIN };

	(void)state;
	expect("stream_c");
	assert_int_equal(ioctl(master, TIOCSWINSZ, &size), 0);
	wait_until_stuck(false);
	assert_int_equal(kill(-foreground(), SIGTERM), 0);
	assert_int_equal(poll(&fd, 1, SAFETY_MS), 1);
	expect("<exit 0>");
	check_restored();
}

static void it_ends_when_the_terminal_is_gone(void **state)
{
	struct pollfd fd = { .fd = alive[0], .events = POLLIN };

	(void)state;
	expect("stream_c");
	(void)close(master);
	master = -1;
	/* End of file: nobody holds the other end any more. */
	assert_int_equal(poll(&fd, 1, SAFETY_MS), 1);
}

static void a_recording_in_a_pipe_that_goes_on_is_shown_and_left_by_q(void **state)
{
	(void)state;
	expect("hog_");
	type("2");
	expect("HEAVY");
	type("q");
	expect(LEAVE_SCREEN);
	expect("<exit 0>");
	check_restored();
}

/* There is no screen yet. */
static void ctrl_c_ends_it_while_a_pipe_gives_nothing(void **state)
{
	char how[32];
	pid_t group;

	(void)state;
	while ((group = tcgetpgrp(master)) <= 0 || group == leader)
		(void)poll(NULL, 0, 1);
	type("\003");
	(void)snprintf(how, sizeof(how), "<killed %d>", SIGINT);
	expect(how);
	check_restored();
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(q_quits_and_gives_the_terminal_back),
		TEST(keys_change_what_is_shown),
		TEST(what_was_set_up_is_written),
		TEST(a_resize_is_followed),
		TEST(sigterm_ends_it_cleanly),
		TEST(sighup_ends_it_cleanly),
		TEST(ctrl_c_ends_it_cleanly),
		TEST(ctrl_z_stops_it_and_fg_brings_it_back),
		TEST(a_crash_gives_the_terminal_back),
		TEST(a_failed_assertion_gives_the_terminal_back),
		TEST(sigterm_ends_it_while_output_is_stopped),
		TEST(keys_are_answered_while_output_is_stopped),
		TEST(the_screen_is_whole_when_output_goes_on),
		TEST(sigterm_ends_it_while_nobody_reads),
		TEST(it_ends_when_the_terminal_is_gone),
		cmocka_unit_test_setup_teardown(
			a_recording_in_a_pipe_that_goes_on_is_shown_and_left_by_q, set_up_stream,
			tear_down),
		cmocka_unit_test_setup_teardown(ctrl_c_ends_it_while_a_pipe_gives_nothing,
						set_up_silence, tear_down),
	};

	if (!getenv("TDTOP")) {
		print_message("TDTOP does not name the program: skipped\n");
		return 77;
	}
	(void)setenv("TERM", "xterm", 1);
	return cmocka_run_group_tests_name("pty", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The whole program on a pseudo-terminal, with the demo: frames, keys, a resize, signals, Ctrl-Z, a
 * terminal that hangs up.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/fixture_pty.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static const char *replayed;	/* NULL: the demo */

/* File that key W writes; removed by the test that uses it. */
static char home[64];

SETUP_MAY_FAIL
{
	char *argv[] = { getenv("TDTOP"), (char *)"--demo", (char *)"--delay", (char *)"0.1",
			 NULL };

	if (replayed) {
		argv[1] = (char *)"--replay";
		argv[2] = (char *)replayed;
		argv[3] = NULL;
	}
	(void)snprintf(home, sizeof(home), "/tmp/tdtop-test-pty-XXXXXX");
	if (!mkdtemp(home) || setenv("XDG_CONFIG_HOME", home, 1) || pty_begin(argv))
		return -1;
	if (!replayed) {
		pty_expect("COMMAND");
		pty_expect("stream_c");	/* numbers came */
	}
	return 0;
}

/* A pipe with the first bytes of a recording; its writing end stays open. */
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
	return setup_of_each(state);
}

static int set_up_stream(void **state)
{
	/* Two rounds: then no older output can come. */
	static const char rounds[] = "\x44\0\0\0\0\0\x08\0\x44\0\0\0\0\0\x08";

	return set_up_pipe(state, SIZE_MAX) ||
	       write(pipe_fd, rounds, sizeof(rounds)) != sizeof(rounds);
}

static int set_up_silence(void **state)
{
	return set_up_pipe(state, 16);
}

TEARDOWN_MAY_FAIL
{
	if (replayed)
		(void)unlink(replayed);
	if (pipe_fd >= 0)
		(void)close(pipe_fd);
	pipe_fd = -1;
	replayed = NULL;
	pty_end();
	return rmdir(home);
}

static char *demo[] = { NULL, (char *)"--demo", (char *)"--delay", (char *)"0.1", NULL };

FIXTURE(set_up_orphan_in_front)
{
	demo[0] = getenv("TDTOP");
	return pty_begin_orphan_in_front(demo);
}

FIXTURE(set_up_orphan)
{
	demo[0] = getenv("TDTOP");
	return pty_begin_orphan(demo);
}

AROUND(tear_down_pty)
{
	pty_end();
	(void)setenv("TERM", "xterm", 1);
}

TEST(q_quits_and_gives_the_terminal_back)
{
	pty_quit("q");
}

TEST(keys_change_what_is_shown)
{
	pty_type("2");
	pty_expect("HEAVY");
	pty_type("\r");
	pty_expect("that ran");
	pty_type("?");
	pty_expect("Signs on it");
	pty_quit("qq");
}

TEST(what_was_set_up_is_written)
{
	char folder[96], path[128];
	const char *text;

	pty_type("\033OQ");	/* F2: into the settings, to the level, another one */
	pty_expect("SETUP");
	pty_type("\033OC\033OB ");
	pty_expect("HEAVY");
	pty_type("\033OD\033OB\033OC ");	/* the columns of processes: no pid */
	pty_quit("Wqq");
	(void)snprintf(folder, sizeof(folder), "%s/tdtop", home);
	(void)snprintf(path, sizeof(path), "%s/tdtoprc", folder);
	text = text_of_file(path);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
	assert_non_null(strstr(text, "\nlevel = 2\n"));
	assert_non_null(strstr(text, "\ncolumns-processes = user,thr,cpu,"));
}

TEST(a_resize_is_followed)
{
	struct winsize size = { .ws_row = 50, .ws_col = 150 };

	assert_int_equal(ioctl(pty.master, TIOCSWINSZ, &size), 0);
	pty_expect("\033[50");	/* the cursor moves to a line that was not there */
	size.ws_row = 4;
	size.ws_col = 10;
	assert_int_equal(ioctl(pty.master, TIOCSWINSZ, &size), 0);
	pty_expect("too small");
	pty_quit("q");
}

static void check_signal_ends(int number, const char *fate)
{
	assert_int_equal(kill(-pty_foreground(), number), 0);
	pty_expect_end(fate);
}

TEST(sigterm_ends_it_cleanly)
{
	check_signal_ends(SIGTERM, "<exit 0>");
}

TEST(sighup_ends_it_cleanly)
{
	check_signal_ends(SIGHUP, "<exit 0>");
}

TEST(ctrl_c_ends_it_cleanly)
{
	pty_type("\003");
	pty_expect_end("<exit 0>");
}

TEST(ctrl_backslash_ends_it_cleanly)
{
	pty_type("\034");
	pty_expect_end("<exit 0>");
}

TEST(ctrl_z_stops_it_and_fg_brings_it_back)
{
	pty_type("\032");
	pty_expect(PASTES_UNMARKED);
	pty_expect(LEAVE_SCREEN);
	pty_expect("<stopped>");
	pty_expect("COMMAND");	/* the shell continued it (fg): the whole screen is drawn again */
	pty_expect("stream_c");
	pty_expect(PASTES_MARKED);
	pty_quit("q");
}

TEST(a_crash_gives_the_terminal_back)
{
	check_signal_ends(SIGSEGV, "<killed 11>");
}

TEST(a_failed_assertion_gives_the_terminal_back)
{
	check_signal_ends(SIGABRT, "<killed 6>");
}

/* Fills the terminal until it accepts no more output. Reads what is there, or nothing. */
static void wait_until_stuck(bool reading)
{
	struct pollfd fds[] = {
		{ .fd = open(ptsname(pty.master), O_RDWR | O_NOCTTY), .events = POLLOUT },
		{ .fd = pty.master, .events = POLLIN },
	};

	assert_true(fds[0].fd >= 0);
	for (;;) {
		if (poll(fds, 2, 0) < 0)
			fail();
		if (reading && fds[1].revents)
			pty_take();
		else if (!fds[0].revents)
			break;
	}
	(void)close(fds[0].fd);
	pty.n_matched = pty.n_seen;
}

static void stop_output(void)
{
	pty_type("\023");
	wait_until_stuck(true);
}

TEST(sigterm_ends_it_while_output_is_stopped)
{
	stop_output();
	check_signal_ends(SIGTERM, "<exit 0>");
}

TEST(keys_are_answered_while_output_is_stopped)
{
	stop_output();
	pty_quit("q");
}

TEST(the_screen_is_whole_when_output_continues)
{
	stop_output();
	pty_type("2");
	pty_type("\021");
	pty_expect("HEAVY");
	pty_quit("q");
}

/* A frame is larger than the terminal's buffer: its write waits for the reader. */
TEST(sigterm_ends_it_while_its_output_is_not_read)
{
	struct winsize size = { .ws_row = 200, .ws_col = 400 };
	assert_int_equal(ioctl(pty.master, TIOCSWINSZ, &size), 0);
	wait_until_stuck(false);
	assert_int_equal(kill(-pty_foreground(), SIGTERM), 0);
	pty_wait_gone();
	pty_expect("<exit 0>");
	pty_check_restored();
}

TEST(it_ends_when_the_terminal_hangs_up)
{
	(void)close(pty.master);
	pty.master = -1;
	pty_wait_gone();
}

TEST(in_the_background_it_stops_and_draws_nothing_until_it_is_in_front)
{
	pty_take_terminal();
	pty_expect("<stopped>");
	pty_expect("COMMAND");	/* the shell continued it (fg): the whole screen is drawn again */
	pty_quit("q");
}

/* As "sh -c 'tdtop & sleep 1'": no shell knows it, so it would draw over prompts for ever. */
TEST_WITH(it_ends_when_its_shell_ends_and_another_has_the_terminal,
	  set_up_orphan_in_front, tear_down_pty)
{
	pty_expect("stream_c");
	pty_take_terminal();
	pty_expect(LEAVE_SCREEN);
	pty_wait_gone();
}

TEST_WITH(started_in_the_background_of_others_it_says_so, set_up_orphan, tear_down_pty)
{
	pty_expect("tdtop: cannot draw from the background of this terminal");
	pty_wait_gone();
}

FIXTURE(set_up_dumb)
{
	char *argv[] = { getenv("TDTOP"), (char *)"--demo", NULL };

	(void)setenv("TERM", "dumb", 1);
	return pty_begin(argv);
}

TEST_WITH(a_terminal_without_cursor_addressing_is_refused, set_up_dumb, tear_down_pty)
{
	pty_expect("tdtop: cannot draw on a terminal of type \"dumb\": it has no cursor addressing");
	pty_expect("<exit 1>");
	pty_check_restored();
}

FIXTURE(set_up_recording)
{
	char *argv[] = { getenv("TDTOP"), (char *)"--record", (char *)"-", NULL };

	return pty_begin(argv);
}

TEST_WITH(no_recording_is_written_to_a_terminal, set_up_recording, tear_down_pty)
{
	pty_expect("tdtop: --record - writes the recording to standard output, which is a terminal;");
	pty_expect("<exit 1>");
	pty_check_restored();
}

/* Home of PuTTY, F13, replies, a paste: "[" would freeze, "2" switch the level. */
TEST(sequences_of_other_terminals_change_nothing)
{
	pty_type("\033[1~\033[7~\033[25~\033[I\033[O\033]11;rgb:22/22/22\033\\\033[?1;2c"
		 "\033[200~[2q\033[201~\033P>|q\033\\\033Oq\033[[Fv");
	pty_expect("TID");	/* the view of threads: all before it was taken */
	assert_false(pty_saw("FROZEN"));
	assert_false(pty_saw("HEAVY"));
	pty_quit("q");
}

TEST(function_keys_of_other_terminals_work)
{
	pty_type("\033[12~");	/* F2 of PuTTY and rxvt */
	pty_expect("SETUP");
	pty_type("\033[12~\033[[A");	/* back, and F1 of the Linux console */
	pty_expect("Signs on it");
	pty_quit("qq");
}

TEST_WITH(a_recording_in_a_pipe_that_goes_on_is_shown_and_left_by_q, set_up_stream, teardown_of_each)
{
	pty_expect("hog_");
	pty_type("2");
	pty_expect("HEAVY");
	pty_quit("q");
}

/* The first frame is there before anything of the recording is. */
TEST_WITH(ctrl_c_ends_it_while_a_pipe_gives_nothing, set_up_silence, teardown_of_each)
{
	pty_expect("COMMAND");
	pty_type("\003");
	pty_expect_end("<exit 0>");
}

static bool cannot_run(void)
{
	(void)setenv("TERM", "xterm", 1);
	if (getenv("TDTOP"))
		return false;
	print_message("TDTOP does not name the program: skipped\n");
	return true;
}

const struct around_tests around_tests = {
	.cannot_run = cannot_run,
};

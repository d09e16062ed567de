/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal without a terminal: curses on /dev/null and a pipe. The test reads the screen back
 * with mvinnwstr and sends keys as bytes. Only this test, term.c and terminfo.c know curses.
 */
#include "config.h"

#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <curses.h>

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"
#include "ui/term/term.h"

/* ncurses 6.4 leaks when newterm fails. Weak: defined in the sanitizer, unused without it. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:new_prescr";
}

static struct timespec stands_at;	/* of the clock, while it stands; 0: it goes */

/* Takes the place of glibc's. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
	if (!stands_at.tv_sec)
		return (int)syscall(SYS_clock_gettime, clock, time);
	*time = stands_at;
	return 0;
}

static bool crashes;	/* at the next descriptor that takes the place of another */

/* Takes the place of glibc's. */
int dup2(int from, int to)
{
	int ret = (int)syscall(SYS_dup3, from, to, 0);

	if (crashes)
		(void)raise(SIGSEGV);
	return ret;
}

static struct term *term;
static FILE *out, *in;
static int keyboard;

FIXTURE(set_up)
{
	struct err err = { "" };
	int fds[2];

	if (pipe(fds))
		return -1;
	keyboard = fds[1];
	in = fdopen(fds[0], "r");
	out = fopen("/dev/null", "w");
	term = term_open(out, in, true, &err);
	return term ? 0 : -1;
}

FIXTURE(tear_down)
{
	term_close(term);
	(void)fclose(in);
	(void)fclose(out);
	if (keyboard >= 0)
		(void)close(keyboard);
	return fixture_canvas_done(state);
}

#define TERM_TEST(sentence) TEST_WITH(sentence, set_up, tear_down)

static void reopen(FILE *screen, FILE *keys)
{
	struct err err = { "" };

	term_close(term);
	term = term_open(screen, keys, false, &err);
	assert_non_null(term);
}

static void type(const char *bytes)
{
	assert_int_equal(write(keyboard, bytes, strlen(bytes)), (ssize_t)strlen(bytes));
}

static void check_line(int y, const wchar_t *want)
{
	wchar_t got[64];
	size_t n = wcslen(want);

	assert_true(mvinnwstr(y, 0, got, (int)n) != ERR);
	got[n] = 0;
	assert_int_equal(wcscmp(got, want), 0);
}

TERM_TEST(cells_reach_the_screen)
{
	int w, h;

	term_size(term, &w, &h);
	assert_int_equal(canvas_resize(&canvas, w, h), 0);
	(void)canvas_put(&canvas, 0, 0, w, canvas_style(ROLE_BACKEND_BOUND, true), "█▒ \xe6\xbc\xa2 x");
	(void)canvas_put(&canvas, 0, h - 1, w, 0, "last");
	term_blit(term, &canvas);
	check_line(0, L"█▒ \x6f22 x");
	check_line(h - 1, L"last");
	assert_true(mvinch(0, 0) & A_BOLD);
	assert_false(mvinch(h - 1, 0) & A_BOLD);
	/* Removed text disappears. */
	canvas_clear(&canvas);
	term_blit(term, &canvas);
	check_line(0, L"      ");
}

/*
 * Bytes this process wrote so far with write(2) and similar calls; -1: the kernel does not count
 * them.
 */
static long writes(void)
{
	FILE *io = fopen("/proc/self/io", "re");
	char line[64];
	long n = -1;

	while (io && n < 0 && fgets(line, sizeof(line), io))
		if (sscanf(line, "syscw: %ld", &n) != 1)
			n = -1;
	if (io)
		(void)fclose(io);
	return n;
}

TERM_TEST(a_frame_is_one_write_into_memory_and_one_to_the_terminal)
{
	long begin;
	int w, h;

	if (writes() < 0)
		skip();
	term_size(term, &w, &h);
	assert_int_equal(canvas_resize(&canvas, w, h), 0);
	term_blit(term, &canvas);	/* the first one also asks the terminal to mark pasted text */
	begin = writes();
	for (int y = 0; y < h; y++)
		(void)canvas_put(&canvas, 1 + 3 * (y % 7), y, w, 0, "far from the last one");
	term_blit(term, &canvas);
	assert_int_equal(writes() - begin, 2);
}

TERM_TEST(a_theme_changes_how_a_role_looks)
{
	short pair, ink, ground;
	attr_t attributes;
	wchar_t text[8];
	cchar_t cell;

	assert_int_equal(canvas_resize(&canvas, 10, 2), 0);
	(void)canvas_put(&canvas, 0, 0, 9, canvas_style(ROLE_BACKEND_BOUND, false), "x");
	for (enum theme_id theme = 0; theme < THEME_COUNT; theme++) {
		const struct theme_look *look = &themes[theme].looks[ROLE_BACKEND_BOUND];

		term_set_theme(term, theme);
		term_redraw(term);
		term_blit(term, &canvas);
		assert_int_equal(mvin_wch(0, 0, &cell), OK);
		assert_int_equal(getcchar(&cell, text, &attributes, &pair, NULL), OK);
		assert_int_equal(pair_content(pair, &ink, &ground), OK);
		/* TERM=xterm has 8 colours */
		assert_int_equal(ink, theme_colors[look->ink].of8);
		assert_int_equal(ground, theme_colors[look->ground].of8);
		assert_int_equal(!(attributes & A_BOLD), !(look->attributes & THEME_BOLD));
	}
}

TERM_TEST(a_redraw_sends_what_is_there_already)
{
	int w, h;

	term_size(term, &w, &h);
	assert_int_equal(canvas_resize(&canvas, w, h), 0);
	(void)canvas_put(&canvas, 0, 3, w, 0, "abc");
	term_blit(term, &canvas);
	(void)mvaddstr(3, 0, "zzz");	/* another program wrote there */
	term_redraw(term);
	term_blit(term, &canvas);
	check_line(3, L"abc");
}

TERM_TEST(a_canvas_larger_than_the_screen_is_cut)
{
	int w, h;

	term_size(term, &w, &h);
	assert_int_equal(canvas_resize(&canvas, w + 10, h + 10), 0);
	for (int y = 0; y < canvas.h; y++)
		(void)canvas_put(&canvas, w - 2, y, 12, 0, "abcdef");
	term_blit(term, &canvas);
	assert_int_equal(mvinch(0, w - 1) & A_CHARTEXT, 'b');
	assert_int_equal(mvinch(1, 0) & A_CHARTEXT, ' ');
}

TERM_TEST(keys_are_decoded)
{
	static const int codes[] = {
		'q', KEYCODE_UP, KEYCODE_DOWN, KEYCODE_RIGHT, KEYCODE_LEFT, KEYCODE_F1, KEYCODE_F2,
		KEYCODE_F4, KEYCODE_PAGE_UP, KEYCODE_PAGE_DOWN, KEYCODE_ENTER, KEYCODE_ENTER,
		KEYCODE_BACKSPACE, KEYCODE_BACKSPACE, KEYCODE_CTRL_L, KEYCODE_SHIFT_HOME,
		KEYCODE_SHIFT_END, KEYCODE_NONE,
	};

	/* TERM=xterm in application mode: ESC O A */
	type("q\033OA\033OB\033OC\033OD\033OP\033OQ\033OS\033[5~\033[6~\r\n\177\b\f\033[1;2H\033[1;2F");
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		assert_int_equal(term_key(term), codes[i]);
}

TERM_TEST(escape_alone_is_a_key_after_a_while)
{
	struct timespec now;

	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
	stands_at = now;
	type("\033");
	assert_int_equal(term_key(term), KEYCODE_NONE);
	stands_at.tv_sec = 0;
	/* No byte comes, yet the wait ends. */
	assert_int_equal(term_wait(term, -1, -1), TERM_INPUT);
	assert_int_equal(term_key(term), KEYCODE_ESCAPE);
	assert_int_equal(term_key(term), KEYCODE_NONE);
	assert_int_equal(term_wait(term, -1, 0), 0);
}

static void check_mouse(enum mouse_act act, int x, int y)
{
	struct mouse mouse;

	assert_int_equal(term_key(term), KEYCODE_MOUSE);
	term_mouse(term, &mouse);
	assert_int_equal(mouse.act, act);
	assert_int_equal(mouse.x, x);
	assert_int_equal(mouse.y, y);
}

TERM_TEST(the_mouse_is_decoded)
{
	term_set_mouse(term, true);
	/* SGR 1006: button; column; line from 1, M pressed, m released; beyond 223 columns too */
	type("\033[<0;300;3M");
	check_mouse(MOUSE_CLICK, 299, 2);
	type("\033[<0;300;3m");
	assert_int_equal(term_key(term), KEYCODE_NONE);	/* the release is not a second click */
	type("\033[<64;70;2M");
	check_mouse(MOUSE_WHEEL_UP, 69, 1);
	type("\033[<65;1;1M");
	check_mouse(MOUSE_WHEEL_DOWN, 0, 0);
	type("\033[<0;9;9M\033[<0;9;9mq");
	check_mouse(MOUSE_CLICK, 8, 8);
	assert_int_equal(term_key(term), 'q');
}

TERM_TEST(a_mouse_that_is_off_is_silent)
{
	term_set_mouse(term, false);
	type("\033[<0;5;3M\033[M !!q");
	assert_int_equal(term_key(term), 'q');
}

TERM_TEST(wide_characters_are_one_key)
{
	type("\xe6\xbc\xa2");
	assert_int_equal(term_key(term), 0x6f22);
}

TERM_TEST(the_end_of_input_differs_from_silence)
{
	assert_int_equal(term_key(term), KEYCODE_NONE);
	type("x");
	(void)close(keyboard);
	keyboard = -1;
	assert_int_equal(term_key(term), 'x');
	assert_int_equal(term_key(term), KEYCODE_HANGUP);
}

/* A directory: poll(2) says "readable", read(2) fails, as of a terminal that belongs to others. */
TERM_TEST(input_that_cannot_be_read_is_over)
{
	FILE *unreadable = fopen("/", "r");

	assert_non_null(unreadable);
	reopen(out, unreadable);
	assert_int_equal(term_wait(term, -1, -1), TERM_INPUT);
	assert_int_equal(term_key(term), KEYCODE_HANGUP);
	reopen(out, in);
	(void)fclose(unreadable);
}

TERM_TEST(a_copied_text_follows_the_next_frame_once)
{
	static const char sequence[] = "\033]52;c;cGVyZg==\a";	/* "perf" */
	FILE *screen = tmpfile();
	static char bytes[65536];
	char *first;

	assert_non_null(screen);
	reopen(screen, in);
	assert_int_equal(canvas_resize(&canvas, 20, 2), 0);
	term_copy(term, "perf");
	term_blit(term, &canvas);
	(void)canvas_put(&canvas, 0, 0, 20, 0, "later");
	term_blit(term, &canvas);
	assert_true(pread(fileno(screen), bytes, sizeof(bytes) - 1, 0) > 0);
	first = strstr(bytes, sequence);
	assert_non_null(first);
	assert_null(strstr(first + 1, sequence));
	reopen(out, in);
	(void)fclose(screen);
}

/* Keys may come from another terminal, which is still there. */
TERM_TEST(a_screen_that_hung_up_is_the_end)
{
	int fds[2];
	FILE *screen;

	assert_int_equal(pipe(fds), 0);
	screen = fdopen(fds[1], "w");
	assert_non_null(screen);
	reopen(screen, in);
	assert_int_equal(term_wait(term, -1, 0), 0);
	(void)close(fds[0]);
	assert_int_equal(term_wait(term, -1, 0), TERM_END);
	reopen(out, in);
	(void)fclose(screen);
}

/* On a terminal of its own; *there is the program's end of it, the master is returned. */
static int open_pty(FILE **there)
{
	const struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int master, slave;

	assert_int_equal(openpty(&master, &slave, NULL, NULL, &size), 0);
	*there = fdopen(slave, "r+");
	assert_non_null(*there);
	return master;
}

static void check_size(int w, int h)
{
	int now_w, now_h;

	term_size(term, &now_w, &now_h);
	assert_int_equal(now_w, w);
	assert_int_equal(now_h, h);
	assert_int_equal(canvas_resize(&canvas, now_w, now_h), 0);
	term_blit(term, &canvas);
}

TERM_TEST(a_size_that_no_terminal_has_is_cut)
{
	static const struct winsize sizes[] = {
		{ .ws_row = 65535, .ws_col = 80 }, { .ws_row = 24, .ws_col = 65535 },
		{ .ws_row = 33000, .ws_col = 33000 }, { .ws_row = 24, .ws_col = 80 },
	};
	FILE *screen;
	int master = open_pty(&screen);

	reopen(screen, in);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		const struct winsize *size = &sizes[i];

		assert_int_equal(ioctl(master, TIOCSWINSZ, size), 0);
		assert_int_equal(raise(SIGWINCH), 0);
		assert_int_equal(term_wait(term, -1, -1), TERM_RESIZED);
		check_size(size->ws_col < 1000 ? size->ws_col : 1000,
			   size->ws_row < 1000 ? size->ws_row : 1000);
	}
	reopen(out, in);
	(void)fclose(screen);
	(void)close(master);
}

TERM_TEST(a_size_in_the_environment_holds_and_is_cut)
{
	assert_int_equal(setenv("LINES", "99999", 1) | setenv("COLUMNS", "50", 1), 0);
	reopen(out, in);
	check_size(50, 1000);
	assert_int_equal(unsetenv("LINES") | unsetenv("COLUMNS"), 0);
	reopen(out, in);
	check_size(80, 24);
}

/* curses itself may crash there: it writes into memory, not to the terminal. */
TERM_TEST(a_crash_while_a_frame_is_drawn_gives_the_terminal_back)
{
	struct termios modes;
	char bytes[16384];
	FILE *screen;
	int master = open_pty(&screen);
	pid_t child = fork();
	size_t n = 0;

	if (!child) {
		reopen(screen, in);
		assert_int_equal(canvas_resize(&canvas, 80, 24), 0);
		crashes = true;
		term_blit(term, &canvas);
		_exit(0);
	}
	assert_true(child > 0 && waitpid(child, NULL, 0) == child);
	assert_int_equal(tcgetattr(fileno(screen), &modes), 0);
	assert_true(modes.c_lflag & ECHO);
	(void)fclose(screen);	/* no other process has it open: all that was written can be read, up to an end */
	for (ssize_t got; (got = read(master, bytes + n, sizeof(bytes) - 1 - n)) > 0; n += (size_t)got)
		;
	bytes[n] = '\0';
	assert_non_null(strstr(bytes, "\033[?1049l"));
	(void)close(master);
}

TERM_TEST(waiting_reports_which_event_came)
{
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	assert_int_equal(term_wait(term, fds[0], 0), 0);
	type("x");
	assert_int_equal(term_wait(term, fds[0], -1), TERM_INPUT);
	assert_int_equal(write(fds[1], "1", 1), 1);
	assert_int_equal(term_wait(term, fds[0], -1), TERM_INPUT | TERM_WAKE);
	(void)close(fds[0]);
	(void)close(fds[1]);
}

TERM_TEST(a_signal_before_the_wait_is_not_missed)
{
	assert_int_equal(raise(SIGWINCH), 0);	/* blocked until the wait unblocks it */
	assert_int_equal(term_wait(term, -1, -1), TERM_RESIZED);
	assert_int_equal(raise(SIGTERM), 0);
	assert_int_equal(term_wait(term, -1, -1), TERM_END);
}

TERM_TEST(sigquit_ends_it_like_sigterm)
{
	assert_int_equal(raise(SIGQUIT), 0);
	assert_int_equal(term_wait(term, -1, -1), TERM_END);
}

TERM_TEST(signals_are_given_back)
{
	struct sigaction action;
	struct err err = { "" };
	sigset_t mask;

	term_close(term);
	assert_int_equal(sigaction(SIGTERM, NULL, &action), 0);
	assert_true(action.sa_handler == SIG_DFL);
	assert_int_equal(pthread_sigmask(SIG_BLOCK, NULL, &mask), 0);
	assert_false(sigismember(&mask, SIGTERM));
	term = term_open(out, in, false, &err);
	assert_non_null(term);
}

static void check_refused(const char *name, const char *why)
{
	struct err err = { "" };

	assert_int_equal(setenv("TERM", name, 1), 0);
	assert_null(term_open(stdout, stdin, true, &err));
	assert_non_null(strstr(err.text, name));
	assert_non_null(strstr(err.text, why));
	assert_non_null(strstr(err.text, "'TERM=xterm-256color tdtop', else use -b"));
	assert_int_equal(setenv("TERM", "xterm", 1), 0);
}

TEST(an_unknown_terminal_is_refused_with_advice)
{
	check_refused("no-such-terminal", "terminfo does not know it");
	check_refused("unknown", "terminfo does not know it");
	check_refused("sturdy-256color", "terminfo does not know it");
	check_refused("", "does not say what it is");
}

/* Their own types are in ncurses-term, which few machines have that people connect to. */
TERM_TEST(a_terminal_that_imitates_xterm_is_drawn_as_that)
{
	static const char *const names[][2] = {
		{ "xterm-nobody", "xterm-256color" }, { "st-nobody-256color", "xterm-256color" },
		{ "foot-nobody", "xterm-256color" }, { "WezTerm-nobody", "xterm-256color" },
		{ "screen.nobody", "screen" }, { "linux", NULL },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		assert_int_equal(setenv("TERM", names[i][0], 1), 0);
		reopen(out, in);
		if (names[i][1])
			assert_string_equal(term_stand_in(term), names[i][1]);
		else
			assert_null(term_stand_in(term));
	}
	assert_int_equal(setenv("TERM", "xterm", 1), 0);
}

TEST(a_terminal_without_cursor_addressing_is_refused_with_advice)
{
	check_refused("dumb", "it has no cursor addressing");
}

FIXTURE(live_in_xterm)
{
	(void)signal(SIGPIPE, SIG_IGN);
	/* A test suite in the background ignores them, and tdtop follows that. */
	(void)signal(SIGINT, SIG_DFL);
	(void)signal(SIGQUIT, SIG_DFL);
	return setenv("TERM", "xterm", 1);
}

const struct around_tests around_tests = { .setup_all = live_in_xterm };

/* SPDX-License-Identifier: GPL-2.0-only */
/* Signals of the interactive program; see signals.h. UI thread, and any thread that crashes. */
#include "config.h"
#include "ui/term/signals.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* clang-format off */
static const struct {
	int number;
	enum signal_note note;
} noted_signals[] = {
	{ SIGINT,   SIGNAL_END },
	{ SIGTERM,  SIGNAL_END },
	{ SIGHUP,   SIGNAL_END },
	{ SIGQUIT,  SIGNAL_END },
	{ SIGTSTP,  SIGNAL_STOP },
	{ SIGWINCH, SIGNAL_SIZE },
};
/* clang-format on */

static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

#define N_NOTED (sizeof(noted_signals) / sizeof(noted_signals[0]))
#define N_CRASH (sizeof(crash_signals) / sizeof(crash_signals[0]))

/* A stack overflow is a crash as well; its handler needs another stack. */
static char crash_stack[1 << 16];

/* Set before the handlers are installed, then only read by them. */
static struct {
	struct sigaction noted[N_NOTED], crash[N_CRASH];
	sigset_t mask, block;	/* mask before; signals blocked outside of waits */
	int fd;			/* of the terminal, for a crash; -1: leave it alone */
	bool has_modes;
	struct termios modes;
	char farewell[256];
	size_t n_farewell;
} before = { .fd = -1 };

static volatile sig_atomic_t noted[SIGNAL_NOTES];	/* signal number; 0: none */

static void note_signal(int number)
{
	for (size_t i = 0; i < N_NOTED; i++)
		if (noted_signals[i].number == number)
			noted[noted_signals[i].note] = number;
}

static void crash(int number)
{
	if (before.fd >= 0) {
		signals_unstick(before.fd);
		(void)!write(before.fd, before.farewell, before.n_farewell);
		(void)tcsetattr(before.fd, TCSANOW, &before.modes);
	}
	/* Then crash as without us: a core dump, a sanitizer's report. */
	for (size_t i = 0; i < N_CRASH; i++)
		if (crash_signals[i] == number)
			(void)sigaction(number, &before.crash[i], NULL);
	(void)raise(number);
}

static void catch_crashes(void)
{
	const stack_t stack = { .ss_sp = crash_stack, .ss_size = sizeof(crash_stack) };
	struct sigaction action = { .sa_handler = crash, .sa_flags = SA_ONSTACK };

	(void)sigaltstack(&stack, NULL);
	for (size_t i = 0; i < N_CRASH; i++)
		(void)sigaction(crash_signals[i], &action, &before.crash[i]);
}

void signals_catch(int fd)
{
	struct sigaction action = { .sa_handler = note_signal };

	before.has_modes = !tcgetattr(fd, &before.modes);
	for (int i = 0; i < SIGNAL_NOTES; i++)
		noted[i] = 0;
	(void)sigemptyset(&before.block);
	for (size_t i = 0; i < N_NOTED; i++) {
		(void)sigaction(noted_signals[i].number, NULL, &before.noted[i]);
		if (before.noted[i].sa_handler == SIG_IGN)
			continue;
		(void)sigaction(noted_signals[i].number, &action, NULL);
		(void)sigaddset(&before.block, noted_signals[i].number);
	}
	(void)pthread_sigmask(SIG_BLOCK, &before.block, &before.mask);
	catch_crashes();
}

void signals_release(void)
{
	const stack_t none = { .ss_flags = SS_DISABLE };

	before.fd = -1;
	for (size_t i = 0; i < N_CRASH; i++)
		(void)sigaction(crash_signals[i], &before.crash[i], NULL);
	(void)sigaltstack(&none, NULL);
	for (size_t i = 0; i < N_NOTED; i++)
		(void)sigaction(noted_signals[i].number, &before.noted[i], NULL);
	(void)pthread_sigmask(SIG_SETMASK, &before.mask, NULL);
}

bool signals_take(enum signal_note note)
{
	bool came = noted[note];

	if (note != SIGNAL_END)
		noted[note] = 0;
	return came;
}

int signals_end(void)
{
	return noted[SIGNAL_END];
}

const sigset_t *signals_mask(void)
{
	return &before.mask;
}

/* Appends a text without the padding "$<5>", which is for tputs() only. */
static void add_farewell(const char *text)
{
	while (*text && before.n_farewell < sizeof(before.farewell)) {
		const char *end = !strncmp(text, "$<", 2) ? strchr(text, '>') : NULL;

		if (end)
			text = end + 1;
		else
			before.farewell[before.n_farewell++] = *text++;
	}
}

void signals_on_crash(int fd, const char *const texts[], size_t n)
{
	before.fd = -1;
	before.n_farewell = 0;
	for (size_t i = 0; i < n; i++)
		add_farewell(texts[i]);
	if (before.has_modes)	/* else fd is no terminal */
		before.fd = fd;
}

/* Called in signal handlers as well: only calls that POSIX lists as async-signal-safe. */
void signals_unstick(int fd)
{
	struct pollfd room = { .fd = fd, .events = POLLOUT };

	if (poll(&room, 1, 0) != 0)
		return;
	/* On Linux TCOON restarts output after TCOOFF, even if Ctrl-S stopped it before. */
	(void)tcflow(fd, TCOOFF);
	(void)tcflow(fd, TCOON);
	if (poll(&room, 1, 0) == 0)
		(void)tcflush(fd, TCOFLUSH);
}

void signals_stop(void)
{
	struct sigaction standard = { .sa_handler = SIG_DFL }, ours;
	sigset_t stop, mask;

	(void)sigaction(SIGTSTP, &standard, &ours);
	(void)sigemptyset(&stop);
	(void)sigaddset(&stop, SIGTSTP);
	(void)raise(SIGTSTP);
	(void)pthread_sigmask(SIG_UNBLOCK, &stop, &mask);	/* stops here until SIGCONT */
	(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
	(void)sigaction(SIGTSTP, &ours, NULL);
}

bool signals_in_foreground(int fd)
{
	pid_t group = tcgetpgrp(fd);

	return group < 0 || group == getpgrp();
}

/*
 * tcflow() changes nothing here, but the kernel stops a background group for it, again after each
 * SIGCONT, and gives an orphaned one EIO (__tty_check_change() in tty_jobctrl.c).
 */
bool signals_await_foreground(int fd)
{
	while (!signals_in_foreground(fd))
		if (!tcflow(fd, TCOON) || errno != EINTR)
			return signals_in_foreground(fd);
	return true;
}

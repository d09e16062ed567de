/* SPDX-License-Identifier: GPL-2.0-only */
/* How large is a screen? See screen_size.h. UI thread. */
#include "config.h"
#include "ui/term/screen_size.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_width(int fd)
{
	struct winsize size;

	return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static int clamp(long size)
{
	return size < SCREEN_SIZE_MAX ? (int)size : SCREEN_SIZE_MAX;
}

bool screen_size_of_terminal(int fd, int *w, int *h)
{
	struct winsize size;

	if (ioctl(fd, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
		return false;
	*w = clamp(size.ws_col);
	*h = clamp(size.ws_row);
	return true;
}

static void take_variable(const char *name, int *size)
{
	const char *text = getenv(name);
	char *end;
	long wanted = text ? strtol(text, &end, 10) : 0;

	if (wanted > 0 && !*end)
		*size = clamp(wanted);
}

void screen_size_of_environment(int *w, int *h)
{
	take_variable("COLUMNS", w);
	take_variable("LINES", h);
}

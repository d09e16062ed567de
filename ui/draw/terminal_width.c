/* SPDX-License-Identifier: GPL-2.0-only */
/* See terminal_width.h. */
#include "config.h"
#include "ui/draw/terminal_width.h"

#include <sys/ioctl.h>
#include <unistd.h>

int terminal_width(int fd)
{
	struct winsize size;

	return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

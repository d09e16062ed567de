/* SPDX-License-Identifier: GPL-2.0-only */
/* See progress_line.h. */
#include "config.h"
#include "ui/draw/progress_line.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_S 0.25		/* between two reports */
#define PROGRESS_WIDTH 40	/* cells of a report, at most */

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct progress_line progress_line_begin(const char *what, int number, int of)
{
	return (struct progress_line){ .what = what, .number = number, .of = of,
				       .shown_at = isatty(STDERR_FILENO) ? seconds_now() : 0 };
}

void progress_line_show(struct progress_line *line, double part)
{
	double now;

	if (!line->shown_at || !(part >= 0))
		return;
	now = seconds_now();
	if (now - line->shown_at < PROGRESS_S)
		return;
	line->shown_at = now;
	line->shown = true;
	if (line->of > 1)
		(void)fprintf(stderr, "\r%s %d of %d: %3.0f %%", line->what, line->number,
			      line->of, part * 100);
	else
		(void)fprintf(stderr, "\r%s: %3.0f %%", line->what, part * 100);
}

void progress_line_end(const struct progress_line *line)
{
	if (line->shown)
		(void)fprintf(stderr, "\r%*s\r", PROGRESS_WIDTH, "");
}

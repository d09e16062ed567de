/* SPDX-License-Identifier: GPL-2.0-only */
/* A canvas of a test; see fixture_canvas.h. */
#include "config.h"
#include "tests/fixture_canvas.h"

#include <stdio.h>
#include <stdlib.h>

struct canvas canvas;

int fixture_canvas_done(void **state)
{
	(void)state;
	canvas_done(&canvas);
	return 0;
}

char *fixture_canvas_dump(void)
{
	static char text[65536];
	FILE *out = fmemopen(text, sizeof(text), "w");

	if (!out)
		abort();
	canvas_dump(&canvas, out);
	if (fclose(out))	/* larger than the text */
		abort();
	return text;
}

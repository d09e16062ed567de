/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The screen of a session, or one picture of it, and the file that its key W writes. Main thread.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "model/err.h"
#include "ui/main/session.h"
#include "ui/options/option_table.h"

/* The file that key W writes, and the options in it that the screen cannot change. */
struct settings {
	struct options options;		/* before the environment changed them */
	char path[PATH_MAX];		/* "": none */
	struct err warning;
	bool again;			/* the screen wants to be run again, with these options: */
	struct options next;
};

/*
 * Runs it until the user quits. A session that is only prepared is opened beside the first frames;
 * if it still opens when the user quits, it is abandoned. It keeps session and options. 0, or a
 * negative errno with a sentence, of what could not be opened, too; the terminal is restored.
 */
int screen_run(struct session *session, const struct options *options, struct settings *settings,
	       bool opened, struct err *err);

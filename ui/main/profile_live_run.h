/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Live samples in batch mode: --functions, --branches, --blocks, --stacks, --hot-paths and --pgo of
 * a process, a command or this machine. Requests a profile, waits, prints it; what is sampled by
 * different events is sampled one after the other. Like main.c it includes collect and ui. Main
 * thread.
 */
#ifndef TDTOP_UI_MAIN_PROFILE_LIVE_RUN_H
#define TDTOP_UI_MAIN_PROFILE_LIVE_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "collect/live/sample_choice.h"
#include "model/err.h"
#include "model/profile/code_names.h"
#include "model/profile/profile_exchange.h"
#include "ui/options/option_table.h"

struct control;
struct exchange;
struct machine;

/* What samples, and says how time passes; all borrowed. */
struct profile_live_sampling {
	const struct sample_choices *choices;
	struct profile_exchange *profiles;
	const struct code_names *names;
	struct exchange *intervals;	/* of the collector: when, and whether all has ended */
	struct control *control;	/* wakes the collector after a request */
	const struct machine *machine;	/* whose .watched says what is sampled: that, or all */
	int32_t pid;			/* the first that is watched; 0: none is */
	bool command;			/* it is a command that ends */
	/*
	 * All that was sampled so far is in the newest profile when this returns. last: nothing is
	 * sampled after that.
	 */
	void (*finish)(void *data, bool last);
	void *data;
};

/*
 * Samples and prints as the options say. *note: what was written, or why something was left out;
 * "". A signal ends sampling, and what there is is printed. 0, or a negative errno with a sentence.
 */
int profile_live_run(const struct profile_live_sampling *sampling, const struct options *options,
		     FILE *out, struct err *note, struct err *err);

#endif

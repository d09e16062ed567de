/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call stacks of a profile for programs that draw flame graphs: folded lines (flamegraph.pl,
 * inferno) and the JSON of speedscope. Frames are functions: places of one function are one frame.
 * Asks code_names and waits for the answers; any thread.
 */
#pragma once

#include "model/err.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "ui/draw/buffer.h"

enum stacks_format {
	STACKS_TREE,		/* a table, CSV or JSON, which is printed by profile_print.h */
	STACKS_FOLDED,
	STACKS_SPEEDSCOPE,
	STACKS_FORMATS
};

const char *stacks_format_name(int format);	/* "folded"; NULL beyond the last */

/* Has each class of TopDown an event of its own, so that the slots of one stack are of classes? */
bool stacks_have_classes(const struct profile *profile);

/*
 * Appends all call stacks, folded or for speedscope. Their numbers are sums of periods: events, not samples; of TopDown
 * slots, divided by class if stacks_have_classes(). Folded they are divided by an innermost frame "[Backend bound]",
 * for speedscope by one more profile for each class, after that of all. title: what the flame graph is of, for
 * speedscope. Waits for names (wait_ms; -1: as long as it takes); those that are not known then are addresses. 0, or a
 * negative errno with a sentence.
 */
int stacks_put(struct buffer *out, enum stacks_format format, const struct profile *profile,
	       const struct code_names *names, int wait_ms, const char *title, struct err *err);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the options ask of counting, before a user asks for more on the screen: level 2, waits, how
 * long an interval is. Main thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/control.h"
#include "model/formula.h"
#include "ui/options/option_table.h"

#define COUNTED_OPTION_TEXT 64

/*
 * The first of the given options that asks for what only counters tell: its name and value. NULL:
 * none does. What comes from a file of settings is no request. text: room for the answer.
 */
const char *counted_option(const struct options *options, char text[COUNTED_OPTION_TEXT]);

/*
 * Level 2 has a cost, so it is counted only if it is shown. JSON and CSV show it unless -l 1 was
 * given, and so does the summary of a command. A recording as the only output has it for its
 * reader; on the screen the UI decides later.
 */
enum level2_demand demand_level2(const struct options *options);

/* Is it printed, or shown at first, how long threads wait for a CPU? JSON and CSV have it. */
bool demand_waits(const struct options *options, const struct family *family);

/*
 * In ns. Live samples are taken until an interval ends. Shorter intervals would not show which of
 * many threads are busy: each of them runs only now and then.
 */
uint64_t demand_interval(const struct options *options);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What --level 3..6 and --node open: of --node-of, of what is counted with --pid or a command, or
 * else of the machine. Main thread.
 */
#ifndef TDTOP_UI_MAIN_NODES_REQUEST_H
#define TDTOP_UI_MAIN_NODES_REQUEST_H

#include <stdint.h>

#include "model/err.h"
#include "model/machine.h"
#include "model/tree/opened.h"
#include "ui/options/option_table.h"

/*
 * Is --node a node of this machine, below level 2 or above? 0, also without --node; or -ENOENT with
 * a sentence that names near ones.
 */
int nodes_request_check(const struct options *options, const struct machine *machine, struct err *err);

/*
 * The request for what the options open. watched: the first pid that is watched, 0: none is. 0; or
 * -ENOENT (no such node) or -EINVAL (no such row) with a sentence.
 */
int nodes_request_make(const struct options *options, const struct machine *machine, int32_t watched,
		       struct tree_request *request, struct err *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Debug files from the servers of DEBUGINFOD_URLS, by elfutils' libdebuginfod. It brings a client
 * for HTTP, so it is loaded when --debuginfod asks for it, and never else: tdtop does not use the
 * network by itself. One thread.
 */
#ifndef TDTOP_COLLECT_CODE_CODE_DEBUGINFOD_H
#define TDTOP_COLLECT_CODE_CODE_DEBUGINFOD_H

#include <stddef.h>

#include "model/err.h"

struct code_debuginfod;

/* 0 and *out; or a negative errno with a sentence: no library, or no server is named. */
int code_debuginfod_new(struct code_debuginfod **out, struct err *err);
void code_debuginfod_free(struct code_debuginfod *debuginfod);	/* NULL is fine */

/*
 * Asks the servers for the debug file of this build-id; waits for them, as long as
 * DEBUGINFOD_TIMEOUT says. A descriptor that the caller owns, or -1. What was found is kept in the
 * cache of libdebuginfod.
 */
int code_debuginfod_find(struct code_debuginfod *debuginfod, const unsigned char *build_id,
			 size_t n);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Gets files from debuginfod servers (DEBUGINFOD_URLS), when the user asks for it: a process of its
 * own loads libdebuginfod, which speaks with the network, and parses nothing. Files are kept where
 * debuginfod-find(1) keeps them. One thread asks, and waits.
 */
#ifndef TDTOP_COLLECT_CODE_CODE_FETCH_H
#define TDTOP_COLLECT_CODE_CODE_FETCH_H

#include <sys/types.h>

#include "collect/code/code_wire.h"

struct code_fetch {
	pid_t pid;
	int socket;	/* -1: it was not started */
};

/* Starts it. Before threads are started. 0 or -errno. */
int code_fetch_start(struct code_fetch *fetch);
void code_fetch_stop(struct code_fetch *fetch);

/* The file itself (WANT_FILE) or its debug file, by build-id. A descriptor, or -1. */
int code_fetch_get(struct code_fetch *fetch, const struct wire_want *want);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Asks the helper process: tells it what an object is when it does not know, opens the files that
 * it wants, and notices when it dies. One thread; blocks.
 */
#ifndef TDTOP_COLLECT_CODE_CODE_ASKER_H
#define TDTOP_COLLECT_CODE_CODE_ASKER_H

#include <sys/types.h>

#include "collect/code/code_files.h"
#include "collect/code/code_wire.h"
#include "collect/code/helper.h"

/*
 * Gets files from debuginfod servers (DEBUGINFOD_URLS), when the user asks for it: a process of its
 * own loads libdebuginfod, which speaks with the network, and parses nothing. Files are kept where
 * debuginfod-find(1) keeps them. One thread asks, and waits.
 */
struct code_fetch {
	pid_t pid;
	int socket;	/* -1: it was not started */
};

/* Starts it. Before threads are started. 0 or -errno. */
int code_fetch_start(struct code_fetch *fetch);
void code_fetch_stop(struct code_fetch *fetch);

struct code_asker {
	struct helper helper;
	struct code_fetch fetch;	/* its socket is -1 without --debuginfod */
	struct code_places places;
	uint32_t serial;
	uint32_t fetched;	/* serial of the question for which a server was asked */
	bool greeted;
	struct wire_message question, answer;
	struct code_files_remarks remarks;	/* of the object's file, if it was opened; the caller
					 * clears it */
};

enum code_asked {
	ASKED_ANSWERED,	/* see answer */
	ASKED_DIED,	/* the question has killed the helper; there is a new one */
	ASKED_GONE	/* there is no helper any more */
};

/* Tells the helper what an object is, in the place of what it knew of it. */
void code_asker_tell(struct code_asker *asker, uint32_t index,
		     const struct profile_object *object);

/* Asks asker->question about the object. */
enum code_asked code_asker_ask(struct code_asker *asker, const struct profile_object *object);

#endif

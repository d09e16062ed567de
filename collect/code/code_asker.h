/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Asks the helper process: tells it what an object is when it does not know, opens the files that
 * it wants, and notices when it dies. One thread; blocks.
 */
#ifndef TDTOP_COLLECT_CODE_CODE_ASKER_H
#define TDTOP_COLLECT_CODE_CODE_ASKER_H

#include "collect/code/code_fetch.h"
#include "collect/code/code_files.h"
#include "collect/code/code_wire.h"
#include "collect/code/helper.h"

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

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of code_service.c: the conversation with the helper, its answers, and listings of
 * functions.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/code/code_files.h"
#include "collect/code/code_wire.h"
#include "collect/code/helper.h"
#include "model/profile/code_names.h"

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

/*
 * Asks the helper process: tells it what an object is when it does not know, opens the files that
 * it wants, and notices when it dies. One thread; blocks.
 */
struct code_asker {
	struct helper helper;
	struct code_fetch fetch;	/* its socket is -1 without --debuginfod */
	struct code_places places;
	int patience_ms;	/* a helper that is silent for so long is killed: somebody has stopped it, or
				 * it gets no CPU; 0: 10 s, of a recording a minute */
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

/*
 * What is known of places, and which are still to be asked: a table from place to answer, in which
 * names of functions are kept once. The caller locks.
 */
struct code_function;

struct code_answer {
	struct place at;
	uint64_t address;
	const struct code_function *function;	/* NULL: no symbol */
	const char *file;		/* NULL: none */
	uint32_t line;
	uint8_t state, line_state;	/* 0: not asked; else 1 + enum code_state */
	bool has_address;
	uint8_t stale;		/* bits of what is asked again; what was known stays until then */
	uint8_t deaths;		/* of the helper, with this question */
};

struct code_function {
	struct place at;
	uint64_t address, size;
	char name[];
};

struct code_answers;

struct code_answers *code_answers_new(void);	/* NULL without memory */
void code_answers_free(struct code_answers *answers);

/* The number of the answer for a place, made if there is none; SIZE_MAX without memory. */
size_t code_answers_index(struct code_answers *answers, struct place at);

/* By number; valid until the next one is made. */
struct code_answer *code_answers_at(struct code_answers *answers, size_t index);
size_t code_answers_count(const struct code_answers *answers);

/*
 * The function of this name at this place, made if it is new (code of a JIT compiler changes); NULL
 * without memory. Lives as long as the table.
 */
const struct code_function *code_answers_function(struct code_answers *answers,
						  struct place at, uint64_t address,
						  uint64_t size, const char *name);

/* The same text, kept once. NULL for "" and without memory. Lives as long as the table. */
const char *code_answers_text(struct code_answers *answers, const char *text);

/*
 * What a screen of one function needs: its instructions, and the text of its source files. The last
 * few of each are kept. The caller locks, except where it says so.
 */
struct code_listing;

struct code_listing *code_listing_new(void);	/* NULL without memory */
void code_listing_free(struct code_listing *listing);

/* As in code_names.h. */
enum code_state code_listing_instructions(struct code_listing *listing, struct place start,
					  uint64_t end, struct code_instruction *out, size_t max,
					  size_t *n);
enum code_state code_listing_source(struct code_listing *listing, struct place at,
				    const char *file, uint32_t line, char *text, size_t size);

/* What is to be asked: instructions from at to end; or, if file is not "", a source file. */
struct code_request {
	struct place at;
	uint64_t end;
	char file[CODE_FILE_MAX];
};

/* The newest request that is still open; false: none. */
bool code_listing_next(const struct code_listing *listing, struct code_request *request);

/* What came of it; owned by the listing once it was stored. */
struct code_found {
	enum code_state state;
	struct code_instruction *instructions;
	size_t n_instructions;
	char *text;		/* n_lines lines, each ends with NUL */
	size_t *lines;		/* where each begins */
	size_t n_lines;
};

/* Asks the helper, without the lock. Returns what became of the last question. */
enum code_asked code_listing_find(struct code_asker *asker, const struct profile_object *object,
				  const struct code_request *request, struct code_found *found);

void code_listing_store(struct code_listing *listing, const struct code_request *request,
			struct code_found *found);

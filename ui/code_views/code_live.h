/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code views of this machine, now: which row of the lists is sampled, by which event a view is made,
 * and what there is to say while no profile has come. The requests themselves go out in code_state.c.
 * Pure but for the struct given; UI thread.
 */
#pragma once

#include "model/snapshot/snapshot.h"
#include "ui/state/code_screen.h"

/*
 * Fills scope, id and start_ns of a row. NULL, or a sentence why it has no code that could be
 * sampled; static.
 */
const char *code_live_scope(const struct row *row, struct live_request *request);

/*
 * Chooses the event that the view on the screen is made of: of functions that of the node, of
 * branches and blocks taken branches, of call stacks one with callers. A view below another one
 * that needs no other keeps it. True: request.live has changed.
 */
bool code_live_follow(struct code_screen *code);

/*
 * Key e: the next event of the machine that the view can be made of. False: there is no other.
 * request.live and .chosen have changed then.
 */
bool code_live_next_event(struct code_screen *code);

/*
 * The index of TopDown of this level among the events of the machine, with what the open view needs; -1: there
 * is none.
 */
int code_live_of_level(const struct code_screen *code, int level);

/* The index of that event; -1: there is none. */
int code_live_find_event(const struct code_screen *code);

/* Can the view be made of an event, live or of the recording? True before they are known. */
bool code_live_serves(const struct code_screen *code, enum code_view_id view);

/* Can branch stacks be sampled here, as far as the news say? */
bool code_live_has_branches(const struct code_screen *code);

/* Are the news the answer to the newest request? Those before tell nothing about it. */
bool code_live_is_answered(const struct code_screen *code);

/* Do two requests have the same row, or also the same event? */
bool code_live_same_row(const struct live_request *a, const struct live_request *b);
bool code_live_same_request(const struct live_request *a, const struct live_request *b);

/* Are two states the same on the screen? */
bool code_live_same(const struct live_state *a, const struct live_state *b);

/*
 * Why no samples have come yet: a sentence. newest: the last interval that was counted; NULL: not
 * known.
 */
void code_live_waiting(const struct code_screen *code, const struct snapshot *newest, char *text,
		       size_t size);

/* "L3 misses": what a share is of, harmless; "" if nothing is known. */
void code_live_counted(const struct code_screen *code, char *text, size_t size);

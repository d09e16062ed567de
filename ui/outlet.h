/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The way of a frame to the terminal, which may take nothing for as long as it likes: stopped by
 * Ctrl-S, or its reader is stuck. curses would wait for it in write(2). So its descriptor leads
 * into memory while it writes a frame, and the terminal gets from there what it takes without
 * waiting. Used by term.c alone, on the UI thread.
 */
#ifndef TDTOP_UI_OUTLET_H
#define TDTOP_UI_OUTLET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct outlet;

/* For the descriptor that curses writes to. NULL: not possible here, write it as ever. */
struct outlet *outlet_new(int fd);
void outlet_free(struct outlet *outlet);	/* what waits is dropped; NULL is fine */

/*
 * What is written to the descriptor between outlet_begin and outlet_end is a frame. Not while one waits.
 * outlet_discard instead of outlet_end: nobody sees it.
 */
void outlet_begin(struct outlet *outlet);
void outlet_end(struct outlet *outlet);
void outlet_discard(struct outlet *outlet);

/* Writes what the terminal takes now of a frame that waits. */
void outlet_push(struct outlet *outlet);
void outlet_drop(struct outlet *outlet);

/* Does (the rest of) a frame wait? */
bool outlet_waits(const struct outlet *outlet);

/* Bytes of all frames so far. */
uint64_t outlet_bytes(const struct outlet *outlet);

#endif

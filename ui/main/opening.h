/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One thread that opens what takes long, so that the screen stands and keys work meanwhile. After
 * opening_end() the program has no thread again: it may fork helpers and enter the sandbox. Main
 * thread.
 */
#ifndef TDTOP_UI_MAIN_OPENING_H
#define TDTOP_UI_MAIN_OPENING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "model/err.h"

/*
 * Atomic: the thread stores `ended` last (A, with B), with release order; opening_ended() loads it
 * (B, with A), with acquire order.
 */
struct opening {		/* zeroed: no thread runs */
	/* 0, or a negative errno with a sentence. It forks nothing. */
	int (*open)(void *data, struct err *err);
	void *data;
	int wake;		/* eventfd: written when it has ended */
	pthread_t thread;
	bool runs;		/* not joined yet */
	_Atomic bool ended;
	int ret;		/* what .open returned */
	struct err err;
};

/* Starts the thread. 0, or a negative errno with a sentence. */
int opening_start(struct opening *opening, struct err *err);

/* Will opening_end() not wait? */
bool opening_ended(const struct opening *opening);

/* Joins the thread. Returns what it returned, with its sentence. */
int opening_end(struct opening *opening, struct err *err);

/*
 * Nobody needs it any more. False: it still opens. Then it is left behind, uses its data until
 * exit(), and nothing of that may be freed.
 */
bool opening_cancel(struct opening *opening);

#endif

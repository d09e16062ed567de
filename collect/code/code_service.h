/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What code.h promises, without its surface: objects, answers and open questions behind a lock, and
 * the thread that asks the helper, newest question first.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "collect/code/code_parts.h"

/* What is asked about a place. */
enum code_what { CODE_NAMES, CODE_LINES, CODE_WHATS };

/* Numbers of answers that are still open, the newest at the end. */
struct code_queue {
	uint32_t *items;
	size_t n, room;
};

struct code_service_object {
	bool known;
	struct profile_object object;	/* its path is ours */
	struct code_queue queues[CODE_WHATS];
	unsigned int deaths;		/* of the helper, by questions about it */
	uint64_t version;		/* of its perf map, as the helper knows it; 0: not asked */
	uint64_t checked_ns;		/* when it was looked whether that has changed */
	bool check;			/* the thread shall look */
	bool unverified;		/* its file may be another one than was mapped */
	char trouble[WIRE_TROUBLE];
};

/*
 * A question with n items in and out, for a thread that waits until it has failed or done is n.
 * Answered in parts. Of the waiting thread.
 */
struct code_job {
	enum wire_kind kind;
	uint32_t object;
	const unsigned char *in;
	unsigned char *out;
	size_t n, in_size, out_size;
	size_t done;
	bool failed;
	bool busy;		/* the thread is at it, without the lock */
	struct code_job *next;
};

struct code_service {
	bool no_symbols, debuginfod;
	int wake;			/* eventfd that is written after answers; -1 */
	uint64_t check_ns;		/* perf maps are looked at no more often: they grow */
	struct code_asker asker;	/* of the thread */
	pthread_t thread;
	pthread_mutex_t lock;		/* of all below */
	pthread_cond_t asked, answered;	/* CLOCK_MONOTONIC */
	bool runs, stop, gone;
	struct code_answers *answers;
	struct code_listing *listing;
	struct code_service_object *objects;
	size_t n_objects;
	uint32_t checks;		/* objects with .check */
	uint32_t hot;			/* object that was asked about last */
	struct code_job *jobs;
	uint32_t generation;
};

/*
 * Starts helper and thread; the fields before the thread, and of asker places, are set. started: a
 * helper that is taken over, if there is one. 0 or
 * -errno. Whatever it returns, code_service_stop() ends and frees what there is.
 */
int code_service_start(struct code_service *service, struct helper *started);
void code_service_stop(struct code_service *service);

/* 0; -ENOMEM. */
int code_service_add(struct code_service *service, uint32_t index,
		     const struct profile_object *object);

/* All that follow: with the lock held. */

/* Has it been told of this object? */
bool code_service_knows(const struct code_service *service, uint32_t object);

/* The answer of a place, asked for if it was not yet. NULL: it cannot be asked. */
struct code_answer *code_service_request(struct code_service *service, struct place at,
					 bool want_line);

/* Was it asked, and is not answered yet? */
bool code_service_is_open(const struct code_answer *answer, enum code_what what);

/* Waits for any answer, until a time of CLOCK_MONOTONIC (NULL: for ever). false: it is over. */
bool code_service_wait(struct code_service *service, const struct timespec *deadline);

/* Tells the thread that there is a request in the listing. */
void code_service_wake(struct code_service *service);

/* Runs a job to its end, or until then (NULL: for ever). out beyond done stays as it was. */
void code_service_run(struct code_service *service, struct code_job *job,
		      const struct timespec *deadline);

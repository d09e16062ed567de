/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A thread that reads a recording for the screen: makes the profile that the UI requests, publishes
 * it while it grows, and begins again when the request changes. The UI never waits for it.
 */
#pragma once

#include <stdint.h>

#include "collect/recording/recording_copy.h"
#include "collect/sample/profile_reader.h"
#include "model/err.h"
#include "model/profile/profile_exchange.h"

struct profile_loader;

struct profile_loader_options {
	struct profile_reader *reader;		/* owned by the loader, also on errors */
	struct recording_copy *copy;	/* that it reads, borrowed; NULL: a file */
	struct profile_exchange *exchange;	/* borrowed */
	int wake_ui;			/* eventfd that is written after each publish; -1: none */
	const struct profile_code *code;	/* borrowed; NULL: nothing is asked of the code */
	/* Told each object once, before a profile has places in it (code_add_object()); or NULL. */
	int (*add_object)(void *data, uint32_t index, const struct profile_object *object);
	void *data;
};

/*
 * Starts the thread, which reads the profile of a zeroed request first. 0 and *out, or a negative
 * errno with a sentence. Main thread.
 */
int profile_loader_new(const struct profile_loader_options *options, struct profile_loader **out,
		       struct err *err);

/*
 * Ends the thread and closes the reader: the objects of all its profiles are gone then, so they are
 * freed or no longer shown. NULL is fine. Main thread.
 */
void profile_loader_free(struct profile_loader *loader);

/* UI thread, after profile_exchange_request(): the loader looks for the request now. */
void profile_loader_wake(struct profile_loader *loader);

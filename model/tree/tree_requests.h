/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hands the newest request for opened nodes from the UI thread (or batch mode) to the collector; an
 * older one that was not taken is lost.
 */
#pragma once

#include <stdbool.h>

#include "model/tree/opened.h"

struct tree_requests;

struct tree_requests *tree_requests_new(void);			/* NULL without memory */
void tree_requests_free(struct tree_requests *requests);	/* after both threads have ended */

/* UI thread. It numbers the request (.serial); the caller wakes the collector. */
void tree_requests_put(struct tree_requests *requests, struct tree_request *request);

/* Collector: the newest request; false: none since the last call. */
bool tree_requests_take(struct tree_requests *requests, struct tree_request *request);

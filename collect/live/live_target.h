/* SPDX-License-Identifier: GPL-2.0-only */
/* What is sampled live, and how it is decoded: from the sampler to the thread that makes profiles. */
#pragma once

#include <stdint.h>

#include "collect/sample/sample_events.h"
#include "model/profile/profile_exchange.h"

/* What the samples are from now on. */
struct live_target {
	struct profile_request request;	/* that the profiles answer */
	struct sample_event event;	/* layout of all records, the same on all core types */
	/*
	 * Of samples of several classes, before it is told what they are worth; no table: they are of
	 * one event. The id of such a sample is the row of its class.
	 */
	struct class_samples classes;
	int32_t pid;			/* samples of other processes are left out; 0: none are */
};

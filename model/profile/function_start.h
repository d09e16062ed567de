/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which function is a place in? What is grouped by function (call trees, loops, basic blocks) asks
 * it through this struct of functions, so that it depends on no symbols. Pure.
 */
#pragma once

#include "model/profile/code_names.h"
#include "model/profile/place.h"

struct function_start {
	/* The start of the function that covers the place; the place itself if none is known. */
	struct place (*of)(void *data, struct place at);
	void *data;
};

/* The same; NULL: nothing is known, and each place is its own function. */
struct place function_start_of(const struct function_start *functions, struct place at);

/*
 * Asks names, which must outlive the result. What is pending is unknown: group again when
 * names->generation() has changed. Any thread that may ask names.
 */
struct function_start function_start_names(const struct code_names *names);

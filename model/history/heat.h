/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One cell of a picture of time: how busy something was, and its slots by class. Cells are added by
 * their times and slots; shares are made of the sums. Pure, any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/formula.h"
#include "model/metric.h"

struct row;

struct heat {
	float busy_ns;		/* time not idle */
	float room_ns;		/* time in which it could be busy; 0: nothing is known */
	float slots[FAMILY_CLASSES];	/* of the family's classes; all 0: not known */
};

/* What a finished row of a CPU had in an interval. */
struct heat heat_of_row(const struct family *family, const struct row *row, uint64_t interval_ns);

void heat_add(struct heat *into, const struct heat *add);

/* 0..1; NAN: nothing is known. */
double heat_busy(const struct heat *heat);

/* The shares of its classes; all of Q_LOW_SLOTS if there are no slots. */
struct values heat_values(const struct heat *heat, const struct family *family);

/*
 * The class that limits; without one the largest, and *limits is false. M_NONE: not known.
 */
enum metric_id heat_class(const struct heat *heat, const struct family *family, bool *limits);

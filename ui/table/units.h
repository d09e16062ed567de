/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The units of the TopDown columns: percent, slots per second, or percent of the machine. UI
 * thread.
 */
#pragma once

#include "model/snapshot/snapshot.h"

enum units_id {
	UNITS_PERCENT,		/* of the row's slots */
	UNITS_SLOTS,		/* slots per second */
	UNITS_SHARE,		/* of the machine's slots */
	UNITS_COUNT
};

struct units {
	const char *name;	/* for --units */
	const char *prefix, *suffix;	/* of "slots", or of the family's unit, in a sentence */
	/* Called only for reliable values (quality > Q_LOW_SLOTS). */
	double (*value)(const struct snapshot *snapshot, const struct row *row,
			enum metric_id metric);
	/* At most 5 cells. */
	void (*print)(char *text, size_t size, double value, enum quality quality);
};

extern const struct units units[UNITS_COUNT];

/* "percent of the row's slots", or the unit of a family that counts no slots. */
void units_describe(enum units_id id, const struct family *family, char *text, size_t size);

/* The name of a unit for the table of options; NULL beyond the last. */
const char *units_name(int id);

/* Prints the cell of a metric. */
void units_print(enum units_id id, const struct snapshot *snapshot, const struct row *row,
		 enum metric_id metric, char *text, size_t size);

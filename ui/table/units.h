/* SPDX-License-Identifier: GPL-2.0-only */
/* What the cells of the TopDown columns say: the same slots in other units. One table. UI thread. */
#ifndef TDTOP_UI_UNITS_H
#define TDTOP_UI_UNITS_H

#include "model/snapshot/snapshot.h"

enum units_id {
	UNITS_PERCENT,		/* of the row's slots */
	UNITS_SLOTS,		/* slots per second */
	UNITS_SHARE,		/* of the machine's slots */
	UNITS_COUNT
};

struct units {
	const char *name;	/* for --units */
	const char *before, *after;	/* what is said of them around "slots", or what else shares are of */
	/* Asked only for what was counted and can be trusted. */
	double (*value)(const struct snapshot *snapshot, const struct row *row,
			enum metric_id metric);
	/* At most 5 cells. */
	void (*print)(char *text, size_t size, double value, enum quality quality);
};

extern const struct units units[UNITS_COUNT];

/* "percent of the row's slots"; of a family that has none, what it has. */
void units_describe(enum units_id id, const struct family *family, char *text, size_t size);

/* Their names, for the table of options; NULL beyond the last. */
const char *units_name(int id);

/* The cell of a metric. */
void units_print(enum units_id id, const struct snapshot *snapshot, const struct row *row,
		 enum metric_id metric, char *text, size_t size);

#endif

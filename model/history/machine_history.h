/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The last intervals of the machine row, for sparklines and trends. The UI thread owns it and adds
 * each snapshot that it takes from the exchange. Snapshots that the UI never saw are gaps: the
 * exchange keeps only the newest, so a jump of `seq` is normal and must be shown.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/metric.h"

struct machine_history;
struct snapshot;

/* One interval of the machine, or a gap. */
struct machine_history_value {
	bool gap;			/* one or more unknown intervals; the rest is 0 */
	uint64_t seq;			/* of the snapshot */
	double time;			/* wall clock at its end, seconds since 1970 */
	uint64_t interval_ns;
	float busy_percent;		/* 0..100, of all CPUs */
	float percent[M_COUNT];		/* 0..100, of the machine's slots; see quality */
	uint8_t quality[M_COUNT];	/* enum quality; Q_MISSING in a gap */
};

/* Makes room for the last n values (at least 1). The caller frees it; NULL without memory. */
struct machine_history *machine_history_new(size_t n);
void machine_history_free(struct machine_history *history);	/* NULL is fine */

/*
 * Appends the machine row of a finished snapshot; a full ring loses its oldest value. If seq does
 * not follow the last one, one gap is added before it, however long it was. The same seq again is
 * ignored, so every frame may call this. No allocation.
 */
void machine_history_add(struct machine_history *history, const struct snapshot *snapshot);

/* Number of values, gaps included, that machine_history_at() can return. */
size_t machine_history_length(const struct machine_history *history);

/*
 * The value `ago` values back, 0 is the newest; NULL if there is none. Valid until the next
 * machine_history_add().
 */
const struct machine_history_value *machine_history_at(const struct machine_history *history,
						       size_t ago);

/* Writes how many values back the interval with this seq is. False: it is not in the ring. */
bool machine_history_find(const struct machine_history *history, uint64_t seq, size_t *ago);

/*
 * Writes the last n values of a metric (M_NONE: busy) up to the one `ago` values back, oldest
 * first, newest in series[n - 1]. Values are 0..100, or NAN before the first value, in a gap, and
 * for missing or too few slots.
 */
void machine_history_series(const struct machine_history *history, size_t ago,
			    enum metric_id metric, float *series, size_t n);

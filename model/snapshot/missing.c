/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the reason why a row has no values; see missing.h. Any thread. */
#include "config.h"
#include "model/snapshot/missing.h"

#include "model/snapshot/row.h"

/* Is it the row of the threads that are not counted for this reason? */
static bool is_uncounted(const struct row *row, enum uncounted why)
{
	return row->kind == ROW_PROCESS && row->id == uncounted_pid(why);
}

/* The best quality of all nodes. */
static enum quality best_quality(const struct values *values)
{
	enum quality best = Q_MISSING;

	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (values->quality[m] > best)
			best = (enum quality)values->quality[m];
	return best;
}

static enum missing why_unsound(enum soundness soundness)
{
	_Static_assert(MISSING_OVER_100 - MISSING_STANDS_STILL ==
		       UNSOUND_OVER_100 - UNSOUND_STANDS_STILL, "each kind has its reason");
	return MISSING_STANDS_STILL + (soundness - UNSOUND_STANDS_STILL);
}

/* The reason for a row into which no slots were counted. */
static enum missing why_no_counts(const struct snapshot *snapshot, const struct row *row)
{
	if (row->numbers->counts.off)
		return snapshot->uncounted_ns ? MISSING_CAME_ONLINE : MISSING_OFF;
	if (!row->busy_ns && row->variance <= 0)
		return MISSING_IDLE;
	return snapshot->lost ? MISSING_LOST : MISSING_NOT_READ;
}

enum missing missing_of(const struct snapshot *snapshot, const struct row *row)
{
	enum quality best = best_quality(&row->numbers->values);

	if (snapshot->soundness != SOUND)
		return why_unsound(snapshot->soundness);
	if (best > Q_LOW_SLOTS)
		return MISSING_NOTHING;
	if (is_uncounted(row, UNCOUNTED_PERMISSION))
		return MISSING_NOT_PERMITTED;
	if (is_uncounted(row, UNCOUNTED_FILES))
		return MISSING_FILES;
	if (snapshot->running_ratio <= 0)	/* of all groups: also this row's was never on */
		return MISSING_OFF;
	if (!(row->numbers->counts.present & 1U << EV_SLOTS))
		return why_no_counts(snapshot, row);
	if (best == Q_MISSING)
		return MISSING_EVENTS;
	return best == Q_OF_CORE ? MISSING_SHARED_CORE : MISSING_LOW_SLOTS;
}

const char *missing_name(enum missing missing)
{
	static const char *const names[MISSING_KINDS] = {
		[MISSING_STANDS_STILL] = "unsound_stands_still",
		[MISSING_NO_CLASSES] = "unsound_no_classes",
		[MISSING_ALL_BAD] = "unsound_all_bad",
		[MISSING_TOO_MANY] = "unsound_too_many",
		[MISSING_OVER_100] = "unsound_over_100",
		[MISSING_NOT_PERMITTED] = "not_permitted",
		[MISSING_FILES] = "too_few_files",
		[MISSING_SHARED_CORE] = "shared_core",
		[MISSING_LOW_SLOTS] = "too_few_slots",
		[MISSING_EVENTS] = "not_counted",
		[MISSING_OFF] = "counter_taken",
		[MISSING_CAME_ONLINE] = "came_online",
		[MISSING_IDLE] = "idle",
		[MISSING_LOST] = "lost",
		[MISSING_NOT_READ] = "not_read",
	};

	return names[missing];
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells of a picture of time; see heat.h. Pure. */
#include "config.h"
#include "model/history/heat.h"

#include <math.h>
#include <stddef.h>

#include "model/snapshot/row.h"

struct heat heat_of_row(const struct family *family, const struct row *row, uint64_t interval_ns)
{
	struct heat heat = { .busy_ns = (float)row->busy_ns, .room_ns = (float)interval_ns };
	enum metric_id classes[FAMILY_CLASSES];
	int n = family_classes(family, classes);

	for (int i = 0; i < n; i++) {
		double slots = row_class_slots(row, classes[i]);

		heat.slots[i] = isnan(slots) ? 0 : (float)slots;
	}
	return heat;
}

void heat_add(struct heat *into, const struct heat *add)
{
	into->busy_ns += add->busy_ns;
	into->room_ns += add->room_ns;
	for (int i = 0; i < FAMILY_CLASSES; i++)
		into->slots[i] += add->slots[i];
}

double heat_busy(const struct heat *heat)
{
	double busy = heat->room_ns > 0 ? (double)heat->busy_ns / (double)heat->room_ns
					: (double)NAN;

	return busy > 1 ? 1 : busy;
}

struct values heat_values(const struct heat *heat, const struct family *family)
{
	enum metric_id classes[FAMILY_CLASSES];
	int n = family_classes(family, classes);
	struct values values = { 0 };
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += (double)heat->slots[i];
	for (int i = 0; i < n; i++) {
		values.quality[classes[i]] = sum > 0 ? Q_COUNTED : Q_LOW_SLOTS;
		if (sum > 0)
			values.percent[classes[i]] = (float)(100 * (double)heat->slots[i] / sum);
	}
	return values;
}

enum metric_id heat_class(const struct heat *heat, const struct family *family, bool *limits)
{
	const struct values values = heat_values(heat, family);
	enum metric_id classes[FAMILY_CLASSES], path[2], largest = M_NONE;
	int n = family_classes(family, classes);

	*limits = worst_path(&values, 1, path) > 0;
	if (*limits)
		return path[0];
	for (int i = 0; i < n; i++)
		if (heat->slots[i] > 0 &&
		    (largest == M_NONE || values.percent[classes[i]] > values.percent[largest]))
			largest = classes[i];
	return largest;
}

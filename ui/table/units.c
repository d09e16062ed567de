/* SPDX-License-Identifier: GPL-2.0-only */
/* The units of the TopDown columns; see units.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/table/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/snapshot/row.h"
#include "ui/draw/format.h"

static double get_percent(const struct snapshot *snapshot, const struct row *row,
			  enum metric_id metric)
{
	(void)snapshot;
	return (double)row->numbers->values.percent[metric];
}

static double get_slots(const struct snapshot *snapshot, const struct row *row,
			enum metric_id metric)
{
	double seconds = (double)snapshot->interval_ns / 1e9;

	return seconds > 0 ? row_class_slots(row, metric) / seconds : (double)NAN;
}

/* "12.3k"; extrapolated "~12k", "~4.5M": the sign takes the cell of the last decimal. */
static void print_count(char *text, size_t size, double value, enum quality quality)
{
	char count[16], *point, *end;

	format_count(count, sizeof(count), value);
	end = count + strlen(count);
	point = strchr(count, '.');
	if (quality_is_rough(quality) && point && end - count == 5) {
		/* Drops the last decimal, and the point with the only one. */
		char *from = end - 1, *to = from - point == 2 ? point : from - 1;

		memmove(to, from, 2);
	}
	(void)snprintf(text, size, "%s%s", quality_is_rough(quality) ? "~" : "", count);
}

/* clang-format off */
const struct units units[UNITS_COUNT] = {
	[UNITS_PERCENT] = { .name = "percent", .prefix = "percent of the row's ", .suffix = "",
			    .value = get_percent, .print = format_percent },
	[UNITS_SLOTS]   = { .name = "slots", .prefix = "", .suffix = " per second",
			    .value = get_slots, .print = print_count },
	[UNITS_SHARE]   = { .name = "share", .prefix = "percent of the machine's ", .suffix = "",
			    .value = row_cost_percent, .print = format_percent },
};
/* clang-format on */

void units_describe(enum units_id id, const struct family *family, char *text, size_t size)
{
	(void)snprintf(text, size, "%s%s%s", units[id].prefix, family_unit(family),
		       units[id].suffix);
}

const char *units_name(int id)
{
	return id >= 0 && id < UNITS_COUNT ? units[id].name : NULL;
}

void units_print(enum units_id id, const struct snapshot *snapshot, const struct row *row,
		 enum metric_id metric, char *text, size_t size)
{
	enum quality quality = (enum quality)row->numbers->values.quality[metric];

	if (quality <= Q_LOW_SLOTS)
		format_percent(text, size, 0, quality);
	else
		units[id].print(text, size, units[id].value(snapshot, row, metric), quality);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Printing of self-counted regions; see self_regions_print.h. UI thread. */
#include "config.h"
#include "ui/batch/self_regions_print.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>

#include "ui/batch/json_value.h"
#include "ui/draw/format.h"

#define NODES (M_CORE_BOUND + 1)
#define CELL 16
#define NAME_WIDTH 24		/* cells at least */
#define NAME_BYTES (4 * SELF_REGION_NAME + 1)

static void put_percent(struct buffer *out, double share, int decimals)
{
	if (isfinite(share))
		buffer_print(out, " %6.*f", decimals, 100 * share);
	else
		buffer_print(out, " %6s", "-");
}

static void print_name(const struct self_region *region, bool ascii, char name[NAME_BYTES])
{
	format_harmless(name, NAME_BYTES, region->name);
	if (ascii)
		format_ascii(name);
}

/* Cells of the longest name; no name has more than it has bytes. */
static int name_width(const struct self_regions *regions, bool ascii)
{
	char name[NAME_BYTES];
	int width = NAME_WIDTH;

	for (size_t i = 0; i < regions->n; i++) {
		print_name(&regions->region[i], ascii, name);
		width = format_wider(width, name, SELF_REGION_NAME);
	}
	return width;
}

static void regions_print_put_row(const struct self_region *region, int width, int level, bool ascii,
				  struct buffer *out)
{
	char name[NAME_BYTES], cell[NAME_BYTES], slots[CELL];

	print_name(region, ascii, name);
	format_fit(cell, sizeof(cell), name, width, false);
	format_count(slots, sizeof(slots), region->slots);
	buffer_print(out, "%s %10" PRIu64 " %9.3f %6s", cell, region->entries, region->cpu_seconds,
		     slots);
	put_percent(out, region->running, 1);
	for (int i = 0; i < NODES; i++)
		if (metric_level((enum metric_id)i) == level)
			put_percent(out, region->share[i], 1);
	put_percent(out, region->error, 1);
	buffer_put(out, "\n", 1);
}

static void put_remarks(const struct self_regions *regions, struct buffer *out)
{
	if (regions->threads_taken || regions->taken > 0)
		buffer_print(out, "%u threads stopped counting: others have the SLOTS counter %.0f %% of "
			     "the time (another perf, toplev or tdtop counts CPUs)\n",
			     regions->threads_taken, 100 * regions->taken);
	if (regions->threads_refused)
		buffer_print(out, "%u threads are not counted, or not any more: the kernel refused, or "
			     "there are too many\n", regions->threads_refused);
}

void self_regions_put_text(const struct self_regions *regions, int level, bool ascii,
			   struct buffer *out)
{
	const int width = name_width(regions, ascii);

	if (level > regions->levels)
		level = regions->levels;
	buffer_print(out, "regions of process %d, which counts itself in user mode  %u threads\n",
		     (int)regions->pid, regions->threads);
	buffer_print(out, "%-*s %10s %9s %6s %6s", width, "REGION", "ENTRIES", "CPU s", "SLOTS",
		     "RUN%");
	for (int i = 0; i < NODES; i++)
		if (metric_level((enum metric_id)i) == level)
			buffer_print(out, " %6s", metrics[i].column);
	buffer_print(out, " %6s\n", "ERROR");
	for (size_t i = 0; i < regions->n; i++)
		regions_print_put_row(&regions->region[i], width, level, ascii, out);
	put_remarks(regions, out);
}

/* A name in quotes, which are doubled in it. */
static void put_csv_name(struct buffer *out, const char *foreign)
{
	char name[4 * SELF_REGION_NAME];

	format_harmless(name, sizeof(name), foreign);
	buffer_put(out, "\"", 1);
	for (const char *c = name; *c; c++)
		buffer_put(out, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1);
	buffer_put(out, "\"", 1);
}

static void put_csv_number(struct buffer *out, double value, int decimals)
{
	if (isfinite(value))
		buffer_print(out, ",%.*f", decimals, value);
	else
		buffer_put(out, ",", 1);
}

void self_regions_put_csv(const struct self_regions *regions, struct buffer *out)
{
	buffer_print(out, "pid,region,entries,cpu_seconds,slots,running_percent,split_slots,error");
	for (int i = 0; i < NODES; i++)
		buffer_print(out, ",%s", metrics[i].slug);
	buffer_put(out, "\n", 1);
	for (size_t i = 0; i < regions->n; i++) {
		const struct self_region *region = &regions->region[i];

		buffer_print(out, "%d,", (int)regions->pid);
		put_csv_name(out, region->name);
		buffer_print(out, ",%" PRIu64, region->entries);
		put_csv_number(out, region->cpu_seconds, 6);
		put_csv_number(out, region->slots, 0);
		put_csv_number(out, 100 * region->running, 2);
		put_csv_number(out, region->split_slots, 0);
		put_csv_number(out, 100 * region->error, 2);
		for (int node = 0; node < NODES; node++)
			put_csv_number(out, 100 * region->share[node], 2);
		buffer_put(out, "\n", 1);
	}
}

static json_t *make_region(const struct self_regions *regions, const struct self_region *region,
			   bool *bad)
{
	char name[4 * SELF_REGION_NAME];
	json_t *object = json_object();

	format_harmless(name, sizeof(name), region->name);
	*bad |= json_object_set_new(object, "pid", json_integer(regions->pid)) != 0;
	*bad |= json_object_set_new(object, "region", json_make_text(name)) != 0;
	*bad |= json_object_set_new(object, "entries", json_make_count(region->entries)) != 0;
	*bad |= json_object_set_new(object, "cpu_seconds", json_real(region->cpu_seconds)) != 0;
	*bad |= json_object_set_new(object, "slots", json_real(region->slots)) != 0;
	*bad |= json_object_set_new(object, "running_percent",
				    json_make_percent(100 * region->running)) != 0;
	*bad |= json_object_set_new(object, "split_slots", json_real(region->split_slots)) != 0;
	*bad |= json_object_set_new(object, "error", json_make_percent(100 * region->error)) != 0;
	for (int i = 0; i < NODES; i++)
		*bad |= json_object_set_new(object, metrics[i].slug,
					    json_make_percent(100 * region->share[i])) != 0;
	return object;
}

int self_regions_put_json(const struct self_regions *regions, struct buffer *out)
{
	json_t *root = json_object(), *rows = json_array();
	bool bad = false;

	bad |= json_object_set_new(root, "schema", json_string("tdtop/1")) != 0;
	bad |= json_object_set_new(root, "kind", json_string("regions")) != 0;
	bad |= json_object_set_new(root, "source", json_string("self")) != 0;
	bad |= json_object_set_new(root, "pid", json_integer(regions->pid)) != 0;
	bad |= json_object_set_new(root, "user_mode_only", json_true()) != 0;
	bad |= json_object_set_new(root, "levels", json_integer(regions->levels)) != 0;
	bad |= json_object_set_new(root, "threads", json_integer(regions->threads)) != 0;
	bad |= json_object_set_new(root, "threads_taken", json_integer(regions->threads_taken)) != 0;
	bad |= json_object_set_new(root, "threads_refused", json_integer(regions->threads_refused)) != 0;
	bad |= json_object_set_new(root, "taken_percent", json_make_percent(100 * regions->taken)) != 0;
	bad |= json_object_set_new(root, "changes", json_make_count(regions->changes)) != 0;
	bad |= json_object_set_new(root, "resets", json_make_count(regions->resets)) != 0;
	for (size_t i = 0; i < regions->n; i++)
		bad |= json_array_append_new(rows, make_region(regions, &regions->region[i], &bad)) != 0;
	bad |= json_object_set_new(root, "regions", rows) != 0;
	return json_put_line(out, root, bad);
}

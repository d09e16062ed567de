/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile as text, CSV or JSON, and a table of it as CSV; see profile_print.h and profile_print_parts.h. Called by
 * profile_run.c.
 */
#include "config.h"
#include "ui/profile/profile_print.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/profile/histogram.h"
#include "ui/batch/csv.h"
#include "ui/profile/profile_print_parts.h"
#include "ui/profile/profile_rows.h"

/* ---- as CSV ---- */

/* A block has lists too: "1:413 2:7", "1-1:100". Without `block` the names only. */
static void visit_lists(const struct profile_block *block, const struct field_sink *sink)
{
	struct field_value value = { .type = FIELD_TEXT };
	size_t used = 0;

	for (uint32_t i = 0; block && i < block->n_bins && used < FIELD_TEXT_LEN - 32; i++)
		used += (size_t)snprintf(value.text + used, FIELD_TEXT_LEN - used,
					 "%s%" PRIu32 ":%" PRIu32, i ? " " : "",
					 histogram_low(block->bins[i].bin), block->bins[i].count);
	value.type = used ? FIELD_TEXT : FIELD_NULL;
	sink->field(sink->data, "cycles", "bins", &value);
	used = 0;
	for (uint32_t i = 0; block && i < block->n_modes && used < FIELD_TEXT_LEN - 64; i++)
		used += (size_t)snprintf(value.text + used, FIELD_TEXT_LEN - used,
					 "%s%" PRIu32 "-%" PRIu32 ":%.2f", i ? " " : "",
					 block->modes[i].from, block->modes[i].to,
					 100 * block->modes[i].part);
	value.type = used ? FIELD_TEXT : FIELD_NULL;
	sink->field(sink->data, NULL, "modes", &value);
}

/* The header line of the part of the rows; of a simulated machine the last field says so. */
static void profile_put_csv_header(struct buffer *out, const struct profile_rows *rows)
{
	const struct field_sink sink = { .data = out, .field = csv_put_name };
	struct row_fields fields;

	row_fields_init(&fields, profile_kind(rows->parts), rows->classes);
	buffer_print(out, "event");
	row_fields_visit(&fields, NULL, NULL, &sink);
	if (rows->parts == PROFILE_BLOCKS)
		visit_lists(NULL, &sink);
	buffer_print(out, rows->config->simulated ? ",simulated\n" : "\n");
}

/* A line for each chosen row of the part of the configuration. The first field is the event. */
static void profile_put_csv(struct buffer *out, const struct profile_rows *rows,
		     const struct profile_choice *choice)
{
	const struct field_sink sink = { .data = out, .field = csv_put_value };
	const struct profile_chosen *chosen = profile_choice_of(choice, rows->parts);
	struct field_value event, simulated;
	struct row_fields fields;
	struct buffer first = { 0 };

	row_fields_init(&fields, profile_kind(rows->parts), rows->classes);
	field_set_text(&event, rows->of.profile->event.name);
	if (rows->config->simulated)
		field_set_text(&simulated, rows->config->simulated);
	csv_put_value(&first, NULL, "event", &event);
	for (size_t i = 0; i < chosen->n; i++) {
		buffer_put(out, first.bytes + 1, first.n ? first.n - 1 : 0);
		row_fields_visit(&fields, &rows->of, chosen->row[i], &sink);
		if (rows->parts == PROFILE_BLOCKS)
			visit_lists(chosen->row[i], &sink);
		if (rows->config->simulated)
			csv_put_value(out, NULL, "simulated", &simulated);
		buffer_put(out, "\n", 1);
	}
	out->broken |= first.broken;
	buffer_done(&first);
}

/* ---- in every format ---- */

unsigned int profile_parts(const struct profile *profile)
{
	const struct profile_event *event = &profile->event;
	unsigned int parts = profile->samples ? PROFILE_FUNCTIONS : 0;

	if (event->has_branches && profile->stacks)
		parts |= PROFILE_BRANCHES | PROFILE_BLOCKS | PROFILE_PATHS | PROFILE_LOOPS;
	if (event->has_calls && profile->n_stack)
		parts |= PROFILE_STACKS;
	return parts;
}

static int print_buffer(struct buffer *text, FILE *out)
{
	int ret = text->broken ? -ENOMEM : 0;

	if (text->n)
		(void)fwrite(text->bytes, 1, text->n, out);
	buffer_done(text);
	return ret;
}

void profile_print_header(const struct profile_config *config, FILE *out)
{
	const struct profile_rows rows = profile_rows_of(config, NULL, NULL);
	struct buffer text = { 0 };

	if (config->format != BATCH_CSV)
		return;
	profile_put_csv_header(&text, &rows);
	(void)print_buffer(&text, out);
}

int profile_print(const struct profile_config *config, const struct profile *profile,
		  const struct code_names *names, FILE *out)
{
	const struct profile_rows rows = profile_rows_of(config, profile, names);
	struct profile_choice choice;
	struct buffer text = { 0 };
	int ret;

	if (config->format == BATCH_JSON)
		return profile_print_json(&rows, out);
	ret = profile_choice_init(&choice, &rows);
	if (!ret && config->format == BATCH_CSV)
		profile_put_csv(&text, &rows, &choice);
	else if (!ret)
		profile_put_text(&text, &rows, &choice, rows.parts & profile_parts(profile));
	profile_choice_done(&choice);
	return ret ? ret : print_buffer(&text, out);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* A profile as text, CSV or JSON; see profile_print.h. Called by profile_run.c. */
#include "config.h"
#include "ui/profile/profile_print.h"

#include <errno.h>

#include "ui/profile/profile_print_parts.h"

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

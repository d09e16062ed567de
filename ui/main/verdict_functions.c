/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions of recordings in pieces; see runs.h. Called by verdict_run.c. */
#include "config.h"
#include "ui/main/runs.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "collect/code/code.h"
#include "collect/sample/profile_reader.h"
#include "model/profile/functions.h"
#include "ui/profile/profile_diff.h"

#define PIECES 40	/* at most */

struct recording_functions {
	struct profile_input input;
	struct code_names names;
	const struct changes *changes;
	struct pieces *pieces;
	struct pieces_row *all;
	int event;	/* index among those of the recording */
};

/* Of a class the slots that the function has in it: also where a few samples of a piece leave much doubt. */
static void add_function(const struct recording_functions *from, const struct profile_function *function)
{
	const struct code_names *names = &from->names;
	struct pieces_row *row;
	struct code_name name;

	if (names->name(names->data, &function->start, false, &name) != CODE_KNOWN || !name.symbol[0])
		return;
	row = pieces_row(from->pieces, name.symbol);
	for (size_t i = 0; i < from->changes->n && row; i++) {
		const struct changes_term *term = &from->changes->terms[i];
		const double weight = (double)function->weight;
		const double part = !changes_is_share(term) && function->classes ?
					    function->classes[term->column->metric].value : (double)NAN;

		if (changes_is_share(term))
			pieces_add(from->pieces, row, i, 100 * weight, 0);
		else if (!isnan(part))
			pieces_add(from->pieces, row, i, 100 * part * weight, weight);
	}
}

/* Adds a piece. 0 or -ENOMEM. */
static int add_piece(void *data, const struct profile *profile)
{
	const struct recording_functions *from = data;
	const struct code_names *names = &from->names;
	struct functions functions;

	if (functions_init(&functions, profile, names, FUNCTIONS_OF_ALL))
		return -ENOMEM;
	for (size_t i = 0; i < functions.n; i++)
		(void)names->wait(names->data, &functions.rows[i].start, 1, false, -1);
	for (size_t i = 0; i < functions.n; i++)
		add_function(from, &functions.rows[i]);
	functions_done(&functions);
	for (size_t i = 0; i < from->changes->n; i++)
		pieces_add(from->pieces, from->all, i, 0, (double)profile->weight);
	pieces_next_interval(from->pieces);
	return 0;
}

static int read_pieces(struct recording_functions *from, double *began, struct err *err)
{
	const struct profile_news *news = profile_reader_news(from->input.reader);
	const uint64_t n = (news->last_ns - news->first_ns + 1) / PIECES_LEAST_NS;
	const struct profile_pieces pieces = { .n = n < 1 ? 1 : n < PIECES ? (size_t)n : PIECES,
					       .take = add_piece, .data = from };

	*began = (double)news->first_ns / 1e9;
	return profile_input_read_pieces(&from->input, from->event, &pieces, err);
}

static int index_of(const struct profile_news *news, const struct profile_event *event)
{
	int i = 0;

	while (i < news->n_events && strcmp(news->events[i].name, event->name) != 0)
		i++;
	return i < news->n_events ? i : 0;
}

/* Reads all of it once: which events and places there are. */
static int read_whole(struct recording_functions *from, const char *event, struct err *err)
{
	struct profile *profile;
	int ret = profile_input_read_named(&from->input, event, &profile, err);
	const int topdown = ret || event ? -1 : profile_input_topdown(&from->input);

	if (topdown > 0) {
		profile_free(profile);
		ret = profile_input_read(&from->input, &(struct profile_request){ .event = topdown }, &profile, err);
	}
	if (ret)
		return ret;
	from->event = index_of(profile_reader_news(from->input.reader), &profile->event);
	if (profile_diff_wait(profile, &from->names, false))
		ret = err_set(err, ENOMEM, "not enough memory to compare");
	else
		profile_run_doubt(profile, &from->names, &from->input.warning);
	profile_free(profile);
	return ret;
}

int verdict_functions_read(const char *path, const struct options *options, const struct changes *changes,
			   struct pieces *pieces, struct pieces_row *all, double *began, struct err *warning,
			   struct err *err)
{
	struct recording_functions from = { .changes = changes, .pieces = pieces, .all = all };
	int ret = profile_input_open(&from.input, path, options, err);

	if (!ret) {
		profile_reader_index(from.input.reader);	/* for read_pieces() */
		from.names = code_names(from.input.code);
		ret = read_whole(&from, options->event, err);
	}
	if (from.input.warning.text[0])
		*warning = from.input.warning;
	if (!ret)
		ret = read_pieces(&from, began, err);
	profile_input_close(&from.input);
	return ret;
}

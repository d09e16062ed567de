/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions of recordings in pieces; see verdict_functions.h. Called by verdict_run.c. */
#include "config.h"
#include "ui/main/verdict_functions.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "collect/code/code.h"
#include "collect/sample/profile_reader.h"
#include "model/profile/functions.h"
#include "ui/main/runs.h"
#include "ui/profile/profile_diff.h"

#define PIECE_NS 50000000	/* the shortest piece */
#define PIECES 40		/* each is a reading */

struct recording_functions {
	struct profile_input input;
	struct code_names names;
	const struct changes *changes;
	struct pieces *pieces;
	struct pieces_row *all;
	char event[sizeof(((struct profile_event *)NULL)->name)];
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
static int add_piece(const struct recording_functions *from, const struct profile *profile)
{
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
	return 0;
}

/* The event's index now: those with samples of this piece are listed, the best one first. */
static int event_of(const struct recording_functions *from)
{
	const struct profile_news *news = profile_reader_news(from->input.reader);

	for (int i = 0; i < news->n_events; i++)
		if (!strcmp(news->events[i].name, from->event))
			return i;
	return -1;
}

/* Reads a piece, and once more if its events are in another order. One without samples is empty. */
static int read_piece(struct recording_functions *from, struct profile_request *request, struct err *err)
{
	struct profile *profile = NULL;
	int ret = 0;

	for (int tries = 0; tries < 2; tries++) {
		request->event = event_of(from);
		if (request->event < 0)
			return 0;
		ret = profile_input_read(&from->input, request, &profile, err);
		if (ret || !strcmp(profile->event.name, from->event))
			break;
		profile_free(profile);
		profile = NULL;
	}
	if (profile && add_piece(from, profile))
		ret = err_set(err, ENOMEM, "not enough memory to compare");
	profile_free(profile);
	return ret == -ENOMEM ? ret : 0;
}

static int read_pieces(struct recording_functions *from, double *began, struct err *err)
{
	const struct profile_news *news = profile_reader_news(from->input.reader);
	const uint64_t first_ns = news->first_ns, all_ns = news->last_ns - first_ns + 1;
	const uint64_t n = all_ns / PIECE_NS < 1 ? 1 : all_ns / PIECE_NS < PIECES ? all_ns / PIECE_NS : PIECES;
	int ret = 0;

	*began = (double)first_ns / 1e9;
	for (uint64_t i = 0; i < n && !ret; i++) {
		struct profile_request request = { .from_ns = first_ns + all_ns / n * i,
						   .to_ns = first_ns + all_ns / n * (i + 1) };

		if (i == n - 1)
			request.to_ns = first_ns + all_ns;
		ret = read_piece(from, &request, err);
		pieces_next_interval(from->pieces);
	}
	return ret;
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
	(void)snprintf(from->event, sizeof(from->event), "%s", profile->event.name);
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

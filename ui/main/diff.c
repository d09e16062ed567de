/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop diff A B": sums both recordings, one after the other, and prints what changed. Called by
 * main.c; main thread.
 */
#include "config.h"
#include "ui/main/runs.h"

#include <errno.h>
#include <stdio.h>

#include "collect/collector/recording_sum.h"
#include "ui/batch/compare.h"
#include "ui/main/output.h"
#include "ui/term/screen_size.h"

/* A recording_progress. */
static void show_progress(void *data, double progress)
{
	progress_line_show(data, progress);
}

/* Reads one of the two recordings. 0, or a negative errno with a sentence. */
static int sum_recording(enum side side, const char *path, bool all_tasks, struct recording_sum **sum,
			 struct err *warning, struct err *err)
{
	struct progress_line line = progress_line_begin("reading recording", (int)side + 1, SIDES);
	const struct recording_progress progress = { .report = show_progress, .data = &line };
	int ret = recording_sum_open(sum, path, 0, all_tasks, err);

	if (!ret)
		ret = recording_sum_read(*sum, &progress, warning, err);
	progress_line_end(&line);
	return ret;
}

static int print(const struct diff *diff, const struct options *options,
		 const struct snapshot *sums[SIDES], FILE *out, struct err *err)
{
	static const enum batch_format formats[] = {
		[OUTPUT_SCREEN] = BATCH_TEXT, [OUTPUT_TEXT] = BATCH_TEXT,
		[OUTPUT_CSV] = BATCH_CSV, [OUTPUT_JSON] = BATCH_JSON
	};
	const struct compare_config config = {
		.format = formats[options->output],
		.look = options->look,
		.filter = options->filter,
		.columns = options->columns_diff,
		.max_rows = options->iterations,
		.width = terminal_width(fileno(out)),
		.file = { options->baseline, options->replay },
		.warning = { diff->warning[BEFORE].text, diff->warning[AFTER].text },
	};
	struct comparison comparison;
	struct buffer buffer = { 0 };
	int ret = comparison_init(&comparison, sums[BEFORE], sums[AFTER]);

	if (!ret) {
		ret = compare_put(&config, &comparison, &buffer);
		comparison_done(&comparison);
	}
	if (!ret)
		(void)fwrite(buffer.bytes, 1, buffer.n, out);	/* the caller checks ferror() */
	buffer_done(&buffer);
	return ret ? err_set(err, ENOMEM, "not enough memory to compare") : 0;
}

int diff_run(struct diff *diff, const struct options *options, FILE *out, struct err *err)
{
	const char *const path[SIDES] = { options->baseline, options->replay };
	struct recording_sum *sum[SIDES] = { NULL };
	const struct snapshot *snapshots[SIDES];
	int ret = 0;

	*diff = (struct diff){ .warning = { { .text = "" } } };
	for (enum side side = BEFORE; side < SIDES && !ret; side++) {
		ret = sum_recording(side, path[side], options->all_tasks, &sum[side], &diff->warning[side],
				    err);
		snapshots[side] = ret ? NULL : recording_sum_finish(sum[side]);
		if (!ret && !snapshots[side])
			ret = err_set(err, ENOMEM, "not enough memory to sum \"%s\"",
				      path[side]);
	}
	if (!ret)
		ret = print(diff, options, snapshots, out, err);
	for (enum side side = BEFORE; side < SIDES; side++)
		recording_sum_free(sum[side]);
	return ret;
}

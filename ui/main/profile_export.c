/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes samples of a recording for other programs; see runs.h. Called by main.c. */
#include "config.h"
#include "ui/main/runs.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "collect/sample/branch_export.h"
#include "ui/draw/buffer.h"
#include "ui/draw/format.h"
#include "ui/draw/whole_file.h"
#include "ui/export/pgo.h"
#include "ui/export/stacks.h"

#define NEXT_STEP 512

bool profile_export_wanted(const struct options *options)
{
	return options->pgo || options->stacks_format != STACKS_TREE;
}

/* What was there is replaced when all is written. 0, or a negative errno with a sentence. */
static int write_file(const char *path, const struct buffer *text, struct err *err)
{
	int ret = whole_file_put(path, text->bytes, text->n);

	return ret ? err_set(err, -ret, "cannot write \"%s\": %s", path, strerror(-ret)) : 0;
}

struct export {
	const struct options *options;
	const struct profile *profile;
	const struct code_names *names;
	FILE *out;
};

/* BOLT's or AutoFDO's text. */
static int export_put_text(const struct export *export, uint32_t object, struct err *note, struct err *err)
{
	const struct options *options = export->options;
	const enum pgo_format format = (enum pgo_format)options->pgo_format;
	const struct profile_object *of = &export->profile->objects[object];
	struct pgo_summary summary;
	struct buffer text = { 0 };
	char next[NEXT_STEP], path[NEXT_STEP], trigger[NEXT_STEP];
	int ret = pgo_put(&text, format, export->profile, object, export->names, -1,
			  &summary, err);

	if (!ret && strcmp(options->pgo, "-") == 0)
		(void)fwrite(text.bytes, 1, text.n, export->out);
	else if (!ret)
		ret = write_file(options->pgo, &text, err);
	buffer_done(&text);
	if (ret)
		return ret;
	format_harmless(path, sizeof(path), of->path);
	pgo_next_step(format, of, options->pgo, next, sizeof(next));
	pgo_trigger(export->profile, trigger, sizeof(trigger));
	return err_set(note, 0, "%zu branch%s and %zu block%s of %s, %.1f %% of the entries%s; next: %s",
		       summary.branches, summary.branches == 1 ? "" : "es", summary.blocks,
		       plural(summary.blocks), path, summary.part * 100, trigger, next);
}

/* perf.data, which has the branch stacks of all objects. */
static int put_perfdata(const struct export *export, uint32_t object, struct err *note,
			struct err *err)
{
	const struct options *options = export->options;
	struct branch_export_result result;
	char next[NEXT_STEP], trigger[NEXT_STEP];
	int ret;

	if (!strcmp(options->pgo, "-") || !strcmp(options->replay, "-"))
		return err_set(err, EINVAL, "--pgo-format perf reads the recording a second time and "
			       "goes back in what it writes; it needs files, not \"-\"");
	ret = branch_export(options->replay, export->profile->event.name, options->pgo, &result, err);
	if (ret)
		return ret;
	pgo_next_step(PGO_PERF, &export->profile->objects[object], options->pgo, next, sizeof(next));
	pgo_trigger(export->profile, trigger, sizeof(trigger));
	return err_set(note, 0, "%" PRIu64 " branch stack%s of %" PRIu64 " entries%s; next: %s",
		       result.stacks, plural(result.stacks), result.entries, trigger, next);
}

static int put_pgo(const struct export *export, struct err *note, struct err *err)
{
	uint32_t object;
	int ret = pgo_check(export->profile, err);

	if (!ret)
		ret = pgo_choose(export->profile, export->options->pgo_object, &object, err);
	if (ret)
		return ret;
	return export->options->pgo_format == PGO_PERF ? put_perfdata(export, object, note, err)
						       : export_put_text(export, object, note, err);
}

/* Folded stacks have no head that could say so: it is the frame below all others. */
static void put_simulated(const struct buffer *text, FILE *out)
{
	const char *line = text->bytes, *end = line + text->n;

	while (line < end) {
		const char *next = memchr(line, '\n', (size_t)(end - line));
		const size_t n = next ? (size_t)(next + 1 - line) : (size_t)(end - line);

		(void)fputs("SIMULATED;", out);
		(void)fwrite(line, 1, n, out);
		line += n;
	}
}

static int put_stacks(const struct export *export, struct err *note, struct err *err)
{
	struct buffer text = { 0 };
	const bool demo = export->options->demo;
	const char *title = export->options->replay ? export->options->replay :
			    demo ? "tdtop --demo (SIMULATED)" : "tdtop";
	int ret = stacks_put(&text, (enum stacks_format)export->options->stacks_format,
			     export->profile, export->names, -1, title, err);

	if (!ret && demo && export->options->stacks_format == STACKS_FOLDED)
		put_simulated(&text, export->out);
	else if (!ret)
		(void)fwrite(text.bytes, 1, text.n, export->out);
	buffer_done(&text);
	if (!ret && export->profile->classes.table && !stacks_have_classes(export->profile))
		(void)err_set(note, 0, "the numbers are slots, not divided by class: here a class is a difference "
			      "of events, which one call stack has too few samples for");
	return ret;
}

/* Takes the first event with call stacks, if this one has none. 0, or as profile_input_read(). */
static int find_stacks(struct profile_input *input, struct profile **profile, struct err *err)
{
	const struct profile_news *news = profile_reader_news(input->reader);
	int ret = 0;

	for (int i = 1; i < news->n_events && !ret && !(*profile)->n_stack; i++) {
		if (!news->events[i].has_calls)
			continue;
		profile_free(*profile);
		ret = profile_input_read(input, &(struct profile_request){ .event = i }, profile, err);
	}
	return ret;
}

int profile_export_put(const struct options *options, const struct profile *profile,
		       const struct code_names *names, FILE *out, struct err *note, struct err *err)
{
	const struct export export = { options, profile, names, out };

	note->text[0] = '\0';
	return options->pgo ? put_pgo(&export, note, err) : put_stacks(&export, note, err);
}

int profile_export_run(const struct options *options, FILE *out, struct err *note,
		       struct err *warning, struct err *err)
{
	struct profile_input input;
	struct profile *profile = NULL;
	struct code_names names;
	int ret = profile_input_open(&input, options->replay, options, err);

	note->text[0] = '\0';
	if (!ret)
		ret = profile_input_read_named(&input, options->event, &profile, err);
	if (!ret && !options->pgo && !options->event)
		ret = find_stacks(&input, &profile, err);
	if (!ret) {
		names = code_names(input.code);
		ret = profile_export_put(options, profile, &names, out, note, err);
	}
	*warning = input.warning;
	if (!ret && options->pgo_format != PGO_PERF)
		profile_run_doubt(profile, &names, warning);
	profile_free(profile);
	profile_input_close(&input);
	return ret;
}

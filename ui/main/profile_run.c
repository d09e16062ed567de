/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads a recording's samples and prints its profiles; see runs.h. Called by main.c. */
#include "config.h"
#include "ui/main/runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/sample/profile_pass.h"
#include "ui/draw/format.h"
#include "ui/main/output.h"
#include "ui/profile/profile_diff.h"
#include "ui/profile/profile_print.h"
#include "ui/term/screen_size.h"

enum code_symbols profile_symbols(const struct options *options)
{
	static const enum code_symbols symbols[] = {
		[SYMBOLS_LINES] = CODE_SYMBOLS_LINES, [SYMBOLS_NAMES] = CODE_SYMBOLS_NAMES,
		[SYMBOLS_NONE] = CODE_SYMBOLS_NONE
	};

	return symbols[options->symbols];
}

int profile_input_open(struct profile_input *input, const char *path,
		       const struct options *options, struct err *err)
{
	const struct code_options how = {
		.symbols = profile_symbols(options),
		.debuginfod = options->debuginfod,
		.sysroot = options->sysroot,
		.recorded = true,
		.wake = -1,
	};
	const char *servers = getenv("DEBUGINFOD_URLS");
	int ret;

	*input = (struct profile_input){ .path = path };
	if (options->debuginfod && (!servers || !servers[0]))
		return err_set(err, EINVAL, "--debuginfod asks servers for debug files, and none "
			       "is named: set DEBUGINFOD_URLS, as to "
			       "https://debuginfod.debian.net");
	ret = code_new(&how, &input->code, err);
	return ret ? ret : profile_reader_open(path, NULL, &input->reader, err);
}

void profile_input_close(struct profile_input *input)
{
	code_free(input->code);
	profile_reader_close(input->reader);
	*input = (struct profile_input){ .path = NULL };
}

/* Tells the service about the objects that it does not know yet. */
static int tell_objects(struct profile_input *input, const struct profile_object *objects, size_t n)
{
	int ret = 0;

	for (; input->n_objects < n && !ret; input->n_objects++)
		ret = code_add_object(input->code, (uint32_t)input->n_objects,
				      &objects[input->n_objects]);
	return ret;
}

/* The report of a profile_progress. */
static bool show_progress(void *data, double part, struct profile_builder *builder)
{
	(void)builder;
	progress_line_show(data, part);
	return true;
}

/* The profile of what was added; frees the builder. NULL without memory. */
static struct profile *finish_profile(struct profile_input *input, struct profile_builder *builder)
{
	const struct profile_code code = code_profile(input->code);
	struct profile *profile = NULL;
	size_t n;
	const struct profile_object *objects = profile_reader_objects(input->reader, &n);

	if (!tell_objects(input, objects, n))
		profile = profile_builder_finish(builder, objects, n, &code);
	profile_builder_free(builder);
	return profile;
}

/* The message of the reader is that of an error; without one it stays a warning. */
static int take_error(struct profile_input *input, int ret, struct err *err)
{
	if (ret) {
		*err = input->warning;
		input->warning.text[0] = '\0';
	}
	return ret;
}

int profile_input_read(struct profile_input *input, const struct profile_request *request, struct profile **out,
		       struct err *err)
{
	struct progress_line line = progress_line_begin("reading the recording", 1, 1);
	const struct profile_progress progress = { .report = show_progress, .data = &line };
	struct profile_builder *builder = NULL;
	int ret;

	*out = NULL;
	ret = profile_reader_read(input->reader, request, &progress, &builder, &input->warning);
	progress_line_end(&line);
	if (ret)
		return take_error(input, ret, err);
	*out = finish_profile(input, builder);
	return *out ? 0 : err_set(err, ENOMEM, "not enough memory for the profile of \"%s\"",
				  input->path);
}

/* A reading in pieces. */
struct cutting {
	struct profile_input *input;
	const struct profile_pieces *pieces;
};

static int finish_piece(void *data, struct profile_builder *builder)
{
	const struct cutting *cutting = data;
	struct profile *profile = finish_profile(cutting->input, builder);
	const int ret = profile ? cutting->pieces->take(cutting->pieces->data, profile) : -ENOMEM;

	profile_free(profile);
	return ret;
}

int profile_input_read_pieces(struct profile_input *input, int event, const struct profile_pieces *pieces,
			      struct err *err)
{
	const struct profile_news *news = profile_reader_news(input->reader);
	const struct profile_request request = { .event = event };
	struct cutting cutting = { .input = input, .pieces = pieces };
	const struct profile_cut cut = { .from_ns = news->first_ns, .n = pieces->n,
					 .piece_ns = (news->last_ns - news->first_ns + 1) / pieces->n,
					 .take = finish_piece, .data = &cutting };
	struct progress_line line = progress_line_begin("reading the recording", 1, 1);
	const struct profile_progress progress = { .report = show_progress, .data = &line };
	const int ret = profile_reader_read_cut(input->reader, &request, &cut, &progress, &input->warning);

	progress_line_end(&line);
	return take_error(input, ret, err);
}

#define PROFILE_OF_BRANCHES (PROFILE_BRANCHES | PROFILE_BLOCKS | PROFILE_PATHS)

/* What an event can have, before its samples are read. */
static unsigned int parts_of(const struct profile_event *event)
{
	return PROFILE_FUNCTIONS |
	       (event->has_branches ? PROFILE_OF_BRANCHES : 0) |
	       (event->has_calls ? PROFILE_STACKS : 0);
}

bool profile_event_is_named(const struct profile_event *event, const char *name)
{
	const size_t n = strlen(name);

	return strncmp(event->name, name, n) == 0 && (!event->name[n] || event->name[n] == ':');
}

int profile_input_topdown(const struct profile_input *input)
{
	const struct profile_news *news = profile_reader_news(input->reader);

	for (int i = 0; i < news->n_events; i++)
		if (news->events[i].trigger == TRIGGER_SLOTS)
			return i;
	return -1;
}

/* The index of options->event; or -ENOENT with a sentence. */
static int find_event(const struct profile_reader *reader, const char *name, const char *path,
		      struct err *err)
{
	const struct profile_news *news = profile_reader_news(reader);
	char list[512] = "";
	size_t used = 0;

	for (int i = 0; i < news->n_events; i++)
		if (profile_event_is_named(&news->events[i], name))
			return i;
	if (!strcmp(name, PROFILE_TOPDOWN))
		return profile_reader_no_topdown(reader, err);
	for (int i = 0; i < news->n_events && used < sizeof(list); i++)
		used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s", i ? ", " : "",
					 news->events[i].name);
	return err_set(err, ENOENT, "\"%s\" has no samples of an event \"%s\"; it has %s", path,
		       name, list[0] ? list : "none");
}

/* The sentence about a recording that has nothing of what is asked for. */
static int profile_run_refuse(const struct profile_news *news, unsigned int wanted, const char *event,
			      const char *path, struct err *err)
{
	if (event)
		return err_set(err, ENODATA, "the samples of \"%s\" in \"%s\" have no %s stacks; try "
			       "another --event, or none", event, path,
			       wanted == PROFILE_STACKS ? "call" : "branch");
	if (wanted == PROFILE_STACKS)
		return err_set(err, ENODATA, "\"%s\" has no call stacks; 'perf record --call-graph "
			       "lbr' records them on Intel, 'perf record -g' elsewhere", path);
	if (news->trouble[0])
		return err_set(err, ENODATA, "%s", news->trouble);
	return err_set(err, ENODATA, "\"%s\" has no branch stacks; 'perf record -b' records them",
		       path);
}

/* Why the names of an object without a build-id may be false, or there are none. */
static bool doubt_object(const struct profile *profile, uint32_t object,
			 const struct code_names *names, struct err *warning)
{
	char why[512] = "", line[512];
	const char *about = "names not verified";

	if (object >= profile->n_objects || profile->objects[object].build_id_len ||
	    profile->objects[object].kind != OBJECT_FILE)
		return false;
	code_names_doubt(names, object, why, sizeof(why));
	if (!why[0]) {
		about = "no names";
		names->object_trouble(names->data, object, why, sizeof(why));
	}
	format_harmless(line, sizeof(line), why);
	if (line[0])
		(void)err_set(warning, 0, "%s: %s", about, line);
	return line[0];
}

void profile_run_doubt(const struct profile *profile, const struct code_names *names,
		       struct err *warning)
{
	bool doubted = warning->text[0];

	for (size_t i = 0; i < profile->n_addresses && !doubted; i++)
		doubted = doubt_object(profile, profile->addresses[i].at.object, names,
				       warning);
	for (size_t i = 0; i < profile->n_branches && !doubted; i++)
		doubted = doubt_object(profile, profile->branches[i].from.object, names,
				       warning);
}

struct run {
	struct profile_input input;
	struct profile_config config;
	struct code_names names;
	unsigned int printed;		/* parts that were printed for some event */
	int topdown;			/* the event that functions are of, if none is named; -1 */
};

/* What is printed of this event: functions of TopDown only, where it was sampled. */
static unsigned int wanted_of(const struct run *run, int event)
{
	return run->topdown < 0 || run->topdown == event ?
		       run->config.parts : run->config.parts & ~(unsigned int)PROFILE_FUNCTIONS;
}

/* Prints what a profile has of what is asked for. 0 or -ENOMEM with a sentence. */
static int print(struct run *run, const struct profile *profile, int event, FILE *out,
		 struct err *err)
{
	const unsigned int parts = profile_parts(profile) & wanted_of(run, event);
	struct profile_config config = run->config;

	if (!parts)
		return 0;
	if (!run->printed) {
		config.classes = run->config.classes = profile->classes.table;
		profile_print_header(&config, out);
	}
	run->printed |= parts;
	config.parts = wanted_of(run, event);
	if (!profile_print(&config, profile, &run->names, out)) {
		if (run->config.format == BATCH_CSV)	/* the others have lines for that */
			profile_run_doubt(profile, &run->names, &run->input.warning);
		return 0;
	}
	return err_set(err, ENOMEM, "not enough memory to print \"%s\"", run->input.path);
}

/* Reads an event and prints it. 0, or a negative errno with a sentence. */
static int print_event(struct run *run, int event, FILE *out, struct err *err)
{
	struct profile *profile;
	int ret = profile_input_read(&run->input, &(struct profile_request){ .event = event }, &profile, err);

	if (!ret)
		ret = print(run, profile, event, out, err);
	profile_free(profile);
	return ret;
}

/* All events after the first that have something of what is asked for. */
static int print_others(struct run *run, FILE *out, struct err *err)
{
	const struct profile_news *news = profile_reader_news(run->input.reader);
	int ret = 0;

	for (int i = 1; i < news->n_events && !ret; i++)
		if (parts_of(&news->events[i]) & wanted_of(run, i))
			ret = print_event(run, i, out, err);
	return ret;
}

int profile_input_read_named(struct profile_input *input, const char *event, struct profile **out,
			     struct err *err)
{
	int number, ret = profile_input_read(input, &(struct profile_request){ 0 }, out, err);

	if (ret || !event)
		return ret;
	number = find_event(input->reader, event, input->path, err);
	if (number) {
		profile_free(*out);
		*out = NULL;
	}
	if (number < 0)
		return number;
	return number ? profile_input_read(input, &(struct profile_request){ .event = number }, out, err) : 0;
}

/* The first reading tells which events there are, and is of the best one. */
static int print_events(struct run *run, const char *wanted, FILE *out, struct err *err)
{
	struct profile *profile;
	int ret = profile_input_read_named(&run->input, wanted, &profile, err);

	if (!ret && !wanted)
		run->topdown = profile_input_topdown(&run->input);
	if (!ret)
		ret = print(run, profile, 0, out, err);
	profile_free(profile);
	return ret || wanted ? ret : print_others(run, out, err);
}

struct profile_config profile_run_config(const struct options *options, FILE *out)
{
	static const enum batch_format formats[] = {
		[OUTPUT_SCREEN] = BATCH_TEXT, [OUTPUT_TEXT] = BATCH_TEXT,
		[OUTPUT_CSV] = BATCH_CSV, [OUTPUT_JSON] = BATCH_JSON
	};

	return (struct profile_config){
		.format = formats[options->output],
		.parts = options_profile(options),
		.symbol = options->blocks && options->blocks[0] ? options->blocks : NULL,
		.choice = options_row_choice(options),
		.columns = options->look.code_columns,
		.columns_diff = options->columns_diff,
		.max_rows = options->iterations,
		.width = terminal_width(fileno(out)),
		.ascii = options->look.ascii,
		.lines = options->symbols == SYMBOLS_LINES,
		.source = "replay",
		.file = options->replay,
	};
}

int profile_run(const struct options *options, FILE *out, struct err *warning, struct err *err)
{
	struct run run = { .config = profile_run_config(options, out), .topdown = -1 };
	int ret = profile_input_open(&run.input, options->replay, options, err);

	if (!ret) {
		run.names = code_names(run.input.code);
		ret = print_events(&run, options->event, out, err);
		if (!run.printed)
			profile_print_header(&run.config, out);
	}
	if (!ret && !run.printed)
		ret = profile_run_refuse(profile_reader_news(run.input.reader), run.config.parts,
					 options->event, options->replay, err);
	else if (!ret && (run.config.parts & ~run.printed & PROFILE_OF_BRANCHES) &&
		 !run.input.warning.text[0])
		(void)err_set(&run.input.warning, 0, "%s",
			      profile_reader_news(run.input.reader)->trouble);
	*warning = run.input.warning;
	profile_input_close(&run.input);
	return ret;
}

/* Does the profile hold what is to be compared? 0, or -ENODATA with a sentence. */
static int check_side(const struct profile_input *input, const struct profile *profile,
		      const struct options *options, struct err *err)
{
	const unsigned int wanted = options_profile(options);

	if ((profile_parts(profile) & wanted) == wanted)
		return 0;
	return profile_run_refuse(profile_reader_news(input->reader), wanted, options->event, input->path, err);
}

int profile_run_diff(const struct options *options, FILE *out, struct err warning[SIDES],
		     struct err *err)
{
	const char *const path[SIDES] = { options->baseline, options->replay };
	struct profile_diff_config config = { .common = profile_run_config(options, out) };
	struct profile_input input[SIDES] = { { .path = NULL }, { .path = NULL } };
	struct profile *profile[SIDES] = { NULL };
	struct code_names names[SIDES];
	int ret = 0;

	for (enum side side = BEFORE; side < SIDES && !ret; side++) {
		ret = profile_input_open(&input[side], path[side], options, err);
		if (!ret)
			ret = profile_input_read_named(&input[side], options->event,
						       &profile[side], err);
		if (!ret)
			ret = check_side(&input[side], profile[side], options, err);
		if (!ret)
			names[side] = code_names(input[side].code);
		warning[side] = input[side].warning;
		config.file[side] = path[side];
		config.warning[side] = warning[side].text;
	}
	if (!ret && profile_diff_print(&config, (const struct profile *const *)profile,
				       (const struct code_names *const[SIDES]){ &names[BEFORE],
										&names[AFTER] },
				       out))
		ret = err_set(err, ENOMEM, "not enough memory to compare");
	for (enum side side = BEFORE; side < SIDES; side++) {
		if (!ret)
			profile_run_doubt(profile[side], &names[side], &warning[side]);
		profile_free(profile[side]);
		profile_input_close(&input[side]);
	}
	return ret;
}

void profile_run_hint(const struct options *options, struct err *err)
{
	const char *path = options->baseline ? options->baseline : options->replay;
	const size_t used = strlen(err->text);
	struct profile_reader *reader = NULL;
	struct err ignored;

	/* Who asked for regions was told that there are none. */
	if (!path || strcmp(path, "-") == 0 || options->regions ||
	    profile_reader_open(path, NULL, &reader, &ignored))
		return;
	profile_reader_close(reader);
	(void)snprintf(err->text + used, sizeof(err->text) - used, options->baseline ?
		       "; its samples are compared by tdtop diff --functions" :
		       "; its samples are printed by --functions");
}

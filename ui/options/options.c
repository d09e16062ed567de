/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line: getopt_long(3) driven by the table of options, then the checks that need
 * several options at once. An option that is not in the table is an error, never ignored. Called by
 * main before any thread exists.
 */
#include "config.h"
#include "ui/options/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "model/control.h"
#include "ui/draw/picture.h"
#include "ui/export/compare_list.h"
#include "ui/openmetrics/http_listen.h"
#include "ui/options/option_value.h"
#include "ui/options/profile_options.h"
#include "ui/table/changes.h"
#include "ui/table/column_names.h"
#include "ui/table/filter.h"

#define TRY_HELP "; try \"tdtop --help\""

#define VALUE_SHOWN 80		/* bytes of a wrong one: the rest of the sentence says why */
#define CODE_BASE 256		/* what getopt_long returns for row i: above all letters */

static const struct options defaults = {
	.interval_ns = 1000000000,
	.output = OUTPUT_SCREEN,
	.level = 1,
	.record_keep = 10,
	.budget = 2,
	.view = VIEW_PROCESSES,
};

static int refuse(const struct option_row *row, const char *text, int view, struct err *err)
{
	char complaint[OPTION_COMPLAINT];
	int shown = (int)strnlen(text, VALUE_SHOWN);

	while (text[shown] && ((unsigned char)text[shown] & 0xc0) == 0x80)
		shown++;	/* no half of a character */
	option_complain(row, view, text, complaint);
	return err_set(err, EINVAL, "--%s %.*s%s: %s", row->name, shown, text,
		       text[shown] ? "..." : "", complaint);
}

/* Which option chooses it; of the screen none does, of a recording --record -. */
static const char *const output_options[] = {
	[OUTPUT_TEXT] = "batch", [OUTPUT_CSV] = "csv", [OUTPUT_JSON] = "json",
	[OUTPUT_RECORDING] = NULL, [OUTPUT_NOTHING] = "headless",
};

static int set_output(struct options *options, const struct option_row *row, struct err *err)
{
	enum output wanted = (enum output)row->value;

	if (options->output > OUTPUT_TEXT && wanted > OUTPUT_TEXT && options->output != wanted)
		return err_set(err, EINVAL, "--%s and --%s cannot be used together" TRY_HELP,
			       output_options[options->output], row->name);
	if (wanted > options->output)
		options->output = wanted;
	return 0;
}

static int set_option(struct options *options, const struct option_row *row, const char *text,
		      struct err *err)
{
	if (row->type == OPTION_OUTPUT)
		return set_output(options, row, err);
	if (option_is_list(row))
		return option_set_list(options, row, "--", row->name, text, err);
	return option_set(options, row, false, text) ? 0 : refuse(row, text, options->view, err);
}

static int refuse_diff_sort(const char *key, struct err *err)
{
	char list[OPTION_LIST] = "";
	size_t n = 0;

	while (compare_key(n))
		n++;
	for (size_t i = 0; i < n; i++)
		option_list_add(list, i, n, compare_key(i));
	return err_set(err, EINVAL, "--sort %s: must be %s", key, list);
}

/* Replaces the name of the sort key of a comparison by its key. */
static int check_diff_sort(struct options *options, const char *before, struct err *err)
{
	const char *key = options->sort ? compare_key_named(options->sort) : NULL;

	if (!key && options->sort && options->sort != before)
		return refuse_diff_sort(options->sort, err);
	options->sort = key ? key : options->sort;
	return 0;
}

static int refuse_sort(const struct option_row *row, const char *name, int view, struct err *err)
{
	char hint[COLUMN_HINT];

	column_hint(name, strlen(name), 1U << views[view].kind, hint);
	if (!hint[0] || column_named(name, strlen(name), ~0U))	/* or it is one of other rows */
		return refuse(row, name, view, err);
	return err_set(err, EINVAL, "--%s %s: unknown column%s", row->name, name, hint);
}

/*
 * Checks names of columns after all options, as they depend on the view, and replaces them by the
 * columns' keys. `before`: the key of the file.
 */
static int check_columns(struct options *options, const char *before, struct err *err)
{
	if (options_profile(options) && options->sort_given)
		return 0;	/* of its own tables, and checked: profile_options_check() */
	if (options->baseline)
		return check_diff_sort(options, before, err);
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		const struct column *column;
		const char **key;

		if (row->type != OPTION_COLUMN)
			continue;
		key = (const char **)((char *)options + row->offset);
		if (!*key)
			continue;
		column = column_named(*key, strlen(*key), 1U << views[options->view].kind);
		if (column && column_is_sortable(column))
			*key = column_key(column);
		else if (*key == before)	/* of the file, and for another view */
			*key = NULL;
		else
			return refuse_sort(row, *key, options->view, err);
	}
	return 0;
}

/*
 * The order of a view that the command line chose is that of --sort-views; a key of the file is for
 * the view of the file. `before`: that key and that view.
 */
static void take_order(struct options *options, const struct options *before, bool reverse_given)
{
	const struct view_order *order = &options->orders[options->view];

	if (!order->chosen || options->sort != before->sort ||
	    (options->sort && options->view == before->view))
		return;
	options->sort = order->column ? column_key(order->column) : NULL;
	if (!reverse_given)
		options->reverse = order->reverse;
}

/*
 * Checks filters after all options: they depend on the view. JSON and the screen also have tasks.
 */
static int check_filters(const struct options *options, struct err *err)
{
	enum row_kind kind = options->baseline ? ROW_COMMAND : views[options->view].kind;

	if (options->filter && !options_profile(options) &&	/* of its own tables, and checked */
	    filter_check(options->filter, kind, err))
		return -EINVAL;
	if (!options->user || options->baseline || filter_is_task(kind) || kind == ROW_REGION ||
	    options->output == OUTPUT_SCREEN || options->output == OUTPUT_JSON)
		return 0;
	return err_set(err, EINVAL, "--user chooses processes, threads and regions: use it with "
		       "--view processes, threads or regions, with --json or on the screen");
}

/* Our table in the form that getopt_long takes. */
struct getopt_tables {
	struct option longs[2 * OPTIONS_MAX + 1];	/* names and former names */
	char letters[3 * OPTIONS_MAX + 2];
};

static struct option make_long(const char *name, size_t i)
{
	const struct option_row *row = &option_rows[i];
	bool optional = (row->type == OPTION_FLAG && row->config) ||
			option_argument_is_optional(row);

	return (struct option){ .name = name, .val = CODE_BASE + (int)i,
				.has_arg = optional ? optional_argument : row->argument ?
					   required_argument : no_argument };
}

static void make_tables(struct getopt_tables *tables)
{
	char *letter = tables->letters;
	size_t n = 0;

	memset(tables, 0, sizeof(*tables));
	*letter++ = ':';	/* report a missing argument as ':' */
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];

		tables->longs[n++] = make_long(row->name, i);
		if (row->old_name)
			tables->longs[n++] = make_long(row->old_name, i);
		if (!row->letter)
			continue;
		*letter++ = row->letter;
		if (row->argument)
			*letter++ = ':';
		if (option_argument_is_optional(row))
			*letter++ = ':';
	}
}

static const struct option_row *row_of_code(int code)
{
	if (code >= CODE_BASE)
		return &option_rows[code - CODE_BASE];
	for (size_t i = 0; i < option_rows_n; i++)
		if (option_rows[i].letter && option_rows[i].letter == code)
			return &option_rows[i];
	return NULL;
}

static size_t add_meaning(char list[OPTION_LIST], size_t n, const char *name, const char *word)
{
	size_t used = strlen(list);

	if (!name || strncmp(name, word, strcspn(word, "=")) != 0)
		return n;
	(void)snprintf(list + used, OPTION_LIST - used, "%s--%s", n ? ", " : "", name);
	return n + 1;
}

/* Which long options a word such as "--re" could mean, and how many. */
static size_t list_meanings(const char *word, char list[OPTION_LIST])
{
	size_t n = 0;

	list[0] = '\0';
	for (size_t i = 0; i < option_rows_n; i++) {
		n = add_meaning(list, n, option_rows[i].name, word);
		n = add_meaning(list, n, option_rows[i].old_name, word);
	}
	return n;
}

/* ": did you mean --functions?", of the option whose name is the nearest; "": none is near. */
static void print_nearest(const char *word, char text[COLUMN_HINT])
{
	const size_t length = strcspn(word, "=");
	size_t nearest = (length < 3 ? 1 : length / 3) + 1;

	text[0] = '\0';
	for (size_t i = 0; i < option_rows_n; i++) {
		const char *name = option_rows[i].name;
		const size_t distance = name ? column_name_distance(word, length, name, strlen(name))
					     : nearest;

		if (distance >= nearest)
			continue;
		nearest = distance;
		(void)snprintf(text, COLUMN_HINT, ": did you mean --%s?", name);
	}
}

/* The error for a word for which getopt_long returned '?'. */
static int refuse_word(const char *word, struct err *err)
{
	const struct option_row *row = optopt ? row_of_code(optopt) : NULL;
	char list[OPTION_LIST], hint[COLUMN_HINT];

	if (row)	/* it exists, so this is "--batch=x" */
		return err_set(err, EINVAL, "--%s: takes no argument" TRY_HELP, row->name);
	if (optopt)
		return err_set(err, EINVAL, "unknown option \"-%c\"" TRY_HELP, optopt);
	if (list_meanings(word + 2, list) > 1)
		return err_set(err, EINVAL, "\"%s\" is ambiguous: %s" TRY_HELP, word, list);
	print_nearest(word + 2, hint);
	return err_set(err, EINVAL, "unknown option \"%s\"%s%s", word, hint,
		       hint[0] ? "" : TRY_HELP);
}

static void add_run(struct options *options, enum side side, const char *path)
{
	if (options->n_runs[side] < OPTION_RUNS)
		options->runs[side][options->n_runs[side]] = path;
	options->n_runs[side]++;
}

/* Takes the words from "--after" to the next option, before getopt moves words. */
static void take_after(struct options *options, int argc, char *argv[])
{
	options->n_runs[BEFORE] = options->n_runs[AFTER] = 0;
	for (int i = 1, after = false; i < argc; i++) {
		if (argv[i][0] == '-')
			after = !strcmp(argv[i], "--after");
		else if (after)
			add_run(options, AFTER, argv[i]);
	}
}

static bool is_after(const struct options *options, const char *word)
{
	for (size_t i = 0; i < options->n_runs[AFTER] && i < OPTION_RUNS; i++)
		if (options->runs[AFTER][i] == word)
			return true;
	return false;
}

/* "diff A B" with options anywhere between: getopt has moved the words behind them. */
static int take_words(struct options *options, char *words[], int n, struct err *err)
{
	if (n && strcmp(words[0], "diff") != 0)
		return err_set(err, EINVAL, "unexpected argument \"%s\"" TRY_HELP, words[0]);
	if (!n)
		return 0;
	if (options->baseline || options->replay)
		return err_set(err, EINVAL,
			       "diff takes its recordings as arguments, without --baseline and "
			       "--replay: tdtop diff BEFORE AFTER");
	for (int i = 1; i < n; i++)
		if (!is_after(options, words[i]))
			add_run(options, BEFORE, words[i]);
	if (options->after && !options->n_runs[AFTER])	/* --after=FILE */
		add_run(options, AFTER, options->after);
	if (!options->after && options->n_runs[BEFORE] == 2)
		add_run(options, AFTER, options->runs[BEFORE][--options->n_runs[BEFORE]]);
	if (!options->n_runs[BEFORE] || !options->n_runs[AFTER])
		return err_set(err, EINVAL, "diff needs two recordings: tdtop diff BEFORE AFTER");
	options->baseline = options->runs[BEFORE][0];
	options->replay = options->runs[AFTER][0];
	return 0;
}

/* The questions of --fail-on. 0, or -EINVAL with a sentence. */
static int check_verdict(const struct options *options, struct err *err)
{
	const size_t before = options->n_runs[BEFORE], after = options->n_runs[AFTER];

	if (!options->fail_on && (options->after || options->strict))
		return err_set(err, EINVAL, "--%s is for a verdict: tdtop diff --fail-on EXPR",
			       options->after ? "after" : "strict");
	if (!options->fail_on)
		return 0;
	if (!before || !after || options_profile(options))
		return err_set(err, EINVAL, "--fail-on judges counts of two recordings or more: "
			       "tdtop diff BEFORE AFTER --fail-on EXPR");
	if (before > OPTION_RUNS || after > OPTION_RUNS)
		return err_set(err, EINVAL, "diff takes at most %d recordings of each side", OPTION_RUNS);
	if (before + after > 2 && (before < VERDICT_RUNS || after < VERDICT_RUNS))
		return err_set(err, EINVAL, "--fail-on needs one recording of each side, or at least %d: "
			       "there are %zu and %zu (--after)", VERDICT_RUNS, before, after);
	if (options->filter || options->output == OUTPUT_CSV)
		return err_set(err, EINVAL, "--fail-on %s", options->filter ?
			       "names its rows itself, as comm=java and mem>+3; leave out --filter" :
			       "prints text, or --json; leave out --csv");
	return changes_check(options->fail_on, before == 1 && after == 1, err);
}

/* Options that make no sense in a comparison. */
static int check_diff(const struct options *options, struct err *err)
{
	if (!options->baseline)
		return 0;
	if (!options->replay)
		return err_set(err, EINVAL,
			       "--baseline needs a recording to compare with: --replay FILE");
	if (strcmp(options->baseline, "-") == 0 && strcmp(options->replay, "-") == 0)
		return err_set(err, EINVAL,
			       "only one of two recordings can come from standard input");
	if (options_open_nodes(options))
		return err_set(err, EINVAL,
			       "levels 1 and 2 of two recordings are compared; leave out %s",
			       options->node ? "--node" : "--level");
	if (options->view != VIEW_PROCESSES || options->user)
		return err_set(err, EINVAL,
			       "--view and --user cannot be used with a comparison: its rows are "
			       "command names");
	return 0;
}

/* Takes the words after "--" as the command. Returns how many words are left for options. */
static int split_command(struct options *options, int argc, char *argv[])
{
	options->command = NULL;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--")) {
			options->command = i + 1 < argc ? argv + i + 1 : NULL;
			return i;
		}
	return argc;
}

/* At most one option may say what is counted. 0, or -EINVAL with a sentence. */
static int check_subject(const struct options *options, struct err *err)
{
	const char *const subjects[] = {
		options->demo ? "--demo" : NULL, options->replay ? "--replay" : NULL,
		options->pids && !options->demo ? "--pid" : NULL,	/* of the demo's */
		options->command ? "a command" : NULL,
	};
	const char *first = NULL;

	for (size_t i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++) {
		if (first && subjects[i])
			return err_set(err, EINVAL,
				       "%s and %s both say what to show; use one of them", first,
				       subjects[i]);
		first = first ? first : subjects[i];
	}
	if (options->attribution == ATTRIBUTION_TASK && !first)
		first = "--attribution task";
	if (options->engine == ENGINE_BPF && options->attribution == ATTRIBUTION_TASK)
		return err_set(err, EINVAL, "--engine bpf counts whole CPUs, --attribution task "
			       "single threads; use one of them");
	/* A recording of single processes has what ran on the CPUs beside them, too. */
	if (options->record && options->attribution == ATTRIBUTION_TASK)
		return err_set(err, EINVAL, "--record is for whole CPUs, not for single threads; leave "
			       "out --attribution task");
	return 0;
}

static int check_screenshot(const struct options *options, struct err *err)
{
	enum picture_format format;

	if (!options->screenshot)
		return 0;
	if (!picture_format_of(options->screenshot, &format))
		return err_set(err, EINVAL, "--screenshot %s: the name must end in .svg, .html or "
			       ".txt", options->screenshot);
	if (options->output != OUTPUT_SCREEN)
		return err_set(err, EINVAL, "--screenshot draws the screen; leave out %s",
			       options->output == OUTPUT_RECORDING ? "--record -" :
			       "-b, --csv and --json");
	return 0;
}

/* 0, or -EINVAL with a sentence. */
static int check_node_of(const struct options *options, struct err *err)
{
	if (!options->node_of)
		return 0;
	if (!options_open_nodes(options))
		return err_set(err, EINVAL, "--node-of says of what nodes are opened; add --level 3 "
			       "to 6, or --node");
	if (options->replay)
		return err_set(err, EINVAL, "--node-of opens nodes of this machine; a recording has "
			       "those that were open while it was made");
	if (options->output == OUTPUT_SCREEN)
		return err_set(err, EINVAL, "--node-of is for -b, --csv and --json; on the screen "
			       "nodes are opened of the row under the cursor");
	return 0;
}

/* Whose regions are shown; sort: of the settings. 0, or -EINVAL with a sentence. */
static int check_regions(struct options *options, const char *sort, struct err *err)
{
	const char *subject = options->demo ? "--demo" : options->replay ? "--replay" :
			      options->pids ? "--pid" : options->command ? "a command" :
			      options->record ? "--record" : NULL;

	if (!options->regions)
		return 0;
	if (options->baseline || options_profile(options) || options->pgo)
		return err_set(err, EINVAL, "--regions shows counts of intervals, and no samples and "
			       "comparisons; leave one of them out");
	if (options_sum_regions(options) && options->output == OUTPUT_SCREEN)
		options->output = OUTPUT_TEXT;
	if (options_sum_regions(options) && (options->output != OUTPUT_TEXT || options->screenshot))
		return err_set(err, EINVAL, "--regions --seconds prints one table as text; leave "
			       "out --seconds, or the other output");
	if (options_sum_regions(options) && (options->filter || options->sort != sort))
		return err_set(err, EINVAL, "--regions --seconds prints all regions, those of the "
			       "busiest program first; leave out --%s",
			       options->filter ? "filter" : "sort");
	if ((options->output == OUTPUT_TEXT || options->output == OUTPUT_CSV) &&
	    options->view == VIEW_PROCESSES)
		options->view = VIEW_REGIONS;	/* these are one table */
	if (!options->regions_pid)
		return 0;
	if (subject)
		return err_set(err, EINVAL, "--regions %d prints what this program has counted "
			       "itself; leave out %s", (int)options->regions_pid, subject);
	if (options->screenshot)
		return err_set(err, EINVAL, "--regions %d prints a table; leave out --screenshot",
			       (int)options->regions_pid);
	if (options->output == OUTPUT_SCREEN)
		options->output = OUTPUT_TEXT;
	return 0;
}

/* --record - takes standard output for the recording: nothing else is shown or printed. */
static int check_recording(struct options *options, struct err *err)
{
	if (!options->record)
		return 0;
	if (options->demo || options->replay)
		return err_set(err, EINVAL, "--record is for what is counted on this machine; "
			       "leave out --%s", options->demo ? "demo" : "replay");
	if (strcmp(options->record, "-") != 0)
		return 0;
	if (output_options[options->output] && options->output != OUTPUT_NOTHING)
		return err_set(err, EINVAL, "--record - and --%s both write to standard output; "
			       "record into a file, or leave out --%s",
			       output_options[options->output], output_options[options->output]);
	if (options->record_limit.bytes || options->record_limit.ns)
		return err_set(err, EINVAL, "--record-limit starts new files, and --record - "
			       "writes none; leave out --record-limit");
	options->output = OUTPUT_RECORDING;
	return 0;
}

/* Counters for Prometheus are those of intervals. 0, or -EINVAL with a sentence. */
static int check_export(struct options *options, struct err *err)
{
	const char *name = options->listen ? "listen" : "openmetrics";
	const bool prints = options->openmetrics && strcmp(options->openmetrics, "-") == 0;
	struct http_place place;

	if (options->output == OUTPUT_NOTHING && !options_export(options) && !options->record)
		return err_set(err, EINVAL, "--headless alone has no output; give "
			       "--listen, --openmetrics or --record");
	if (!options_export(options))
		return 0;
	if (options->listen && http_place_parse(options->listen, &place, err))
		return -EINVAL;
	if (options->baseline || options_profile(options) || options->pgo || options->screenshot ||
	    options->regions_pid || options_sum_regions(options))
		return err_set(err, EINVAL, "--%s has counters of intervals, and no samples, "
			       "comparisons, pictures or tables of a whole run; leave one of them "
			       "out", name);
	if (!prints)
		return 0;
	if (options->output != OUTPUT_SCREEN && options->output != OUTPUT_NOTHING)
		return err_set(err, EINVAL, "--openmetrics - prints counters on standard output; "
			       "give a file, or leave out what else is printed there");
	options->output = OUTPUT_NOTHING;
	return 0;
}

/*
 * Who looks at the screen waits for no hour; settings are of all outputs, so there it is shortened.
 * 0, or -EINVAL with a sentence.
 */
static int check_delay(struct options *options, struct err *err)
{
	if (options->interval_ns <= INTERVAL_MAX_NS || options->output != OUTPUT_SCREEN)
		return 0;
	if (!options->delay_given) {
		options->interval_ns = INTERVAL_MAX_NS;
		return 0;
	}
	return err_set(err, EINVAL, "--delay %g: must be between 0.1 and %g seconds on the screen; "
		       "--batch, --json, --csv, --headless and --record - take longer ones",
		       (double)options->interval_ns / 1e9, (double)INTERVAL_MAX_NS / 1e9);
}

void options_init(struct options *options)
{
	*options = defaults;
}

int options_parse(struct options *options, int argc, char *argv[], struct err *err)
{
	options_init(options);
	return options_apply(options, argc, argv, err);
}

int options_apply(struct options *options, int argc, char *argv[], struct err *err)
{
	const struct options before = *options;
	struct getopt_tables tables;
	bool reverse_given = false;
	const struct option_row *row;
	int code, ret;

	argc = split_command(options, argc, argv);
	take_after(options, argc, argv);
	make_tables(&tables);
	opterr = 0;
	optind = 0;	/* GNU: start afresh */
	while ((code = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
		if (code == '?')
			return refuse_word(argv[optind - 1], err);
		if (code == ':') {
			row = row_of_code(optopt);
			return err_set(err, EINVAL, "--%s: needs an argument, %s" TRY_HELP,
				       row->name, row->argument);
		}
		row = row_of_code(code);
		if (option_argument_is_optional(row) && !optarg && optind < argc &&
		    argv[optind][0] != '-')
			optarg = argv[optind++];	/* "--blocks main", not only "--blocks=main" */
		ret = set_option(options, row, optarg, err);
		if (ret)
			return ret;
		options->delay_given |= row->offset == offsetof(struct options, interval_ns);
		options->sort_given |= row->offset == offsetof(struct options, sort);
		options->level_given |= row->offset == offsetof(struct options, level);
		options->regions |= row->offset == offsetof(struct options, regions_pid);
		reverse_given |= row->offset == offsetof(struct options, reverse);
	}
	ret = take_words(options, argv + optind, argc - optind, err);
	if (ret)
		return ret;
	if (options->verbose && !options->doctor)
		return err_set(err, EINVAL, "--verbose is for --doctor: give both");
	ret = check_subject(options, err);
	if (!ret)
		ret = check_recording(options, err);
	if (!ret)
		ret = check_screenshot(options, err);
	if (!ret)
		ret = check_regions(options, before.sort, err);
	if (!ret)
		ret = check_export(options, err);
	if (!ret)
		ret = check_delay(options, err);
	if (!ret)
		ret = check_diff(options, err);
	if (!ret)
		ret = check_verdict(options, err);
	if (!ret)
		ret = profile_options_check(options, before.view, err);
	if (!ret)
		ret = check_node_of(options, err);
	if (!ret)
		ret = check_columns(options, before.sort, err);
	if (!ret && options_profile(options))
		options->reverse &= reverse_given;	/* the settings are those of the list */
	else if (!ret)
		take_order(options, &before, reverse_given);
	return ret ? ret : check_filters(options, err);
}

void options_environment(struct options *options, const char *no_color, const char *codeset)
{
	if (no_color && no_color[0])
		options->no_color = true;
	if (strcmp(codeset, "UTF-8") != 0)
		options->ascii = true;
}

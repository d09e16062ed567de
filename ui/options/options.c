/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line: getopt_long(3) driven by the table of options. An option that is not in the
 * table is an error, never ignored. Called by main before any thread exists.
 */
#include "config.h"
#include "ui/options/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "ui/options/option_table.h"
#include "ui/options/option_value.h"
#include "ui/table/column_names.h"

#define TRY_HELP "; try \"tdtop --help\""

#define CODE_BASE 256		/* what getopt_long returns for row i: above all letters */

static const struct options defaults = {
	.output = OUTPUT_SCREEN,
	.record_keep = 10,
	.budget = 2,
	.look = { .interval_ns = 1000000000, .level = 1, .view = VIEW_PROCESSES, .mouse = true, .beside = true },
};

static int set_output(struct options *options, const struct option_row *row, struct err *err)
{
	enum output wanted = (enum output)row->value;

	if (options->output > OUTPUT_TEXT && wanted > OUTPUT_TEXT && options->output != wanted)
		return err_set(err, EINVAL, "--%s and --%s cannot be used together" TRY_HELP,
			       option_of_output(options->output), row->name);
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
	return option_set(options, row, false, text) ? 0 : option_refuse(row, text, options->look.view, err);
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
		return err_set(err, EINVAL,
			       "diff needs two recordings, or some for each side: tdtop diff BEFORE AFTER, "
			       "tdtop diff A1 A2 --after B1 B2");
	options->baseline = options->runs[BEFORE][0];
	options->replay = options->runs[AFTER][0];
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
	struct getopt_tables tables;
	const struct option_row *row;
	int code, ret;

	options->file_sort = options->look.sort;
	options->file_view = options->look.view;
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
		options->delay_given |= row->offset == offsetof(struct options, look.interval_ns);
		options->sort_given |= row->offset == offsetof(struct options, look.sort);
		options->level_given |= row->offset == offsetof(struct options, look.level);
		options->regions |= row->offset == offsetof(struct options, regions_pid);
		options->reverse_given |= row->offset == offsetof(struct options, look.reverse);
	}
	ret = take_words(options, argv + optind, argc - optind, err);
	return ret ? ret : option_checks(options, err);
}

void options_environment(struct options *options, const char *no_color, const char *codeset)
{
	if (no_color && no_color[0])
		options->no_color = true;
	if (strcmp(codeset, "UTF-8") != 0)
		options->look.ascii = true;
}

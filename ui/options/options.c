/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line: the one table of options and what is driven by it. What is not in the table is refused
 * as unknown and never ignored in silence.
 * Called by main before any thread exists.
 */
#include "config.h"
#include "ui/options/options.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

#include "ui/draw/bar.h"
#include "ui/draw/theme.h"
#include "ui/export/compare.h"
#include "ui/table/columns.h"
#include "ui/table/filter.h"
#include "ui/table/units.h"

#define TRY_HELP "; try \"tdtop --help\""

static const struct option_choice levels[] = { { "1", 1 }, { "2", 2 }, { NULL, 0 } };

static const struct option_choice views[] = {
	{ "processes", ROW_PROCESS },
	{ "threads", ROW_THREAD },
	{ "cpus", ROW_CPU },
	{ "cores", ROW_CORE },
	{ "sockets", ROW_SOCKET },
	{ "cgroups", ROW_CGROUP },
	{ "users", ROW_USER },
	{ "gone", ROW_EXITED },
	{ NULL, 0 },
};

static const struct option_choice attributions[] = {
	{ "auto", ATTRIBUTION_AUTO }, { "switch", ATTRIBUTION_SWITCH }, { "task", ATTRIBUTION_TASK },
	{ NULL, 0 },
};

#define FIELD(name) .offset = offsetof(struct options, name)

#define COLUMNS(id, view, sentence)                                                  \
	{ .name = "columns-" view, .config = "columns-" view, .argument = "LIST",    \
	  .type = OPTION_COLUMNS, FIELD(columns[id]), .value = (id), .help = (sentence) }

/* clang-format off */
const struct option_row option_rows[] = {
	{ .name = "delay", .letter = 'd', .config = "delay", .argument = "SECONDS", .type = OPTION_SECONDS,
	  FIELD(interval_ns), .min = 0.1, .max = 60, .fallback = "1",
	  .help = "refresh interval" },
	{ .name = "iterations", .letter = 'n', .argument = "N", .type = OPTION_WHOLE,
	  FIELD(iterations), .min = 1, .max = 1e9,
	  .help = "stop after N intervals" },
	{ .name = "batch", .letter = 'b', .type = OPTION_OUTPUT,
	  FIELD(output), .value = OUTPUT_TEXT,
	  .help = "print text tables on standard output instead of the screen" },
	{ .name = "csv", .type = OPTION_OUTPUT, FIELD(output), .value = OUTPUT_CSV,
	  .help = "batch mode with one header line, then one line per row and interval" },
	{ .name = "json", .type = OPTION_OUTPUT, FIELD(output), .value = OUTPUT_JSON,
	  .help = "batch mode with one JSON object per interval and line" },
	{ .name = "level", .letter = 'l', .config = "level", .argument = "1|2", .type = OPTION_CHOICE,
	  FIELD(level), .choices = levels, .fallback = "1",
	  .help = "TopDown level the table starts with" },
	{ .name = "sort", .letter = 's', .config = "sort", .argument = "KEY", .type = OPTION_COLUMN,
	  FIELD(sort),
	  .help = "sort by this column" },
	{ .name = "reverse", .config = "reverse", .type = OPTION_FLAG, FIELD(reverse),
	  .help = "turn the order of the rows around" },
	{ .name = "no-weigh", .config = "weigh", .negated = true, .type = OPTION_FLAG, FIELD(sort_ratio),
	  .help = "sort classes by the plain share, not by share x slots: what costs most" },
	{ .name = "view", .letter = 'V', .config = "view", .argument = "NAME", .type = OPTION_CHOICE,
	  FIELD(view), .choices = views, .fallback = "processes",
	  .help = "what a row of the table is" },
	{ .name = "user", .letter = 'u', .argument = "NAME", .type = OPTION_NAME, FIELD(user),
	  .help = "only processes and threads of this user" },
	{ .name = "pid", .letter = 'p', .argument = "PID[,PID...]", .type = OPTION_PIDS, FIELD(pids),
	  .help = "only these processes and what they start, each counted by itself" },
	{ .name = "attribution", .argument = "MODE", .type = OPTION_CHOICE, FIELD(attribution),
	  .choices = attributions, .fallback = "auto",
	  .help = "whose counters: of the CPUs, sliced at each switch, or of each thread" },
	{ .name = "filter", .argument = "EXPR", .type = OPTION_FILTER, FIELD(filter),
	  .help = "only processes and threads that match, as 'be>40 && cpu>5' or 'comm~^java'" },
	{ .name = "replay", .letter = 'i', .argument = "FILE", .type = OPTION_PATH, FIELD(replay),
	  .help = "show a recording (perf.data) in place of this machine; \"-\" reads one from a pipe" },
	{ .name = "record", .argument = "FILE", .type = OPTION_PATH, FIELD(record),
	  .help = "write what is counted into this file, as perf record does (perf.data)" },
	{ .name = "record-limit", .argument = "LIMIT", .type = OPTION_LIMIT, FIELD(record_limit),
	  .help = "begin a new file when that one is so large or so old" },
	{ .name = "record-keep", .argument = "N", .type = OPTION_WHOLE, FIELD(record_keep),
	  .min = 0, .max = 1e6, .fallback = "10",
	  .help = "keep so many older files then, as FILE.1, FILE.2" },
	{ .name = "baseline", .argument = "FILE", .type = OPTION_PATH, FIELD(baseline),
	  .help = "print what changed from this recording to the one of --replay, by command name; "
		  "\"tdtop diff A B\" is \"--baseline A --replay B\"" },
	{ .name = "budget", .config = "budget", .argument = "PERCENT", .type = OPTION_PERCENT, FIELD(budget),
	  .min = 0, .max = 100, .fallback = "2",
	  .help = "what tdtop may cost, of the time of all CPUs; 0: whatever it costs. Beyond it switches are "
		  "sampled" },
	{ .name = "demo", .type = OPTION_FLAG, FIELD(demo),
	  .help = "show a built-in simulated machine; its numbers are invented" },
	{ .name = "doctor", .type = OPTION_FLAG, FIELD(doctor),
	  .help = "say what this machine can count, and why not; with --json for programs" },
	{ .name = "ascii", .config = "ascii", .type = OPTION_FLAG, FIELD(ascii),
	  .help = "draw with ASCII characters only" },
	{ .name = "no-color", .config = "color", .negated = true, .type = OPTION_FLAG, FIELD(no_color),
	  .help = "do not use colours (NO_COLOR in the environment does the same)" },
	{ .name = "theme", .config = "theme", .argument = "NAME", .type = OPTION_CHOICE, FIELD(theme),
	  .names = theme_name, .fallback = "default",
	  .help = "theme of colours" },
	{ .name = "units", .config = "units", .argument = "NAME", .type = OPTION_CHOICE, FIELD(units),
	  .names = units_name, .fallback = "percent",
	  .help = "what the cells of the TopDown columns say on the screen" },
	{ .name = "bars", .config = "bars", .argument = "NAME", .type = OPTION_CHOICE, FIELD(bars),
	  .names = bars_name, .fallback = "patterns",
	  .help = "what bars are drawn with" },
	COLUMNS(COLUMNS_PROCESSES, "processes",
		"columns of the view, in order, some with a width in cells: pid,user:12,be,command"),
	COLUMNS(COLUMNS_THREADS, "threads", "the same of the threads"),
	COLUMNS(COLUMNS_CPUS, "cpus", "the same of CPUs, cores and sockets"),
	COLUMNS(COLUMNS_CGROUPS, "cgroups", "the same of the cgroups"),
	COLUMNS(COLUMNS_USERS, "users", "the same of the users"),
	COLUMNS(COLUMNS_EXITED, "gone", "the same of what ended"),
	{ .name = "no-mouse", .config = "mouse", .negated = true, .type = OPTION_FLAG, FIELD(no_mouse),
	  .help = "leave the mouse to the terminal" },
	{ .name = "config", .argument = "FILE", .type = OPTION_PATH, FIELD(config),
	  .help = "read the settings from this file (and let key W write them there)" },
	{ .name = "help", .letter = 'h', .type = OPTION_FLAG, FIELD(help),
	  .help = "print this help" },
	{ .name = "version", .type = OPTION_FLAG, FIELD(version),
	  .help = "print the version" },
};
/* clang-format on */

#define N_OPTIONS (sizeof(option_rows) / sizeof(option_rows[0]))
#define CODE_BASE 256		/* what getopt_long returns for row i: above all letters */

const size_t option_rows_n = N_OPTIONS;

static const struct options defaults = {
	.interval_ns = 1000000000,
	.output = OUTPUT_SCREEN,
	.level = 1,
	.record_keep = 10,
	.budget = 2,
	.view = ROW_PROCESS,
};

bool option_can_sort(const struct column *column, int view)
{
	return (column->value || column->text) && column_applies(column, (enum row_kind)view);
}

static int refuse(const struct option_row *row, const char *text, int view, struct err *err)
{
	char list[OPTION_LIST];

	option_accepts(row, view, list);
	return err_set(err, EINVAL, "--%s %s: must be %s", row->name, text, list);
}

static int set_output(struct options *options, const struct option_row *row, struct err *err)
{
	enum output wanted = (enum output)row->value;

	if (options->output > OUTPUT_TEXT && wanted > OUTPUT_TEXT && options->output != wanted)
		return err_set(err, EINVAL, "--csv and --json cannot be used together" TRY_HELP);
	if (wanted > options->output)
		options->output = wanted;
	return 0;
}

static int set_option(struct options *options, const struct option_row *row, const char *text,
		      struct err *err)
{
	if (row->type == OPTION_OUTPUT)
		return set_output(options, row, err);
	if (row->type == OPTION_COLUMNS)
		return option_set_columns(options, row, "--", row->name, text, err);
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

/* Which columns there are depends on the view, whatever the order of the options. */
static int check_columns(struct options *options, const char *before, struct err *err)
{
	if (options->baseline) {
		if (options->sort && options->sort != before && !compare_can_sort(options->sort))
			return refuse_diff_sort(options->sort, err);
		return 0;
	}
	for (size_t i = 0; i < N_OPTIONS; i++) {
		const struct option_row *row = &option_rows[i];
		const struct column *column;
		const char *key;

		if (row->type != OPTION_COLUMN)
			continue;
		key = *(const char *const *)((const char *)options + row->offset);
		column = key ? columns_find(key) : NULL;
		if (!key || (column && option_can_sort(column, options->view)))
			continue;
		if (key == before)	/* of the file: another view was meant */
			options->sort = NULL;
		else
			return refuse(row, key, options->view, err);
	}
	return 0;
}

/* A filter is of the view's rows, whatever the order of the options; JSON and the screen have tasks too. */
static int check_filters(const struct options *options, struct err *err)
{
	enum row_kind view = options->baseline ? ROW_COMMAND : (enum row_kind)options->view;

	if (options->filter && filter_check(options->filter, view, err))
		return -EINVAL;
	if (!options->user || options->baseline || filter_is_task(view) || options->output == OUTPUT_SCREEN ||
	    options->output == OUTPUT_JSON)
		return 0;
	return err_set(err, EINVAL, "--user chooses processes and threads: use it with "
		       "--view processes or threads, with --json or on the screen");
}

/* The tables that getopt_long wants, made from ours. */
struct getopt_tables {
	struct option longs[N_OPTIONS + 1];
	char letters[2 * N_OPTIONS + 2];
};

static void make_tables(struct getopt_tables *tables)
{
	char *letter = tables->letters;

	memset(tables, 0, sizeof(*tables));
	*letter++ = ':';	/* report a missing argument as ':' */
	for (size_t i = 0; i < N_OPTIONS; i++) {
		const struct option_row *row = &option_rows[i];

		tables->longs[i].name = row->name;
		tables->longs[i].has_arg = row->argument ? required_argument :
					   row->type == OPTION_FLAG && row->config ?
						   optional_argument : no_argument;
		tables->longs[i].val = CODE_BASE + (int)i;
		if (!row->letter)
			continue;
		*letter++ = row->letter;
		if (row->argument)
			*letter++ = ':';
	}
}

static const struct option_row *row_of_code(int code)
{
	if (code >= CODE_BASE)
		return &option_rows[code - CODE_BASE];
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (option_rows[i].letter && option_rows[i].letter == code)
			return &option_rows[i];
	return NULL;
}

/* Which long options a word like "--re" could mean, and how many. */
static size_t list_meanings(const char *word, char list[OPTION_LIST])
{
	size_t len = strcspn(word, "="), n = 0, used = 0;

	list[0] = '\0';
	for (size_t i = 0; i < N_OPTIONS; i++) {
		if (strncmp(option_rows[i].name, word, len) != 0)
			continue;
		if (used < OPTION_LIST)
			used += (size_t)snprintf(list + used, OPTION_LIST - used, "%s--%s",
						 n ? ", " : "", option_rows[i].name);
		n++;
	}
	return n;
}

/* getopt_long has returned '?' for `word`. */
static int refuse_word(const char *word, struct err *err)
{
	const struct option_row *row = optopt ? row_of_code(optopt) : NULL;
	char list[OPTION_LIST];

	if (row)	/* known, so it can only be "--batch=x" */
		return err_set(err, EINVAL, "--%s: takes no argument" TRY_HELP, row->name);
	if (optopt)
		return err_set(err, EINVAL, "unknown option \"-%c\"" TRY_HELP, optopt);
	if (list_meanings(word + 2, list) > 1)
		return err_set(err, EINVAL, "\"%s\" is ambiguous: %s" TRY_HELP, word, list);
	return err_set(err, EINVAL, "unknown option \"%s\"" TRY_HELP, word);
}

/* "diff A B", wherever options stand between: getopt has put the words behind them. */
static int take_words(struct options *options, char *words[], int n, struct err *err)
{
	if (n && strcmp(words[0], "diff") != 0)
		return err_set(err, EINVAL, "unexpected argument \"%s\"" TRY_HELP, words[0]);
	if (!n)
		return 0;
	if (options->baseline || options->replay)
		return err_set(err, EINVAL, "diff names its recordings itself, without --baseline and --replay: "
			       "tdtop diff BEFORE AFTER");
	if (n != 3)
		return err_set(err, EINVAL, "diff needs two recordings: tdtop diff BEFORE AFTER");
	options->baseline = words[1];
	options->replay = words[2];
	return 0;
}

/* What makes no sense when two recordings are compared. */
static int check_diff(const struct options *options, struct err *err)
{
	if (!options->baseline)
		return 0;
	if (!options->replay)
		return err_set(err, EINVAL, "--baseline needs a recording to compare with: --replay FILE");
	if (strcmp(options->baseline, "-") == 0 && strcmp(options->replay, "-") == 0)
		return err_set(err, EINVAL, "only one of two recordings can come from standard input");
	if (options->view != ROW_PROCESS || options->user)
		return err_set(err, EINVAL, "--view and --user do not go with a comparison: its rows are "
			       "command names");
	return 0;
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
	const char *before = options->sort;
	struct getopt_tables tables;
	const struct option_row *row;
	int code, ret;

	argc = options_split_command(options, argc, argv);
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
		ret = set_option(options, row, optarg, err);
		if (ret)
			return ret;
		options->delay_given |= row->offset == offsetof(struct options, interval_ns);
		options->level_given |= row->offset == offsetof(struct options, level);
	}
	ret = take_words(options, argv + optind, argc - optind, err);
	if (ret)
		return ret;
	ret = options_check_subject(options, err);
	if (ret)
		return ret;
	if (options->record && (options->demo || options->replay))
		return err_set(err, EINVAL, "--record is for what is counted on this machine; "
			       "leave out --%s", options->demo ? "demo" : "replay");
	ret = check_diff(options, err);
	if (!ret)
		ret = check_columns(options, before, err);
	return ret ? ret : check_filters(options, err);
}

void options_environment(struct options *options, const char *no_color, const char *codeset)
{
	if (no_color && no_color[0])
		options->no_color = true;
	if (strcmp(codeset, "UTF-8") != 0)
		options->ascii = true;
}

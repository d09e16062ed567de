/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What options ask for together; see option_table.h.
 *
 * A new check is a function and its row of checks[]. Rows are in the order in which they run.
 */
#include "config.h"
#include "ui/options/option_table.h"

#include <errno.h>
#include <string.h>

#include "model/control.h"
#include "ui/batch/compare_list.h"
#include "ui/batch/row_choice.h"
#include "ui/code/kinds.h"
#include "ui/draw/picture.h"
#include "ui/export/pgo.h"
#include "ui/export/stacks.h"
#include "ui/openmetrics/http_listen.h"
#include "ui/options/option_value.h"
#include "ui/profile/profile_diff.h"
#include "ui/profile/profile_rows.h"
#include "ui/table/changes.h"
#include "ui/table/column_names.h"
#include "ui/table/filter.h"

static const char *const output_options[] = {
	[OUTPUT_TEXT] = "batch", [OUTPUT_CSV] = "csv", [OUTPUT_JSON] = "json",
	[OUTPUT_RECORDING] = NULL, [OUTPUT_NOTHING] = "headless",
};

/* The options that print samples, of a recording or live: what goes together. */

/* The first option that prints a part of a profile; NULL: none. */
static const char *profile_option(const struct options *options)
{
	return options->functions ? "functions" : options->branches ? "branches" :
	       options->blocks ? "blocks" : options->stacks ? "stacks" :
	       options->hot_paths ? "hot-paths" : NULL;
}

/* Tables whose rows --sort orders; a tree, which --filter can be of, has an order of its own. */
static bool has_tables(const struct options *options)
{
	return options_profile(options) & (PROFILE_TABLES | (options->baseline ? PROFILE_STACKS : 0U));
}

/* What prints samples has tables of its own. 0, or -EINVAL with a sentence. */
static int refuse_beside_profile(const struct options *options, const char *name, int view,
				 struct err *err)
{
	const struct {
		const char *name;
		bool given;
	} others[] = {
		{ "filter", options->filter && !has_tables(options) && !options->stacks },
		{ "user", options->user },
		{ "view", options->look.view != VIEW_PROCESSES && options->look.view != view },
		{ "sort", options->sort_given && !has_tables(options) },
		{ "screenshot", options->screenshot },
		{ "record", options->record && !options_samples_live(options) },
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (others[i].given)
			return err_set(err, EINVAL, "--%s prints tables of samples, to which --%s "
				       "does not apply; leave one of them out", name,
				       others[i].name);
	return 0;
}

/* What is printed of samples. */
static int check_profile_output(struct options *options, int view, struct err *err)
{
	const char *name = profile_option(options);
	const unsigned int parts = options_profile(options);
	const unsigned int printed = profile_printed(parts, options->output == OUTPUT_CSV);
	struct row_choice choice;
	int ret;

	if (!name)
		return 0;
	if (options->baseline && (parts & (PROFILE_BLOCKS | PROFILE_PATHS) || options->stacks_format != STACKS_TREE))
		return err_set(err, EINVAL, "two recordings are compared by --functions, --stacks or "
			       "--branches; leave out --%s", options->blocks ? "blocks" :
			       options->hot_paths ? "hot-paths" : "stacks-format");
	if (options->output == OUTPUT_CSV && (parts & (parts - 1)))
		return err_set(err, EINVAL, "--csv prints one table; leave out all but one of "
			       "--functions, --branches, --blocks, --stacks and --hot-paths");
	if (options->output == OUTPUT_SCREEN)
		options->output = OUTPUT_TEXT;
	ret = refuse_beside_profile(options, name, view, err);
	choice = options_row_choice(options);
	if (!ret && options->baseline)
		return diff_check(parts, &choice, options->columns_diff, err);
	if (!ret && choice.sort)
		ret = profile_sort_check(printed, choice.sort, err);
	if (!ret && choice.filter)
		ret = profile_filter_check(printed, choice.filter, err);
	return ret;
}

/* What is written for other programs; nothing else is printed. */
static int check_profile_export(struct options *options, int view, struct err *err)
{
	if (options->stacks_format != STACKS_TREE)
		options->stacks = true;
	if (options->pgo_object && !options->pgo)
		return err_set(err, EINVAL, "--pgo-object says of what --pgo FILE writes a profile; "
			       "give both");
	if (options->sysroot && !options->replay)
		return err_set(err, EINVAL, "--sysroot has the files of the machine of a recording: "
			       "--replay FILE");
	if (options->stacks_format != STACKS_TREE && options->output > OUTPUT_TEXT)
		return err_set(err, EINVAL, "--stacks-format %s is no CSV or JSON of tdtop; leave "
			       "one of them out", stacks_format_name(options->stacks_format));
	if (!options->pgo)
		return 0;
	if (options_profile(options) || options->output != OUTPUT_SCREEN || options->baseline)
		return err_set(err, EINVAL, "--pgo writes a file and prints nothing; leave out --%s",
			       profile_option(options) ? profile_option(options) :
			       options->baseline ? "baseline" : "batch, --csv and --json");
	options->output = OUTPUT_TEXT;
	return refuse_beside_profile(options, "pgo", view, err);
}

/* Which node's event is sampled. Whether this machine has such a node is known later. */
static int check_node(const struct options *options, struct err *err)
{
	if (!options->node)
		return 0;
	if (options->event)
		return err_set(err, EINVAL, "--node chooses the event that is sampled, and --event "
			       "names it; leave one of them out");
	if (!options->functions)
		return err_set(err, EINVAL, "--node says for which node --functions are sampled; "
			       "add --functions, or leave out --node");
	return 0;
}

/* Options that are of no use without live samples. */
static int refuse_live_options(const struct options *options, struct err *err)
{
	const bool profile = options_profile(options) || options->pgo;
	const bool seconds = options->sample_ns && !options_sum_regions(options);
	const char *name = seconds ? "seconds" : options->node && profile ? "node" :
			   options->sample_rate ? "sample-rate" : NULL;

	if (!name)
		return 0;
	if (options->replay || options->baseline)
		return err_set(err, EINVAL, "--%s says how samples are taken, and a recording has "
			       "them already; leave it out", name);
	if (options->output == OUTPUT_SCREEN && !options->sample_ns)
		return 0;	/* --sample-rate is also for the screen */
	return err_set(err, EINVAL, "--%s says how samples are taken, and nothing is sampled; add "
		       "--functions, --branches, --blocks, --stacks, --hot-paths or --pgo", name);
}

/* Samples of this machine. */
static int check_live(const struct options *options, struct err *err)
{
	const char *name = options->pgo ? "pgo" : profile_option(options);

	if (!options_samples_live(options))
		return refuse_live_options(options, err);
	if (options->demo && options->pgo)
		return err_set(err, EINVAL, "--demo invents its samples, and a compiler would take "
			       "them as measured: no profile for it is written; leave out --demo");
	if (options->pgo && options->pgo_format == PGO_PERF)
		return err_set(err, EINVAL, "--pgo-format perf copies the branch stacks of a "
			       "recording: make one with --branches --record FILE; or choose "
			       "--pgo-format bolt or autofdo");
	if (options->record && strcmp(options->record, "-") == 0)
		return err_set(err, EINVAL, "--record - and --%s both write to standard output; "
			       "record into a file", name);
	return check_node(options, err);
}

/*
 * Completes the options that depend on these. view: that of the settings, which is for the list.
 * 0, or -EINVAL with a sentence.
 */
static int check_profile_options(struct options *options, int view, struct err *err)
{
	int ret = check_profile_export(options, view, err);

	if (!ret)
		ret = check_live(options, err);
	return ret ? ret : check_profile_output(options, view, err);
}

const char *option_of_output(enum output output)
{
	return output_options[output];
}

static int check_doctor(struct options *options, struct err *err)
{
	return options->verbose && !options->doctor ?
	       err_set(err, EINVAL, "--verbose is for --doctor: give both") : 0;
}

static int check_profile(struct options *options, struct err *err)
{
	return check_profile_options(options, options->file_view, err);
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

/* Replaces the name of a key of a comparison by its key; any field will do as well. */
static int check_diff_rows(struct options *options, struct err *err)
{
	const char *sort = options->look.sort, *key = sort ? compare_key_named(sort) : NULL;

	if (key)
		options->look.sort = key;
	else if (sort && sort == options->file_sort)
		options->look.sort = NULL;	/* it is for another view */
	else if (sort && !code_kind_nearest(compare_kind(), sort, strlen(sort), true))
		return refuse_diff_sort(sort, err);
	return compare_check(options->filter, options->look.sort, options->columns_diff, err);
}

static int refuse_sort(const struct option_row *row, const char *name, int view, struct err *err)
{
	char hint[COLUMN_HINT];

	column_hint(name, strlen(name), 1U << views[view].kind, hint);
	if (!hint[0] || column_named(name, strlen(name), ~0U))	/* or it is one of other rows */
		return option_refuse(row, name, view, err);
	return err_set(err, EINVAL, "--%s %s: unknown column%s", row->name, name, hint);
}

/*
 * Checks names of columns after all options, as they depend on the view, and replaces them by the
 * columns' keys.
 */
static int check_columns(struct options *options, struct err *err)
{
	if ((options_profile(options) && options->sort_given) || options->regions_pid)
		return 0;	/* of its own tables, and checked: check_profile_options(), check_regions() */
	if (options->baseline)
		return options_profile(options) ? 0 : check_diff_rows(options, err);
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		const struct column *column;
		const char **key;

		if (row->type != OPTION_COLUMN)
			continue;
		key = (const char **)((char *)options + row->offset);
		if (!*key)
			continue;
		column = column_named(*key, strlen(*key), 1U << views[options->look.view].kind);
		if (column && column_is_sortable(column))
			*key = column_key(column);
		else if (*key == options->file_sort)	/* of the file, and for another view */
			*key = NULL;
		else
			return refuse_sort(row, *key, options->look.view, err);
	}
	return 0;
}

/*
 * The order of a view that the command line chose is that of --sort-views; a key of the file is for
 * the view of the file.
 */
static int take_order(struct options *options, struct err *err)
{
	const struct view_order *order = &options->look.orders[options->look.view];

	(void)err;
	if (options_profile(options) || !order->chosen || options->look.sort != options->file_sort ||
	    (options->look.sort && options->look.view == options->file_view))
		return 0;
	options->look.sort = order->column ? column_key(order->column) : NULL;
	if (!options->reverse_given)
		options->look.reverse = order->reverse;
	return 0;
}

/*
 * Checks filters after all options: they depend on the view. JSON and the screen also have tasks.
 */
static int check_filters(struct options *options, struct err *err)
{
	enum row_kind kind = options->baseline ? ROW_COMMAND : views[options->look.view].kind;

	/* Profiles and --regions PID have tables of their own, and are checked. */
	if (options->filter && !options_profile(options) && !options->regions_pid && !options->baseline &&
	    filter_check(options->filter, kind, err))
		return -EINVAL;
	if (!options->user || options->baseline || filter_is_task(kind) || kind == ROW_REGION ||
	    options->output == OUTPUT_SCREEN || options->output == OUTPUT_JSON)
		return 0;
	return err_set(err, EINVAL, "--user chooses processes, threads and regions: use it with "
		       "--view processes, threads or regions, with --json or on the screen");
}

/* The questions of --fail-on. */
static int check_verdict(struct options *options, struct err *err)
{
	const size_t first = options->n_runs[BEFORE], second = options->n_runs[AFTER];

	if (!options->fail_on && (options->after || options->strict))
		return err_set(err, EINVAL, "--%s is for a verdict: tdtop diff --fail-on EXPR",
			       options->after ? "after" : "strict");
	if (!options->fail_on)
		return 0;
	if (!first || !second || options_profile(options))
		return err_set(err, EINVAL, "--fail-on judges counts of two recordings or more: "
			       "tdtop diff BEFORE AFTER --fail-on EXPR");
	if (first > OPTION_RUNS || second > OPTION_RUNS)
		return err_set(err, EINVAL, "diff takes at most %d recordings of each side", OPTION_RUNS);
	if (first + second > 2 && (first < VERDICT_RUNS || second < VERDICT_RUNS))
		return err_set(err, EINVAL, "--fail-on needs one recording of each side, or at least %d: "
			       "there are %zu and %zu (--after)", VERDICT_RUNS, first, second);
	if (options->filter || options->output == OUTPUT_CSV)
		return err_set(err, EINVAL, "--fail-on %s", options->filter ?
			       "names its rows itself, as comm=java and mem>+3; leave out --filter" :
			       "prints text, or --json; leave out --csv");
	return changes_check(options->fail_on, first == 1 && second == 1, err);
}

/* How many recordings of a comparison are to be read from standard input. */
static size_t count_pipes(const struct options *options)
{
	size_t n = 0;

	if (!options->n_runs[BEFORE])	/* of --baseline and --replay */
		return (size_t)!strcmp(options->baseline, "-") + (size_t)!strcmp(options->replay, "-");
	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < options->n_runs[side] && i < OPTION_RUNS; i++)
			n += (size_t)!strcmp(options->runs[side][i], "-");
	return n;
}

/* Options that make no sense in a comparison. */
static int check_diff(struct options *options, struct err *err)
{
	if (!options->baseline)
		return !options->columns_diff ? 0 :
		       err_set(err, EINVAL, "--columns-diff is for comparisons: tdtop diff BEFORE AFTER");
	if (!options->replay)
		return err_set(err, EINVAL,
			       "--baseline needs a recording to compare with: --replay FILE");
	if (count_pipes(options) > 1)
		return err_set(err, EINVAL, "only one of the recordings can come from standard input");
	if (options_open_nodes(options))
		return err_set(err, EINVAL,
			       "levels 1 and 2 of two recordings are compared; leave out %s",
			       options->node ? "--node" : "--level");
	if (options->look.view != VIEW_PROCESSES || options->user)
		return err_set(err, EINVAL,
			       "--view and --user cannot be used with a comparison: its rows are "
			       "command names");
	return 0;
}

/* At most one option may say what is counted. */
static int check_subject(struct options *options, struct err *err)
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

static int check_screenshot(struct options *options, struct err *err)
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

static int check_node_of(struct options *options, struct err *err)
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

/* CSV has opened nodes instead of rows: --filter and --sort are of them. */
static int take_node_choice(struct options *options, struct err *err)
{
	if (options->output != OUTPUT_CSV || options->baseline || !options_open_nodes(options))
		return 0;
	options->node_choice = options_row_choice(options);
	options->filter = NULL;
	if (options->sort_given)
		options->look.sort = NULL;
	return row_choice_check(&opened_node_rows, &options->node_choice, err);
}

/* Are samples or a comparison shown, and so no counts of intervals? */
static bool shows_no_intervals(const struct options *options)
{
	return options->baseline || options_profile(options) || options->pgo;
}

/* Whose regions are shown. */
static int check_regions(struct options *options, struct err *err)
{
	const char *subject = options->demo ? "--demo" : options->replay ? "--replay" :
			      options->pids ? "--pid" : options->command ? "a command" :
			      options->record ? "--record" : NULL;
	struct row_choice choice;

	if (!options->regions)
		return 0;
	if (shows_no_intervals(options))
		return err_set(err, EINVAL, "--regions shows counts of intervals, and no samples and "
			       "comparisons; leave one of them out");
	if (options_sum_regions(options) && options->output == OUTPUT_SCREEN)
		options->output = OUTPUT_TEXT;
	if (options_sum_regions(options) && (options->output != OUTPUT_TEXT || options->screenshot))
		return err_set(err, EINVAL, "--regions --seconds prints one table as text; leave "
			       "out --seconds, or the other output");
	if (options_sum_regions(options) && (options->filter || options->look.sort != options->file_sort))
		return err_set(err, EINVAL, "--regions --seconds prints all regions, those of the "
			       "busiest program first; leave out --%s",
			       options->filter ? "filter" : "sort");
	if ((options->output == OUTPUT_TEXT || options->output == OUTPUT_CSV) &&
	    options->look.view == VIEW_PROCESSES)
		options->look.view = VIEW_REGIONS;	/* these are one table */
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
	choice = options_row_choice(options);
	return row_choice_check(&self_region_rows, &choice, err);
}

/* Change points are of intervals, and lines of text or members of JSON. */
static int check_changes(struct options *options, struct err *err)
{
	const char *name;

	if (!options->changes)
		return 0;
	if (options->output == OUTPUT_SCREEN)
		options->output = OUTPUT_TEXT;
	if (options->output != OUTPUT_TEXT && options->output != OUTPUT_JSON)
		return err_set(err, EINVAL, "--changes prints text, or --json; leave out --%s",
			       option_of_output(options->output));
	if (shows_no_intervals(options) || options_sum_regions(options) || options->regions_pid ||
	    options->screenshot)
		return err_set(err, EINVAL, "--changes prints what changed over intervals, and no samples, "
			       "comparisons, sums or pictures; leave one of them out");
	name = options->regions ? "regions" : options->filter ? "filter" : options->user ? "user" :
	       options->sort_given ? "sort" :
	       options->look.view != VIEW_PROCESSES && options->look.view != options->file_view ? "view" : NULL;
	if (name && options->output == OUTPUT_TEXT)
		return err_set(err, EINVAL, "--changes prints changes of the machine and of commands, and no rows, "
			       "which --%s is for; leave it out, or add --json", name);
	return 0;
}

/* --record - takes standard output for the recording: nothing else is shown or printed. */
static int check_recording(struct options *options, struct err *err)
{
	if (options->all_tasks && !options->replay)
		return err_set(err, EINVAL, "--all-tasks is for a recording of a command or of processes: "
			       "--replay FILE");
	if (!options->record)
		return 0;
	if (options->replay)
		return err_set(err, EINVAL, "--record is for what is counted on this machine; leave out --replay");
	if (strcmp(options->record, "-") != 0)
		return 0;
	if (option_of_output(options->output) && options->output != OUTPUT_NOTHING)
		return err_set(err, EINVAL, "--record - and --%s both write to standard output; "
			       "record into a file, or leave out --%s",
			       option_of_output(options->output), option_of_output(options->output));
	if (options->record_limit.bytes || options->record_limit.ns)
		return err_set(err, EINVAL, "--record-limit starts new files, and --record - "
			       "writes none; leave out --record-limit");
	options->output = OUTPUT_RECORDING;
	return 0;
}

/* Counters for Prometheus are those of intervals. */
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
	if (shows_no_intervals(options) || options_sum_regions(options) || options->regions_pid ||
	    options->screenshot)
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
 */
static int check_delay(struct options *options, struct err *err)
{
	if (options->look.interval_ns <= INTERVAL_MAX_NS || options->output != OUTPUT_SCREEN)
		return 0;
	if (!options->delay_given) {
		options->look.interval_ns = INTERVAL_MAX_NS;
		return 0;
	}
	return err_set(err, EINVAL, "--delay %g: must be between 0.1 and %g seconds on the screen; "
		       "--batch, --json, --csv, --headless and --record - take longer ones",
		       (double)options->look.interval_ns / 1e9, (double)INTERVAL_MAX_NS / 1e9);
}

static int (*const checks[])(struct options *options, struct err *err) = {
	check_doctor, check_subject, check_recording, check_screenshot, check_regions, check_changes,
	check_export, check_delay, check_diff, check_verdict, check_profile, check_node_of, take_node_choice,
	check_columns, take_order, check_filters, named_files_check,
};

int option_checks(struct options *options, struct err *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < sizeof(checks) / sizeof(checks[0]); i++)
		ret = checks[i](options, err);
	return ret;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The options that print samples; see profile_options.h. Called by options.c. */
#include "config.h"
#include "ui/options/profile_options.h"

#include <errno.h>
#include <string.h>

#include "model/metric.h"
#include "ui/export/pgo.h"
#include "ui/export/stacks.h"
#include "ui/options/option_value.h"
#include "ui/profile/profile_fields.h"
#include "ui/profile/profile_filter.h"
#include "ui/profile/profile_sort.h"

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
	return !options->baseline && (options_profile(options) & PROFILE_TABLES);
}

/* What prints samples has tables of its own. 0, or -EINVAL with a sentence. */
static int refuse_beside_profile(const struct options *options, const char *name, int view,
				 struct err *err)
{
	const struct {
		const char *name;
		bool given;
	} others[] = {
		{ "filter", options->filter && !has_tables(options) &&
			    (options->baseline || !options->stacks) },
		{ "user", options->user },
		{ "view", options->view != VIEW_PROCESSES && options->view != view },
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
static int check_profile(struct options *options, int view, struct err *err)
{
	const char *name = profile_option(options);
	const unsigned int parts = options_profile(options);
	const unsigned int printed = profile_printed(parts, options->output == OUTPUT_CSV);
	int ret;

	if (!name)
		return 0;
	if (options->baseline && (parts & (PROFILE_BLOCKS | PROFILE_STACKS | PROFILE_PATHS)))
		return err_set(err, EINVAL, "two recordings are compared by --functions or "
			       "--branches; leave out --%s", options->blocks ? "blocks" :
			       options->stacks ? "stacks" : "hot-paths");
	if (options->output == OUTPUT_CSV && (parts & (parts - 1)))
		return err_set(err, EINVAL, "--csv prints one table; leave out all but one of "
			       "--functions, --branches, --blocks, --stacks and --hot-paths");
	if (options->output == OUTPUT_SCREEN)
		options->output = OUTPUT_TEXT;
	ret = refuse_beside_profile(options, name, view, err);
	if (!ret && options->sort_given)
		ret = profile_sort_check(printed, options->sort, err);
	if (!ret && options->filter)
		ret = profile_filter_check(printed, options->filter, err);
	return ret;
}

/* What is written for other programs; nothing else is printed. */
static int check_export(struct options *options, int view, struct err *err)
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

int profile_options_check(struct options *options, int view, struct err *err)
{
	int ret = check_export(options, view, err);

	if (!ret)
		ret = check_live(options, err);
	return ret ? ret : check_profile(options, view, err);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* "tdtop diff --fail-on"; see runs.h. Called by main.c. */
#include "config.h"
#include "ui/main/runs.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collector/recording_sum.h"
#include "ui/batch/verdict_text.h"
#include "ui/main/output.h"

#define MACHINE ""		/* the name of the machine's row, the first one among those of commands */
#define MOST_ROWS 8		/* commands that the user has not named, with so much of all weight: */
#define LEAST_PART 0.05

/* A recording that was read. */
struct run {
	struct pieces *pieces[CHANGES_KINDS];
	struct pieces_row *machine;
	double weight;		/* of all commands */
	double began;		/* wall clock */
	unsigned int values;	/* bits of the terms that have a value in a row that is judged */
	bool rows;		/* it has such a row */
	const char *cpu;	/* the family of its cores; NULL: not known */
	bool watched;		/* of some processes: its shares are of what these had */
};

struct comparing {
	struct changes changes;
	struct run runs[SIDES][OPTION_RUNS];
	size_t n[SIDES];
	struct run *reading;
	struct progress_line line;
};

/* A value of a row in all recordings of a side. */
struct sampled {
	double x[OPTION_RUNS][PIECES_MAX], w[OPTION_RUNS][PIECES_MAX];
	struct verdict_run runs[OPTION_RUNS];
};

static void show_progress(void *data, double progress)
{
	progress_line_show(&((struct comparing *)data)->line, progress);
}

/* Adds what a row that is no machine has of each value. */
static void verdict_run_add_row(const struct comparing *comparing, const struct snapshot *snapshot,
				enum changes_rows kind, const struct row *row, struct pieces_row *into)
{
	struct run *run = comparing->reading;
	const double slots = counts_whole(&row->numbers->counts), weight = slots > 0 ? slots : (double)row->busy_ns;

	into->weight += weight;
	run->weight += kind == CHANGES_COMMANDS ? weight : 0;
	for (size_t i = 0; i < comparing->changes.n; i++) {
		double x, w;

		if (!changes_value(&comparing->changes.terms[i], snapshot, row, &x, &w))
			continue;
		pieces_add(run->pieces[kind], into, i, x, w);
		if (kind == CHANGES_COMMANDS && changes_is_time(&comparing->changes.terms[i]))
			pieces_add(run->pieces[kind], run->machine, i, x, 0);
	}
}

/* CPU time of the machine is that of its commands, of the interval. */
static void add_machine(const struct comparing *comparing, const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	const struct run *run = comparing->reading;

	for (size_t i = 0; i < comparing->changes.n && machine; i++) {
		const struct changes_term *term = &comparing->changes.terms[i];
		double x = 0, w = (double)snapshot->interval_ns;

		if (changes_is_time(term) || changes_value(term, snapshot, machine, &x, &w))
			pieces_add(run->pieces[CHANGES_COMMANDS], run->machine, i, x, w);
	}
}

static void add_rows(const struct comparing *comparing, const struct snapshot *snapshot,
		     enum changes_rows kind)
{
	const struct row_table *table = &snapshot->table[changes_kinds[kind].rows];

	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		const char *name = changes_name_of(&comparing->changes, kind, snapshot, row);
		struct pieces_row *into =
			row->slices && name[0] ? pieces_row(comparing->reading->pieces[kind], name) : NULL;

		if (into)
			verdict_run_add_row(comparing, snapshot, kind, row, into);
	}
}

static bool is_of_samples(const struct comparing *comparing)
{
	return comparing->changes.named & 1U << CHANGES_FUNCTIONS;
}

/* Commands say which of them are large; other rows are added if they are named, functions then alone. */
static bool is_read(const struct comparing *comparing, enum changes_rows kind)
{
	return (kind == CHANGES_COMMANDS && !is_of_samples(comparing)) || comparing->changes.named & 1U << kind;
}

static void add_interval(void *data, const struct snapshot *snapshot)
{
	struct comparing *comparing = data;
	struct run *run = comparing->reading;

	run->watched = snapshot->machine->watched[0];
	run->cpu = snapshot->machine->family ? snapshot->machine->family->name : NULL;
	if (!run->began)
		run->began = snapshot->time - (double)snapshot->interval_ns / 1e9;
	add_machine(comparing, snapshot);
	for (enum changes_rows kind = 0; kind < CHANGES_FUNCTIONS; kind++) {
		if (!is_read(comparing, kind))
			continue;
		add_rows(comparing, snapshot, kind);
		pieces_next_interval(run->pieces[kind]);
	}
}

static int make_pieces(const struct comparing *comparing, struct run *run)
{
	for (enum changes_rows kind = 0; kind < CHANGES_KINDS; kind++) {
		if (!is_read(comparing, kind))
			continue;
		run->pieces[kind] = pieces_new();
		if (!run->pieces[kind])
			return -ENOMEM;
	}
	run->machine = pieces_row(run->pieces[is_of_samples(comparing) ? CHANGES_FUNCTIONS : CHANGES_COMMANDS],
				  MACHINE);
	return run->machine ? 0 : -ENOMEM;
}

/* Reads intervals into comparing->reading. 0, or a negative errno with a sentence. */
static int read_intervals(struct comparing *comparing, const char *path, bool all_tasks, struct err *warning,
			  struct err *err)
{
	const struct recording_progress progress = { .report = show_progress, .data = comparing,
						     .interval = add_interval };
	struct recording_sum *sum = NULL;
	struct err cut;
	int ret = recording_sum_open(&sum, path, PIECES_LEAST_NS, all_tasks, err);

	if (!ret)
		ret = recording_sum_read(sum, &progress, &cut, err);
	if (!ret && cut.text[0])
		*warning = cut;
	recording_sum_free(sum);
	return ret;
}

static int read_recording(struct comparing *comparing, const char *path, const struct options *options,
			  struct err *warning, struct err *err)
{
	struct run *run = comparing->reading;

	if (make_pieces(comparing, run))
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", path);
	if (!is_of_samples(comparing))
		return read_intervals(comparing, path, options->all_tasks, warning, err);
	return verdict_functions_read(path, options, &comparing->changes, run->pieces[CHANGES_FUNCTIONS], run->machine,
				      &run->began, warning, err);
}

static int read_all(struct comparing *comparing, const struct options *options,
		    struct err warning[SIDES], struct err *err)
{
	const size_t all = options->n_runs[BEFORE] + options->n_runs[AFTER];
	size_t done = 0;
	int ret = 0;

	for (enum side side = BEFORE; side < SIDES && !ret; side++)
		for (size_t i = 0; i < options->n_runs[side] && !ret; i++) {
			comparing->reading = &comparing->runs[side][comparing->n[side]++];
			comparing->line = progress_line_begin("reading recording", (int)++done, (int)all);
			ret = read_recording(comparing, options->runs[side][i], options, &warning[side], err);
			progress_line_end(&comparing->line);
		}
	return ret;
}

static const struct run *run_at(const struct comparing *comparing, size_t index, enum side *side, size_t *i)
{
	*side = index < comparing->n[BEFORE] ? BEFORE : AFTER;
	*i = *side == BEFORE ? index : index - comparing->n[BEFORE];
	return &comparing->runs[*side][*i];
}

static bool is_same(const struct run *a, const struct run *b)
{
	return a->began > 0 && a->began == b->began && !memcmp(a->machine->x, b->machine->x, sizeof(a->machine->x)) &&
	       !memcmp(a->machine->w, b->machine->w, sizeof(a->machine->w));
}

/* Shares of what some processes had are none of a machine. 0 or -ENODATA. */
static int check_watched(const struct comparing *comparing, const struct options *options, struct err *err)
{
	const struct run *first = &comparing->runs[BEFORE][0];

	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++)
			if (comparing->runs[side][i].watched != first->watched && !options->all_tasks)
				return err_set(err, ENODATA,
					       "--fail-on: only one of \"%s\" and \"%s\" is of a command or of "
					       "processes alone, so their values are not alike; compare recordings of "
					       "one kind, or all that ran: --all-tasks",
					       options->runs[BEFORE][0], options->runs[side][i]);
	return 0;
}

/* Several recordings must be several: one that is given again, or a copy of it, has no spread. 0 or -ENODATA. */
static int check_runs(const struct comparing *comparing, const struct options *options, struct err *err)
{
	const size_t all = comparing->n[BEFORE] + comparing->n[AFTER];
	enum side first, second;
	size_t i, k;

	for (size_t a = 0; a < all && all > SIDES; a++)
		for (size_t b = a + 1; b < all; b++)
			if (is_same(run_at(comparing, a, &first, &i), run_at(comparing, b, &second, &k)))
				return err_set(err, ENODATA, "--fail-on: \"%s\" and \"%s\" are the same recording, so "
					       "they do not tell how runs differ; give each recording once",
					       options->runs[first][i], options->runs[second][k]);
	return 0;
}

/* A row that is judged. */
struct candidate {
	enum changes_rows kind;
	const char *name;
	double part;	/* of the slots of all commands; 1: the expression names it */
};

static const struct pieces_row *find_row(const struct run *run, const struct candidate *candidate)
{
	const struct pieces *pieces = run->pieces[candidate->kind];

	return pieces ? pieces_find(pieces, candidate->name) : NULL;
}

static void sample(struct comparing *comparing, enum side side,
		   const struct candidate *candidate, size_t value, struct sampled *sampled)
{
	const struct changes_term *term = &comparing->changes.terms[value];
	const bool of_all = changes_is_time(term) || changes_is_share(term);

	for (size_t i = 0; i < comparing->n[side]; i++) {
		struct run *run = &comparing->runs[side][i];
		const struct pieces_row *row = find_row(run, candidate);

		sampled->runs[i] = (struct verdict_run){ .x = sampled->x[i], .w = sampled->w[i] };
		if (row)
			sampled->runs[i].n = pieces_of_value(run->pieces[candidate->kind], row,
							     of_all ? run->machine : row, value,
							     sampled->x[i], sampled->w[i]);
		run->rows |= row != NULL;
		run->values |= (unsigned int)(sampled->runs[i].n > 0) << value;
	}
}

/* Answers all terms of a row, into lines[]. Returns the p of the whole expression. */
static double judge_row(struct comparing *comparing, const struct candidate *candidate,
			double level, struct sampled sampled[SIDES], struct verdict_line *lines)
{
	const struct changes *changes = &comparing->changes;
	double p[PIECES_VALUES];

	for (size_t i = 0; i < changes->n; i++) {
		for (enum side side = BEFORE; side < SIDES; side++)
			sample(comparing, side, candidate, i, &sampled[side]);
		lines[i] = (struct verdict_line){
			.kind = candidate->kind, .term = &changes->terms[i],
			.name = candidate->name[0] ? candidate->name : NULL,
			.verdict = verdict_of(sampled[BEFORE].runs, comparing->n[BEFORE],
					      sampled[AFTER].runs, comparing->n[AFTER],
					      &changes->terms[i].question, level) };
		p[i] = lines[i].verdict.p;
	}
	return changes_p(changes, candidate->kind, candidate->name, p);
}

/* Slots of the row in all recordings, as a part of those of all commands. */
static double part_of(const struct comparing *comparing, const struct candidate *candidate)
{
	double part = 0, all = 0;

	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++) {
			const struct pieces_row *row = find_row(&comparing->runs[side][i], candidate);

			part += row ? row->weight : 0;
			all += comparing->runs[side][i].weight;
		}
	return all > 0 ? part / all : 0;
}

static int compare_parts(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return (x->part < y->part) - (x->part > y->part);
}

static bool is_new(const struct candidate *candidates, size_t n, const struct candidate *candidate)
{
	for (size_t i = 0; i < n; i++)
		if (candidates[i].kind == candidate->kind && !strcmp(candidates[i].name, candidate->name))
			return false;
	return true;
}

/* Adds those of the rows of a recording that are judged. Returns how many there are then. */
static size_t add_candidates(const struct comparing *comparing, const struct pieces *pieces,
			     enum changes_rows kind, struct candidate candidates[VERDICT_ROWS], size_t n)
{
	static const double sure[PIECES_VALUES];
	const struct changes *changes = &comparing->changes;
	const struct pieces_row *row;

	for (size_t k = 0; (row = pieces_at(pieces, k)) && n < VERDICT_ROWS; k++) {
		struct candidate candidate = { .kind = kind, .name = row->name };

		if (!row->name[0] || changes_p(changes, kind, row->name, sure) > 0 ||
		    !is_new(candidates, n, &candidate))
			continue;
		candidate.part = changes_name(changes, kind, row->name) ? 1 : part_of(comparing, &candidate);
		if (candidate.part >= LEAST_PART)
			candidates[n++] = candidate;
	}
	return n;
}

/* The rows that are judged. Returns how many; the machine is the first, unless rows are named. */
static size_t verdict_run_choose(const struct comparing *comparing, struct candidate candidates[VERDICT_ROWS])
{
	const size_t first = !comparing->changes.named;
	size_t n = first;

	candidates[0] = (struct candidate){ .name = MACHINE };
	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++)
			for (enum changes_rows kind = 0; kind < CHANGES_KINDS; kind++)
				if (is_read(comparing, kind))
					n = add_candidates(comparing, comparing->runs[side][i].pieces[kind],
							   kind, candidates, n);
	qsort(candidates + first, n - first, sizeof(candidates[0]), compare_parts);
	while (n > first + MOST_ROWS && candidates[n - 1].part < 1)
		n--;
	return n;
}

/* Were both sides recorded in turn, and not all of one side before all of the other? */
static bool in_turn(const struct comparing *comparing)
{
	double first[SIDES] = { INFINITY, INFINITY }, last[SIDES] = { 0, 0 };

	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++) {
			first[side] = fmin(first[side], comparing->runs[side][i].began);
			last[side] = fmax(last[side], comparing->runs[side][i].began);
		}
	return last[BEFORE] > first[AFTER] && last[AFTER] > first[BEFORE];
}

/* Names the first two families of cores that differ, if some do. */
static void find_cpus(const struct comparing *comparing, const char *cpu[SIDES])
{
	const struct run *first = &comparing->runs[BEFORE][0];

	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side] && first->cpu; i++) {
			const struct run *run = &comparing->runs[side][i];

			if (!run->cpu || !strcmp(run->cpu, first->cpu))
				continue;
			cpu[BEFORE] = first->cpu;
			cpu[AFTER] = run->cpu;
			return;
		}
}

/* The verdict of all rows that ran on both sides: exceeded in one of them, or within in all. */
static enum verdict_result result_of(const struct verdict_report *report)
{
	enum verdict_result result = VERDICT_TOO_SHORT;
	size_t judged = 0, within = 0, known = 0;

	for (size_t i = 0; i < report->n; i++) {
		const struct verdict *verdict = &report->lines[i].verdict;

		if (report->lines[i].held)
			return VERDICT_EXCEEDED;
		judged += !isnan(verdict->before) && !isnan(verdict->after);
		known += verdict->result != VERDICT_TOO_SHORT;
		within += verdict->result == VERDICT_WITHIN;
	}
	if (known)
		result = within == judged ? VERDICT_WITHIN : VERDICT_UNDECIDED;
	return result;
}

static int print(const struct verdict_report *report, const struct options *options, FILE *out,
		 struct err *err)
{
	struct buffer buffer = { 0 };
	int ret = 0;

	if (options->output == OUTPUT_JSON)
		ret = verdict_put_json(report, &buffer);
	else
		verdict_put_text(report, options->look.ascii, &buffer);
	if (!ret)
		(void)fwrite(buffer.bytes, 1, buffer.n, out);	/* the caller checks ferror() */
	buffer_done(&buffer);
	return ret ? err_set(err, ENOMEM, "not enough memory to compare") : 0;
}

/*
 * Has each recording a value of each term? Nothing is known of a change to or from a value that was not recorded. 0,
 * or -ENODATA with a sentence about the first that has none.
 */
static int check_values(const struct comparing *comparing, const struct options *options, struct err *err)
{
	const struct changes *changes = &comparing->changes;
	char title[VERDICT_TITLE];

	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++)
			for (size_t k = 0; k < changes->n; k++) {
				const struct run *run = &comparing->runs[side][i];

				if (run->values & 1U << k)
					continue;
				changes_title(&changes->terms[k], title, sizeof(title));
				return err_set(err, ENODATA, "--fail-on %s: cannot be judged: \"%s\" has no %s%s; "
					       "\"tdtop diff%s\" without --fail-on shows what it has", options->fail_on,
					       options->runs[side][i], run->rows ? title : "row of that name",
					       run->rows ? " (not recorded, or of too few slots)" : "",
					       is_of_samples(comparing) ? " --functions" : "");
			}
	return 0;
}

static int judge(struct comparing *comparing, const struct options *options, FILE *out,
		 enum verdict_result *result, struct err *err)
{
	const size_t terms = comparing->changes.n;
	struct candidate candidates[VERDICT_ROWS];
	const size_t n = verdict_run_choose(comparing, candidates);
	struct verdict_line *lines = calloc(n * terms + 1, sizeof(lines[0]));
	struct sampled *sampled = calloc(SIDES, sizeof(sampled[0]));
	struct verdict_report report = { .expression = options->fail_on, .lines = lines, .n = n * terms,
					 .runs = { comparing->n[BEFORE], comparing->n[AFTER] },
					 .in_turn = in_turn(comparing) };
	double p[VERDICT_ROWS];
	bool held[VERDICT_ROWS];
	int ret = lines && sampled ? 0 : err_set(err, ENOMEM, "not enough memory to compare");

	find_cpus(comparing, report.cpu);
	for (size_t i = 0; i < n && !ret; i++)
		p[i] = judge_row(comparing, &candidates[i], VERDICT_LEVEL / (double)n, sampled,
				 lines + i * terms);
	if (!ret) {
		verdict_holm(p, n, held);
		for (size_t i = 0; i < report.n; i++)
			lines[i].held = held[i / terms];
		*result = report.result = result_of(&report);
		if (report.result != VERDICT_EXCEEDED)
			ret = check_values(comparing, options, err);
	}
	if (!ret)
		ret = print(&report, options, out, err);
	free(sampled);
	free(lines);
	return ret;
}

int verdict_run(const struct options *options, FILE *out, enum verdict_result *result,
		struct err warning[SIDES], struct err *err)
{
	struct comparing *comparing = calloc(1, sizeof(*comparing));
	int ret;

	if (!comparing)
		return err_set(err, ENOMEM, "not enough memory to compare");
	ret = changes_init(&comparing->changes, options->fail_on, err);
	if (!ret) {
		ret = read_all(comparing, options, warning, err);
		if (!ret)
			ret = check_watched(comparing, options, err);
		if (!ret)
			ret = check_runs(comparing, options, err);
		if (!ret)
			ret = judge(comparing, options, out, result, err);
		changes_done(&comparing->changes);
	}
	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++)
			for (enum changes_rows kind = 0; kind < CHANGES_KINDS; kind++)
				pieces_free(comparing->runs[side][i].pieces[kind]);
	free(comparing);
	return ret;
}

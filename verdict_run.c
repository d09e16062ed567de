/* SPDX-License-Identifier: GPL-2.0-only */
/* "tdtop diff --fail-on"; see verdict_run.h. Called by main.c. */
#include "config.h"
#include "verdict_run.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/recording_sum.h"
#include "ui/draw/progress_line.h"
#include "ui/export/verdict_text.h"

#define PIECE_NS 50000000	/* the shortest piece; PIECES_MAX of them, then longer ones */
#define MACHINE ""		/* the key of the machine; others: a letter of their kind, and their name */
#define KEY 512
#define MOST_ROWS 8		/* commands that nobody has named, with so much of all weight: */
#define LEAST_PART 0.05

/* A recording that was read. */
struct run {
	struct pieces *pieces;
	struct pieces_row *machine;
	double began;		/* wall clock */
};

struct comparing {
	struct changes changes;
	struct run runs[SIDES][OPTION_RUNS];
	size_t n[SIDES];
	struct run *reading;
	struct progress_line line;
	bool out_of_memory;
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

static enum changes_rows kind_of_key(const char *key)
{
	return (enum changes_rows)(key[0] - 'a');
}

/* Adds what the row has of each value; of CPU time of commands to the machine, too, which has the interval. */
static void add_row(const struct comparing *comparing, const struct snapshot *snapshot,
		    const struct row *row, struct pieces_row *into)
{
	const struct run *run = comparing->reading;
	const double slots = counts_whole(&row->counts);

	into->weight += slots > 0 ? slots : (double)row->busy_ns;
	for (size_t i = 0; i < comparing->changes.n; i++) {
		const struct changes_term *term = &comparing->changes.terms[i];
		double x, w;

		if (changes_is_time(term) && into == run->machine)
			pieces_add(run->pieces, into, i, 0, (double)snapshot->interval_ns);
		else if (changes_value(term, snapshot, row, &x, &w))
			pieces_add(run->pieces, into, i, x, w);
		else
			continue;
		if (changes_is_time(term) && into != run->machine && kind_of_key(into->name) == CHANGES_COMMANDS)
			pieces_add(run->pieces, run->machine, i, x, 0);
	}
}

static void add_rows(const struct comparing *comparing, const struct snapshot *snapshot,
		     enum changes_rows kind)
{
	const struct row_table *table = &snapshot->table[changes_kinds[kind].rows];

	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		struct pieces_row *into = NULL;
		char key[KEY];

		(void)snprintf(key, sizeof(key), "%c%s", (char)('a' + kind), changes_name_of(kind, snapshot, row));
		if (row->slices && key[1])
			into = pieces_row(comparing->reading->pieces, key);
		if (into)
			add_row(comparing, snapshot, row, into);
	}
}

static void add_interval(void *data, const struct snapshot *snapshot)
{
	struct comparing *comparing = data;
	struct run *run = comparing->reading;

	if (!run->began)
		run->began = snapshot->time - (double)snapshot->interval_ns / 1e9;
	if (snapshot_machine(snapshot))
		add_row(comparing, snapshot, snapshot_machine(snapshot), run->machine);
	for (enum changes_rows kind = 0; kind < CHANGES_KINDS; kind++)
		if (kind == CHANGES_COMMANDS || comparing->changes.named & 1U << kind)
			add_rows(comparing, snapshot, kind);
	pieces_next_interval(run->pieces);
}

/* Reads a recording into comparing->reading. 0, or a negative errno with a sentence. */
static int read_recording(struct comparing *comparing, const char *path, struct err *warning,
			  struct err *err)
{
	const struct recording_progress progress = { .report = show_progress, .data = comparing,
						     .interval = add_interval };
	struct run *run = comparing->reading;
	struct recording_sum *sum = NULL;
	struct err cut;
	int ret;

	run->pieces = pieces_new();
	run->machine = run->pieces ? pieces_row(run->pieces, MACHINE) : NULL;
	if (!run->machine)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", path);
	ret = recording_sum_open(&sum, path, PIECE_NS, err);
	if (!ret)
		ret = recording_sum_read(sum, &progress, &cut, err);
	if (!ret && cut.text[0])
		*warning = cut;
	recording_sum_free(sum);
	return ret;
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
			ret = read_recording(comparing, options->runs[side][i], &warning[side], err);
			progress_line_end(&comparing->line);
		}
	return ret;
}

static void sample(const struct comparing *comparing, enum side side, const char *key, size_t value,
		   struct sampled *sampled)
{
	const bool time = changes_is_time(&comparing->changes.terms[value]);

	for (size_t i = 0; i < comparing->n[side]; i++) {
		const struct run *run = &comparing->runs[side][i];
		const struct pieces_row *row = pieces_find(run->pieces, key);

		sampled->runs[i] = (struct verdict_run){ .x = sampled->x[i], .w = sampled->w[i] };
		if (row)
			sampled->runs[i].n = pieces_of_value(run->pieces, row, time ? run->machine : row,
							     value, sampled->x[i], sampled->w[i]);
	}
}

/* Answers all terms of a row, into lines[]. Returns the p of the whole expression. */
static double judge_row(const struct comparing *comparing, const char *key, double level,
			struct sampled sampled[SIDES], struct verdict_line *lines)
{
	const struct changes *changes = &comparing->changes;
	const enum changes_rows kind = key[0] ? kind_of_key(key) : CHANGES_KINDS;
	double p[PIECES_VALUES];

	for (size_t i = 0; i < changes->n; i++) {
		for (enum side side = BEFORE; side < SIDES; side++)
			sample(comparing, side, key, i, &sampled[side]);
		lines[i] = (struct verdict_line){
			.kind = kind, .name = key[0] ? key + 1 : NULL, .term = &changes->terms[i],
			.verdict = verdict_of(sampled[BEFORE].runs, comparing->n[BEFORE],
					      sampled[AFTER].runs, comparing->n[AFTER],
					      &changes->terms[i].question, level) };
		p[i] = lines[i].verdict.p;
	}
	return changes_p(changes, kind, lines->name, p);
}

/* Slots of the command in all recordings, as a part of those of all commands. */
static double part_of(const struct comparing *comparing, const char *key)
{
	double part = 0, all = 0;

	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++) {
			const struct run *run = &comparing->runs[side][i];
			const struct pieces_row *row = pieces_find(run->pieces, key);

			part += row ? row->weight : 0;
			for (size_t k = 1; pieces_at(run->pieces, k); k++)
				if (kind_of_key(pieces_at(run->pieces, k)->name) == CHANGES_COMMANDS)
					all += pieces_at(run->pieces, k)->weight;
		}
	return all > 0 ? part / all : 0;
}

struct candidate {
	const char *key;
	double part;	/* of the slots of all commands; 1: the expression names it */
};

static int compare_parts(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return (x->part < y->part) - (x->part > y->part);
}

static bool is_new(const struct candidate *candidates, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(candidates[i].key, key))
			return false;
	return true;
}

/* The rows that are judged. Returns how many; the machine is the first, unless rows are named. */
static size_t choose(const struct comparing *comparing, struct candidate candidates[VERDICT_ROWS])
{
	static const double sure[PIECES_VALUES];
	const struct changes *changes = &comparing->changes;
	const size_t first = !changes->named;
	size_t n = first;

	candidates[0] = (struct candidate){ .key = MACHINE };
	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++) {
			const struct pieces_row *row;

			for (size_t k = 1; (row = pieces_at(comparing->runs[side][i].pieces, k)); k++) {
				struct candidate candidate = { row->name, NAN };
				const enum changes_rows kind = kind_of_key(row->name);

				if (n == VERDICT_ROWS || changes_p(changes, kind, row->name + 1, sure) > 0 ||
				    !is_new(candidates, n, row->name))
					continue;
				candidate.part = changes_name(changes, kind, row->name + 1) ?
							 1 : part_of(comparing, row->name);
				if (candidate.part >= LEAST_PART)
					candidates[n++] = candidate;
			}
		}
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
		verdict_put_text(report, options->ascii, &buffer);
	if (!ret)
		(void)fwrite(buffer.bytes, 1, buffer.n, out);	/* the caller checks ferror() */
	buffer_done(&buffer);
	return ret ? err_set(err, ENOMEM, "not enough memory to compare") : 0;
}

/* Has any recording such a value? A misspelt command and a level that is not counted have none. */
static int check_values(const struct verdict_report *report, struct err *err)
{
	for (size_t i = 0; i < report->n; i++)
		if (!isnan(report->lines[i].verdict.before) || !isnan(report->lines[i].verdict.after))
			return 0;
	return err_set(err, ENODATA, "--fail-on %s: no recording has such a value or command; \"tdtop "
		       "diff\" without --fail-on shows what they have", report->expression);
}

static int judge(struct comparing *comparing, const struct options *options, FILE *out,
		 enum verdict_result *result, struct err *err)
{
	const size_t terms = comparing->changes.n;
	struct candidate candidates[VERDICT_ROWS];
	const size_t n = choose(comparing, candidates);
	struct verdict_line *lines = calloc(n * terms + 1, sizeof(lines[0]));
	struct sampled *sampled = calloc(SIDES, sizeof(sampled[0]));
	struct verdict_report report = { .expression = options->fail_on, .lines = lines, .n = n * terms,
					 .runs = { comparing->n[BEFORE], comparing->n[AFTER] },
					 .in_turn = in_turn(comparing) };
	double p[VERDICT_ROWS];
	bool held[VERDICT_ROWS];
	int ret = lines && sampled ? 0 : err_set(err, ENOMEM, "not enough memory to compare");

	for (size_t i = 0; i < n && !ret; i++)
		p[i] = judge_row(comparing, candidates[i].key, VERDICT_LEVEL / (double)n, sampled,
				 lines + i * terms);
	if (!ret) {
		verdict_holm(p, n, held);
		for (size_t i = 0; i < report.n; i++)
			lines[i].held = held[i / terms];
		*result = report.result = result_of(&report);
		ret = check_values(&report, err);
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
			ret = judge(comparing, options, out, result, err);
		changes_done(&comparing->changes);
	}
	for (enum side side = BEFORE; side < SIDES; side++)
		for (size_t i = 0; i < comparing->n[side]; i++)
			pieces_free(comparing->runs[side][i].pieces);
	free(comparing);
	return ret;
}

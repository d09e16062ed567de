/* SPDX-License-Identifier: GPL-2.0-only */
/* The samples of a profile by function; see functions.h. */
#include "config.h"
#include "model/profile/functions.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sets the function of an address. Returns whether its name is still asked for. */
static bool find_function(const struct code_names *names, struct profile_function *row)
{
	struct code_name name;
	enum code_state state;

	if (!names)
		return false;
	state = names->name(names->data, &row->hottest, false, &name);
	if (state == CODE_KNOWN && name.symbol[0]) {
		row->start = name.function;
		row->named = true;
	}
	return state == CODE_PENDING;
}

static int compare_keys(const struct profile_function *x, const struct profile_function *y)
{
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return place_compare(x->start, y->start);
}

static bool is_same_function(const struct profile_function *x, const struct profile_function *y)
{
	return compare_keys(x, y) == 0;
}

/* Of another process, if rows are of all processes. */
static bool is_same_address(const struct profile_function *x, const struct profile_function *y)
{
	return compare_keys(x, y) == 0 && place_equal(x->hottest, y->hottest);
}

static int by_address(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;
	int order = compare_keys(x, y);

	return order ? order : place_compare(x->hottest, y->hottest);
}

static int by_weight(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return compare_keys(x, y);
}

static void functions_add(struct profile_function *row, const struct profile_function *more, size_t n_sums)
{
	weighed_join(row->sums, more->sums, n_sums);
	row->samples += more->samples;
	row->weight += more->weight;
	row->squares += more->squares;
	row->latency_sum += more->latency_sum;
	row->latency_n += more->latency_n;
	if (place_equal(row->hottest, more->hottest)) {
		row->hottest_weight += more->hottest_weight;
	} else if (more->hottest_weight > row->hottest_weight) {
		row->hottest = more->hottest;
		row->hottest_weight = more->hottest_weight;
	}
}

/* Joins neighbours that are the same; rows are sorted by_address. Returns how many are left. */
static size_t functions_join(struct profile_function *rows, size_t n, size_t n_sums,
			     bool (*is_same)(const struct profile_function *x,
					     const struct profile_function *y))
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (kept && is_same(&rows[kept - 1], &rows[i]))
			functions_add(&rows[kept - 1], &rows[i], n_sums);
		else
			rows[kept++] = rows[i];
	}
	return kept;
}

/* Sums of all addresses, to which rows point; 0 or -ENOMEM. */
static int take_sums(struct functions *functions, const struct profile *profile, size_t n_sums)
{
	const size_t n = profile->n_addresses * n_sums;

	functions->sums = calloc(n + 1, sizeof(*functions->sums));
	if (!functions->sums)
		return -ENOMEM;
	memcpy(functions->sums, profile->class_sums, n * sizeof(*functions->sums));
	for (size_t i = 0; i < profile->n_addresses; i++)
		functions->rows[i].sums = &functions->sums[profile->addresses[i].sums * n_sums];
	return 0;
}

static int find_classes(struct functions *functions, const struct profile *profile)
{
	functions->classes = calloc(functions->n * M_COUNT + 1, sizeof(*functions->classes));
	if (!functions->classes)
		return -ENOMEM;
	for (size_t i = 0; i < functions->n; i++) {
		struct estimate *of = &functions->classes[i * M_COUNT];

		class_estimates(&profile->classes, functions->rows[i].sums, of);
		functions->rows[i].classes = of;
	}
	return 0;
}

int functions_init(struct functions *functions, const struct profile *profile,
		   const struct code_names *names, enum functions_by by)
{
	const struct weighed all = { (double)profile->weight, profile->squares };
	const size_t n_sums = profile->classes.table ? profile->classes.table->n_events : 0;
	struct profile_function *rows = calloc(profile->n_addresses + 1, sizeof(*rows));

	*functions = (struct functions){ .rows = rows };
	if (!rows)
		return -ENOMEM;
	for (size_t i = 0; i < profile->n_addresses; i++) {
		const struct profile_address *address = &profile->addresses[i];

		rows[i] = (struct profile_function){
			.start = address->at, .hottest = address->at,
			.pid = by == FUNCTIONS_BY_PROCESS ? address->pid : 0,
			.samples = address->samples, .weight = address->weight,
			.squares = address->squares,
			.latency_sum = address->latency_sum, .latency_n = address->latency_n,
			.hottest_weight = address->weight,
		};
		functions->pending += find_function(names, &rows[i]);
	}
	if (n_sums && take_sums(functions, profile, n_sums))
		goto no_memory;
	qsort(rows, profile->n_addresses, sizeof(rows[0]), by_address);
	functions->n = functions_join(rows, profile->n_addresses, n_sums, is_same_address);
	functions->n = functions_join(rows, functions->n, n_sums, is_same_function);
	qsort(rows, functions->n, sizeof(rows[0]), by_weight);
	for (size_t i = 0; i < functions->n; i++)
		rows[i].share = share_of((struct weighed){ (double)rows[i].weight,
							    rows[i].squares }, all);
	if (!n_sums || !find_classes(functions, profile))
		return 0;
no_memory:
	functions_done(functions);
	return -ENOMEM;
}

void functions_done(struct functions *functions)
{
	free(functions->rows);
	free(functions->sums);
	free(functions->classes);
	*functions = (struct functions){ .rows = NULL };
}

struct estimate functions_class(const struct profile_function *function, enum metric_id metric,
				enum class_known *known)
{
	return class_shown(function->classes, metric, known);
}

double functions_latency(const struct profile_function *function)
{
	return function->latency_n ?
		       (double)function->latency_sum / (double)function->latency_n : NAN;
}

double functions_stall(const struct profile_event *event, const struct profile_function *function)
{
	if (event->trigger == TRIGGER_CYCLES || event->trigger == TRIGGER_TIME)
		return NAN;
	return functions_latency(function) * (double)function->weight;
}

/* ---- the lines of a function ---- */

/* All lines while they are found: a function has few with samples. */
#define LINES 256

struct found_line {
	char file[CODE_FILE_MAX];
	uint32_t line;
	struct function_line of;
};

/* Is the address in the function? Its name, with the line as far as it is known. */
static bool is_inside(const struct code_names *names, struct place at, struct place start, struct code_name *name)
{
	return names->name(names->data, &at, false, name) == CODE_KNOWN && name->symbol[0] &&
	       place_equal(name->function, start);
}

/* The line of this name, which may be new; NULL: there are too many. */
static struct found_line *line_of(struct found_line *found, size_t *n, const struct code_name *name, struct place at)
{
	for (size_t i = 0; i < *n; i++)
		if (found[i].line == name->line && !strcmp(found[i].file, name->file))
			return &found[i];
	if (*n == LINES)
		return NULL;
	memset(&found[*n], 0, sizeof(*found));
	(void)memccpy(found[*n].file, name->file, '\0', sizeof(found->file));
	found[*n].line = name->line;
	found[*n].of.at = at;
	return &found[(*n)++];
}

static int by_slots(const void *a, const void *b)
{
	const struct found_line *x = a, *y = b;

	if (x->of.slots.weight != y->of.slots.weight)
		return x->of.slots.weight > y->of.slots.weight ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* Adds up the addresses of the function: *all are its slots. Returns how many lines there are. */
static size_t find_lines(const struct profile *profile, const struct code_names *names, struct place start,
			 struct found_line *found, struct weighed *all, size_t *pending)
{
	const size_t rows = profile->classes.table->n_events;
	size_t n = 0;

	for (size_t i = 0; i < profile->n_addresses; i++) {
		const struct profile_address *address = &profile->addresses[i];
		const struct weighed slots = { (double)address->weight, address->squares };
		struct code_name name;
		struct found_line *line;

		if (!is_inside(names, address->at, start, &name))
			continue;
		weighed_join(all, &slots, 1);
		*pending += names->name(names->data, &address->at, true, &name) == CODE_PENDING;
		line = name.file[0] && name.line ? line_of(found, &n, &name, address->at) : NULL;
		if (!line)
			continue;
		line->of.samples += address->samples;
		weighed_join(&line->of.slots, &slots, 1);
		weighed_join(line->of.sums, &profile->class_sums[address->sums * rows], rows);
	}
	return n;
}

size_t function_lines(const struct profile *profile, const struct code_names *names, struct place start,
		      struct function_line *lines, size_t most, size_t *pending)
{
	struct found_line *found = profile->classes.table ? malloc(LINES * sizeof(*found)) : NULL;
	struct weighed all = { 0, 0 };
	size_t n;

	*pending = 0;
	if (!found)
		return 0;
	n = find_lines(profile, names, start, found, &all, pending);
	qsort(found, n, sizeof(*found), by_slots);
	n = n < most ? n : most;
	for (size_t i = 0; i < n; i++) {
		lines[i] = found[i].of;
		lines[i].share = share_of(lines[i].slots, all);
		class_estimates(&profile->classes, lines[i].sums, lines[i].classes);
	}
	free(found);
	return n;
}

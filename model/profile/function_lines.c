/* SPDX-License-Identifier: GPL-2.0-only */
/* The lines of one function; see function_lines.h. */
#include "config.h"
#include "model/profile/function_lines.h"

#include <stdlib.h>
#include <string.h>

#include "model/profile/row_sums.h"

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

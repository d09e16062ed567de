/* SPDX-License-Identifier: GPL-2.0-only */
/* Which rows of a profile are printed; see profile_print_parts.h. */
#include "config.h"
#include "ui/profile/profile_print_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ui/code/code_text.h"
#include "ui/code/kinds.h"
#include "ui/profile/profile_rows.h"

#define AS_LONG_AS_IT_TAKES (-1)
#define PROCESSES_MAX 8		/* with rows of their own in a table of functions */

/* Places whose names are needed. Without memory there are fewer, and names come one by one. */
struct places {
	struct place *at;
	size_t n, cap;
};

static void want(struct places *places, struct place at)
{
	if (places->n < places->cap)
		places->at[places->n++] = at;
}

/* The places of `cap` addresses at most. */
static struct places places_of(size_t cap)
{
	struct places places = { .at = calloc(cap ? cap : 1, sizeof(struct place)) };

	places.cap = places.at ? cap : 0;
	return places;
}

static void wait_for(struct places *places, const struct profile_rows *rows, bool lines)
{
	const struct code_names *names = rows->of.names;

	if (names && places->n)
		(void)names->wait(names->data, places->at, places->n, lines && rows->config->lines,
				  AS_LONG_AS_IT_TAKES);
	free(places->at);
}

static struct profile_chosen *chosen_of(struct profile_choice *choice, enum profile_part part)
{
	return &choice->of[profile_part_index(part)];
}

static size_t limit(const struct profile_rows *rows, size_t n)
{
	const uint64_t max = rows->config->max_rows;

	return max && max < n ? (size_t)max : n;
}

/* Pointers to n rows of a size. False without memory. */
static bool take_rows(struct profile_chosen *chosen, const void *row, size_t size, size_t n)
{
	chosen->row = calloc(n + 1, sizeof(*chosen->row));
	for (size_t i = 0; chosen->row && i < n; i++)
		chosen->row[i] = (const char *)row + i * size;
	chosen->all = n;
	return chosen->row;
}

static bool take_all(struct profile_chosen *chosen, const struct code_kind *kind,
		     const struct profile *profile)
{
	size_t n;
	const void *row = kind->rows(profile, &n);

	return take_rows(chosen, row, kind->size, n);
}

/* Filters and sorts the rows, and waits for the lines of those that are printed. */
static void order(enum profile_part part, const struct profile_rows *rows,
		  struct profile_chosen *chosen)
{
	const bool all = rows->config->choice.sort || rows->config->choice.filter;
	const size_t named = all ? chosen->all : limit(rows, chosen->all);
	struct places places = places_of(2 * named);

	for (size_t i = 0; i < named; i++) {
		const struct code_row_id of = profile_kind(part)->places(chosen->row[i]);

		want(&places, of.a);
		want(&places, of.b);
	}
	wait_for(&places, rows, true);
	chosen->matched = row_choice_take(profile_kind(part), &rows->of, &rows->config->choice, chosen->row,
					  chosen->all);
	chosen->n = limit(rows, chosen->matched);
}

static int compare_pids(const void *a, const void *b)
{
	const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* Processes with samples. 0 without memory. */
static size_t count_processes(const struct profile *profile)
{
	int32_t *pids = calloc(profile->n_addresses + 1, sizeof(*pids));
	size_t n = 0;

	if (!pids)
		return 0;
	for (size_t i = 0; i < profile->n_addresses; i++)
		pids[i] = profile->addresses[i].pid;
	qsort(pids, profile->n_addresses, sizeof(*pids), compare_pids);
	for (size_t i = 0; i < profile->n_addresses; i++)
		n += !i || pids[i] != pids[i - 1];
	free(pids);
	return n;
}

/* In a table for people, a row for each of 1000 short-lived processes would say nothing. */
static enum functions_by functions_by(struct profile_choice *choice,
				      const struct profile_rows *rows)
{
	const size_t n = rows->config->format == BATCH_TEXT ? count_processes(rows->of.profile) : 0;

	choice->joined = n > PROCESSES_MAX ? n : 0;
	return choice->joined ? FUNCTIONS_OF_ALL : FUNCTIONS_BY_PROCESS;
}

/* Symbols of all sampled addresses; then the lines of the functions that are printed. */
static int choose_functions(struct profile_choice *choice, const struct profile_rows *rows)
{
	const struct profile *profile = rows->of.profile;
	struct profile_chosen *function = chosen_of(choice, PROFILE_FUNCTIONS);
	struct places places = places_of(profile->n_addresses);
	int ret;

	for (size_t i = 0; i < profile->n_addresses; i++)
		want(&places, profile->addresses[i].at);
	wait_for(&places, rows, false);
	ret = functions_init(&choice->functions, profile, rows->of.names,
			     functions_by(choice, rows));
	if (ret)
		return ret;
	if (!take_rows(function, choice->functions.rows, sizeof(*choice->functions.rows),
		       choice->functions.n))
		return -ENOMEM;
	order(PROFILE_FUNCTIONS, rows, function);
	return 0;
}

static int choose_branches(struct profile_choice *choice, const struct profile_rows *rows)
{
	struct profile_chosen *branch = chosen_of(choice, PROFILE_BRANCHES);

	if (!take_all(branch, &branch_rows, rows->of.profile))
		return -ENOMEM;
	order(PROFILE_BRANCHES, rows, branch);
	return 0;
}

/* Is it the name, or the name before template parameters or arguments: f of f<int>(char)? */
static bool is_called(const char *symbol, const char *wanted)
{
	const size_t n = strlen(wanted);

	return n && strncmp(symbol, wanted, n) == 0 && (!symbol[n] || strchr("(<", symbol[n]));
}

/* Is the block in the function of --blocks SYMBOL? */
static bool is_of_symbol(const struct profile_rows *rows, const struct profile_block *block)
{
	struct code_name name;

	if (!rows->config->symbol)
		return true;
	(void)code_text_ask(&rows->of, block->start, false, &name);
	return is_called(name.symbol, rows->config->symbol);
}

static int choose_blocks(struct profile_choice *choice, const struct profile_rows *rows)
{
	const struct profile *profile = rows->of.profile;
	struct profile_chosen *block = chosen_of(choice, PROFILE_BLOCKS);
	struct places places;

	if (!take_all(block, &block_rows, profile))
		return -ENOMEM;
	places = places_of(rows->config->symbol ? profile->n_blocks : 0);
	for (size_t i = 0; rows->config->symbol && i < profile->n_blocks; i++)
		want(&places, profile->blocks[i].start);
	wait_for(&places, rows, false);
	block->all = 0;
	for (size_t i = 0; i < profile->n_blocks; i++)
		if (is_of_symbol(rows, &profile->blocks[i]))
			block->row[block->all++] = &profile->blocks[i];
	order(PROFILE_BLOCKS, rows, block);
	return 0;
}

/* The nodes that --filter leaves, and those above them: their callers. */
static int choose_calls(struct profile_choice *choice, const struct profile_rows *rows)
{
	struct call_node *nodes = choice->tree->nodes;
	const size_t n = choice->tree->n_nodes;
	struct profile_chosen *calls = chosen_of(choice, PROFILE_STACKS);
	bool *kept = calloc(n + 1, sizeof(*kept));
	size_t left;

	if (!kept || !n || !take_rows(calls, nodes + 1, sizeof(*nodes), n - 1)) {
		free(kept);
		return -ENOMEM;
	}
	left = row_choice_filter(profile_kind(PROFILE_STACKS), &rows->of, rows->config->choice.filter, calls->row,
				 calls->all);
	for (size_t i = 0; i < left; i++)
		for (size_t at = (size_t)((const struct call_node *)calls->row[i] - nodes);
		     at && !kept[at]; at = nodes[at].parent)
			kept[at] = true;
	for (size_t i = 1; i < n; i++)
		if (kept[i])
			calls->row[calls->matched++] = &nodes[i];
	calls->n = limit(rows, calls->matched);
	free(kept);
	return 0;
}

/*
 * Functions of all frames: a return address is looked up one byte before, in the call. Then the
 * lines of the functions.
 */
static int choose_stacks(struct profile_choice *choice, const struct profile_rows *rows)
{
	const struct profile *profile = rows->of.profile;
	const struct call_request request = { .direction = CALLEES };
	struct places places = places_of(2 * profile->n_frames);
	struct function_start functions;

	for (size_t i = 0; i < profile->n_frames; i++) {
		struct place before = profile->frames[i];

		want(&places, before);
		before.offset -= before.offset > 0;
		want(&places, before);
	}
	wait_for(&places, rows, false);
	if (rows->of.names)
		functions = function_start_names(rows->of.names);
	choice->tree = call_tree_new(profile, &request, rows->of.names ? &functions : NULL);
	if (!choice->tree)
		return -ENOMEM;
	places = places_of(choice->tree->n_nodes);
	for (size_t i = 0; i < choice->tree->n_nodes; i++)
		if (choice->tree->nodes[i].kind == CALL_FUNCTION)
			want(&places, choice->tree->nodes[i].function);
	wait_for(&places, rows, true);
	return choose_calls(choice, rows);
}

/* Rows of all paths and all loops. False without memory. */
static bool take_paths(struct profile_choice *choice, const struct profile *profile)
{
	const struct paths *found = choice->paths;
	const size_t n = found->n_paths;
	struct path_row *row = calloc(n + found->n_loops + 1, sizeof(*row));

	choice->path_rows = row;
	for (uint32_t i = 0; row && i < n; i++)
		row[i] = path_row_of(profile, found, LOOP_NONE, i);
	for (uint32_t i = 0; row && i < found->n_loops; i++)
		row[n + i] = path_row_of(profile, found, i, LOOP_NONE);
	return row && take_rows(chosen_of(choice, PROFILE_PATHS), row, sizeof(*row), n) &&
	       take_rows(chosen_of(choice, PROFILE_LOOPS), row + n, sizeof(*row), found->n_loops);
}

/* A path's loop, and the loop around a loop, are places among those that were chosen. */
static int number_loops(struct profile_choice *choice)
{
	const struct profile_chosen *loops = chosen_of(choice, PROFILE_LOOPS);
	struct paths *found = choice->paths;
	uint32_t *place = calloc(found->n_loops + 1, sizeof(*place));

	if (!place)
		return -ENOMEM;
	for (size_t i = 0; i < found->n_loops; i++)
		place[i] = LOOP_NONE;
	for (uint32_t i = 0; i < loops->matched; i++)
		place[((const struct path_row *)loops->row[i])->loop - found->loops] = i;
	for (size_t i = 0; i < found->n_loops; i++)
		if (found->loops[i].inside != LOOP_NONE)
			found->loops[i].inside = place[found->loops[i].inside];
	for (size_t i = 0; i < found->n_paths; i++)
		if (found->paths[i].loop != LOOP_NONE)
			found->paths[i].loop = place[found->paths[i].loop];
	free(place);
	return 0;
}

/* All blocks and branches are asked for their functions, the ones that are printed for lines. */
static int choose_paths(struct profile_choice *choice, const struct profile_rows *rows)
{
	const struct profile *profile = rows->of.profile;
	struct places places = places_of(2 * profile->n_blocks + 2 * profile->n_branches);
	struct function_start functions;
	struct paths *paths;

	for (size_t i = 0; i < profile->n_blocks; i++) {
		want(&places, profile->blocks[i].start);
		want(&places, profile->blocks[i].end);
	}
	for (size_t i = 0; i < profile->n_branches; i++) {
		want(&places, profile->branches[i].from);
		want(&places, profile->branches[i].to);
	}
	wait_for(&places, rows, false);
	if (rows->of.names)
		functions = function_start_names(rows->of.names);
	paths = choice->paths = paths_new(profile, rows->of.names ? &functions : NULL);
	if (!paths || !take_paths(choice, profile))
		return -ENOMEM;
	places = places_of(paths->n_members);
	for (size_t i = 0; i < paths->n_members; i++)
		want(&places, profile->blocks[paths->members[i]].start);
	wait_for(&places, rows, true);
	order(PROFILE_PATHS, rows, chosen_of(choice, PROFILE_PATHS));
	order(PROFILE_LOOPS, rows, chosen_of(choice, PROFILE_LOOPS));
	/* Text has no such numbers, but says that a path is a loop. */
	return rows->config->format == BATCH_TEXT ? 0 : number_loops(choice);
}

int profile_choice_init(struct profile_choice *choice, const struct profile_rows *rows)
{
	static const struct {
		enum profile_part part;
		int (*choose)(struct profile_choice *choice, const struct profile_rows *rows);
	} parts[] = {
		{ PROFILE_FUNCTIONS, choose_functions },
		{ PROFILE_BRANCHES, choose_branches },
		{ PROFILE_BLOCKS, choose_blocks },
		{ PROFILE_STACKS, choose_stacks },
		{ (enum profile_part)(PROFILE_PATHS | PROFILE_LOOPS), choose_paths },
	};
	int ret = 0;

	*choice = (struct profile_choice){ .tree = NULL };
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]) && !ret; i++)
		if (rows->parts & parts[i].part)
			ret = parts[i].choose(choice, rows);
	return ret;
}

const struct profile_chosen *profile_choice_of(const struct profile_choice *choice,
					       enum profile_part part)
{
	return &choice->of[profile_part_index(part)];
}

void profile_choice_done(struct profile_choice *choice)
{
	functions_done(&choice->functions);
	for (size_t i = 0; i < PROFILE_PARTS; i++)
		free(choice->of[i].row);
	free(choice->path_rows);
	call_tree_free(choice->tree);
	paths_free(choice->paths);
	*choice = (struct profile_choice){ .tree = NULL };
}

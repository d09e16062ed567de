/* SPDX-License-Identifier: GPL-2.0-only */
/* gshare: McFarling, "Combining Branch Predictors", DEC WRL TN-36, 1993. */
#include "tests/truth/plugin_cost.h"

static bool predict_direction(struct cost *cost, uint64_t from, bool taken)
{
	uint8_t *counter = &cost->counters[(from ^ cost->history) & ((1U << COST_HISTORY_BITS) - 1)];
	bool predicted = *counter >= 2;

	if (taken && *counter < 3)
		(*counter)++;
	if (!taken && *counter > 0)
		(*counter)--;
	cost->history = cost->history << 1 | taken;
	return predicted;
}

static uint64_t predict_target(struct cost *cost, uint64_t from, uint64_t to)
{
	uint64_t *target = &cost->targets[(from ^ from >> 12 ^ cost->history << 4) & (COST_TARGETS - 1)];
	uint64_t predicted = *target;

	*target = to;
	cost->history = cost->history << 2 ^ to >> 4;
	return predicted;
}

static uint64_t predict_return(struct cost *cost)
{
	return cost->returns[--cost->n_returns % COST_RETURNS];
}

bool cost_mispredicted(struct cost *cost, enum code_kind kind, uint64_t from, uint64_t to,
		       uint64_t next, bool taken)
{
	bool wrong = false;

	switch (kind) {
	case CODE_CONDITIONAL:
		return predict_direction(cost, from, taken) != taken;
	case CODE_INDIRECT_JUMP:
	case CODE_INDIRECT_CALL:
		wrong = predict_target(cost, from, to) != to;
		break;
	case CODE_RETURN:
		return predict_return(cost) != to;
	default:
		break;
	}
	if (kind == CODE_CALL || kind == CODE_INDIRECT_CALL)
		cost->returns[cost->n_returns++ % COST_RETURNS] = next;
	return wrong;
}

static uint32_t random_below(struct cost *cost, uint32_t n)
{
	/* Numerical Recipes, 2nd ed., 7.1 */
	cost->random = cost->random * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(cost->random >> 8) * n >> 24);
}

uint32_t cost_load(struct cost *cost, uint64_t address)
{
	uint64_t line = address >> 6;
	uint64_t *near = &cost->near[line % COST_NEAR_LINES];
	uint64_t *far = &cost->far[line % COST_FAR_LINES];
	bool in_near = *near == line, in_far = *far == line;

	*near = line;
	*far = line;
	if (in_near)
		return 0;
	return in_far ? COST_FAR + random_below(cost, 8) : COST_MEMORY + random_below(cost, 26);
}

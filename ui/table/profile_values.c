/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers of functions, branches and blocks; see profile_values.h. */
#include "config.h"
#include "ui/table/profile_values.h"

#include <math.h>

static struct estimate exact(double value)
{
	return (struct estimate){ value, (double)NAN };
}

/* Were the cycles of a block counted? */
static bool is_counted(const struct profile *profile, const struct profile_block *block)
{
	return profile->cycles_known && block->counted;
}

/* How the members of rows are read: an estimate; a count, which is there only if it is known. */
#define ESTIMATE(name, type, member)							\
	static struct estimate name(const struct profile *profile, const void *row)	\
	{										\
		(void)profile;								\
		return ((const struct type *)row)->member;				\
	}
#define COUNT(name, type, member, is_known)						\
	static struct estimate name(const struct profile *profile, const void *row)	\
	{										\
		const struct type *of = row;						\
											\
		(void)profile;								\
		return exact((is_known) ? (double)of->member : (double)NAN);		\
	}

COUNT(function_samples, profile_function, samples, true)
COUNT(function_events, profile_function, weight, true)
ESTIMATE(function_share, profile_function, share)

COUNT(branch_taken, profile_branch, taken, true)
ESTIMATE(branch_share, profile_branch, share)
COUNT(branch_mispredicted, profile_branch, mispredicted, profile->mispredicts_known)
COUNT(branch_predicted, profile_branch, predicted, profile->mispredicts_known)
ESTIMATE(branch_misp_taken, profile_branch, misp_taken)
ESTIMATE(branch_misp_all, profile_branch, misp_all)
COUNT(branch_executed, profile_branch, executed, true)
ESTIMATE(branch_probability, profile_branch, probability)
ESTIMATE(branch_cycles, profile_branch, cycles)

COUNT(block_length, profile_block, instructions, of->instructions != 0)
COUNT(block_executed, profile_block, executed, true)
ESTIMATE(block_time, profile_block, time)
COUNT(block_counted, profile_block, counted, profile->cycles_known)
ESTIMATE(block_cycles, profile_block, cycles)
COUNT(block_min, profile_block, min, is_counted(profile, of))
COUNT(block_max, profile_block, max, is_counted(profile, of))
COUNT(block_saturated, profile_block, saturated, is_counted(profile, of))

static struct estimate function_latency(const struct profile *profile, const void *row)
{
	(void)profile;
	return exact(functions_latency(row));
}

static struct estimate function_stall(const struct profile *profile, const void *row)
{
	return exact(functions_stall(&profile->event, row));
}

static struct estimate block_ipc(const struct profile *profile, const void *row)
{
	const struct profile_block *block = row;

	return exact(is_counted(profile, block) && block->instructions ?
			     block->instructions / block->cycles.value : (double)NAN);
}

const struct profile_value function_values[FUNCTION_VALUES] = {
	[FUNCTION_SAMPLES] = {
		.field = "samples", .title = "SAMPLES", .unit = VALUE_COUNT, .get = function_samples,
		.help = "samples in it" },
	[FUNCTION_EVENTS] = {
		.field = "events", .unit = VALUE_COUNT, .get = function_events },
	[FUNCTION_SHARE] = {
		.field = "percent", .title = "SHARE%", .unit = VALUE_PERCENT, .get = function_share,
		.compared = true, .number = COMPARED_SHARE,
		.help = "of the samples of the event that are in the function, with the error of "
			"counting them" },
	[FUNCTION_LATENCY] = {
		.field = "retire_latency_mean", .title = "LATENCY", .unit = VALUE_NUMBER,
		.shown = 1, .decimals = 2, .get = function_latency,
		.help = "mean retire latency of its samples, cycles" },
	[FUNCTION_STALL] = {
		.field = "exposed_cycles", .title = "STALL", .unit = VALUE_LARGE,
		.get = function_stall,
		.help = "cycles that instructions waited at its events until they retired: LATENCY "
			"times events" },
};

const struct profile_value branch_values[BRANCH_VALUES] = {
	[BRANCH_TAKEN] = { .field = "taken", .unit = VALUE_COUNT, .get = branch_taken },
	[BRANCH_SHARE] = {
		.field = "taken_percent", .title = "TAKEN%", .unit = VALUE_PERCENT,
		.compared = true, .number = COMPARED_SHARE, .get = branch_share,
		.help = "of all taken branches, this one; the error is from the spread between "
			"stacks" },
	[BRANCH_MISPREDICTED] = {
		.field = "mispredicted", .unit = VALUE_COUNT, .get = branch_mispredicted },
	[BRANCH_PREDICTED] = {
		.field = "predicted", .unit = VALUE_COUNT, .get = branch_predicted },
	[BRANCH_MISP_TAKEN] = {
		.field = "mispredicted_of_taken_percent", .title = "MISP/TAKEN", .former = "MISP%",
		.unit = VALUE_PERCENT, .compared = true, .number = COMPARED_MISPREDICTED,
		.get = branch_misp_taken,
		.help = "percentage of its taken executions that were mispredicted: branch stacks "
			"tell of no others" },
	[BRANCH_MISP_ALL] = {
		.field = "mispredicted_of_all_percent", .title = "MISP/ALL≈", .former = "ALL%",
		.unit = VALUE_PERCENT, .get = branch_misp_all,
		.help = "the same of all its executions, where it can be known: it is always taken, "
			"or mispredictions of not taken ones were sampled too" },
	[BRANCH_EXECUTED] = { .field = "executed", .unit = VALUE_COUNT, .get = branch_executed },
	[BRANCH_PROBABILITY] = {
		.field = "probability", .title = "P(TAKEN)", .unit = VALUE_PROBABILITY,
		.compared = true, .number = COMPARED_PROBABILITY, .get = branch_probability,
		.help = "probability that the branch is taken when it runs, from whole blocks" },
	[BRANCH_CYCLES] = {
		.field = "cycles_mean", .title = "CYCLES", .unit = VALUE_CYCLES,
		.compared = true, .number = COMPARED_CYCLES, .get = branch_cycles,
		.help = "mean cycles of the blocks that it ends" },
};

const struct profile_value block_values[BLOCK_VALUES] = {
	[BLOCK_LENGTH] = {
		.field = "instructions", .title = "INSTR", .unit = VALUE_COUNT, .get = block_length,
		.help = "instructions in it" },
	[BLOCK_EXECUTED] = {
		.field = "executed", .title = "RUNS", .former = "EXECUTED", .unit = VALUE_COUNT,
		.get = block_executed,
		.help = "how often the whole block is in the branch stacks" },
	[BLOCK_TIME] = {
		.field = "time_percent", .title = "TIME%", .unit = VALUE_PERCENT, .get = block_time,
		.help = "of the cycles of all blocks that were timed" },
	[BLOCK_IPC] = {
		.field = "ipc", .title = "IPC", .unit = VALUE_NUMBER, .shown = 2, .decimals = 2,
		.get = block_ipc, .help = "instructions per cycle" },
	[BLOCK_COUNTED] = {
		.group = "cycles", .field = "counted", .unit = VALUE_COUNT, .get = block_counted },
	[BLOCK_CYCLES] = {
		.group = "cycles", .field = "mean", .title = "CYCLES", .unit = VALUE_CYCLES,
		.get = block_cycles, .help = "cycles of one run, the mean" },
	[BLOCK_MIN] = {
		.group = "cycles", .field = "min", .title = "MIN", .unit = VALUE_COUNT,
		.get = block_min },
	[BLOCK_MAX] = {
		.group = "cycles", .field = "max", .title = "MAX", .unit = VALUE_COUNT,
		.get = block_max },
	[BLOCK_SATURATED] = {
		.group = "cycles", .field = "saturated", .unit = VALUE_COUNT,
		.get = block_saturated },
};

bool profile_value_has_error(const struct profile_value *value)
{
	return value->unit >= VALUE_PERCENT;
}

double profile_value_scale(enum value_unit unit)
{
	return unit == VALUE_PERCENT || unit == VALUE_POINTS ? 100 : 1;
}

int profile_value_decimals(const struct profile_value *value)
{
	return value->unit == VALUE_PROBABILITY	      ? 3 :
	       profile_value_has_error(value) ? 1 : value->shown;
}

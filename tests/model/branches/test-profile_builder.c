/* SPDX-License-Identifier: GPL-2.0-only */
/* From branch stacks to branches, blocks and probabilities, on samples whose truth is known. */
#include "config.h"
#include "model/branches/profile_builder.h"

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

TEST(shares_of_branches_are_those_of_the_program)
{
	const struct walk_options options = { .stacks = 2000, .period = 397, .depth = 32, .trigger = TRIGGER_TAKEN };
	struct walk_truth truth;
	OWNED(profile) *profile = fixture_profile_of(&options, &truth);
	const struct profile_branch *skip = fixture_find_branch(profile, MAIN_SKIPS, MAIN_LOOPS);
	double share = (double)truth.taken[MAIN_SKIPS][0] / (double)truth.all_taken;

	assert_true(fabs(skip->share.value - share) < 3 * skip->share.error);
	assert_true(skip->share.error < 0.1 * share);
}

TEST(a_probability_is_ended_of_executed_blocks)
{
	OWNED(profile) *profile = fixture_profile();
	const struct profile_branch *skip = fixture_find_branch(profile, MAIN_SKIPS, MAIN_LOOPS);

	assert_true(fabs(skip->probability.value - 0.2) < 3 * skip->probability.error);
	assert_true(skip->probability.error > 0 && skip->probability.error < 0.02);
}

TEST(a_load_of_two_latencies_has_two_modes)
{
	OWNED(profile) *profile = fixture_profile();
	const struct profile_block *load = fixture_find_block(profile, PROBE_LOADS, PROBE_LOADS);

	assert_non_null(load);
	assert_int_equal(load->n_modes, 2);
	assert_in_range(load->modes[0].peak, 70, 105);
	assert_in_range(load->modes[1].peak, 270, 310);
	assert_true(fabs(load->modes[0].part - 0.18) < 0.04);
}

/* LBR tells of taken branches only: of them 90 %, of all 0.2 * 0.9 + 0.8 * 0.06 = 22.8 %. */
TEST(mispredictions_of_all_executions_need_those_that_were_not_taken)
{
	struct walk_options options = { .stacks = 4000, .period = 397, .depth = 32, .trigger = TRIGGER_TAKEN };
	struct profile *profile = fixture_profile_of(&options, NULL);
	const struct profile_branch *skip = fixture_find_branch(profile, MAIN_SKIPS, MAIN_LOOPS);

	assert_true(isnan(skip->misp_all.value));
	assert_true(fabs(skip->misp_taken.value - 0.9) < 0.03);
	profile_free(profile);

	options.not_taken_period = 7;
	profile = fixture_profile_of(&options, NULL);
	skip = fixture_find_branch(profile, MAIN_SKIPS, MAIN_LOOPS);
	assert_true(fabs(skip->misp_taken.value - 0.9) < 0.03);
	assert_true(fabs(skip->misp_all.value - 0.228) < 3 * skip->misp_all.error);
	assert_true(skip->misp_all.error < 0.02);
	profile_free(profile);
}

TEST(mispredictions_of_all_are_those_of_taken_where_all_are_taken)
{
	OWNED(profile) *profile = fixture_profile();
	const struct profile_branch *call = fixture_find_branch(profile, MAIN_DISPATCHES, OP_ADD);

	assert_int_equal(call->kind, BRANCH_INDIRECT_CALL);
	assert_true(fabs(call->misp_all.value - call->misp_taken.value) < 1e-9);
}

TEST(what_is_always_taken_has_a_probability_without_doubt)
{
	OWNED(profile) *profile = fixture_profile();
	const struct profile_branch *call = fixture_find_branch(profile, PROBE_AGAIN, PROBE_LOADS);

	assert_true(call->probability.value >= 1 && call->probability.error <= 0);
}

TEST(the_targets_of_an_indirect_call_share_its_probability)
{
	OWNED(profile) *profile = fixture_profile();
	const struct profile_branch *const *found;
	double sum = 0;
	size_t n;

	found = profile_branches_from(profile, fixture_branch(MAIN_DISPATCHES), &n);
	assert_int_equal(n, 3);
	for (size_t i = 0; i < n; i++)
		sum += found[i]->probability.value;
	assert_true(fabs(sum - 1) < 1e-9);
}

TEST(shares_of_branches_and_of_time_add_up_to_all)
{
	OWNED(profile) *profile = fixture_profile();
	double share = 0, time = 0;

	for (size_t i = 0; i < profile->n_branches; i++)
		share += profile->branches[i].share.value;
	for (size_t i = 0; i < profile->n_blocks; i++)
		time += profile->blocks[i].time.value;
	assert_true(fabs(share - 1) < 1e-9 && fabs(time - 1) < 1e-9);
}

TEST(the_time_of_a_loop_is_the_mean_of_its_blocks)
{
	OWNED(profile) *profile = fixture_profile();
	const struct profile_block *loop = fixture_find_block(profile, CRC_LOOPS, CRC_LOOPS);

	assert_true(fabs(loop->cycles.value - 5) < 1e-9);
	assert_int_equal(loop->min, 5);
	assert_int_equal(loop->max, 5);
	assert_int_equal(loop->instructions, 5);
}

/* Of 16 trips 15 jump back, so a block of the loop follows itself in 14 of 15. */
TEST(edges_tell_how_often_a_loop_goes_on)
{
	OWNED(profile) *profile = fixture_profile();
	const struct profile_block *loop = fixture_find_block(profile, CRC_LOOPS, CRC_LOOPS);
	uint64_t again = 0, all = 0;

	for (size_t i = 0; i < profile->n_edges; i++) {
		const struct profile_edge *edge = &profile->edges[i];

		if (&profile->blocks[edge->from] != loop)
			continue;
		all += edge->count;
		again += edge->from == edge->to ? edge->count : 0;
	}
	assert_true(fabs((double)again / (double)all - 14.0 / 15) < 0.005);
}

TEST(lists_are_in_their_orders)
{
	OWNED(profile) *profile = fixture_profile();

	for (size_t i = 1; i < profile->n_branches; i++)
		assert_true(profile->branches[i - 1].taken >= profile->branches[i].taken);
	for (size_t i = 1; i < profile->n_blocks; i++)
		assert_true(profile->blocks[i - 1].cycles_sum >= profile->blocks[i].cycles_sum);
	for (size_t i = 1; i < profile->n_addresses; i++)
		assert_true(profile->addresses[i - 1].weight >= profile->addresses[i].weight);
	for (size_t i = 1; i < profile->n_stack; i++)
		assert_true(profile->stack[i - 1].weight >= profile->stack[i].weight);
	for (size_t i = 1; i < profile->n_edges; i++)
		assert_true(profile->edges[i - 1].from <= profile->edges[i].from);
}

TEST(addresses_and_call_stacks_add_up_to_all_samples)
{
	OWNED(profile) *profile = fixture_profile();
	uint64_t samples = 0, weight = 0, calls = 0;
	double squares = 0, of_calls = 0;

	for (size_t i = 0; i < profile->n_addresses; i++) {
		samples += profile->addresses[i].samples;
		weight += profile->addresses[i].weight;
		squares += profile->addresses[i].squares;
	}
	for (size_t i = 0; i < profile->n_stack; i++) {
		calls += profile->stack[i].samples;
		of_calls += profile->stack[i].squares;
	}
	assert_true(profile->squares > 0);
	assert_true(squares == profile->squares);
	assert_true(of_calls == profile->squares);
	assert_int_equal(samples, profile->samples);
	assert_int_equal(weight, profile->weight);
	assert_int_equal(calls, profile->samples);
}

TEST(the_builder_goes_on_after_a_profile)
{
	const struct profile_event event = { .name = "cycles" };
	struct profile_builder *builder = profile_builder_new(&event, NULL);
	const struct profile_sample sample = { .pid = 1, .period = 5, .at.offset = 64, .time_ns = 10 };
	const struct profile_sample later = { .pid = 1, .period = 5, .at.offset = 64, .time_ns = 30 };
	struct profile *first, *second;

	assert_int_equal(profile_builder_add(builder, &sample), 0);
	first = profile_builder_finish(builder, NULL, 0, NULL);
	assert_int_equal(profile_builder_add(builder, &later), 0);
	second = profile_builder_finish(builder, NULL, 0, NULL);
	profile_builder_free(builder);
	assert_int_equal(first->addresses[0].samples, 1);
	assert_int_equal(second->addresses[0].samples, 2);
	assert_int_equal(second->addresses[0].weight, 10);
	assert_int_equal(second->from_ns, 10);
	assert_int_equal(second->to_ns, 30);
	profile_free(first);
	profile_free(second);
}

/* The same place in two processes, and retire latencies, one of them at the counter's end. */
TEST(addresses_are_those_of_a_process_with_its_latencies)
{
	const struct profile_event event = { .name = "cycles", .has_latency = true };
	struct profile_builder *builder = profile_builder_new(&event, NULL);
	static const struct {
		int32_t pid;
		uint32_t latency;
	} samples[] = { { 1, 10 }, { 2, 7 }, { 1, 30 }, { 1, LATENCY_SATURATED } };
	struct profile *profile;

	for (size_t i = 0; i < 4; i++) {
		const struct profile_sample sample = { .pid = samples[i].pid, .period = 1,
						       .at.offset = 64, .has_latency = true,
						       .latency = samples[i].latency };

		assert_int_equal(profile_builder_add(builder, &sample), 0);
	}
	profile = profile_builder_finish(builder, NULL, 0, NULL);
	profile_builder_free(builder);
	assert_int_equal(profile->n_addresses, 2);
	assert_int_equal(profile->addresses[0].pid, 1);
	assert_int_equal(profile->addresses[0].samples, 3);
	assert_int_equal(profile->addresses[0].latency_sum, 40);
	assert_int_equal(profile->addresses[0].latency_n, 2);
	profile_free(profile);
}

TEST(call_stacks_that_were_cut_are_others)
{
	const struct profile_event event = { .name = "cycles" };
	struct profile_builder *builder = profile_builder_new(&event, NULL);
	const struct place frames[] = { { 1, 0 }, { 2, 0 }, { 3, 0 } };
	struct profile_sample sample = { .pid = 1, .period = 1, .frames = frames, .n_frames = 3 };
	struct profile *profile;

	assert_int_equal(profile_builder_add(builder, &sample), 0);
	assert_int_equal(profile_builder_add(builder, &sample), 0);
	sample.n_frames = 2;
	sample.frames_cut = true;
	assert_int_equal(profile_builder_add(builder, &sample), 0);
	profile = profile_builder_finish(builder, NULL, 0, NULL);
	profile_builder_free(builder);
	assert_int_equal(profile->n_stack, 2);
	assert_int_equal(profile->stack[0].samples, 2);
	assert_int_equal(profile->stack[0].n, 3);
	assert_false(profile->stack[0].cut);
	assert_true(profile->stack[1].cut);
	assert_true(place_equal(profile->frames[profile->stack[1].first + 1], frames[1]));
	profile_free(profile);
}

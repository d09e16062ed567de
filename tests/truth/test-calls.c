/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks against the exact tree of calls; and samples without stacks. */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "tests/truth/truth_run.h"
#include "tests/truth/truth_score.h"

#define WRONG 4.0	/* standard errors: one in 15,000 by chance */

/* The node that a frame leads to from its parent; 0: none. back: frames are return addresses. */
static uint64_t child(const struct truth *truth, uint64_t parent, uint64_t frame, bool back)
{
	for (size_t i = 0; i < truth->nodes.size; i++) {
		const struct table_row *row = &truth->nodes.rows[i];

		if (!row->count[0] || row->count[1] != parent)
			continue;
		/* a call has 2 to 7 bytes on x86-64 */
		if (back ? frame - row->count[2] >= 2 && frame - row->count[2] <= 7 :
			   frame == row->count[2]) return row->key[1];
	}
	return 0;
}

/* The node of a call stack in the exact tree; UINT64_MAX: it is in none. */
static uint64_t node_of(const struct profile_stack *stack, bool back)
{
	uint64_t node = 0;

	for (uint32_t i = stack->n; i-- > 1;) {
		struct place frame = made.profile->frames[stack->first + i];

		node = child(&made.truth, node, truth_at(frame), back);
		if (node == 0)
			return UINT64_MAX;
	}
	return node;
}

static uint64_t self_of(const struct truth *truth, uint64_t node)
{
	const struct table_row *row = table_find(&truth->self, 0, node, 0, 0);

	return row ? row->count[1] : 0;
}

/* Each node has as many samples as it ran instructions, and no stack is in no node. */
static void assert_tree(bool back)
{
	const struct profile *profile = made.profile;
	uint64_t *samples = calloc(made.truth.nodes.n + 1, sizeof(*samples));
	size_t checked = 0;

	assert_non_null(samples);
	for (size_t i = 0; i < profile->n_stack; i++) {
		uint64_t node = node_of(&profile->stack[i], back);

		assert_false(profile->stack[i].cut);
		assert_true(node <= made.truth.nodes.n);
		samples[node] += profile->stack[i].samples;
	}
	for (uint64_t node = 0; node <= made.truth.nodes.n; node++) {
		double expected = (double)profile->samples *
				  (double)self_of(&made.truth, node) /
				  (double)made.truth.instructions;

		if (fabs((double)samples[node] - expected) > WRONG * sqrt(expected + 1))
			fail_msg("node %llu: %llu samples, expected %.1f",
				 (unsigned long long)node, (unsigned long long)samples[node],
				 expected);
		checked += expected > 20;
	}
	print_message("%zu nodes of more than 20 samples\n", checked);
	assert_true(checked >= 8);
	free(samples);
}

/* perf record --call-graph lbr: the calls, as the CPU keeps them. */
TEST(stacks_of_lbr_are_those_of_the_tree_of_calls)
{
	truth_run_profile("calls", "20000 6", "instructions:4001:32:calls");
	assert_true(made.profile->event.calls_by_lbr);
	assert_true(made.profile->event.has_calls);
	assert_tree(false);
}

TEST(stacks_of_lbr_give_no_branches)
{
	truth_run_profile("calls", "20000 6", "instructions:4001:32:calls");
	assert_int_equal(made.profile->n_branches, 0);
	assert_int_equal(made.profile->n_blocks, 0);
	assert_int_equal(made.profile->stacks, 0);
}

/* perf record --call-graph fp: return addresses. */
TEST(stacks_of_frame_pointers_are_those_of_the_tree_of_calls)
{
	truth_run_profile("calls", "", "instructions:4001:127:frames");
	assert_false(made.profile->event.calls_by_lbr);
	assert_tree(true);
}

/* LBR has room for 32 calls: of deeper ones the outermost are lost, and that is reported. */
TEST(a_stack_that_is_deeper_than_lbr_is_cut)
{
	uint64_t cut = 0;

	truth_run_profile("calls", "", "instructions:4001:32:calls");
	for (size_t i = 0; i < made.profile->n_stack; i++) {
		const struct profile_stack *stack = &made.profile->stack[i];

		assert_true(stack->n <= 33);
		assert_int_equal(stack->cut, stack->n == 33);
		cut += stack->cut ? stack->samples : 0;
	}
	assert_true(cut > 50);
}

/* How often the instruction at an address ran: in each block that goes over it. */
static uint64_t executed(const struct truth *truth, uint64_t address)
{
	uint64_t n = 0;

	for (size_t i = 0; i < truth->blocks.size; i++) {
		const struct table_row *row = &truth->blocks.rows[i];

		if (row->count[0] && row->key[0] <= address && address <= row->key[1])
			n += row->count[0];
	}
	return n;
}

/* Samples without stacks, triggered by instructions and without skid. */
TEST(plain_samples_are_where_instructions_ran)
{
	size_t checked = 0;

	truth_run_profile("shapes", "", "instructions:2003:0:plain");
	assert_int_equal(made.profile->n_branches, 0);
	for (size_t i = 0; i < made.profile->n_addresses; i++) {
		const struct profile_address *address = &made.profile->addresses[i];
		uint64_t at = truth_at(address->at);
		double expected = (double)made.profile->samples *
				  (double)executed(&made.truth, at) /
				  (double)made.truth.instructions;

		if (fabs((double)address->samples - expected) > WRONG * sqrt(expected + 4))
			fail_msg("%#llx: %llu samples, expected %.1f", (unsigned long long)at,
				 (unsigned long long)address->samples, expected);
		checked += expected > 20;
	}
	print_message("%zu addresses of more than 20 samples\n", checked);
	assert_true(checked >= 30);
}

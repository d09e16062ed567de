/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rules. A taken branch is a branch instruction after which another one than the next runs, or
 * one that always branches. It is in the stack, as with a filter for user code: not in there are
 * system calls, signals, the repeated instruction (rep movsb) and the end of a translated block
 * without a branch. A block is what runs from one taken branch to the next, its cycles are those of
 * the branch that ends it, and those of a misprediction are in the block after.
 */
#include "tests/truth/plugin_thread.h"

#include <unistd.h>

#include "tests/truth/plugin_samples.h"

#define GIGAHERTZ 3

uint64_t thread_time_ns(const struct thread *thread)
{
	return 1000000000 + thread->clock / GIGAHERTZ;
}

void thread_begin(struct thread *thread, const struct recording *recording, uint64_t clock)
{
	thread->tid = (int32_t)gettid();
	thread->clock = clock;
	thread->block_clock = clock;
	thread->cost.random = 1;
	for (uint32_t i = 0; i < recording->header.n_samplers; i++)
		thread->left[i] = recording->header.samplers[i].period;
}

static void push_call(struct thread *thread, const struct recording *recording, uint64_t to)
{
	const struct code *code = thread->code;
	uint64_t parent = thread->n_calls ? thread->call[thread->n_calls - 1].node : 0;
	struct table_row *node;

	/* It only reads the address; LBR's call-stack mode leaves it out too. */
	if (to == code->next)
		return;
	if (thread->n_calls == THREAD_CALLS || thread->calls_beyond) {
		thread->calls_beyond++;
		return;
	}
	node = table_row(&thread->nodes, parent, code->last, to, 0);
	if (node->count[0]++ == 0)
		node->count[1] = ++thread->n_nodes;
	thread->call[thread->n_calls++] = (struct call){
		.from = code->last,
		.to = to,
		.back = code->next,
		.node = node->count[1],
	};
	for (uint32_t i = 0; i < recording->header.n_samplers; i++)
		if (thread->kept_calls[i] < recording->header.samplers[i].depth)
			thread->kept_calls[i]++;
}

static void pop_call(struct thread *thread, const struct recording *recording)
{
	if (thread->calls_beyond) {
		thread->calls_beyond--;
		return;
	}
	if (thread->n_calls == 0)
		return;
	thread->n_calls--;
	for (uint32_t i = 0; i < recording->header.n_samplers; i++)
		if (thread->kept_calls[i])
			thread->kept_calls[i]--;
}

/* Counts a taken branch, and the block that it ends. */
static void count_taken(struct thread *thread, uint64_t to, bool mispredicted)
{
	uint64_t from = thread->code->last, cycles = thread->clock - thread->block_clock;
	struct table_row *row = table_row(&thread->traces, thread->block, from, to, cycles);

	row->count[0]++;
	row->count[1] += mispredicted;
	row->count[2] += thread->block_instructions;
	row->count[3] += thread->code->kind;
	if (thread->trace_block)
		table_row(&thread->follows, thread->trace_block, thread->trace_from,
			  thread->block, from)->count[0]++;
	thread->trace_block = thread->block;
	thread->trace_from = from;
	thread->branch[thread->n_branches++ % THREAD_BRANCHES] = (struct stream_branch){
		.from = from,
		.to = to,
		.cycles = cycles < UINT16_MAX ? (uint32_t)cycles : UINT16_MAX,
		.mispredicted = mispredicted,
		.kind = (uint8_t)thread->code->kind,
	};
	thread->block = to;
	thread->block_clock = thread->clock;
	thread->block_instructions = 0;
	thread->taken++;
}

/* A branch at the end of the code. */
static void branched(struct thread *thread, const struct recording *recording, uint64_t to,
		     bool taken)
{
	const struct code *code = thread->code;
	bool mispredicted = cost_mispredicted(&thread->cost, code->kind, code->last, to, code->next, taken);

	thread->branches++;
	if (taken) {
		count_taken(thread, to, mispredicted);
		if (code->kind == CODE_CALL || code->kind == CODE_INDIRECT_CALL)
			push_call(thread, recording, to);
		if (code->kind == CODE_RETURN)
			pop_call(thread, recording);
		samples_due(thread, recording, BY_TAKEN, 1);
	} else {
		struct table_row *row = table_row(&thread->not_taken, code->last, 0, 0, 0);

		row->count[0]++;
		row->count[1] += mispredicted;
		if (mispredicted)
			samples_due(thread, recording, BY_NTAKEN, 1);
	}
	samples_due(thread, recording, BY_BRANCHES, 1);
	if (mispredicted) {
		thread->clock += COST_MISPREDICTION;
		samples_due(thread, recording, BY_CYCLES, COST_MISPREDICTION);
	}
}

/* Counts the instructions of the code, and their cycles without waiting for memory. */
static void count_instructions(struct thread *thread, const struct recording *recording,
			       uint64_t waited)
{
	uint64_t n = thread->code->n - thread->repeats;
	uint64_t cycles = (n + COST_WIDTH - 1) / COST_WIDTH;
	uint64_t node = thread->n_calls ? thread->call[thread->n_calls - 1].node : 0;
	struct table_row *self = table_row(&thread->self, node, 0, 0, 0);

	self->count[0] = 1;
	self->count[1] += n;
	self->count[2] += cycles + waited;
	thread->instructions += n;
	thread->block_instructions += n;
	thread->clock += cycles;
	samples_due(thread, recording, BY_INSTRUCTIONS, n);
	samples_due(thread, recording, BY_CYCLES, cycles + waited);
}

void thread_ran(struct thread *thread, const struct recording *recording, uint64_t to)
{
	const struct code *code = thread->code;
	bool straight = to == code->next;

	count_instructions(thread, recording, thread->waited);
	thread->waited = 0;
	thread->repeats = code->kind == CODE_STRAIGHT && to == code->last;
	if (code->kind == CODE_CONDITIONAL && (straight || to == code->target)) {
		branched(thread, recording, to, !straight);
	} else if (code->kind != CODE_STRAIGHT && code->kind != CODE_CONDITIONAL &&
		   (code->target == 0 || to == code->target)) {
		branched(thread, recording, to, true);
	} else if (!straight && !thread->repeats) {
		/* A signal, or QEMU began the code again in its middle. */
		thread->disorders++;
		thread->block = 0;
		thread->trace_block = 0;
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
#include "tests/truth/plugin_samples.h"

#include <stdlib.h>
#include <string.h>

static const char *const events[STREAM_EVENTS] = {
	[BY_TAKEN] = "taken",
	[BY_BRANCHES] = "branches",
	[BY_INSTRUCTIONS] = "instructions",
	[BY_CYCLES] = "cycles",
	[BY_NTAKEN] = "not-taken-mispredicted",
};

static const char *const modes[MODES] = {
	[MODE_PLAIN] = "plain",
	[MODE_ANY] = "any",
	[MODE_CALLS] = "calls",
	[MODE_FRAMES] = "frames",
};

/* Of a sample: the branch; the instruction that was counted; of cycles the last that took time. */
static uint64_t address_of(const struct thread *thread, enum stream_event event, uint64_t number)
{
	const struct code *code = thread->code;

	if (event == BY_INSTRUCTIONS)
		return code->start + code->offset[number + thread->repeats];
	return code->last;
}

static uint32_t copy_branches(const struct thread *thread, struct stream_branch *out, uint32_t max)
{
	uint32_t n = 0;

	while (n < max && n < thread->n_branches) {
		out[n] = thread->branch[(thread->n_branches - 1 - n) % THREAD_BRANCHES];
		n++;
	}
	return n;
}

static uint32_t copy_calls(const struct thread *thread, struct stream_branch *out, uint32_t max,
			   bool frames)
{
	uint32_t n = 0;

	while (n < max && n < thread->n_calls) {
		const struct call *call = &thread->call[thread->n_calls - 1 - n];

		out[n++] = (struct stream_branch){
			.from = frames ? call->back : call->from,
			.to = frames ? 0 : call->to,
		};
	}
	return n;
}

static void take_sample(struct thread *thread, const struct recording *recording, uint32_t number,
			uint64_t address)
{
	const struct stream_sampler *sampler = &recording->header.samplers[number];
	struct {
		struct stream_record record;
		struct stream_branch branch[STREAM_DEPTH];
	} out;
	uint32_t n = 0;

	switch (sampler->mode) {
	case MODE_ANY:
		n = copy_branches(thread, out.branch, sampler->depth);
		break;
	case MODE_CALLS:
		n = copy_calls(thread, out.branch, thread->kept_calls[number], false);
		break;
	case MODE_FRAMES:
		n = copy_calls(thread, out.branch, sampler->depth, true);
		break;
	}
	out.record = (struct stream_record){
		.type = STREAM_SAMPLE,
		.size = (uint32_t)(sizeof(out.record) + n * sizeof(out.branch[0])),
		.time_ns = thread_time_ns(thread),
		.tid = thread->tid,
		.sampler = number,
		.address = address,
	};
	fwrite(&out, out.record.size, 1, recording->stream);
}

void samples_due(struct thread *thread, const struct recording *recording,
		 enum stream_event event, uint64_t n)
{
	for (uint32_t i = 0; i < recording->header.n_samplers; i++) {
		const struct stream_sampler *sampler = &recording->header.samplers[i];
		uint64_t done = 0;

		if (sampler->event != event)
			continue;
		while (thread->left[i] <= n - done) {
			done += thread->left[i];
			thread->left[i] = sampler->period;
			take_sample(thread, recording, i, address_of(thread, event, done - 1));
		}
		thread->left[i] -= n - done;
	}
}

/* The index of a word of n bytes. */
static int word_index(const char *const words[], int n_words, const char *word, size_t n)
{
	for (int i = 0; i < n_words; i++)
		if (strlen(words[i]) == n && strncmp(words[i], word, n) == 0)
			return i;
	return -1;
}

bool samples_parse(const char *text, struct stream_sampler *sampler)
{
	size_t n = strcspn(text, ":");
	int event = word_index(events, STREAM_EVENTS, text, n), mode;
	char *end;

	if (event < 0 || text[n] != ':')
		return false;
	*sampler = (struct stream_sampler){ .event = (uint32_t)event };
	sampler->period = strtoull(text + n + 1, &end, 10);
	if (*end != ':')
		return false;
	sampler->depth = (uint32_t)strtoul(end + 1, &end, 10);
	if (*end != ':')
		return false;
	mode = word_index(modes, MODES, end + 1, strlen(end + 1));
	sampler->mode = (uint32_t)mode;
	return mode >= 0 && sampler->period > 0 && sampler->depth <= STREAM_DEPTH &&
	       (mode != MODE_ANY || sampler->depth <= THREAD_BRANCHES);
}

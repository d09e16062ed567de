/* SPDX-License-Identifier: GPL-2.0-only */
/* A ring of values of the machine row; see machine_history.h. UI thread. */
#include "config.h"
#include "model/history/machine_history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"

struct machine_history {
	size_t cap, n;
	size_t next;		/* index of the next value to write */
	uint64_t last_seq;	/* seq of the newest; 0: nothing was added yet */
	struct machine_history_value values[];
};

struct machine_history *machine_history_new(size_t n)
{
	size_t cap = n ? n : 1;
	struct machine_history *history =
		calloc(1, sizeof(*history) + cap * sizeof(history->values[0]));

	if (history)
		history->cap = cap;
	return history;
}

void machine_history_free(struct machine_history *history)
{
	free(history);
}

static void push(struct machine_history *history, const struct machine_history_value *value)
{
	history->values[history->next] = *value;
	history->next = (history->next + 1) % history->cap;
	if (history->n < history->cap)
		history->n++;
}

void machine_history_add(struct machine_history *history, const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	const struct machine_history_value gap = { .gap = true };
	struct machine_history_value value = { .seq = snapshot->seq,
					       .time = snapshot->time,
					       .interval_ns = snapshot->interval_ns };

	/*
	 * Without a machine row the collector has failed. The next seq, if there is one, shows the
	 * gap.
	 */
	if (!machine || snapshot->seq == history->last_seq)
		return;
	if (history->last_seq && snapshot->seq != history->last_seq + 1)
		push(history, &gap);
	history->last_seq = snapshot->seq;
	value.busy_percent = (float)row_busy_percent(snapshot, machine);
	memcpy(value.percent, machine->numbers->values.percent, sizeof(value.percent));
	memcpy(value.quality, machine->numbers->values.quality, sizeof(value.quality));
	push(history, &value);
}

size_t machine_history_length(const struct machine_history *history)
{
	return history->n;
}

const struct machine_history_value *machine_history_at(const struct machine_history *history,
						       size_t ago)
{
	if (ago >= history->n)
		return NULL;
	return &history->values[(history->next + history->cap - 1 - ago) % history->cap];
}

bool machine_history_find(const struct machine_history *history, uint64_t seq, size_t *ago)
{
	const struct machine_history_value *value;

	for (size_t i = 0;
	     (value = machine_history_at(history, i)) && (value->gap || value->seq >= seq); i++)
		if (!value->gap && value->seq == seq) {
			*ago = i;
			return true;
		}
	return false;
}

void machine_history_series(const struct machine_history *history, size_t ago,
			    enum metric_id metric, float *series, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct machine_history_value *value = machine_history_at(history, ago + i);
		float *out = &series[n - 1 - i];

		*out = NAN;
		if (!value || value->gap)
			continue;
		if (metric == M_NONE)
			*out = value->busy_percent;
		else if (value->quality[metric] > Q_LOW_SLOTS)
			*out = value->percent[metric];
	}
}

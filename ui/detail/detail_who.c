/* SPDX-License-Identifier: GPL-2.0-only */
/* Who has most of what limits the machine; see detail.h. UI thread. */
#include "config.h"
#include "ui/detail/detail.h"

#include "ui/detail/open_nodes.h"

/* Of several nodes the largest; M_NONE: nothing limits the machine, as far as is known. */
static enum metric_id limiting_node(const struct ui_state *state)
{
	const struct values *values = &state->detail.row.numbers->values;
	enum metric_id node = M_NONE;

	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (state->bottleneck.nodes & 1U << m &&
		    (node == M_NONE || values->percent[m] > values->percent[node]))
			node = m;
	return node;
}

void detail_who_list(const struct ui_state *state, struct detail_who *who)
{
	const struct detail *detail = &state->detail;

	who->n = 0;
	who->node = limiting_node(state);
	if (!detail->open || detail->name.kind != ROW_MACHINE || !state->snapshot ||
	    who->node == M_NONE)
		return;
	who->n = bottleneck_processes(state->snapshot, who->node, who->line, DETAIL_WHO_LOOKED_AT);
	/* The process under the cursor stays listed, also when others have more. */
	for (size_t i = DETAIL_WHO_MAX; i < who->n; i++)
		if (detail->on_who && row_is_named(who->line[i].row, &detail->who))
			who->line[DETAIL_WHO_MAX - 1] = who->line[i];
	if (who->n > DETAIL_WHO_MAX)
		who->n = DETAIL_WHO_MAX;
}

int detail_who_cursor(const struct ui_state *state, const struct detail_who *who)
{
	if (!state->detail.on_who || !who->n)
		return -1;
	for (size_t i = 0; i < who->n; i++)
		if (row_is_named(who->line[i].row, &state->detail.who))
			return (int)i;
	return 0;	/* it did not run */
}

void detail_who_go_to(struct detail *detail, const struct row *process)
{
	detail->on_who = true;
	detail->who = row_name_of(process);
}

bool detail_who_enter(struct ui_state *state)
{
	struct detail_who who;
	int at;

	if (!state->detail.open)
		return false;
	detail_who_list(state, &who);
	at = detail_who_cursor(state, &who);
	if (at < 0)
		return false;
	detail_open(state, who.line[at].row);
	open_nodes_begin(state);
	state->detail.from_who = true;
	return true;
}

bool detail_who_return(struct ui_state *state)
{
	const struct row *machine = state->snapshot ? snapshot_machine(state->snapshot) : NULL;
	const struct row_name process = state->detail.name;

	if (!state->detail.from_who || !machine)
		return false;
	detail_open(state, machine);
	open_nodes_begin(state);
	state->detail.on_who = true;
	state->detail.who = process;
	return true;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Code views of this machine; see code_live.h. UI thread. */
#include "config.h"
#include "ui/code_views/code_live.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/code_views/code_list.h"
#include "ui/draw/format.h"

/* ---- what is sampled ---- */

static const struct {
	enum live_scope scope;
	const char *why_not;
} scopes[ROW_KINDS] = {
	[ROW_MACHINE] = { LIVE_MACHINE, NULL },
	[ROW_SOCKET] = { LIVE_NOTHING, "a socket is not sampled: choose a CPU, or the machine (D)" },
	[ROW_NODE] = { LIVE_NOTHING, "a NUMA node is not sampled: choose a CPU, or the machine (D)" },
	[ROW_CORE] = { LIVE_NOTHING, "a core is not sampled: choose one of its CPUs" },
	[ROW_CPU] = { LIVE_CPU, NULL },
	[ROW_PROCESS] = { LIVE_PROCESS, NULL },
	[ROW_THREAD] = { LIVE_THREAD, NULL },
	[ROW_EXITED] = { LIVE_NOTHING, "these processes have exited: nothing is left to sample" },
	[ROW_USER] = { LIVE_USER, NULL },
	[ROW_CGROUP] = { LIVE_CGROUP, NULL },
	[ROW_NAME] = { LIVE_NAME, NULL },
	[ROW_REGION] = { LIVE_PROCESS, NULL },	/* all of its process */
};

const char *code_live_scope(const struct row *row, struct live_request *request)
{
	const enum live_scope scope = row->kind < ROW_KINDS ? scopes[row->kind].scope : LIVE_NOTHING;
	const bool task = scope == LIVE_PROCESS || scope == LIVE_THREAD;
	const int32_t id = row->kind == ROW_REGION ? row->pid : row->id;

	if (scope == LIVE_NOTHING)
		return row->kind < ROW_KINDS && scopes[row->kind].why_not ?
			       scopes[row->kind].why_not : "this row has no code to sample";
	if (task && id <= 0)
		return "it is not known which threads these are: they cannot be sampled";
	if (task && row->exited)
		return "it has exited: nothing is left to sample";
	request->scope = scope;
	request->id = id;
	request->start_ns = row->start_ns;
	return NULL;
}

/* The row that is sampled, in this interval; NULL: it is not there. */
static const struct row *row_of(const struct live_request *request, const struct snapshot *snapshot)
{
	for (size_t kind = 0; kind < ROW_KINDS; kind++) {
		const struct row_table *table = &snapshot->table[kind];

		if (request->scope == LIVE_NOTHING || scopes[kind].scope != request->scope ||
		    kind == ROW_REGION)
			continue;
		for (size_t i = 0; i < table->n; i++) {
			const struct row *row = &table->rows[i];

			if (request->scope == LIVE_MACHINE ||
			    (row->id == request->id && row->start_ns == request->start_ns))
				return row;
		}
	}
	return NULL;
}

/* ---- by which event ---- */

/* What the samples of a view must have. */
enum need { NEEDS_SAME, NEEDS_SAMPLES, NEEDS_BRANCHES, NEEDS_CALLS };

static const enum need needs[CODE_VIEWS] = {
	[CODE_FUNCTIONS] = NEEDS_SAMPLES,
	[CODE_BRANCHES] = NEEDS_BRANCHES,
	[CODE_BLOCKS] = NEEDS_BRANCHES,
	[CODE_BLOCK] = NEEDS_SAME,	/* as the view above it */
	[CODE_PATHS] = NEEDS_BRANCHES,
	[CODE_STACKS] = NEEDS_CALLS,
	[CODE_NODES] = NEEDS_SAME,
};

static bool serves(const struct profile_event *event, enum need need)
{
	return need == NEEDS_BRANCHES ? event->has_branches :
	       need == NEEDS_CALLS    ? event->has_calls : true;
}

static const struct profile_event *event_at(const struct code_screen *code, int index)
{
	return index >= 0 && index < code->news.n_events ? &code->news.events[index] : NULL;
}

bool code_live_is_answered(const struct code_screen *code)
{
	return code->news.serial == code->request.serial;
}

bool code_live_has_branches(const struct code_screen *code)
{
	for (int i = 0; i < code->news.n_events; i++)
		if (code->news.events[i].has_branches)
			return true;
	return false;
}

bool code_live_serves(const struct code_screen *code, enum code_view_id view)
{
	for (int i = 0; i < code->news.n_events; i++)
		if (serves(&code->news.events[i], needs[view]))
			return true;
	return !code->news.n_events;
}

/* What was chosen, or the same event with the stacks that are needed; -1: nothing was, or it has none. */
static int chosen_for(const struct code_screen *code, enum need need)
{
	const struct profile_event *chosen = event_at(code, code->chosen - 1);

	if (!chosen)
		return -1;
	if (serves(chosen, need))
		return code->chosen - 1;
	for (int i = 0; i < code->news.n_events; i++)
		if (serves(&code->news.events[i], need) && !strcmp(code->news.events[i].name, chosen->name) &&
		    code->news.events[i].levels == chosen->levels)
			return i;
	return -1;
}

static enum live_event event_for(const struct code_screen *code, enum need need, int *event)
{
	const struct profile_event *now =
		code_live_is_answered(code) ? event_at(code, code->news.live.event) : NULL;
	const int chosen = chosen_for(code, need);

	*event = chosen >= 0 ? chosen : 0;
	if (chosen >= 0)
		return LIVE_OF_EVENT;
	if (need == NEEDS_BRANCHES)
		return LIVE_OF_BRANCHES;
	/* Frame pointers come with each event: no other one is opened for them. */
	if (need == NEEDS_CALLS && !(code->request.live.what == LIVE_OF_NODE && now && now->has_calls))
		return LIVE_OF_CALLS;
	return LIVE_OF_NODE;
}

bool code_live_follow(struct code_screen *code)
{
	const enum need need = needs[code_step_shown(code)->view];
	struct live_request *request = &code->request.live;
	enum live_event what;
	int event;

	if (need == NEEDS_SAME)
		return false;
	what = event_for(code, need, &event);
	if (what == request->what && event == request->event)
		return false;
	request->what = what;
	request->event = event;
	return true;
}

/* Is it the same event, once with and once without callers? They have the same functions. */
static bool is_same_event(const struct profile_event *now, const struct profile_event *next)
{
	return now && !strcmp(now->name, next->name) && now->has_branches == next->has_branches;
}

/* What the open view needs, or the one above it that says so. */
static enum need need_of(const struct code_screen *code)
{
	enum need need = NEEDS_SAMPLES;

	for (size_t i = 0; i < code->n_steps; i++)
		if (needs[code->steps[i].view] != NEEDS_SAME)
			need = needs[code->steps[i].view];
	return need;
}

int code_live_find_event(const struct code_screen *code)
{
	const int n = code->news.n_events;
	const int now = code->request.live.what == LIVE_OF_EVENT ? code->request.live.event :
			code_live_is_answered(code)	      ? code->news.live.event : -1;
	const enum need need = need_of(code);

	for (int i = 1; i <= n; i++) {
		const int next = now < 0 ? i - 1 : (now + i) % n;

		if (next == now || !serves(&code->news.events[next], need) ||
		    is_same_event(event_at(code, now), &code->news.events[next]))
			continue;
		return next;
	}
	return -1;
}

int code_live_of_level(const struct code_screen *code, int level)
{
	const enum need need = need_of(code);

	for (int i = 0; i < code->news.n_events; i++)
		if (code->news.events[i].levels == level && serves(&code->news.events[i], need))
			return i;
	return -1;
}

bool code_live_next_event(struct code_screen *code)
{
	int next = code_live_find_event(code);

	if (next < 0)
		return false;
	if (code->news.events[next].levels == 1 && code->of.level > 1 && code_live_of_level(code, 2) >= 0)
		next = code_live_of_level(code, 2);
	code->chosen = next + 1;
	code->request.live.what = LIVE_OF_EVENT;
	code->request.live.event = next;
	return true;
}

bool code_live_same_row(const struct live_request *a, const struct live_request *b)
{
	return a->scope == b->scope && a->id == b->id && a->start_ns == b->start_ns;
}

bool code_live_same_request(const struct live_request *a, const struct live_request *b)
{
	return code_live_same_row(a, b) && a->what == b->what && a->event == b->event &&
	       a->node == b->node && a->any_node == b->any_node && a->level == b->level && a->below == b->below &&
	       a->below_type == b->below_type;
}

/* ---- what is told ---- */

static bool is_close(double a, double b, double step)
{
	return (isnan(a) && isnan(b)) || fabs(a - b) < step;
}

bool code_live_same(const struct live_state *a, const struct live_state *b)
{
	return a->on == b->on && a->event == b->event && a->threads == b->threads &&
	       a->sampled == b->sampled && a->cpus == b->cpus && a->period == b->period &&
	       a->precise == b->precise && a->lost == b->lost &&
	       is_close(a->part, b->part, .001) &&
	       is_close(a->own_percent, b->own_percent, .01) &&
	       is_close(a->slots_running, b->slots_running, .001) &&
	       !strcmp(a->remark, b->remark);
}

/* "L3 misses", harmless: what the event that is sampled counts; "" if it is not known. */
static void print_counted(const struct code_screen *code, char text[96])
{
	const struct profile_event *event = event_at(code, code->news.live.event);

	text[0] = '\0';
	if (event)
		format_harmless(text, 96, event->counted[0] ? event->counted : event->name);
}

void code_live_waiting(const struct code_screen *code, const struct snapshot *newest, char *text,
		       size_t size)
{
	const struct live_state *live = &code->news.live;
	const struct row *row = newest ? row_of(&code->request.live, newest) : NULL;
	char counted[96], every[32];

	print_counted(code, counted);
	format_exact(every, sizeof(every), (double)live->period);
	if (code_live_is_answered(code) && code->news.trouble[0])
		(void)snprintf(text, size, "%s", code->news.trouble);
	else if (newest && newest->last && !code_live_is_answered(code))
		(void)snprintf(text, size, "nothing is sampled: the watched tasks have exited");
	else if (!code_live_is_answered(code) || (!live->on && !live->remark[0]))
		(void)snprintf(text, size, "sampling begins");
	else if (!live->on)
		(void)snprintf(text, size, "nothing is sampled: %s", live->remark);
	else if (row && row->exited)
		(void)snprintf(text, size, "no samples: it has exited");
	else if (newest && (!row || row->asleep || !row->busy_ns))
		(void)snprintf(text, size, "no samples yet: it sleeps, it did not run in the last "
			       "interval");
	else if (counted[0] && live->period)
		(void)snprintf(text, size, "no samples yet: each thread has one after about %s %s",
			       every, counted);
	else
		(void)snprintf(text, size, "no samples yet%s%s", counted[0] ? " of " : "", counted);
}

void code_live_counted(const struct code_screen *code, char *text, size_t size)
{
	const struct profile_event *event = code->of.profile ? &code->of.profile->event : NULL;

	text[0] = '\0';
	if (event)
		format_harmless(text, size, event->counted[0] ? event->counted : event->name);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* What the code views show; see code_state.h. UI thread. */
#include "config.h"
#include "ui/code_views/code_state.h"

#include <stdio.h>
#include <string.h>

#include "ui/code/code_text.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_live.h"
#include "ui/code_views/views.h"

#define NAMES_EVERY_NS 250000000ULL	/* rows are grouped again by the names that came */
#define WINDOWS_MAX 60
#define WINDOW_MIN_NS 1000000ULL

bool code_is_possible(const struct code_screen *code)
{
	return code->seams.profiles != NULL;
}

/* ---- profiles that the UI owns ---- */

/* Is it the UI's in another role, too? */
static void release(const struct code_screen *code, struct profile *profile)
{
	if (profile != code->held && profile != code->baseline && profile != code->leased &&
	    profile != code->aside)
		profile_free(profile);
}

/* Lets the shown profile go, if it is the UI's. */
static void drop_held(struct code_screen *code)
{
	struct profile *held = code->held;

	code->held = NULL;
	release(code, held);
}

/* The shown profile belongs to the UI from now on. False: there is none. */
static bool hold(struct code_screen *code)
{
	if (!code->held && code->of.profile)
		code->held = profile_exchange_keep(code->seams.profiles);
	return code->held != NULL;
}

bool code_freeze(struct code_screen *code)
{
	if (!code->frozen && !hold(code))
		return false;
	code->frozen = !code->frozen;
	return true;
}

static void request(struct code_screen *code);

bool code_compare(struct code_screen *code)
{
	struct profile *baseline = code->baseline;

	if (baseline) {
		code->baseline = NULL;
		release(code, baseline);
	} else {
		if (!hold(code))
			return false;
		code->baseline = code->held;
		if (code->seams.live)
			request(code);	/* with samples of its own, that begin now */
	}
	(void)code_list_make(code);
	return true;
}

bool code_lease(struct code_screen *code)
{
	if (!hold(code))
		return false;
	code->leased = code->held;
	return true;
}

void code_end_lease(struct code_screen *code)
{
	struct profile *leased = code->leased;

	code->leased = NULL;
	release(code, leased);
}

/* ---- requests ---- */

static void drop_aside(struct code_screen *code)
{
	struct profile *aside = code->aside;

	code->aside = NULL;
	release(code, aside);
}

/*
 * Of this machine another event or row has another profile: the one before is not shown for it. It
 * is kept for the way back to it, as long as the same row is looked at; so Esc from the blocks of a
 * function shows the functions again at once.
 */
static void turn_profile(struct code_screen *code)
{
	struct profile *back = NULL;

	if (code->aside && code_live_same_request(&code->aside_of, &code->request.live)) {
		back = code->aside;
		code->aside = NULL;
	}
	if (hold(code) && code_live_same_row(&code->profile_of, &code->request.live) &&
	    !code_live_same_request(&code->profile_of, &code->request.live)) {
		drop_aside(code);
		code->aside = code->held;
		code->aside_of = code->profile_of;
	}
	drop_held(code);
	code->held = back;
	code->of.profile = back;
	code->profile_of = code->request.live;
	if (code->n_steps)
		(void)code_list_make(code);	/* no row may point into it */
}

/* Nothing is looked at any more. */
static void forget_profiles(struct code_screen *code)
{
	drop_aside(code);
	drop_held(code);
	code->of.profile = NULL;
	code->made = false;
}

static void request(struct code_screen *code)
{
	if (!code_is_possible(code))
		return;
	/* It stays on the screen until the answer is there, whatever else is published. */
	if (!code->seams.live)
		(void)hold(code);
	else if (code->request.live.scope != LIVE_NOTHING)
		turn_profile(code);
	else
		forget_profiles(code);
	code->request.serial++;
	code->frozen = false;
	profile_exchange_request(code->seams.profiles, &code->request);
	if (code->seams.asked)
		code->seams.asked(code->seams.data);
}

bool code_is_complete(const struct code_screen *code)
{
	return code->news.serial == code->request.serial && code->news.ended;
}

bool code_has_next_event(const struct code_screen *code)
{
	return code->seams.live ? code_live_find_event(code) >= 0 : code->news.n_events > 1;
}

bool code_next_event(struct code_screen *code)
{
	if (code->seams.live) {
		if (!code_live_next_event(code))
			return false;
		request(code);
		return true;
	}
	if (code->news.n_events < 2)
		return false;
	code->request.event = (code->request.event + 1) % code->news.n_events;
	request(code);
	return true;
}

/* Of this machine: why functions have no TopDown of this level. */
static const char *refuse_level(const struct code_screen *code, int level, const char *cpu, char text[160])
{
	if (!code_live_is_answered(code))
		return "sampling begins: which levels there are is known in a moment";
	if (level < 2 || code_live_of_level(code, 1) < 0)
		return "TopDown of functions needs an event for each class, which cannot be sampled here";
	(void)snprintf(text, 160, "level 2 of functions needs events that %.60s does not have here", cpu);
	return text;
}

const char *code_choose_level(struct code_screen *code, int level, const char *cpu, char text[160])
{
	const int has = code->of.profile ? code->of.profile->event.levels : 0;
	const int event = code->seams.live ? code_live_of_level(code, level) : -1;

	if (code_step_shown(code)->view != CODE_FUNCTIONS && code_step_shown(code)->view != CODE_STACKS)
		return "levels 1 and 2 are of functions and call stacks: h and c show them";
	if (code->seams.live && event < 0)
		return refuse_level(code, level, cpu, text);
	if (!code->seams.live && !has)
		return "this event has no TopDown of functions: e shows other events";
	if (!code->seams.live && has < level)
		return "this recording has no samples of level 2 of functions";
	code->of.level = level;
	code->chosen = event + 1;
	if (code->seams.live && has != level && code_live_follow(code))
		request(code);
	else
		(void)code_list_make(code);
	return NULL;
}

/* The shortest round length that does not give too many. */
uint64_t code_window_ns(const struct code_screen *code)
{
	static const uint64_t factors[] = { 1, 2, 5 };
	const uint64_t all = code->news.last_ns > code->news.first_ns ?
				     code->news.last_ns - code->news.first_ns : 0;
	uint64_t decade = WINDOW_MIN_NS;

	if (!all)
		return 0;
	for (;; decade *= 10)
		for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++)
			if (all / (factors[i] * decade) < WINDOWS_MAX || decade > all)
				return factors[i] * decade;
}

int code_windows(const struct code_screen *code)
{
	const uint64_t length = code_window_ns(code);

	return length ? (int)((code->news.last_ns - code->news.first_ns) / length) + 1 : 0;
}

static void show_window(struct code_screen *code, int window)
{
	const uint64_t length = code_window_ns(code);

	code->window = window;
	code->request.from_ns = window ? code->news.first_ns + (uint64_t)(window - 1) * length : 0;
	code->request.to_ns = window ? code->request.from_ns + length : 0;
	request(code);
}

bool code_step_time(struct code_screen *code, int windows)
{
	const int n = code_windows(code);
	int to = code->window + windows;

	if (n < 2 || code->seams.live)
		return false;
	if (!code->window)
		to = windows < 0 ? n : 1;
	/* A jump to the end goes to the end, also from the whole. */
	if (windows <= -n)
		to = 1;
	if (windows >= n)
		to = n;
	to = to < 1 ? 1 : to > n ? n : to;
	if (to == code->window)
		return false;
	show_window(code, to);
	return true;
}

bool code_whole_time(struct code_screen *code)
{
	if (code->seams.live) {
		request(code);
		return true;
	}
	if (!code->window)
		return false;
	show_window(code, 0);
	return true;
}

/* ---- what is open ---- */

static void remember_cursor(struct code_screen *code)
{
	const struct code_list *list = code_list_shown(code);
	struct code_step *step = code_step_shown(code);

	step->pinned = list->pinned;
	step->cursor = list->cursor;
}

static void go_to_cursor(struct code_screen *code)
{
	const struct code_step *step = code_step_shown(code);
	struct code_list *list = code_list_shown(code);

	list->pinned = step->pinned;
	list->cursor = step->cursor;
	list->index = list->scroll = 0;
}

/* Makes what is shown now; of this machine it may need another event. */
static void make_step(struct code_screen *code)
{
	if (code->seams.live && code_live_follow(code))
		request(code);
	else
		(void)code_list_make(code);
}

static void show(struct code_screen *code, enum code_view_id view)
{
	code->steps[0] = (struct code_step){ .view = view, .start = code_no_place(),
					     .end = code_no_place() };
	code->n_steps = 1;
}

void code_show(struct code_screen *code, enum code_view_id view)
{
	code->falls_back = false;
	if (code->n_steps == 1 && code->steps[0].view == view)
		return;
	show(code, view);
	make_step(code);
}

void code_show_next(struct code_screen *code)
{
	enum code_view_id view = code->steps[0].view;

	do
		view = (enum code_view_id)((view + 1) % CODE_VIEWS);
	while (code_views[view].below);
	code_show(code, view);
}

void code_push(struct code_screen *code, const struct code_step *below)
{
	remember_cursor(code);
	if (code->n_steps < CODE_STEPS_MAX)
		code->n_steps++;
	code->steps[code->n_steps - 1] = *below;
	go_to_cursor(code);
	make_step(code);
}

/* What is below a row of a kind. Without branch stacks a function has no blocks: its code then. */
static void step_below(const struct code_screen *code, const void *row, struct code_step *step)
{
	const bool blocks = code->seams.live ? code_live_has_branches(code)
					     : code->of.profile->n_blocks > 0;
	struct code_row_id where;
	const enum row_below below = code_view_shown(code)->kind->enter(&code->of, row, &where);
	const struct profile_block block = { .start = where.a, .end = where.b };

	if (below == BELOW_BLOCK) {
		code_blocks_step(code, &block, step);
		return;
	}
	if (below == BELOW_LOOP) {
		*step = (struct code_step){ .view = CODE_BLOCKS, .start = where.a, .end = where.b,
					    .title = "a loop" };
		step->end.offset++;
		return;
	}
	code_functions_step(code, where.a, step);
	step->view = blocks || below == BELOW_BLOCKS ? CODE_BLOCKS : CODE_BLOCK;
}

bool code_enter(struct code_screen *code)
{
	const struct code_view *view = code_view_shown(code);
	struct code_step below = { .start = code_no_place(), .end = code_no_place() };
	size_t row;

	if (!code_view_enters(view) || !code->of.profile || !code_list_selected(code, &row) ||
	    (view->enter && !view->enter(code, row, &below)))
		return false;
	if (!view->enter)
		step_below(code, code_list_row(code, row), &below);
	/* For the way back the cursor is on its row. */
	code_list_move(code, 0);
	code_push(code, &below);
	return true;
}

bool code_leave(struct code_screen *code)
{
	if (code->n_steps < 2)
		return false;
	code->n_steps--;
	go_to_cursor(code);
	make_step(code);
	return true;
}

/* Of a profile without branch stacks functions are shown, if the user has not chosen. */
static void fall_back(struct code_screen *code)
{
	const bool answered = code->of.profile && code->news.serial == code->request.serial;

	if (code->falls_back && answered && code->of.profile->n_addresses)
		if (!code->of.profile->event.has_branches) {
			code_show(code, CODE_FUNCTIONS);
			(void)snprintf(code->said, sizeof(code->said),
				       "no branch stacks: these are functions (b says why)");
		}
}

void code_open(struct code_screen *code, enum code_view_id view, int32_t pid,
	       const char *process)
{
	const bool asked = code->request.serial && code->request.pid == pid;

	code->open = true;
	code->n_steps = 0;
	(void)snprintf(code->process, sizeof(code->process), "%s", process);
	code->request.pid = pid;
	if (!asked) {
		code_marks_done(code);
		request(code);
	}
	code_show(code, view);
	code->falls_back = view == CODE_BRANCHES;
	fall_back(code);
}

void code_open_live(struct code_screen *code, enum code_view_id view, const struct live_request *of,
		    const char *name)
{
	code->open = true;
	code->falls_back = false;
	(void)snprintf(code->process, sizeof(code->process), "%s", name);
	code->request.live = *of;
	code->chosen = 0;
	code_marks_done(code);
	show(code, view);
	(void)code_live_follow(code);
	request(code);
}

void code_close(struct code_screen *code)
{
	code->open = false;
	if (!code->seams.live)
		return;
	code->request.live = (struct live_request){ .scope = LIVE_NOTHING };
	request(code);
}

void code_init(struct code_screen *code, const struct code_seams *seams, const struct code_columns chosen[CODE_KINDS])
{
	*code = (struct code_screen){ .views = code_views, .columns = chosen };
	if (seams)
		code->seams = *seams;
	code->of.names = code->seams.names;
	code->of.lines = true;
	if (code->seams.alone)
		code_open(code, CODE_FUNCTIONS, 0, "");
}

void code_done(struct code_screen *code)
{
	code_lists_done(code);
	if (code->leased)
		(void)code->seams.exported(code->seams.data, NULL, 0);
	drop_aside(code);
	drop_held(code);
	if (code->baseline != code->leased)
		profile_free(code->baseline);
	profile_free(code->leased);
	*code = (struct code_screen){ .n_steps = 0 };
}

/* ---- what comes ---- */

static bool is_same_news(const struct profile_news *a, const struct profile_news *b)
{
	return a->serial == b->serial && !(a->progress < b->progress) && a->ended == b->ended &&
	       a->n_events == b->n_events && !strcmp(a->trouble, b->trouble) &&
	       code_live_same(&a->live, &b->live);
}

/* Takes what was published. True: another profile, or other news. */
static bool take_profile(struct code_screen *code)
{
	const struct profile_news before = code->news;
	const struct profile *latest =
		profile_exchange_latest(code->seams.profiles, &code->news);
	const bool other = latest && latest->number != code->seen;

	if (other)
		code->seen = latest->number;
	if (other && code->news.serial == code->request.serial) {
		drop_held(code);
		code->of.profile = latest;
		code->made = false;
	} else if (!code->held && code->of.profile && (other || !latest)) {
		code->of.profile = NULL;	/* the exchange has freed it */
		code->made = false;
	}
	return !code->made || !is_same_news(&before, &code->news);
}

static uint64_t longer(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Shall the profile that may have come wait, as making rows of it takes long? */
static bool is_too_soon(const struct code_screen *code, uint64_t now_ns)
{
	return code->seams.live && code->of.profile && code_live_is_answered(code) &&
	       now_ns - code->grouped_ns < code->took_ns * CODE_SHARE;
}

/* Have names come, and is it time to group rows by them? */
static bool take_names(struct code_screen *code, uint64_t now_ns)
{
	const struct code_names *names = code->of.names;
	const uint32_t generation = names && names->generation ? names->generation(names->data) : 0;

	if (generation == code->names_seen)
		return false;
	if (code->names_pending &&
	    now_ns - code->grouped_ns >= longer(NAMES_EVERY_NS, code->took_ns * CODE_SHARE))
		code->made = false;
	if (!code->made || !code->names_pending)
		code->names_seen = generation;
	return true;
}

bool code_take(struct code_screen *code, uint64_t now_ns)
{
	bool draw;

	if (!code_is_possible(code) || !code->request.serial)
		return false;
	code->late = is_too_soon(code, now_ns);
	draw = !code->frozen && !code->late && take_profile(code);
	draw |= take_names(code, now_ns);
	if (code->open && !code->made) {
		code->grouped_ns = now_ns;
		(void)code_list_make(code);
		fall_back(code);
	}
	return draw && code->open;
}

void code_took(struct code_screen *code, uint64_t began_ns, uint64_t ended_ns)
{
	if (code->grouped_ns == began_ns)
		code->took_ns = ended_ns - began_ns;
}

int code_wait_ms(const struct code_screen *code, uint64_t now_ns)
{
	const struct code_names *names = code->of.names;
	const bool named = code->names_pending && names && names->generation &&
			   names->generation(names->data) != code->names_seen;
	const uint64_t turn = code->took_ns * CODE_SHARE;
	const uint64_t due = code->grouped_ns + (named ? longer(NAMES_EVERY_NS, turn) : turn);

	if (!code->open || (!named && !code->late))
		return -1;
	return now_ns >= due ? 0 : (int)((due - now_ns) / 1000000) + 1;
}

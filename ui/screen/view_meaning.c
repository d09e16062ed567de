/* SPDX-License-Identifier: GPL-2.0-only */
/* What all numbers on the screen mean; see view_parts.h. UI thread. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include <inttypes.h>
#include <stdio.h>

#include "ui/code_views/code_state.h"
#include "ui/draw/format.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"

#define CLOCK_FROM_WIDTH 30
#define TITLE_LEAST 6		/* "tdtop" and a blank */
#define MORE_TEXT 96

/* How much is told: the first that fits. */
enum words { ALL, TIMES, WORDS, BRIEF };

static bool is_simulated(const struct ui_state *state)
{
	return state->machine && state->machine->simulated;
}

static void add_maker(const struct ui_state *state, char more[MORE_TEXT])
{
	(void)snprintf(more, MORE_TEXT, ": %s", state->machine->simulated_by);
}

static bool is_average(const struct ui_state *state)
{
	return state->average.on && state->snapshot && state->snapshot->intervals &&
	       !state->whole.shown;
}

static void add_intervals(const struct ui_state *state, char more[MORE_TEXT])
{
	(void)snprintf(more, MORE_TEXT, " of %" PRIu64, state->snapshot->intervals);
}

static bool is_difference(const struct ui_state *state)
{
	return timeline_baseline(&state->timeline) != NULL;
}

static void add_baseline(const struct ui_state *state, char more[MORE_TEXT])
{
	char clock[FORMAT_CLOCK];

	format_clock(clock, timeline_baseline(&state->timeline)->time);
	(void)snprintf(more, MORE_TEXT, " %s%s", state->timeline.with_whole ? "to the whole" : "since ",
		       state->timeline.with_whole ? "" : clock);
}

static bool is_whole(const struct ui_state *state)
{
	return state->frozen && state->whole.shown;
}

static void add_whole(const struct ui_state *state, char more[MORE_TEXT])
{
	(void)snprintf(more, MORE_TEXT, " %s", state->whole.own ? "RECORDING" : "RUN");
}

static bool is_frozen(const struct ui_state *state)
{
	return state->frozen && !state->whole.shown && !state_is_past(state);
}

static bool is_past(const struct ui_state *state)
{
	return state->frozen && !state->whole.shown && state_is_past(state);
}

static bool is_playing(const struct ui_state *state)
{
	return is_past(state) && state->play.mode == PLAY_ON;
}

static bool is_paused(const struct ui_state *state)
{
	return is_past(state) && state->play.mode == PLAY_PAUSED;
}

static bool is_recorded(const struct ui_state *state)
{
	return is_past(state) && state->play.mode == PLAY_OFF &&
	       (state->recorded || state->ended);
}

static bool is_of_a_run(const struct ui_state *state)
{
	return is_past(state) && state->play.mode == PLAY_OFF && !state->recorded && !state->ended;
}

static void add_time(const struct ui_state *state, char more[MORE_TEXT])
{
	char clock[FORMAT_CLOCK];

	format_clock(clock, state->snapshot->time);
	(void)snprintf(more, MORE_TEXT, " %s", clock);
}

static bool has_clock(const struct ui_state *state)
{
	const bool code_of_file = state->code.open && !state->code.seams.live;

	return !code_of_file && state->snapshot && state->snapshot->time > 0 &&
	       (state->code.open || !state->frozen);
}

static bool is_code_window(const struct ui_state *state)
{
	return state->code.window > 0;
}

static void add_window(const struct ui_state *state, char more[MORE_TEXT])
{
	const double length = (double)code_window_ns(&state->code) / 1e9;

	(void)snprintf(more, MORE_TEXT, " %g-%g s", (state->code.window - 1) * length,
		       state->code.window * length);
}

static bool is_code_difference(const struct ui_state *state)
{
	return state->code.baseline != NULL;
}

static bool is_code_frozen(const struct ui_state *state)
{
	return state->code.frozen;
}

struct meaning {
	const char *word, *brief;	/* "": that of the clock, which is not special */
	bool (*holds)(const struct ui_state *state);
	void (*more)(const struct ui_state *state, char more[MORE_TEXT]);	/* NULL: nothing */
	enum words last;		/* which has room for more */
};

static const struct meaning of_lists[] = {
	{ "SIMULATED", "SIM", is_simulated, add_maker, ALL },
	{ "AVERAGE", "AVG", is_average, add_intervals, TIMES },
	{ "DIFF", "DIFF", is_difference, add_baseline, TIMES },
	{ "WHOLE", "WHOLE", is_whole, add_whole, WORDS },
	{ "FROZEN", "FROZEN", is_frozen, add_time, TIMES },
	{ "PLAYING", "PLAY", is_playing, add_time, TIMES },
	{ "PAUSED", "PAUSED", is_paused, add_time, TIMES },
	{ "RECORDED", "REC", is_recorded, add_time, TIMES },
	{ "INTERVAL", "PAST", is_of_a_run, add_time, TIMES },
	{ "", "", has_clock, add_time, TIMES },
};

static const struct meaning of_code[] = {
	{ "SIMULATED", "SIM", is_simulated, add_maker, ALL },
	{ "WINDOW", "WIN", is_code_window, add_window, TIMES },
	{ "DIFF", "DIFF", is_code_difference, NULL, ALL },
	{ "FROZEN", "FROZEN", is_code_frozen, NULL, ALL },
	{ "", "", has_clock, add_time, TIMES },
};

static void collect(struct segments *line, const struct ui_state *state, enum words words)
{
	const bool code = state->code.open;
	const struct meaning *meanings = code ? of_code : of_lists;
	const size_t n = code ? sizeof(of_code) / sizeof(of_code[0])
			      : sizeof(of_lists) / sizeof(of_lists[0]);

	line->n = 0;
	line->between = words == BRIEF ? " " : symbol(SYMBOL_DOT, state->look.ascii);
	for (size_t i = 0; i < n; i++) {
		const bool special = meanings[i].word[0];
		char more[MORE_TEXT] = "";

		if (!meanings[i].holds(state) || (!special && words > meanings[i].last))
			continue;
		if (meanings[i].more && words <= meanings[i].last)
			meanings[i].more(state, more);
		segments_add(line, 1,
			     canvas_style(special ? ROLE_NOTE : ROLE_TITLE, special), "%s%s",
			     words == BRIEF ? meanings[i].brief : meanings[i].word,
			     special ? more : more + 1);
	}
}

bool view_meaning_is_special(const struct ui_state *state)
{
	struct segments line;

	collect(&line, state, BRIEF);
	return line.n > 0;
}

int view_meaning_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      int title)
{
	const int room[] = { [ALL] = rect.w - title - 1, [TIMES] = rect.w - TITLE_LEAST,
			     [WORDS] = rect.w - TITLE_LEAST, [BRIEF] = rect.w };
	enum words words = rect.w < CLOCK_FROM_WIDTH ? WORDS : ALL;
	struct segments line;
	int width;

	collect(&line, state, words);
	while (words < BRIEF && segments_width(&line) > room[words])
		collect(&line, state, ++words);
	width = segments_width(&line);
	if (width > rect.w)
		width = rect.w;
	(void)segments_draw(&line, canvas, rect.x + rect.w - width, rect.y, width);
	return width;
}

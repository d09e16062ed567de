/* SPDX-License-Identifier: GPL-2.0-only */
/* What all numbers mean is in the first line, whatever else there is to say. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include "tests/fixtures/fixture_ui.h"

#define ALL_WORDS "SIMULATED · AVERAGE of 2 · DIFF since 00:03:46 · FROZEN 00:03:46"

/* What changes the meaning of all numbers: set by hand, or after these keys. */
static const struct state {
	const char *keys, *said;
	bool simulated, recorded;
} states[] = {
	{ "", "SIMULATED · 00:03:46", true, false }, { "z", " FROZEN 00:03:46", false, false },
	{ "[", " FROZEN 00:03:45", false, false }, { "x", " DIFF since 00:03:46 · 00:03:46", false, false },
	{ "a", " AVERAGE of 2 · 00:03:46", false, false }, { "", " WHOLE RECORDING", false, true },
	{ "x", " DIFF to the whole · WHOLE RECORDING", false, true },
	{ "]", " RECORDED 00:03:45", false, true }, { "p", " PLAYING 00:03:45", false, true },
	{ "pp", " PAUSED 00:03:45", false, true }, { "axz", ALL_WORDS, true, false },
};

/* What else fills the screen, and the status line above all. */
static const struct burden {
	const char *keys, *shown;
} burdens[] = {
	{ "", "PID" }, { " ", "tagged" },
	{ "\\cpu>0 and cpu<1000 and be<1000 and fe<1000 and bad<1000 and ret<1000\r", "filter" },
	{ "\x01", "no key" }, { "d", "NODE" },
	{ "?", "What TopDown tells" },
};

static void open_state(const struct state *state)
{
	const struct ui_options options = { .look.level = 1, .recorded = state->recorded };

	state_done(&ui);
	fixture_machine.source = state->recorded ? "replay" : "switch";
	fixture_machine.simulated = state->simulated;
	(void)snprintf(fixture_machine.simulated_by, sizeof(fixture_machine.simulated_by), "all is invented");
	state_init(&ui, &options, UINT64_C(1000000000));
	next_snapshot(fixture_snapshot(1));
	next_snapshot(fixture_snapshot(2));
	if (state->recorded) {
		struct snapshot *end = fixture_snapshot(3);

		snapshot_clear(end);
		end->ended = true;
		next_snapshot(end);
	}
	(void)press(state->keys);
}

FIXTURE(teardown)
{
	fixture_machine.source = "switch";
	fixture_machine.simulated = false;
	return fixture_ui_teardown(state);
}

#define MEANING_TEST(sentence) TEST_WITH(sentence, fixture_ui_setup, teardown)

MEANING_TEST(the_first_line_says_what_all_numbers_mean_whatever_else_there_is_to_say)
{
	for (size_t s = 0; s < sizeof(states) / sizeof(states[0]); s++)
		for (size_t b = 0; b < sizeof(burdens) / sizeof(burdens[0]); b++) {
			open_state(&states[s]);
			(void)press(burdens[b].keys);
			if (!shows(burdens[b].shown) || !line_has("tdtop", states[s].said))
				fail_msg("\"%s\" with \"%s\":\n%s", states[s].said,
					 burdens[b].shown, fixture_canvas_dump());
		}
}

MEANING_TEST(little_room_makes_its_words_shorter_and_never_hides_them)
{
	static const struct {
		int w, h;
		const char *said;
	} sizes[] = {
		{ 160, 40, "SIMULATED: all is invented · AVERAGE of 2 · DIFF since 00:03:46 · FROZEN" },
		{ 80, 24, ALL_WORDS }, { 50, 10, "SIMULATED · AVERAGE · DIFF · FROZEN" },
		{ 20, 10, "SIM AVG DIFF FROZEN" }, { 20, 5, "SIM AVG DIFF FROZEN" },
	};

	open_state(&states[sizeof(states) / sizeof(states[0]) - 1]);
	(void)press(" ");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		(void)canvas_resize(&canvas, sizes[i].w, sizes[i].h);
		if (!shows(sizes[i].said))
			fail_msg("%dx%d:\n%s", sizes[i].w, sizes[i].h, fixture_canvas_dump());
	}
}

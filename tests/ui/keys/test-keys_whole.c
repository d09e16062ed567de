/* SPDX-License-Identifier: GPL-2.0-only */
/* Recordings and commands: their sum as one interval, key s, and how far a recording was read. */
#include "config.h"

#include "model/snapshot/sums.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/time/state_show.h"

#define SECOND 1000000000ULL

static struct sums *run;	/* of a command */

/* "2 0.5": the second interval is read, which ends in the middle of the file. */
static void step_read(const char *value)
{
	char *progress;
	struct snapshot *snapshot = fixture_snapshot(strtoull(value, &progress, 10));

	(void)snprintf(snapshot->doing, sizeof(snapshot->doing), "reading the recording");
	snapshot->progress = strtod(progress, NULL);
	next_snapshot(snapshot);
}

static void step_end(const char *value)
{
	struct snapshot *end = fixture_snapshot(9);

	snapshot_clear(end);
	end->ended = true;
	next_snapshot(end);
}

static void begin(const struct ui_options *options)
{
	state_done(&ui);
	state_init(&ui, options, SECOND);
	(void)canvas_resize(&canvas, 132, 40);
}

static const struct ui_options of_a_file = { .look.level = 1, .recorded = true };

/* The first of three intervals of a file was read. */
AROUND(setup_recording)
{
	fixture_machine.source = "replay";
	(void)fixture_ui_setup(state);
	begin(&of_a_file);
	(void)press("<read 1 0.25>");
}

FIXTURE(teardown_recording)
{
	fixture_machine.source = "switch";
	return fixture_ui_teardown(state);
}

static void step_read_all(const char *value)
{
	(void)press("<read 2 0.5><read 3 0.75><end>");
}

/* The first interval of "tdtop -- make". */
FIXTURE(setup_command)
{
	struct ui_options options = { .look.level = 1 };

	(void)fixture_ui_setup(state);
	options.run = run = sums_new(SUMS_OF_TASKS);
	begin(&options);
	next_snapshot(fixture_snapshot(1));
	(void)sums_add(run, newest);
	return run ? 0 : -1;
}

FIXTURE(teardown_command)
{
	const int ret = fixture_ui_teardown(state);

	sums_free(run);
	return ret;
}

/* The collector adds the last interval before it publishes it. */
static void step_ended(const char *value)
{
	struct snapshot *last = fixture_snapshot(2);

	last->last = true;
	(void)sums_add(run, last);
	(void)snprintf(ui.whole.ended, sizeof(ui.whole.ended), "make exited with status 3");
	next_snapshot(last);
}

const struct word own_words[] = {
	{ "end", .act = step_end },	  { "ended", .act = step_ended },
	{ "read", .act = step_read },	  { "read-all", .act = step_read_all },
	{ .name = NULL },
};

TEST_WITH(a_recording_begins_with_the_sum_of_all_intervals, setup_recording, teardown_recording)
{
	const uint64_t busy_ns = snapshot_find(newest, ROW_PROCESS, PID_COMPUTE)->busy_ns;

	AFTER("<read-all>", "3 intervals, 3.0 s, 00:03:44 to 00:03:47");
	assert_int_equal(ui.snapshot->interval_ns, 3 * SECOND);
	assert_int_equal(snapshot_find(ui.snapshot, ROW_PROCESS, PID_COMPUTE)->busy_ns, 3 * busy_ns);
}

TEST_WITH(the_sum_grows_while_the_recording_is_read, setup_recording, teardown_recording)
{
	NOW("reading the recording 25 %", "1 interval, 1.0 s");
	AFTER("<read 2 0.5>", "reading the recording 50 %", "2 intervals, 2.0 s");
}

/* A sum of many tasks takes longer than an interval: one a percent, as frames are drawn. */
TEST_WITH(it_is_summed_anew_once_a_percent, setup_recording, teardown_recording)
{
	AFTER("<read 2 0.251>", ":intervals 1");
	AFTER("<read 3 0.26>", ":intervals 3");
}

TEST_WITH(the_progress_is_that_of_now_and_ends_with_the_reading, setup_recording, teardown_recording)
{
	AFTER("]", ":seq 1");
	AFTER("<read 2 0.5>", "reading the recording 50 %");
	AFTER("<end>", "!reading");
	AFTER("]", ":seq 2", "!reading");	/* which was read at 50 % */
}

TEST_WITH(steps_lead_from_the_sum_to_both_ends, setup_recording, teardown_recording)
{
	AFTER("<read-all>]", ":seq 1", "RECORDED 00:03:45\n", "interval 1 of 3");
	AFTER("s[", ":seq 3");
	AFTER("s)", ":seq 3");
	AFTER("s(", ":seq 1");
	AFTER("sz", ":seq 3");
}

/* One that began with r in the fourth interval. */
TEST_WITH(an_interval_has_the_number_that_json_and_text_have, setup_recording, teardown_recording)
{
	begin(&of_a_file);
	AFTER("<read 4 0.25><read 5 0.5>]", "interval 4 (1 of 2)");
}

TEST_WITH(s_leads_to_the_sum_and_back, setup_recording, teardown_recording)
{
	AFTER("<read-all>]]", ":seq 2");
	AFTER("s", ":reaction rows", "3 intervals");
	AFTER("s", ":seq 2", ":intervals 0");
}

TEST_WITH(lists_filters_and_details_work_on_the_sum, setup_recording, teardown_recording)
{
	AFTER("<read-all>\\memhog\r", ":rows 1");
	AFTER("d", ":detail", ":detail-interval 3000000000");
	(void)press("dvvv");
	assert_true(ui.n_rows > 0);
}

TEST_WITH(r_opens_a_recording_of_watched_processes_again, setup_recording, teardown_recording)
{
	assert_false(press("r") & R_QUIT);
	ui.reopens = true;
	AFTER("v", "all tasks (r: those watched)");
	assert_int_equal(press("r") & R_REOPEN, R_REOPEN);
}

TEST_WITH(a_recording_that_is_opened_again_keeps_filters_and_cursors, setup_recording, teardown_recording)
{
	struct list_places places;
	struct ui_options again = of_a_file;
	struct row_name selected;

	(void)press("<read-all>\\cpu>0\rjj");
	selected = row_name_of(state_selected(&ui));
	state_places(&ui, &places);
	again.places = &places;
	begin(&again);
	AFTER("<read-all>", "cpu>0", ":line 2");
	assert_true(row_is_named(state_selected(&ui), &selected));
}

TEST_WITH(p_plays_each_interval_as_long_as_it_was, setup_recording, teardown_recording)
{
	(void)press("<read-all>");
	assert_int_equal(play_wait_ms(&ui, 0), -1);
	AFTER("p", ":seq 1", "PLAYING 00:03:45\n", "interval 1 of 3");	/* from the first on */
	assert_false(play_tick(&ui, 5 * SECOND));
	assert_int_equal(play_wait_ms(&ui, 5 * SECOND), 1000);
	assert_false(play_tick(&ui, 6 * SECOND - 1));
	assert_true(play_tick(&ui, 6 * SECOND));
	assert_int_equal(ui.snapshot->seq, 2);
	assert_true(play_tick(&ui, 7 * SECOND + 5));
	assert_int_equal(play_wait_ms(&ui, 7 * SECOND), 1000);	/* it does not drift */
	assert_int_equal(ui.snapshot->seq, 3);
	assert_true(play_tick(&ui, 8 * SECOND));
	assert_int_equal(play_wait_ms(&ui, 8 * SECOND), -1);	/* the end */
	assert_true(shows("RECORDED 00:03:47\n") && shows("interval 3 of 3"));
	AFTER("p", ":seq 1");
}

TEST_WITH(p_pauses_and_goes_on, setup_recording, teardown_recording)
{
	(void)press("<read-all>p");
	(void)play_tick(&ui, SECOND);
	AFTER("p", "PAUSED 00:03:45\n");
	assert_int_equal(play_wait_ms(&ui, SECOND), -1);
	assert_false(play_tick(&ui, 9 * SECOND));
	(void)press("p");
	assert_false(play_tick(&ui, 20 * SECOND));	/* the whole interval again */
	assert_true(play_tick(&ui, 21 * SECOND));
	assert_int_equal(ui.snapshot->seq, 2);
}

TEST_WITH(a_step_or_the_sum_ends_playing, setup_recording, teardown_recording)
{
	AFTER("<read-all>p]", ":seq 2");
	assert_int_equal(play_wait_ms(&ui, 0), -1);
	(void)press("ps");
	assert_false(play_tick(&ui, SECOND));
	assert_int_equal(play_wait_ms(&ui, 0), -1);
	assert_true(shows("WHOLE RECORDING\n"));
}

TEST_WITH(playing_waits_for_what_is_not_read_yet, setup_recording, teardown_recording)
{
	(void)press("p");
	(void)play_tick(&ui, SECOND);
	assert_false(play_tick(&ui, 2 * SECOND));
	(void)press("<read 2 0.5>");
	assert_true(play_tick(&ui, 3 * SECOND));
	assert_int_equal(ui.snapshot->seq, 2);
}

TEST_WITH(a_replay_does_not_tell_what_reading_costs, setup_recording, teardown_recording)
{
	ui.self_usage = (struct self_usage){ .cpu_percent = 86 };
	assert_false(shows("self"));
}

TEST_WITH(a_recording_that_ends_at_once_has_no_sum, setup_recording, teardown_recording)
{
	begin(&of_a_file);
	AFTER("<end>", "!WHOLE");
	AFTER("s", ":reaction draw");
	(void)press("]");
}

TEST_WITH(the_whole_is_the_base_of_its_intervals, setup_recording, teardown_recording)
{
	AFTER("<read-all>x", "the whole is the base: [ ] show single intervals", "DIFF to the whole");
	AFTER("]", ":seq 1", "DIFF to the whole · RECORDED");
}

TEST_WITH(one_interval_is_not_compared_with_itself, setup_recording, teardown_recording)
{
	AFTER("<end>x", "this is the only interval: there is nothing to compare it with", "!DIFF");
}

TEST_WITH(a_command_ends_with_the_sum_of_its_run, setup_command, teardown_command)
{
	AFTER("<ended>", "EXITED: make exited with status 3 after 2.0 s", "WHOLE RUN\n", "2 intervals, 2.0 s");
	AFTER("s", "EXITED: make exited with status 3 after 2.0 s", "!WHOLE", ":newest");
	AFTER("s", "WHOLE RUN\n");
}

TEST_WITH(a_command_that_runs_has_no_summary_yet, setup_command, teardown_command)
{
	AFTER("s", ":reaction draw", "the summary comes when the command has ended", ":newest");
}

/* The user looks at something; s is there. */
TEST_WITH(the_end_of_a_command_leaves_a_frozen_screen_alone, setup_command, teardown_command)
{
	AFTER("z<ended>", "!WHOLE", ":seq 1");
	AFTER("s", "WHOLE RUN\n");
	AFTER("s", ":seq 1");
}

/* Nothing goes on, so nothing is frozen, and how long ago it was is not known. */
TEST_WITH(after_the_end_of_a_command_a_step_back_freezes_nothing, setup_command, teardown_command)
{
	AFTER("<ended>s[", ":seq 1", "INTERVAL 00:03:45\n", "interval 1 of 2", "!FROZEN", "! ago");
}

TEST_WITH(changes_of_a_recording_are_led_to_from_its_sum, setup_recording, teardown_recording)
{
	show_until(70);
	show_changed_until(80);
	AFTER("<end>", "!core bound");
	AFTER(";", ":seq 71", "s: core bound 10 ", "late began");
	AFTER("s:", ":seq 71");
}

UI_TEST(neither_recorded_nor_a_command_there_is_no_whole)
{
	const struct ui_options options = { .look.level = 1 };

	begin(&options);
	next_snapshot(fixture_snapshot(1));
	AFTER("s", ":reaction draw", "only a recording (-i) and a command (--) have a summary");
	AFTER("p", ":reaction draw", "p plays recordings");
}

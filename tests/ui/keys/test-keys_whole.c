/* SPDX-License-Identifier: GPL-2.0-only */
/* Recordings and commands: their sum as one interval, key s, and how far a recording was read. */
#include "config.h"

#include "model/snapshot/sums.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/state/play.h"

#define SECOND 1000000000ULL

static struct sums *run;	/* of a command */

static struct snapshot *read_until(uint64_t seq, double progress)
{
	struct snapshot *snapshot = fixture_snapshot(seq);

	(void)snprintf(snapshot->doing, sizeof(snapshot->doing), "reading the recording");
	snapshot->progress = progress;
	return snapshot;
}

static void end_of_file(void)
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

/* The first of three intervals of a file was read. */
FIXTURE(setup_recording)
{
	const struct ui_options options = { .level = 1, .recorded = true };

	fixture_machine.source = "replay";
	(void)fixture_ui_setup(state);
	begin(&options);
	next_snapshot(read_until(1, 0.25));
	return 0;
}

FIXTURE(teardown_recording)
{
	fixture_machine.source = "switch";
	return fixture_ui_teardown(state);
}

static void read_all(void)
{
	next_snapshot(read_until(2, 0.5));
	next_snapshot(read_until(3, 0.75));
	end_of_file();
}

/* The first interval of "tdtop -- make". */
FIXTURE(setup_command)
{
	struct ui_options options = { .level = 1 };

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
static void end_of_command(void)
{
	struct snapshot *last = fixture_snapshot(2);

	last->last = true;
	(void)sums_add(run, last);
	(void)snprintf(ui.whole.ended, sizeof(ui.whole.ended), "make exited with status 3");
	next_snapshot(last);
}

TEST_WITH(a_recording_begins_with_the_sum_of_all_intervals, setup_recording, teardown_recording)
{
	const uint64_t busy_ns = snapshot_find(newest, ROW_PROCESS, PID_COMPUTE)->busy_ns;

	read_all();
	assert_true(shows("3 intervals, 3.0 s, 00:03:44 to 00:03:47"));
	assert_int_equal(ui.snapshot->interval_ns, 3 * SECOND);
	assert_int_equal(snapshot_find(ui.snapshot, ROW_PROCESS, PID_COMPUTE)->busy_ns,
			 3 * busy_ns);
}

TEST_WITH(the_sum_grows_while_the_recording_is_read, setup_recording, teardown_recording)
{
	assert_true(shows("reading the recording 25 %"));
	assert_true(shows("1 interval, 1.0 s"));
	next_snapshot(read_until(2, 0.5));
	assert_true(shows("reading the recording 50 %"));
	assert_true(shows("2 intervals, 2.0 s"));
}

/* A sum of many tasks takes longer than an interval: one a percent, as frames are drawn. */
TEST_WITH(it_is_summed_anew_once_a_percent, setup_recording, teardown_recording)
{
	next_snapshot(read_until(2, 0.251));
	assert_int_equal(ui.snapshot->intervals, 1);
	next_snapshot(read_until(3, 0.26));
	assert_int_equal(ui.snapshot->intervals, 3);
}

TEST_WITH(the_progress_is_that_of_now_and_ends_with_the_reading, setup_recording,
	  teardown_recording)
{
	assert_int_equal(seq_after("]"), 1);
	next_snapshot(read_until(2, 0.5));
	assert_true(shows("reading the recording 50 %"));
	end_of_file();
	assert_false(shows("reading"));
	(void)press("]");	/* which was read at 50 % */
	assert_int_equal(ui.snapshot->seq, 2);
	assert_false(shows("reading"));
}

TEST_WITH(steps_lead_from_the_sum_to_both_ends, setup_recording, teardown_recording)
{
	read_all();
	assert_int_equal(seq_after("]"), 1);
	assert_true(shows("RECORDED 00:03:45\n") && shows("interval 1 of 3"));
	assert_int_equal(seq_after("s["), 3);
	assert_int_equal(seq_after("s)"), 3);
	assert_int_equal(seq_after("s("), 1);
	assert_int_equal(seq_after("sz"), 3);
}

/* One that began with r in the fourth interval. */
TEST_WITH(an_interval_has_the_number_that_json_and_text_have, setup_recording, teardown_recording)
{
	const struct ui_options options = { .level = 1, .recorded = true };

	begin(&options);
	next_snapshot(read_until(4, 0.25));
	next_snapshot(read_until(5, 0.5));
	assert_true(shows_after("]", "interval 4 (1 of 2)"));
}

TEST_WITH(s_leads_to_the_sum_and_back, setup_recording, teardown_recording)
{
	read_all();
	assert_int_equal(seq_after("]]"), 2);
	assert_int_equal(press("s"), R_ROWS);
	assert_true(shows("3 intervals"));
	assert_int_equal(seq_after("s"), 2);
	assert_int_equal(ui.snapshot->intervals, 0);
}

TEST_WITH(lists_filters_and_details_work_on_the_sum, setup_recording, teardown_recording)
{
	read_all();
	assert_int_equal(rows_after("\\memhog\r"), 1);
	(void)press("d");
	assert_true(ui.detail.open);
	assert_int_equal(ui.detail.interval_ns, 3 * SECOND);
	(void)press("dvvv");
	assert_true(ui.n_rows > 0);
}

TEST_WITH(p_plays_each_interval_as_long_as_it_was, setup_recording, teardown_recording)
{
	read_all();
	assert_int_equal(play_wait_ms(&ui, 0), -1);
	(void)press("p");			/* from the first on */
	assert_int_equal(ui.snapshot->seq, 1);
	assert_true(shows("PLAYING 00:03:45\n") && shows("interval 1 of 3"));
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
	assert_int_equal(seq_after("p"), 1);
}

TEST_WITH(p_pauses_and_goes_on, setup_recording, teardown_recording)
{
	read_all();
	(void)press("p");
	(void)play_tick(&ui, SECOND);
	assert_true(shows_after("p", "PAUSED 00:03:45\n"));
	assert_int_equal(play_wait_ms(&ui, SECOND), -1);
	assert_false(play_tick(&ui, 9 * SECOND));
	(void)press("p");
	assert_false(play_tick(&ui, 20 * SECOND));	/* the whole interval again */
	assert_true(play_tick(&ui, 21 * SECOND));
	assert_int_equal(ui.snapshot->seq, 2);
}

TEST_WITH(a_step_or_the_sum_ends_playing, setup_recording, teardown_recording)
{
	read_all();
	assert_int_equal(seq_after("p]"), 2);
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
	next_snapshot(read_until(2, 0.5));
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
	const struct ui_options options = { .level = 1, .recorded = true };

	begin(&options);
	end_of_file();
	assert_false(shows("WHOLE"));
	assert_int_equal(press("s"), R_DRAW);
	(void)press("]");
}

TEST_WITH(a_command_ends_with_the_sum_of_its_run, setup_command, teardown_command)
{
	end_of_command();
	assert_true(shows("EXITED: make exited with status 3 after 2.0 s"));
	assert_true(shows("WHOLE RUN\n") && shows("2 intervals, 2.0 s"));
	assert_true(shows_after("s", "EXITED: make exited with status 3 after 2.0 s"));
	assert_false(shows("WHOLE"));
	assert_ptr_equal(ui.snapshot, newest);
	assert_true(shows_after("s", "WHOLE RUN\n"));
}

TEST_WITH(a_command_that_runs_has_no_summary_yet, setup_command, teardown_command)
{
	assert_int_equal(press("s"), R_DRAW);
	assert_true(shows("the summary comes when the command has ended"));
	assert_ptr_equal(ui.snapshot, newest);
}

/* The user looks at something; s is there. */
TEST_WITH(the_end_of_a_command_leaves_a_frozen_screen_alone, setup_command, teardown_command)
{
	(void)press("z");
	end_of_command();
	assert_false(shows("WHOLE"));
	assert_int_equal(ui.snapshot->seq, 1);
	assert_true(shows_after("s", "WHOLE RUN\n"));
	assert_int_equal(seq_after("s"), 1);
}

/* Nothing goes on, so nothing is frozen, and how long ago it was is not known. */
TEST_WITH(after_the_end_of_a_command_a_step_back_freezes_nothing, setup_command, teardown_command)
{
	end_of_command();
	assert_int_equal(seq_after("s["), 1);
	assert_true(shows("INTERVAL 00:03:45\n") && shows("interval 1 of 2"));
	assert_false(shows("FROZEN"));
	assert_false(shows(" ago"));
}

UI_TEST(neither_recorded_nor_a_command_there_is_no_whole)
{
	const struct ui_options options = { .level = 1 };

	begin(&options);
	next_snapshot(fixture_snapshot(1));
	assert_int_equal(press("s"), R_DRAW);
	assert_true(shows("only a recording (-i) and a command (--) have a summary"));
	assert_int_equal(press("p"), R_DRAW);
	assert_true(shows("p plays recordings"));
}

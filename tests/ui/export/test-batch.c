/* SPDX-License-Identifier: GPL-2.0-only */
/* The loop of batch mode, and how it ends. */
#include "config.h"
#include "ui/export/batch.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "tests/fixtures/fixture_batch.h"
#include "tests/fixtures/test.h"

struct stage {
	struct exchange *exchange;
	struct control control;
	int pipe[2];
	struct err err;
};

static int set_stage(void **state)
{
	static struct stage stage;

	stage = (struct stage){ .exchange = exchange_new() };
	stage.control.wake_ui = eventfd(0, EFD_NONBLOCK);
	(void)signal(SIGPIPE, SIG_IGN);
	*state = &stage;
	return !stage.exchange || pipe(stage.pipe);
}

static int clear_stage(void **state)
{
	struct stage *stage = *state;

	exchange_free(stage->exchange);
	close(stage->control.wake_ui);
	close(stage->pipe[0]);
	close(stage->pipe[1]);
	return 0;
}

static void publish(struct stage *stage)
{
	uint64_t one = 1;

	batch_fill(exchange_draft(stage->exchange), &batch_machine);
	exchange_publish(stage->exchange);
	assert_int_equal(write(stage->control.wake_ui, &one, sizeof(one)), sizeof(one));
}

static int run_format(struct stage *stage, enum batch_format format, int out, uint64_t iterations)
{
	struct batch_config config = { .format = format, .view = ROW_PROCESS, .level = 1,
				       .iterations = iterations, .out = out };

	return batch_run(&config, stage->exchange, &stage->control, &stage->err);
}

static int run(struct stage *stage, int out, uint64_t iterations)
{
	return run_format(stage, BATCH_JSON, out, iterations);
}

static void publish_recording(struct stage *stage, bool on, uint64_t dropped)
{
	struct snapshot *draft = exchange_draft(stage->exchange);

	batch_fill(draft, &batch_machine);
	draft->recording = (struct recording_state){ .on = on, .dropped = dropped };
	exchange_publish(stage->exchange);
}

static void ends_after_the_iterations(void **state)
{
	struct stage *stage = *state;
	char bytes[65536];
	ssize_t n;

	publish(stage);
	assert_int_equal(run(stage, stage->pipe[1], 1), 0);
	n = read(stage->pipe[0], bytes, sizeof(bytes));
	assert_true(n > 0 && bytes[n - 1] == '\n');
}

static void a_reader_that_left_is_a_quiet_end(void **state)
{
	struct stage *stage = *state;

	publish(stage);
	close(stage->pipe[0]);
	assert_int_equal(run(stage, stage->pipe[1], 0), 0);
	assert_string_equal(stage->err.text, "");
}

static void a_reader_that_leaves_during_the_wait_is_noticed(void **state)
{
	struct stage *stage = *state;

	close(stage->pipe[0]);
	assert_int_equal(run(stage, stage->pipe[1], 0), 0);
}

static void a_full_disk_is_an_error(void **state)
{
	struct stage *stage = *state;
	int full = open("/dev/full", O_WRONLY);

	assert_true(full >= 0);
	publish(stage);
	assert_int_equal(run(stage, full, 0), -EIO);
	assert_string_equal(stage->err.text, "cannot write the output: No space left on device");
	close(full);
}

static void a_closed_output_is_an_error(void **state)
{
	struct stage *stage = *state;

	assert_int_equal(run(stage, 999, 0), -EIO);
	assert_string_equal(stage->err.text,
			    "cannot write the output: standard output is closed");
}

static void trouble_of_the_collector_ends_it(void **state)
{
	struct stage *stage = *state;
	struct snapshot *draft = exchange_draft(stage->exchange);

	batch_fill(draft, &batch_machine);
	strcpy(draft->trouble, "the counters have gone");
	exchange_publish(stage->exchange);
	assert_int_equal(run(stage, stage->pipe[1], 0), -EIO);
	assert_string_equal(stage->err.text, "the counters have gone");
}

static void long_work_without_numbers_is_no_interval(void **state)
{
	struct stage *stage = *state;
	struct snapshot *draft = exchange_draft(stage->exchange);

	snapshot_clear(draft);
	draft->machine = &batch_machine;
	strcpy(draft->doing, "reading x.data");
	exchange_publish(stage->exchange);
	/* Nothing is written, so the wait for the next interval fails. */
	assert_int_equal(run(stage, 999, 1), -EIO);
	assert_string_equal(stage->err.text,
			    "cannot write the output: standard output is closed");
}

static void beside_a_recording_nothing_is_printed(void **state)
{
	struct stage *stage = *state;
	char byte;

	publish_recording(stage, true, 0);
	assert_int_equal(run_format(stage, BATCH_NOTHING, stage->pipe[1], 1), 0);
	assert_int_equal(fcntl(stage->pipe[0], F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(read(stage->pipe[0], &byte, 1), -1);
	assert_string_equal(stage->err.text, "");
}

static bool show_two(void *data, const struct snapshot *snapshot)
{
	int *shown = data;

	assert_non_null(snapshot);
	return ++*shown < 2;
}

static void who_is_shown_intervals_says_when_it_is_enough(void **state)
{
	struct stage *stage = *state;
	int shown = 1;
	const struct batch_config config = { .format = BATCH_NOTHING, .out = stage->pipe[1],
					     .show = show_two, .data = &shown };

	publish(stage);
	assert_int_equal(batch_run(&config, stage->exchange, &stage->control, &stage->err), 0);
	assert_int_equal(shown, 2);
}

static void who_is_shown_intervals_writes_no_recording(void **state)
{
	struct stage *stage = *state;
	int shown = 0;
	const struct batch_config config = { .format = BATCH_NOTHING, .out = stage->pipe[1],
					     .show = show_two, .data = &shown };

	close(stage->pipe[0]);
	assert_int_equal(batch_run(&config, stage->exchange, &stage->control, &stage->err), 0);
	assert_string_equal(stage->err.text, "");
}

static void it_ends_with_the_recording(void **state)
{
	struct stage *stage = *state;

	publish_recording(stage, false, 0);
	assert_int_equal(run_format(stage, BATCH_NOTHING, stage->pipe[1], 0), 0);
}

static void what_the_recording_lacks_is_said(void **state)
{
	struct stage *stage = *state;

	publish_recording(stage, true, 7);
	assert_int_equal(run_format(stage, BATCH_NOTHING, stage->pipe[1], 1), 0);
	assert_string_equal(stage->err.text, "7 records are missing in the recording: the program "
			    "that reads standard output is too slow");
}

static void the_reader_of_a_recording_that_leaves_is_an_error(void **state)
{
	struct stage *stage = *state;

	close(stage->pipe[0]);
	assert_int_equal(run_format(stage, BATCH_NOTHING, stage->pipe[1], 0), -EIO);
	assert_string_equal(stage->err.text, "the program that reads the recording from standard "
			    "output has ended; recording has stopped");
}

static void a_signal_ends_it_quietly(void **state)
{
	struct stage *stage = *state;

	batch_catch_signals(false);
	raise(SIGTERM);
	assert_int_equal(run(stage, stage->pipe[1], 0), 0);
	assert_string_equal(stage->err.text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(ends_after_the_iterations, set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(a_reader_that_left_is_a_quiet_end, set_stage,
						clear_stage),
		cmocka_unit_test_setup_teardown(a_reader_that_leaves_during_the_wait_is_noticed,
						set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(a_full_disk_is_an_error, set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(a_closed_output_is_an_error, set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(long_work_without_numbers_is_no_interval, set_stage,
						clear_stage),
		cmocka_unit_test_setup_teardown(trouble_of_the_collector_ends_it, set_stage,
						clear_stage),
		cmocka_unit_test_setup_teardown(beside_a_recording_nothing_is_printed, set_stage,
						clear_stage),
		cmocka_unit_test_setup_teardown(who_is_shown_intervals_says_when_it_is_enough,
						set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(who_is_shown_intervals_writes_no_recording,
						set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(it_ends_with_the_recording, set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(what_the_recording_lacks_is_said, set_stage,
						clear_stage),
		cmocka_unit_test_setup_teardown(the_reader_of_a_recording_that_leaves_is_an_error,
						set_stage, clear_stage),
		/* Last: the flag of the signal stays set. */
		cmocka_unit_test_setup_teardown(a_signal_ends_it_quietly, set_stage, clear_stage),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	(void)alarm(60);	/* an endless loop must fail, not hang the suite */
	return cmocka_run_group_tests(tests, NULL, NULL);
}

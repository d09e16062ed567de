/* SPDX-License-Identifier: GPL-2.0-only */
/* The loop of batch mode, and how it ends. */
#include "config.h"
#include "ui/batch/batch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "tests/fixtures/fixture_batch.h"

static struct {
	struct exchange *exchange;
	struct control control;
	int pipe[2];
	struct err err;
} stage;

SETUP_MAY_FAIL
{
	(void)alarm(600);	/* an endless loop must fail, not hang the suite */
	memset(&stage, 0, sizeof(stage));
	stage.exchange = exchange_new();
	stage.control.wake_ui = eventfd(0, EFD_NONBLOCK);
	(void)signal(SIGPIPE, SIG_IGN);
	return !stage.exchange || pipe(stage.pipe);
}

TEARDOWN
{
	exchange_free(stage.exchange);
	close(stage.control.wake_ui);
	close(stage.pipe[0]);
	close(stage.pipe[1]);
}

static void publish(void)
{
	uint64_t one = 1;

	batch_fill(exchange_draft(stage.exchange), &batch_machine);
	exchange_publish(stage.exchange);
	assert_int_equal(write(stage.control.wake_ui, &one, sizeof(one)), sizeof(one));
}

/* It returns this, with this message. */
static void check_run(enum batch_format format, int out, uint64_t iterations, int ret, const char *message)
{
	struct batch_config config = { .format = format, .view = ROW_PROCESS, .look.level = 1,
				       .iterations = iterations, .out = out };

	assert_int_equal(batch_run(&config, stage.exchange, &stage.control, &stage.err), ret);
	assert_string_equal(stage.err.text, message);
}

static void publish_recording(bool on, uint64_t dropped)
{
	struct snapshot *draft = exchange_draft(stage.exchange);

	batch_fill(draft, &batch_machine);
	draft->recording = (struct recording_state){ .on = on, .dropped = dropped };
	exchange_publish(stage.exchange);
}

TEST(ends_after_the_iterations)
{
	char bytes[65536];
	ssize_t n;

	publish();
	check_run(BATCH_JSON, stage.pipe[1], 1, 0, "");
	n = read(stage.pipe[0], bytes, sizeof(bytes));
	assert_true(n > 0 && bytes[n - 1] == '\n');
}

TEST(a_reader_that_left_is_a_quiet_end)
{
	publish();
	close(stage.pipe[0]);
	check_run(BATCH_JSON, stage.pipe[1], 0, 0, "");
}

TEST(a_reader_that_leaves_during_the_wait_is_noticed)
{
	close(stage.pipe[0]);
	check_run(BATCH_JSON, stage.pipe[1], 0, 0, "");
}

TEST(a_full_disk_is_an_error)
{
	int full = open("/dev/full", O_WRONLY);

	assert_true(full >= 0);
	publish();
	check_run(BATCH_JSON, full, 0, -EIO, "cannot write the output: No space left on device");
	close(full);
}

TEST(a_closed_output_is_an_error)
{
	check_run(BATCH_JSON, 999, 0, -EIO, "cannot write the output: standard output is closed");
}

TEST(trouble_of_the_collector_ends_it)
{
	struct snapshot *draft = exchange_draft(stage.exchange);

	batch_fill(draft, &batch_machine);
	strcpy(draft->trouble, "the counters have gone");
	exchange_publish(stage.exchange);
	check_run(BATCH_JSON, stage.pipe[1], 0, -EIO, "the counters have gone");
}

TEST(long_work_without_numbers_is_no_interval)
{
	struct snapshot *draft = exchange_draft(stage.exchange);

	snapshot_clear(draft);
	draft->machine = &batch_machine;
	strcpy(draft->doing, "reading x.data");
	exchange_publish(stage.exchange);
	/* Nothing is written, so the wait for the next interval fails. */
	check_run(BATCH_JSON, 999, 1, -EIO, "cannot write the output: standard output is closed");
}

TEST(beside_a_recording_nothing_is_printed)
{
	char byte;

	publish_recording(true, 0);
	check_run(BATCH_NOTHING, stage.pipe[1], 1, 0, "");
	assert_int_equal(fcntl(stage.pipe[0], F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(read(stage.pipe[0], &byte, 1), -1);
}

static bool show_two(void *data, const struct snapshot *snapshot)
{
	int *shown = data;

	assert_non_null(snapshot);
	return ++*shown < 2;
}

TEST(who_is_shown_intervals_says_when_it_is_enough)
{
	int shown = 1;
	const struct batch_config config = { .format = BATCH_NOTHING, .out = stage.pipe[1],
					     .show = show_two, .data = &shown };

	publish();
	assert_int_equal(batch_run(&config, stage.exchange, &stage.control, &stage.err), 0);
	assert_int_equal(shown, 2);
}

TEST(who_is_shown_intervals_writes_no_recording)
{
	int shown = 0;
	const struct batch_config config = { .format = BATCH_NOTHING, .out = stage.pipe[1],
					     .show = show_two, .data = &shown };

	close(stage.pipe[0]);
	assert_int_equal(batch_run(&config, stage.exchange, &stage.control, &stage.err), 0);
	assert_string_equal(stage.err.text, "");
}

TEST(it_ends_with_the_recording)
{
	publish_recording(false, 0);
	check_run(BATCH_NOTHING, stage.pipe[1], 0, 0, "");
}

TEST(what_the_recording_lacks_is_said)
{
	publish_recording(true, 7);
	check_run(BATCH_NOTHING, stage.pipe[1], 1, 0, "7 records are missing in the recording: the program "
		  "that reads standard output is too slow");
}

TEST(the_reader_of_a_recording_that_leaves_is_an_error)
{
	close(stage.pipe[0]);
	check_run(BATCH_NOTHING, stage.pipe[1], 0, -EIO, "the program that reads the recording from standard "
		  "output has ended; recording has stopped");
}

TEST(a_signal_ends_it_quietly)
{
	bool by_terminal;

	(void)signal(SIGQUIT, SIG_DFL);		/* a shell ignores it for what it runs in the background */
	batch_catch_signals(false);
	publish();
	check_run(BATCH_JSON, stage.pipe[1], 1, 0, "");
	assert_false(stage.control.cut_short);
	raise(SIGTERM);
	check_run(BATCH_JSON, stage.pipe[1], 0, 0, "");
	assert_true(stage.control.cut_short);	/* the interval that runs is recorded */
	raise(SIGQUIT);		/* Ctrl-\ would leave a command behind */
	assert_int_equal(batch_signal(&by_terminal), SIGQUIT);
}

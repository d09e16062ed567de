/* SPDX-License-Identifier: GPL-2.0-only */
/* The thread that makes profiles while samples are taken: what it publishes, and of what. */
#include "config.h"
#include "collect/live/live_profile.h"

#include <linux/perf_event.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "model/formula.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/fixture_samples.h"
#include "tests/fixtures/test_main.h"

#define APP_LINE "400000-410000 r-xp 00000000 08:01 1234 /bin/app\n"

static struct profile_exchange *exchange;
static struct live_profile *live;
static struct builder b;
static int wake_ui;
static struct profile_news news;	/* of the newest profile */
static uint32_t told;		/* objects; of the thread until it has ended */

/* Takes the place of glibc's: time goes by when it is asked for, and not while others run. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
	static atomic_ulong asked;
	const unsigned long ms = 1000 + 5 * atomic_fetch_add(&asked, 1);

	if (clock != CLOCK_MONOTONIC)
		return (int)syscall(SYS_clock_gettime, clock, time);
	*time = (struct timespec){ .tv_sec = (time_t)(ms / 1000),
				   .tv_nsec = (long)(ms % 1000 * 1000000) };
	return 0;
}

static int count_object(void *data, uint32_t index, const struct profile_object *object)
{
	assert_int_equal(index, told);
	assert_non_null(object->path);
	told++;
	return 0;
}

static uint8_t give_build_id(void *data, uint32_t index, unsigned char id[BUILD_ID_MAX])
{
	assert_int_equal(index + 1, told);	/* after it was told */
	memset(id, 0xab, BUILD_ID_MAX);
	return BUILD_ID_MAX;
}

SETUP_MAY_FAIL
{
	struct live_profile_options options = { .add_object = count_object,
						.build_id = give_build_id, .cpu_share = 1 };
	struct err err;

	told = 0;
	exchange = profile_exchange_new();
	wake_ui = eventfd(0, EFD_CLOEXEC);
	options.exchange = exchange;
	options.wake_ui = wake_ui;
	options.proc_root = fake_proc_new();
	fake_proc_put("100/maps", APP_LINE);
	builder_init(&b);
	(void)builder_branch_event(&b);
	return live_profile_new(&options, &live, &err);
}

TEARDOWN
{
	live_profile_free(live);
	profile_exchange_free(exchange);
	close(wake_ui);
	builder_done(&b);
	fake_proc_done();
}

static struct class_samples classes;	/* of the next one */

static void begin(uint32_t serial, int32_t pid)
{
	const struct built_event *built = &b.events[0];
	struct live_target target = { .request.serial = serial, .pid = pid, .classes = classes };

	target.event.layout = record_layout_make(built->sample_type, 0, true, false);
	target.event.layout.branch_type = built->branch_type;
	target.event.event = (struct profile_event){ .name = "near_taken", .has_branches = true,
						     .trigger = TRIGGER_TAKEN, .period = 400009 };
	target.event.period = 400009;
	assert_int_equal(live_profile_begin(live, &target), 0);
}

/* Hands over the records that were built since the last call. */
static void put_built(void)
{
	assert_true(live_profile_put(live, b.data.bytes, b.data.n));
	b.data.n = 0;
}

static void round_at(uint64_t now_ns)
{
	put_built();
	live_profile_round(live, now_ns);
}

/* The newest profile once it has so many samples; it and its news are published one by one. */
static const struct profile *wait_for(uint64_t samples)
{
	for (;;) {
		const struct profile *profile;
		uint64_t n;

		assert_int_equal(read(wake_ui, &n, sizeof(n)), sizeof(n));
		profile = profile_exchange_latest(exchange, &news);
		if (profile && profile->samples == samples)
			return profile;
	}
}

/* Waits for news whose sentence of trouble begins so. */
static void wait_for_trouble(const char *text)
{
	uint64_t n;

	do {
		assert_int_equal(read(wake_ui, &n, sizeof(n)), sizeof(n));
		(void)profile_exchange_latest(exchange, &news);
	} while (strncmp(news.trouble, text, strlen(text)));
}

static const struct built_branch branches[] = { { 0x400210, 0x400300, BUILT_PREDICTED },
						{ 0x400120, 0x400200, BUILT_PREDICTED } };

static void sample_at(uint64_t time_ns)
{
	builder_branches(&b, time_ns, branches, 2);
}

/* A sample at 1 s, from which a round at 2 s makes a profile. */
static void begin_with_a_sample(uint32_t serial)
{
	begin(serial, 0);
	sample_at(SECOND);
	round_at(2 * SECOND);
}

TEST(samples_become_a_profile_of_the_request_with_places_from_proc)
{
	const struct profile *profile;

	begin(5, 0);
	sample_at(SECOND);
	sample_at(2 * SECOND);
	round_at(3 * SECOND);
	profile = wait_for(2);
	assert_int_equal(news.serial, 5);
	assert_true(profile->live);
	assert_int_equal(profile->stacks, 2);
	assert_string_equal(path_of(profile, profile->addresses[0].at), "/bin/app");
	assert_int_equal(profile->addresses[0].at.offset, 0x300);
	assert_int_equal(news.first_ns, SECOND);
	assert_int_equal(news.last_ns, 2 * SECOND);
	assert_false(news.ended);
}

TEST(samples_of_classes_make_no_profile_before_it_is_known_what_they_are_worth)
{
	static const struct class_event event = { .slots = true };
	static const struct class_table table = { .events = &event, .n_events = 1 };
	struct profile_news of_classes = { .trouble = "not known yet", .live.classes.table = &table };

	classes.table = &table;
	begin(5, 0);
	sample_at(SECOND);
	round_at(2 * SECOND);
	live_profile_tell(live, &of_classes);
	wait_for_trouble("not known yet");
	assert_null(profile_exchange_latest(exchange, &news));
	of_classes.live.classes = (struct class_samples){ .table = &table, .events = 1, .unit[0] = 1, .running[0] = 2 };
	live_profile_tell(live, &of_classes);
	assert_int_equal(wait_for(1)->weight, 2 * 400009);
	classes.table = NULL;
}

TEST(a_profile_grows_with_each_round)
{
	begin_with_a_sample(1);
	(void)wait_for(1);
	sample_at(3 * SECOND);
	round_at(4 * SECOND);
	assert_int_equal(wait_for(2)->stacks, 2);
}

TEST(samples_that_are_newer_than_the_round_wait_for_the_next_one)
{
	begin(1, 0);
	sample_at(SECOND);
	sample_at(3 * SECOND);
	round_at(2 * SECOND);
	(void)wait_for(1);
	round_at(4 * SECOND);
	(void)wait_for(2);
}

TEST(a_finished_profile_has_all_that_was_put)
{
	const struct profile *profile;

	begin_with_a_sample(3);
	sample_at(3 * SECOND);		/* no round has ended since */
	put_built();
	live_profile_finish(live);
	profile = profile_exchange_latest(exchange, &news);
	assert_non_null(profile);
	assert_int_equal(profile->samples, 2);
	assert_int_equal(news.serial, 3);
	assert_true(news.ended);
}

TEST(what_comes_after_a_finished_profile_is_added)
{
	begin_with_a_sample(3);
	live_profile_finish(live);
	sample_at(3 * SECOND);
	round_at(4 * SECOND);
	(void)wait_for(2);
	assert_false(news.ended);
}

TEST(nothing_to_finish_is_no_wait)
{
	live_profile_finish(live);
	assert_null(profile_exchange_latest(exchange, &news));
}

TEST(a_mapping_in_another_ring_comes_before_the_samples_in_it)
{
	const struct built_branch late[] = { { 0x700010, 0x700100, BUILT_PREDICTED } };
	const struct profile *profile;

	begin(1, 0);
	sample_at(SECOND);
	round_at(SECOND);		/* /proc was read: the library is not in it */
	(void)wait_for(1);
	builder_branches(&b, SECOND + 20, late, 1);
	put_built();
	builder_map(&b, &(struct built_map){ .at = { 0, APP_PID, APP_PID, SECOND + 10 },
					     .start = 0x700000, .size = 0x1000,
					     .path = "/lib/late.so" });
	round_at(SECOND + 30);
	profile = wait_for(2);
	assert_string_equal(path_of(profile, profile->addresses[0].at), "/bin/app");
	assert_string_equal(path_of(profile, profile->addresses[1].at), "/lib/late.so");
}

TEST(a_new_target_forgets_the_samples_of_the_old_one)
{
	begin(1, 0);
	sample_at(SECOND);
	put_built();
	begin(2, 0);
	for (uint64_t i = 2; i <= 4; i++)
		sample_at(i * SECOND);
	round_at(5 * SECOND);
	(void)wait_for(3);
	assert_int_equal(news.serial, 2);
}

TEST(other_processes_of_a_cpu_are_left_out)
{
	begin(1, APP_PID);
	sample_at(SECOND);
	builder_put_sample(&b, 0, &(struct built_sample){
		.at = { 0, 300, 300, SECOND }, .ip = 0x400100, .period = 1 });
	round_at(2 * SECOND);
	assert_int_equal(wait_for(1)->n_addresses, 1);
}

TEST(news_come_without_samples_and_answer_the_request)
{
	news = (struct profile_news){ .live.on = true, .n_events = 2 };
	(void)strcpy(news.trouble, "the process sleeps");
	begin(7, 0);
	live_profile_tell(live, &news);
	wait_for_trouble("the process sleeps");
	assert_int_equal(news.serial, 7);
	assert_true(news.live.on);
	assert_int_equal(news.n_events, 2);
	assert_null(profile_exchange_latest(exchange, &news));
}

TEST(what_does_not_fit_into_the_queue_is_lost_and_counted)
{
	static unsigned char bytes[16 << 20];
	struct perf_event_header *header = (void *)bytes;
	const struct profile *profile;

	header->type = PERF_RECORD_SAMPLE;
	header->size = 64;
	begin(1, 0);
	assert_false(live_profile_put(live, bytes, sizeof(bytes)));
	sample_at(SECOND);
	round_at(2 * SECOND);
	profile = wait_for(1);
	assert_int_equal(profile->dropped.lost, 1);
}

TEST(what_the_kernel_lost_is_counted)
{
	begin(1, 0);
	builder_lost(&b, 0, 12, SECOND);
	sample_at(SECOND);
	round_at(2 * SECOND);
	assert_int_equal(wait_for(1)->dropped.lost, 12);
}

TEST(bytes_that_are_no_records_are_damage_and_end_nothing)
{
	const unsigned char zeros[64] = { 0 };

	news = (struct profile_news){ .n_events = 0 };
	begin(1, 0);
	assert_true(live_profile_put(live, zeros, sizeof(zeros)));
	(void)strcpy(news.trouble, "taken");
	live_profile_tell(live, &news);
	wait_for_trouble("taken");
	sample_at(SECOND);
	round_at(2 * SECOND);
	assert_true(wait_for(1)->dropped.damaged > 0);
}

TEST(objects_are_told_once_and_before_the_profile)
{
	const struct profile *profile;

	begin_with_a_sample(1);
	profile = wait_for(1);
	begin(2, 0);
	sample_at(3 * SECOND);
	sample_at(3 * SECOND + 1);
	round_at(4 * SECOND);
	profile = wait_for(2);
	live_profile_free(live);
	live = NULL;
	assert_int_equal(told, 2);	/* the kernel, /bin/app */
	assert_int_equal(profile->samples, 2);
}

TEST(files_have_their_build_id_in_the_first_profile)
{
	const struct profile *profile;
	const struct profile_object *object;

	begin_with_a_sample(1);
	profile = wait_for(1);
	object = &profile->objects[profile->addresses[0].at.object];
	assert_int_equal(object->build_id_len, BUILD_ID_MAX);
	assert_int_equal(object->build_id[0], 0xab);
}

TEST(maps_that_cannot_be_read_are_said_to_be_why_there_are_no_names)
{
	fake_proc_put("100/maps", NULL);
	fake_proc_put("100/maps/x", "a directory is no file");
	begin_with_a_sample(1);
	(void)wait_for(1);
	assert_non_null(strstr(news.live.remark, "what process 100 has mapped cannot be read"));
}

TEST(it_ends_with_samples_that_were_never_asked_for)
{
	begin(1, 0);
	sample_at(SECOND);
	put_built();
}

TEST(its_cpu_time_is_known)
{
	begin_with_a_sample(1);
	(void)wait_for(1);
	assert_true(live_profile_cpu_ns(live) > 0);
}

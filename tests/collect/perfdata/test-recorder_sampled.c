/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that sample code, in the files of the recorder: their attrs and ids, record by record, and
 * what the reader of profiles makes of them. tests/check-record.sh has stock perf as a reader.
 */
#include "config.h"
#include "collect/perfdata/recorder.h"

#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/perfdata_records.h"
#include "collect/perfdata/recorder_samples.h"
#include "tests/fixtures/fixture_read_profile.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/fixture_sampled.h"
#include "tests/fixtures/test_main.h"

/* The number of attrs that the header has. */
static size_t n_attrs(void)
{
	return (size_t)(sampled_file.header.attrs.size / sampled_file.header.attr_size);
}

/* Attr and first id of an event of the file; returns the number of its ids. */
static size_t attr_of(size_t event, struct perf_event_attr *attr, uint64_t *id)
{
	const size_t at = (size_t)(sampled_file.header.attrs.offset + event * sampled_file.header.attr_size);
	struct perfdata_section section;

	assert_true(event < n_attrs());
	*attr = (struct perf_event_attr){ .size = 0 };
	memcpy(attr, sampled_file.bytes + at, PERFDATA_ATTR_SIZE);
	memcpy(&section, sampled_file.bytes + at + PERFDATA_ATTR_SIZE, sizeof(section));
	assert_true(section.offset + section.size <= sampled_file.header.attrs.offset);
	memcpy(id, sampled_file.bytes + section.offset, sizeof(*id));
	return (size_t)section.size / sizeof(*id);
}

TEST(a_sampled_event_is_a_further_attr_of_the_file)
{
	struct recorder *recorder = sampled_begin("attr");
	struct perf_event_attr attr;
	uint64_t id;

	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	sampled_finish(recorder, "attr");
	assert_int_equal(n_attrs(), MEMBERS + 1);
	assert_int_equal(attr_of(MEMBERS, &attr, &id), 1);
	assert_int_equal(id, 77);
	assert_int_equal(attr.type, PERF_TYPE_HARDWARE);
	assert_int_equal(attr.size, PERFDATA_ATTR_SIZE);
	assert_int_equal(attr.sample_period, 1000003);
	assert_int_equal(attr.sample_type, CODE_TYPE);
	/* perf refuses files whose attrs differ in it. */
	assert_int_equal(attr.read_format, FORMAT | PERF_FORMAT_ID);
	/* Those of the groups are as they were. */
	assert_int_equal(attr_of(0, &attr, &id), CPUS);
	assert_int_equal(id, ids[0]);
}

TEST(a_file_has_the_attrs_of_the_groups_alone_while_nothing_is_sampled)
{
	struct recorder *recorder = sampled_begin("none");

	sampled_finish(recorder, "none");
	assert_int_equal(n_attrs(), MEMBERS);
}

TEST(all_threads_of_an_event_have_one_id)
{
	struct recorder *recorder = sampled_begin("ids");
	struct code_sample sample;
	struct code_comm comm;
	struct code_lost lost;
	size_t at = 0;

	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	sampled_sample(recorder, &sampled_cycles, 78, 1150);
	sampled_comm(recorder, 79);
	sampled_kernels_lost(recorder, 80);
	sampled_finish(recorder, "ids");
	assert_int_equal(n_attrs(), MEMBERS + 1);
	memcpy(&sample, sampled_next(PERF_RECORD_SAMPLE, &at), sizeof(sample));
	assert_int_equal(sample.id, 77);
	memcpy(&sample, sampled_next(PERF_RECORD_SAMPLE, &at), sizeof(sample));
	assert_int_equal(sample.id, 77);
	assert_int_equal(sample.ip, 0x400100);
	assert_int_equal(sample.time, 1150);
	memcpy(&comm, sampled_next(PERF_RECORD_COMM, &at), sizeof(comm));
	assert_int_equal(comm.at.id, 77);
	assert_string_equal(comm.name, "app");
	memcpy(&lost, sampled_next(PERF_RECORD_LOST, &at), sizeof(lost));
	assert_int_equal(lost.event, 77);
	assert_int_equal(lost.at.id, 77);
	assert_int_equal(lost.lost, 5);
}

/* The period changes when the rate does: samples of different weight are of different events. */
TEST(each_period_is_an_event)
{
	struct perf_event_attr faster = sampled_cycles;
	struct recorder *recorder = sampled_begin("periods");
	struct perf_event_attr attr;
	struct code_sample sample;
	size_t at = 0;
	uint64_t id;

	faster.sample_period = 500009;
	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	sampled_sample(recorder, &faster, 77 + 1, 1200);
	sampled_sample(recorder, &sampled_cycles, 77, 1300);
	sampled_finish(recorder, "periods");
	assert_int_equal(n_attrs(), MEMBERS + 2);
	(void)attr_of(MEMBERS + 1, &attr, &id);
	assert_int_equal(attr.sample_period, 500009);
	assert_int_equal(id, 78);
	for (int i = 0; i < 3; i++) {
		memcpy(&sample, sampled_next(PERF_RECORD_SAMPLE, &at), sizeof(sample));
		assert_int_equal(sample.id, i == 1 ? 78 : 77);
	}
}

/* The sampler looks for the period that gives the requested rate, and samples say which it was. */
TEST(samples_that_carry_their_period_are_of_one_event)
{
	struct perf_event_attr slower = sampled_cycles, faster;
	struct recorder *recorder = sampled_begin("carried");

	slower.sample_type |= PERF_SAMPLE_PERIOD;
	faster = slower;
	faster.sample_period = 500009;
	sampled_sample(recorder, &slower, 77, 1100);
	sampled_sample(recorder, &faster, 78, 1200);
	sampled_finish(recorder, "carried");
	assert_int_equal(n_attrs(), MEMBERS + 1);
}

/* After a power cut. */
TEST(a_file_without_an_end_has_the_events_of_its_last_interval)
{
	struct recorder *recorder = sampled_begin("cut");

	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	(void)sampled_end_interval(recorder);
	do
		sampled_load("cut");
	while (n_attrs() == MEMBERS);	/* the writer is another thread */
	recorder_free(recorder);
}

TEST(an_event_of_an_incomplete_interval_is_not_in_the_file)
{
	struct recorder *recorder = sampled_begin("incomplete");

	(void)sampled_end_interval(recorder);
	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	sampled_end(recorder, "incomplete");
	assert_int_equal(n_attrs(), MEMBERS);
	assert_null(memmem(sampled_file.bytes, sampled_file.n, "cycles", sizeof("cycles")));
}

TEST(dropped_samples_are_reported_as_lost_by_their_event)
{
	struct recorder *recorder = sampled_begin("dropped");
	struct recording_state reported;
	struct code_lost lost;
	size_t at = 0;

	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	sampled_disk_is_slow = true;
	sampled_sample(recorder, &sampled_cycles, 77, 1200);
	sampled_sample(recorder, &sampled_cycles, 77, 1300);
	sampled_disk_is_slow = false;
	sampled_sample(recorder, &sampled_cycles, 77, 1400);
	sampled_disk_is_slow = true;
	sampled_sample(recorder, &sampled_cycles, 77, 1500);
	reported = sampled_end_interval(recorder);
	sampled_disk_is_slow = false;
	assert_int_equal(reported.dropped, 3);
	sampled_end(recorder, "dropped");
	memcpy(&lost, sampled_next(PERF_RECORD_LOST, &at), sizeof(lost));
	assert_int_equal(lost.event, 77);
	assert_int_equal(lost.at.id, 77);
	assert_int_equal(lost.lost, 2);
	assert_int_equal(lost.at.time, 1300);
	assert_non_null(sampled_next(PERF_RECORD_SAMPLE, &at));
	memcpy(&lost, sampled_next(PERF_RECORD_LOST, &at), sizeof(lost));
	assert_int_equal(lost.lost, 1);
	assert_null(sampled_next(PERF_RECORD_SAMPLE, &at));
}

TEST(a_new_file_has_the_events_of_its_own_samples)
{
	struct recorder *recorder = sampled_begin_limited("limited", 1, 9);

	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	(void)sampled_end_interval(recorder);	/* it is full: the next file begins */
	(void)sampled_end_interval(recorder);
	sampled_sample(recorder, &sampled_cycles, 79, 1200);
	sampled_finish(recorder, "limited.2");
	assert_int_equal(n_attrs(), MEMBERS + 1);
	sampled_load("limited.1");
	assert_int_equal(n_attrs(), MEMBERS);
	sampled_load("limited");
	assert_int_equal(n_attrs(), MEMBERS + 1);
}

TEST(more_events_than_a_file_has_room_for_are_left_out_and_said_so)
{
	struct perf_event_attr attr = sampled_cycles;
	struct recorder *recorder = sampled_begin("full");
	struct recording_state reported;

	for (uint64_t i = 0; i < SAMPLED_EVENTS_MAX + 2; i++) {
		attr.sample_period = 1000 + i;
		sampled_sample(recorder, &attr, 100 + i, 1100);
	}
	reported = sampled_end_interval(recorder);
	assert_int_equal(reported.dropped, 2);
	assert_int_equal(reported.news, 1);
	assert_non_null(strstr(reported.text, "no room"));
	sampled_end(recorder, "full");
	assert_int_equal(n_attrs(), MEMBERS + SAMPLED_EVENTS_MAX);
}

TEST(an_event_whose_records_have_no_id_is_not_recorded)
{
	struct perf_event_attr attr = sampled_cycles;
	struct recorder *recorder = sampled_begin("unfit");

	attr.sample_id_all = 0;
	sampled_sample(recorder, &attr, 77, 1100);
	sampled_finish(recorder, "unfit");
	assert_int_equal(n_attrs(), MEMBERS);
}

TEST(perf_shows_branches_if_all_sampled_events_have_stacks)
{
	struct perf_event_attr attr = sampled_cycles;
	struct recorder *recorder = sampled_begin("stacks");

	attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	sampled_sample(recorder, &attr, 77, 1100);
	sampled_finish(recorder, "stacks");
	assert_true(sampled_has_feature(PERFDATA_BRANCH_STACK));
	recorder = sampled_begin("mixed");
	sampled_sample(recorder, &attr, 77, 1100);
	sampled_sample(recorder, &sampled_cycles, 78, 1100);
	sampled_finish(recorder, "mixed");
	assert_false(sampled_has_feature(PERFDATA_BRANCH_STACK));
}

TEST(the_reader_of_profiles_finds_the_samples_and_the_name)
{
	struct recorder *recorder = sampled_begin("profile");
	struct read_profile got;

	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	sampled_sample(recorder, &sampled_cycles, 78, 1200);
	sampled_kernels_lost(recorder, 78);
	(void)sampled_end_interval(recorder);
	recorder_free(recorder);
	got = read_profile_file(sampled_path("profile"), NULL);
	if (got.ret)
		fail_msg("%s", got.err.text);
	assert_int_equal(got.profile->samples, 2);
	assert_int_equal(got.profile->dropped.lost, 5);
	assert_int_equal(got.news.n_events, 1);
	assert_string_equal(got.news.events[0].name, "cycles");
	assert_int_equal(got.news.events[0].period, 1000003);
	assert_int_equal(got.news.first_ns, 1100);
	assert_int_equal(got.news.last_ns, 1200);
	read_profile_done(&got);
}

TEST(a_stream_tells_of_the_event_before_its_first_sample)
{
	static struct {
		unsigned char bytes[64 << 10];
		size_t n;
	} in;
	struct read_profile got;
	struct recorder *recorder;
	struct err err;
	int ends[2];
	ssize_t n;

	assert_int_equal(pipe(ends), 0);
	recorder = recorder_new(&(const struct recorder_options){ .stream = true, .fd = ends[1] }, &source);
	assert_int_equal(recorder_begin(recorder, &err), 0);
	(void)sampled_end_interval(recorder);
	sampled_sample(recorder, &sampled_cycles, 77, 1100);
	sampled_sample(recorder, &sampled_cycles, 78, 1200);
	(void)sampled_end_interval(recorder);
	recorder_free(recorder);
	while ((n = read(ends[0], in.bytes + in.n, sizeof(in.bytes) - in.n)) > 0)
		in.n += (size_t)n;
	close(ends[0]);
	got = read_profile_pipe(in.bytes, in.n, NULL);
	if (got.ret)
		fail_msg("%s", got.err.text);
	assert_int_equal(got.profile->samples, 2);
	assert_string_equal(got.news.events[0].name, "cycles");
	read_profile_done(&got);
}

const struct around_tests around_tests = {
	.setup_all = sampled_setup,
	.teardown_all = sampled_teardown,
};

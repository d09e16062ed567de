/* SPDX-License-Identifier: GPL-2.0-only */
/* Profiles of recordings made by hand: mappings and times, filters, events, damage, chains. */
#include "config.h"
#include "collect/sample/profile_reader.h"

#include <linux/perf_event.h>

#include "collect/sample/profile_pass.h"
#include "tests/fixtures/fixture_branches.h"
#include "tests/fixtures/test_main.h"

TEST(a_range_between_two_mappings_is_no_block)
{
	(void)builder_branch_event(&built);
	builder_map(&built, &(struct built_map){
		.at = { 0, APP_PID, APP_PID, 0 }, .start = 0x400000, .size = 0x208, .path = "/bin/app" });
	builder_map(&built, &(struct built_map){
		.at = { 0, APP_PID, APP_PID, 0 }, .start = 0x400208,
		.size = 0x1000, .offset = 0x208, .path = "/bin/app" });
	sample_two_blocks(SECOND);
	assert_int_equal(read_all()->entries, 3);
	assert_int_equal(got.profile->n_blocks, 1);
	assert_int_equal(got.profile->dropped.across, 1);
}

TEST(addresses_in_no_mapping_are_counted_as_they_are)
{
	(void)builder_branch_event(&built);
	sample_two_blocks(SECOND);
	assert_int_equal(read_all()->entries, 3);
	assert_int_equal(got.profile->dropped.no_mapping, 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(got.profile->branches[i].from.object, PLACE_NO_OBJECT);
	assert_int_equal(got.profile->addresses[0].at.offset, 0x400210 + 0xf0);
}

/* A system call between two branches of user code. */
static const struct built_branch with_kernel[] = {
	{ 0x400210, 0x400300, BUILT_PREDICTED },
	{ 0xffffffff81000200, 0x400200, BUILT_PREDICTED },
	{ 0x400120, 0xffffffff81000000, BUILT_PREDICTED },
	{ 0x400050, 0x400100, BUILT_PREDICTED },
};

/* So is a sample in the kernel. */
TEST(only_user_code_leaves_out_the_kernel_and_no_block_runs_over_it)
{
	record_app();
	builder_branches(&built, SECOND, with_kernel, 4);
	builder_put_sample(&built, 0, &(struct built_sample){
		.at = { 0, APP_PID, APP_PID, SECOND }, .misc = PERF_RECORD_MISC_KERNEL,
		.ip = 0xffffffff81000000, .period = 1 });
	assert_int_equal(read_request(&(struct profile_request){ .user_only = true })->entries, 2);
	assert_int_equal(got.profile->samples, 1);
	assert_int_equal(got.profile->dropped.by_filter, 2);
	assert_int_equal(got.profile->dropped.zero, 0);
	assert_int_equal(got.profile->n_blocks, 0);
}

/* perf writes one ring after the other: the mapping of another CPU comes later in the file. */
TEST(a_mapping_holds_for_later_samples_that_stand_before_it_in_the_file)
{
	(void)builder_branch_event(&built);
	sample_two_blocks(2 * SECOND);
	builder_map(&built, &(struct built_map){ .at = { 1, APP_PID, APP_PID, SECOND },
					     .start = 0x400000, .size = 0x10000,
					     .path = "/bin/app" });
	builder_round(&built);
	assert_two_blocks(read_all());
}

TEST(a_sample_has_the_mapping_of_its_time)
{
	record_app();
	builder_branches(&built, 1 * SECOND, two_blocks, 1);
	builder_branches(&built, 3 * SECOND, two_blocks, 1);
	builder_map(&built, &(struct built_map){ .at = { 1, APP_PID, APP_PID, 2 * SECOND },
					     .start = 0x400000, .size = 0x10000, .offset = 0x5000,
					     .path = "/lib/new.so" });
	assert_int_equal(read_all()->n_branches, 2);
	for (size_t i = 0; i < 2; i++) {
		struct place from = got.profile->branches[i].from;

		if (!strcmp(path_of(got.profile, from), "/bin/app"))
			assert_int_equal(from.offset, 0x210);
		else
			assert_int_equal(from.offset, 0x5210);
	}
}

static const struct built_at child = { 0, 200, 200, 2 * SECOND };

static void sample_of_child(uint64_t time_ns)
{
	builder_put_sample(&built, 0, &(struct built_sample){ .at = { 0, 200, 200, time_ns },
							  .ip = 0x400300, .period = 1 });
}

/* The path in which the sample of the child is. */
static const char *path_of_child(void)
{
	sample_of_child(4 * SECOND);
	(void)read_all();
	return path_of(got.profile, got.profile->addresses[0].at);
}

TEST(a_forked_process_has_the_mappings_of_its_parent_and_exec_ends_them)
{
	for (int exec = 0; exec < 2; exec++) {
		record_app();
		builder_task(&built, PERF_RECORD_FORK, child, 200, APP_PID);
		if (exec)
			builder_exec(&built, (struct built_at){ 0, 200, 200, 3 * SECOND }, "new");
		assert_string_equal(path_of_child(), exec ? "" : "/bin/app");
		begin_anew();
	}
}

/* perf synthesizes FORK for processes that run already: they may have executed since. */
TEST(a_synthesized_fork_copies_no_mappings)
{
	struct built_bytes buffer = { 0 };

	record_app();
	put_u32(&built, &buffer, 200);
	put_u32(&built, &buffer, APP_PID);
	put_u32(&built, &buffer, 200);
	put_u32(&built, &buffer, APP_PID);
	put_u64(&built, &buffer, 0);
	builder_kernel(&built, PERF_RECORD_FORK, 1U << 13, &buffer, (struct built_at){ 0, 0, 0, 0 });
	free(buffer.bytes);
	assert_string_equal(path_of_child(), "");
}

/* perf record --tail-synthesize */
TEST(synthesized_mappings_at_the_end_hold_from_the_beginning)
{
	(void)builder_branch_event(&built);
	sample_two_blocks(SECOND);
	builder_round(&built);
	builder_app(&built);
	assert_two_blocks(read_all());
}

/* Without times in the recording the order of the file is all there is. */
TEST(without_times_mappings_hold_from_their_place_in_the_file)
{
	builder_branch_event(&built)->sample_type &= ~(uint64_t)PERF_SAMPLE_TIME;
	sample_two_blocks(0);
	builder_app(&built);
	sample_two_blocks(0);
	(void)read_all();
	assert_int_equal(got.profile->dropped.no_mapping, 3);
	assert_int_equal(got.profile->entries, 6);
}

TEST(a_new_name_is_no_exec)
{
	record_app();
	builder_comm(&built, APP_PID, "renamed", SECOND / 2);
	sample_two_blocks(SECOND);
	assert_two_blocks(read_all());
}

TEST(the_time_of_a_request_limits_samples)
{
	record_app();
	for (uint64_t i = 1; i <= 10; i++)
		sample_two_blocks(i * SECOND);
	assert_int_equal(read_request(&(struct profile_request){ .from_ns = 3 * SECOND, .to_ns = 7 * SECOND })->stacks, 4);
	assert_int_equal(got.profile->from_ns, 3 * SECOND);
	assert_int_equal(got.profile->to_ns, 6 * SECOND);
	assert_int_equal(got.news.first_ns, 1 * SECOND);
	assert_int_equal(got.news.last_ns, 10 * SECOND);
}

static int take_piece(void *data, struct profile_builder *builder)
{
	struct profile *profile = profile_builder_finish(builder, NULL, 0, NULL);
	uint64_t **next = data;

	*(*next)++ = profile->stacks;
	profile_free(profile);
	profile_builder_free(builder);
	return 0;
}

/* Those of one second, of none, and what is left; in the file the last one stands first. */
TEST(pieces_of_one_reading_have_the_samples_of_their_time)
{
	uint64_t stacks[4] = { 9, 9, 9, 9 }, *next = stacks;
	const struct profile_cut cut = { .from_ns = SECOND, .piece_ns = SECOND, .n = 3, .take = take_piece, .data = &next };

	record_app();
	sample_two_blocks(5 * SECOND);
	sample_two_blocks(3 * SECOND);
	sample_two_blocks(SECOND);
	sample_two_blocks(2 * SECOND - 1);
	(void)read_all();
	assert_int_equal(profile_reader_read_cut(got.reader, &(struct profile_request){ 0 }, &cut, NULL, &got.err), 0);
	assert_true(next == stacks + 3 && stacks[0] == 2 && stacks[1] == 0 && stacks[2] == 2);
}

TEST(the_process_and_the_thread_of_a_request_limit_samples)
{
	static const struct profile_request requests[] = { { .pid = 200 }, { .tid = 201 },
						      { .pid = 200, .tid = 200 } };
	static const uint64_t samples[] = { 3, 2, 1 };

	for (size_t i = 0; i < 3; i++) {
		(void)builder_branch_event(&built);
		sample_of_child(SECOND);
		for (uint64_t k = 2; k < 4; k++)
			builder_put_sample(&built, 0, &(struct built_sample){
				.at = { 0, 200, 201, k * SECOND }, .ip = 1, .period = 1 });
		sample_two_blocks(5 * SECOND);
		assert_int_equal(read_request(&requests[i])->samples, samples[i]);
		begin_anew();
	}
}

/* cycles without stacks first, then branches on two core types of a hybrid. */
static void three_events(void)
{
	struct built_event *event = builder_event(&built, PERF_TYPE_HARDWARE, 0, "cycles:u");

	event->sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			     PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
	event->period = 4000;
	event->freq = true;
	builder_branch_event(&built)->name = "cpu_core/br_inst_retired.near_taken/upp";
	event = builder_branch_event(&built);
	event->type = 10;
	event->name = "cpu_atom/br_inst_retired.near_taken/upp";
	builder_app(&built);
	for (uint64_t i = 0; i < 10; i++)
		for (size_t k = 0; k < 3; k++)
			if (i < 8 || k != 1)
				builder_put_sample(&built, k, &(struct built_sample){
					.at = { 0, APP_PID, APP_PID, (i + 1) * SECOND },
					.ip = 0x400300, .period = 3, .branches = two_blocks,
					.n_branches = i < 5 || k == 1 ? TWO_BLOCKS : 0,
				});
}

TEST(the_event_with_the_most_stacks_is_first_and_others_can_be_requested)
{
	three_events();
	assert_int_equal(read_all()->stacks, 8);
	assert_int_equal(got.news.n_events, 3);
	assert_string_equal(got.news.events[0].name, "cpu_core/br_inst_retired.near_taken/upp");
	assert_string_equal(got.news.events[1].name, "cpu_atom/br_inst_retired.near_taken/upp");
	assert_int_equal(got.news.events[1].trigger, TRIGGER_TAKEN);
	assert_string_equal(got.news.events[2].name, "cycles:u");
	assert_int_equal(got.news.events[2].period, 0);
	assert_false(got.news.events[2].has_branches);
	for (int again = 0; again < 2; again++) {	/* by the first reading, and by its own */
		assert_int_equal(read_again(&(struct profile_request){ .event = 1 })->stacks, 5);
		assert_int_equal(got.profile->samples, 10);
	}
}

TEST(of_a_pipe_the_event_with_the_most_stacks_is_kept)
{
	built.pipe = true;
	three_events();
	builder_finish(&built);
	got = read_profile_pipe(built.out.bytes, built.out.n, NULL);
	assert_int_equal(got.ret, 0);
	assert_int_equal(got.profile->stacks, 8);
	assert_int_equal(got.news.n_events, 3);
}

static void put_ksymbol(uint64_t start, uint32_t size, uint32_t type_and_flags, const char *name)
{
	struct built_bytes buffer = { 0 };

	put_u64(&built, &buffer, start);
	put_u32(&built, &buffer, size);
	put_u32(&built, &buffer, type_and_flags);
	put_bytes(&buffer, name, strlen(name) + 1);
	builder_kernel(&built, 17, PERF_RECORD_MISC_KERNEL, &buffer, (struct built_at){ 0, 0, 0, SECOND / 2 });
	free(buffer.bytes);
}

TEST(code_that_the_kernel_made_has_the_name_of_its_symbol)
{
	(void)builder_branch_event(&built);
	put_ksymbol(0xffffffffc0001000, 0x100, 1, "bpf_prog_0123456789abcdef_f");
	put_ksymbol(0xffffffffc0001000, 0x100, 1 | 1 << 16, "unregistered");
	builder_put_sample(&built, 0, &(struct built_sample){
		.at = { 0, APP_PID, APP_PID, SECOND }, .misc = PERF_RECORD_MISC_KERNEL,
		.ip = 0xffffffffc0001010, .period = 1 });
	(void)read_all();
	assert_string_equal(path_of(got.profile, got.profile->addresses[0].at), "bpf_prog_0123456789abcdef_f");
}

/*
 * A branch at 0x400210: 200 stacks of 3 branches, each for 400009 taken ones, and 50 samples where
 * it was not taken and mispredicted, each for 20000.
 */
TEST(mispredictions_of_not_taken_branches_complete_those_of_taken_ones)
{
	struct built_event *event;
	const struct profile_branch *branch = NULL;

	(void)builder_branch_event(&built);
	event = builder_branch_event(&built);
	event->config = 0x10c5;
	event->name = "br_misp_retired.cond_ntaken:upp";
	event->sample_type &= ~(uint64_t)PERF_SAMPLE_BRANCH_STACK;
	event->period = 20000;
	builder_app(&built);
	for (uint64_t i = 0; i < 200; i++)
		sample_two_blocks(SECOND + i * MS);
	for (uint64_t i = 0; i < 50; i++)
		builder_put_sample(&built, 1, &(struct built_sample){
			.at = { 0, APP_PID, APP_PID, SECOND + i * MS }, .ip = 0x400210, .period = 20000 });
	(void)read_all();
	for (size_t i = 0; i < got.profile->n_branches; i++)
		if (got.profile->branches[i].from.offset == 0x210)
			branch = &got.profile->branches[i];
	assert_non_null(branch);
	assert_true(branch->misp_taken.value < 1e-9);
	/* One of three branches: 200 * 400009 / 3 times taken; 50 * 20000 mispredicted. */
	assert_true(branch->misp_all.value > 0.0374 && branch->misp_all.value < 0.0376);
}

static void put_lost_samples(uint16_t misc, uint64_t n, uint64_t time_ns)
{
	struct built_bytes content = { 0 };

	put_u64(&built, &content, n);
	builder_kernel(&built, PERF_RECORD_LOST_SAMPLES, misc, &content, (struct built_at){ .time_ns = time_ns });
	free(content.bytes);
}

/* perf tells of it at the end, too: what each event has lost, of all causes. */
TEST(what_was_lost_is_counted_once_although_it_is_told_twice)
{
	for (int asked = 0; asked < 2; asked++) {
		record_two_blocks();
		built.events[0].read_format |= asked ? PERF_FORMAT_LOST : 0;
		builder_lost(&built, 0, 5, 2 * SECOND);
		put_lost_samples(0, 3, 2 * SECOND);	/* by the kernel: other ones */
		put_lost_samples(0, 7, 0);
		assert_int_equal(read_all()->dropped.lost, asked ? 7 + 3 : 5 + 7 + 3);
		begin_anew();
	}
}

TEST(lost_records_are_counted_but_not_samples_that_a_filter_of_perf_record_left_out)
{
	record_two_blocks();
	builder_lost(&built, 0, 5, 2 * SECOND);
	builder_lost(&built, 1, 7, 2 * SECOND);
	put_lost_samples(1U << 15, 1000, 0);
	assert_int_equal(read_all()->dropped.lost, 12);
	assert_int_equal(got.profile->dropped.by_recorder, 1000);
}

TEST(samples_that_are_shorter_than_their_layout_or_their_stack_are_counted_as_damaged)
{
	size_t at;

	record_app();
	builder_record(&built, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER,
		       &(struct built_bytes){ .bytes = (unsigned char *)"12345678", .n = 8 });
	sample_two_blocks(SECOND);
	at = built.data.n - sizeof(two_blocks) - 8;
	built.data.bytes[at] = 200;
	sample_two_blocks(2 * SECOND);
	assert_int_equal(read_all()->dropped.damaged, 2);
	assert_int_equal(got.profile->entries, 3);
}

TEST(a_recording_that_is_cut_off_is_shown_and_said_to_be)
{
	record_two_blocks();
	sample_two_blocks(2 * SECOND);
	built.no_data_size = true;
	builder_finish(&built);
	got = read_profile_bytes(built.out.bytes, built.out.n - 20, NULL);
	assert_int_equal(got.ret, 0);
	assert_two_blocks(got.profile);
	assert_non_null(strstr(got.err.text, "is cut off"));
}

TEST(samples_of_a_guest_are_not_looked_for_in_the_host)
{
	record_app();
	builder_put_sample(&built, 0, &(struct built_sample){
		.at = { 0, APP_PID, APP_PID, SECOND }, .misc = PERF_RECORD_MISC_GUEST_USER,
		.ip = 0x400300, .period = 1, .branches = two_blocks, .n_branches = TWO_BLOCKS });
	assert_int_equal(read_all()->entries, 3);
	assert_int_equal(got.profile->dropped.no_mapping, 3);
	assert_string_equal(path_of(got.profile, got.profile->addresses[0].at), "");
}

static void chain_event(void)
{
	struct built_event *event = builder_event(&built, PERF_TYPE_HARDWARE, 0, "cycles");

	event->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN;
	event->period = 1000;
	builder_app(&built);
}

TEST(frames_are_those_of_the_chain_without_its_marks)
{
	static const uint64_t chain[] = { (uint64_t)PERF_CONTEXT_KERNEL, 0xffffffff81000002,
					  0xffffffff81000100, (uint64_t)PERF_CONTEXT_USER,
					  0x400100, 0x400200 };

	chain_event();
	builder_put_sample(&built, 0, &(struct built_sample){
		.at = { 0, APP_PID, APP_PID, SECOND }, .misc = PERF_RECORD_MISC_KERNEL,
		.ip = 0xffffffff81000001, .chain = chain, .n_chain = 6 });
	assert_int_equal(read_all()->n_stack, 1);
	assert_int_equal(got.profile->stack[0].n, 4);
	assert_int_equal(got.profile->stack[0].weight, 1000);
	assert_false(got.profile->stack[0].cut);
	assert_int_equal(got.profile->frames[0].offset, 0xffffffff81000001);
	assert_int_equal(got.profile->frames[1].offset, 0xffffffff81000100);
	assert_int_equal(got.profile->frames[2].offset, 0x100);
	assert_int_equal(got.profile->frames[3].offset, 0x200);
	assert_true(got.profile->event.has_calls);
	assert_false(got.profile->event.calls_by_lbr);
}

TEST(a_chain_as_long_as_the_kernel_makes_them_is_cut)
{
	uint64_t chain[128] = { (uint64_t)PERF_CONTEXT_USER };

	chain_event();
	for (size_t i = 1; i < 128; i++)
		chain[i] = 0x400000 + i;
	builder_put_sample(&built, 0, &(struct built_sample){
		.at = { 0, APP_PID, APP_PID, SECOND }, .ip = 0x400001, .chain = chain, .n_chain = 128 });
	assert_int_equal(read_all()->n_stack, 1);
	assert_int_equal(got.profile->stack[0].n, 127);
	assert_true(got.profile->stack[0].cut);
}

static bool stop(void *calls, double part, struct profile_builder *builder)
{
	assert_true(part >= 0 && part <= 1);
	return ++*(int *)calls < 2;
}

TEST(a_reader_that_is_stopped_can_read_again)
{
	const struct profile_request request = { .serial = 1 };
	int calls = 0;
	const struct profile_progress progress = { .report = stop, .data = &calls };
	struct profile_builder *builder;

	built.pipe = true;
	record_app();
	for (uint64_t i = 1; i < 70000; i++)
		sample_two_blocks(i * MS);
	assert_int_equal(read_all()->stacks, 69999);
	assert_int_equal(profile_reader_read(got.reader, &request, &progress, &builder, &got.err), -ECANCELED);
	assert_null(builder);
	assert_int_equal(calls, 2);
	assert_int_equal(read_again(&request)->stacks, 69999);
}

/* tdtop's own recordings: TopDown groups are no samples of code, another event beside them is. */
TEST(of_tdtops_recordings_only_sampling_events_are_samples_of_code)
{
	builder_level1(&built);
	builder_by_tdtop(&built);
	builder_ran(&built, 0, APP_PID, SECOND, 1000);
	got = read_profile_built(&built, NULL);
	assert_int_equal(got.ret, -ENODATA);
	assert_non_null(strstr(got.err.text, "not one sample of code"));
	begin_anew();
	builder_level1(&built);
	(void)builder_branch_event(&built);
	builder_by_tdtop(&built);
	builder_app(&built);
	builder_ran(&built, 0, APP_PID, SECOND, 1000);
	builder_put_sample(&built, built.n_events - 1, &(struct built_sample){
		.at = { 0, APP_PID, APP_PID, 2 * SECOND }, .ip = 0x400300, .period = 400009,
		.branches = two_blocks, .n_branches = TWO_BLOCKS });
	assert_two_blocks(read_all());
	assert_int_equal(got.news.n_events, 1);
}

const struct around_tests around_tests = {.setup = branches_setup, .teardown = branches_teardown};

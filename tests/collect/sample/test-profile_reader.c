/* SPDX-License-Identifier: GPL-2.0-only */
/* Profiles of recordings made by hand: layouts of samples, order in time, events, filters. */
#include "config.h"
#include "collect/sample/profile_reader.h"

#include <linux/perf_event.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_branches.h"
#include "tests/fixtures/test_main.h"

#define BRANCH_COUNTERS (1ULL << 19)	/* PERF_SAMPLE_BRANCH_COUNTERS: Linux 6.8 */
#define BRANCH_HW_INDEX (1ULL << 17)
#define WEIGHT_STRUCT (1ULL << 24)

/* Is such a sample in /bin/app, of the event that was built, read as it was written? */
static void a_sample_is_read(void)
{
	builder_app(&built);
	sample_two_blocks(SECOND);
	assert_two_blocks(read_all());
}

TEST(branches_and_blocks_come_out_of_a_stack)
{
	record_two_blocks();
	assert_two_blocks(read_all());
	assert_string_equal(path_of(got.profile, got.profile->branches[0].from), "/bin/app");
	assert_string_equal(got.profile->event.name, "br_inst_retired.near_taken:upp");
	assert_int_equal(got.profile->event.trigger, TRIGGER_TAKEN);
	assert_int_equal(got.profile->event.period, 400009);
	assert_int_equal(got.profile->event.precise, 2);
	assert_int_equal(got.profile->weight, 400009);
	assert_string_equal(got.news.trouble, "");
}

TEST(an_index_of_the_hardware_stands_before_the_entries)
{
	builder_branch_event(&built)->branch_type |= BRANCH_HW_INDEX;
	a_sample_is_read();
}

/* perf inject 5.7 to 5.18 wrote the index, and an attr that does not say so. */
TEST(an_index_that_the_attr_does_not_tell_is_found_also_before_a_weight)
{
	for (uint64_t behind = 0; behind <= WEIGHT_STRUCT; behind += WEIGHT_STRUCT) {
		builder_branch_event(&built)->sample_type |= behind;
		built.events[0].branch_type = BRANCH_HW_INDEX;
		builder_app(&built);
		sample_two_blocks(SECOND);
		built.events[0].branch_type = 0;
		assert_two_blocks(read_all());
		begin_anew();
	}
}

TEST(a_stack_without_a_branch_sample_type_is_a_stack)
{
	builder_branch_event(&built)->branch_type = 0;
	a_sample_is_read();
	assert_true(got.profile->event.has_branches);
}

TEST(raw_data_and_a_chain_stand_before_the_stack)
{
	static const uint64_t chain[] = { (uint64_t)PERF_CONTEXT_USER, 0x400300, 0x400400 };

	builder_branch_event(&built)->sample_type |= PERF_SAMPLE_RAW | PERF_SAMPLE_CALLCHAIN;
	builder_app(&built);
	for (uint32_t n = 0; n < 9; n += 8)
		builder_put_sample(&built, 0, &(struct built_sample){
			.at = { 0, APP_PID, APP_PID, SECOND + n }, .ip = 0x400300, .period = 1,
			.chain = chain, .n_chain = 3, .raw = "12345678", .n_raw = n,
			.branches = two_blocks, .n_branches = TWO_BLOCKS,
		});
	assert_int_equal(read_all()->entries, 6);
	assert_int_equal(got.profile->n_branches, 3);
	assert_int_equal(got.profile->n_stack, 1);
	assert_int_equal(got.profile->stack[0].n, 2);
	assert_int_equal(got.profile->stack[0].samples, 2);
}

/* A reading of a group, of any shape, stands before the chain. */
TEST(readings_stand_before_the_stack)
{
	static const uint64_t formats[] = {
		0, PERF_FORMAT_ID, PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		PERF_FORMAT_GROUP | PERF_FORMAT_ID, 16 | PERF_FORMAT_ID,
		PERF_FORMAT_GROUP | 16 | PERF_FORMAT_TOTAL_TIME_ENABLED,
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		struct built_event *event = builder_branch_event(&built);

		event->sample_type |= PERF_SAMPLE_READ;
		event->read_format = formats[i];
		a_sample_is_read();
		begin_anew();
	}
}

TEST(all_sizes_of_attrs_are_read)
{
	static const uint32_t sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		(void)builder_branch_event(&built);
		built.attr_size = sizes[i];
		a_sample_is_read();
		begin_anew();
	}
}

TEST(mappings_without_a_device_are_found_and_a_build_id_in_one_is_that_of_the_object)
{
	static const unsigned char id[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct built_map map = { .at = { 0, APP_PID, APP_PID, 0 }, .start = 0x400000, .size = 0x10000,
				 .path = "/bin/app", .old = true };

	for (int i = 0; i < 2; i++) {
		(void)builder_branch_event(&built);
		builder_map(&built, &map);
		sample_two_blocks(SECOND);
		assert_two_blocks(read_all());
		assert_int_equal(got.profile->objects[0].build_id_len, map.build_id_len);
		assert_memory_equal(got.profile->objects[0].build_id, id, map.build_id_len);
		begin_anew();
		map.old = false;
		map.build_id = id;
		map.build_id_len = sizeof(id);
	}
}

static const unsigned char table_id[20] = { 9, 8, 7 };

TEST(a_build_id_of_the_table_is_that_of_the_object)
{
	(void)builder_branch_event(&built);
	builder_build_id(&built, -1, "/bin/app", table_id, sizeof(table_id));
	a_sample_is_read();
	assert_int_equal(got.profile->objects[0].build_id_len, sizeof(table_id));
	assert_memory_equal(got.profile->objects[0].build_id, table_id, sizeof(table_id));
}

/* perf record -o - writes the table behind the samples. */
TEST(a_build_id_at_the_end_of_a_stream_is_that_of_the_object)
{
	built.pipe = true;
	record_two_blocks();
	builder_build_id(&built, -1, "/bin/app", table_id, sizeof(table_id));
	builder_finish(&built);
	got = read_profile_pipe(built.out.bytes, built.out.n, NULL);
	assert_int_equal(got.ret, 0);
	assert_two_blocks(got.profile);
	assert_memory_equal(got.profile->objects[0].build_id, table_id, sizeof(table_id));
}

TEST(other_byte_order)
{
	built.swapped = true;
	builder_branch_event(&built)->branch_type |= BRANCH_HW_INDEX;
	a_sample_is_read();
	assert_int_equal(got.profile->event.precise, 2);
	assert_int_equal(got.profile->addresses[0].pid, APP_PID);
}

/* Which machine, and before when: what tells files apart that have no build-id. */
static void assert_origin(bool elsewhere, uint64_t before_ns)
{
	const struct recorded_file *file = &got.profile->objects[0].file;

	assert_int_equal(file->device, 8ULL << 32 | 1);
	assert_int_equal(file->inode, 1234);
	assert_int_equal(file->elsewhere, elsewhere);
	assert_int_equal(file->before_ns, before_ns);
}

TEST(objects_know_inode_machine_and_time_of_the_recording)
{
	enum { WALL = 1000 };
	struct built_bytes *clock, *times;

	for (int pipe = 0; pipe < 2; pipe++) {
		built.pipe = pipe;
		record_two_blocks();
		builder_feature_string(&built, PERFDATA_HOSTNAME, "not.this.machine");
		clock = builder_feature(&built, PERFDATA_CLOCK_DATA);
		put_u32(&built, clock, 1);
		put_u32(&built, clock, 1);
		put_u64(&built, clock, WALL * SECOND);
		put_u64(&built, clock, 7);
		times = builder_feature(&built, PERFDATA_SAMPLE_TIME);
		put_u64(&built, times, 7);
		put_u64(&built, times, 7 + SECOND);
		builder_finish(&built);
		got = pipe ? read_profile_pipe(built.out.bytes, built.out.n, NULL) :
			     read_profile_bytes(built.out.bytes, built.out.n, NULL);
		assert_int_equal(got.ret, 0);
		assert_origin(true, (WALL + 1) * SECOND);
		begin_anew();
	}
}

TEST(a_file_without_clocks_was_recorded_before_it_was_written)
{
	record_two_blocks();
	(void)read_all();
	assert_true(got.profile->objects[0].file.before_ns > 1700000000 * SECOND);
	assert_false(got.profile->objects[0].file.elsewhere);
}

TEST(a_stream_can_be_read_twice_from_a_file_and_once_from_a_pipe)
{
	const struct profile_request request = { .serial = 1 };
	struct profile_builder *builder;

	built.pipe = true;
	record_two_blocks();
	assert_two_blocks(read_all());
	assert_two_blocks(read_again(&request));
	read_profile_done(&got);
	got = read_profile_pipe(built.out.bytes, built.out.n, NULL);
	assert_two_blocks(got.profile);
	assert_int_equal(profile_reader_read(got.reader, &request, NULL, &builder, &got.err), -ESPIPE);
	assert_null(builder);
	assert_non_null(strstr(got.err.text, "store it in a file"));
}

/* Three processes, one after the other, and one that is not there. */
TEST(a_first_view_reads_all_once_and_those_of_a_process_or_a_time_read_their_parts_once_and_find_the_same)
{
	static const struct {
		struct profile_request request;
		size_t parts_of;	/* of the file; 0: only what each view needs */
	} rows[] = {
		{ { .pid = 201 }, 3 }, { { .pid = 999 }, 0 },
		{ { .from_ns = 2 * SECOND, .to_ns = 2 * SECOND + 9 }, 0 }, { { .pid = 200, .user_only = true }, 3 },
	};
	enum { SLACK = 5 * 16384 };	/* the first and the last part, and those that lie on a border */
	uint64_t before;

	record_app();
	for (uint64_t i = 0; i < 3000; i++)
		builder_put_sample(&built, 0, &(struct built_sample){
			.at = { 0, 200 + (int32_t)i / 1000, 200, SECOND + i * MS }, .ip = 0x400300, .period = 1,
			.branches = two_blocks, .n_branches = TWO_BLOCKS });
	(void)read_all();
	before = profile_reader_bytes(got.reader);
	assert_true(before <= built.out.n);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct read_profile anew = read_profile_bytes(built.out.bytes, built.out.n, &rows[i].request);

		assert_int_equal(read_again(&rows[i].request)->samples, anew.profile->samples);
		assert_int_equal(got.profile->entries, anew.profile->entries);
		assert_int_equal(got.profile->n_branches, anew.profile->n_branches);
		assert_true(profile_reader_bytes(got.reader) - before <=
			    SLACK + (rows[i].parts_of ? built.out.n / rows[i].parts_of : 0));
		before = profile_reader_bytes(got.reader);
		read_profile_done(&anew);
	}
}

TEST(compressed_samples)
{
	static const uint32_t types[] = { PERFDATA_COMPRESSED, PERFDATA_COMPRESSED2 };

	for (size_t i = 0; i < 2; i++) {
		record_two_blocks();
		builder_compress(&built, types[i]);
		assert_two_blocks(read_all());
		begin_anew();
	}
}

TEST(counters_stand_behind_the_entries)
{
	struct built_branch all[8] = { two_blocks[0], two_blocks[1], two_blocks[2] };

	/* Eight entries of 24 bytes and eight counters: written as a stack of eleven. */
	builder_branch_event(&built)->branch_type |= BRANCH_COUNTERS;
	built.events[0].sample_type |= WEIGHT_STRUCT;
	builder_app(&built);
	for (size_t i = 3; i < 8; i++)
		all[i] = (struct built_branch){ 0 };
	{
		struct built_bytes record = { 0 };

		put_u64(&built, &record, builder_id(0, 0));
		put_u64(&built, &record, 0x400300);
		put_u32(&built, &record, APP_PID);
		put_u32(&built, &record, APP_PID);
		put_u64(&built, &record, SECOND);
		put_u64(&built, &record, 1);
		put_u64(&built, &record, 8);
		put_bytes(&record, all, sizeof(all));
		for (uint64_t i = 0; i < 8; i++)
			put_u64(&built, &record, UINT64_MAX);
		put_u64(&built, &record, 77ULL << 48);
		builder_record(&built, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, &record);
		free(record.bytes);
	}
	assert_two_blocks(read_all());
	assert_int_equal(got.profile->addresses[0].latency_sum, 77);
}

/* Three samples of an address with these latencies are read. */
static void read_latencies(const uint16_t latencies[3])
{
	builder_branch_event(&built)->sample_type |= WEIGHT_STRUCT;
	builder_app(&built);
	for (size_t i = 0; i < 3; i++)
		builder_put_sample(&built, 0, &(struct built_sample){
			.at = { 0, APP_PID, APP_PID, SECOND + i }, .ip = 0x400300, .period = 1,
			.weight = (uint64_t)latencies[i] << 48 | 0x1234567812345678 >> 16,
		});
	assert_int_equal(read_all()->n_addresses, 1);
	assert_int_equal(got.profile->addresses[0].samples, 3);
}

/* perf record -W on a machine without timed PEBS. */
TEST(a_retire_latency_is_the_upper_part_of_the_weight_and_where_all_are_zero_none_is_told)
{
	read_latencies((const uint16_t[]){ 0, 0, 0 });
	assert_false(got.profile->event.has_latency);
	assert_int_equal(got.profile->addresses[0].latency_n, 0);
	begin_anew();
	read_latencies((const uint16_t[]){ 12, 0, 30 });
	assert_true(got.profile->event.has_latency);
	assert_int_equal(got.profile->addresses[0].latency_sum, 42);
	assert_int_equal(got.profile->addresses[0].latency_n, 3);	/* 0 is one, too */
}

TEST(entries_of_the_wrong_path_are_dropped_and_counted)
{
	struct built_branch wrong[3];

	memcpy(wrong, two_blocks, sizeof(wrong));
	for (unsigned int i = 0; i < 3; i++)
		wrong[i].flags |= BUILT_SPEC(i + 1);
	record_app();
	builder_branches(&built, SECOND, wrong, 3);
	assert_int_equal(read_all()->entries, 2);
	assert_int_equal(got.profile->dropped.wrong_path, 1);
}

TEST(recorded_types_are_kinds)
{
	static const struct {
		unsigned int type;
		enum branch_kind kind;
	} types[] = {
		{ 0, BRANCH_UNKNOWN }, { 1, BRANCH_CONDITIONAL }, { 2, BRANCH_JUMP },
		{ 3, BRANCH_INDIRECT_JUMP }, { 4, BRANCH_CALL }, { 5, BRANCH_INDIRECT_CALL },
		{ 6, BRANCH_RETURN }, { 7, BRANCH_SYSCALL }, { 8, BRANCH_SYSTEM_RETURN },
		{ 12, BRANCH_INTERRUPT },
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		const struct built_branch one = { 0x400120, 0x400200,
						  BUILT_PREDICTED | BUILT_TYPE(types[i].type) };

		record_app();
		builder_branches(&built, SECOND, &one, 1);
		assert_int_equal(read_all()->branches[0].kind, types[i].kind);
		begin_anew();
	}
}

/* With NO_FLAGS neither bit is set: that is no correct prediction. */
TEST(without_flags_predictions_are_unknown)
{
	const struct built_branch bare[] = { { 0x400210, 0x400300, 0 }, { 0x400120, 0x400200, 0 } };

	record_app();
	builder_branches(&built, SECOND, bare, 2);
	assert_int_equal(read_all()->entries, 2);
	assert_int_equal(sum_mispredicted(got.profile) + sum_predicted(got.profile), 0);
	assert_false(got.profile->mispredicts_known);
	assert_false(got.profile->cycles_known);
}

const struct around_tests around_tests = {.setup = branches_setup, .teardown = branches_teardown};

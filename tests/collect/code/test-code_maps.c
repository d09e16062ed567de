/* SPDX-License-Identifier: GPL-2.0-only */
/* What is mapped where: addresses become places, over mappings, forks, execs and exits. */
#include "config.h"
#include "collect/code/code_maps.h"

#include <errno.h>
#include <stdio.h>

#include "tests/fixtures/test_main.h"

enum { APP = 10, OTHER = 11 };

static struct code_maps *maps;

SETUP_MAY_FAIL
{
	maps = code_maps_new();
	return !maps;
}

TEARDOWN
{
	code_maps_free(maps);
}

static int add(int32_t pid, uint64_t start, uint64_t size, uint64_t offset, const char *path)
{
	return code_maps_add(maps, &(struct code_mapping){ .pid = pid, .start = start, .size = size,
							   .offset = offset, .path = path });
}

static int add_kernel(uint64_t start, uint64_t size, uint64_t offset, const char *path)
{
	return code_maps_add(maps, &(struct code_mapping){ .pid = -1, .kernel = true,
							   .start = start, .size = size,
							   .offset = offset, .path = path });
}

static const struct profile_object *object_at(int32_t pid, uint64_t address)
{
	uint32_t mapping;
	struct place place = code_maps_find(maps, pid, address, &mapping);
	size_t n;
	const struct profile_object *objects = code_maps_objects(maps, &n);

	if (place.object == PLACE_NO_OBJECT) {
		assert_int_equal(mapping, 0);
		assert_int_equal(place.offset, address);
		return NULL;
	}
	assert_true(place.object < n);
	assert_int_not_equal(mapping, 0);
	return &objects[place.object];
}

/* The path at an address; "" where nothing is mapped. */
static const char *path_at(int32_t pid, uint64_t address)
{
	const struct profile_object *object = object_at(pid, address);

	return object ? object->path : "";
}

static uint64_t offset_at(int32_t pid, uint64_t address)
{
	uint32_t mapping;

	return code_maps_find(maps, pid, address, &mapping).offset;
}

static uint32_t mapping_at(int32_t pid, uint64_t address)
{
	uint32_t mapping;

	(void)code_maps_find(maps, pid, address, &mapping);
	return mapping;
}

TEST(an_address_in_a_file_is_an_offset_in_it)
{
	assert_int_equal(add(APP, 0x400000, 0x1000, 0x3000, "/bin/app"), 0);
	assert_string_equal(path_at(APP, 0x400000), "/bin/app");
	assert_int_equal(offset_at(APP, 0x400010), 0x3010);
	assert_string_equal(path_at(APP, 0x400fff), "/bin/app");
	assert_string_equal(path_at(APP, 0x401000), "");
	assert_string_equal(path_at(APP, 0x3fffff), "");
	assert_string_equal(path_at(OTHER, 0x400000), "");
}

TEST(a_file_is_one_object_in_all_processes)
{
	(void)add(APP, 0x400000, 0x1000, 0, "/bin/app");
	(void)add(OTHER, 0x7f0000000000, 0x1000, 0, "/bin/app");
	assert_ptr_equal(object_at(APP, 0x400000), object_at(OTHER, 0x7f0000000000));
	assert_int_equal(object_at(OTHER, 0x7f0000000000)->pid, APP);
}

TEST(files_of_one_path_and_different_build_ids_are_two_objects)
{
	static const unsigned char ids[2][20] = { { 1 }, { 2 } };

	for (int i = 0; i < 2; i++)
		assert_int_equal(code_maps_add(maps, &(struct code_mapping){
			.pid = APP + i, .start = 0x400000, .size = 0x1000, .path = "/bin/app",
			.build_id = ids[i], .build_id_len = 20 }), 0);
	assert_ptr_not_equal(object_at(APP, 0x400000), object_at(OTHER, 0x400000));
	assert_int_equal(object_at(OTHER, 0x400000)->build_id[0], 2);
}

/* A package was upgraded while an old process still runs. */
TEST(files_of_one_path_and_different_inodes_are_two_objects)
{
	for (int i = 0; i < 2; i++)
		(void)code_maps_add(maps, &(struct code_mapping){
			.pid = APP + i, .start = 0x400000, .size = 0x1000, .path = "/bin/app",
			.device = 8, .inode = (uint64_t)(100 + i) });
	assert_ptr_not_equal(object_at(APP, 0x400000), object_at(OTHER, 0x400000));
}

static int add_inode(int32_t pid, uint64_t start, uint64_t inode, const char *path)
{
	return code_maps_add(maps, &(struct code_mapping){
		.pid = pid, .start = start, .size = 0x1000, .device = 8, .inode = inode, .path = path });
}

TEST(a_file_that_a_container_sees_by_another_path_is_one_object)
{
	assert_int_equal(add_inode(APP, 0x1000, 5, "/srv/root/lib/libc.so.6"), 0);
	assert_int_equal(add_inode(OTHER, 0x1000, 5, "/lib/libc.so.6"), 0);
	assert_ptr_equal(object_at(APP, 0x1000), object_at(OTHER, 0x1000));
}

TEST(an_inode_that_is_used_again_is_another_object)
{
	assert_int_equal(add_inode(APP, 0x1000, 5, "/tmp/a"), 0);
	assert_int_equal(add_inode(OTHER, 0x1000, 5, "/tmp/b"), 0);
	assert_string_equal(path_at(APP, 0x1000), "/tmp/a");
	assert_string_equal(path_at(OTHER, 0x1000), "/tmp/b");
}

TEST(where_only_the_path_is_known_it_is_the_newest_object_of_that_path)
{
	assert_int_equal(add_inode(APP, 0x1000, 5, "/bin/app"), 0);
	assert_int_equal(add_inode(APP, 0x2000, 6, "/bin/app"), 0);
	assert_int_equal(code_maps_add(maps, &(struct code_mapping){
		.pid = OTHER, .start = 0x3000, .size = 0x1000, .path = "/bin/app",
		.by_path = true }), 0);
	assert_ptr_equal(object_at(OTHER, 0x3000), object_at(APP, 0x2000));
	assert_ptr_not_equal(object_at(APP, 0x1000), object_at(APP, 0x2000));
}

TEST(the_inode_of_an_object_may_be_known_after_its_path)
{
	assert_int_equal(code_maps_add(maps, &(struct code_mapping){
		.pid = APP, .start = 0x1000, .size = 0x1000, .path = "/bin/app",
		.by_path = true }), 0);
	assert_int_equal(add_inode(APP, 0x2000, 5, "/bin/app"), 0);
	assert_int_equal(add_inode(APP, 0x3000, 6, "/bin/app"), 0);
	assert_int_equal(add_inode(OTHER, 0x2000, 5, "/bin/app"), 0);
	assert_ptr_equal(object_at(APP, 0x1000), object_at(APP, 0x2000));
	assert_ptr_equal(object_at(APP, 0x1000), object_at(OTHER, 0x2000));
	assert_ptr_not_equal(object_at(APP, 0x1000), object_at(APP, 0x3000));
}

static int add_by_path(int32_t pid, uint64_t start, unsigned char id)
{
	const unsigned char build_id[BUILD_ID_MAX] = { id };

	return code_maps_add(maps, &(struct code_mapping){
		.pid = pid, .start = start, .size = 0x1000, .path = "/bin/app", .by_path = true,
		.build_id = build_id, .build_id_len = sizeof(build_id) });
}

TEST(files_of_one_path_in_two_containers_are_two_objects_if_their_build_ids_differ)
{
	assert_int_equal(add_by_path(APP, 0x1000, 1), 0);
	assert_int_equal(add_by_path(OTHER, 0x1000, 2), 0);
	assert_int_equal(add_by_path(APP, 0x3000, 1), 0);
	assert_ptr_not_equal(object_at(APP, 0x1000), object_at(OTHER, 0x1000));
	assert_ptr_equal(object_at(APP, 0x1000), object_at(APP, 0x3000));
}

TEST(an_inode_completes_an_object_of_its_own_process_only)
{
	assert_int_equal(add_by_path(APP, 0x1000, 1), 0);
	assert_int_equal(add_inode(OTHER, 0x1000, 5, "/bin/app"), 0);
	assert_ptr_not_equal(object_at(APP, 0x1000), object_at(OTHER, 0x1000));
}

TEST(a_record_with_a_build_id_is_of_the_file_that_its_process_has_mapped_already)
{
	assert_int_equal(add_inode(APP, 0x1000, 5, "/bin/app"), 0);
	assert_int_equal(add_by_path(APP, 0x3000, 1), 0);
	assert_ptr_equal(object_at(APP, 0x1000), object_at(APP, 0x3000));
}

TEST(a_new_mapping_takes_the_place_of_parts_of_others)
{
	(void)add(APP, 0x10000, 0x10000, 0, "/a");
	(void)add(APP, 0x30000, 0x10000, 0, "/b");
	(void)add(APP, 0x18000, 0x1c000, 0, "/new");
	assert_string_equal(path_at(APP, 0x17fff), "/a");
	assert_string_equal(path_at(APP, 0x18000), "/new");
	assert_string_equal(path_at(APP, 0x2a000), "/new");
	assert_string_equal(path_at(APP, 0x33fff), "/new");
	assert_string_equal(path_at(APP, 0x34000), "/b");
	assert_int_equal(offset_at(APP, 0x34000), 0x4000);
}

TEST(a_mapping_in_the_middle_of_another_leaves_both_ends)
{
	(void)add(APP, 0x10000, 0x10000, 0, "/a");
	(void)add(APP, 0x14000, 0x1000, 0, "/new");
	assert_string_equal(path_at(APP, 0x13fff), "/a");
	assert_string_equal(path_at(APP, 0x14000), "/new");
	assert_string_equal(path_at(APP, 0x15000), "/a");
	assert_int_equal(offset_at(APP, 0x15000), 0x5000);
	assert_int_equal(mapping_at(APP, 0x10000), mapping_at(APP, 0x15000));
	assert_int_not_equal(mapping_at(APP, 0x10000), mapping_at(APP, 0x14000));
}

TEST(a_new_process_has_what_its_parent_had_and_changes_are_its_own)
{
	(void)add(APP, 0x10000, 0x1000, 0, "/a");
	assert_int_equal(code_maps_fork(maps, OTHER, APP), 0);
	assert_string_equal(path_at(OTHER, 0x10000), "/a");
	(void)add(OTHER, 0x10000, 0x1000, 0, "/b");
	assert_string_equal(path_at(OTHER, 0x10000), "/b");
	assert_string_equal(path_at(APP, 0x10000), "/a");
	(void)add(APP, 0x20000, 0x1000, 0, "/c");
	assert_string_equal(path_at(OTHER, 0x20000), "");
}

TEST(a_new_thread_changes_nothing)
{
	(void)add(APP, 0x10000, 0x1000, 0, "/a");
	assert_int_equal(code_maps_fork(maps, APP, APP), 0);
	assert_string_equal(path_at(APP, 0x10000), "/a");
}

TEST(a_pid_that_is_used_again_has_nothing_of_the_old_process)
{
	(void)add(APP, 0x10000, 0x1000, 0, "/a");
	(void)add(OTHER, 0x20000, 0x1000, 0, "/b");
	code_maps_exit(maps, APP);
	(void)code_maps_fork(maps, APP, OTHER);
	assert_string_equal(path_at(APP, 0x10000), "");
	assert_string_equal(path_at(APP, 0x20000), "/b");
}

TEST(exec_leaves_nothing)
{
	(void)add(APP, 0x10000, 0x1000, 0, "/a");
	code_maps_exec(maps, APP);
	assert_string_equal(path_at(APP, 0x10000), "");
	code_maps_exec(maps, 4711);
}

static void exits(int32_t first, int32_t n)
{
	for (int32_t pid = first; pid < first + n; pid++) {
		(void)code_maps_fork(maps, pid, APP);
		code_maps_exit(maps, pid);
	}
}

/* Its last records may come behind that of its exit, and other threads may run on. */
TEST(a_process_that_exited_is_known_until_many_others_did)
{
	(void)add(APP, 0x10000, 0x1000, 0, "/a");
	exits(1000, 2);
	assert_string_equal(path_at(1000, 0x10000), "/a");
	exits(2000, CODE_MAPS_EXITED - 2);
	exits(9000, 2);
	assert_string_equal(path_at(1000, 0x10000), "/a");	/* it was asked for */
	assert_string_equal(path_at(1001, 0x10000), "");
	assert_string_equal(path_at(9001, 0x10000), "/a");
}

TEST(the_kernel_is_in_all_processes_and_has_virtual_addresses)
{
	(void)add_kernel(0xffffffff81000000, 0x1000000, 0xffffffff81000000,
			 "[kernel.kallsyms]_text");
	(void)add_kernel(0xffffffffc0000000, 0x1000, 0, "/lib/modules/6.1/xfs.ko");
	assert_string_equal(path_at(APP, 0xffffffff81000010), "[kernel.kallsyms]");
	assert_int_equal(offset_at(APP, 0xffffffff81000010), 0xffffffff81000010);
	assert_int_equal(object_at(APP, 0xffffffff81000010)->kind, OBJECT_KERNEL);
	assert_int_equal(object_at(APP, 0xffffffffc0000010)->kind, OBJECT_MODULE);
	assert_int_equal(offset_at(APP, 0xffffffffc0000010), 0xffffffffc0000010);
}

/* perf of Linux 3.4: [0(0xffffffff9fffffff) @ 0xffffffff81000190] */
TEST(a_kernel_that_is_said_to_begin_at_0_begins_at_its_first_symbol)
{
	(void)add_kernel(0, 0xffffffff9fffffff, 0xffffffff81000190, "[kernel.kallsyms]_stext");
	assert_string_equal(path_at(APP, 0x400000), "");
	assert_string_equal(path_at(APP, 0xffffffff81000010), "[kernel.kallsyms]");
}

TEST(kinds_follow_from_paths)
{
	static const struct {
		const char *path;
		enum object_kind kind;
	} kinds[] = {
		{ "/usr/bin/x", OBJECT_FILE }, { "/usr/bin/x (deleted)", OBJECT_FILE },
		{ "[vdso]", OBJECT_VDSO }, { "//anon", OBJECT_JIT }, { "[heap]", OBJECT_JIT },
		{ "[stack]", OBJECT_JIT }, { "/memfd:doublemapper (deleted)", OBJECT_JIT },
		{ "[anon:v8]", OBJECT_JIT }, { "", OBJECT_JIT },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		(void)add(APP, 0x10000, 0x1000, 0, kinds[i].path);
		assert_int_equal(object_at(APP, 0x10000)->kind, kinds[i].kind);
	}
}

TEST(code_without_a_file_belongs_to_its_process_and_has_virtual_addresses)
{
	(void)add(APP, 0x10000, 0x1000, 0x7000, "//anon");
	(void)add(OTHER, 0x10000, 0x1000, 0, "//anon");
	assert_int_equal(offset_at(APP, 0x10010), 0x10010);
	assert_ptr_not_equal(object_at(APP, 0x10000), object_at(OTHER, 0x10000));
	assert_int_equal(object_at(OTHER, 0x10000)->pid, OTHER);
}

TEST(a_build_id_is_given_to_objects_before_and_after_it)
{
	static const unsigned char id[20] = { 7, 7 };

	(void)add(APP, 0x10000, 0x1000, 0, "/before");
	assert_int_equal(code_maps_build_id(maps, "/before", id, 20), 0);
	assert_int_equal(code_maps_build_id(maps, "/after", id, 16), 0);
	(void)add(APP, 0x20000, 0x1000, 0, "/after");
	assert_int_equal(object_at(APP, 0x10000)->build_id_len, 20);
	assert_memory_equal(object_at(APP, 0x10000)->build_id, id, 20);
	assert_int_equal(object_at(APP, 0x20000)->build_id_len, 16);
}

TEST(a_restart_forgets_mappings_and_keeps_objects)
{
	const struct profile_object *before;
	size_t n;

	(void)add(APP, 0x10000, 0x1000, 0, "/a");
	(void)add_kernel(0xffffffff81000000, 0x1000, 0, "[kernel.kallsyms]_text");
	before = object_at(APP, 0x10000);
	code_maps_restart(maps);
	assert_string_equal(path_at(APP, 0x10000), "");
	assert_string_equal(path_at(APP, 0xffffffff81000010), "");
	(void)add(APP, 0x10000, 0x1000, 0, "/a");
	assert_ptr_equal(object_at(APP, 0x10000), before);
	(void)code_maps_objects(maps, &n);
	assert_int_equal(n, 2);
}

TEST(impossible_mappings_are_refused)
{
	assert_int_equal(add(APP, 0x10000, 0, 0, "/a"), -EINVAL);
	assert_int_equal(add(APP, UINT64_MAX, 0x1000, 0, "/a"), -EINVAL);
	assert_int_equal(code_maps_add(maps, &(struct code_mapping){
		.pid = APP, .start = 1, .size = 1, .path = "/a", .build_id_len = 21 }), -EINVAL);
	assert_int_equal(add(APP, UINT64_MAX - 10, UINT64_MAX, 0, "/a"), 0);
	assert_string_equal(path_at(APP, UINT64_MAX - 1), "");
}

TEST(a_process_has_a_bounded_number_of_mappings)
{
	uint64_t i = 0;

	while (i < CODE_MAPPINGS_OF_PROCESS_MAX + 10 && !add(APP, i * 0x2000, 0x1000, 0, "/a"))
		i++;
	assert_true(i >= CODE_MAPPINGS_OF_PROCESS_MAX - 2 && i <= CODE_MAPPINGS_OF_PROCESS_MAX);
	assert_int_equal(add(APP, i * 0x2000, 0x1000, 0, "/a"), -ENOSPC);
	assert_string_equal(path_at(APP, 0x2000), "/a");
}

TEST(many_processes_are_found)
{
	char path[32];

	for (int32_t pid = 1; pid < 2000; pid++) {
		(void)snprintf(path, sizeof(path), "/bin/%d", pid);
		assert_int_equal(add(pid, 0x10000, 0x1000, 0, path), 0);
	}
	for (int32_t pid = 1999; pid > 0; pid--) {
		(void)snprintf(path, sizeof(path), "/bin/%d", pid);
		assert_string_equal(path_at(pid, 0x10000), path);
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is mapped where: addresses become places, over mappings, forks, execs and exits
 * (tests/scenarios/code_maps.txt).
 */
#include "config.h"
#include "collect/code/code_maps.h"

#include <inttypes.h>

#include "tests/fixtures/scenario.h"
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

static int add(int32_t pid, uint64_t start, const char *path)
{
	return code_maps_add(maps, &(struct code_mapping){ .pid = pid, .start = start,
							   .size = 0x1000, .path = path });
}

static const char *path_at(int32_t pid, uint64_t address)
{
	uint32_t mapping;
	struct place place = code_maps_find(maps, pid, address, &mapping);
	size_t n;
	const struct profile_object *objects = code_maps_objects(maps, &n);

	assert_true(place.object < n);
	return objects[place.object].path;
}

/* ---- commands of the scenarios ---- */

#define PID(n) ((int32_t)number_arg(n))
#define NUMBER(n) ((uint64_t)number_arg(n))

static void add_mapping(const struct code_mapping *mapping)
{
	const int ret = code_maps_add(maps, mapping);

	if (ret)
		say("%s", strerror(-ret));
}

/* PID START SIZE OFFSET PATH [by_path] [inode NUMBER] [id NUMBER [LENGTH]] */
COMMAND(map)
{
	unsigned char id[BUILD_ID_MAX] = { 0 };
	struct code_mapping mapping = { .pid = PID(1), .start = NUMBER(2), .size = NUMBER(3),
					.offset = NUMBER(4), .path = text_arg(5) };

	for (size_t i = 6; i <= n_args(); i++) {
		if (!strcmp(text_arg(i), "by_path"))
			mapping.by_path = true;
		if (!strcmp(text_arg(i), "inode")) {
			mapping.device = 8;
			mapping.inode = NUMBER(++i);
		}
		if (!strcmp(text_arg(i), "id")) {
			id[0] = (unsigned char)number_arg(i + 1);
			mapping.build_id = id;
			mapping.build_id_len = (uint8_t)number_arg_or(i + 2, sizeof(id));
			break;
		}
	}
	add_mapping(&mapping);
}

/* START SIZE OFFSET PATH */
COMMAND(kernel)
{
	add_mapping(&(struct code_mapping){ .pid = -1, .kernel = true, .start = NUMBER(1),
					    .size = NUMBER(2), .offset = NUMBER(3),
					    .path = text_arg(4) });
}

/* PATH NUMBER LENGTH */
COMMAND(build_id)
{
	const unsigned char id[BUILD_ID_MAX] = { (unsigned char)number_arg(2) };

	assert_int_equal(code_maps_build_id(maps, text_arg(1), id, (uint8_t)number_arg(3)), 0);
}

/* CHILD PARENT */
COMMAND(fork)
{
	assert_int_equal(code_maps_fork(maps, PID(1), PID(2)), 0);
}

COMMAND(exec)
{
	code_maps_exec(maps, PID(1));
}

COMMAND(exit)
{
	code_maps_exit(maps, PID(1));
}

/* PID N: so many children of APP, which exit. */
COMMAND(come_and_go)
{
	for (int32_t pid = PID(1); pid < PID(1) + PID(2); pid++) {
		(void)code_maps_fork(maps, pid, APP);
		code_maps_exit(maps, pid);
	}
}

COMMAND(restart)
{
	code_maps_restart(maps);
}

COMMAND(objects)
{
	size_t n;

	(void)code_maps_objects(maps, &n);
	say("%zu", n);
}

/* PID ADDRESS: path and offset, and what is special. */
COMMAND(at)
{
	static const char *const kinds[] = { [OBJECT_FILE] = "file", [OBJECT_KERNEL] = "kernel",
					     [OBJECT_MODULE] = "module", [OBJECT_VDSO] = "vdso",
					     [OBJECT_JIT] = "jit" };
	uint32_t mapping;
	struct place place = code_maps_find(maps, PID(1), NUMBER(2), &mapping);
	const struct profile_object *object;
	size_t n;

	if (place.object == PLACE_NO_OBJECT) {
		assert_int_equal(mapping, 0);
		assert_int_equal(place.offset, NUMBER(2));
		say("nothing");
		return;
	}
	object = &code_maps_objects(maps, &n)[place.object];
	assert_true(place.object < n);
	assert_int_not_equal(mapping, 0);
	say("%s+0x%" PRIx64, object->path, place.offset);
	say("mapping %u", mapping);
	say("%s %u of %d", kinds[object->kind], place.object, object->pid);
	if (object->build_id_len)
		say("id %u of %u", object->build_id[0], object->build_id_len);
}

static const struct scenario_word words[] = {
	{ "APP", APP }, { "OTHER", OTHER }, { "EXITED-2", CODE_MAPS_EXITED - 2 }, { NULL, 0 },
};

const struct scenarios scenarios = { { "code_maps" }, words };

/* ---- many ---- */

TEST(a_process_has_a_bounded_number_of_mappings)
{
	uint64_t i = 0;

	while (i < CODE_MAPPINGS_OF_PROCESS_MAX + 10 && !add(APP, i * 0x2000, "/a"))
		i++;
	assert_true(i >= CODE_MAPPINGS_OF_PROCESS_MAX - 2 && i <= CODE_MAPPINGS_OF_PROCESS_MAX);
	assert_int_equal(add(APP, i * 0x2000, "/a"), -ENOSPC);
	assert_string_equal(path_at(APP, 0x2000), "/a");
}

TEST(many_processes_are_found)
{
	char path[32];

	for (int32_t pid = 1; pid < 2000; pid++) {
		(void)snprintf(path, sizeof(path), "/bin/%d", pid);
		assert_int_equal(add(pid, 0x10000, path), 0);
	}
	for (int32_t pid = 1999; pid > 0; pid--) {
		(void)snprintf(path, sizeof(path), "/bin/%d", pid);
		assert_string_equal(path_at(pid, 0x10000), path);
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The service of names, with its helper process, about the files of objects/. Their addresses and
 * lines are those that objdump -d and addr2line -i print.
 */
#include "config.h"
#include "collect/code/code.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/code/code_parts.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

/* Offsets in pie-x86_64, which are its addresses too. */
enum { LEAF = 0x1000, LEAF_TWICE = 0x1010, LOOP = 0x101b, LOOP_CALL = 0x103b, START = 0x1063 };

static struct code *code;
static struct code_names names;
static uint32_t last_object;

static int start(const struct code_options *options)
{
	struct err err;

	if (code_new(options, &code, &err))
		return -1;
	names = code_names(code);
	last_object = 0;
	return 0;
}

static void start_anew(const struct code_options *options)
{
	code_free(code);
	assert_int_equal(start(options), 0);
}

FIXTURE(setup)
{
	const struct code_options options = { .wake = -1 };

	return fake_proc_new() ? start(&options) : -1;
}

/* All that is asked for is waited for, however long the helper takes. */
static int setup_recorded(void **state)
{
	const struct code_options options = { .wake = -1, .recorded = true };

	if (setup(state))
		return -1;
	code_free(code);
	return start(&options);
}

AROUND(teardown)
{
	code_free(code);
	fake_proc_done();
}

/* Tells of an object; its index. */
static uint32_t add(struct profile_object object)
{
	assert_int_equal(code_add_object(code, ++last_object, &object), 0);
	return last_object;
}

static uint32_t add_path(const char *path)
{
	return add((struct profile_object){ .path = path, .kind = OBJECT_FILE });
}

static uint32_t add_file(const char *name)
{
	return add_path(fixture("collect/code/objects", name));
}

static uint32_t add_jit(void)
{
	return add((struct profile_object){ .path = "//anon", .kind = OBJECT_JIT, .pid = getpid() });
}

/* Writes a file of the test's own; its path is valid until the next one. */
static const char *write_file(const char *name, const void *bytes, size_t n)
{
	fake_proc_put_bytes(name, bytes, n);
	return fake_proc_path(name);
}

static size_t read_file(const char *name, unsigned char bytes[65536])
{
	FILE *file = fopen(fixture("collect/code/objects", name), "re");
	size_t n;

	assert_non_null(file);
	n = fread(bytes, 1, 65536, file);
	(void)fclose(file);
	return n;
}

static const char *copy_file(const char *name, const char *to)
{
	static unsigned char bytes[65536];

	return write_file(to, bytes, read_file(name, bytes));
}

/* Asks for a place, and waits. */
static struct code_name name_at(uint32_t object, uint64_t offset, bool want_line)
{
	const struct place at = { .object = object, .offset = offset };
	struct code_name name;

	assert_int_equal(names.wait(names.data, &at, 1, want_line, -1), 0);
	assert_int_not_equal(names.name(names.data, &at, want_line, &name), CODE_PENDING);
	return name;
}

static void assert_symbol(uint32_t object, uint64_t offset, const char *symbol)
{
	struct code_name name = name_at(object, offset, false);

	assert_string_equal(name.symbol, symbol);
}

static void assert_trouble(uint32_t object, const char *part)
{
	char text[256];

	names.object_trouble(names.data, object, text, sizeof(text));
	if (!strstr(text, part) || (!*part && *text))
		fail_msg("the trouble is \"%s\"", text);
}

/* The only child of a process. */
static pid_t child_of(pid_t parent)
{
	char path[64];
	int child = 0;

	(void)snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)parent, (int)parent);
	while (!child) {
		FILE *file = fopen(path, "re");

		child = file && fscanf(file, "%d", &child) == 1 ? child : 0;
		if (file)
			(void)fclose(file);
	}
	return child;
}

/* ---- names ---- */

#define WITH_SETUP(sentence) TEST_WITH(sentence, setup, teardown)

WITH_SETUP(a_function_has_its_name_address_size_and_beginning)
{
	uint32_t object = add_file("pie-x86_64");
	struct code_name name = name_at(object, LEAF_TWICE, false);

	assert_string_equal(name.symbol, "leaf");
	assert_true(name.has_address);
	assert_int_equal(name.address, LEAF_TWICE);
	assert_int_equal(name.symbol_offset, LEAF_TWICE - LEAF);
	assert_int_equal(name.function.offset, LEAF);
	assert_int_equal(name.function.object, object);
	assert_int_equal(name.size, LOOP - LEAF);
	assert_trouble(object, "");
}

WITH_SETUP(addresses_of_a_program_that_is_not_PIE_are_those_that_objdump_prints)
{
	struct code_name name = name_at(add_file("exec-x86_64"), 0x150, false);

	assert_string_equal(name.symbol, "leaf");
	assert_int_equal(name.address, 0x400150);
	assert_int_equal(name.function.offset, 0x144);
}

WITH_SETUP(a_program_of_another_machine_has_names_too)
{
	struct code_name name = name_at(add_file("pie-aarch64"), 0x27c, true);

	assert_string_equal(name.symbol, "loop");
	assert_int_equal(name.line, 24);
}

#define TEST_RECORDED(sentence) TEST_WITH(sentence, setup_recorded, teardown)

TEST_RECORDED(a_file_has_the_build_id_that_readelf_prints)
{
	static const unsigned char printed[] = { 0xc2, 0xcc, 0x39, 0xed, 0xa3, 0xd4, 0xa7, 0xb5,
						 0x93, 0x03, 0xcf, 0xf8, 0x59, 0x4f, 0x73, 0xc2,
						 0x61, 0x3e, 0xbb, 0x43 };
	unsigned char id[BUILD_ID_MAX] = { 0 };

	assert_int_equal(code_build_id(code, add_file("pie-x86_64"), id), BUILD_ID_MAX);
	assert_memory_equal(id, printed, sizeof(id));
	assert_int_equal(code_build_id(code, add_path("/nowhere"), id), 0);
	assert_int_equal(code_build_id(code, 4711, id), 0);
}

TEST_RECORDED(a_file_whose_build_id_was_asked_for_has_names_after_it_is_gone)
{
	unsigned char id[BUILD_ID_MAX];
	const char *path = copy_file("pie-x86_64", "short-lived");
	uint32_t object = add_path(path);

	(void)code_build_id(code, object, id);
	assert_int_equal(unlink(path), 0);
	assert_symbol(object, LEAF, "leaf");
}

WITH_SETUP(a_place_outside_of_the_code_has_no_symbol)
{
	struct code_name name = name_at(add_file("pie-x86_64"), 0x1081, false);

	assert_string_equal(name.symbol, "");
}

WITH_SETUP(cplusplus_names_are_those_of_the_source_without_parameters)
{
	struct code_name name;
	uint64_t offset = 0;
	uint32_t object = add_file("names-x86_64");

	do {
		name = name_at(object, offset++, false);
	} while (!name.symbol[0] && offset < 4096);
	assert_string_equal(name.symbol, "space::Box<long>::get");
}

WITH_SETUP(entries_of_the_procedure_linkage_table_have_the_names_of_their_functions)
{
	uint32_t x86 = add_file("plt-x86_64"), arm = add_file("plt-aarch64");

	assert_symbol(x86, 0x354, "first_call@plt");
	assert_symbol(x86, 0x360, "second_call@plt");
	assert_symbol(arm, 0x2f8, "first_call@plt");
	assert_symbol(arm, 0x300, "second_call@plt");
}

WITH_SETUP(names_of_a_stripped_program_are_found_in_its_debug_file)
{
	uint32_t object;

	(void)copy_file("pie-x86_64.debug", "pie-x86_64.debug");
	object = add_path(copy_file("stripped-x86_64", "stripped"));
	assert_symbol(object, LEAF, "leaf");
	assert_int_equal(name_at(object, LEAF_TWICE, true).line, 8);
}

WITH_SETUP(debuginfod_is_asked_for_what_is_not_here_and_only_when_the_user_wants)
{
	static const char id[] = "c2cc39eda3d4a7b59303cff8594f73c2613ebb43";
	const struct code_options options = { .wake = -1, .debuginfod = true };
	char path[160], url[96];
	void *library = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		skip();
	(void)dlclose(library);
	(void)snprintf(path, sizeof(path), "buildid/%s/debuginfo", id);
	(void)copy_file("pie-x86_64.debug", path);
	(void)snprintf(url, sizeof(url), "file://%s", fake_proc_root);
	(void)setenv("DEBUGINFOD_URLS", url, 1);
	(void)setenv("DEBUGINFOD_CACHE_PATH", fake_proc_path("cache"), 1);
	assert_symbol(add_path(copy_file("stripped-x86_64", "alone")), LEAF, "");
	start_anew(&options);
	assert_symbol(add_path(copy_file("stripped-x86_64", "alone")), LEAF, "leaf");
	(void)unsetenv("DEBUGINFOD_URLS");
	(void)unsetenv("DEBUGINFOD_CACHE_PATH");
}

WITH_SETUP(names_of_a_stripped_program_are_found_in_its_compressed_symbols)
{
	uint32_t object = add_file("mini-x86_64");

	assert_symbol(object, LOOP + 1, "loop");
	assert_trouble(object, "");
}

/* The place has no name, and this is why. */
static void assert_nameless(uint32_t object, uint64_t offset, const char *why)
{
	assert_symbol(object, offset, "");
	assert_trouble(object, why);
}

WITH_SETUP(a_file_without_names_says_why)
{
	assert_nameless(add_path(copy_file("stripped-x86_64", "alone")), LEAF, "alone is stripped");
	assert_nameless(add_path(write_file("text", "#!/bin/sh\n", 10)), 0, "text is no ELF file");
	assert_nameless(add_path("/nonexistent/program"), 0,
			"/nonexistent/program cannot be opened: No such file");
}

WITH_SETUP(a_file_of_another_build_gives_no_names_and_says_so)
{
	struct profile_object object = { .kind = OBJECT_FILE, .build_id = { 1, 2, 3 }, .build_id_len = 20 };

	object.path = fixture("collect/code/objects", "pie-x86_64");
	assert_nameless(add(object), LEAF, "its build-id differs");
}

WITH_SETUP(a_fifo_is_not_waited_for)
{
	const char *path = fake_proc_path("fifo");

	assert_int_equal(mkfifo(path, 0600), 0);
	assert_symbol(add_path(path), 0, "");
}

WITH_SETUP(an_object_that_was_not_told_of_is_unknown_and_waits_for_nothing)
{
	const struct place at = { .object = 77, .offset = 5 }, raw = { .object = PLACE_NO_OBJECT, .offset = 0x7F00 };
	struct code_name name;

	assert_int_equal(names.wait(names.data, &at, 1, false, -1), 0);
	assert_int_equal(names.name(names.data, &raw, false, &name), CODE_UNKNOWN);
	assert_int_equal(name.address, 0x7F00);
	assert_false(name.has_address);
}

WITH_SETUP(a_wait_that_is_over_says_how_many_are_still_open)
{
	struct place at[2] = { { .offset = LEAF }, { .offset = LOOP } };
	pid_t helper;

	at[0].object = at[1].object = add_file("pie-x86_64");
	assert_symbol(at[0].object, START, "_start");	/* the first question makes a helper */
	assert_int_equal(kill(helper = child_of(child_of(getpid())), SIGSTOP), 0);
	assert_int_equal(names.wait(names.data, at, 2, false, 0), 2);
	assert_int_equal(names.wait(names.data, at, 2, false, 5), 2);
	assert_int_equal(kill(helper, SIGCONT), 0);
	assert_int_equal(names.wait(names.data, at, 2, false, -1), 0);
}

/* Of a recording, which waits for all names; a live profile waits in the same place. */
WITH_SETUP(a_helper_that_was_stopped_is_given_up)
{
	struct place at = { .offset = LEAF };
	struct code_name name;

	start_anew(&(const struct code_options){ .wake = -1, .recorded = true, .patience_ms = 1000 });
	at.object = add_file("pie-x86_64");
	assert_symbol(at.object, START, "_start");
	assert_int_equal(kill(child_of(child_of(getpid())), SIGSTOP), 0);
	assert_int_equal(names.wait(names.data, &at, 1, false, -1), 0);
	assert_int_equal(names.name(names.data, &at, false, &name), CODE_UNKNOWN);
}

static void write_perf_map(const char *mode, const char *text)
{
	char path[64];
	FILE *map;

	(void)snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, mode);
	assert_non_null(map);
	(void)fputs(text, map);
	(void)fclose(map);
}

static void remove_perf_map(void)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	(void)unlink(path);
}

/* Asks until the place has this name: the service looks for more of them now and then. */
static void assert_symbol_comes(uint32_t object, uint64_t offset, const char *symbol)
{
	struct code_name name;

	do {
		name = name_at(object, offset, false);
	} while (strcmp(name.symbol, symbol));
}

static void start_that_checks_always(void)
{
	start_anew(&(const struct code_options){ .wake = -1, .check_ns = 1 });
}

WITH_SETUP(names_that_a_JIT_compiler_writes_later_are_found)
{
	uint32_t object;

	start_that_checks_always();
	write_perf_map("we", "7f0000001000 40 early\n");
	object = add_jit();
	assert_symbol(object, 0x7f0000001010, "early");
	assert_symbol(object, 0x7f0000002010, "");
	write_perf_map("ae", "7f0000002000 40 late\n");
	assert_symbol_comes(object, 0x7f0000002010, "late");
	assert_symbol(object, 0x7f0000001010, "early");
	remove_perf_map();
}

WITH_SETUP(code_that_a_JIT_compiler_replaces_has_its_new_name)
{
	uint32_t object;

	start_that_checks_always();
	write_perf_map("we", "7f0000001000 40 interpreted\n");
	object = add_jit();
	assert_symbol(object, 0x7f0000001010, "interpreted");
	write_perf_map("ae", "7f0000001000 40 optimized\n");
	assert_symbol_comes(object, 0x7f0000001010, "optimized");
	remove_perf_map();
}

WITH_SETUP(a_perf_map_that_begins_later_is_found)
{
	uint32_t object;

	start_that_checks_always();
	remove_perf_map();
	object = add_jit();
	assert_nameless(object, 0x7f0000001010, "JIT compilers");
	write_perf_map("we", "7f0000001000 40 first\n");
	assert_symbol_comes(object, 0x7f0000001010, "first");
	assert_trouble(object, "");
	remove_perf_map();
}

WITH_SETUP(names_of_code_of_a_JIT_compiler_come_from_its_perf_map)
{
	static const char map[] = "0000000010000000 20 first\n10000010 8 \x1b[2Jevil\n0x10000100 10 Foo::bar\n";
	uint32_t object;

	write_perf_map("we", map);
	object = add_jit();
	assert_symbol(object, 0x10000105, "Foo::bar");
	assert_symbol(object, 0x10000001, "first");
	assert_symbol(object, 0x10000012, "?[2Jevil");
	assert_symbol(object, 0x10000110, "");
	remove_perf_map();
}

/* No names of another file; and of a file where that is not known, names with a warning. */
TEST_RECORDED(names_of_a_recorded_file_without_a_build_id_are_doubted_or_not_given)
{
	struct profile_object object = { .path = fixture("collect/code/objects", "pie-x86_64"), .kind = OBJECT_FILE };
	char doubt[256];
	uint32_t added = add(object);

	assert_symbol(added, LEAF, "leaf");
	code_names_doubt(&names, added, doubt, sizeof(doubt));
	assert_non_null(strstr(doubt, "no build-id of pie-x86_64"));
	assert_trouble(added, "");
	object.file = (struct recorded_file){ .inode = 1, .elsewhere = true };
	added = add(object);
	assert_symbol(added, LEAF, "");
	code_names_doubt(&names, added, doubt, sizeof(doubt));
	assert_string_equal(doubt, "");
	assert_trouble(added, "no build-id of pie-x86_64, and this file is not the one");
	object.build_id_len = 1;		/* it decides, and here it differs */
	assert_nameless(add(object), LEAF, "another build");
}

WITH_SETUP(modules_of_a_recording_have_the_symbols_of_their_kernel)
{
	const struct code_options options = { .wake = -1, .recorded = true };
	struct profile_object kernel = { .path = "[kernel.kallsyms]_text", .kind = OBJECT_KERNEL,
					 .build_id = { 0xab, 0xcd }, .build_id_len = 2 };
	struct profile_object module = { .path = "[xfs]", .kind = OBJECT_MODULE,
					 .build_id = { 1 }, .build_id_len = 20 };
	static const char symbols[] = "ffffffff81000000 T do_one\nffffffffc0000000 t xfs_read\t[xfs]\n";
	uint32_t in_kernel, in_module;

	fake_proc_put(".debug/.build-id/ab/cd/kallsyms", symbols);
	code_free(code);
	(void)setenv("HOME", fake_proc_root, 1);
	assert_int_equal(start(&options), 0);
	(void)unsetenv("HOME");
	in_kernel = add(kernel);
	in_module = add(module);
	assert_symbol(in_kernel, 0xffffffff81000004, "do_one");
	assert_symbol(in_module, 0xffffffffc0000004, "xfs_read");
	kernel.build_id[1] = 0;
	assert_nameless(add(kernel), 0xffffffff81000004, "not in perf's cache");
}

WITH_SETUP(functions_of_the_vdso_have_names)
{
	const struct profile_object vdso = { .path = "[vdso]", .kind = OBJECT_VDSO };
	uint32_t object;
	struct code_name name = { .symbol = "" };

	if (!getauxval(AT_SYSINFO_EHDR))
		skip();		/* qemu-user has none */
	object = add(vdso);
	for (uint64_t offset = 0; !name.symbol[0] && offset < 8192; offset += 16)
		name = name_at(object, offset, false);
	assert_non_null(strstr(name.symbol, "vdso"));
}

/* ---- lines, instructions, kinds ---- */

WITH_SETUP(a_line_is_that_of_the_inlined_function)
{
	struct code_name name = name_at(add_file("pie-x86_64"), LEAF_TWICE, true);

	assert_string_equal(name.file, "lines.c");
	assert_int_equal(name.line, 8);
}

/* Waits for the instructions of a range; their number. */
static size_t instructions(uint32_t object, uint64_t from, uint64_t to, struct code_instruction *out, size_t max)
{
	const struct place start = { .object = object, .offset = from }, end = { .object = object, .offset = to };
	enum code_state state;
	size_t n;

	while ((state = names.instructions(names.data, start, end, out, max, &n)) == CODE_PENDING)
		(void)usleep(100);
	return state == CODE_KNOWN ? n : 0;
}

WITH_SETUP(instructions_have_kinds_targets_lines_and_inlined_functions)
{
	struct code_instruction out[16];
	size_t n = instructions(add_file("pie-x86_64"), LEAF, LOOP, out, 16);

	if (!n && !CAPSTONE_SONAME[0])
		skip();		/* --without-capstone */
	assert_int_equal(n, 6);
	assert_int_equal(out[1].kind, BRANCH_CONDITIONAL);
	assert_int_equal(out[1].target.offset, LEAF_TWICE);
	assert_string_equal(out[1].text, "je 0x1010");
	assert_int_equal(out[1].line, 14);
	assert_string_equal(out[1].inlined, "");
	assert_string_equal(out[3].inlined, "twice");
	assert_string_equal(out[3].file, "lines.c");
	assert_int_equal(out[5].kind, BRANCH_RETURN);
	assert_int_equal(out[5].address, 0x101a);
	assert_int_equal(out[5].size, 1);
}

WITH_SETUP(instructions_of_arm64_are_read_on_any_machine)
{
	struct code_instruction out[16];
	size_t n = instructions(add_file("pie-aarch64"), 0x22c, 0x250, out, 16);

	if (!n && !CAPSTONE_SONAME[0])
		skip();
	assert_int_equal(n, 9);
	assert_string_equal(out[8].text, "ret");
	assert_int_equal(out[0].kind, BRANCH_CONDITIONAL);
	assert_int_equal(out[0].target.offset, 0x23c);
}

WITH_SETUP(code_that_is_in_no_file_is_read_from_the_process)
{
#ifdef __x86_64__
	/* "mov $7, %eax; jmp *%rax; ret" in memory, as a JIT compiler leaves it */
	static const unsigned char made[] = { 0xB8, 7, 0, 0, 0, 0xFF, 0xE0, 0xC3 };
	uint64_t address = (uint64_t)(uintptr_t)made;
	struct code_instruction out[8];
	size_t n = instructions(add_jit(), address, address + sizeof(made), out, 8);

	if (!n && !CAPSTONE_SONAME[0])
		skip();		/* --without-capstone */
	assert_int_equal(n, 3);
	assert_int_equal(out[1].kind, BRANCH_INDIRECT_JUMP);
	assert_int_equal(out[2].address, address + 7);
#else
	skip();		/* under qemu-user memory is elsewhere */
#endif
}

/* Waits for a line of a source file. */
static enum code_state source_line(struct place at, uint32_t line, char *text, size_t size)
{
	enum code_state known;

	while ((known = names.source(names.data, at, "lines.c", line, text, size)) == CODE_PENDING)
		(void)usleep(100);
	return known;
}

WITH_SETUP(a_source_file_that_is_not_here_is_unknown)
{
	const struct place at = { .object = add_file("pie-x86_64"), .offset = LEAF };
	char text[64];

	/* it was /src/lines.c */
	assert_int_equal(source_line(at, 8, text, sizeof(text)), CODE_UNKNOWN);
	assert_string_equal(text, "");
}

WITH_SETUP(lines_of_a_source_file_are_harmless)
{
	/* the program says /src/lines.c; a process has it in its root directory: here our own */
	char text[64];
	struct code_listing *listing = code_listing_new();
	struct code_asker *asker = calloc(1, sizeof(*asker));
	struct profile_object object = { .path = "/program", .kind = OBJECT_FILE, .pid = 7 };
	struct code_request request = { .at = { .object = 3, .offset = LEAF }, .file = "lines.c" };
	struct code_found found;

	(void)copy_file("pie-x86_64", "program");
	(void)write_file("proc/7/root/src/lines.c", "one\r\ntwo\t\x1b[2J\n\nfour", 20);
	asker->places.root = fake_proc_root;
	assert_int_equal(helper_start(&asker->helper), 0);
	assert_int_equal(code_listing_source(listing, request.at, "lines.c", 1, text, sizeof(text)), CODE_PENDING);
	assert_true(code_listing_next(listing, &request));
	assert_int_equal(code_listing_find(asker, &object, &request, &found), ASKED_ANSWERED);
	code_listing_store(listing, &request, &found);
	assert_false(code_listing_next(listing, &request));
	assert_int_equal(code_listing_source(listing, request.at, "lines.c", 1, text, sizeof(text)), CODE_KNOWN);
	assert_string_equal(text, "one");
	(void)code_listing_source(listing, request.at, "lines.c", 2, text, sizeof(text));
	assert_string_equal(text, "two     ?[2J");
	(void)code_listing_source(listing, request.at, "lines.c", 4, text, sizeof(text));
	assert_string_equal(text, "four");
	assert_int_equal(code_listing_source(listing, request.at, "lines.c", 5, text, sizeof(text)), CODE_UNKNOWN);
	helper_stop(&asker->helper);
	free(asker);
	code_listing_free(listing);
}

TEST_RECORDED(a_profile_gets_the_kinds_of_its_branches_and_the_lengths_of_its_blocks)
{
	uint32_t pie = add_file("pie-x86_64"), arm = add_file("pie-aarch64");
	const struct place at[] = { { .object = pie, .offset = LOOP_CALL },
				    { .object = arm, .offset = 0x294 },
				    { .object = pie, .offset = 0x104c },
				    { .object = pie, .offset = 0x107f },
				    { .object = pie, .offset = 0x1010 },
				    { .object = 99, .offset = 1 } };
	static const enum branch_kind expected[] = { BRANCH_CALL, BRANCH_INDIRECT_CALL,
						     BRANCH_INDIRECT_CALL, BRANCH_JUMP,
						     BRANCH_NONE, BRANCH_UNKNOWN };
	const struct place start[] = { { .object = pie, .offset = 0x1039 },
				       { .object = arm, .offset = 0x278 },
				       { .object = pie, .offset = 0x1039 } };
	const struct place end[] = { { .object = pie, .offset = 0x1048 },
				     { .object = arm, .offset = 0x28c },
				     { .object = pie, .offset = 0x1047 } };
	struct profile_code profile = code_profile(code);
	enum branch_kind kind[6];
	uint32_t length[3];

	profile.kinds(profile.data, at, 6, kind);
	assert_memory_equal(kind, expected, sizeof(expected));
	profile.lengths(profile.data, start, end, 3, length);
	assert_int_equal(length[1], 6);
	assert_true(length[0] == 6 || length[0] == 0);	/* 0: --without-capstone */
	assert_int_equal(length[2], 0);	/* ends inside of an instruction */
}

/* ---- the helper ---- */

/* A process that has ended has no command line, also if its parent has not waited for it yet. */
static bool is_running(pid_t pid)
{
	char path[64];
	FILE *file;
	int first;

	(void)snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	first = fgetc(file);
	(void)fclose(file);
	return first != EOF;
}

WITH_SETUP(a_helper_that_was_killed_is_started_anew)
{
	uint32_t object = add_file("pie-x86_64");
	pid_t keeper = child_of(getpid()), helper;

	assert_symbol(object, LEAF, "leaf");
	helper = child_of(keeper);
	assert_int_equal(kill(helper, SIGKILL), 0);
	assert_symbol(object, LOOP, "loop");
	assert_symbol(object, START, "_start");
	assert_int_not_equal(child_of(keeper), helper);
}

WITH_SETUP(a_file_that_is_cut_while_it_is_read_harms_no_other)
{
	const char *path = copy_file("pie-x86_64", "cut");
	uint32_t cut = add_path(path), other = add_file("exec-x86_64");

	assert_symbol(cut, LEAF, "leaf");
	assert_int_equal(truncate(path, 0), 0);
	assert_symbol(cut, LOOP, "");	/* its pages are gone: SIGBUS */
	assert_symbol(cut, START, "");
	assert_symbol(other, 0x150, "leaf");
	assert_symbol(cut, LEAF, "leaf");	/* was known before */
}

WITH_SETUP(a_helper_that_cannot_be_started_leaves_places_unknown)
{
	uint32_t object = add_file("pie-x86_64");
	pid_t keeper = child_of(getpid()), helper;

	assert_symbol(object, LEAF, "leaf");
	helper = child_of(keeper);
	assert_int_equal(kill(keeper, SIGKILL), 0);
	while (is_running(helper)) {
	}
	assert_symbol(object, LOOP, "");
	assert_symbol(object, LEAF, "leaf");
}

WITH_SETUP(an_answer_is_announced_by_the_eventfd_and_a_new_generation)
{
	const struct code_options options = { .wake = eventfd(0, EFD_CLOEXEC) };
	uint32_t before;
	uint64_t count = 0;

	start_anew(&options);
	before = names.generation(names.data);
	assert_symbol(add_file("pie-x86_64"), LEAF, "leaf");
	assert_int_not_equal(names.generation(names.data), before);
	assert_int_equal(read(options.wake, &count, sizeof(count)), sizeof(count));
	assert_true(count > 0);
	code_free(code);
	code = NULL;
	(void)close(options.wake);
}

WITH_SETUP(without_symbols_there_are_addresses_and_kinds)
{
	const struct code_options options = { .wake = -1, .symbols = CODE_SYMBOLS_NONE };
	struct code_name name;
	uint32_t object;

	start_anew(&options);
	object = add_file("exec-x86_64");
	name = name_at(object, 0x150, true);
	assert_string_equal(name.symbol, "");
	assert_int_equal(name.address, 0x400150);
	assert_int_equal(name.line, 0);
}

WITH_SETUP(with_names_only_there_are_no_lines)
{
	const struct code_options options = { .wake = -1, .symbols = CODE_SYMBOLS_NAMES };
	struct code_name name;

	start_anew(&options);
	name = name_at(add_file("pie-x86_64"), LEAF, true);
	assert_string_equal(name.symbol, "leaf");
	assert_int_equal(name.line, 0);
}

/* A thread that asks as others do. */
static void *ask_all(void *data)
{
	uint32_t object = *(const uint32_t *)data;

	for (uint64_t offset = LEAF; offset < START; offset++)
		(void)name_at(object, offset, offset % 2);
	return NULL;
}

WITH_SETUP(several_threads_may_ask_at_once)
{
	uint32_t object = add_file("pie-x86_64");
	pthread_t threads[3];

	for (size_t i = 0; i < 3; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &object), 0);
	(void)add_file("exec-x86_64");
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_symbol(object, LOOP, "loop");
}

/* Bytes of a program, changed: whatever is in a file, others keep their names. */
WITH_SETUP(broken_programs_harm_no_other)
{
	static unsigned char good[65536], bad[65536];
	const size_t n = read_file("pie-x86_64", good);
	unsigned int random = 1;
	char path[64];

	for (unsigned int round = 0; round < 60; round++) {
		struct code_instruction out[64];
		struct place at[4];
		uint32_t object;
		size_t size = n;

		memcpy(bad, good, n);
		for (int i = 0; i < 20; i++) {
			random = random * 1103515245 + 12345;
			/* half of them in the headers at both ends */
			bad[(round % 2 ? random >> 8 : random >> 8 & 511) % n] = (unsigned char)(random >> 24);
		}
		if (round % 5 == 4)
			size = (random >> 8) % n;
		(void)snprintf(path, sizeof(path), "broken-%u", round);
		object = add_path(write_file(path, bad, size));
		for (size_t i = 0; i < 4; i++)
			at[i] = (struct place){ .object = object, .offset = LEAF + i * 16 };
		assert_int_equal(names.wait(names.data, at, 4, true, -1), 0);
		(void)instructions(object, LEAF, START, out, 64);
	}
	assert_symbol(add_file("exec-x86_64"), 0x150, "leaf");
}

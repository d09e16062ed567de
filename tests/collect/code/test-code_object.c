/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the helper does with files, in this process: so sanitizers and coverage see it. The answers
 * themselves are tested by test-code.c.
 */
#include "config.h"
#include "collect/code/code_object.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

/* libdw 0.188 loses some bytes when DWARF is broken. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libdw";
}

static int open_file(const char *name)
{
	return open(fixture("collect/code/objects", name), O_RDONLY | O_CLOEXEC);
}

/* First a file that is not wanted, then the right one. */
static int offer(void *data, const struct wire_want *want)
{
	static const char *const names[] = { "exec-x86_64", "lines.c", "pie-x86_64.debug" };

	return want->attempt < 3 ? open_file(names[want->attempt]) : -1;
}

static const struct code_wanted wanted = { .file = offer };

/* Asks it everything; the number of places with a name. */
static size_t ask_all(struct code_object *object)
{
	static struct wire_message message;
	struct code_object_name name;
	size_t named = 0;

	for (uint64_t offset = 0; offset < 0x1100; offset += 3) {
		code_object_name(object, offset, offset % 2 ? WIRE_LINES : 0, &name);
		named += name.wire.symbol_len != 0;
		(void)code_object_kind(object, offset);
		(void)code_object_length(object, (struct wire_range){ 0x1000, offset });
	}
	wire_begin(&message, WIRE_ANSWER, 0);
	(void)code_object_instructions(object, (struct wire_range){ 0x1000, 0x1100 }, NULL, 0, &message);
	(void)code_object_source(object, 0x1000, "lines.c");
	return named;
}

static size_t names_of(const char *file)
{
	const struct wire_object what = { .kind = OBJECT_FILE, .name = "object" };
	struct code_object *object = code_object_new(&what, open_file(file), &wanted);
	size_t named;

	assert_non_null(object);
	named = ask_all(object);
	code_object_free(object);
	return named;
}

TEST(all_kinds_of_programs_have_names)
{
	static const char *const files[] = { "pie-x86_64", "exec-x86_64", "pie-aarch64",
					     "names-x86_64", "plt-x86_64", "plt-aarch64",
					     "mini-x86_64" };

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (!names_of(files[i]))
			fail_msg("%s has no names", files[i]);
}

TEST(of_several_debug_files_the_one_with_the_build_id_is_taken)
{
	assert_true(names_of("stripped-x86_64") > 0);
}

TEST(broken_programs_are_read_in_bounds)
{
	static unsigned char good[65536];
	unsigned int random = 7;
	ssize_t n = read(open_file("pie-x86_64"), good, sizeof(good));

	assert_true(n > 0);
	for (unsigned int round = 0; round < 150; round++) {
		const struct wire_object what = { .kind = OBJECT_FILE, .name = "object" };
		int fd = memfd_create("broken", MFD_CLOEXEC);
		struct code_object *object;

		assert_int_equal(write(fd, good, round % 7 ? (size_t)n : (size_t)n / 2), round % 7 ? n : n / 2);
		for (int i = 0; i < 12; i++) {
			off_t at;

			random = random * 1103515245 + 12345;
			at = (off_t)((round % 2 ? random >> 8 : (random >> 8) & 1023) % (size_t)n);
			assert_int_equal(pwrite(fd, (unsigned char *)&random + 3, 1, at), 1);
		}
		object = code_object_new(&what, fd, &wanted);
		assert_non_null(object);
		(void)ask_all(object);
		code_object_free(object);
	}
}

TEST(without_a_file_nothing_is_known)
{
	const struct wire_object what = { .kind = OBJECT_FILE, .name = "object" };
	struct code_object *object = code_object_new(&what, -1, &wanted);

	assert_int_equal(ask_all(object), 0);
	assert_int_equal(code_object_kind(object, 0x1000), BRANCH_UNKNOWN);
	code_object_free(object);
}

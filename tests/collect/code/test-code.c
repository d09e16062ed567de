/* SPDX-License-Identifier: GPL-2.0-only */
/* The service of names, with its helper process, about this very program. */
#include "config.h"
#include "collect/code/code.h"

#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collect/code/elf_image.h"
#include "tests/fixtures/test.h"

static char self_path[512];
static struct code *code;
static struct code_names names;

static int setup(void **state)
{
	const struct code_options options = { .wake = -1 };
	struct profile_object object = { .path = self_path, .kind = OBJECT_FILE };
	ssize_t n = readlink("/proc/self/exe", self_path, sizeof(self_path) - 1);
	struct err err;

	(void)state;
	object.pid = getpid();
	if (n < 0 || code_new(&options, &code, &err))
		return -1;
	names = code_names(code);
	return code_add_object(code, 0, &object);
}

static int teardown(void **state)
{
	(void)state;
	code_free(code);
	return 0;
}

/* A function to be found. */
int a_known_function(int x);

int a_known_function(int x)
{
	return x * 3 + 1;
}

/* Where this program has a function: its address in the file, and its offset. */
static struct place place_of(const void *function, uint64_t *address)
{
	struct place at = { .object = 0 };
	struct elf_image *image;

	assert_int_equal(elf_image_open(open(self_path, O_RDONLY | O_CLOEXEC), &image), 0);
	/* PIE: loaded at the address of the first program header's page */
	*address = (uint64_t)(uintptr_t)function - _r_debug.r_map->l_addr;
	assert_true(elf_image_offset(image, *address, &at.offset));
	elf_image_close(image);
	return at;
}

TEST(a_function_of_this_program_has_its_name_address_and_offset)
{
	struct code_name name;
	uint64_t address;
	struct place at = place_of(a_known_function, &address), inside = at;

	inside.offset += 1;
	assert_int_equal(names.wait(names.data, &inside, 1, false, -1), 0);
	assert_int_equal(names.name(names.data, &inside, false, &name), CODE_KNOWN);
	assert_string_equal(name.symbol, "a_known_function");
	assert_true(name.has_address);
	assert_int_equal(name.address, address + 1);
	assert_int_equal(name.symbol_offset, 1);
	assert_int_equal(name.function.offset, at.offset);
	assert_true(name.size > 1);
}

TEST(an_object_that_was_not_told_of_is_unknown_and_waits_for_nothing)
{
	const struct place at = { .object = 77, .offset = 5 }, raw = { .object = PLACE_NO_OBJECT,
								       .offset = 0x7F00 };
	struct code_name name;

	assert_int_equal(names.wait(names.data, &at, 1, false, -1), 0);
	assert_int_equal(names.name(names.data, &raw, false, &name), CODE_UNKNOWN);
	assert_int_equal(name.address, 0x7F00);
	assert_false(name.has_address);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_of_this_program_has_its_name_address_and_offset),
		cmocka_unit_test(an_object_that_was_not_told_of_is_unknown_and_waits_for_nothing),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

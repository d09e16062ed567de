/* SPDX-License-Identifier: GPL-2.0-only */
/* Which symbol covers an address. */
#include "config.h"
#include "collect/code/symbol_table.h"

#include "tests/fixtures/test_main.h"

static struct symbol_table table;

FIXTURE(teardown)
{
	symbol_table_clear(&table);
	return 0;
}

static void add(uint64_t address, uint64_t size, enum symbol_rank rank, const char *name)
{
	assert_int_equal(symbol_table_add(&table, address, size, rank, name), 0);
}

static void assert_found(uint64_t address, const char *name)
{
	const struct symbol *found;

	symbol_table_sort(&table);
	found = symbol_table_find(&table, address);
	assert_string_equal(found ? found->name : "none", name);
}

const struct around_tests around_tests = { .teardown = teardown };

TEST(a_symbol_covers_its_size_and_not_more)
{
	add(0x200, 0x10, SYMBOL_GLOBAL, "second");
	add(0x100, 0x10, SYMBOL_GLOBAL, "first");
	assert_found(0xFF, "none");
	assert_found(0x100, "first");
	assert_found(0x10F, "first");
	assert_found(0x110, "none");
	assert_found(0x20F, "second");
	assert_found(0x210, "none");
}

TEST(a_symbol_without_size_reaches_to_the_next_one)
{
	add(0x100, 0, SYMBOL_GLOBAL, "first");
	add(0x200, 0, SYMBOL_GLOBAL, "last");
	table.end = 0x300;
	assert_found(0x1FF, "first");
	assert_found(0x2FF, "last");
	assert_found(0x300, "none");
}

TEST(the_innermost_function_covers_an_address)
{
	add(0x100, 0x100, SYMBOL_GLOBAL, "outer");
	add(0x120, 0x10, SYMBOL_LOCAL, "inner");
	assert_found(0x11F, "outer");
	assert_found(0x120, "inner");
	assert_found(0x130, "outer");
}

TEST(of_several_names_of_an_address_the_one_of_perf_is_shown)
{
	add(0x100, 0x10, SYMBOL_WEAK, "weak");
	add(0x100, 0x10, SYMBOL_GLOBAL, "__global");
	add(0x100, 0x10, SYMBOL_GLOBAL, "global");
	add(0x100, 0, SYMBOL_GLOBAL, "without_size");
	assert_found(0x100, "global");
}

TEST(a_label_is_no_function_inside_of_one)
{
	add(0x100, 0x20, SYMBOL_GLOBAL, "function");
	add(0x110, 0, SYMBOL_LABEL, "label");
	add(0x200, 0, SYMBOL_LABEL, "assembly");
	assert_found(0x118, "function");
	assert_found(0x204, "assembly");
}

TEST(sizes_that_wrap_around_are_harmless)
{
	add(UINT64_MAX - 1, UINT64_MAX, SYMBOL_GLOBAL, "last");
	add(0, UINT64_MAX, SYMBOL_GLOBAL, "first");
	assert_found(UINT64_MAX, "last");
	assert_found(5, "first");
}

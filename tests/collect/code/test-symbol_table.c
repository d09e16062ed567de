/* SPDX-License-Identifier: GPL-2.0-only */
/* Which symbol covers an address; symbols of the kernel and of JIT compilers, from their texts. */
#include "config.h"
#include "collect/code/symbol_table.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/code/text_symbols.h"
#include "tests/fixtures/test_main.h"

static struct symbol_table table;
static struct text_symbols text;

TEARDOWN
{
	symbol_table_clear(&table);
	text_symbols_clear(&text);
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

/* ---- texts ---- */

static void give(const char *lines)
{
	int fd = memfd_create("text", MFD_CLOEXEC);

	assert_int_equal(write(fd, lines, strlen(lines)), strlen(lines));
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	text_symbols_read(&text, fd);
}

TEST(functions_of_the_kernel_and_of_its_modules_are_found)
{
	give("ffffffff81000000 T _text\nffffffff81000100 t do_one\nffffffff81000180 D data\n"
	     "ffffffffc0000000 t xfs_read\t[xfs]\n");
	assert_int_equal(text_symbols_kallsyms(&text, &table), 3);
	assert_found(0xffffffff81000190, "do_one");
	assert_found(0xffffffffc0000010, "xfs_read");
}

TEST(hidden_addresses_of_the_kernel_are_no_symbols)
{
	give("0000000000000000 T _text\n0000000000000000 t do_one\n");
	assert_int_equal(text_symbols_kallsyms(&text, &table), 0);
}

TEST(of_code_that_was_written_twice_the_newest_counts)
{
	give("1000 10 old\n1000 10 a\n2000 10 other\n1000 10 newest_one\n");
	assert_int_equal(text_symbols_perf_map(&text, &table), 4);
	assert_found(0x1008, "newest_one");
}

TEST(lines_of_another_form_are_passed_over)
{
	give("\n\n1000\nxyz 10 a\n1000 10\n 1000 10 b\n1000 0 c\n1000 zz d\n3000 10 good name\n\n"
	     "4000 10 unfinished");
	assert_int_equal(text_symbols_perf_map(&text, &table), 3);
	assert_found(0x3000, "good name");
	assert_found(0x4000, "unfinished");
}

TEST(an_empty_file_has_no_symbols)
{
	give("");
	assert_int_equal(text_symbols_perf_map(&text, &table), 0);
	assert_int_equal(text_symbols_kallsyms(&text, &table), 0);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Symbols of the kernel and of JIT compilers. */
#include "config.h"
#include "collect/code/text_symbols.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

static struct text_symbols text;
static struct symbol_table table;

FIXTURE(teardown)
{
	symbol_table_clear(&table);
	text_symbols_clear(&text);
	return 0;
}

static void give(const char *lines)
{
	int fd = memfd_create("text", MFD_CLOEXEC);

	assert_int_equal(write(fd, lines, strlen(lines)), strlen(lines));
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	text_symbols_read(&text, fd);
}

static void assert_found(uint64_t address, const char *name)
{
	const struct symbol *found;

	symbol_table_sort(&table);
	found = symbol_table_find(&table, address);
	assert_string_equal(found ? found->name : "none", name);
}

const struct around_tests around_tests = { .teardown = teardown };

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

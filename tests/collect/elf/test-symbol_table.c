/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which symbol covers an address; symbols of the kernel and of JIT compilers, from their texts
 * (tests/scenarios/symbol_table.txt).
 */
#include "config.h"
#include "collect/elf/symbol_table.h"

#include <sys/mman.h>
#include <unistd.h>

#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

static struct symbol_table table;
static struct text_symbols text;
static int file;
static char names[16][24];	/* the table does not copy them */
static size_t n_names;

SETUP
{
	n_names = 0;
	file = memfd_create("text", MFD_CLOEXEC);
	assert_true(file >= 0);
}

TEARDOWN
{
	symbol_table_clear(&table);
	text_symbols_clear(&text);
	(void)close(file);
}

/* ADDRESS SIZE RANK NAME */
COMMAND(add)
{
	char *name = strcpy(names[n_names++], text_arg(4));

	assert_int_equal(symbol_table_add(&table, (uint64_t)number_arg(1), (uint64_t)number_arg(2),
					  (enum symbol_rank)number_arg(3), name), 0);
}

COMMAND(table_ends)
{
	table.end = (uint64_t)number_arg(1);
}

COMMAND(find)
{
	const struct symbol *found;

	symbol_table_sort(&table);
	found = symbol_table_find(&table, (uint64_t)number_arg(1));
	say("%s", found ? found->name : "none");
}

/* A line of a text, and the end of one without a newline. */
COMMAND(line)
{
	assert_true(dprintf(file, "%s\n", text_arg(1)) > 0);
}

COMMAND(end)
{
	assert_true(dprintf(file, "%s", text_arg(1)) > 0);
}

/* The number of symbols. */
static void read_text(size_t (*add_symbols)(struct text_symbols *, struct symbol_table *))
{
	assert_int_equal(lseek(file, 0, SEEK_SET), 0);
	text_symbols_clear(&text);
	text_symbols_read(&text, dup(file));
	say("%zu", add_symbols(&text, &table));
}

COMMAND(kallsyms)
{
	read_text(text_symbols_kallsyms);
}

COMMAND(perf_map)
{
	read_text(text_symbols_perf_map);
}

static const struct scenario_word words[] = {
	{ "global", SYMBOL_GLOBAL }, { "weak", SYMBOL_WEAK }, { "local", SYMBOL_LOCAL },
	{ "label", SYMBOL_LABEL }, { NULL, 0 },
};

const struct scenarios scenarios = { { "symbol_table" }, words };

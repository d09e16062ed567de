/* SPDX-License-Identifier: GPL-2.0-only */
/* Sorted symbols, and text files of them; see symbol_table.h. */
#include "config.h"
#include "collect/elf/symbol_table.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/list_room.h"

#define MAX_SYMBOLS (1u << 24)
/* So far above its first byte a symbol without size is still believed. */
#define LAST_SYMBOL 4096
/* Functions inside of functions: so many are looked at for one that reaches further. */
#define NESTED 32

int symbol_table_add(struct symbol_table *table, uint64_t address, uint64_t size,
		     uint32_t rank, const char *name)
{
	struct symbol *symbols;

	if (table->n == MAX_SYMBOLS)
		return -E2BIG;
	symbols = list_room(table->symbols, table->n + 1, &table->room, 1024, sizeof(*symbols));
	if (!symbols)
		return -ENOMEM;
	table->symbols = symbols;
	table->symbols[table->n++] = (struct symbol){
		.address = address,
		.size = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size,
		.rank = rank,
		.name = name,
	};
	table->sorted = false;
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Is x the better name of an address, as perf chooses (symbol.c, choose_best_symbol)? */
static bool is_better(const struct symbol *x, const struct symbol *y)
{
	size_t of_x, of_y;

	if ((x->rank == SYMBOL_LABEL) != (y->rank == SYMBOL_LABEL))
		return y->rank == SYMBOL_LABEL;
	if (!x->size != !y->size)
		return x->size;
	if (x->rank != y->rank)
		return x->rank < y->rank;
	of_x = strspn(x->name, "_");
	of_y = strspn(y->name, "_");
	if (of_x != of_y)
		return of_x < of_y;
	of_x = strlen(x->name);
	of_y = strlen(y->name);
	return of_x != of_y ? of_x > of_y : strcmp(x->name, y->name) < 0;
}

/* Keeps one symbol per address, and no labels inside of functions. */
static void keep_best(struct symbol_table *table)
{
	struct symbol *symbols = table->symbols;
	uint64_t inside = 0;	/* end of the function that reaches furthest */
	size_t n = 0;

	for (size_t i = 0, next; i < table->n; i = next) {
		struct symbol best = symbols[i];

		for (next = i + 1;
		     next < table->n && symbols[next].address == best.address; next++) {
			if (is_better(&symbols[next], &best))
				best = symbols[next];
		}
		if (best.rank == SYMBOL_LABEL && best.address < inside)
			continue;
		if (best.rank != SYMBOL_LABEL && best.address + best.size > inside)
			inside = best.address + best.size;
		symbols[n++] = best;
	}
	table->n = n;
}

void symbol_table_sort(struct symbol_table *table)
{
	if (table->sorted)
		return;
	if (table->n)
		qsort(table->symbols, table->n, sizeof(table->symbols[0]), by_address);
	keep_best(table);
	table->sorted = true;
}

/* Does a symbol without size reach to the address? next: the following symbol, NULL if none. */
static bool reaches(const struct symbol_table *table, const struct symbol *symbol,
		    const struct symbol *next, uint64_t address)
{
	if (symbol->size)
		return address - symbol->address < symbol->size;
	if (next)
		return true;
	if (table->end > symbol->address)
		return address < table->end;
	return address - symbol->address < LAST_SYMBOL;
}

const struct symbol *symbol_table_find(const struct symbol_table *table, uint64_t address)
{
	size_t low = 0, high = table->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->symbols[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t i = low; i > 0 && i + NESTED > low; i--) {
		const struct symbol *symbol = &table->symbols[i - 1];
		const struct symbol *next = i < table->n ? symbol + 1 : NULL;

		if (i < low && !symbol->size)
			continue;	/* it ended at the next one */
		if (reaches(table, symbol, next, address))
			return symbol;
	}
	return NULL;
}

void symbol_table_clear(struct symbol_table *table)
{
	free(table->symbols);
	*table = (struct symbol_table){ 0 };
}

/* ---- kallsyms and perf maps ---- */

#define MAX_TEXT ((size_t)64 << 20)

void text_symbols_read(struct text_symbols *text, int fd)
{
	size_t room = 0;

	*text = (struct text_symbols){ 0 };
	for (;;) {
		ssize_t got;

		if (text->bytes + 1 >= room) {
			size_t more = room ? room * 2 : 1 << 16;
			char *larger = more > MAX_TEXT ? NULL : realloc(text->text, more);

			if (!larger)
				break;
			text->text = larger;
			room = more;
		}
		got = read(fd, text->text + text->bytes, room - text->bytes - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		text->bytes += (size_t)got;
	}
	if (text->text)
		text->text[text->bytes] = '\0';
	(void)close(fd);
}

void text_symbols_clear(struct text_symbols *text)
{
	free(text->text);
	*text = (struct text_symbols){ 0 };
}

/* Cuts the line at *at out of the text. NULL: there is none any more. */
static char *next_line(char **at)
{
	char *line = *at, *end;

	if (!line || !*line)
		return NULL;
	end = strchr(line, '\n');
	if (end)
		*end++ = '\0';
	*at = end;
	return line;
}

/* A hexadecimal number, and what follows its blank. NULL: the line has another form. */
static char *number(char *text, uint64_t *value)
{
	char *end;

	*value = strtoull(text, &end, 16);
	return end > text && *end == ' ' ? end + 1 : NULL;
}

/* "ffffffff81262f90 T name", and "\t[module]" behind names of modules. */
size_t text_symbols_kallsyms(struct text_symbols *text, struct symbol_table *table)
{
	char *at = text->text, *line;
	size_t found = 0;

	while ((line = next_line(&at))) {
		uint64_t address;
		char *type = number(line, &address);
		char *name = type && type[0] && type[1] == ' ' ? type + 2 : NULL;

		if (!name || !address || !strchr("tTwW", type[0]))
			continue;
		name[strcspn(name, "\t ")] = '\0';
		if (!*name || name[0] == '$' ||
		    symbol_table_add(table, address, 0, type[0] == 'T' ? SYMBOL_GLOBAL :
				     type[0] == 't' ? SYMBOL_LOCAL : SYMBOL_WEAK, name))
			continue;
		found++;
	}
	return found;
}

size_t text_symbols_perf_map(struct text_symbols *text, struct symbol_table *table)
{
	char *at = text->text, *line;
	uint32_t order = UINT32_MAX;	/* code at an address that was used before is newer */
	size_t found = 0;

	while ((line = next_line(&at))) {
		uint64_t address, size;
		char *name = number(line, &address);

		name = name ? number(name, &size) : NULL;
		if (!name || !*name || !size ||
		    symbol_table_add(table, address, size, --order, name))
			continue;
		found++;
	}
	return found;
}

/* ---- names as in the source ---- */

/* Has what config.h has too. */
#undef PACKAGE
#include <libiberty/demangle.h>

/* Without parameters and hashes, which only make names long: as perf has it. */
#define OPTIONS (DMGL_ANSI)

struct output {
	char *text;
	size_t n, size;
	jmp_buf full;
};

/*
 * A hostile name of 1 kB can stand for gigabytes of text: libiberty's work ends when the text is
 * full. It holds nothing then but stack (C++), and a small buffer at most (Rust).
 */
static void demangle_add(const char *part, size_t length, void *data)
{
	struct output *output = data;
	size_t room = output->size - 1 - output->n;
	size_t take = length < room ? length : room;

	memcpy(output->text + output->n, part, take);
	output->n += take;
	output->text[output->n] = '\0';
	if (length > room)
		longjmp(output->full, 1);
}

static bool try_all(const char *name, struct output *output)
{
	if (setjmp(output->full))
		return true;
	output->n = 0;
	if (rust_demangle_callback(name, OPTIONS, demangle_add, output))
		return true;
	output->n = 0;
	return cplus_demangle_v3_callback(name, OPTIONS, demangle_add, output);
}

/*
 * A part of a function (.cold, .isra.0): libiberty tells of it only beside the parameters. ".llvm."
 * only makes a name of one file unique.
 */
static void add_clone(const char *name, struct output *output)
{
	const char *clone = strchr(name, '.');

	if (clone && !strstr(clone, ".llvm."))
		(void)snprintf(output->text + output->n, output->size - output->n,
			       " [clone %s]", clone);
}

void demangle(const char *name, char *text, size_t size)
{
	struct output output = { .text = text, .size = size };
	bool is_mangled = (name[0] == '_' && (name[1] == 'Z' || name[1] == 'R')) ||
		!strncmp(name, "__Z", 3);

	if (!is_mangled || strlen(name) > 4096 || !try_all(name, &output))
		(void)snprintf(text, size, "%s", name);
	else
		add_clone(name, &output);
}

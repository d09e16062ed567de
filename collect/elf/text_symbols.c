/* SPDX-License-Identifier: GPL-2.0-only */
/* kallsyms and perf maps; see symbol_table.h. */
#include "config.h"
#include "collect/elf/symbol_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DWARF by libdw; see dwarf_lines.h. Compilation units are found by their own ranges: clang writes
 * no .debug_aranges, which libdwfl needs.
 */
#include "config.h"
#include "collect/elf/dwarf_lines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>

#include "model/base_name.h"
#include "model/list_room.h"

#define MOST_RANGES ((size_t)1 << 22)

struct unit_range {
	uint64_t start, end;
	Dwarf_Off unit;		/* of its first entry */
};

struct dwarf_lines {
	Dwarf *dwarf, *alt;
	bool indexed;
	struct unit_range *ranges;
	size_t n, room;
};

struct dwarf_lines *dwarf_lines_new(Elf *elf)
{
	struct dwarf_lines *lines = calloc(1, sizeof(*lines));

	if (!lines)
		return NULL;
	lines->dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	if (!lines->dwarf) {
		free(lines);
		return NULL;
	}
	return lines;
}

void dwarf_lines_free(struct dwarf_lines *lines)
{
	if (!lines)
		return;
	(void)dwarf_end(lines->dwarf);
	if (lines->alt)
		(void)dwarf_end(lines->alt);
	free(lines->ranges);
	free(lines);
}

uint8_t dwarf_lines_alt(const struct dwarf_lines *lines, const char **name,
			unsigned char build_id[BUILD_ID_MAX])
{
	const void *id = NULL;
	ssize_t n = dwelf_dwarf_gnu_debugaltlink(lines->dwarf, name, &id);

	if (n <= 0 || n > BUILD_ID_MAX) {
		*name = "";
		return 0;
	}
	memcpy(build_id, id, (size_t)n);
	return (uint8_t)n;
}

void dwarf_lines_set_alt(struct dwarf_lines *lines, Elf *elf)
{
	lines->alt = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	if (lines->alt)
		dwarf_setalt(lines->dwarf, lines->alt);
}

/* ---- from address to compilation unit ---- */

static bool add_range(struct dwarf_lines *lines, uint64_t start, uint64_t end, Dwarf_Off unit)
{
	struct unit_range *ranges = lines->n == MOST_RANGES ? NULL :
		list_room(lines->ranges, lines->n + 1, &lines->room, 1024, sizeof(*ranges));

	if (!ranges)
		return false;
	lines->ranges = ranges;
	if (end > start)
		lines->ranges[lines->n++] = (struct unit_range){ start, end, unit };
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static void index_units(struct dwarf_lines *lines)
{
	Dwarf_Off at = 0, next;
	size_t header;

	lines->indexed = true;
	/* Offsets grow, so the loop ends, whatever the file says. */
	for (; !dwarf_nextcu(lines->dwarf, at, &next, &header, NULL, NULL, NULL) && next > at;
	     at = next) {
		Dwarf_Addr base, start, end;
		ptrdiff_t range = 0;
		Dwarf_Die unit;

		if (!dwarf_offdie(lines->dwarf, at + header, &unit))
			continue;
		while ((range = dwarf_ranges(&unit, range, &base, &start, &end)) > 0) {
			if (!add_range(lines, start, end, at + header))
				break;
		}
	}
	if (lines->n)
		qsort(lines->ranges, lines->n, sizeof(lines->ranges[0]), by_start);
}

static bool unit_at(struct dwarf_lines *lines, uint64_t address, Dwarf_Die *unit)
{
	size_t low = 0, high;

	if (!lines->indexed)
		index_units(lines);
	high = lines->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lines->ranges[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < lines->ranges[low - 1].end &&
		dwarf_offdie(lines->dwarf, lines->ranges[low - 1].unit, unit);
}

/* ---- lines ---- */

bool dwarf_lines_at(struct dwarf_lines *lines, uint64_t address, const char **path, uint32_t *line)
{
	Dwarf_Line *row;
	Dwarf_Die unit;
	int number = 0;

	if (!unit_at(lines, address, &unit))
		return false;
	row = dwarf_getsrc_die(&unit, address);
	if (!row || dwarf_lineno(row, &number) || number <= 0)
		return false;
	*path = dwarf_linesrc(row, NULL, NULL);
	*line = (uint32_t)number;
	return *path;
}

const char *dwarf_lines_inlined(struct dwarf_lines *lines, uint64_t address)
{
	const char *name = NULL;
	Dwarf_Die unit, *scopes = NULL;
	int n;

	if (!unit_at(lines, address, &unit))
		return NULL;
	n = dwarf_getscopes(&unit, address, &scopes);
	for (int i = 0; i < n && dwarf_tag(&scopes[i]) != DW_TAG_subprogram; i++) {
		if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine) {
			name = dwarf_diename(&scopes[i]);
			break;
		}
	}
	free(scopes);
	return name;
}

const char *dwarf_lines_path(struct dwarf_lines *lines, uint64_t address, const char *base)
{
	Dwarf_Files *files;
	Dwarf_Die unit;
	size_t n;

	if (!unit_at(lines, address, &unit) || dwarf_getsrcfiles(&unit, &files, &n))
		return NULL;
	for (size_t i = 0; i < n; i++) {
		const char *path = dwarf_filesrc(files, i, NULL, NULL);

		if (path && !strcmp(base_name(path), base))
			return path;
	}
	return NULL;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entries of the procedure linkage table; see elf_image.h. The order of entries and relocations
 * depends on the linker and its options, so each entry is decoded: it loads its target from a slot,
 * and the relocation of that slot names the function.
 */
#include "config.h"
#include "collect/elf/elf_image.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gelf.h>

#define MOST_SLOTS 65536
#define LONGEST_NAME 256
#define ENTRY 16	/* bytes, where a section does not say */

struct slot {
	uint64_t address;
	const char *name;
};

struct slots {
	struct slot *slots;
	size_t n;
};

static int by_address(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

/* The name of a symbol of the table that relocations refer to; NULL: none. */
static const char *elf_plt_name_of(struct elf_image *image, const GElf_Shdr *relocations, size_t index)
{
	Elf_Scn *section = elf_getscn(image->elf, relocations->sh_link);
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	GElf_Shdr header;
	GElf_Sym symbol;

	if (!data || index > INT_MAX || !gelf_getshdr(section, &header) ||
	    !gelf_getsym(data, (int)index, &symbol))
		return NULL;
	return elf_strptr(image->elf, header.sh_link, symbol.st_name);
}

static void add_slots(struct elf_image *image, Elf_Scn *section, const GElf_Shdr *header,
		      struct slots *slots)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Rela relocation;

	for (int i = 0; data && slots->n < MOST_SLOTS && gelf_getrela(data, i, &relocation); i++) {
		const char *name = GELF_R_SYM(relocation.r_info) ?
			elf_plt_name_of(image, header, GELF_R_SYM(relocation.r_info)) : NULL;

		if (name && *name && strlen(name) < LONGEST_NAME)
			slots->slots[slots->n++] = (struct slot){ relocation.r_offset, name };
	}
}

/* jmp *displacement(%rip), behind endbr64 or bnd. */
static bool slot_of_x86(const unsigned char *code, size_t n, uint64_t address, uint64_t *slot)
{
	for (size_t i = 0; i + 6 <= n; i++) {
		int32_t displacement;

		if (code[i] != 0xFF || code[i + 1] != 0x25)
			continue;
		memcpy(&displacement, code + i + 2, sizeof(displacement));
		*slot = address + i + 6 + (uint64_t)(int64_t)displacement;
		return true;
	}
	return false;
}

static uint32_t word_at(const unsigned char *code)
{
	return (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 |
		(uint32_t)code[3] << 24;
}

/* adrp x16, page; ldr x17, [x16, #offset], behind bti c. */
static bool slot_of_arm64(const unsigned char *code, size_t n, uint64_t address, uint64_t *slot)
{
	for (size_t i = 0; i + 8 <= n; i += 4) {
		uint32_t adrp = word_at(code + i), ldr = word_at(code + i + 4);
		uint64_t pages = (adrp >> 29 & 3) | (adrp >> 5 & 0x7FFFF) << 2;

		if ((adrp & 0x9F00001F) != 0x90000010 || (ldr & 0xFFC003FF) != 0xF9400211)
			continue;
		pages |= pages & 1 << 20 ? ~(uint64_t)0x1FFFFF : 0;
		*slot = ((address + i) & ~(uint64_t)0xFFF) + (pages << 12) +
			(ldr >> 10 & 0xFFF) * 8;
		return true;
	}
	return false;
}

/* Names the entries of one section. *at: where names are written, up to end. */
static int name_entries(struct elf_image *image, const GElf_Shdr *section,
			const struct slots *slots, struct symbol_table *table, char **at,
			const char *end)
{
	size_t entry = section->sh_entsize >= 8 && section->sh_entsize <= 64 ?
		(size_t)section->sh_entsize : ENTRY;
	size_t n = section->sh_size < (1 << 24) ? (size_t)section->sh_size : 0;
	const unsigned char *code = elf_image_code(image, section->sh_addr, &n);
	int found = 0;

	for (size_t i = 0; code && i + entry <= n; i += entry) {
		struct slot key;
		const struct slot *slot;
		uint64_t address = section->sh_addr + i;
		bool has = image->machine == EM_AARCH64 ?
			slot_of_arm64(code + i, entry, address, &key.address) :
			slot_of_x86(code + i, entry, address, &key.address);

		slot = has ? bsearch(&key, slots->slots, slots->n, sizeof(key), by_address) : NULL;
		if (!slot || (size_t)(end - *at) < strlen(slot->name) + sizeof("@plt") ||
		    symbol_table_add(table, address, entry, SYMBOL_LOCAL, *at))
			continue;
		*at += sprintf(*at, "%s@plt", slot->name) + 1;
		found++;
	}
	return found;
}

/* Calls for each section that is of relocations, or that has linkage table in its name. */
static int each_section(struct elf_image *image, struct slots *slots, struct symbol_table *table,
			char **at, const char *end)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int found = 0;
	size_t names;

	if (elf_getshdrstrndx(image->elf, &names))
		return 0;
	while ((section = elf_nextscn(image->elf, section))) {
		const char *name = gelf_getshdr(section, &header) ?
			elf_strptr(image->elf, names, header.sh_name) : NULL;

		if (!name)
			continue;
		if (!table && header.sh_type == SHT_RELA)
			add_slots(image, section, &header, slots);
		if (table && !strncmp(name, ".plt", 4) && header.sh_type == SHT_PROGBITS)
			found += name_entries(image, &header, slots, table, at, end);
	}
	return found;
}

int elf_plt_symbols(struct elf_image *image, struct symbol_table *table, char **names)
{
	struct slots slots = { 0 };
	size_t room = 0;
	int found = 0;
	char *at;

	*names = NULL;
	if (image->machine != EM_X86_64 && image->machine != EM_AARCH64)
		return 0;
	slots.slots = malloc(MOST_SLOTS * sizeof(*slots.slots));
	if (!slots.slots)
		return 0;
	(void)each_section(image, &slots, NULL, NULL, NULL);
	if (slots.n)
		qsort(slots.slots, slots.n, sizeof(slots.slots[0]), by_address);
	/* a slot may have an entry in .plt and one in .plt.sec */
	for (size_t i = 0; i < slots.n; i++)
		room += 2 * (strlen(slots.slots[i].name) + sizeof("@plt"));
	at = *names = room ? malloc(room) : NULL;
	if (at)
		found = each_section(image, &slots, table, &at, at + room);
	free(slots.slots);
	return found;
}

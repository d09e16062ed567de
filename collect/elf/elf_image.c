/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ELF files by libelf, which checks sizes and offsets itself, and .gnu_debugdata in them by libdwfl; see
 * elf_image.h.
 */
#include "config.h"
#include "collect/elf/elf_image.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>

#define PAGE 4096
/* A loader maps whole pages: bytes before a segment in its page are mapped too. */
#define PAGE_START(x) ((x) & ~(uint64_t)(PAGE - 1))

static void find_segments(struct elf_image *image)
{
	size_t n;

	if (elf_getphdrnum(image->elf, &n))
		return;
	for (size_t i = 0; i < n && i < INT_MAX && image->n_segments < ELF_SEGMENTS; i++) {
		GElf_Phdr header;

		if (!gelf_getphdr(image->elf, (int)i, &header) || header.p_type != PT_LOAD)
			continue;
		image->segments[image->n_segments++] = (struct elf_segment){
			.offset = header.p_offset,
			.address = header.p_vaddr,
			.size = header.p_filesz,
			.runs = header.p_flags & PF_X,
		};
	}
}

static void find_build_id(struct elf_image *image)
{
	const void *bytes = NULL;
	ssize_t n = dwelf_elf_gnu_build_id(image->elf, &bytes);

	if (n <= 0)
		return;
	image->build_id_len = (uint8_t)(n < BUILD_ID_MAX ? n : BUILD_ID_MAX);
	memcpy(image->build_id, bytes, image->build_id_len);
}

int elf_image_open(int fd, struct elf_image **out)
{
	struct elf_image *image = calloc(1, sizeof(*image));
	struct stat status;
	GElf_Ehdr header;

	if (!image) {
		(void)close(fd);
		return -ENOMEM;
	}
	image->fd = fd;
	(void)elf_version(EV_CURRENT);
	if (fstat(fd, &status) || !S_ISREG(status.st_mode)) {
		elf_image_close(image);
		return -ENOEXEC;
	}
	image->bytes = (uint64_t)status.st_size;
	image->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (!image->elf || elf_kind(image->elf) != ELF_K_ELF ||
	    !gelf_getehdr(image->elf, &header)) {
		elf_image_close(image);
		return -ENOEXEC;
	}
	image->machine = header.e_machine;
	image->is_64 = header.e_ident[EI_CLASS] == ELFCLASS64;
	image->is_little = header.e_ident[EI_DATA] == ELFDATA2LSB;
	find_segments(image);
	find_build_id(image);
	*out = image;
	return 0;
}

void elf_image_close(struct elf_image *image)
{
	if (!image)
		return;
	(void)elf_end(image->elf);
	(void)close(image->fd);
	free(image);
}

/* Finds the segment that has x, as `from` of it says; those with code are asked first. */
static const struct elf_segment *segment_of(const struct elf_image *image, uint64_t x,
					    bool by_address)
{
	for (int runs = 1; runs >= 0; runs--) {
		for (size_t i = 0; i < image->n_segments; i++) {
			const struct elf_segment *segment = &image->segments[i];
			uint64_t start = by_address ? segment->address : segment->offset;

			if (segment->runs == (bool)runs && x >= PAGE_START(start) &&
			    (x < start || x - start < segment->size))
				return segment;
		}
	}
	return NULL;
}

bool elf_image_address(const struct elf_image *image, uint64_t offset, uint64_t *address)
{
	const struct elf_segment *segment = segment_of(image, offset, false);

	if (segment)
		*address = offset - segment->offset + segment->address;
	return segment;
}

bool elf_image_offset(const struct elf_image *image, uint64_t address, uint64_t *offset)
{
	const struct elf_segment *segment = segment_of(image, address, true);

	if (segment)
		*offset = address - segment->address + segment->offset;
	return segment;
}

const unsigned char *elf_image_code(struct elf_image *image, uint64_t address, size_t *size)
{
	const struct elf_segment *segment = segment_of(image, address, true);
	uint64_t offset, room;
	Elf_Data *data;

	if (!segment || address < segment->address)
		return NULL;
	offset = address - segment->address;
	room = segment->size - offset;
	offset += segment->offset;
	if (offset >= image->bytes)
		return NULL;
	if (room > image->bytes - offset)
		room = image->bytes - offset;
	if (*size > room)
		*size = room;
	data = elf_getdata_rawchunk(image->elf, (int64_t)offset, *size, ELF_T_BYTE);
	return data ? data->d_buf : NULL;
}

static Elf_Scn *section_of_type(struct elf_image *image, uint32_t type, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(image->elf, section))) {
		if (gelf_getshdr(section, header) && header->sh_type == type)
			return section;
	}
	return NULL;
}

/* Symbols whose names only mark a place for tools: $x and $d of arm64, .L of compilers. */
static bool is_mark(const char *name)
{
	return name[0] == '$' || (name[0] == '.' && name[1] == 'L');
}

/* Is the section with this index one of code? A hostile index is none. */
static bool is_code(struct elf_image *image, uint32_t index)
{
	Elf_Scn *section = elf_getscn(image->elf, index);
	GElf_Shdr header;

	return section && gelf_getshdr(section, &header) && header.sh_flags & SHF_EXECINSTR;
}

/* The rank of a symbol; -1: it is no code. */
static int rank_of(struct elf_image *image, const GElf_Sym *symbol)
{
	int type = GELF_ST_TYPE(symbol->st_info), bind = GELF_ST_BIND(symbol->st_info);

	if (symbol->st_shndx == SHN_UNDEF)
		return -1;
	if (type == STT_NOTYPE) {
		if (symbol->st_shndx >= SHN_LORESERVE || !is_code(image, symbol->st_shndx))
			return -1;
		return SYMBOL_LABEL;
	}
	if (type != STT_FUNC && type != STT_GNU_IFUNC)
		return -1;
	return bind == STB_GLOBAL ? SYMBOL_GLOBAL : bind == STB_WEAK ? SYMBOL_WEAK : SYMBOL_LOCAL;
}

int elf_image_symbols(struct elf_image *image, uint32_t type, struct symbol_table *table)
{
	GElf_Shdr header;
	Elf_Scn *section = section_of_type(image, type, &header);
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	size_t one = gelf_fsize(image->elf, ELF_T_SYM, 1, EV_CURRENT);
	int found = 0;

	for (size_t i = 0; data && one && i < data->d_size / one && i < INT_MAX; i++) {
		const char *name;
		GElf_Sym symbol;
		int rank, ret;

		if (!gelf_getsym(data, (int)i, &symbol))
			break;
		rank = rank_of(image, &symbol);
		if (rank < 0)
			continue;
		name = elf_strptr(image->elf, header.sh_link, symbol.st_name);
		if (!name || !*name || is_mark(name))
			continue;
		ret = symbol_table_add(table, symbol.st_value, symbol.st_size,
				       (uint32_t)rank, name);
		if (ret == -E2BIG)
			break;
		if (ret)
			return ret;
		found++;
	}
	return found;
}

bool elf_image_has(struct elf_image *image, const char *wanted)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(image->elf, &names))
		return false;
	while ((section = elf_nextscn(image->elf, section))) {
		const char *name = gelf_getshdr(section, &header) ?
			elf_strptr(image->elf, names, header.sh_name) : NULL;

		if (name && !strcmp(name, wanted))
			return header.sh_type != SHT_NOBITS && header.sh_size;
	}
	return false;
}

void elf_image_debuglink(struct elf_image *image, char *name, size_t size)
{
	GElf_Word crc;
	const char *link = dwelf_elf_gnu_debuglink(image->elf, &crc);

	(void)snprintf(name, size, "%s", link && strlen(link) < size ? link : "");
}

/* The CRC of .gnu_debuglink: that of zlib and Ethernet. */
static uint32_t crc_of_file(struct elf_image *image)
{
	size_t size;
	const char *bytes = elf_rawfile(image->elf, &size);
	uint32_t table[256], crc = UINT32_MAX;

	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320u : 0);
	}
	for (size_t i = 0; bytes && i < size; i++)
		crc = crc >> 8 ^ table[(crc ^ (unsigned char)bytes[i]) & 0xFF];
	return ~crc;
}

bool elf_image_belongs(struct elf_image *image, struct elf_image *debug)
{
	GElf_Word crc;

	if (image->build_id_len)
		return debug->build_id_len == image->build_id_len &&
			!memcmp(debug->build_id, image->build_id, image->build_id_len);
	return dwelf_elf_gnu_debuglink(image->elf, &crc) && crc_of_file(debug) == crc;
}

/* ---- .gnu_debugdata, by libdwfl ---- */

/* Separate files are not libdwfl's to find: it may open none. */
static int no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			const char *file, const char *link, GElf_Word crc, char **found)
{
	(void)module;
	(void)data;
	(void)name;
	(void)base;
	(void)file;
	(void)link;
	(void)crc;
	(void)found;
	return -1;
}

static const Dwfl_Callbacks callbacks = {
	.find_debuginfo = no_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static int add_symbols(Dwfl_Module *module, struct symbol_table *table)
{
	int n = dwfl_module_getsymtab(module), found = 0;

	for (int i = 1; i < n; i++) {
		GElf_Sym symbol;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(module, i, &symbol, &address, NULL, NULL,
							   NULL);
		int type = GELF_ST_TYPE(symbol.st_info);

		if (!name || !*name || symbol.st_shndx == SHN_UNDEF ||
		    (type != STT_FUNC && type != STT_GNU_IFUNC))
			continue;
		if (symbol_table_add(table, symbol.st_value, symbol.st_size,
				     GELF_ST_BIND(symbol.st_info) == STB_LOCAL ? SYMBOL_LOCAL :
				     SYMBOL_GLOBAL, name))
			break;
		found++;
	}
	return found;
}

int mini_debug_symbols(int fd, struct symbol_table *table, struct mini_debug **mini)
{
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwfl_Module *module;
	int copy, found;

	*mini = NULL;
	if (!dwfl)
		return 0;
	copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	dwfl_report_begin(dwfl);
	module = copy < 0 ? NULL : dwfl_report_elf(dwfl, "object", "object", copy, 0, true);
	if (!module) {
		if (copy >= 0)
			(void)close(copy);
		dwfl_end(dwfl);
		return 0;
	}
	(void)dwfl_report_end(dwfl, NULL, NULL);
	found = add_symbols(module, table);
	*mini = (struct mini_debug *)dwfl;
	return found;
}

void mini_debug_free(struct mini_debug *mini)
{
	if (mini)
		dwfl_end((Dwfl *)mini);
}

/* ---- entries of the procedure linkage table ---- */

/*
 * Their order and that of the relocations depend on the linker and its options, so each entry is
 * decoded: it loads its target from a slot, and the relocation of that slot names the function.
 */

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

/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labhostile KIND IN OUT: a copy of a program that runs as the original does, but lies to those who
 * read its symbols. What the kernel loads is unchanged, all else is not to be trusted. For tests of
 * tdtop's symbol helper. `labhostile kinds` prints the kinds.
 */
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct image {
	unsigned char *bytes;
	size_t size;
	Elf64_Ehdr *head;
	Elf64_Shdr *section;	/* head->e_shnum */
};

static uint64_t random64(void)
{
	static uint64_t state = 0x9e3779b97f4a7c15;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static Elf64_Shdr *find(struct image *image, uint32_t type)
{
	for (int i = 0; i < image->head->e_shnum; i++)
		if (image->section[i].sh_type == type)
			return &image->section[i];
	fputs("labhostile: the program lacks a section\n", stderr);
	exit(1);
}

static Elf64_Sym *symbols(struct image *image, size_t *n)
{
	Elf64_Shdr *section = find(image, SHT_SYMTAB);

	*n = section->sh_size / sizeof(Elf64_Sym);
	return (Elf64_Sym *)(void *)(image->bytes + section->sh_offset);
}

/* Names that would move the cursor, set the title, end the line, break JSON. */
static void names(struct image *image)
{
	static const char *const evil[][2] = {
		{ "share_60", "\033[31;7mX" }, { "share_30", "\033]0;me\007" }, { "share_10", "a\n\"\\,\r\t'" }
	};
	const Elf64_Shdr *strings = &image->section[find(image, SHT_SYMTAB)->sh_link];
	unsigned char *at = image->bytes + strings->sh_offset;

	for (size_t i = 0; i + 9 <= strings->sh_size; i++)
		for (size_t j = 0; j < 3; j++)
			if (memcmp(at + i, evil[j][0], 9) == 0)
				memcpy(at + i, evil[j][1], 8);
}

static void long_name(struct image *image)	/* all of the string table is one name without an end */
{
	const Elf64_Shdr *strings = &image->section[find(image, SHT_SYMTAB)->sh_link];

	memset(image->bytes + strings->sh_offset, 'A', strings->sh_size);
}

static void symbol_noise(struct image *image)
{
	size_t n;
	Elf64_Sym *symbol = symbols(image, &n);

	for (size_t i = 0; i < n; i++)
		symbol[i] = (Elf64_Sym){ .st_name = (uint32_t)random64(), .st_info = (unsigned char)random64(),
					 .st_shndx = (uint16_t)random64(), .st_value = random64(),
					 .st_size = random64() };
}

static void wide_symbols(struct image *image)	/* each is all of the address space */
{
	size_t n;
	Elf64_Sym *symbol = symbols(image, &n);

	for (size_t i = 0; i < n; i++) {
		symbol[i].st_value = i;
		symbol[i].st_size = UINT64_MAX - i / 2;
	}
}

static void section_noise(struct image *image)
{
	for (size_t i = 0; i < image->head->e_shnum * sizeof(Elf64_Shdr); i++)
		((unsigned char *)image->section)[i] = (unsigned char)random64();
}

static void section_ends(struct image *image)	/* sizes and offsets that overflow together */
{
	for (int i = 0; i < image->head->e_shnum; i++) {
		image->section[i].sh_offset = UINT64_MAX - 16;
		image->section[i].sh_size = 4096;
	}
}

static void huge_sections(struct image *image)
{
	for (int i = 0; i < image->head->e_shnum; i++)
		image->section[i].sh_size = 1ULL << 60;
}

static void no_entry_size(struct image *image)
{
	find(image, SHT_SYMTAB)->sh_entsize = 0;
}

static void own_strings(struct image *image)	/* links to itself */
{
	Elf64_Shdr *section = find(image, SHT_SYMTAB);

	section->sh_link = (uint32_t)(section - image->section);
}

static void many_sections(struct image *image)
{
	image->head->e_shnum = 0;	/* then the number is in the size of section 0 */
	image->section[0].sh_size = UINT64_MAX;
}

static void no_sections(struct image *image)
{
	image->head->e_shoff = UINT64_MAX - 8;
}

static void notes(struct image *image)	/* the build-id's lengths; the kernel does not read it */
{
	Elf64_Shdr *section = find(image, SHT_NOTE);

	memset(image->bytes + section->sh_offset, 0xff, 8);
}

/* All behind what is loaded is noise: also DWARF, if there is any. */
static void noise(struct image *image)
{
	const Elf64_Phdr *part = (const Elf64_Phdr *)(const void *)(image->bytes + image->head->e_phoff);
	size_t end = 0;

	for (int i = 0; i < image->head->e_phnum; i++)
		if (part[i].p_type == PT_LOAD && part[i].p_offset + part[i].p_filesz > end)
			end = part[i].p_offset + part[i].p_filesz;
	for (size_t i = end; i < image->size; i++)
		if (random64() % 4 == 0)
			image->bytes[i] = (unsigned char)random64();
}

static const struct kind {
	const char *name;
	void (*spoil)(struct image *image);
} kinds[] = {
	{ "names", names }, { "long-name", long_name }, { "symbol-noise", symbol_noise },
	{ "wide-symbols", wide_symbols }, { "section-noise", section_noise },
	{ "section-ends", section_ends }, { "huge-sections", huge_sections },
	{ "no-entry-size", no_entry_size }, { "own-strings", own_strings },
	{ "many-sections", many_sections }, { "no-sections", no_sections }, { "notes", notes },
	{ "noise", noise }
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static bool read_image(const char *path, struct image *image)
{
	FILE *file = fopen(path, "rb");
	bool ok = file && fseek(file, 0, SEEK_END) == 0;
	const long size = ok ? ftell(file) : 0;

	image->size = size > 0 ? (size_t)size : 0;
	image->bytes = malloc(image->size + 1);
	ok = ok && image->bytes && image->size > sizeof(Elf64_Ehdr) && fseek(file, 0, SEEK_SET) == 0 &&
	     fread(image->bytes, 1, image->size, file) == image->size;
	if (file)
		(void)fclose(file);
	if (!ok)
		return false;
	image->head = (Elf64_Ehdr *)(void *)image->bytes;
	image->section = (Elf64_Shdr *)(void *)(image->bytes + image->head->e_shoff);
	return memcmp(image->bytes, ELFMAG, SELFMAG) == 0;
}

static bool write_image(const char *path, const struct image *image)
{
	FILE *file = fopen(path, "wb");

	return file && fwrite(image->bytes, 1, image->size, file) == image->size && fclose(file) == 0;
}

int main(int argc, char **argv)
{
	struct image image;

	if (argc == 2 && strcmp(argv[1], "kinds") == 0) {
		for (size_t i = 0; i < KINDS; i++)
			puts(kinds[i].name);
		return 0;
	}
	for (size_t i = 0; argc == 4 && i < KINDS; i++) {
		if (strcmp(argv[1], kinds[i].name) != 0)
			continue;
		if (!read_image(argv[2], &image))
			break;
		kinds[i].spoil(&image);
		if (!write_image(argv[3], &image))
			break;
		return 0;
	}
	fputs("usage: labhostile KIND IN OUT, or labhostile kinds\n", stderr);
	return 1;
}

/* SPDX-License-Identifier: GPL-2.0-only */
#include "tests/truth/elf_segments.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#define PAGE 4096U
#define HEADERS 64
#define NOTES 4096

static bool read_at(FILE *file, uint64_t offset, void *bytes, size_t n)
{
	return fseek(file, (long)offset, SEEK_SET) == 0 && fread(bytes, n, 1, file) == 1;
}

/* The build-id among the notes of a segment. */
static void find_build_id(FILE *file, const Elf64_Phdr *header, struct elf_segments *segments)
{
	unsigned char notes[NOTES];
	size_t n = header->p_filesz < NOTES ? header->p_filesz : NOTES;
	Elf64_Nhdr note;

	if (!read_at(file, header->p_offset, notes, n))
		return;
	for (size_t at = 0; at + sizeof(note) <= n;) {
		size_t name, content;

		memcpy(&note, notes + at, sizeof(note));
		name = at + sizeof(note);
		content = name + ((note.n_namesz + 3U) & ~3U);
		at = content + ((note.n_descsz + 3U) & ~3U);
		if (at > n || at < content)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    memcmp(notes + name, "GNU", 4) == 0 && note.n_descsz <= 20) {
			segments->build_id_len = (uint8_t)note.n_descsz;
			memcpy(segments->build_id, notes + content, note.n_descsz);
		}
	}
}

static void add_segment(FILE *file, const Elf64_Phdr *header, struct elf_segments *segments)
{
	uint64_t first = header->p_offset & ~(uint64_t)(PAGE - 1);
	uint64_t end = (header->p_offset + header->p_filesz + PAGE - 1) & ~(uint64_t)(PAGE - 1);

	if (header->p_type == PT_NOTE)
		find_build_id(file, header, segments);
	if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) || segments->n_code == ELF_SEGMENTS)
		return;
	segments->code[segments->n_code].offset = first;
	segments->code[segments->n_code++].size = end - first;
}

bool elf_segments(const char *path, struct elf_segments *segments)
{
	FILE *file = fopen(path, "rbe");
	Elf64_Ehdr head;
	Elf64_Phdr header;
	bool good;

	*segments = (struct elf_segments){ 0 };
	if (!file)
		return false;
	good = read_at(file, 0, &head, sizeof(head)) &&
	       memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
	       head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_phentsize == sizeof(header);
	for (unsigned int i = 0; good && i < head.e_phnum && i < HEADERS; i++) {
		good = read_at(file, head.e_phoff + i * sizeof(header), &header, sizeof(header));
		if (good)
			add_segment(file, &header, segments);
	}
	(void)fclose(file);
	return good;
}

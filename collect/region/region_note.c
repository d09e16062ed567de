/* SPDX-License-Identifier: GPL-2.0-only */
/* The regions of an ELF file; see region_note.h. */
#include "config.h"
#include "collect/region/region_note.h"

#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/code/code_text.h"
#include "model/list_room.h"

#define HEADERS_MAX 128		/* program headers; compilers make some 14 */
#define NOTES_MAX (1U << 20)	/* bytes of notes that are read of one file */
#define POOL_BYTES_MAX (1U << 30)
#define OWNER_LEN sizeof(REGION_NOTE_OWNER)

#if defined(__x86_64__)
#define THIS_MACHINE EM_X86_64
static const unsigned char mark_code[] = { 0x66, 0x90, 0xc3 };	/* 2-byte NOP, RET */
#else
#define THIS_MACHINE EM_AARCH64
static const unsigned char mark_code[] = { 0x1f, 0x20, 0x03, 0xd5 };	/* nop */
#endif

struct reader {
	int fd;
	Elf64_Phdr header[HEADERS_MAX];
	size_t n_headers;
	uint32_t left;			/* bytes of notes that may still be read */
	bool found;			/* a note of ours, fine or not */
	bool has_mark;
	uint64_t mark;			/* the address of tdtop_region_mark() in the file's own terms */
	size_t cap;			/* of notes->sites */
	struct region_notes *notes;
};

/* One note. */
struct note {
	const unsigned char *content;	/* the descriptor */
	uint32_t size;			/* of it */
	uint32_t type;
	uint64_t address;		/* of the descriptor */
};

/* 0; -ENODATA: the file ends before; or another negative errno. */
static int read_at(int fd, void *to, size_t size, uint64_t offset)
{
	ssize_t got;

	if (offset > INT64_MAX - size)
		return -ENODATA;
	got = pread(fd, to, size, (off_t)offset);
	if (got < 0)
		return -errno;
	return (size_t)got == size ? 0 : -ENODATA;
}

/* Reads the program headers. 0, or -ENODATA: it is no program or library for this machine. */
static int read_headers(struct reader *reader)
{
	Elf64_Ehdr elf;
	int ret = read_at(reader->fd, &elf, sizeof(elf), 0);

	if (ret)
		return ret;
	if (memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0 || elf.e_ident[EI_CLASS] != ELFCLASS64 ||
	    elf.e_ident[EI_DATA] != ELFDATA2LSB || elf.e_machine != THIS_MACHINE ||
	    (elf.e_type != ET_EXEC && elf.e_type != ET_DYN) ||
	    elf.e_phentsize != sizeof(reader->header[0]))
		return -ENODATA;
	reader->n_headers = elf.e_phnum < HEADERS_MAX ? elf.e_phnum : HEADERS_MAX;
	return read_at(reader->fd, reader->header, reader->n_headers * sizeof(reader->header[0]),
		       elf.e_phoff);
}

/*
 * The place in the file of the mark's code; the kernel patches what is there when it is probed, so
 * it must be what the note says, and code. 0, -EINVAL, or what pread(2) says.
 */
static int check_mark(const struct reader *reader, uint64_t address, uint64_t *offset)
{
	unsigned char code[sizeof(mark_code)];

	for (size_t i = 0; i < reader->n_headers; i++) {
		const Elf64_Phdr *header = &reader->header[i];
		const uint64_t distance = address - header->p_vaddr;
		int ret;

		if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) ||
		    address < header->p_vaddr || header->p_filesz < sizeof(code) ||
		    distance > header->p_filesz - sizeof(code) ||
		    header->p_offset > UINT64_MAX - distance)
			continue;
		*offset = header->p_offset + distance;
		ret = read_at(reader->fd, code, sizeof(code), *offset);
		if (ret)
			return ret == -ENODATA ? -EINVAL : ret;
		return memcmp(code, mark_code, sizeof(code)) == 0 ? 0 : -EINVAL;
	}
	return -EINVAL;
}

static int32_t read_i32(const unsigned char *bytes)
{
	int32_t number;

	memcpy(&number, bytes, sizeof(number));
	return number;
}

/* Beyond the bounds the site is left out. 0 or -ENOMEM. */
static int add_site(struct reader *reader, const struct region_site *site)
{
	struct region_notes *notes = reader->notes;
	struct region_site *more;

	if (notes->n == REGION_SITES_MAX)
		return 0;
	more = list_room(notes->sites, notes->n + 1, &reader->cap, 16, sizeof(*more));
	if (!more)
		return -ENOMEM;
	notes->sites = more;
	notes->sites[notes->n++] = *site;
	return 0;
}

static void make_region(const struct note *note, struct region_site *site)
{
	const char *name = (const char *)note->content + sizeof(int32_t);

	code_text(site->name, sizeof(site->name), name, strnlen(name, note->size - sizeof(int32_t)));
	if (!site->name[0])
		strcpy(site->name, "?");
}

/* False: no address in it can be that of an entry. */
static bool make_pool(const struct note *note, uint64_t mark, struct region_site *site)
{
	const uint64_t pool = note->address + (uint64_t)(int64_t)read_i32(note->content + 4);
	const int64_t distance = (int64_t)(pool - mark);

	memcpy(&site->entry_size, note->content + 8, sizeof(site->entry_size));
	memcpy(&site->entries, note->content + 12, sizeof(site->entries));
	if (!site->entry_size || !site->entries ||
	    site->entries > POOL_BYTES_MAX / site->entry_size)
		return false;
	site->from_mark = (int32_t)distance;
	return distance == site->from_mark;
}

/*
 * A note of ours. All of one object are of one mark: those that say another one than the first good
 * one are left out, as are damaged ones. 0, or a negative errno that ends it.
 */
static int take_note(struct reader *reader, const struct note *note)
{
	struct region_site site = { .from_mark = 0 };
	const bool pool = note->type == REGION_NOTE_POOL;
	uint64_t mark;
	int32_t to_mark;

	if (note->type != REGION_NOTE_REGION && !pool)
		return 0;
	reader->found = true;
	if (note->size < (pool ? 16 : sizeof(to_mark) + 1))
		return 0;
	to_mark = read_i32(note->content);
	mark = note->address + (uint64_t)(int64_t)to_mark;
	if (!reader->has_mark) {
		const int ret = check_mark(reader, mark, &reader->notes->mark_offset);

		if (ret)
			return ret == -EINVAL ? 0 : ret;
		reader->has_mark = true;
		reader->mark = mark;
	}
	if (mark != reader->mark || to_mark == INT32_MIN)
		return 0;
	site.from_mark = -to_mark;
	if (!pool)
		make_region(note, &site);
	else if (!make_pool(note, mark, &site))
		return 0;
	return add_site(reader, &site);
}

/*
 * The notes of one segment, elf(5): name and descriptor are aligned as the segment is, to 4 or 8
 * bytes. What follows a damaged note is left out.
 */
static int take_notes(struct reader *reader, const Elf64_Phdr *header, const unsigned char *bytes)
{
	const uint64_t align = header->p_align == 8 ? 8 : 4, size = header->p_filesz;
	uint64_t at = 0;

	while (size - at >= sizeof(Elf64_Nhdr)) {
		const uint64_t name = at + sizeof(Elf64_Nhdr);
		uint64_t descriptor, end;
		Elf64_Nhdr note;
		int ret;

		memcpy(&note, bytes + at, sizeof(note));
		descriptor = (name + note.n_namesz + align - 1) & ~(align - 1);
		end = descriptor + note.n_descsz;	/* of 32 bits each: there is no overflow */
		if (end > size)
			return 0;
		if (note.n_namesz == OWNER_LEN &&
		    memcmp(bytes + name, REGION_NOTE_OWNER, OWNER_LEN) == 0) {
			const struct note ours = { .content = bytes + descriptor,
						   .size = note.n_descsz, .type = note.n_type,
						   .address = header->p_vaddr + descriptor };

			ret = take_note(reader, &ours);
			if (ret)
				return ret;
		}
		at = (end + align - 1) & ~(align - 1);
		if (at > size)
			return 0;
	}
	return 0;
}

static int read_segment(struct reader *reader, const Elf64_Phdr *header)
{
	unsigned char *bytes;
	int ret;

	if (header->p_filesz > reader->left || !header->p_filesz)
		return 0;
	reader->left -= (uint32_t)header->p_filesz;
	bytes = malloc(header->p_filesz);
	if (!bytes)
		return -ENOMEM;
	ret = read_at(reader->fd, bytes, header->p_filesz, header->p_offset);
	ret = ret ? ret : take_notes(reader, header, bytes);
	free(bytes);
	return ret == -ENODATA ? 0 : ret;
}

static int by_place(const void *a, const void *b)
{
	const struct region_site *left = a, *right = b;

	return (left->from_mark > right->from_mark) - (left->from_mark < right->from_mark);
}

/* Sorts; of several at one place one stays. */
static void arrange(struct region_notes *notes)
{
	size_t n = 0;

	if (!notes->n)
		return;
	qsort(notes->sites, notes->n, sizeof(notes->sites[0]), by_place);
	for (size_t i = 1; i < notes->n; i++)
		if (notes->sites[i].from_mark != notes->sites[n].from_mark)
			notes->sites[++n] = notes->sites[i];
	notes->n = n + 1;
}

int region_notes_read(int fd, struct region_notes *notes)
{
	struct reader reader = { .fd = fd, .left = NOTES_MAX, .notes = notes };
	int ret;

	*notes = (struct region_notes){ .n = 0 };
	ret = read_headers(&reader);
	for (size_t i = 0; !ret && i < reader.n_headers; i++)
		if (reader.header[i].p_type == PT_NOTE)
			ret = read_segment(&reader, &reader.header[i]);
	if (ret == -ENODATA || (!ret && !reader.found))
		ret = -ENOENT;
	if (!ret && !notes->n)
		ret = -EINVAL;
	if (ret)
		region_notes_free(notes);
	else
		arrange(notes);
	return ret;
}

void region_notes_free(struct region_notes *notes)
{
	free(notes->sites);
	*notes = (struct region_notes){ .n = 0 };
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The regions of ELF files: good ones, and such as only a stranger would make. */
#include "config.h"
#include "collect/region/region_note.h"

#include <sys/mman.h>
#include <unistd.h>

#include "tests/fixtures/marked_program.h"
#include "tests/fixtures/test_main.h"

static struct marked_program program;
static struct region_notes notes;

static int read_program(void)
{
	const int fd = marked_program_fd(&program);
	const int ret = region_notes_read(fd, &notes);

	close(fd);
	return ret;
}

static int read_bytes(const void *bytes, size_t n)
{
	const int fd = memfd_create("bytes", MFD_CLOEXEC);
	int ret;

	assert_int_equal(write(fd, bytes, n), (ssize_t)n);
	ret = region_notes_read(fd, &notes);
	close(fd);
	return ret;
}

static void expect_region(size_t i, uint64_t descriptor, const char *name)
{
	assert_true(i < notes.n);
	assert_int_equal(notes.sites[i].from_mark, (int32_t)(descriptor - MARKED_MARK_ADDRESS));
	assert_string_equal(notes.sites[i].name, name);
	assert_int_equal(notes.sites[i].entries, 0);
}

SETUP
{
	marked_program_begin(&program, 4);
}

TEARDOWN
{
	region_notes_free(&notes);
}

/* Notes may be aligned to 4 or 8 bytes. */
TEST(regions_are_found_with_their_names_and_their_mark)
{
	for (uint64_t align = 4; align <= 8; align += 4) {
		const char *const name = align == 4 ? "parse" : "p";
		uint64_t parse, emit;

		marked_program_begin(&program, align);
		(void)marked_program_note(&program, "GNU", 3, "0123456789", 10);
		parse = marked_program_region(&program, name);
		(void)marked_program_note(&program, "stapsdt", 3, "x", 1);
		emit = marked_program_region(&program, "emit");
		assert_int_equal(read_program(), 0);
		assert_int_equal(notes.mark_offset, MARKED_MARK);
		assert_int_equal(notes.n, 2);
		expect_region(0, parse, name);
		expect_region(1, emit, "emit");
		region_notes_free(&notes);
	}
}

TEST(a_pool_tells_where_its_entries_are)
{
	(void)marked_program_pool(&program, MARKED_MARK_ADDRESS + 0x1000, 64, 256);
	(void)marked_program_region(&program, "parse");
	assert_int_equal(read_program(), 0);
	assert_int_equal(notes.n, 2);
	assert_string_equal(notes.sites[0].name, "parse");
	assert_string_equal(notes.sites[1].name, "");
	assert_int_equal(notes.sites[1].from_mark, 0x1000);
	assert_int_equal(notes.sites[1].entry_size, 64);
	assert_int_equal(notes.sites[1].entries, 256);
}

TEST(pools_that_no_memory_could_hold_are_left_out)
{
	(void)marked_program_region(&program, "parse");
	(void)marked_program_pool(&program, MARKED_MARK_ADDRESS + 0x1000, 0, 256);
	(void)marked_program_pool(&program, MARKED_MARK_ADDRESS + 0x2000, 64, 0);
	(void)marked_program_pool(&program, MARKED_MARK_ADDRESS + 0x3000, 64, UINT32_MAX);
	(void)marked_program_pool(&program, MARKED_MARK_ADDRESS + 0x4000, UINT32_MAX, 2);
	assert_int_equal(read_program(), 0);
	assert_int_equal(notes.n, 1);
}

TEST(names_are_cut_and_harmless)
{
	char name[200];

	memset(name, 'a', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	(void)marked_program_region(&program, name);
	(void)marked_program_region(&program, "bell\a\033[2J");
	(void)marked_program_region(&program, "");
	assert_int_equal(read_program(), 0);
	assert_int_equal(notes.n, 3);
	assert_int_equal(strlen(notes.sites[0].name), REGION_NAME_LEN - 1);
	assert_string_equal(notes.sites[1].name, "bell??[2J");
	assert_string_equal(notes.sites[2].name, "?");
}

TEST(a_name_without_its_end_ends_with_the_note)
{
	const int32_t to_mark = MARKED_MARK_ADDRESS - MARKED_NOTES_ADDRESS - 20;
	unsigned char content[8];

	memcpy(content, &to_mark, 4);
	memcpy(content + 4, "abcd", 4);
	(void)marked_program_note(&program, "tdtop", REGION_NOTE_REGION, content, 8);
	(void)marked_program_region(&program, "parse");
	assert_int_equal(read_program(), 0);
	assert_string_equal(notes.sites[0].name, "abcd");
}

TEST(a_program_without_notes_has_no_regions)
{
	assert_int_equal(read_program(), -ENOENT);
	(void)marked_program_note(&program, "GNU", 1, "x", 1);
	assert_int_equal(read_program(), -ENOENT);
	(void)marked_program_note(&program, "tdtop", 77, "of a later version", 18);
	assert_int_equal(read_program(), -ENOENT);
}

TEST(what_is_no_program_of_this_machine_has_no_regions)
{
	assert_int_equal(read_bytes("", 0), -ENOENT);
	assert_int_equal(read_bytes("#!/bin/sh\n", 10), -ENOENT);
	assert_int_equal(read_bytes("\177ELF", 4), -ENOENT);
	marked_program_begin(&program, 4);
	(void)marked_program_region(&program, "parse");
	program.elf.e_machine = EM_RISCV;
	assert_int_equal(read_program(), -ENOENT);
	marked_program_begin(&program, 4);
	(void)marked_program_region(&program, "parse");
	program.elf.e_ident[EI_CLASS] = ELFCLASS32;
	assert_int_equal(read_program(), -ENOENT);
	marked_program_begin(&program, 4);
	(void)marked_program_region(&program, "parse");
	program.elf.e_type = ET_REL;
	assert_int_equal(read_program(), -ENOENT);
}

TEST(a_mark_that_is_not_the_nop_is_not_probed)
{
	(void)marked_program_region(&program, "parse");
	program.bytes[MARKED_MARK] = 0x90;
	assert_int_equal(read_program(), -EINVAL);
	assert_int_equal(notes.n, 0);
	assert_null(notes.sites);
}

TEST(a_mark_outside_of_code_is_not_probed)
{
	(void)marked_program_region(&program, "parse");
	program.header[MARKED_LOAD_CODE].p_flags = PF_R | PF_W;
	assert_int_equal(read_program(), -EINVAL);
	program.header[MARKED_LOAD_CODE].p_flags = PF_R | PF_X;
	program.header[MARKED_LOAD_CODE].p_filesz = 0x42;	/* ends within the NOP */
	assert_int_equal(read_program(), -EINVAL);
	program.header[MARKED_LOAD_CODE].p_filesz = UINT64_MAX;
	program.header[MARKED_LOAD_CODE].p_offset = UINT64_MAX - 2;
	assert_int_equal(read_program(), -EINVAL);
	program.header[MARKED_LOAD_CODE].p_offset = MARKED_BYTES;	/* behind the file's end */
	assert_int_equal(read_program(), -EINVAL);
}

TEST(notes_of_another_mark_are_left_out)
{
	uint64_t parse;

	(void)marked_program_note(&program, "tdtop", REGION_NOTE_REGION, "\1\0\0\0lost", 9);
	parse = marked_program_region(&program, "parse");
	(void)marked_program_note(&program, "tdtop", REGION_NOTE_REGION, "\0\0\0\0bad", 8);
	(void)marked_program_note(&program, "tdtop", REGION_NOTE_REGION, "\0\0\0\200far", 8);
	assert_int_equal(read_program(), 0);
	assert_int_equal(notes.n, 1);
	expect_region(0, parse, "parse");
}

TEST(notes_that_are_too_short_are_left_out)
{
	(void)marked_program_note(&program, "tdtop", REGION_NOTE_REGION, "", 0);
	(void)marked_program_note(&program, "tdtop", REGION_NOTE_REGION, "abcd", 4);
	(void)marked_program_note(&program, "tdtop", REGION_NOTE_POOL, "0123456789abcde", 15);
	assert_int_equal(read_program(), -EINVAL);
	(void)marked_program_region(&program, "parse");
	assert_int_equal(read_program(), 0);
	assert_int_equal(notes.n, 1);
}

TEST(segments_that_overlap_tell_a_region_once)
{
	(void)marked_program_region(&program, "parse");
	program.header[MARKED_LOAD_DATA] = program.header[MARKED_NOTE];
	assert_int_equal(read_program(), 0);
	assert_int_equal(notes.n, 1);
}

/* The size of a note, or of its owner, is this. */
static int with_sizes(uint32_t owner, uint32_t content)
{
	const uint32_t sizes[] = { owner, content };

	marked_program_begin(&program, 4);
	(void)marked_program_region(&program, "parse");
	(void)marked_program_region(&program, "emit");
	memcpy(program.bytes + MARKED_NOTES + 28 + 4, sizes, sizeof(sizes));
	return read_program();
}

TEST(sizes_beyond_the_segment_end_it)
{
	static const uint32_t sizes[] = { UINT32_MAX, UINT32_MAX - 3, UINT32_MAX - 11, INT32_MAX,
					  0x80000000U, 0x10000, 4000 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		assert_int_equal(with_sizes(6, sizes[i]), 0);
		assert_int_equal(notes.n, 1);
		region_notes_free(&notes);
		assert_int_equal(with_sizes(sizes[i], 9), 0);
		region_notes_free(&notes);
		assert_int_equal(with_sizes(sizes[i], sizes[i]), 0);
		region_notes_free(&notes);
	}
}

TEST(segments_beyond_the_file_or_too_large_are_left_out)
{
	static const uint64_t sizes[] = { UINT64_MAX, INT64_MAX, 1ULL << 40, MARKED_BYTES, 0, 11 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		marked_program_begin(&program, 4);
		(void)marked_program_region(&program, "parse");
		program.header[MARKED_NOTE].p_filesz = sizes[i];
		assert_int_equal(read_program(), -ENOENT);
		program.header[MARKED_NOTE].p_filesz = program.notes;
		program.header[MARKED_NOTE].p_offset = UINT64_MAX - sizes[i];
		assert_int_equal(read_program(), -ENOENT);
	}
}

TEST(program_headers_beyond_the_file_are_not_read)
{
	(void)marked_program_region(&program, "parse");
	program.elf.e_phoff = UINT64_MAX - 3;
	assert_int_equal(read_program(), -ENOENT);
	program.elf.e_phoff = MARKED_BYTES - 8;
	assert_int_equal(read_program(), -ENOENT);
	program.elf.e_phoff = sizeof(Elf64_Ehdr);
	program.elf.e_phnum = UINT16_MAX;
	assert_int_not_equal(read_program(), -ENOMEM);
}

/* As many notes as find room in the largest segment, each of a region of its own. */
TEST(an_object_has_no_more_regions_than_find_room)
{
	static unsigned char bytes[(1 << 20) + MARKED_BYTES];
	Elf64_Phdr *header = (Elf64_Phdr *)(bytes + sizeof(Elf64_Ehdr));
	const size_t n = (1 << 20) / 28, begin = MARKED_BYTES;

	memcpy(bytes, program.bytes, MARKED_BYTES);
	memcpy(bytes, &program.elf, sizeof(program.elf));
	memcpy(header, program.header, sizeof(program.header));
	header[MARKED_NOTE].p_offset = begin;
	header[MARKED_NOTE].p_vaddr = 0x100000;
	header[MARKED_NOTE].p_filesz = n * 28;
	for (size_t i = 0; i < n; i++) {
		const uint32_t words[] = { 6, 6, REGION_NOTE_REGION, 0x706f7464, 0, 0, 0 };
		const int32_t to_mark = MARKED_MARK_ADDRESS - 0x100000 - 28 * (int32_t)i - 20;

		memcpy(bytes + begin + 28 * i, words, sizeof(words));
		memcpy(bytes + begin + 28 * i + 12, "tdtop", 6);
		memcpy(bytes + begin + 28 * i + 20, &to_mark, 4);
		bytes[begin + 28 * i + 24] = (unsigned char)('a' + i % 26);
	}
	assert_int_equal(read_bytes(bytes, sizeof(bytes)), 0);
	assert_int_equal(notes.n, REGION_SITES_MAX);
	assert_string_equal(notes.sites[25].name, "z");
}

TEST(each_broken_byte_is_survived)
{
	(void)marked_program_region(&program, "parse");
	(void)marked_program_pool(&program, MARKED_MARK_ADDRESS + 0x1000, 64, 256);
	for (size_t i = 0; i < program.notes; i++) {
		const unsigned char byte = program.bytes[MARKED_NOTES + i];

		program.bytes[MARKED_NOTES + i] = (unsigned char)~byte;
		(void)read_program();
		region_notes_free(&notes);
		program.bytes[MARKED_NOTES + i] = byte;
	}
	for (size_t i = 0; i < sizeof(program.header); i++) {
		unsigned char *byte = (unsigned char *)program.header + i;

		*byte = (unsigned char)~*byte;
		(void)read_program();
		region_notes_free(&notes);
		*byte = (unsigned char)~*byte;
	}
}

TEST(what_cannot_be_read_says_so)
{
	assert_int_equal(region_notes_read(-1, &notes), -EBADF);
}

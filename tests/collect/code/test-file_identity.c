/* SPDX-License-Identifier: GPL-2.0-only */
/* Which files are those of a recording without build-ids. */
#include "config.h"
#include "collect/code/code_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

#define DISK (8ULL << 32 | 1)
#define OTHER_DISK (8ULL << 32 | 2)
#define SUBVOLUME 37ULL
#define RECORDED .device = DISK, .inode = 5, .before_ns = 1000

TEST(names_are_of_the_file_that_was_mapped_and_of_no_other)
{
	static const struct {
		const char *what;
		struct recorded_file recorded;
		struct file_identity found;
		enum file_match match;
	} files[] = {
		{ "the same", { RECORDED }, { DISK, 5, 0, 999, false }, FILE_SAME },
		{ "replaced", { RECORDED }, { DISK, 6, 0, 999, false }, FILE_OTHER },
		{ "inode used again", { RECORDED }, { DISK, 5, 0, 1001, false }, FILE_OTHER },
		{ "generation", { RECORDED, .generation = 3 }, { DISK, 5, 4, 999, false },
		  FILE_OTHER },
		{ "no generation", { RECORDED, .generation = 3 }, { DISK, 5, 0, 999, false },
		  FILE_SAME },
		{ "another disk", { RECORDED }, { OTHER_DISK, 5, 0, 999, false }, FILE_OTHER },
		{ "time unknown", { .device = DISK, .inode = 5 }, { DISK, 5, 0, 9999, false },
		  FILE_SAME },
		{ "btrfs", { .device = SUBVOLUME, .inode = 5 }, { SUBVOLUME + 1, 5, 0, 1, false },
		  FILE_UNKNOWN },
		{ "btrfs, replaced", { .device = SUBVOLUME, .inode = 5 },
		  { SUBVOLUME + 1, 6, 0, 1, false }, FILE_OTHER },
		{ "overlayfs", { RECORDED }, { SUBVOLUME, 6, 0, 999, true }, FILE_UNKNOWN },
		{ "overlayfs, rebuilt", { RECORDED }, { SUBVOLUME, 6, 0, 1001, true },
		  FILE_OTHER },
		{ "MMAP", { .before_ns = 1000 }, { DISK, 5, 0, 999, false }, FILE_UNKNOWN },
		{ "MMAP, rebuilt", { .before_ns = 1000 }, { DISK, 5, 0, 1001, false },
		  FILE_OTHER },
		{ "MMAP of another machine", { .elsewhere = true }, { DISK, 5, 0, 999, false },
		  FILE_OTHER },
		{ "overlayfs of another machine", { RECORDED, .elsewhere = true },
		  { SUBVOLUME, 6, 0, 999, true }, FILE_OTHER },
		{ "a machine of another name, or its copy", { RECORDED, .elsewhere = true },
		  { DISK, 5, 0, 999, false }, FILE_UNKNOWN },
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (file_identity_match(&files[i].recorded, &files[i].found) != files[i].match)
			fail_msg("%s", files[i].what);
}

TEST(an_open_file_has_the_numbers_of_its_mappings)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct file_identity identity;
	struct stat status;

	assert_int_equal(fstat(fd, &status), 0);
	assert_int_equal(file_identity_of(fd, &identity), 0);
	assert_int_equal(identity.inode, status.st_ino);
	assert_int_equal(identity.device >> 32, major(status.st_dev));
	assert_int_equal(identity.device & UINT32_MAX, minor(status.st_dev));
	assert_int_equal(identity.modified_ns / 1000000000, status.st_mtim.tv_sec);
	(void)close(fd);
	assert_true(file_identity_of(-1, &identity) < 0);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Compares files by inode, device, generation and time; see file_identity.h. */
#include "config.h"
#include "collect/code/file_identity.h"

#include <errno.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

int file_identity_of(int fd, struct file_identity *identity)
{
	long generation = 0;	/* the kernel writes an int, where the number says long */
	struct statfs system;
	struct stat status;

	if (fstat(fd, &status))
		return -errno;
	*identity = (struct file_identity){
		.device = (uint64_t)major(status.st_dev) << 32 | minor(status.st_dev),
		.inode = status.st_ino,
		.modified_ns = (uint64_t)status.st_mtim.tv_sec * 1000000000ULL +
			       (uint64_t)status.st_mtim.tv_nsec,
		.layered = !fstatfs(fd, &system) && system.f_type == OVERLAYFS_SUPER_MAGIC,
	};
	if (!ioctl(fd, FS_IOC_GETVERSION, &generation))
		identity->generation = (uint32_t)generation;
	return 0;
}

/* Devices without a driver are numbered as they are mounted; btrfs has one for each subvolume. */
static bool is_numbered_anew(uint64_t device)
{
	return !(device >> 32);
}

enum file_match file_identity_match(const struct recorded_file *recorded,
				    const struct file_identity *found)
{
	const bool equal = recorded->inode && recorded->inode == found->inode;

	if (recorded->before_ns && found->modified_ns > recorded->before_ns)
		return FILE_OTHER;
	if (equal && recorded->device == found->device &&
	    (!recorded->generation || !found->generation ||
	     recorded->generation == found->generation))
		return recorded->elsewhere ? FILE_UNKNOWN : FILE_SAME;
	if (recorded->elsewhere)
		return FILE_OTHER;
	if (!recorded->inode || found->layered)
		return FILE_UNKNOWN;
	if (equal && recorded->device != found->device &&
	    (is_numbered_anew(recorded->device) || is_numbered_anew(found->device)))
		return FILE_UNKNOWN;
	return FILE_OTHER;
}

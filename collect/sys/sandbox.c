/* SPDX-License-Identifier: GPL-2.0-only */
/* Enters the sandbox; see sandbox.h. Uses system calls, as glibc has no functions. Main thread. */
#include "config.h"
#include "collect/sys/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(HAVE_LINUX_LANDLOCK_H) && defined(SYS_landlock_create_ruleset)

#include <linux/landlock.h>

#define IN_DIRECTORY (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
		LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR)
/* All rights of Landlock's first version that change or run something. */
#define HANDLED (IN_DIRECTORY | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR | \
		 LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK | \
		 LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | \
		 LANDLOCK_ACCESS_FS_MAKE_SYM)

int sandbox_version(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
			       LANDLOCK_CREATE_RULESET_VERSION);

	return version > 0 ? (int)version : 0;
}

/* Ignores failures: writing there then stays forbidden, fails, and is reported. */
static void allow(int ruleset, int fd, uint64_t access)
{
	const struct landlock_path_beneath_attr rule = { .allowed_access = access,
							 .parent_fd = fd };

	if (fd < 0)
		return;
	(void)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	(void)close(fd);
}

/* Opens the nearest directory above the file that exists. */
static int open_directory_of(const char *file)
{
	char path[PATH_MAX];
	int fd = -1;

	if ((size_t)snprintf(path, sizeof(path), "%s", file) >= sizeof(path))
		return -1;
	while (fd < 0) {
		char *slash = strrchr(path, '/');

		if (!slash)
			return open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
		slash[slash == path] = '\0';
		fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
		if (fd < 0 && slash == path)
			return -1;
	}
	return fd;
}

int sandbox_enter(const char *const *files, size_t n)
{
	const struct landlock_ruleset_attr attr = { .handled_access_fs = HANDLED };
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);
	int ret = 0;

	if (ruleset < 0)
		return -errno;
	for (size_t i = 0; i < n; i++) {
		char *real = files[i] ? realpath(files[i], NULL) : NULL;

		if (files[i])
			allow(ruleset, open_directory_of(files[i]), IN_DIRECTORY);
		if (real)
			allow(ruleset, open_directory_of(real), IN_DIRECTORY);
		free(real);
	}
	allow(ruleset, open("/proc/self/fd/1", O_PATH | O_CLOEXEC), LANDLOCK_ACCESS_FS_WRITE_FILE);
	if (syscall(SYS_landlock_restrict_self, ruleset, 0))
		ret = -errno;
	(void)close(ruleset);
	return ret;
}

#else

int sandbox_version(void)
{
	return 0;
}

int sandbox_enter(const char *const *files, size_t n)
{
	(void)files;
	(void)n;
	return -ENOSYS;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that the command line names; see named_file.h. */
#include "config.h"
#include "ui/options/named_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define NULL_DEVICE makedev(1, 3)	/* of Linux, devices.txt */

/* NULL: it can be read whole. */
static const char *named_file_refuse(const struct stat *status)
{
	if (S_ISREG(status->st_mode))
		return status->st_size > NAMED_FILE_MAX ? "it is larger than 1 MiB" : NULL;
	if (S_ISDIR(status->st_mode))
		return strerror(EISDIR);
	return S_ISCHR(status->st_mode) && status->st_rdev == NULL_DEVICE ? NULL : "it is no regular file";
}

static void skip_mark(FILE *file)
{
	char first[sizeof(BYTE_ORDER_MARK) - 1];

	if (fread(first, 1, sizeof(first), file) != sizeof(first) || memcmp(first, BYTE_ORDER_MARK, sizeof(first)) != 0)
		rewind(file);
}

FILE *named_file_open(const char *path, const char **why)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;
	FILE *file = NULL;

	*why = NULL;
	if (fd >= 0 && !fstat(fd, &status)) {
		*why = named_file_refuse(&status);
		if (*why)
			errno = EINVAL;
		else
			file = fdopen(fd, "r");
	}
	if (file) {
		skip_mark(file);
		return file;
	}
	*why = *why ? *why : strerror(errno);
	if (fd >= 0)
		(void)close(fd);
	return NULL;
}

static bool is_same_place(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The name of a file without its directory, which goes into *directory; "": that is missing. */
static const char *split_path(const char *path, struct stat *directory)
{
	const char *slash = strrchr(path, '/');
	char text[PATH_MAX];

	(void)snprintf(text, sizeof(text), "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
	if (stat(text, directory))
		return "";
	return slash ? slash + 1 : path;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat first, second;
	const char *name;
	const bool exists = !stat(a, &first);

	if (exists != !stat(b, &second))
		return false;
	if (exists)
		return S_ISREG(first.st_mode) && is_same_place(&first, &second);
	name = split_path(a, &first);
	return name[0] && !strcmp(name, split_path(b, &second)) && is_same_place(&first, &second);
}

int named_files_check(struct options *options, struct err *err)
{
	const struct {
		const char *name, *path;
		bool written;
	} files[] = {
		{ "record", options->record, true }, { "openmetrics", options->openmetrics, true },
		{ "screenshot", options->screenshot, true }, { "pgo", options->pgo, true },
		{ "replay", options->replay, false }, { "config", options->config, false },
	};
	const size_t n = sizeof(files) / sizeof(files[0]);

	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			if ((files[i].written || files[k].written) && files[i].path && files[k].path &&
			    strcmp(files[i].path, "-") != 0 && is_same_file(files[i].path, files[k].path))
				return err_set(err, EINVAL, "--%s and --%s both name the file \"%s\"; give each a file "
					       "of its own", files[i].name, files[k].name, files[i].path);
	return 0;
}

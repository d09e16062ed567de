/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file that is always whole; see textfile.h. It is not synced to the disk: after a power failure
 * old counters are worth nothing, and a sync each second costs other programs. The thread that
 * exports.
 */
#include "config.h"
#include "ui/openmetrics/textfile.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/draw/whole_file.h"

#define FILE_MODE 0644

enum exposition textfile_format(const char *path)
{
	static const char prom[] = ".prom";
	size_t n = strlen(path), suffix = strlen(prom);

	return n >= suffix && !strcmp(path + n - suffix, prom) ? EXPOSITION_PROMETHEUS :
								 EXPOSITION_OPENMETRICS;
}

static int write_stdout(const char *bytes, size_t n, struct err *err)
{
	int ret = whole_write(STDOUT_FILENO, bytes, n);

	return ret ? err_set(err, -ret, "cannot write the counters to standard output: %s",
			     ret == -EPIPE ? "the program that reads them has ended" :
					     strerror(-ret)) : 0;
}

/* Only a file may be replaced: not /dev/null, and not what /dev/stdout leads to. */
static int check_target(const char *path, struct err *err)
{
	struct stat st;

	if (stat(path, &st) || S_ISREG(st.st_mode))
		return 0;	/* also a link that leads nowhere */
	if (S_ISDIR(st.st_mode))
		return err_set(err, EISDIR, "cannot write the counters to \"%s\": it is a "
			       "directory; name a file in it", path);
	return err_set(err, EINVAL, "cannot write the counters to \"%s\": it is no file, and is "
		       "replaced at each interval; name a file, or \"-\" for standard output",
		       path);
}

static int explain(int ret, const char *path, struct err *err)
{
	const char *what;

	switch (-ret) {
	case ENOENT:
	case ENOTDIR:
		what = "its directory does not exist";
		break;
	case EACCES:
	case EPERM:	/* the sandbox knows the directory that was there at the start */
		what = "tdtop may not create files in its directory, or that was removed and made "
		       "again since tdtop started";
		break;
	case EEXIST:
	case EBUSY:
		what = "another program writes it too";
		break;
	case EISDIR:
		what = "there is a directory called like its temporary file, FILE.tmp";
		break;
	default:
		what = strerror(-ret);
	}
	return err_set(err, -ret, "cannot write the counters to \"%s\": %s", path, what);
}

int textfile_write(const char *path, const char *bytes, size_t n, struct err *err)
{
	int ret;

	if (!strcmp(path, "-"))
		return write_stdout(bytes, n, err);
	ret = check_target(path, err);
	if (ret)
		return ret;
	ret = whole_file_replace(path, bytes, n, FILE_MODE);
	return ret ? explain(ret, path, err) : 0;
}

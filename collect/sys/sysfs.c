/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads small files of /sys and /proc below a root. Called by all modules that look at the machine
 * before counting starts. No state; any thread.
 */
#include "config.h"
#include "collect/sys/sysfs.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPUS_MAX (1 << 20)	/* far above CONFIG_NR_CPUS; a wrong file must not eat the memory */

static int sysfs_join(char *full, size_t size, const char *root, const char *path)
{
	int n = snprintf(full, size, "%s%s", root, path);

	return n < 0 || (size_t)n >= size ? -ENAMETOOLONG : 0;
}

static int read_all(int fd, char *text, size_t size)
{
	size_t n = 0;

	while (n + 1 < size) {
		ssize_t got = read(fd, text + n, size - 1 - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			break;
		n += (size_t)got;
	}
	while (n > 0 && isspace((unsigned char)text[n - 1]))
		n--;
	text[n] = '\0';
	return (int)n;
}

int sysfs_read(const char *root, const char *path, char *text, size_t size)
{
	char full[PATH_MAX];
	int fd, ret;

	text[0] = '\0';
	ret = sysfs_join(full, sizeof(full), root, path);
	if (ret < 0)
		return ret;
	fd = open(full, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = read_all(fd, text, size);
	if (ret < 0)
		text[0] = '\0';
	close(fd);
	return ret;
}

int sysfs_read_number(const char *root, const char *path, long long *number)
{
	char text[64], *end;
	long long value;
	int ret = sysfs_read(root, path, text, sizeof(text));

	if (ret < 0)
		return ret;
	/* base 10 unless 0x: a leading zero is not octal in sysfs */
	errno = 0;
	value = strtoll(text, &end, strncmp(text, "0x", 2) ? 10 : 16);
	if (end == text || *end || errno)
		return -EINVAL;
	*number = value;
	return 0;
}

bool sysfs_exists(const char *root, const char *path)
{
	char full[PATH_MAX];

	return sysfs_join(full, sizeof(full), root, path) == 0 && access(full, F_OK) == 0;
}

/* Parses one "3" or "0-3" at *text and moves *text behind it. */
static int parse_range(const char **text, long *low, long *high)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return -EINVAL;
	*low = *high = strtol(*text, &end, 10);
	if (*end == '-') {
		if (!isdigit((unsigned char)end[1]))
			return -EINVAL;
		*high = strtol(end + 1, &end, 10);
	}
	*text = end;
	return *low <= *high && *high < CPUS_MAX ? 0 : -EINVAL;
}

static int append_range(int **cpus, size_t *n, long low, long high)
{
	size_t more = (size_t)(high - low) + 1;
	int *grown;

	if (*n + more > CPUS_MAX)
		return -EINVAL;
	grown = realloc(*cpus, (*n + more) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	*cpus = grown;
	for (long cpu = low; cpu <= high; cpu++)
		grown[(*n)++] = (int)cpu;
	return 0;
}

int sysfs_parse_cpus(const char *text, int **cpus, size_t *n)
{
	int ret = 0;

	*cpus = NULL;
	*n = 0;
	while (isspace((unsigned char)*text))
		text++;
	while (*text && !ret) {
		long low, high;

		ret = parse_range(&text, &low, &high);
		if (!ret)
			ret = append_range(cpus, n, low, high);
		if (ret)
			break;
		if (*text == ',' && text[1])
			text++;
		else if (*text == '\n' && !text[1])
			break;
		else if (*text)
			ret = -EINVAL;
	}
	if (ret) {
		free(*cpus);
		*cpus = NULL;
		*n = 0;
	}
	return ret;
}

int sysfs_read_cpus(const char *root, const char *path, int **cpus, size_t *n)
{
	char text[4096];	/* a sysfs file has at most one page */
	int ret;

	*cpus = NULL;
	*n = 0;
	ret = sysfs_read(root, path, text, sizeof(text));
	return ret < 0 ? ret : sysfs_parse_cpus(text, cpus, n);
}

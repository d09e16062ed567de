/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * markers_of FILE: prints the names of a program's regions, once each, sorted, as tdtop reads them.
 * markers_of --count PROGRAM [ARGUMENT...]: runs it, and prints the number of markers that the
 * kernel saw, by an uprobe. 77: it cannot (who is not root; kernels without uprobes).
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/region/region_note.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct region_site *)a)->name, ((const struct region_site *)b)->name);
}

static int read_notes(const char *path, struct region_notes *notes)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	const int err = fd < 0 ? -errno : region_notes_read(fd, notes);

	if (fd >= 0)
		close(fd);
	if (err)
		fprintf(stderr, "%s: %s\n", path, strerror(-err));
	return err;
}

static int print_names(struct region_notes *notes)
{
	qsort(notes->sites, notes->n, sizeof(notes->sites[0]), by_name);
	for (size_t i = 0; i < notes->n; i++)
		if (!i || strcmp(notes->sites[i - 1].name, notes->sites[i].name))
			puts(notes->sites[i].entries ? "(a pool)" : notes->sites[i].name);
	return 0;
}

/* Counts the child's markers and those of its threads and children. */
static int open_counter(pid_t child, const char *path, uint64_t offset)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .disabled = 1, .inherit = 1, .enable_on_exec = 1,
		.config1 = (uint64_t)(uintptr_t)path, .config2 = offset,
	};
	FILE *type = fopen("/sys/bus/event_source/devices/uprobe/type", "r");
	const int read = type ? fscanf(type, "%" SCNu32, &attr.type) : 0;

	if (type)
		(void)fclose(type);
	return read == 1 ? (int)syscall(SYS_perf_event_open, &attr, child, -1, -1, PERF_FLAG_FD_CLOEXEC) : -1;
}

static int count_markers(char **argv, const struct region_notes *notes)
{
	int go[2], fd, status = 0;
	uint64_t count = 0;
	pid_t child;

	if (pipe(go))
		return 1;
	child = fork();
	if (child < 0)
		return 1;
	if (!child) {
		char byte;

		close(go[1]);
		if (read(go[0], &byte, 1) != 1 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
			_exit(77);
		execv(argv[0], argv);
		_exit(127);
	}
	close(go[0]);
	fd = open_counter(child, argv[0], notes->mark_offset);
	if (fd >= 0 && write(go[1], "", 1) != 1)
		return 1;
	close(go[1]);	/* without a counter the child ends by this */
	waitpid(child, &status, 0);
	if (fd < 0)
		return 77;
	if (read(fd, &count, sizeof(count)) != sizeof(count) || status) {
		fprintf(stderr, "%" PRIu64 " markers, wait status %#x\n", count, (unsigned int)status);
		return 1;
	}
	printf("%" PRIu64 "\n", count);
	return 0;
}

int main(int argc, char **argv)
{
	const int count = argc > 2 && !strcmp(argv[1], "--count");
	struct region_notes notes = { 0 };
	int status;

	if (argc < 2 || read_notes(argv[1 + count], &notes))
		return 1;
	status = count ? count_markers(argv + 2, &notes) : print_names(&notes);
	region_notes_free(&notes);
	return status;
}

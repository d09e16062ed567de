/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long the names of 60 rows take, of a file that was not read before, as a screen asks for
 * them: names first, then with lines. Then those of 10,000 places, and the text of a function. And
 * how much memory the helper process has then. BENCH_CODE_FILE: an ELF file; else the C library.
 */
#include "config.h"
#include "collect/code/code.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/elf/elf_image.h"
#include "collect/sys/clock_ns.h"

#define ROWS 60
#define MANY 10000

/* The largest part of the file that is code. */
static const struct elf_segment *code_of(const struct elf_image *image)
{
	const struct elf_segment *largest = NULL;

	for (size_t i = 0; i < image->n_segments; i++) {
		const struct elf_segment *segment = &image->segments[i];

		if (segment->runs && (!largest || segment->size > largest->size))
			largest = segment;
	}
	return largest;
}

/* The helper: the child of the child of this process; 0: there is none. */
static int helper_pid(void)
{
	int pid = (int)getpid();

	for (int depth = 0; depth < 2; depth++) {
		char path[64];
		FILE *file;

		(void)snprintf(path, sizeof(path), "/proc/%d/task/%d/children", pid, pid);
		file = fopen(path, "re");
		if (!file || fscanf(file, "%d", &pid) != 1)
			pid = 0;
		if (file)
			(void)fclose(file);
	}
	return pid;
}

/* Its CPU time. */
static uint64_t helper_ns(void)
{
	char path[64];
	uint64_t ns = 0;
	FILE *file;

	(void)snprintf(path, sizeof(path), "/proc/%d/schedstat", helper_pid());
	file = fopen(path, "re");
	if (!file || fscanf(file, "%" SCNu64, &ns) != 1)
		ns = 0;
	if (file)
		(void)fclose(file);
	return ns;
}

static void ask(struct code *code, const char *what, const struct place *at, size_t n, bool lines)
{
	struct code_names names = code_names(code);
	uint64_t begin_ns = clock_ns(CLOCK_MONOTONIC), cpu_ns = helper_ns();
	uint64_t known = 0, with_line = 0;

	(void)names.wait(names.data, at, n, lines, -1);
	begin_ns = clock_ns(CLOCK_MONOTONIC) - begin_ns;
	for (size_t i = 0; i < n; i++) {
		struct code_name name;

		(void)names.name(names.data, &at[i], lines, &name);
		known += name.symbol[0] != '\0';
		with_line += name.line != 0;
	}
	printf("%-24s %8.1f ms, %8.1f of the helper's CPU time (%" PRIu64 " names, %" PRIu64
	       " lines)\n", what, (double)begin_ns / 1e6, (double)(helper_ns() - cpu_ns) / 1e6,
	       known, with_line);
}

static void print_memory(void)
{
	char path[64], line[256];
	FILE *status;

	(void)snprintf(path, sizeof(path), "/proc/%d/status", helper_pid());
	status = fopen(path, "re");
	while (status && fgets(line, sizeof(line), status))
		if (!strncmp(line, "VmRSS", 5) || !strncmp(line, "RssAnon", 7) ||
		    !strncmp(line, "VmSize", 6))
			printf("helper %s", line);
	if (status)
		(void)fclose(status);
}

int main(void)
{
	const char *path = getenv("BENCH_CODE_FILE");
	const struct code_options options = { .wake = -1 };
	struct profile_object object = { .kind = OBJECT_FILE };
	const struct elf_segment *segment;
	struct place *at = calloc(MANY, sizeof(*at));
	struct elf_image *image;
	struct code *code;
	struct err err;

	object.path = path ? path : "/lib/x86_64-linux-gnu/libc.so.6";
	if (!at || elf_image_open(open(object.path, O_RDONLY | O_CLOEXEC), &image) ||
	    !(segment = code_of(image)) || code_new(&options, &code, &err)) {
		printf("skipped: %s is no ELF file with code\n", object.path);
		return 0;
	}
	printf("%s, %.0f MB\n", object.path, (double)image->bytes / 1e6);
	for (size_t i = 0; i < MANY; i++)
		at[i] = (struct place){ .object = 1, .offset = segment->offset +
			segment->size / MANY * (i * 7919 % MANY) };
	(void)code_add_object(code, 1, &object);
	ask(code, "names of 60 places", at, ROWS, false);
	print_memory();
	ask(code, "lines of 60 places", at, ROWS, true);
	ask(code, "names of 10,000 places", at, MANY, false);
	ask(code, "lines of 10,000 places", at, MANY, true);
	print_memory();
	code_free(code);
	elf_image_close(image);
	free(at);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software
 * events, at load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing
 * is from bare metal. "Was" is the value before the last improvement. Figures of today are in
 * doc/RESULTS.md.
 *
 * Names of functions
 *
 * `tests/bench/bench-code` asks for places as a screen does, of a file that was not read before. A
 * program of 86 MB, with 90,000 functions of C++ and their debug information (`g++ -g3`), a busy VM
 * with 2 CPUs (load 17), built with -O1. The helper's CPU time is what an idle machine needs:
 *
 * | what | time | of the helper's CPU time |
 * | names of 60 rows | 80 to 140 ms | 16 to 18 ms |
 * | lines of 60 rows, in 58 compilation units | 340 to 430 ms | 120 ms |
 * | names of 10,000 places | 24 to 80 ms | 9 to 11 ms |
 * | lines of 10,000 places | 280 to 490 ms | 102 to 123 ms |
 *
 * The helper has 109 MB of its own then, most of it line tables; with names only it has 4 MB
 * beside the mapped file. libLLVM 19 without symbol table, 129 MB: 12 ms for 60 names.
 */

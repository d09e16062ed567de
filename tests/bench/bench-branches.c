/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Speed and memory of reading branch stacks from a recording in the page cache: each stage per
 * entry, then the whole reader beside `perf report -b` and `perf script -F brstack` on the same
 * file. Run by `make bench`. MEGABYTES=1000 in the environment, or as the argument, sets the size
 * of the recording, which is written to $TMPDIR and removed; or it is the path of a recording. A second argument: parts
 * of it are read as well, as the screen asks for them.
 */
#include "config.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/recording/perfdata_stream.h"
#include "collect/sample/profile_reader.h"
#include "tests/bench/large_recording.h"

#define MEGABYTES 300

static char path[512];

static double now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what, const struct err *err)
{
	fprintf(stderr, "%s: %s\n", what, err ? err->text : "failed");
	exit(1);
}

static void cut_into_records(void)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct perfdata_stream *stream;
	struct frame frame;
	struct err err;

	if (perfdata_stream_open(fd, NULL, path, &stream, &err))
		fail("stream", &err);
	while (perfdata_stream_next(stream, &frame, &err) > 0)
		;
	perfdata_stream_close(stream);
}

/* Says what a profile of the recording contains, in one line. */
static void read_profile(void)
{
	const struct profile_request request = { .serial = 0 };
	const struct profile_object *objects;
	struct profile_builder *builder;
	struct profile_reader *reader;
	struct profile *profile;
	struct mallinfo2 before, after;
	struct err err;
	double begin;
	size_t n;

	if (profile_reader_open(path, NULL, &reader, &err) ||
	    profile_reader_read(reader, &request, NULL, &builder, &err))
		fail("reader", &err);
	objects = profile_reader_objects(reader, &n);
	before = mallinfo2();
	begin = now(CLOCK_PROCESS_CPUTIME_ID);
	profile = profile_builder_finish(builder, objects, n, NULL);
	if (!profile)
		fail("profile", NULL);
	after = mallinfo2();
	printf("%ju stacks, %ju entries, %zu branches, %zu blocks, %ju beyond the tables; finished "
	       "in %.2f s, heap %zu bytes\n", (uintmax_t)profile->stacks,
	       (uintmax_t)profile->entries, profile->n_branches, profile->n_blocks,
	       (uintmax_t)profile->dropped.table_full, now(CLOCK_PROCESS_CPUTIME_ID) - begin,
	       after.uordblks + after.hblkhd - before.uordblks - before.hblkhd);
	profile_free(profile);
	profile_builder_free(builder);
	profile_reader_close(reader);
}

/* What the screen asks for after its first profile: one process, and then a tenth of a second. */
static void read_parts_later(void)
{
	struct profile_request requests[] = { { .serial = 0 }, { .pid = 1007 }, { .to_ns = 1 } };
	struct profile_builder *builder;
	struct profile_reader *reader;
	struct err err;
	uint64_t before = 0;

	if (profile_reader_open(path, NULL, &reader, &err))
		fail("reader", &err);
	profile_reader_index(reader);
	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		const double begin = now(CLOCK_PROCESS_CPUTIME_ID);

		if (requests[i].to_ns) {
			requests[i].from_ns = profile_reader_news(reader)->first_ns + 1000000000;
			requests[i].to_ns = requests[i].from_ns + 100000000;
		}
		if (profile_reader_read(reader, &requests[i], NULL, &builder, &err))
			fail("reader", &err);
		printf("  request %zu: %.3f s CPU, %.1f MB read\n", i, now(CLOCK_PROCESS_CPUTIME_ID) - begin,
		       (double)(profile_reader_bytes(reader) - before) / 1e6);
		before = profile_reader_bytes(reader);
		profile_builder_free(builder);
	}
	profile_reader_close(reader);
}

struct cost {
	double wall, cpu, megabytes;
};

/* Runs a stage, or a program whose output is discarded, in a process of its own. */
static bool measure(void (*stage)(void), char *const argv[], struct cost *cost)
{
	double begin = now(CLOCK_MONOTONIC);
	struct rusage used;
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0 && stage) {
		stage();
		fflush(stdout);
		_exit(0);
	}
	if (pid == 0) {
		int null = open("/dev/null", O_RDWR);

		(void)dup2(null, 0);
		(void)dup2(null, 1);
		(void)dup2(null, 2);
		(void)execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &used) < 0 || !WIFEXITED(status) ||
	    WEXITSTATUS(status))
		return false;
	cost->wall = now(CLOCK_MONOTONIC) - begin;
	cost->megabytes = (double)used.ru_maxrss / 1024;
	cost->cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
		    (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
	return true;
}

static void say(const char *what, const struct cost *cost, double entries)
{
	printf("%-32s %7.2f s CPU, %7.2f s", what, cost->cpu, cost->wall);
	if (entries > 0)
		printf(", %6.1f ns per entry, %6.2f million entries/s", cost->cpu * 1e9 / entries,
		       entries / cost->cpu / 1e6);
	printf(", %5.0f MB\n", cost->megabytes);
}

static void beside_perf(const struct cost *ours, double entries)
{
	char *const script[] = { (char *)"perf", (char *)"script", (char *)"-F",
				 (char *)"brstack", (char *)"-i", path, NULL };
	char *const report[] = { (char *)"perf", (char *)"report", (char *)"-b",
				 (char *)"--stdio", (char *)"-i", path, NULL };
	char *const *const others[] = { script, report };

	for (size_t i = 0; i < 2; i++) {
		char name[64];
		struct cost cost;

		(void)snprintf(name, sizeof(name), "perf %s", others[i][1]);
		if (!measure(NULL, others[i], &cost)) {
			printf("%s: skipped, it is missing or failed\n", name);
			continue;
		}
		say(name, &cost, entries);
		printf("  x %.1f the CPU time and x %.1f the memory of the reader\n",
		       cost.cpu / ours->cpu, cost.megabytes / ours->megabytes);
	}
}

int main(int argc, char *argv[])
{
	const char *tmp = getenv("TMPDIR"), *request = argc > 1 ? argv[1] : getenv("MEGABYTES");
	uint64_t megabytes = request ? strtoull(request, NULL, 10) : MEGABYTES;
	struct cost cut, all, parts;
	double entries = 0;
	int fd;

	if (request && !megabytes) {
		(void)snprintf(path, sizeof(path), "%s", request);
	} else {
		(void)snprintf(path, sizeof(path), "%s/tdtop-bench-XXXXXX", tmp ? tmp : "/tmp");
		fd = mkstemp(path);
		if (fd < 0)
			fail(path, NULL);
		entries = LARGE_RECORDING_DEPTH *
			  (double)large_recording_write_branches(fd, megabytes * 1000000);
		close(fd);
	}
	if (!measure(cut_into_records, NULL, &cut) || !measure(read_profile, NULL, &all) ||
	    (argc > 2 && !measure(read_parts_later, NULL, &parts)))
		fail("read", NULL);
	say("read and cut into records", &cut, entries);
	say("... the reader, one pass", &all, entries);
	if (argc > 2)
		say("... and parts later", &parts, entries);
	beside_perf(&all, entries);
	if (entries > 0)
		unlink(path);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software events, at
 * load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing is from bare metal.
 * "Was" is the value before the last improvement. Figures of today are in doc/RESULTS.md.
 *
 * 24., 25. A recording of branch stacks (`MEGABYTES=1000 tests/bench/bench-branches`; 64 processes of 8
 * programs, 1.2 million stacks of 32 entries, 88,356 different branches; 2026-11-30, beside other
 * builds, so CPU time is told):
 *
 * | | CPU time | entries/s | memory |
 * | tdtop's reader: one pass, and the finished profile with standard errors | 4.8 s | 8.0 million | 131 MB |
 * | `perf script -F brstack` (prints them, adds nothing up) | 8.2 s | 4.7 million | 968 MB |
 * | `perf report -b` | 40.2 s | 0.96 million | 1,097 MB |
 *
 * Of a recording of 1 GB with half slices and half such stacks, `-b` and `--functions` read 1 GB each, by
 * rchar of /proc/PID/io. That takes 0.3 s and 2.6 s of CPU time, 15 MB and 119 MB. On the screen its first
 * interval comes after 0.05 s, of a recording of 1 MB after 0.02 s.
 *
 * To cut the file into records takes 0.1 s. Of the rest the reader (order in time, decoding,
 * places) is a tenth, the tables of the profile are nine tenths. perf maps the file, which is part
 * of its memory.
 */

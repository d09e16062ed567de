/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Speed of replaying a recording from the page cache: the cost of each stage per sample, the time to
 * the first screen, and the memory used. Also the whole of `tdtop --json -i` next to `perf script`
 * and `perf report` on the same file. Run by `make bench`. MEGABYTES=1000 in the environment, or as
 * the argument, sets the size of the recording, which is written to $TMPDIR and removed.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/collector/collector.h"
#include "collect/recording/perfdata_stream.h"
#include "collect/replay/source_replay.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/snapshot.h"
#include "tests/bench/large_recording.h"

#define MEGABYTES 300

static char path[512];
static uint64_t samples;

static double now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what, const struct err *err)
{
	fprintf(stderr, "%s: %s\n", what, err ? err->text : "failed");
	unlink(path);
	exit(1);
}

static void say(const char *stage, double seconds)
{
	printf("%-44s %6.1f ns/sample  %6.2f million samples/s\n", stage,
	       seconds * 1e9 / (double)samples, (double)samples / seconds / 1e6);
}

/* Stage 1: cut into records. */
static double time_stream(void)
{
	double begin = now(CLOCK_PROCESS_CPUTIME_ID);
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;
	struct perfdata_stream *stream;
	struct frame frame;
	struct err err;

	if (perfdata_stream_open(fd, NULL, path, &stream, &err))
		fail("stream", &err);
	while ((ret = perfdata_stream_next(stream, &frame, &err)) > 0)
		;
	perfdata_stream_close(stream);
	return now(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

static void no_slice(void *data, const struct slice *slice)
{
	(void)data;
	(void)slice;
}

static void no_task(void *data, const struct task_event *event)
{
	(void)data;
	(void)event;
}

static void no_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	(void)data;
	(void)cpu;
	(void)records;
	(void)ns;
}

static void no_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	(void)data;
	(void)cpu;
	(void)enabled_ns;
	(void)running_ns;
}

/* Stage 2: slices, which are not added. */
static double time_slices(void)
{
	static const struct sink sink = { .slice = no_slice, .task = no_task, .lost = no_lost,
					  .times = no_times };
	double begin = now(CLOCK_PROCESS_CPUTIME_ID);
	struct interval interval;
	struct source *source;
	struct err err;

	if (source_replay_open(path, 0, NULL, &source, &err))
		fail("replay", &err);
	while (source->ops->interval(source, &sink, &interval, &err) > 0)
		;
	source->ops->close(source);
	return now(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

/* Stage 3: finished snapshots. */
static double time_snapshots(void)
{
	double begin = now(CLOCK_PROCESS_CPUTIME_ID);
	struct exchange *exchange = exchange_new();
	struct control control = { .lockstep = true, .wake_collector = -1, .wake_ui = -1 };
	struct collector *collector;
	struct source *source;
	struct err err;

	control_init(&control, 0);
	if (source_replay_open(path, 0, NULL, &source, &err))
		fail("replay", &err);
	collector = collector_new(source, exchange, &control, NULL);
	if (!exchange || !collector)
		fail("replay", NULL);
	while (collector_replay(collector) != REPLAY_ENDED)
		(void)exchange_latest(exchange);
	collector_free(collector);
	exchange_free(exchange);
	source->ops->close(source);
	return now(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

static double best_of(double (*time_it)(void))
{
	double best = time_it(), seconds;

	for (int i = 0; i < 2; i++) {
		seconds = time_it();
		best = seconds < best ? seconds : best;
	}
	return best;
}

/* Runs a program on the recording and discards its output: CPU seconds, and peak memory in MB. */
static double time_program(char *const argv[], double *wall, double *megabytes)
{
	double begin = now(CLOCK_MONOTONIC);
	struct rusage used;
	int status;
	pid_t pid = fork();

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
		return -1;
	*wall = now(CLOCK_MONOTONIC) - begin;
	*megabytes = (double)used.ru_maxrss / 1024;
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* Time until a terminal shows the name of a process, then until the end of the recording. */
static void first_screen(const char *tdtop)
{
	const struct winsize size = { .ws_row = 40, .ws_col = 132 };
	double begin = now(CLOCK_MONOTONIC), shown = 0;
	static char text[1 << 16];
	size_t n = 0;
	struct rusage used;
	int master;
	pid_t pid = forkpty(&master, NULL, NULL, &size);

	if (pid == 0) {
		(void)setenv("TERM", "xterm", 1);
		(void)execl(tdtop, tdtop, "-i", path, (char *)NULL);
		_exit(127);
	}
	while (pid > 0 && !shown && n + 1 < sizeof(text)) {
		ssize_t got = read(master, text + n, sizeof(text) - 1 - n);

		if (got <= 0)
			break;
		n += (size_t)got;
		text[n] = '\0';
		if (strstr(text, "work-"))
			shown = now(CLOCK_MONOTONIC) - begin;
	}
	if (pid > 0) {
		(void)kill(pid, SIGTERM);
		while (read(master, text, sizeof(text)) > 0)
			;
		(void)wait4(pid, NULL, 0, &used);
		close(master);
	}
	if (shown > 0)
		printf("first screen with processes after %.2f s\n", shown);
	else
		printf("first screen: none came\n");
}

static void beside_perf(const char *tdtop)
{
	char *const ours[] = { (char *)tdtop, (char *)"--json", (char *)"-i", path, NULL };
	char *const script[] = { (char *)"perf", (char *)"script", (char *)"-i", path, NULL };
	char *const report[] = { (char *)"perf", (char *)"report", (char *)"--stdio", (char *)"-i",
				 path, NULL };
	const struct {
		const char *name;
		char *const *argv;
	} others[] = { { "perf script", script }, { "perf report --stdio", report } };
	double wall, megabytes, base = time_program(ours, &wall, &megabytes), base_wall = wall;

	if (base < 0)
		fail(tdtop, NULL);
	say("tdtop --json, whole program, CPU time", base);
	printf("tdtop --json: %.2f s of time, %.0f MB of memory\n", wall, megabytes);
	for (size_t i = 0; i < 2; i++) {
		double cpu = time_program(others[i].argv, &wall, &megabytes);

		if (cpu < 0)
			printf("%s: skipped, it is missing or failed\n", others[i].name);
		else
			printf("%s: x %.1f the time of tdtop --json, x %.1f its CPU time, "
			       "%.0f MB\n",
			       others[i].name, wall / base_wall, cpu / base, megabytes);
	}
}

int main(int argc, char *argv[])
{
	const char *tmp = getenv("TMPDIR"), *request = argc > 1 ? argv[1] : getenv("MEGABYTES");
	const char *tdtop = getenv("TDTOP") ? getenv("TDTOP") : "./tdtop";
	uint64_t megabytes = request ? strtoull(request, NULL, 10) : MEGABYTES;
	double stream, slices, snapshots;
	int fd;

	(void)snprintf(path, sizeof(path), "%s/tdtop-bench-XXXXXX", tmp ? tmp : "/tmp");
	fd = mkstemp(path);
	if (fd < 0)
		fail(path, NULL);
	samples = large_recording_write(fd, megabytes * 1000000);
	close(fd);
	printf("a recording of %ju MB, 16 CPUs, 200 processes, %ju samples\n",
	       (uintmax_t)megabytes, (uintmax_t)samples);
	fflush(stdout);
	stream = best_of(time_stream);
	slices = best_of(time_slices);
	snapshots = best_of(time_snapshots);
	say("read and cut into records", stream);
	say("... sorted, decoded, sliced", slices);
	say("... added up, snapshots", snapshots);
	beside_perf(tdtop);
	first_screen(tdtop);
	unlink(path);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software
 * events, at load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing
 * is from bare metal. "Was" is the value before the last improvement. Figures of today are in
 * doc/RESULTS.md.
 *
 * 7. A sample of a recording, to finished snapshots (`tests/bench/bench-replay`): 138 ns, that is 7.3
 * million a second; was 182 ns and 5.5 million. Reading the file takes 39 ns of it, adding up 31
 * ns. `perf script` takes 37 times the CPU time of `tdtop --json -i`, `perf report` 13 times.
 */

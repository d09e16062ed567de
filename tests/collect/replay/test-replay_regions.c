/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions that are recorded and replayed: each slice of the replay is that of the live run, with its
 * region, its entries and its counts.
 */
#include "config.h"
#include "collect/replay/replay_parts.h"

#include <fcntl.h>
#include <unistd.h>

#include "collect/perfdata/recorder.h"
#include "collect/replay/source_replay.h"
#include "tests/fixtures/fixture_markers.h"
#include "tests/fixtures/test_main.h"

static struct marked_slices replayed;

static void add_two_objects(void)
{
	marked_add_object("/usr/bin/server", "server");
	marked_add_object("/usr/lib/libwork.so.1", "work");
}

/* All but the number of the region, as objects may have other numbers. */
static bool is_same(const struct marked_slice *a, const struct marked_slice *b)
{
	return a->interval == b->interval && a->time_ns == b->time_ns &&
	       a->duration_ns == b->duration_ns && a->cpu == b->cpu && a->pid == b->pid &&
	       a->tid == b->tid && a->unowned == b->unowned && a->entries == b->entries &&
	       !strcmp(a->name, b->name) && a->slots == b->slots && a->retiring == b->retiring;
}

/* The replayed slices are those of the live run from this interval on, up to `n` of them. */
static size_t assert_replayed(uint64_t first_interval)
{
	size_t at = 0, in_regions = 0;

	while (at < marked.live.n && marked.live.slice[at].interval < first_interval)
		at++;
	assert_true(replayed.n > 0 && replayed.n <= marked.live.n - at);
	for (size_t i = 0; i < replayed.n; i++) {
		const struct marked_slice *live = &marked.live.slice[at + i];
		struct marked_slice *slice = &replayed.slice[i];

		slice->interval += first_interval - 1;
		if (!is_same(slice, live))
			fail_msg("slice %zu of %zu: tid %d in \"%s\" (%u entries, %.0f slots), "
				 "live: tid %d in \"%s\" (%u, %.0f)", i, replayed.n, slice->tid,
				 slice->name, slice->entries, slice->slots, live->tid, live->name,
				 live->entries, live->slots);
		in_regions += live->name[0] != '\0';
	}
	assert_true(in_regions > 0);
	return at + replayed.n;
}

/* The whole recording, which begins in this interval, is that of the live run. */
static void end_and_replay(struct recorder *recorder, const char *name, uint64_t first_interval)
{
	marked_end_recording(recorder);
	marked_replay(marked_path(name), 0, &replayed);
	assert_int_equal(assert_replayed(first_interval), marked.live.n);
}

TEST(a_replay_has_the_slices_of_the_live_run)
{
	struct recorder *recorder = marked_record(marked_path("whole"), NULL);

	add_two_objects();
	marked_run_intervals(recorder, 20, 200);
	end_and_replay(recorder, "whole", 1);
	assert_true(marked.markers > 500);
}

TEST(whatever_happens_a_replay_has_the_slices_of_the_live_run)
{
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct recorder *recorder = marked_record(marked_path("random"), NULL);

		marked.dice = seed * 0x9e3779b97f4a7c15;
		marked.losses = seed % 2;
		add_two_objects();
		marked_run_intervals(recorder, 10, 1 + seed * 10);
		end_and_replay(recorder, "random", 1);
		assert_int_equal(marked_teardown(NULL), 0);
		assert_int_equal(marked_setup(NULL), 0);
	}
}

TEST(an_object_may_appear_in_the_middle_of_a_recording)
{
	struct recorder *recorder = marked_record(marked_path("later"), NULL);

	marked_run_intervals(recorder, 3, 100);
	marked_add_object("/usr/bin/server", "server");
	marked_run_intervals(recorder, 3, 100);
	marked_add_object("/usr/lib/libwork.so.1", "work");
	marked_run_intervals(recorder, 3, 100);
	end_and_replay(recorder, "later", 1);
}

TEST(a_recording_that_begins_in_the_middle_knows_in_which_regions_tasks_are)
{
	struct recorder *recorder =
		recorder_new(&(struct recorder_options){ .path = marked_path("middle") },
			     &marked.source);

	add_two_objects();
	marked_run_intervals(NULL, 5, 100);
	marked_toggle(recorder);
	marked_run_intervals(recorder, 5, 30);
	end_and_replay(recorder, "middle", 6);
}

TEST(each_file_of_a_limited_recording_is_complete_by_itself)
{
	struct recorder *recorder =
		marked_record(NULL, &(struct recorder_options){ .path = marked_path("limited"),
								.limit_bytes = 120000,
								.keep = 9 });
	uint64_t first = 1;
	char name[32];
	int files = 9;

	add_two_objects();
	marked_run_intervals(recorder, 30, 100);
	marked_end_recording(recorder);
	do
		(void)snprintf(name, sizeof(name), "limited.%d", files);
	while (access(marked_path(name), F_OK) && --files);
	assert_true(files >= 2);
	for (; files >= 0; files--) {
		(void)snprintf(name, sizeof(name), files ? "limited.%d" : "limited", files);
		marked_replay(marked_path(name), 0, &replayed);
		if (replayed.n)
			(void)assert_replayed(first);
		first += replayed.interval - 1;
	}
	assert_int_equal(first, 31);
}

TEST(a_stream_gives_the_same)
{
	const int fd = open(marked_path("stream"), O_CREAT | O_WRONLY, 0600);
	struct recorder *recorder = marked_record(NULL, &(struct recorder_options){ .stream = true, .fd = fd });

	assert_true(fd >= 0);
	marked_run_intervals(recorder, 3, 100);
	add_two_objects();
	marked_run_intervals(recorder, 3, 100);
	end_and_replay(recorder, "stream", 1);
}

/* ---- intervals of other lengths ---- */

/* Slots, time and entries of a task in a region. */
struct sum {
	int32_t tid;
	char name[48];
	double slots;
	uint64_t ns, entries;
};

static struct sum sums[2][500];
static size_t n_sums[2];

static void add_up(const struct marked_slices *slices, int which)
{
	n_sums[which] = 0;
	for (size_t i = 0; i < slices->n; i++) {
		const struct marked_slice *slice = &slices->slice[i];
		size_t at = 0;

		while (at < n_sums[which] && (sums[which][at].tid != slice->tid ||
					      strcmp(sums[which][at].name, slice->name) != 0))
			at++;
		assert_true(at < 500);
		if (at == n_sums[which]) {
			sums[which][at] = (struct sum){ .tid = slice->tid };
			(void)snprintf(sums[which][at].name, sizeof(slice->name), "%s", slice->name);
			n_sums[which]++;
		}
		sums[which][at].slots += slice->slots;
		sums[which][at].ns += slice->duration_ns;
		sums[which][at].entries += slice->entries;
	}
}

/* All names of pools as one: they become known in the course of time. */
static void add_up_pools_as_one(struct marked_slices *slices, int which)
{
	for (size_t i = 0; i < slices->n; i++) {
		char *name = slices->slice[i].name;

		if (!strncmp(name, "pool", 4) || strchr(name, '#'))
			(void)snprintf(name, sizeof(slices->slice[i].name), "pool");
	}
	add_up(slices, which);
}

static const struct sum *sum_of(int which, const struct sum *other)
{
	for (size_t i = 0; i < n_sums[which]; i++)
		if (sums[which][i].tid == other->tid && !strcmp(sums[which][i].name, other->name))
			return &sums[which][i];
	return NULL;
}

TEST(the_length_of_intervals_changes_no_sum_of_a_region)
{
	static const uint64_t lengths_ns[] = { 3000000, 50000000, 10000000000 };
	struct recorder *recorder = marked_record(marked_path("cut"), NULL);

	marked.no_life = true;
	add_two_objects();
	marked_run_intervals(recorder, 10, 200);
	marked_end_recording(recorder);
	marked_replay(marked_path("cut"), 0, &replayed);
	add_up_pools_as_one(&replayed, 0);
	for (size_t k = 0; k < sizeof(lengths_ns) / sizeof(lengths_ns[0]); k++) {
		marked_replay(marked_path("cut"), lengths_ns[k], &replayed);
		add_up_pools_as_one(&replayed, 1);
		for (size_t i = 0; i < n_sums[0]; i++) {
			const struct sum *whole = &sums[0][i], *cut = sum_of(1, whole);

			if (!cut || cut->slots != whole->slots || cut->ns != whole->ns ||
			    cut->entries != whole->entries)
				fail_msg("tid %d in \"%s\": %.0f slots, %d entries", whole->tid,
					 whole->name, whole->slots, (int)whole->entries);
		}
	}
}

/* Records n intervals with this share. */
static void run_watched(struct recorder *recorder, size_t n, double share, const char *remark)
{
	struct region_state state = { .wanted = true, .watched = share };

	(void)snprintf(state.remark, sizeof(state.remark), "%s", remark);
	while (n--) {
		marked_run(100);
		recorder_regions_watched(recorder, &state);
		marked_end_interval(recorder);
	}
}

static void ignore_slice(void *data, const struct slice *slice)
{
}

TEST(intervals_of_any_length_say_how_regions_were_watched_in_them)
{
	const struct sink into = { .slice = ignore_slice, .task = marked_ignore_task, .times = marked_ignore_times };
	struct recorder *recorder = marked_record(marked_path("watched"), NULL);
	struct source *source = NULL;
	struct interval interval;
	struct region_state told;
	struct err err = { .text = "" };
	size_t before = 0, after = 0;
	uint64_t first_ns, shut_ns;

	add_two_objects();
	run_watched(recorder, 1, 0.25, "shut");
	first_ns = marked.now_ns;
	run_watched(recorder, 5, 0.25, "shut");
	shut_ns = marked.now_ns;
	run_watched(recorder, 5, 1, "");
	marked_end_recording(recorder);
	assert_int_equal(source_replay_open(marked_path("watched"), (shut_ns - first_ns) / 9, NULL, &source, &err), 0);
	while (source->ops->interval(source, &into, &interval, &err) > 0) {
		told = *interval.regions;
		if (interval.began_ns < first_ns)
			continue;
		before += interval.end_ns <= shut_ns;
		after += interval.began_ns >= shut_ns;
		if (interval.end_ns <= shut_ns)
			assert_true(told.watched == 0.25 && !strcmp(told.remark, "shut"));
		else if (interval.began_ns >= shut_ns)
			assert_true(told.watched == 1 && !told.remark[0]);
		else
			assert_true(told.watched >= 0.25 && told.watched <= 1);
	}
	assert_true(before > 3 && after > 3);
	source->ops->close(source);
}

/* ---- stock perf ---- */

/* What a command prints, on standard error too; NULL: it failed. */
static const char *output_of(const char *command, const char *path)
{
	static char text[1 << 22];
	char line[256];
	FILE *pipe;
	size_t n;

	(void)snprintf(line, sizeof(line), "%s %s 2>&1", command, path);
	pipe = popen(line, "r");
	assert_non_null(pipe);
	n = fread(text, 1, sizeof(text) - 1, pipe);
	text[n] = '\0';
	return pclose(pipe) ? NULL : text;
}

static size_t occurrences(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

static void assert_perf_reads(const char *path)
{
	const char *text = output_of("perf evlist -i", path);

	assert_non_null(text);
	assert_non_null(strstr(text, "tdtop_region:server"));
	assert_non_null(strstr(text, "tdtop_region:libwork.so.1"));
	text = output_of("perf script -i", path);
	assert_non_null(text);
	assert_null(strstr(text, "rror"));
	assert_int_equal(occurrences(text, "tdtop_region:"), marked.markers);
	text = output_of("perf report --stdio -i", path);
	assert_non_null(text);
	assert_null(strstr(text, "rror:"));
	assert_non_null(strstr(text, "tdtop_region:"));
}

TEST(perf_reads_a_file_with_markers)
{
	struct recorder *recorder;

	if (!output_of("perf --version", "")) {
		print_message("no perf here\n");
		skip();
	}
	recorder = marked_record(marked_path("perf"), NULL);
	marked_run_intervals(recorder, 1, 100);
	add_two_objects();
	marked_run_intervals(recorder, 3, 100);
	marked_end_recording(recorder);
	assert_perf_reads(marked_path("perf"));
}

const struct around_tests around_tests = {
	.setup = marked_setup,
	.teardown = marked_teardown,
	.setup_all = marked_setup_files,
	.teardown_all = marked_teardown_files,
};

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads a recording, see profile_reader.h. One pass makes a profile of each event: the one with the most
 * branch stacks is given first, others when they are requested. There are more passes for a request that
 * leaves samples out, which read only the parts that have its samples, and for mappings that stand behind
 * the samples. A stream that is stored in a file needs them, too: it has build-ids at its end, which a first
 * pass finds.
 */
#include "config.h"
#include "collect/sample/profile_reader.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "collect/recording/recording_machine.h"
#include "collect/recording/recording_pass.h"
#include "collect/sample/profile_pass.h"
#include "collect/sample/sample_events.h"
#include "collect/sample/sample_feed.h"
#include "model/base_name.h"
#include "model/perf_command.h"

#define REPORT_BYTES (4U << 20)
#define PIPE_MS 100			/* a pipe may have no data for long */
#define SCAN_PART 0.05			/* of the time that a file takes */

struct profile_reader {
	struct recording_pass pass;
	struct profile_pass profiles;
	bool scanned;			/* the news are known */
	bool renewed;			/* they were, but more has come */
	bool kept;			/* profiles of events are there, made by this request: */
	struct profile_request kept_request;
	/* Of this pass: */
	bool all;			/* each event gets a profile */
	const struct profile_request *request;
	const struct profile_progress *progress;
	uint64_t unreported;		/* bytes */
};

static int no_memory(const struct profile_reader *reader, struct err *err)
{
	return err_set(err, ENOMEM, "not enough memory to read \"%s\"", reader->pass.name);
}

/* When the last sample was taken, since 1970; 0: not recorded. */
static uint64_t end_of_samples(const struct recording *recording)
{
	if (!recording->clock_wall_ns || recording->last_sample_ns < recording->clock_ns)
		return 0;
	return recording->clock_wall_ns + (recording->last_sample_ns - recording->clock_ns);
}

/* Where and when the files were mapped, as far as the recording says so. */
static void tell_origin(struct profile_reader *reader)
{
	const struct recording *recording = &reader->pass.recording;
	const uint64_t end_ns = end_of_samples(recording);
	uint64_t before_ns = reader->pass.stored_ns;
	struct utsname here;

	if (end_ns && (!before_ns || end_ns < before_ns))
		before_ns = end_ns;
	code_maps_set_origin(reader->profiles.maps, recording->host[0] && !uname(&here) &&
			     strcmp(recording->host, here.nodename) != 0, before_ns);
}

/* The build-ids of a file are behind its data: they are read before any mapping. */
static int read_description(struct profile_reader *reader)
{
	struct recording_pass *pass = &reader->pass;

	if (perfdata_stream_is_pipe(pass->stream))
		return 0;
	recording_read_file(&pass->recording, pass->stream);
	tell_origin(reader);
	return map_records_build_ids(reader->profiles.maps, pass->stream);
}

int profile_reader_open(const char *path, const struct recording_copy *copy, struct profile_reader **out,
			struct err *err)
{
	struct profile_reader *reader = calloc(1, sizeof(*reader));
	int ret;

	if (!reader)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", copy ? RECORDING_FROM_STDIN : path);
	ret = copy ? recording_pass_open_copy(&reader->pass, copy, err) :
		     recording_pass_open(&reader->pass, path, NULL, err);
	if (!ret && (profile_pass_open(&reader->profiles, &reader->pass) || read_description(reader)))
		ret = no_memory(reader, err);
	if (!ret && !perfdata_stream_is_pipe(reader->pass.stream))
		ret = profile_advice_of_attrs(&reader->pass.recording, reader->pass.name, err);
	if (ret)
		profile_reader_close(reader);
	else
		*out = reader;
	return ret;
}

void profile_reader_renew(struct profile_reader *reader)
{
	reader->renewed = reader->scanned;
	reader->scanned = reader->kept = false;
	reader->profiles.index.complete = reader->profiles.described = false;
}

void profile_reader_index(struct profile_reader *reader)
{
	reader->profiles.indexes = true;
}

uint64_t profile_reader_bytes(const struct profile_reader *reader)
{
	return reader->pass.bytes + perfdata_stream_bytes(reader->pass.stream);
}

void profile_reader_close(struct profile_reader *reader)
{
	if (!reader)
		return;
	profile_pass_close(&reader->profiles);	/* it holds blocks of the stream */
	recording_pass_close(&reader->pass);
	free(reader);
}

/*
 * The builder whose state may be shown while it grows; NULL: none. Of a pipe none, as build-ids
 * come at its end, and objects that are shown do not change.
 */
static struct profile_builder *growing_builder(struct profile_reader *reader)
{
	if (reader->pass.fd < 0 || (perfdata_stream_is_pipe(reader->pass.stream) && !reader->scanned))
		return NULL;
	if (reader->all)
		profile_pass_tell(&reader->profiles);
	return profile_pass_builder(&reader->profiles, reader->request->event);
}

/* Reports how far the pass is: `from`, and `part` of the recording after it. False: stop. */
static bool goes_on(struct profile_reader *reader)
{
	const struct profile_progress *progress = reader->progress;
	const double read = perfdata_stream_progress(reader->pass.stream);
	const bool whole = reader->all || isnan(read);
	const double from = whole ? 0 : reader->scanned ? SCAN_PART : 0;
	const double part = whole ? 1 : reader->scanned ? 1 - SCAN_PART : SCAN_PART;

	return !progress || !progress->report ||
	       progress->report(progress->data, isnan(read) ? 0 : from + part * read,
				growing_builder(reader));
}

/*
 * Reads all records, with a report now and then; waits for a pipe. 0, with a message in *err if the
 * recording is cut off; -ECANCELED: it is to stop; or another negative errno with a sentence.
 */
static int read_records(struct profile_reader *reader, struct err *err)
{
	struct recording_pass *pass = &reader->pass;
	struct frame frame;
	int ret;

	do {
		struct pollfd ready = { .fd = perfdata_stream_fd(pass->stream), .events = POLLIN };

		ret = recording_pass_next(pass, &frame, err);
		if (ret > 0)
			reader->unreported += frame.size;
		if (ret == -EAGAIN)
			ret = poll(&ready, 1, PIPE_MS) ? -EAGAIN : -ETIME;
		if (reader->unreported > REPORT_BYTES || ret == -ETIME) {
			reader->unreported = 0;
			if (!goes_on(reader))
				return -ECANCELED;
		}
	} while (ret > 0 || ret == -EAGAIN || ret == -ETIME);
	return ret;
}

/* A pass over the recording from its beginning. Returns as read_records(). */
static int read_pass(struct profile_reader *reader, enum profile_phase phase, struct err *err)
{
	struct profile_pass *profiles = &reader->profiles;
	int ret = recording_pass_rewind(&reader->pass, err);

	if (ret)
		return ret;
	if (profile_pass_begin(profiles, phase, reader->request, reader->all))
		return no_memory(reader, err);
	if (profiles->parts)
		ret = perfdata_stream_read_parts(reader->pass.stream, profiles->parts, profiles->n_parts, err);
	if (!ret)
		ret = read_records(reader, err);
	if (!ret && profile_pass_end(profiles))
		ret = no_memory(reader, err);
	if (ret)	/* the stream may be closed: nothing of it is held back */
		(void)profile_pass_begin(profiles, PROFILE_IGNORES, reader->request, false);
	return ret;
}

static void tell_events(struct profile_reader *reader)
{
	profile_pass_tell(&reader->profiles);
	if (!reader->renewed)	/* objects that were shown do not change */
		tell_origin(reader);
	reader->profiles.described = reader->profiles.identified = true;
	reader->scanned = true;
}

/* The pass over a stream in a file that tells which events have samples. A stop may have come before. */
static int scan(struct profile_reader *reader, struct err *err)
{
	int ret;

	profile_pass_clear(&reader->profiles, true);
	recording_done(&reader->pass.recording);
	reader->all = false;
	ret = read_pass(reader, PROFILE_SCANS, err);
	if (!ret)
		tell_events(reader);
	return ret;
}

int profile_reader_try_copy(struct profile_reader *reader, struct err *err)
{
	const struct profile_request none = { .serial = 0 };
	int ret;

	reader->request = &none;
	reader->progress = NULL;
	ret = scan(reader, err);
	reader->request = NULL;
	if (!ret)
		ret = profile_advice_of_attrs(&reader->pass.recording, reader->pass.name, err);
	profile_reader_renew(reader);
	return ret;
}

/*
 * The pass that makes profiles; perf record --tail-synthesize, --overwrite: mappings that are true
 * for all samples come last, and have a pass before it.
 */
static int make_profiles(struct profile_reader *reader, struct err *err)
{
	int ret = 0;

	code_maps_restart(reader->profiles.maps);
	if (reader->profiles.late_maps)
		ret = read_pass(reader, PROFILE_LATE_MAPS, err);
	return ret ? ret : read_pass(reader, PROFILE_ADDS, err);
}

/* A profile of each event, by a single pass, unless that shows mappings at the end of a file. */
static int make_all(struct profile_reader *reader, struct err *err)
{
	const bool had_late_maps = reader->profiles.late_maps;
	int ret;

	reader->all = true;
	profile_pass_clear(&reader->profiles, true);
	ret = make_profiles(reader, err);
	if (!ret && reader->pass.fd >= 0 && !had_late_maps && reader->profiles.late_maps) {
		reader->profiles.described = reader->profiles.identified = true;
		profile_pass_clear(&reader->profiles, true);
		ret = make_profiles(reader, err);
	}
	if (!ret)
		tell_events(reader);
	return ret;
}

/* The index of the requested event; of one that there is not, that of the best one. */
static int requested(const struct profile_reader *reader)
{
	const int event = reader->request->event;

	return event > 0 && event < reader->profiles.news.n_events ? event : 0;
}

/* A profile of the requested event. */
static int make_one(struct profile_reader *reader, struct err *err)
{
	reader->all = false;
	profile_pass_clear(&reader->profiles, false);
	if (!reader->profiles.news.n_events)
		return profile_advice_of_samples(&reader->pass.recording, reader->pass.name, err);
	if (profile_pass_want(&reader->profiles, requested(reader)))
		return no_memory(reader, err);
	return make_profiles(reader, err);
}

/* Do both leave out the same samples? */
static bool is_alike(const struct profile_request *x, const struct profile_request *y)
{
	return x->from_ns == y->from_ns && x->to_ns == y->to_ns && x->pid == y->pid &&
	       x->tid == y->tid && x->user_only == y->user_only;
}

static int read_profiles(struct profile_reader *reader, struct err *err)
{
	const bool stored_stream = reader->pass.fd >= 0 && perfdata_stream_is_pipe(reader->pass.stream);
	int ret = 0;

	if (reader->kept && is_alike(reader->request, &reader->kept_request) &&
	    profile_pass_builder(&reader->profiles, requested(reader)))
		return 0;
	reader->kept = false;
	ret = recording_pass_rewind(&reader->pass, err);
	if (!ret && stored_stream && !reader->scanned)
		ret = scan(reader, err);
	if (ret)
		return ret;
	if (reader->scanned)
		return make_one(reader, err);
	ret = make_all(reader, err);
	reader->kept = !ret;
	reader->kept_request = *reader->request;
	return ret;
}

int profile_reader_read(struct profile_reader *reader, const struct profile_request *request,
			const struct profile_progress *progress, struct profile_builder **builder,
			struct err *err)
{
	int ret;

	reader->request = request;
	reader->progress = progress;
	reader->unreported = 0;
	ret = read_profiles(reader, err);
	*builder = ret ? NULL : profile_pass_take(&reader->profiles, requested(reader));
	if (ret)
		return ret;
	if (!*builder)
		return profile_advice_of_samples(&reader->pass.recording, reader->pass.name, err);
	profile_advice_of_branches(&reader->pass.recording, reader->pass.name,
				   &reader->profiles.news);
	return 0;
}

int profile_reader_read_cut(struct profile_reader *reader, const struct profile_request *request,
			    const struct profile_cut *cut, const struct profile_progress *progress, struct err *err)
{
	struct profile_builder *rest = NULL;
	int ret;

	reader->kept = false;
	reader->profiles.cut = cut;
	ret = profile_reader_read(reader, request, progress, &rest, err);
	reader->profiles.cut = NULL;
	profile_builder_free(rest);
	return ret;
}

const struct profile_news *profile_reader_news(const struct profile_reader *reader)
{
	return &reader->profiles.news;
}

const struct profile_object *profile_reader_objects(const struct profile_reader *reader, size_t *n)
{
	return code_maps_objects(reader->profiles.maps, n);
}

/*
 * ---- sentences about recordings without branch stacks ----
 *
 * Texts of the file are untrusted, and what can be pasted into a shell is made of tdtop's own words only.
 */

#define NAME_SHOWN 64

/*
 * Which CPUs record branch stacks, and how. Sources: arch/x86/events/{intel,amd}/lbr.c, amd/brs.c
 * of Linux 6.12; Arm's BRBE: commit 58074a0fce66 (Linux 6.17). The first row that fits is used.
 */
static const struct {
	const char *vendor;		/* as cpuid begins; "": by arch */
	const char *arch;		/* as it begins */
	int family, model_min, model_max;	/* -1: any */
	const char *advice;
} cpus[] = {
	{ "GenuineIntel", "", 6, -1, -1,
	  "record them with 'perf record -e br_inst_retired.near_taken:upp -c 400009 -j any,u -- "
	  "COMMAND'" },
	{ "GenuineIntel", "", -1, -1, -1, "record them with 'perf record -b -- COMMAND'" },
	{ "AuthenticAMD", "", 25, 0x10, 0x1f,
	  "record them with 'perf record -e ex_ret_brn_tkn:u -c 400009 -j any,u -- COMMAND' "
	  "(Linux 6.1 or later)" },
	{ "AuthenticAMD", "", 25, 0x60, 0xaf,
	  "record them with 'perf record -e ex_ret_brn_tkn:u -c 400009 -j any,u -- COMMAND' "
	  "(Linux 6.1 or later)" },
	{ "AuthenticAMD", "", 25, -1, -1,
	  "record them with 'perf record -e branch-brs:u -c 400009 -j any,u -- COMMAND' (EPYC 7003 "
	  "only, Linux 5.19 or later)" },
	{ "AuthenticAMD", "", 26, -1, -1,
	  "record them with 'perf record -e ex_ret_brn_tkn:u -c 400009 -j any,u -- COMMAND'" },
	{ "AuthenticAMD", "", -1, -1, -1,
	  "this CPU has none: AMD's have them from Zen 3 (EPYC 7003) and Zen 4 on" },
	{ "HygonGenuine", "", -1, -1, -1, "this CPU has none" },
	{ "", "aarch64", -1, -1, -1,
	  "record them with 'perf record -e branches:u -c 400009 -j any,u -- COMMAND' if this CPU "
	  "has Arm's BRBE (Linux 6.17 or later), else with 'perf record -e cs_etm//u' and 'perf "
	  "inject --itrace=i1000il'" },
	{ "", "ppc64", -1, -1, -1, "record them with 'perf record -j any,u -- COMMAND'" },
	{ "", "s390", -1, -1, -1, "this CPU has none" },
	{ "", "riscv", -1, -1, -1, "Linux has none for this CPU" },
	{ "", "", -1, -1, -1,
	  "record them with 'perf record -b -- COMMAND', if the CPU has them (Intel; AMD from Zen "
	  "4 on; Arm with BRBE)" },
};

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Without a PMU (in most virtual machines) perf takes the clock in the place of cycles. */
static bool has_only_clock(const struct recording *recording)
{
	for (size_t i = 0; i < recording->events.n; i++)
		if (recording->events.event[i].type != PERF_TYPE_SOFTWARE)
			return false;
	return recording->events.n > 0;
}

void profile_advice_command(const struct recording *recording, char *text, size_t size)
{
	const char *where = has_only_clock(recording) ? "if its machine has a PMU (this was sampled by "
							"the clock), " : "";
	int family = -1, model = -1;

	if (sscanf(recording->cpuid, "%*[^,],%d,%d", &family, &model) != 2)
		family = model = -1;
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		if (!begins(recording->cpuid, cpus[i].vendor) ||
		    !begins(recording->arch, cpus[i].arch) ||
		    (cpus[i].family >= 0 && cpus[i].family != family) ||
		    (cpus[i].model_min >= 0 &&
		     (model < cpus[i].model_min || model > cpus[i].model_max)))
			continue;
		(void)snprintf(text, size, "%s%s", where, cpus[i].advice);
		return;
	}
}

/* The last part of the path, without control characters. */
static void short_name(const char *name, char text[NAME_SHOWN])
{
	(void)snprintf(text, NAME_SHOWN, "%s", base_name(name));
	for (char *c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
}

/* A trace of branches, from which perf makes samples. */
static bool has_trace(const struct recording *recording)
{
	for (size_t i = 0; i < recording->events.n; i++)
		if (begins(recording->events.event[i].name, "intel_pt/") ||
		    begins(recording->events.event[i].name, "cs_etm/"))
			return true;
	return false;
}

/* "x.data" has ..., but WITHOUT; before the command for branch stacks stands this. */
static void say(const struct recording *recording, const char *name, const char *without,
		const char *before, struct err *err)
{
	char shown[NAME_SHOWN], contents[400], command[320];

	short_name(name, shown);
	recording_advice_contents(recording, contents, sizeof(contents));
	profile_advice_command(recording, command, sizeof(command));
	if (has_trace(recording))
		(void)err_set(err, 0, "\"%s\" %s, but %s; 'perf inject --itrace=i1000il -i FILE "
			      "-o NEW' makes samples with branch stacks of its trace", shown,
			      contents, without);
	else
		(void)err_set(err, 0, "\"%s\" %s, %s %s; %s%s", shown, contents,
			      recording->events.n ? "but" : "so it has", without, before, command);
}

/* What records that depends on what is asked for. */
#define ANY_SAMPLES "'perf record -F 999 -g -- COMMAND' records functions and call stacks; for " \
		    "branches, "

int profile_advice_of_attrs(const struct recording *recording, const char *name, struct err *err)
{
	struct sample_event event;

	for (size_t i = 0; i < recording->events.n; i++)
		if (sample_event_describe(recording, &recording->events.event[i], &event))
			return 0;
	say(recording, name, "no samples of code, which tell of functions and branches",
	    ANY_SAMPLES, err);
	return -EINVAL;
}

int profile_advice_of_samples(const struct recording *recording, const char *name, struct err *err)
{
	say(recording, name, "not one sample of code", ANY_SAMPLES, err);
	return -ENODATA;
}

/* -ENOENT with a sentence: the recording has no TopDown of functions; how to record it where it comes from. */
static int advice_of_topdown(const struct recording *recording, const char *name, struct err *err)
{
	const struct family *family = recording_family(recording);
	char shown[NAME_SHOWN], events[800];

	short_name(name, shown);
	if (perf_print_classes(family, (struct perf_mode){ .user_only = true }, events, sizeof(events)))
		return err_set(err, ENOENT, "\"%s\" has no samples of all classes, each with a counter of its own; "
			       "on %s 'perf record -e %s -- COMMAND' takes them", shown, family->name,
			       events);
	return err_set(err, ENOENT, "\"%s\" has no samples of all classes, and which events they are on %s is not "
		       "known", shown, family->name);
}

void profile_advice_of_branches(const struct recording *recording, const char *name,
				struct profile_news *news)
{
	struct err err;
	bool calls = false;

	news->trouble[0] = '\0';
	for (int i = 0; i < news->n_events; i++) {
		if (news->events[i].has_branches)
			return;
		calls |= news->events[i].calls_by_lbr;
	}
	say(recording, name,
	    calls ? "what stands as branch stack is a call stack (--call-graph lbr), which tells "
		    "of no branches" : "no branch stacks", "", &err);
	(void)snprintf(news->trouble, sizeof(news->trouble), "%.*s",
		       (int)sizeof(news->trouble) - 1, err.text);
}

int profile_reader_no_topdown(const struct profile_reader *reader, struct err *err)
{
	return advice_of_topdown(&reader->pass.recording, reader->pass.name, err);
}

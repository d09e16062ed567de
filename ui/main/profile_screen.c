/* SPDX-License-Identifier: GPL-2.0-only */
/* Profiles of a recording for the screen; see profile_screen.h. Main thread. */
#include "config.h"
#include "ui/main/profile_screen.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/live/live_profile.h"
#include "collect/sys/privilege.h"
#include "collect/sys/thread_start.h"
#include "ui/export/pgo.h"
#include "ui/export/stacks.h"
#include "ui/main/runs.h"

/* ---- of samples that are taken now ---- */

/* Without a budget, making profiles takes at most this part of one CPU. */
#define CPU_SHARE 0.1
/* With one: at most this part of it. The rest is for the collector thread. */
#define BUDGET_SHARE 0.5

static int add_live_object(void *data, uint32_t index, const struct profile_object *object)
{
	return code_add_object(data, index, object);
}

static uint8_t build_id(void *data, uint32_t index, unsigned char id[BUILD_ID_MAX])
{
	return code_build_id(data, index, id);
}

/* Collector thread. */
static void profile_live_make_room(void *data, uint32_t general_counters)
{
	const struct live_session *live = data;

	if (live->room)
		shared_room_need(live->room, ROOM_OF_SAMPLES, general_counters);
}

/* Collector thread. */
static bool records(void *data)
{
	const struct live_session *live = data;

	return live->recording && sample_recording_is_open(live->recording);
}

/* Collector thread. */
static void record(void *data, const struct perf_event_attr *attr, uint64_t id, const void *bytes,
		   size_t size)
{
	const struct live_session *live = data;

	sample_recording_record(live->recording, attr, id, bytes, size);
}

static int open_code(struct live_session *live, const struct live_how *how, struct err *err)
{
	const struct code_options code = { .symbols = profile_symbols(how->options),
					   .debuginfod = how->options->debuginfod,
					   .wake = how->wake_ui, .helper = how->helper };
	int ret = code_new(&code, &live->code, err);

	if (ret)
		return ret;
	live->names = code_names(live->code);
	live->kinds = code_profile(live->code);
	live->exchange = profile_exchange_new();
	return live->exchange ? 0 : err_set(err, ENOMEM, "not enough memory to sample");
}

static int open_choices(struct live_session *live, const struct live_how *how, struct err *err)
{
	/* One that is not counted has a family without events (source_times.h). */
	const struct machine *machine = how->source && how->source->machine.family->n_events ?
						&how->source->machine : NULL;
	int ret;

	privilege_raise(PRIVILEGE_COUNT);
	ret = sample_choices_make(how->pmu_root, machine, &live->choices, err);
	privilege_lower();
	return ret;
}

/* The budget is in percent of all CPUs, the share is of one. */
static double cpu_share(const struct live_how *how)
{
	const double cpus = how->source ? (double)how->source->machine.n_cpus : 1;
	const double share = how->options->budget / 100 * cpus * BUDGET_SHARE;

	return share > 0 && share < CPU_SHARE ? share : CPU_SHARE;
}

static int open_live(struct live_session *live, const struct live_how *how, struct err *err)
{
	struct live_profile_options profile = { .wake_ui = how->wake_ui, .code = &live->kinds,
						.add_object = add_live_object, .build_id = build_id,
						.cpu_share = cpu_share(how) };
	struct sampler_options sampler = { .choices = &live->choices, .make_room = profile_live_make_room,
					   .records = records, .record = record,
					   .budget = how->options->budget, .rate = (double)how->options->sample_rate,
					   .machine = how->source ? &how->source->machine : NULL,
					   .command = how->options->command != NULL,
					   .data = live };
	int ret = open_choices(live, how, err);

	if (!ret)
		ret = open_code(live, how, err);
	if (ret)
		return ret;
	profile.exchange = sampler.exchange = live->exchange;
	profile.data = live->code;
	profile.mapped = sampled_maps_read;
	profile.identified = sampled_maps_identify;
	profile.mapped_data = live->maps = sampled_maps_new(NULL);
	if (!live->maps)
		return err_set(err, ENOMEM, "not enough memory to sample");
	ret = live_profile_new(&profile, &live->profile, err);
	if (ret)
		return ret;
	sampler.live = live->profile;
	return sampler_new(&sampler, &live->sampler, err);
}

/* Nothing of this machine is opened. */
static int open_demo(struct live_session *live, const struct live_how *how, struct err *err)
{
	int ret;

	live->exchange = profile_exchange_new();
	if (!live->exchange)
		return err_set(err, ENOMEM, "not enough memory to sample");
	ret = demo_samples_new(&how->source->machine, live->exchange, how->wake_ui, &live->demo, err);
	if (ret)
		return ret;
	live->names = demo_samples_names(live->demo);
	live->kinds = demo_samples_code(live->demo);
	live->choices = *demo_samples_choices(live->demo);
	return 0;
}

int profile_live_open(struct live_session *live, const struct live_how *how)
{
	struct err err = { .text = "" };
	int ret;

	*live = (struct live_session){ .room = how->room,
				       .wake_collector = how->wake_collector };
	ret = how->options->demo ? open_demo(live, how, &err) : open_live(live, how, &err);
	if (ret) {
		profile_live_close(live);
		live->why_not = err;
	}
	return ret;
}

int profile_live_record(struct live_session *live, struct recorder *recorder)
{
	if (!live->sampler || !recorder)
		return 0;
	live->recording = sample_recording_new(recorder, sampler_choices(live->sampler), live->maps);
	return live->recording ? 0 : -ENOMEM;
}

bool profile_live_needs_trace(const struct live_session *live)
{
	return live->profile && !privilege_counts_all();
}

/* The same for a caller that has put the request into the exchange itself. */
static void profile_live_wake(const struct live_session *live)
{
	(void)eventfd_write(live->wake_collector, 1);
}

void profile_live_request(struct live_session *live, const struct profile_request *request)
{
	profile_exchange_request(live->exchange, request);
	profile_live_wake(live);
}

void profile_live_close(struct live_session *live)
{
	/* The thread that makes profiles asks the code; after both nothing is published. */
	sampler_free(live->sampler);
	demo_samples_free(live->demo);
	live_profile_free(live->profile);
	code_free(live->code);
	profile_exchange_free(live->exchange);
	sample_recording_free(live->recording);
	sampled_maps_free(live->maps);
	*live = (struct live_session){ .exchange = NULL };
}

#define FILES_MAX 100		/* of one recording and format */

static int add_object(void *data, uint32_t index, const struct profile_object *object)
{
	return code_add_object(data, index, object);
}

/* The UI has asked for a profile of this machine. */
static void asked_live(void *data)
{
	const struct profile_screen *screen = data;

	profile_live_wake(screen->live);
}

/* The UI has asked for a profile of the recording: the first time the thread starts. */
static void asked(void *data)
{
	struct profile_screen *screen = data;
	const struct profile_loader_options how = {
		.reader = screen->reader,
		.copy = screen->copy,
		.exchange = screen->exchange,
		.wake_ui = screen->wake_ui,
		.code = &screen->kinds,
		.add_object = add_object,
		.data = screen->code,
	};
	struct profile_news news = { .serial = 1, .ended = true };
	struct err err;

	if (screen->loader) {
		profile_loader_wake(screen->loader);
		return;
	}
	if (!screen->reader)
		return;
	screen->reader = NULL;
	if (!profile_loader_new(&how, &screen->loader, &err))
		return;
	(void)snprintf(news.trouble, sizeof(news.trouble), "%.255s", err.text);
	profile_exchange_publish(screen->exchange, NULL, &news);
}

/* ---- key E: a thread writes ---- */

struct profile_writing {
	struct profile_screen *screen;
	const struct profile *profile;
	struct options options;		/* as on the command line */
	char path[NAME_MAX + 16];
	FILE *out;			/* of stacks; NULL: the path says where */
	struct err said;
	pthread_t thread;
	_Atomic bool ended;		/* A: the thread has written all above */
};

static const struct {
	const char *suffix;
	int pgo, stacks;		/* formats; pgo -1: none */
} files[CODE_EXPORTS] = {
	[CODE_EXPORT_PERF] = { "pgo.data", PGO_PERF, STACKS_TREE },
	[CODE_EXPORT_BOLT] = { "bolt", PGO_BOLT, STACKS_TREE },
	[CODE_EXPORT_AUTOFDO] = { "autofdo", PGO_AUTOFDO, STACKS_TREE },
	[CODE_EXPORT_FOLDED] = { "folded", -1, STACKS_FOLDED },
	[CODE_EXPORT_SPEEDSCOPE] = { "speedscope.json", -1, STACKS_SPEEDSCOPE },
};

static void *write_profile(void *data)
{
	struct profile_writing *writing = data;
	const struct profile_screen *screen = writing->screen;
	struct err note, err;
	int ret = profile_export_put(&writing->options, writing->profile, &screen->names,
				     writing->out, &note, &err);

	if (writing->out && fclose(writing->out) && !ret)
		ret = err_set(&err, errno, "cannot write \"%s\": %s", writing->path,
			      strerror(errno));
	if (ret)
		writing->said = err;
	else
		(void)err_set(&writing->said, 0, "written to %s%s%s", writing->path,
			      note.text[0] ? ": " : "", note.text);
	atomic_store_explicit(&writing->ended, true, memory_order_release);	/* A, with B */
	(void)eventfd_write(screen->wake_ui, 1);
	return NULL;
}

/* A file that is not there yet, in this directory: "perf.data.bolt", "perf.data-2.bolt". */
static bool choose_path(struct profile_writing *writing, const char *suffix)
{
	for (int i = 1; i <= FILES_MAX; i++) {
		char number[16] = "";

		if (i > 1)
			(void)snprintf(number, sizeof(number), "-%d", i);
		(void)snprintf(writing->path, sizeof(writing->path), "%.200s%s.%s",
			       writing->screen->seams.title, number, suffix);
		if (access(writing->path, F_OK))
			return true;
	}
	return false;
}

static void end_writing(struct profile_screen *screen)
{
	if (!screen->writing)
		return;
	pthread_join(screen->writing->thread, NULL);
	free(screen->writing);
	screen->writing = NULL;
}

/* Opens the file and starts the thread. */
static bool begin_writing(struct profile_writing *writing, const char *suffix)
{
	if (!choose_path(writing, suffix))
		return false;
	if (!writing->options.pgo) {
		writing->out = fopen(writing->path, "wxe");
		if (!writing->out)
			return false;
	}
	return !thread_start(&writing->thread, "tdtop-write", write_profile, writing, NULL);
}

/* The seams of the UI: code_screen.h. */
static bool export(void *data, enum code_export format, const struct profile *profile)
{
	struct profile_screen *screen = data;
	struct profile_writing *writing = calloc(1, sizeof(*writing));

	end_writing(screen);
	if (!writing)
		return false;
	writing->screen = screen;
	writing->profile = profile;
	writing->options = *screen->options;
	writing->options.stacks_format = files[format].stacks;
	writing->options.pgo = files[format].pgo >= 0 ? writing->path : NULL;
	writing->options.pgo_format = files[format].pgo;
	if (!begin_writing(writing, files[format].suffix)) {
		if (writing->out)
			(void)fclose(writing->out);
		free(writing);
		return false;
	}
	screen->writing = writing;
	return true;
}

static bool exported(void *data, char *text, size_t size)
{
	struct profile_screen *screen = data;

	if (!text) {
		end_writing(screen);
		return true;
	}
	/* B, with A */
	if (!screen->writing ||
	    !atomic_load_explicit(&screen->writing->ended, memory_order_acquire))
		return false;
	(void)snprintf(text, size, "%s", screen->writing->said.text);
	end_writing(screen);
	return true;
}

static int open_all(struct profile_screen *screen, const struct options *options, struct err *err)
{
	const struct code_options how = { .symbols = profile_symbols(options),
					  .debuginfod = options->debuginfod, .recorded = true,
					  .sysroot = options->sysroot, .wake = screen->wake_ui };
	int ret = profile_reader_open(options->replay, screen->copy, &screen->reader, err);

	if (!ret)
		ret = code_new(&how, &screen->code, err);
	if (ret)
		return ret;
	screen->exchange = profile_exchange_new();
	return screen->exchange ? 0 : err_set(err, ENOMEM, "not enough memory to start");
}

int profile_screen_open(struct profile_screen *screen, const struct options *options,
			struct recording_copy *copy, int wake_ui, struct err *err)
{
	const char *slash = strrchr(options->replay, '/');
	int ret;

	*screen = (struct profile_screen){ .wake_ui = wake_ui, .options = options, .copy = copy };
	ret = open_all(screen, options, err);
	if (ret) {
		profile_screen_close(screen);
		return ret;
	}
	screen->names = code_names(screen->code);
	screen->kinds = code_profile(screen->code);
	screen->seams = (struct code_seams){
		.profiles = screen->exchange,
		.names = &screen->names,
		.asked = asked,
		.export = export,
		.exported = exported,
		.data = screen,
		.title = copy ? "pipe" : slash ? slash + 1 : options->replay,
	};
	return 0;
}

void profile_screen_live(struct profile_screen *screen, struct live_session *live,
			 const struct options *options, int wake_ui)
{
	*screen = (struct profile_screen){ .live = live, .names = live->names,
					   .wake_ui = wake_ui, .options = options };
	screen->seams = (struct code_seams){
		.profiles = live->exchange,
		.names = live->exchange ? &screen->names : NULL,
		.asked = asked_live,
		.export = export,
		.exported = exported,
		.data = screen,
		.no_pgo = options->demo ? "the demo's samples are invented, and a compiler would "
					  "take them as measured; start tdtop without --demo" :
					  NULL,
		.live = true,
		.why_not = live->why_not.text[0] ? live->why_not.text : NULL,
		.title = "tdtop",
	};
}

void profile_screen_close(struct profile_screen *screen)
{
	/* The thread that reads asks for kinds of branches; then no thread asks for names. */
	profile_loader_free(screen->loader);
	code_free(screen->code);
	profile_reader_close(screen->reader);
	profile_exchange_free(screen->exchange);
	*screen = (struct profile_screen){ .loader = NULL };
}

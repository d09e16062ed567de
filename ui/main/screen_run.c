/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes the UI's options from the session's and the user's, and runs it; see runs.h. */
#include "config.h"
#include "ui/main/runs.h"

#include <errno.h>
#include <langinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

#include "collect/perf/perf_binary.h"
#include "collect/replay/source_replay.h"
#include "collect/sys/thread_start.h"
#include "ui/main/session.h"
#include "ui/options/rcfile.h"
#include "ui/screen/screenshot.h"
#include "ui/screen/ui.h"

/*
 * One thread that opens what takes long, so that the screen stands and keys work meanwhile. After
 * opening_end() the program has no thread again: it may fork helpers and enter the sandbox.
 */

/*
 * Atomic: the thread stores `ended` last (A, with B), with release order; opening_ended() loads it
 * (B, with A), with acquire order.
 */
struct opening {		/* zeroed: no thread runs */
	/* 0, or a negative errno with a sentence. It forks nothing. */
	int (*open)(void *data, struct err *err);
	void *data;
	int wake;		/* eventfd: written when it has ended */
	pthread_t thread;
	bool runs;		/* not joined yet */
	_Atomic bool ended;
	int ret;		/* what .open returned */
	struct err err;
};

static void *opening_run(void *data)
{
	struct opening *opening = data;

	opening->ret = opening->open(opening->data, &opening->err);
	atomic_store_explicit(&opening->ended, true, memory_order_release);	/* A, with B */
	(void)eventfd_write(opening->wake, 1);
	return NULL;
}

/* Starts the thread. 0, or a negative errno with a sentence. */
static int opening_start(struct opening *opening, struct err *err)
{
	int ret;

	atomic_init(&opening->ended, false);
	ret = thread_start(&opening->thread, "tdtop-open", opening_run, opening, err);
	opening->runs = !ret;
	return ret;
}

/* Will opening_end() not wait? */
static bool opening_ended(const struct opening *opening)
{
	/* B, with A */
	return atomic_load_explicit(&opening->ended, memory_order_acquire);
}

/* Joins the thread. Returns what it returned, with its sentence. */
static int opening_end(struct opening *opening, struct err *err)
{
	(void)pthread_join(opening->thread, NULL);
	opening->runs = false;
	*err = opening->err;
	return opening->ret;
}

/*
 * It is not needed any more. False: it still opens. Then it is left behind and uses its data until
 * exit(), so no part of them may be freed.
 */
static bool opening_cancel(struct opening *opening)
{
	if (!opening->runs)
		return true;
	opening->runs = false;
	if (!opening_ended(opening)) {
		(void)pthread_detach(opening->thread);
		return false;
	}
	(void)pthread_join(opening->thread, NULL);
	return true;
}

/* The screen, while its session is opened beside it. */
struct screen_run {
	struct session *session;
	const struct options *options;
	const struct settings *settings;
	struct opening opening;
	char listening[EXPORT_PLACE_LEN];
};

static bool has_only_ascii(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

static void take_look(void *data, const struct look *now, const struct list_places *places)
{
	struct settings *settings = data;

	settings->look = *now;
	settings->places = *places;
	settings->goes_on = true;
	settings->again = true;
}

static int save_settings(void *data, const struct look *now, struct err *err)
{
	const struct settings *settings = data;
	struct options options = settings->options;
	int ret;

	options.look = *now;
	if (has_only_ascii())	/* not chosen */
		options.look.ascii = settings->options.look.ascii;
	if (!settings->path[0])
		return err_set(err, ENOENT, "cannot write the settings: set HOME, or use --config");
	ret = rcfile_write(settings->path, &options, err);
	if (ret >= 0)
		(void)err_set(err, 0, "settings written to %s%s", settings->path,
			      ret ? " (the old ones: with a ~)" : "");
	return ret < 0 ? ret : 0;
}

static void describe_end(void *data, char *text, size_t size)
{
	struct launch *launch = data;

	(void)launch_ended(launch);
	launch_describe(launch, text, size);
}

/* What the UI has of a session that is open. */
static void take_session(struct screen_run *run, struct ui_options *screen)
{
	const struct session *session = run->session;
	const bool warned = run->settings->warning.text[0];

	counters_export_place(&session->export, run->listening);
	if (session->missing.text[0])
		screen->notice = session->missing.text;
	else if (run->listening[0] && !warned)
		screen->notice = run->listening;
	screen->reopens = run->options->replay && source_replay_is_watched(session->source) &&
			  session->copy.fd < 0;
	screen->code = session->profiles.options ? &session->profiles.seams : NULL;
	screen->nodes.requests = session->nodes.requests;
	screen->nodes.why_not = session->nodes.why_not.text;
	screen->nodes.perf = session->source && session->source->ops->asks_proc ?
				     perf_binary_names : NULL;
	screen->machine = session->machine;
}

/* After all children were started: a command keeps its own priority. */
static void raise_priority(const struct session *session)
{
	if (session->source && session->source->ops->asks_proc)
		priority_raise();
}

static int open_source(void *data, struct err *err)
{
	const struct screen_run *run = data;

	return session_open_source(run->session, run->options, err);
}

static int screen_run_begin(void *data, struct err *err)
{
	struct screen_run *run = data;

	session_fork(run->session, run->options);
	return opening_start(&run->opening, err);
}

static bool ended(void *data)
{
	const struct screen_run *run = data;

	return opening_ended(&run->opening);
}

static int screen_run_finish(void *data, struct ui_options *screen, struct err *err)
{
	struct screen_run *run = data;
	struct session *session = run->session;
	int ret = opening_end(&run->opening, err);

	ret = session_complete(session, run->options, run->settings->path, ret, err);
	if (ret)
		return ret;
	screen->notice = NULL;	/* the warning was shown */
	take_session(run, screen);
	raise_priority(session);
	return 0;
}

/* What it starts with, but for what an open session brings. */
static void take_options(const struct screen_run *run, struct settings *settings,
			 struct ui_options *screen)
{
	const struct options *options = run->options;
	struct session *session = run->session;

	*screen = (struct ui_options){
		.look = options->look,
		.places = settings->goes_on ? &settings->places : NULL,
		.level_given = options->level_given,
		.filter = options->filter,
		.user = options->user,
		.iterations = options->iterations,
		.recorded = options->replay && strcmp(options->replay, "-") != 0,
		.run = session->sums,
		.ended = session->launch.pid ? describe_end : NULL,
		.ended_data = &session->launch,
		.only_ascii = has_only_ascii(),
		.color = !options->no_color,
		.no_braille = graphs_lack_braille(getenv("TERM")),
		.regions = options->regions,
		.notice = settings->warning.text[0] ? settings->warning.text : NULL,
		.save = save_settings,
		.save_data = settings,
		.reopen = take_look,
		.nodes = {
			.latency = (enum retire_latency)options->retire_latency,
			.level = options->look.level > 2 ? options->look.level : 0,
			.node = options->node,
		},
	};
	if (options->regions && screen->look.view == VIEW_PROCESSES)
		screen->look.view = VIEW_REGIONS;
}

int screen_run(struct session *session, const struct options *options, struct settings *settings,
	       bool opened, struct err *err)
{
	static struct screen_run run;	/* of a thread that is left behind, too */
	struct ui_options screen;
	int ret;

	run = (struct screen_run){ .session = session, .options = options, .settings = settings,
				   .opening = { .open = open_source, .data = &run,
						.wake = session->control.wake_ui } };
	take_options(&run, settings, &screen);
	if (opened)
		take_session(&run, &screen);
	else
		screen.opening = (struct ui_opening){ .begin = screen_run_begin, .ended = ended,
						      .finish = screen_run_finish, .data = &run };
	if (options->screenshot)
		return screenshot_run(options->screenshot, session->exchange, &session->control,
				      &screen, err);
	if (opened)
		raise_priority(session);
	ret = ui_run(session->exchange, &session->control, &screen, err);
	session->abandoned = !opening_cancel(&run.opening);
	return ret;
}

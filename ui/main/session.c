/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens source, recorder, command and collector as the options name them, gives up the rights that
 * are no longer needed, and closes everything in the opposite order; see session.h. Main thread.
 */
#include "config.h"
#include "ui/main/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/collector/source_times.h"
#include "collect/demo/source_demo.h"
#include "collect/percpu/source_machine.h"
#include "collect/percpu/source_watched.h"
#include "collect/pertask/source_task.h"
#include "collect/replay/source_replay.h"
#include "collect/sys/privilege.h"
#include "collect/sys/watched.h"
#include "model/formula.h"
#include "ui/main/nodes.h"
#include "ui/main/session_parts.h"
#include "ui/options/option_value.h"

/* 0, or a negative errno with a sentence: a terminal can do nothing with a recording. */
static int check_stdout(const struct options *options, struct err *err)
{
	if (options->output != OUTPUT_RECORDING || !isatty(STDOUT_FILENO))
		return 0;
	return err_set(err, EINVAL, "--record - writes the recording to standard output, which is "
		       "a terminal; give it a reader: tdtop --record - | tdtop -i -");
}

static int make_recorder(struct session *session, const struct options *options, struct err *err)
{
	const bool stream = options->output == OUTPUT_RECORDING;
	const struct recorder_options how = {
		.path = options->record,
		.stream = stream,
		.fd = stream ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1,
		.limit_bytes = options->record_limit.bytes,
		.limit_ns = options->record_limit.ns,
		.keep = (unsigned int)options->record_keep,
	};

	if (stream && how.fd < 0)
		return err_set(err, errno, "cannot record to standard output: %s", strerror(errno));
	session->recorder = recorder_new(&how, session->source);
	if (!session->recorder)
		return err_set(err, ENOMEM, "not enough memory to start");
	return 0;
}

/* Some of the named processes may be missing, not all. 0, or -ESRCH with a sentence. */
static int find_pids(struct session *session, const struct options *options, struct err *err)
{
	if (!options->pids)
		return 0;
	session->n_pids = watched_keep(session->pids,
				       option_parse_pids(options->pids, session->pids),
				       &session->missing);
	return session->n_pids ? 0 : err_set(err, ESRCH, "%s", session->missing.text);
}

/* The named tasks, or the command. */
static struct watched watched_of(const struct session *session)
{
	const struct launch *launch = &session->launch;

	return (struct watched){ .pids = session->pids, .n_pids = session->n_pids, .command = launch->pid,
				 .program = launch->program, .go = launch->go };
}

/*
 * Opens the per-CPU source. A user who may not count whole CPUs may still count their own tasks;
 * and single tasks may be counted where whole CPUs cannot, for whatever reason.
 */
static int open_live_source(struct session *session, const struct options *options,
			    const char *pmu_root, struct err *err)
{
	const bool watches = options->pids || options->command;
	const bool by_task = options->attribution == ATTRIBUTION_TASK;
	const struct source_machine_options machine = {
		.root = pmu_root,
		.engine = (enum engine)options->engine,
		.records = options->record,
	};
	struct source_task_options tasks = { .pmu_root = pmu_root };
	int ret = find_pids(session, options, err);

	if (ret)
		return ret;
	tasks.watched = watched_of(session);
	ret = by_task ? -EACCES : source_machine_open(&machine, &session->source, err);
	if (!ret)
		return watches ? source_watch(session->source, &tasks.watched, options->record, err) : 0;
	if ((ret != -EACCES && !watches) || options->attribution == ATTRIBUTION_SWITCH ||
	    options->engine == ENGINE_BPF)
		return ret;
	err->text[0] = '\0';
	return source_task_open(&tasks, &session->source, err);
}

/*
 * TopDown cannot be counted, for whatever reason; code may be sampled all the same. 0, or `why`, and
 * *err keeps its sentence.
 */
static int open_times(struct session *session, int why, struct err *err)
{
	const struct source_times_options watched = {
		.watched = watched_of(session), .all_of_user = !privilege_counts_all(),
	};
	struct err ignored;

	if (why == -ESRCH || source_times_open(&watched, &session->source, &ignored))
		return why;
	err->text[0] = '\0';
	return 0;
}

/* No usable counters: names who looks into it. The doctor's own report has no such end. */
static void name_doctor(struct err *err)
{
	const size_t used = strlen(err->text);

	if (!strstr(err->text, "--doctor"))
		(void)snprintf(err->text + used, sizeof(err->text) - used,
			       "; 'tdtop --doctor' says more");
}

/*
 * Where only time is counted, what asks for more is refused. Samples have words of their own for it.
 * 0, or -ENODEV with a sentence.
 */
static int check_counters(const struct session *session, const struct options *options,
			  struct err *err)
{
	const struct machine *machine = &session->source->machine;
	char text[COUNTED_OPTION_TEXT];
	const char *option = counted_option(options, text);

	if (!option || family_has_counters(machine->family) || options_samples_live(options))
		return 0;
	if (options->replay)
		return err_set(err, ENODEV, "%s needs TopDown counters, and \"%s\" has none", option,
			       options->replay);
	(void)err_set(err, ENODEV, "%s needs TopDown counters: %s", option, machine->no_counters.text);
	name_doctor(err);
	return -ENODEV;
}

/* A pipe can be read once only: what one reader takes the other one misses. */
static bool is_file(const char *path)
{
	struct stat status;

	return strcmp(path, "-") != 0 && !stat(path, &status) && S_ISREG(status.st_mode);
}

/*
 * On the screen the profiles of a recording's samples, beside its intervals. It may have one of
 * them only; if it has neither, the sentence is that of the intervals. `ret`: whether it has those.
 */
static int open_profiles(struct session *session, const struct options *options, int ret,
			 struct err *err)
{
	const bool piped = session->copy.fd >= 0;
	struct err none;

	if (options->output != OUTPUT_SCREEN || !(piped || is_file(options->replay)) ||
	    profile_screen_open(&session->profiles, options, piped ? &session->copy : NULL,
				session->control.wake_ui, &none))
		return ret;
	if (!ret)
		return 0;
	/* No source reads the pipe for its intervals: another than standard input cannot be read on. */
	if (piped && (strcmp(options->replay, "-") != 0 ||
		      profile_reader_try_copy(session->profiles.reader, &none))) {
		profile_screen_close(&session->profiles);
		return ret;
	}
	if (piped)
		recording_copy_take_over(&session->copy);
	err->text[0] = '\0';
	session->profiles.seams.alone = true;
	return 0;
}

/* The PMUs of this machine, or for benchmarks without a PMU others (doc/testing.md). */
static const char *pmu_root(void)
{
	const char *root = getenv("TDTOP_PMU_ROOT");

	return root ? root : "";
}

/* Sampling of this machine, for the screen and for profiles in batch mode. It may be impossible. */
static void open_live(struct session *session, const struct options *options)
{
	const struct live_how how = {
		.options = options,
		.pmu_root = options->demo ? "" : pmu_root(),
		.source = session->source,
		.room = &session->room,
		.wake_ui = session->control.wake_ui,
		.wake_collector = session->control.wake_collector,
		.helper = &session->helper,
	};

	if (options->screenshot || (options->output != OUTPUT_SCREEN && !options_samples_live(options)))
		return;
	(void)profile_live_open(&session->live, &how);
	if (options->output == OUTPUT_SCREEN)
		profile_screen_live(&session->profiles, &session->live, options,
				    session->control.wake_ui);
	helper_stop(&session->helper);	/* nothing can be sampled, so no thread has it */
}

/* The simulated machine, or the processes of it that --pid names. */
static int open_demo(struct session *session, const struct options *options, struct err *err)
{
	int ret = source_demo_open(&session->source, options->record, err);

	if (!ret && options->pids) {
		session->n_pids = option_parse_pids(options->pids, session->pids);
		ret = source_demo_watch(session->source, session->pids, session->n_pids, err);
	}
	return ret;
}

/* Opens a simulation, a recording, or this machine. */
static int open_source(struct session *session, const struct options *options, struct err *err)
{
	int ret;

	if (options->demo)
		return open_demo(session, options, err);
	if (options->replay) {
		/* The screen reads samples at any time, and a pipe can be read only once. */
		if (options->output == OUTPUT_SCREEN && !is_file(options->replay))
			recording_copy_open(&session->copy);
		ret = source_replay_open(options->replay, options->delay_given ? options->look.interval_ns : 0,
					 session->copy.fd < 0 ? NULL : &session->copy, &session->source, err);
		if (!ret && options->all_tasks)
			source_replay_show_all(session->source);
		return ret;
	}
	privilege_raise(PRIVILEGE_COUNT);
	ret = open_live_source(session, options, pmu_root(), err);
	privilege_lower();
	if (ret && options_samples_live(options))
		ret = open_times(session, ret, err);
	if (ret == -ENODEV || ret == -EOPNOTSUPP)
		name_doctor(err);
	if (ret)
		return ret;
	session->source->requests.budget_percent = options->budget;
	session->source->requests.own_share = 1;
	return source_request(session->source, NULL, err);
}

/*
 * Levels below 2 of what is counted, where they can be asked for: a recording shows what it has. It
 * may be impossible; asking for them then says why.
 */
static void open_nodes(struct session *session, const struct options *options)
{
	const struct nodes_how how = { .options = options, .pmu_root = pmu_root(),
				       .source = session->source, .room = &session->room,
				       .recorder = session->recorder };

	session->room.source = session->source;
	if (options->output != OUTPUT_SCREEN && !options->replay && !options_open_nodes(options))
		return;
	(void)nodes_open(&session->nodes, &how);
}

/*
 * What watches regions of this machine's programs; recordings and the demo have their own. On the
 * screen it may be impossible, and the view of regions says why. 0, or a negative errno with a
 * sentence.
 */
static int open_regions(struct session *session, const struct options *options, struct err *err)
{
	const bool command = session->launch.pid;
	const bool wanted = atomic_load(&session->control.regions);
	const bool screen = options->output == OUTPUT_SCREEN && !options->screenshot;
	const struct region_watch_options how = {
		.source = session->source,
		.budget_percent = options->budget,
		.pids = command ? &session->launch.pid : session->pids,
		.n_pids = command ? 1 : (uint32_t)session->n_pids,
	};
	struct err why;
	int ret;

	if (options->replay && options->regions && !screen)
		return source_replay_has_regions(session->source, err);
	if (!session->source->ops->asks_proc || (!wanted && !screen))
		return 0;
	ret = region_watch_new(&how, &session->regions, &why);
	session->source->requests.regions_expected = wanted;
	if (!ret || screen || !wanted)
		return 0;
	*err = why;
	return ret;
}

/*
 * What the command line opens. On the screen it may be impossible, and the keys say why; it requests
 * for it itself. 0, or a negative errno with a sentence.
 */
static int request_nodes(struct session *session, const struct options *options, struct err *err)
{
	const struct machine *machine = &session->source->machine;
	const int32_t watched = session->launch.pid ? session->launch.pid : session->pids[0];
	struct tree_request request;
	int ret;

	if (!options_open_nodes(options))
		return 0;
	if (!session->nodes.requests && options->output == OUTPUT_SCREEN)
		return 0;
	if (!session->nodes.requests)
		return err_set(err, ENOENT, "%s", session->nodes.why_not.text);
	ret = nodes_request_make(options, machine, watched, &request, err);
	if (!ret && options->output != OUTPUT_SCREEN)
		tree_requests_put(session->nodes.requests, &request);
	return ret;
}

/*
 * Gives up all rights but those to write these files: everything is open, and no thread was started
 * yet.
 */
static void seal(const struct session *session, const struct options *options,
		 const char *settings)
{
	const struct source *source = session->source;
	const bool screen = options->output == OUTPUT_SCREEN && !options->screenshot;
	/*
	 * On the screen a key starts a recording: in this directory, if the command line names no
	 * file. Another key writes a picture of the screen there.
	 */
	const char *const files[] = {
		screen && settings[0] ? settings : NULL,
		options->output == OUTPUT_RECORDING ? NULL :
		options->record ? options->record : screen ? "tdtop.data" : NULL,
		options->screenshot,
		screen ? "tdtop.svg" : NULL,	/* key G */
		options->pgo,
		options->openmetrics && strcmp(options->openmetrics, "-") != 0 ?
			options->openmetrics : NULL,
	};

	privilege_seal();
	if (options->command || (source && source->ops->opens_tasks) ||
	    profile_live_needs_trace(&session->live))
		return;		/* the file with the output of the command is removed if empty */
	(void)sandbox_enter(files, sizeof(files) / sizeof(files[0]));
}

/* What the threads share. 0, or a negative errno with a sentence. */
static int make_shared(struct session *session, const struct options *options, struct err *err)
{
	control_init(&session->control, demand_interval(options));
	atomic_init(&session->control.level2, demand_level2(options));
	/* The slices of a recording pass once: they are kept for the time that is looked at. */
	atomic_init(&session->control.slices,
		    options->replay && options->output == OUTPUT_SCREEN);
	atomic_init(&session->control.regions, options->regions || options->look.view == VIEW_REGIONS);
	session->control.wake_collector = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	session->control.wake_ui = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (session->control.wake_collector < 0 || session->control.wake_ui < 0)
		return err_set(err, errno, "cannot create an eventfd: %s", strerror(errno));
	session->exchange = exchange_new();
	if (!session->exchange)
		return err_set(err, ENOMEM, "not enough memory to start");
	return 0;
}

/* Sums and the command. 0, or a negative errno with a sentence. */
static int prepare_command(struct session *session, const struct options *options, struct err *err)
{
	const bool batch = options->output != OUTPUT_SCREEN;

	if (options->command) {
		session->sums = sums_new(SUMS_OF_COMMANDS | (batch ? 0 : SUMS_OF_TASKS));
		return launch_prepare(&session->launch, options->command, !batch, err);
	}
	if (options_sum_regions(options))
		session->sums = sums_new(SUMS_OF_COMMANDS);
	return 0;
}

/* What needs a source. 0, or a negative errno with a sentence. */
static int open_beside(struct session *session, const struct options *options, struct err *err)
{
	int ret = check_counters(session, options, err);

	if (!ret)
		ret = make_recorder(session, options, err);
	if (ret)
		return ret;
	open_nodes(session, options);
	ret = request_nodes(session, options, err);
	if (!ret)
		ret = open_regions(session, options, err);
	if (!ret)
		session->machine = machine_published(&session->source->machine);
	return ret;
}

/* Starts the threads, in the sandbox. 0, or a negative errno with a sentence. */
static int start_threads(struct session *session, const struct options *options, struct err *err)
{
	/* As on the screen, the first interval is short where none is printed. */
	const bool batch = options->output != OUTPUT_SCREEN;
	const struct collector_options how = {
		.batch = batch && !options_samples_live(options),
		.recorder = session->recorder,
		.sums = session->sums,
		.totals = session->export.totals,
		.pids = session->pids,
		.n_pids = session->n_pids,
		.companions = { .sampler = session->live.sampler, .demo = session->live.demo,
				.nodes = session->nodes.counter, .regions = session->regions },
	};
	int ret = 0;

	/*
	 * The first file of a recording is opened before counting starts, so that a mistake is
	 * reported at once. The sandbox comes first: it holds for threads that are started in it,
	 * and a thread writes the file. So it is with the file of counters.
	 */
	if (options->record)
		ret = recorder_begin(session->recorder, err);
	if (!ret)
		ret = counters_export_start(&session->export, options, err);
	if (ret)
		return ret;
	atomic_init(&session->control.waits,
		    demand_waits(options, session->source->machine.family));
	session->control.lockstep = session->source->ops->interval || how.batch;
	if (profile_live_record(&session->live, session->recorder))
		return err_set(err, ENOMEM, "not enough memory to start");
	session->collector = collector_start(session->source, session->exchange,
					     &session->control, &how, err);
	return session->collector ? 0 : -EAGAIN;
}

int session_prepare(struct session *session, const struct options *options, struct err *err)
{
	int ret;

	*session = (struct session){ .launch = { .go = -1, .failed = -1 }, .copy.fd = -1,
				     .helper = HELPER_NONE, .export = { .wake = -1 } };
	ret = make_shared(session, options, err);
	if (!ret)
		ret = prepare_command(session, options, err);
	if (options->demo || options->replay)
		privilege_drop();
	return ret ? ret : check_stdout(options, err);
}

void session_fork(struct session *session, const struct options *options)
{
	if (!options->demo && !options->replay)
		(void)helper_start(&session->helper);	/* what fails is tried again, and told then */
}

int session_open_source(struct session *session, const struct options *options, struct err *err)
{
	int ret = counters_export_open(&session->export, options, err);

	return ret ? ret : open_source(session, options, err);
}

int session_complete(struct session *session, const struct options *options, const char *settings,
		     int ret, struct err *err)
{
	if (options->replay)
		ret = open_profiles(session, options, ret, err);
	else if (!ret)
		open_live(session, options);
	if (!ret && session->source)
		ret = open_beside(session, options, err);
	if (ret)
		return ret;
	seal(session, options, settings);
	if (!session->source)
		return 0;	/* only profiles: nothing is counted */
	ret = start_threads(session, options, err);
	session->started = !ret;
	if (!ret && options->command)
		ret = session->launch_error = launch_wait_exec(&session->launch, err);
	return ret;
}

int session_open(struct session *session, const struct options *options, const char *settings,
		 struct err *err)
{
	int ret = session_prepare(session, options, err);

	return ret ? ret : session_complete(session, options, settings,
					    session_open_source(session, options, err), err);
}

int session_stop(struct session *session, struct err *err)
{
	if (session->abandoned)
		return 0;
	session->abandoned = !collector_stop(session->collector);
	if (session->abandoned)
		return 0;
	session->collector = NULL;
	return counters_export_stop(&session->export, err);
}

int session_close(struct session *session, struct err *err)
{
	struct err ignored;
	int ret = 0;

	(void)session_stop(session, &ignored);
	if (session->abandoned)
		return 0;
	if (session->recorder)
		ret = recorder_end(session->recorder, err);
	helper_stop(&session->helper);
	profile_screen_close(&session->profiles);
	profile_live_close(&session->live);
	nodes_close(&session->nodes);
	recorder_free(session->recorder);
	source_close(session->source);
	recording_copy_close(&session->copy);
	region_watch_free(session->regions);
	sums_free(session->sums);
	exchange_free(session->exchange);
	counters_export_close(&session->export);
	if (session->control.wake_collector >= 0)
		close(session->control.wake_collector);
	if (session->control.wake_ui >= 0)
		close(session->control.wake_ui);
	return ret;
}

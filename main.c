/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The program: reads options and settings, opens a session, runs the screen or the batch mode on
 * it, and closes it. Errors are printed only here, after the terminal has been restored.
 */
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/doctor/doctor.h"
#include "collect/live/live_profile.h"
#include "collect/perf/perf_binary.h"
#include "collect/region/self_counts.h"
#include "collect/sys/passwd.h"
#include "collect/sys/privilege.h"
#include "collect/sys/thread_start.h"
#include "model/heap.h"
#include "model/snapshot/sums.h"
#include "ui/batch/batch.h"
#include "ui/batch/self_regions_print.h"
#include "ui/batch/summary.h"
#include "ui/main/output.h"
#include "ui/main/runs.h"
#include "ui/main/session.h"
#include "ui/options/option_table.h"
#include "ui/options/options.h"
#include "ui/options/rcfile.h"
#include "ui/screen/ui.h"
#include "ui/term/signals.h"

/* The last two are those of env(1), for the command. */
enum exit_status {
	EXIT_FINE = 0,
	EXIT_CANNOT_RUN = 1,
	EXIT_WRONG_USAGE = 2,
	EXIT_EXCEEDED = 3,	/* diff --fail-on */
	EXIT_NOT_SHOWN = 4,	/* with --strict */
	EXIT_CANNOT_EXECUTE = 126,
	EXIT_NOT_FOUND = 127
};

/* Parts of the sentence may come from the user: no control character may reach the terminal. */
static int complain(struct err *err, enum exit_status status)
{
	for (char *c = err->text; *c; c++)
		if (iscntrl((unsigned char)*c))
			*c = '?';
	fprintf(stderr, "tdtop: %s\n", err->text);
	return status;
}

/*
 * Opens closed standard descriptors. A file that is opened later would otherwise get the number of
 * one of them, and output would go into that file. They are opened for the wrong direction, so that
 * they fail as a closed one does.
 */
static void open_standard_fds(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static FILE *out;	/* standard output, of all that is printed at once */

static int finish_output(int status)
{
	struct err err;

	return output_finish(out, &err) ? complain(&err, EXIT_CANNOT_RUN) : status;
}

/* *data: the time that is left. Nothing is printed of single intervals. */
static bool is_time_left(void *data, const struct snapshot *snapshot)
{
	uint64_t *left_ns = data;

	if (snapshot->interval_ns >= *left_ns)
		return false;
	*left_ns -= snapshot->interval_ns;
	return true;
}

static int run_batch(struct session *session, const struct options *options, struct err *err)
{
	static const enum batch_format formats[] = {
		[OUTPUT_TEXT] = BATCH_TEXT, [OUTPUT_CSV] = BATCH_CSV, [OUTPUT_JSON] = BATCH_JSON,
		[OUTPUT_RECORDING] = BATCH_NOTHING, [OUTPUT_NOTHING] = BATCH_NOTHING
	};
	struct batch_config config = {
		.format = formats[options->output],
		.view = views[options->look.view].kind,
		.look = options->look,
		.changes = options->changes,
		.nodes = options_open_nodes(options),
		.node_choice = options->node_choice,
		.filter = options->filter,
		.user = options->user,
		.iterations = options->iterations,
		.out = STDOUT_FILENO,
	};
	uint64_t left_ns = options->sample_ns;
	char listening[EXPORT_PLACE_LEN];

	if (options_sum_regions(options)) {
		config.format = BATCH_NOTHING;
		config.show = is_time_left;
		config.data = &left_ns;
	}
	if (options->output == OUTPUT_NOTHING) {
		config.out = -1;
		config.show = headless_show;
		config.data = &session->export;
	}
	counters_export_place(&session->export, listening);
	if (listening[0])
		fprintf(stderr, "tdtop: %s\n", listening);
	return batch_run(&config, session->exchange, &session->control, err);
}

/* For profile_live_run(): the collector drains the rings before it ends. */
static void finish_samples(void *data, bool last)
{
	struct session *session = data;

	if (last)
		(void)session_stop(session, NULL);
	if (session->live.profile)	/* the demo has published it */
		live_profile_finish(session->live.profile);
}

/* Profiles of live samples. */
static int run_samples(struct session *session, const struct options *options, struct err *err)
{
	const struct profile_live_sampling sampling = {
		.choices = &session->live.choices,
		.profiles = session->live.exchange,
		.names = &session->live.names,
		.intervals = session->exchange,
		.control = &session->control,
		.machine = session->machine,
		.pid = session->launch.pid ? session->launch.pid : session->pids[0],
		.command = session->launch.pid,
		.finish = finish_samples,
		.data = session,
	};
	struct err note;
	int ret;

	if (!session->live.exchange) {
		*err = session->live.why_not;
		return -ENODEV;
	}
	priority_raise();	/* sampling ends in time also on a loaded machine */
	ret = profile_live_run(&sampling, options, out, &note, err);
	if (!ret && note.text[0])
		(void)complain(&note, EXIT_FINE);
	return ret;
}

/*
 * The command line wins over the file, the file over defaults. Scripts depend on the output of
 * batch mode, so there a file is read only if the command line names it.
 */
static int read_settings(struct settings *settings, const struct options *given, int argc,
			 char *argv[], struct err *err)
{
	int ret = 0;

	settings->options = *given;
	settings->path[0] = settings->warning.text[0] = '\0';
	if (given->config)
		(void)snprintf(settings->path, sizeof(settings->path), "%s", given->config);
	else if (given->output != OUTPUT_SCREEN || given->baseline ||
		 !rcfile_path(getenv("XDG_CONFIG_HOME"), privilege_home(), settings->path,
			      sizeof(settings->path)))
		return 0;
	options_init(&settings->options);
	ret = rcfile_read(settings->path, given->config, &settings->options, stderr, err);
	if (ret)
		return ret;
	settings->warning = *err;
	return options_apply(&settings->options, argc, argv, err);
}

/* Is there a screen with keys, and not only a picture of it? */
static bool is_interactive(const struct options *options)
{
	return options->output == OUTPUT_SCREEN && !options->screenshot;
}

/* On standard error, because standard output may be data. */
static void print_summary(struct session *session, const struct options *options)
{
	const struct snapshot *sums = session->sums ? sums_finish(session->sums, SUMS_OF_COMMANDS) : NULL;
	struct buffer text = { 0 };

	if (sums)
		summary_put(sums, options->look.ascii, &text);
	if (session->launch.output[0])
		buffer_print(&text, "\n%s wrote to %s\n", session->launch.program,
			     session->launch.output);
	if (text.n)
		(void)!write(STDERR_FILENO, text.bytes, text.n);
	buffer_done(&text);
}

/* --regions --seconds: what was printed of no interval. */
static void print_regions(struct session *session, const struct options *options)
{
	const struct snapshot *sums = session->sums ? sums_finish(session->sums, SUMS_OF_COMMANDS) : NULL;
	struct buffer text = { 0 };

	if (sums)
		regions_put_run(sums, options->look.ascii, &text);
	if (text.n)
		(void)fwrite(text.bytes, 1, text.n, out);
	buffer_done(&text);
}

/*
 * The command ends with tdtop: a signal that was sent to tdtop is passed on. Its exit status becomes
 * that of tdtop, as with perf stat, unless tdtop itself ended it.
 */
static int end_command(struct session *session, const struct options *options, bool counted)
{
	bool batch = !is_interactive(options), has_got_it = false;
	bool by_itself = session->launch.ended;
	int signal = batch ? batch_signal(&has_got_it) : signals_end();
	int status = launch_end(&session->launch, has_got_it ? 0 : signal ? signal : SIGTERM);

	if (!counted)
		return EXIT_FINE;
	print_summary(session, options);
	if (status < 0 && signal)
		status = LAUNCH_BY_SIGNAL + signal;	/* the command still runs */
	if (!by_itself && !batch && !signal)
		return EXIT_FINE;	/* key q ended it */
	if (status < 0 || (!signal && status == LAUNCH_BY_SIGNAL + SIGTERM))
		return EXIT_FINE;
	return status;
}

/*
 * The end of a recording waits until its reader has read it, however long that takes. A signal then
 * ends tdtop; after a signal it does not wait for a reader that has stopped.
 */
static void end_recording(struct session *session)
{
	bool by_terminal;

	batch_release_signals();
	if (session->recorder && batch_signal(&by_terminal))
		recorder_hurry(session->recorder);
}

static int main_run_once(const struct options *options, struct settings *settings)
{
	static struct session session;	/* a thread may be left behind with it */
	bool batch = !is_interactive(options);
	/* Where there is no screen, what cannot be opened is told first. */
	const bool beside = !batch && isatty(STDOUT_FILENO);
	struct err err = { .text = "" }, recording, counters;
	int ret, unrecorded, unexported, status = EXIT_FINE;

	/* A command is not begun where it could not be shown. */
	if (!batch && options->command && ui_check(&err))
		return complain(&err, EXIT_CANNOT_RUN);
	/*
	 * Opening a recording may wait for a pipe. There is nothing to clean up then, so signals
	 * keep their default action.
	 */
	if (batch && !options->replay)
		batch_catch_signals(options->command != NULL);
	ret = beside ? session_prepare(&session, options, &err) :
		       session_open(&session, options, settings->path, &err);
	if (batch && options->replay)
		batch_catch_signals(false);
	if (!ret && batch && session.missing.text[0])
		(void)complain(&session.missing, EXIT_FINE);	/* the others are counted */
	if (ret && batch && options->replay && !options_open_nodes(options))
		profile_run_hint(options, &err);
	if (!ret)
		ret = options_samples_live(options) ? run_samples(&session, options, &err) :
		      options->output != OUTPUT_SCREEN ?
			      run_batch(&session, options, &err) :
			      screen_run(&session, options, settings, !beside, &err);
	unexported = session_stop(&session, &counters);
	if (session.launch.pid)
		status = end_command(&session, options, !ret && session.started);
	else if (!ret && options_sum_regions(options))
		print_regions(&session, options);
	if (options->output == OUTPUT_RECORDING)
		end_recording(&session);
	unrecorded = session_close(&session, &recording);
	settings->again = settings->again && !session.abandoned;
	if (session.launch_error)
		return complain(&err, session.launch_error == -ENOENT ? EXIT_NOT_FOUND
								      : EXIT_CANNOT_EXECUTE);
	/*
	 * A recording that is cut off is shown as far as it goes; that is a success, with a
	 * message. So is one whose reader was too slow.
	 */
	if (ret || (err.text[0] && !unrecorded))
		return complain(&err, ret ? EXIT_CANNOT_RUN : EXIT_FINE);
	if (unexported && counters.text[0])
		(void)complain(&counters, EXIT_CANNOT_RUN);
	return unrecorded ? complain(&recording, EXIT_CANNOT_RUN) :
	       unexported ? EXIT_CANNOT_RUN : status;
}

/* Key r opens a recording again: it is read at once, so other tasks of it are shown after it was read again. */
static int main_run(const struct options *options, struct settings *settings)
{
	static struct options next;
	int status = main_run_once(options, settings);

	next = *options;
	while (settings->again) {
		next.look = settings->look;
		next.all_tasks = !next.all_tasks;
		settings->again = false;
		status = main_run_once(&next, settings);
	}
	return status;
}

/*
 * Prints what changed between two recordings. One that is cut off is compared as far as it goes,
 * with a message.
 */
static int run_diff(const struct options *options)
{
	struct diff diff = { .warning = { { .text = "" } } };
	enum verdict_result result = VERDICT_WITHIN;
	struct err err = { .text = "" };
	int ret;

	privilege_seal();
	(void)sandbox_enter(NULL, 0);	/* in case a recording exploits a bug of the reader */
	ret = options_profile(options) ? profile_run_diff(options, out, diff.warning, &err) :
	      options->fail_on ? verdict_run(options, out, &result, diff.warning, &err) :
				 diff_run(&diff, options, out, &err);
	if (ret && !options_profile(options) && !options->fail_on)
		profile_run_hint(options, &err);

	for (enum side side = BEFORE; side < SIDES; side++)
		if (diff.warning[side].text[0])
			(void)complain(&diff.warning[side], EXIT_FINE);
	if (ret)
		return complain(&err, ret == -ENODATA && options->fail_on ? EXIT_WRONG_USAGE : EXIT_CANNOT_RUN);
	return finish_output(result == VERDICT_EXCEEDED ? EXIT_EXCEEDED :
			     options->strict && result < VERDICT_WITHIN ? EXIT_NOT_SHOWN : EXIT_FINE);
}

/* Prints profiles of a recording's samples, of one that is cut off as far as it goes. */
static int run_profile(const struct options *options)
{
	struct err err = { .text = "" }, warning = { .text = "" };
	int ret;

	privilege_seal();
	if (!options->debuginfod)	/* that fills a cache of files */
		(void)sandbox_enter(NULL, 0);	/* in case a recording exploits a bug */
	ret = profile_run(options, out, &warning, &err);
	if (warning.text[0])
		(void)complain(&warning, EXIT_FINE);
	return ret ? complain(&err, EXIT_CANNOT_RUN) : finish_output(EXIT_FINE);
}

/* Writes samples of a recording for other programs. */
static int run_export(const struct options *options)
{
	struct err err = { .text = "" }, warning = { .text = "" }, note;
	int ret;

	privilege_seal();
	if (!options->debuginfod)
		(void)sandbox_enter(&options->pgo, 1);	/* in case a recording exploits a bug */
	ret = profile_export_run(options, out, &note, &warning, &err);
	if (warning.text[0])
		(void)complain(&warning, EXIT_FINE);
	if (!ret && note.text[0])
		(void)complain(&note, EXIT_FINE);
	return ret ? complain(&err, EXIT_CANNOT_RUN) : finish_output(EXIT_FINE);
}

/*
 * Replaces --user by the name that rows show. A recording may be of another machine, and the demo
 * invents its users: there the screen says that no row is of this user. 0, or a negative errno.
 */
static int find_user(struct options *options, struct err *err)
{
	static char name[USER_NAME_LEN];
	int ret;

	if (!options->user || options->demo || options->replay)
		return 0;
	ret = users_find(options->user, name, err);
	options->user = name;
	return ret;
}

/* --regions PID: what a program has counted itself. No counter is opened. */
static int run_self_regions(const struct options *options)
{
	const struct self_regions_config config = {
		.format = options->output == OUTPUT_JSON ? BATCH_JSON :
			  options->output == OUTPUT_CSV	 ? BATCH_CSV : BATCH_TEXT,
		.level = options->look.level, .ascii = options->look.ascii, .choice = options_row_choice(options),
		.columns = &options->look.code_columns[KIND_SELF_REGIONS],
	};
	static struct self_regions regions;
	struct buffer text = { 0 };
	struct err err;
	int status = EXIT_FINE;

	if (self_counts_read(options->regions_pid, &regions, &err))
		return complain(&err, EXIT_CANNOT_RUN);
	if (self_regions_put(&config, &regions, &text)) {
		(void)err_set(&err, ENOMEM, "there is no memory for the output");
		status = complain(&err, EXIT_CANNOT_RUN);
	}
	(void)fwrite(text.bytes, 1, text.n, out);
	buffer_done(&text);
	return finish_output(status);
}

int main(int argc, char *argv[])
{
	static struct settings settings;
	static struct options options;	/* a thread may be left behind with them */
	struct err err;

	heap_begin();
	open_standard_fds();
	if (privilege_begin(&err))
		return complain(&err, EXIT_CANNOT_RUN);
	(void)signal(SIGPIPE, SIG_IGN);
	out = output_open(STDOUT_FILENO, &err);
	if (!out)
		return complain(&err, EXIT_CANNOT_RUN);
	locale_begin();
	if (options_parse(&options, argc, argv, &err))
		return complain(&err, EXIT_WRONG_USAGE);
	if (options.help) {
		options_print_help(options.help, out);
		return finish_output(EXIT_FINE);
	}
	if (options.version) {
		(void)fputs(PACKAGE_STRING "\n", out);
		return finish_output(EXIT_FINE);
	}
	if (stack_ensure(&err))
		return complain(&err, EXIT_CANNOT_RUN);
	if (options.doctor) {
		privilege_raise(PRIVILEGE_COUNT);
		return finish_output(
			doctor_run(options.budget, options.output == OUTPUT_JSON ? DOCTOR_JSON :
				   options.verbose ? DOCTOR_ALL : DOCTOR_BRIEF, out));
	}
	if (read_settings(&settings, &options, argc, argv, &err))
		return complain(&err, EXIT_CANNOT_RUN);
	options = settings.options;
	if (find_user(&options, &err))
		return complain(&err, EXIT_CANNOT_RUN);
	options_environment(&options, getenv("NO_COLOR"), nl_langinfo(CODESET));
	if (options.regions_pid)
		return run_self_regions(&options);
	if (options_samples_live(&options))
		return finish_output(main_run(&options, &settings));
	if (profile_export_wanted(&options))
		return run_export(&options);
	if (options_profile(&options) && !options.baseline)
		return run_profile(&options);
	return options.baseline ? run_diff(&options) : finish_output(main_run(&options, &settings));
}

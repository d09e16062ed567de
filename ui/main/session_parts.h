/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of a session that are no source: the command, and what is exported. Main thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/control.h"
#include "model/err.h"
#include "model/formula.h"
#include "ui/options/option_table.h"

/*
 * ---- launch.c: the command of "tdtop -- command" ----
 *
 * A child that waits until the counters are on, executes the command, and is ended with tdtop. In batch mode
 * it shares the terminal, but writes to standard error, because standard output has the data. With the screen
 * it has no terminal: its input is empty, and what it would write to a terminal goes to a file. Its orphans
 * become children of tdtop (PR_SET_CHILD_SUBREAPER) as long as tdtop runs.
 */

struct launch {
	pid_t pid;		/* 0: there is no command */
	bool own_group;		/* in its own process group: gets no signals of the terminal */
	int go, failed;		/* pipes: to start it; why exec failed. -1: closed */
	char output[256];	/* name of the file with its output; "": none */
	char program[64];	/* base name */
	const char *typed;	/* as the user typed it; borrowed */
	bool ended;		/* it was waited for: */
	int status;		/* of waitpid(2) */
};

/*
 * Forks the child, before any thread is started. screen: tdtop uses the terminal. 0, or a negative
 * errno with a sentence.
 */
int launch_prepare(struct launch *launch, char *const command[], bool screen, struct err *err);

/*
 * Waits until the command runs, after a byte was written to `go`. 0, or -errno with a sentence if
 * it cannot be executed.
 */
int launch_wait_exec(struct launch *launch, struct err *err);

#define LAUNCH_BY_SIGNAL 128	/* as in shells */

/*
 * Has the command ended? Waits for it a tenth of a second at most: its tasks are seen to exit a
 * moment before that.
 */
bool launch_ended(struct launch *launch);

/* "make exited with status 3", "make ended by signal 9 (Killed)"; "" if it has not ended. */
void launch_describe(const struct launch *launch, char *text, size_t size);

/*
 * Ends the command. Returns its exit status, or LAUNCH_BY_SIGNAL + the signal that ended it. If it
 * still runs it gets this signal (0: none, it has had one); if it does not end within a second, it
 * is left running and -1 is returned. Removes the file of its output if that is empty.
 */
int launch_end(struct launch *launch, int signal);

/*
 * ---- counters_export.c: --openmetrics and --listen ----
 *
 * Counters that never go back, the socket, and the thread that exports them.
 */

struct exporter;
struct http;
struct snapshot;
struct totals;

/* Zeroed, and wake = -1: nothing is exported. */
struct counters_export {
	struct totals *totals;	/* the collector fills it; NULL: nothing is exported */
	struct http *http;	/* NULL: no server */
	struct exporter *exporter;
	int wake;		/* eventfd, -1: none */
	struct err told;	/* the last trouble that --headless has reported */
};

/*
 * Opens the socket, if options want one: while rights to do so are there. 0, or a negative errno with
 * a sentence. counters_export_close() is called in both cases.
 */
int counters_export_open(struct counters_export *export, const struct options *options,
			 struct err *err);

/* Starts the thread, in the sandbox. 0, or a negative errno with a sentence. */
int counters_export_start(struct counters_export *export, const struct options *options,
			  struct err *err);

#define EXPORT_PLACE_LEN 112

/* "listening on http://127.0.0.1:9740/metrics", where counters are to be had; "" if there is no server. */
void counters_export_place(const struct counters_export *export, char text[EXPORT_PLACE_LEN]);

/*
 * `show` of struct batch_config for --headless; *data: struct counters_export. Intervals are not shown,
 * but what goes wrong with the export of their counters is, on standard error. False: the reader of
 * counters on standard output has ended.
 */
bool headless_show(void *data, const struct snapshot *snapshot);

/*
 * Exports the last counters and ends the thread, when the collector has ended. 0, or a negative errno with
 * a sentence ("": it was reported before): the file could not be written. A second call does nothing.
 */
int counters_export_stop(struct counters_export *export, struct err *err);
void counters_export_close(struct counters_export *export);

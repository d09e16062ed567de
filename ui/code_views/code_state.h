/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the code views show: which view is open, and its profile, event and time. A request goes out
 * by the exchange, and the profile that answers it comes later; until then the one before stays.
 * Called by the keys and ui.c on the UI thread.
 */
#pragma once

#include "ui/state/code_screen.h"

/* Keeps the seams (a copy) and the columns of look; a recording without anything else opens at once. */
void code_init(struct code_screen *code, const struct code_seams *seams, const struct code_columns chosen[CODE_KINDS]);
void code_done(struct code_screen *code);

/* Is there anything that code views could show? */
bool code_is_possible(const struct code_screen *code);

/*
 * Opens a view of one process (pid 0: of all), whose name is then in the path; the profile is asked
 * for unless it is there.
 */
void code_open(struct code_screen *code, enum code_view_id view, int32_t pid,
	       const char *process);
/*
 * The same of a row of this machine, which is sampled from now on: scope, id and start_ns, and the
 * node whose event takes the samples (any_node: cycles).
 */
void code_open_live(struct code_screen *code, enum code_view_id view, const struct live_request *request,
		    const char *name);
/* What is sampled for it is closed. */
void code_close(struct code_screen *code);

/*
 * Functions are shown with TopDown of this level, 1 or 2; live they are sampled so from then on. NULL, or a sentence
 * why not, static or in text; then all is as it was. cpu: what the machine's CPU is called.
 */
const char *code_choose_level(struct code_screen *code, int level, const char *cpu, char text[160]);

/* Shows a view of everything in place of what is open. */
void code_show(struct code_screen *code, enum code_view_id view);
/* The view after this one, of those that are not below others. */
void code_show_next(struct code_screen *code);

/* One view deeper, at the row under the cursor. False: nothing is below. */
bool code_enter(struct code_screen *code);
/* Opens a step over the one that is shown; at CODE_STEPS_MAX in its place. */
void code_push(struct code_screen *code, const struct code_step *below);
/* One view back. False: it is the first one. */
bool code_leave(struct code_screen *code);

/*
 * Takes the newest profile and its news, and lists rows again if names came. True: something is to
 * be drawn. now_ns: monotonic clock. Also called without news: it is cheap.
 */
bool code_take(struct code_screen *code, uint64_t now_ns);
/*
 * Says when that was done. Profiles of this machine and names come several times a second; rows are
 * made of them no more often than takes 1/CODE_SHARE of a CPU.
 */
#define CODE_SHARE 30
void code_took(struct code_screen *code, uint64_t began_ns, uint64_t ended_ns);
/* Until code_take() has something to do without being woken; -1: nothing. */
int code_wait_ms(const struct code_screen *code, uint64_t now_ns);

/* Is the profile on the screen the one that was asked for, and complete? */
bool code_is_complete(const struct code_screen *code);

/* Asks for the next event that has samples. False: there is one only. */
bool code_next_event(struct code_screen *code);
bool code_has_next_event(const struct code_screen *code);

/* Windows of time: how long one is, how many there are; 0 if the recording has no times. */
uint64_t code_window_ns(const struct code_screen *code);
int code_windows(const struct code_screen *code);
/* Steps so many windows; from the whole to the first or last one. False: there is none. */
bool code_step_time(struct code_screen *code, int windows);
/* The whole recording again; of this machine samples begin from zero. False: it is shown. */
bool code_whole_time(struct code_screen *code);

/* Keeps the profile on the screen, or lets newer ones come. False: there is none yet. */
bool code_freeze(struct code_screen *code);
/* The profile on the screen stays until the lease ends, whatever is shown. False: there is none. */
bool code_lease(struct code_screen *code);
void code_end_lease(struct code_screen *code);
/* Compares with the profile on the screen from now on, or no more. False: there is none yet. */
bool code_compare(struct code_screen *code);

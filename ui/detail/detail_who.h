/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The processes with most of what limits the machine, listed below the tree of its detail: the
 * cursor can stand on them, and their details are opened from there. UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

#define DETAIL_WHO_MAX 5
#define DETAIL_WHO_LOOKED_AT 20

struct detail_who {
	enum metric_id node;	/* what limits the machine */
	size_t n;		/* 0: another row's detail, nothing limits it, or no process is known */
	struct bottleneck_process line[DETAIL_WHO_LOOKED_AT];	/* of state->snapshot */
};

void detail_who_list(const struct ui_state *state, struct detail_who *who);

/* The line under the cursor; -1: it is on a node of the tree. */
int detail_who_cursor(const struct ui_state *state, const struct detail_who *who);

/* Puts the cursor on a process. */
void detail_who_go_to(struct detail *detail, const struct row *process);

/* Opens the detail of the process under the cursor. False: the cursor is on a node. */
bool detail_who_enter(struct ui_state *state);

/* Back from there to the detail of the machine. False: this detail was opened from elsewhere. */
bool detail_who_return(struct ui_state *state);

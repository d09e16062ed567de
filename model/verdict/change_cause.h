/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which command explains a change of the machine, and in which node below the class it lies: what
 * the machine and its larger commands had in the last intervals. Part of
 * model/verdict/change_watch.c, the only caller. One thread.
 */
#ifndef TDTOP_MODEL_VERDICT_CHANGE_CAUSE_H
#define TDTOP_MODEL_VERDICT_CHANGE_CAUSE_H

#include "model/verdict/change.h"

struct change_past;
struct snapshot;

struct change_past *change_past_new(void);	/* NULL without memory */
void change_past_free(struct change_past *past);	/* NULL is fine */

/* Adds a finished snapshot; the oldest one gives way. */
void change_past_add(struct change_past *past, const struct snapshot *snapshot);

/*
 * Completes a change whose seq, metric, name, before and after are known: a node of level 2 takes
 * the place of its class if most of the change lies in it, and of a change of the machine the cause
 * is sought.
 */
void change_past_explain(const struct change_past *past, const struct snapshot *snapshot,
			 struct change *change);

#endif

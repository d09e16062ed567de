/* SPDX-License-Identifier: GPL-2.0-only */
/* What tasks.c, in which entries come, and tasks_forget.c, in which they go, share. Collector thread. */
#ifndef TDTOP_COLLECT_TASKS_OWN_H
#define TDTOP_COLLECT_TASKS_OWN_H

#include <stddef.h>
#include <stdint.h>

#include "collect/tasks/names.h"
#include "collect/tasks/tasks.h"

/* Entries are allocated together: those that are new together often run together, too. */
#define BLOCK_TASKS 64

struct task_block {
	struct task_block *next;
	struct task tasks[BLOCK_TASKS];
};

struct tasks {
	struct task *by_tid;
	struct task *touched;
	struct task *ended, *ended_before;	/* in this interval, in the one before */
	struct task *cursor;			/* next to be checked for a lost EXIT; in by_tid */
	struct task *unused;
	struct task_block *blocks;
	struct processes processes;
	struct task_sums sums;
	uint32_t exited;
	size_t n;
	size_t doubtful;			/* entries to be passed yet, since records were lost */
	struct names names;
};

#endif

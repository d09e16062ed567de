/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The threads and CPUs that have events, whatever these are: a table whose rows begin with a struct
 * event_target. Who has other rows appends to it. One thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/machine.h"

/* A thread or a CPU. */
struct event_target {
	int32_t tid, pid;	/* -1: a CPU */
	int cpu;		/* the kernel's number; -1: a thread */
	enum core_type core_type;	/* of a CPU; a thread has the events of all */
	double share;		/* of the scope's slots in the last interval; NAN: not known */
	unsigned int idle;	/* intervals in which it was not picked */
	unsigned int age;	/* intervals at whose end its events were read */
	bool picked;		/* in some interval; else it was only listed */
	bool stalled;		/* enabled for no time in the last interval: its thread slept, or the
				 * kernel has removed the events */
	bool gone;		/* its task has exited: its number may be another's */
	bool lost;		/* its events are removed, or cannot be read any more */
};

/* A thread of this share of the scope's slots, or (NAN) one that is only listed. */
struct event_target event_of_thread(int32_t tid, int32_t pid, double share);
struct event_target event_of_cpu(int cpu, enum core_type core_type);

struct event_table {
	unsigned char *rows;
	size_t n, room;
	size_t size;		/* of a row */
};

/* Zeroed but for the size, it is empty. */
void event_table_free(struct event_table *table);

/* Valid until a row is added or dropped. */
static inline void *event_table_at(const struct event_table *table, size_t row)
{
	return table->rows + row * table->size;
}

int event_table_add(struct event_table *table, const void *row);	/* a copy; 0 or -ENOMEM */
void event_table_drop(struct event_table *table, size_t row);	/* the last one takes its place */

/* The row of this thread (cpu -1), if it has not exited, or of this CPU; or -1. */
long event_table_find(const struct event_table *table, int32_t tid, int cpu);

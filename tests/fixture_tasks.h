/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A registry of tasks and a machine that it may ask. Each WORLD_TEST begins with an empty registry, and with processes
 * that all look alike.
 */
#ifndef TDTOP_TESTS_FIXTURE_TASKS_H
#define TDTOP_TESTS_FIXTURE_TASKS_H

#include "collect/tasks.h"

#define MS 1000000ULL

/* The machine that is asked: what it says of each process, and how often it was asked. */
struct world {
	struct tasks *tasks;
	bool gone;		/* nobody exists any more */
	const char *comm, *command;
	uint32_t threads;
	int asked_process, asked_thread, asked_exists;
};
extern struct world world;

int world_setup(void **state);
int world_teardown(void **state);

#define WORLD_TEST(function) cmocka_unit_test_setup_teardown(function, world_setup, world_teardown)

/* A slice of 1 ms that ends at this time. */
struct task *ran(int32_t pid, int32_t tid, uint64_t end_ns);

/* Records: of a name, of a fork by the parent's leader, of an end. */
void named(enum task_event_kind kind, int32_t pid, int32_t tid, uint64_t time_ns, const char *comm);
void forked(int32_t parent, int32_t pid, int32_t tid, uint64_t time_ns);
void ended(int32_t pid, int32_t tid, uint64_t time_ns);

/* The interval ends. */
void interval(uint64_t now_ns);

#endif

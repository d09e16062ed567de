/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code of some programs of the simulated machine, and where their threads begin. Constant data,
 * any thread.
 */
#ifndef TDTOP_COLLECT_DEMO_DEMO_CODE_H
#define TDTOP_COLLECT_DEMO_DEMO_CODE_H

#include "collect/demo/demo_program.h"

/* Ends with NULL. */
extern const struct demo_program *const demo_programs[];

extern const struct profile_object demo_objects[DEMO_OBJECTS];

/* Where threads of this name begin; NULL: the demo has no code of them. */
const struct demo_function *demo_entry(const char *comm);

/* The function of this name, in any object; NULL: there is none. */
const struct demo_function *demo_function_find(const char *name);

#endif

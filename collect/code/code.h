/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of code, from ELF files, DWARF, kallsyms and the maps of JIT compilers. All of these are
 * input from strangers, so a helper process without rights parses them: it gets descriptors and
 * answers questions. It may die; then it is started again, and what killed it is not asked again. A
 * thread speaks with it, so that a caller waits only if it wants to.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/code/helper.h"
#include "model/branches/profile_builder.h"
#include "model/err.h"
#include "model/profile/code_names.h"

struct code;

enum code_symbols { CODE_SYMBOLS_LINES, CODE_SYMBOLS_NAMES, CODE_SYMBOLS_NONE };

struct code_options {
	enum code_symbols symbols;	/* --symbols */
	bool debuginfod;		/* --debuginfod: a second process asks the network */
	const char *sysroot;		/* --sysroot, of a recording; NULL: none. Not copied */
	bool recorded;			/* a recording, perhaps of another machine: no /proc/PID */
	uint64_t check_ns;		/* so often at most is looked whether a JIT compiler has
					 * written more names; 0: a second */
	int patience_ms;		/* a helper that does not answer for so long is given up; 0: 10 s, of
					 * a recording a minute */
	int wake;			/* eventfd that is written when answers came; -1: none */
	struct helper *helper;		/* started earlier, and taken over; NULL, or none: it is started */
};

/*
 * Starts the helper. 0 and *out, or a negative errno with a sentence. Before threads are started.
 */
int code_new(const struct code_options *options, struct code **out, struct err *err);
void code_free(struct code *code);	/* ends thread and helper; NULL is fine */

/*
 * Tells what an object is; its index is that of places. The same index twice: ignored. Copies.
 * Thread that reads samples.
 */
int code_add_object(struct code *code, uint32_t index, const struct profile_object *object);

/*
 * The build-id in the object's file. The helper has the file open then: its names are found also
 * when the process has ended and the file is gone. Waits as the functions of a profile do. Returns
 * its length; 0: the file has none, or it is not known yet. Thread that reads samples.
 */
uint8_t code_build_id(struct code *code, uint32_t index, unsigned char id[BUILD_ID_MAX]);

/*
 * The functions of code_names.h and profile_builder.h, answered by this service; any thread. Those of
 * a profile wait: of a recording until all are answered, else 50 ms, after which they do not know.
 */
struct code_names code_names(struct code *code);
struct profile_code code_profile(struct code *code);

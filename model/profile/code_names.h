/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of places, asked of whoever knows code: a struct of functions, so that the screen, the
 * output and tests do not depend on ELF. collect/code/ answers from a helper process. Any thread;
 * nothing waits but where it says so.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/place.h"
#include "model/profile/profile.h"

#define CODE_NAME_MAX 256
#define CODE_FILE_MAX 256

enum code_state {
	CODE_PENDING,		/* asked for; ask again later */
	CODE_KNOWN,
	CODE_UNKNOWN		/* there is no answer, for the reason of object_trouble() */
};

/* What is known of a place. Texts are harmless for a terminal. */
struct code_name {
	uint64_t address;	/* the object's own: what objdump -d prints */
	bool has_address;	/* else the object could not be read: address is a guess */
	char symbol[CODE_NAME_MAX];	/* demangled; "": none covers the place */
	struct place function;	/* start of the symbol; without one, the place itself */
	uint64_t symbol_offset;	/* of the place, from function */
	uint64_t size;		/* of the symbol, bytes; 0: not known */
	char file[CODE_FILE_MAX];	/* base name; "": no line is known */
	uint32_t line;
};

/* One instruction of a disassembled range. */
struct code_instruction {
	struct place at;
	uint64_t address;	/* the object's own */
	uint8_t size;
	enum branch_kind kind;	/* BRANCH_NONE: no branch */
	struct place target;	/* of a direct branch; object PLACE_NO_OBJECT: none */
	char text[80];		/* "jne 0x1957"; "" without a disassembler */
	char file[64];		/* base name of the source file; "" */
	uint32_t line;		/* 0: not known */
	char inlined[64];	/* innermost inlined function; "" */
};

struct code_names {
	/* What is known of a place; want_line also asks for file and line. Never waits. */
	enum code_state (*name)(void *data, const struct place *at, bool want_line,
				struct code_name *name);
	/*
	 * Waits until all these places are known or unknown, at most timeout_ms (-1: as long as it
	 * takes); for batch and for tables by function. Returns how many are still pending.
	 */
	size_t (*wait)(void *data, const struct place *at, size_t n, bool want_line,
		       int timeout_ms);
	/*
	 * The instructions from start on, below end, at most max. *n: how many. The first call
	 * asks; never waits.
	 */
	enum code_state (*instructions)(void *data, struct place start, struct place end,
					struct code_instruction *out, size_t max, size_t *n);
	/* Line `line` (from 1) of a source file, harmless. Never waits. */
	enum code_state (*source)(void *data, struct place at, const char *file, uint32_t line,
				  char *text, size_t size);
	/* Why the object has no names, one sentence; "" if it has. */
	void (*object_trouble)(void *data, uint32_t object, char *text, size_t size);
	/*
	 * Why its names may be those of another file, one sentence; "" if they are not. After names
	 * of it were asked for. NULL: they never are.
	 */
	void (*object_doubt)(void *data, uint32_t object, char *text, size_t size);
	/* Grows with each answer that came: when it has changed, ask again. */
	uint32_t (*generation)(void *data);
	void *data;
};

/* What object_doubt() says; "" also without such a function, or without names. */
void code_names_doubt(const struct code_names *names, uint32_t object, char *text, size_t size);

/*
 * "hash_probe", or "memhog+0x18c0" while no symbol is known; "0x7f..." without an object. name: NULL
 * if nothing is known. The path of an object is foreign text: make it harmless before it is shown.
 */
void code_name_text(const struct profile_object *objects, size_t n_objects, struct place at,
		    const struct code_name *name, char *text, size_t size);

/*
 * Which function is a place in? What is grouped by function (call trees, loops, basic blocks) asks it through this
 * struct of functions, so that it depends on no symbols. Pure.
 */
struct function_start {
	/* The start of the function that covers the place; the place itself if none is known. */
	struct place (*of)(void *data, struct place at);
	void *data;
};

/* The same; NULL: nothing is known, and each place is its own function. */
struct place function_start_of(const struct function_start *functions, struct place at);

/*
 * Asks names, which must outlive the result. What is pending is unknown: group again when
 * names->generation() has changed. Any thread that may ask names.
 */
struct function_start function_start_names(const struct code_names *names);

/*
 * What the code itself tells, asked when a profile is finished; collect/code/ answers. Both may answer
 * "not known". NULL: nothing is asked, and kinds are those that were recorded.
 */
struct profile_code {
	/* The kinds of the instructions at n places, in *kind. BRANCH_UNKNOWN: not known. */
	void (*kinds)(void *data, const struct place *at, size_t n, enum branch_kind *kind);
	/* The number of instructions from start to end, both included. 0: not known. */
	void (*lengths)(void *data, const struct place *start, const struct place *end, size_t n,
			uint32_t *instructions);
	void *data;
};

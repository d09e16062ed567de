/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the helper process knows of one object: its files, symbols and lines, read when first asked
 * for. Files may hold anything. One thread; calls nothing that a helper without rights may not.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_wire.h"
#include "model/profile/profile.h"

struct code_object;

/* Asks for a further file: a descriptor that the caller owns, or -1: there is no such. */
struct code_wanted {
	int (*file)(void *data, const struct wire_want *want);
	void *data;
};

/*
 * what: as told. fd: the file (ELF, kallsyms, perf map), -1: it could not be opened; taken over.
 * wanted: must live as long as the object. NULL without memory.
 */
struct code_object *code_object_new(const struct wire_object *what, int fd,
				    const struct code_wanted *wanted);
void code_object_free(struct code_object *object);	/* NULL is fine */

/* The build-id in its file. Returns its length; 0: none. */
uint8_t code_object_build_id(const struct code_object *object, unsigned char id[BUILD_ID_MAX]);

/* Bytes of files that it holds, for a bound on all objects. */
uint64_t code_object_bytes(const struct code_object *object);

/* Why it has no names, one sentence; "" if it has. After the first names were asked for. */
const char *code_object_trouble(const struct code_object *object);

/* A name with its texts. */
struct code_object_name {
	struct wire_name wire;
	char symbol[256], file[256];
};

/* flags: WIRE_LINES, WIRE_NO_SYMBOLS. */
void code_object_name(struct code_object *object, uint64_t offset, uint32_t flags,
		      struct code_object_name *name);

enum branch_kind code_object_kind(struct code_object *object, uint64_t offset);

/* Instructions from start to end, both included; 0: not known. */
uint32_t code_object_length(struct code_object *object, struct wire_range range);

/*
 * Adds the instructions of a range (wire_instruction, each with its texts) to a message, as many as
 * fit. code: of objects without a file its n bytes from range.start on. Returns how many.
 */
uint32_t code_object_instructions(struct code_object *object, struct wire_range range,
				  const unsigned char *code, size_t n,
				  struct wire_message *message);

/* The path of the source file with this base name, of the code at offset; NULL: not known. */
const char *code_object_source(struct code_object *object, uint64_t offset, const char *base);

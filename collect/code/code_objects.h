/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The objects of a profile: a table that finds an object by what a mapping tells of it. Used by
 * code_maps.c. Belongs to one thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/place.h"

#define CODE_OBJECTS_MAX 65536		/* further objects are not known */

/* A mapping, as PERF_RECORD_MMAP and MMAP2 tell it. */
struct code_mapping {
	int32_t pid;
	bool kernel;			/* of the kernel or a module: mapped in all processes */
	uint64_t start, size, offset;	/* bytes; offset in the file */
	const char *path;		/* copied */
	uint64_t device, inode;		/* 0: not recorded */
	uint32_t generation;		/* of the inode; 0: not recorded */
	bool by_path;			/* a file whose device and inode will be known later: it is
					 * the newest object of this path */
	const unsigned char *build_id;
	uint8_t build_id_len;		/* 0: not recorded; more than BUILD_ID_MAX is damage */
};

struct code_objects;

struct code_objects *code_objects_new(void);	/* NULL without memory */
void code_objects_free(struct code_objects *objects);

/* The index of the mapping's object, which may be new. PLACE_NO_OBJECT: no room, or no memory. */
uint32_t code_objects_of(struct code_objects *objects, const struct code_mapping *mapping);

int code_objects_build_id(struct code_objects *objects, const char *path, const unsigned char *id,
			  uint8_t len);

/* As code_maps_set_origin(). */
void code_objects_set_origin(struct code_objects *objects, bool elsewhere, uint64_t before_ns);

/* As code_maps_set_build_id(). */
void code_objects_set_build_id(struct code_objects *objects, uint32_t object,
			       const unsigned char *id, uint8_t len);

const struct profile_object *code_objects_all(const struct code_objects *objects, size_t *n);

/* SPDX-License-Identifier: GPL-2.0-only */
/* Names by number, each once. Collector thread. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define REGION_NAME_BUCKETS 1024

struct region_names {
	struct region_name *name;	/* name[id - 1] */
	uint32_t n, cap;
	uint32_t first[REGION_NAME_BUCKETS];	/* ids; 0: none */
};

/* The number of this name, from 1 on, which stays; 0 without memory. */
uint32_t region_names_id(struct region_names *names, const char *text);
const char *region_names_text(const struct region_names *names, uint32_t id);	/* "": none */
void region_names_free(struct region_names *names);	/* zeroed is fine */

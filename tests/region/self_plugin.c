/* SPDX-License-Identifier: GPL-2.0-only */
/* A library with regions for self_program.c; with HOST it can count for all. */
#ifdef HOST
#include "tests/region/self_fake.h"
#else
#include <tdtop_region.h>
#define used(ns) ((void)(ns))
#endif

#define EXPORTED __attribute__((__visibility__("default")))

EXPORTED void plugin_run(void (*inside)(void));
EXPORTED void plugin_begin(void);

/* Calls inside of its region. */
EXPORTED void plugin_run(void (*inside)(void))
{
	TDTOP_REGION("plugged in") {
		used(1000000);
		if (inside)
			inside();
	}
}

/* Begins one that is never ended. */
EXPORTED void plugin_begin(void)
{
	static struct tdtop_region_scope scope;

	TDTOP_REGION_BEGIN(&scope, "left open");
}

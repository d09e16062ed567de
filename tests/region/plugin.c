/* SPDX-License-Identifier: GPL-2.0-only */
/* A library that markers.c opens: it has regions of its own, and calls back. */
#include <tdtop_region.h>

void plugin_run(void (*call)(void));

void plugin_run(void (*call)(void))
{
	TDTOP_REGION("plugged in") {
		call();
	}
}

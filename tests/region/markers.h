/* SPDX-License-Identifier: GPL-2.0-only */
/* What markers.c and markers_more.c share, so that both have copies of the same regions. */
#pragma once

#include <tdtop_region.h>

static inline int inlined(int x)
{
	TDTOP_REGION("inlined") {
		x = x * 3 + 1;
	}
	return x;
}

int more_of_same_name(int x);
int more_of_inlined(int x);

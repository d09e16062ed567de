/* SPDX-License-Identifier: GPL-2.0-only */
/* The second file of markers.c; self-counting in one file is enough for a program. */
#ifndef TDTOP_REGION_NO_RDPMC
#define TDTOP_REGION_NO_RDPMC
#endif
#include "tests/region/markers.h"

int more_of_same_name(int x)
{
	TDTOP_REGION("same name") {
		x++;
	}
	return x;
}

int more_of_inlined(int x)
{
	return inlined(x) + inlined(x + 1);
}

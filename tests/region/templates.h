/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions in code that both files of templates.cc have: linkers keep one copy and its notes. */
#pragma once

#include <tdtop_region.h>

template <class T> T checked(T x)
{
	TDTOP_REGION("template") {
		if (x > 5)
			throw x;
		x += 1;
	}
	return x;
}

inline int inline_function(int x)
{
	TDTOP_REGION("inline")
		x *= 2;
	return x;
}

struct counter {
	int n = 0;

	counter()
	{
		TDTOP_REGION("constructor")
			n++;
	}
	~counter()
	{
		TDTOP_REGION("destructor")
			n--;
	}
};

int in_the_other_file(int x);

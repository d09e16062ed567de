/* SPDX-License-Identifier: GPL-2.0-only */
/* The second file of templates.cc. */
#include "tests/region/templates.h"

int in_the_other_file(int x)
{
	return checked(x) + inline_function(x);
}

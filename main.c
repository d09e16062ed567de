/* SPDX-License-Identifier: GPL-2.0-only */
/* A placeholder that proves the build. */
#include "config.h"

#include <stdio.h>

int main(void)
{
	return puts(PACKAGE_STRING) < 0;
}

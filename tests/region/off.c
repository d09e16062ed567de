/* SPDX-License-Identifier: GPL-2.0-only */
/* TDTOP_REGION_OFF: blocks are blocks, and all names are still there. */
#include <stdio.h>

#include <tdtop_region.h>

int main(void)
{
	struct tdtop_region_scope scope;
	int rounds = 0;

	for (int i = 0; i < 3; i++)
		TDTOP_REGION("off") {
			rounds++;
			TDTOP_REGION("inner") break;
		}
	TDTOP_REGION_BEGIN(&scope, "pair");
	tdtop_region_end(&scope);
	tdtop_region_reset();
	puts(rounds == 3 ? "ok" : "wrong");
	return 0;
}

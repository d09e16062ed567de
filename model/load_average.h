/* SPDX-License-Identifier: GPL-2.0-only */
/* The load averages of the machine, as top(1) shows them. Data only, any thread. */
#ifndef TDTOP_MODEL_LOAD_AVERAGE_H
#define TDTOP_MODEL_LOAD_AVERAGE_H

#include <stdbool.h>

struct load_average {		/* zeroed: not known, as in recordings and the demo */
	bool known;
	float minutes[3];	/* tasks that ran or waited, over 1, 5 and 15 minutes */
};

#endif

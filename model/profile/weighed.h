/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums over samples, from which counts and their errors come. Pure data. */
#ifndef TDTOP_MODEL_PROFILE_WEIGHED_H
#define TDTOP_MODEL_PROFILE_WEIGHED_H

struct weighed {
	double weight, squares;		/* of their weights, and of the squares of these */
};

#endif

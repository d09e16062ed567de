/* SPDX-License-Identifier: GPL-2.0-only */
/* The two sides of a comparison: indices of arrays. */
#ifndef TDTOP_MODEL_SIDE_H
#define TDTOP_MODEL_SIDE_H

enum side { BEFORE, AFTER, SIDES };

#endif

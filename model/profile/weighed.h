/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums over samples, from which counts and their errors come. Pure data. */
#pragma once

struct weighed {
	double weight, squares;		/* of their weights, and of the squares of these */
};

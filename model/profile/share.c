/* SPDX-License-Identifier: GPL-2.0-only */
/* Shares of samples with their errors; see share.h. */
#include "config.h"
#include "model/profile/share.h"

#include <math.h>

double share_samples(struct weighed all)
{
	return all.squares > 0 ? all.weight * all.weight / all.squares : 0;
}

struct estimate share_of(struct weighed part, struct weighed all)
{
	const double p = part.weight / all.weight, n = share_samples(all);
	double in, out;

	if (!(n > 0))
		return (struct estimate){ NAN, NAN };
	if (!(p > 0) || !(p < 1))
		return (struct estimate){ p, fmin(SEEN_BY_NONE / n, 1) };
	in = part.squares * (1 - p) * (1 - p);
	out = (all.squares - part.squares) * p * p;
	return (struct estimate){ p, sqrt(in + out) / all.weight };
}

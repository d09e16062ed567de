/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory and look-ups of a finished profile; see profile.h. */
#include "config.h"
#include "model/profile/profile.h"

#include <math.h>
#include <stdlib.h>

#include "model/base_name.h"

void profile_free(struct profile *profile)
{
	if (!profile)
		return;
	free((void *)profile->addresses);
	free((void *)profile->class_sums);
	free((void *)profile->branches);
	free((void *)profile->by_from);
	free((void *)profile->blocks);
	free((void *)profile->bins);
	free((void *)profile->modes);
	free((void *)profile->edges);
	free((void *)profile->stack);
	free((void *)profile->stack_sums);
	free((void *)profile->frames);
	free(profile);
}

/* The first branch whose `from` is not before a place. */
static size_t first_from(const struct profile *profile, struct place from)
{
	size_t low = 0, high = profile->n_branches;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_compare(profile->by_from[middle]->from, from) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct profile_branch *const *profile_branches_from(const struct profile *profile,
							  struct place from, size_t *n)
{
	size_t first;

	*n = 0;
	if (!profile->by_from)
		return NULL;
	first = first_from(profile, from);
	while (first + *n < profile->n_branches &&
	       place_equal(profile->by_from[first + *n]->from, from))
		++*n;
	return *n ? &profile->by_from[first] : NULL;
}

const char *profile_object_name(const struct profile *profile, uint32_t object)
{
	return object < profile->n_objects ? base_name(profile->objects[object].path) : NULL;
}

void profile_build_id(const struct profile *profile, uint32_t object, char text[PROFILE_BUILD_ID])
{
	const struct profile_object *of = object < profile->n_objects ? &profile->objects[object] :
									NULL;

	static const char digits[] = "0123456789abcdef";
	size_t n = 0;

	for (size_t i = 0; of && i < of->build_id_len && i < BUILD_ID_MAX; i++) {
		text[n++] = digits[of->build_id[i] >> 4];
		text[n++] = digits[of->build_id[i] & 15];
	}
	text[n] = '\0';
}

/* ---- shares of samples ---- */

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

/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes a profile of what was added up: the half of profile_builder.h that computes. Pure. */
#ifndef TDTOP_MODEL_BRANCHES_FINISH_H
#define TDTOP_MODEL_BRANCHES_FINISH_H

#include "model/branches/tallies.h"
#include "model/profile/profile_code.h"

/* As profile_builder_finish(). */
struct profile *finish_profile(const struct tallies *sum, const struct profile_object *objects,
			       size_t n_objects, const struct profile_code *code);

#endif

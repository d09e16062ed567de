/* SPDX-License-Identifier: GPL-2.0-only */
/* The flow check; see profile_builder.h. */
#include "config.h"
#include "model/profile/profile_builder.h"

#include "model/profile/jackknife.h"

struct estimate profile_bias(const struct profile *profile)
{
	(void)profile;
	return estimate_none();
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Names, lines and instructions of the simulated machine's programs. Any thread. */
#ifndef TDTOP_COLLECT_DEMO_DEMO_NAMES_H
#define TDTOP_COLLECT_DEMO_DEMO_NAMES_H

#include "collect/demo/demo_layout.h"
#include "model/profile/code_names.h"
#include "model/profile/profile_code.h"

/* Both answer at once, as long as the layout lives. */
struct code_names demo_names(struct demo_layout *layout);
struct profile_code demo_names_profile(struct demo_layout *layout);

#endif

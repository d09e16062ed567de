/* SPDX-License-Identifier: GPL-2.0-only */
/* BOLT's pre-aggregated text; called by pgo.c only, which see. */
#ifndef TDTOP_UI_EXPORT_PGO_BOLT_H
#define TDTOP_UI_EXPORT_PGO_BOLT_H

#include "model/err.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "ui/draw/buffer.h"

/* Appends the lines and counts them. 0; -ENOMEM; or a negative errno with a sentence. */
int pgo_put_bolt(struct buffer *out, const struct profile *profile, uint32_t object,
		 const struct code_names *names, int wait_ms, size_t *branches, size_t *blocks,
		 struct err *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* AutoFDO's text; called by pgo.c only, which see. */
#ifndef TDTOP_UI_EXPORT_PGO_AUTOFDO_H
#define TDTOP_UI_EXPORT_PGO_AUTOFDO_H

#include "model/profile/profile.h"
#include "ui/draw/buffer.h"

/* Appends the lines and counts them. 0 or -ENOMEM. */
int pgo_put_autofdo(struct buffer *out, const struct profile *profile, uint32_t object,
		    size_t *branches, size_t *blocks);

#endif

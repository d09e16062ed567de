/* SPDX-License-Identifier: GPL-2.0-only */
/* How long entries into a region took, as JSON: "duration" of a region. UI thread. */
#pragma once

#include <jansson.h>

#include "model/snapshot/snapshot.h"

/* The object; null if no entry of the row has ended, or how long they took is not counted. NULL without memory. */
json_t *json_make_durations(const struct snapshot *snapshot, const struct row *row);

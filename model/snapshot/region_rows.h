/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of regions: linked to what they are a part of, and its rest. Called by finish.c. */
#pragma once

#include "model/snapshot/snapshot.h"

/*
 * Links the sorted rows of ROW_REGION with their finished processes (commands, in sums of these),
 * and makes the rows with REGION_OTHER: what the process has and its regions have not. What these
 * rows held before does not matter. False: no memory.
 */
bool region_rows_link(struct snapshot *snapshot);

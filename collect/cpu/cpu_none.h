/* SPDX-License-Identifier: GPL-2.0-only */
/* What is counted where no TopDown can be: time. Constant data; any thread. */
#pragma once

#include "model/formula.h"

/*
 * A family without nodes. Its group has a clock of the kernel as leader, which any machine has and
 * whose count is no event: slices have their time, and no counts.
 */
extern const struct family cpu_none;

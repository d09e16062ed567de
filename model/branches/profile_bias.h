/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether what the branch stacks of a profile tell fits together. Pure. */
#pragma once

#include "model/profile/profile.h"

/*
 * The flow check compares what enters each stretch of code between two branches with what leaves it. It is entered
 * by taken branches to it or over the branch before it, and left by the branch at its end, taken or not. Sum of
 * |in - out| / sum of in; profile_bias.c says how the open ends of stacks count. A trigger that
 * prefers some code makes it large: but each stack tells of it at its two ends only, so at most
 * about 2 / depth. Measured with 32 entries: 0.07 % by taken branches (all of it by chance), 0.5 %
 * by instructions, 3.8 % by cycles. *by_chance, if not NULL: what chance alone makes of it with so
 * many stacks; twice that is a bias. NAN: there are no blocks.
 */
struct estimate profile_bias(const struct profile *profile, double *by_chance);

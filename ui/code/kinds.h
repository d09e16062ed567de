/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of rows that are no profile's, and what a row of each is. Constant data, any thread. */
#pragma once

#include "model/self_regions.h"
#include "ui/code/rows.h"

/* Regions that a program has counted itself, struct self_region; rows_of.in are its self_regions. */
extern const struct code_kind self_region_rows;

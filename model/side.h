/* SPDX-License-Identifier: GPL-2.0-only */
/* The two sides of a comparison: indices of arrays. */
#pragma once

enum side { BEFORE, AFTER, SIDES };

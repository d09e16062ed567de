/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts many things by places, in time that grows with their number only: a profile that is shown
 * live is made again each second. Pure.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/profile/place.h"

/*
 * Writes the numbers 0 .. n-1 into order[], sorted as place_compare() does by the place that
 * place_of() gives each of them, and where that is equal, as they were in order[]. So a sort by two
 * places is one by the second, then one by the first. order[] holds each number once. 0 or -ENOMEM.
 */
int place_sort(uint32_t *order, size_t n, struct place (*place_of)(const void *data, uint32_t i),
	       const void *data);

/* 0 .. n-1. */
void place_sort_begin(uint32_t *order, size_t n);

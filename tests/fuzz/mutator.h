/* SPDX-License-Identifier: GPL-2.0-only */
/* Half of the inputs of a fuzzer of recordings are made by changes of records. To be included once. */
#pragma once

#include "tests/fixtures/mutate_records.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t max, unsigned int seed);

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t max, unsigned int seed)
{
	size_t changed = seed % 2 ? mutate_records(bytes, n, max, seed / 2) : 0;

	return changed ? changed : LLVMFuzzerMutate(bytes, n, max);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads any bytes as a recording of branch stacks and call chains, and checks the rules of profiles.
 * "make fuzz". Half of the inputs are made by changes of records, as in fuzz-replay.c.
 */
#include "config.h"

#include "tests/fixtures/any_profile.h"
#include "tests/fuzz/mutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	(void)read_any_profile(bytes, n);
	return 0;
}

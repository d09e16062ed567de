/* SPDX-License-Identifier: GPL-2.0-only */
/* Any bytes as the memory of a program that counts its regions itself: read and printed ("make fuzz"). */
#include "config.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/self_counts_bytes.h"
#include "ui/batch/self_regions_print.h"

#define THREADS 4
#define SIZE offsetof(struct tdtop_self, thread[THREADS])

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void broken(const char *what)
{
	(void)fprintf(stderr, "regions: broken: %s\n", what);
	abort();
}

/* The input repeats, so that a small one fills a large file. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static struct tdtop_self self;
	static struct self_regions regions;
	struct bytes_in_memory memory = { .bytes = &self, .n = SIZE };
	const struct self_counts_bytes source = bytes_of_memory(&memory);
	struct self_regions_config config;
	struct buffer out = { 0 };
	struct err err = { "" };

	if (n < 4)
		return -1;
	for (size_t at = 0; at < SIZE; at += n)
		memcpy((char *)&self + at, bytes, n < SIZE - at ? n : SIZE - at);
	if (bytes[0] & 1) {	/* past the checks of the head */
		self.magic = TDTOP_SELF_MAGIC;
		self.version = TDTOP_SELF_VERSION;
		self.size = sizeof(self);
		self.parts = bytes[0] & 2 ? 8 : 4;
		self.names = 1 + bytes[1] % TDTOP_SELF_NAMES;
		self.threads = 1 + bytes[2] % THREADS;
		self.moves &= ~1U;
		for (uint32_t i = 0; i < self.threads; i++)
			self.thread[i].sequence &= ~1U;
	}
	if (self_counts_parse(&source, &regions, &err)) {
		if (!err.text[0])
			broken("what cannot be read has a sentence");
		return 0;
	}
	for (size_t i = 0; i < regions.n; i++)
		for (int node = 0; node <= M_CORE_BOUND; node++)
			if (regions.region[i].share[node] < 0 || regions.region[i].share[node] > 1)
				broken("a share is not one");
	config = (struct self_regions_config){ .level = 1 + bytes[3] % 2, .ascii = bytes[3] & 2 };
	for (; config.format <= BATCH_JSON; config.format++)
		if (self_regions_put(&config, &regions, &out))
			broken("numbers that JSON does not have");
	buffer_done(&out);
	return 0;
}

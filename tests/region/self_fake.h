/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SLOTS and PERF_METRICS for whole programs that count their regions themselves, on machines that
 * have none. Time is what used() says, of each thread alone: so tables are the same in every run.
 * Included in place of tdtop_region.h.
 */
#pragma once

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tdtop_self_ops;
static const struct tdtop_self_ops *self_fake_ops(void);
#define TDTOP_SELF_OPS (self_fake_ops())
#include <tdtop_region.h>

#define SELF_FAKE_SLOTS_A_NS 10

/* Of a thread. On the heap: a library that is loaded late has little room for thread-local data. */
struct self_fake {
	union {
		struct perf_event_mmap_page page;
		char room[4096];
	} event[9];
	int opened;
	uint64_t now, reset;		/* ns; when the registers were reset */
	void (*interrupt)(void);	/* at the next rdpmc() */
};

static inline struct self_fake *self_fake(void)
{
	static __thread struct self_fake *mine;

	if (!mine)
		mine = (struct self_fake *)calloc(1, sizeof(*mine));
	return mine;
}

static inline void used(uint64_t ns)
{
	self_fake()->now += ns;
}

/* As the kernel: a file for each event. */
static long self_fake_open(struct perf_event_attr *attr, int leader)
{
	struct perf_event_mmap_page *page;

	if (leader < 0)
		self_fake()->opened = 0;
	page = &self_fake()->event[self_fake()->opened++].page;
	memset(page, 0, sizeof(*page));
	page->capabilities = 4 | 8;	/* cap_user_rdpmc, cap_user_time */
	page->index = attr->config == 0x400 ? (1U << 30) + 4 : (1U << 29) + 1;
	page->pmc_width = 48;
	page->time_mult = 1;
	return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void *self_fake_map(int fd)
{
	return fd < 0 ? NULL : &self_fake()->event[self_fake()->opened - 1];
}

static void self_fake_unmap(void *page)
{
	(void)page;
}

static void self_fake_shut(int fd)
{
	if (tdtop_self_is_open_on(fd, "/dev/null"))
		close(fd);
}

static long self_fake_reset(int fd)
{
	struct perf_event_mmap_page *page = &self_fake()->event[0].page;

	if (fcntl(fd, F_GETFD) < 0)
		return -9;
	page->lock += 2;
	page->time_enabled = page->time_running = self_fake()->reset = self_fake()->now;
	page->time_offset = -page->time_enabled;
	return 0;
}

static long self_fake_toggle(int fd, int on)
{
	(void)on;
	return fcntl(fd, F_GETFD) < 0 ? -9 : 0;
}

/* 80 %, 4 %, 10 %, 6 % of the slots; of level 2 20, 3, 4, 2. */
static uint64_t self_fake_rdpmc(uint32_t index)
{
	struct self_fake *fake = self_fake();
	void (*interrupt)(void) = fake->interrupt;

	fake->interrupt = NULL;
	if (interrupt)
		interrupt();
	if (index & 1U << 29)
		return 0x05080a330f1a0accULL;
	return (fake->now - fake->reset) * SELF_FAKE_SLOTS_A_NS;
}

static uint64_t self_fake_tsc(void)
{
	return self_fake()->now;
}

static const struct tdtop_self_ops *self_fake_ops(void)
{
	static const struct tdtop_self_ops ops = {
		self_fake_open, self_fake_map, self_fake_unmap, self_fake_shut, self_fake_reset,
		self_fake_toggle, self_fake_rdpmc, self_fake_tsc, self_fake_tsc,
	};

	return &ops;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A kernel and a CPU for the code of region/tdtop_region_task.h: pages, registers with 8-bit
 * fractions, switches as Linux' driver does them. Included by one test, in place of that header.
 */
#pragma once

#include <linux/perf_event.h>

#include "tests/fixtures/test_main.h"

struct tdtop_self_ops;
static const struct tdtop_self_ops *fake_ops(void);
#define TDTOP_SELF_OPS (fake_ops())
#include "region/tdtop_region_task.h"

#define SLOTS_A_NS 18
#define READ_SLOTS 20
#define INDEX_SLOTS ((1u << 30) + 3 + 1)
#define INDEX_METRICS ((1u << 29) + 1)

static struct fake {
	struct perf_event_mmap_page page[1 + TDTOP_SELF_PARTS];
	int64_t count[1 + TDTOP_SELF_PARTS];
	int64_t slots;			/* registers */
	double inside[TDTOP_SELF_PARTS], rounds;	/* 0: fractions to the nearest, -0.5: down */
	uint64_t now, enabled, running, since;
	bool on, restores, clears;
	bool disabled;			/* RDPMC reads 0 */
	int switch_while_read;		/* before (1) or after SLOTS, before or after PERF_METRICS (4) */
	bool closed;			/* the program has closed the leader's file */
	unsigned opened, refuse, mapped, shut, rdpmcs, resets;
	uint64_t configs[1 + TDTOP_SELF_PARTS];
	uint64_t reset_ns;		/* what a reset costs */
	unsigned width;
} fake;

static uint64_t fraction(int part)
{
	return fake.slots > 0 ? (uint64_t)(255 * fake.inside[part] / (double)fake.slots + 0.5 + fake.rounds) : 0;
}

static void write_pages(void)
{
	for (int i = 0; i <= TDTOP_SELF_PARTS; i++) {
		struct perf_event_mmap_page *page = &fake.page[i];

		page->lock += 2;
		page->index = !fake.on ? 0 : i ? INDEX_METRICS : INDEX_SLOTS;
		page->offset = fake.count[i];
		page->pmc_width = (uint16_t)fake.width;
		page->time_enabled = fake.enabled;
		page->time_running = fake.running;
		page->time_offset = -fake.now;
		page->time_mult = 1;
		page->time_shift = 0;
	}
	fake.since = fake.now;
}

static void pass(uint64_t ns)
{
	fake.now += ns;
	fake.enabled += ns;
	fake.running += fake.on ? ns : 0;
}

static void fold(void)
{
	fake.count[0] += fake.slots;
	for (int i = 0; i < TDTOP_SELF_PARTS; i++)
		fake.count[1 + i] += fake.slots * (int64_t)fraction(i) / 255;
}

static void forget(void)
{
	fake.slots = 0;
	memset(fake.inside, 0, sizeof(fake.inside));
}

/* The thread leaves its CPU, and comes back; `on`: the counters with it. */
static void switch_to(bool on)
{
	if (fake.on)
		fold();
	fake.on = on;
	if (!fake.restores)
		forget();
	for (int i = 0; i < TDTOP_SELF_PARTS; i++)	/* 8 bits are restored */
		fake.inside[i] = (double)fake.slots * (double)fraction(i) / 255;
	write_pages();
}

static void work(uint64_t ns, const double split[TDTOP_SELF_PARTS])
{
	const int64_t slots = (int64_t)ns * SLOTS_A_NS;

	pass(ns);
	if (!fake.on)
		return;
	fake.slots += slots;
	for (int i = 0; i < TDTOP_SELF_PARTS; i++)
		fake.inside[i] += (double)slots * split[i];
}

static long fake_open(struct perf_event_attr *attr, int leader)
{
	if (fake.opened == fake.refuse)
		return -EINVAL;
	assert_true(attr->exclude_kernel && attr->exclude_guest);
	assert_int_equal(leader, fake.opened ? 100 : -1);
	fake.configs[fake.opened] = attr->config;
	assert_int_equal(attr->config1, fake.clears && !fake.opened);
	return 100 + (int)fake.opened++;
}

static void *fake_map(int fd)
{
	fake.mapped++;
	return &fake.page[fd - 100];
}

static void fake_unmap(void *page)
{
	(void)page;
	fake.mapped--;
}

static void fake_shut(int fd)
{
	(void)fd;
	fake.shut++;
}

static long fake_reset(int fd)
{
	assert_int_equal(fd, 100);
	if (fake.closed) {
		fake.closed = fake.on = false;
		fake.opened = 0;
		return -EBADF;
	}
	fake.resets++;
	memset(fake.count, 0, sizeof(fake.count));
	forget();
	pass(fake.reset_ns);
	write_pages();
	return 0;
}

static long fake_toggle(int fd, int on)
{
	(void)fd;
	if (on && !fake.on)
		switch_to(true);
	else if (!on)
		switch_to(false);
	return 0;
}

static void may_switch(void)
{
	if (fake.switch_while_read && !--fake.switch_while_read)
		switch_to(true);
}

static uint64_t fake_rdpmc(uint32_t index)
{
	uint64_t value = 0;

	fake.rdpmcs++;
	may_switch();
	if (fake.disabled)
		return 0;
	if (fake.clears)	/* reading takes slots */
		fake.slots += READ_SLOTS;
	assert_true(fake.on && fake.page[0].index && fake.page[0].capabilities & 4);
	if (index == INDEX_SLOTS - 1) {
		value = (uint64_t)fake.slots & (fake.width < 64 ? (1ULL << fake.width) - 1 : ~0ULL);
	} else {
		assert_int_equal(index, INDEX_METRICS - 1);
		for (int i = 0; i < TDTOP_SELF_PARTS; i++)
			value |= fraction(i) << 8 * i;
		if (fake.clears)
			forget();
	}
	may_switch();
	return value;
}

static uint64_t fake_tsc(void)
{
	return fake.now;
}

static uint64_t fake_cpu_ns(void)
{
	return fake.now;
}

static const struct tdtop_self_ops *fake_ops(void)
{
	static const struct tdtop_self_ops ops = {
		fake_open, fake_map, fake_unmap, fake_shut, fake_reset, fake_toggle, fake_rdpmc,
		fake_tsc, fake_cpu_ns
	};

	return &ops;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Self-counting: readings by RDPMC and what is made of them, on a kernel and a CPU that are faked:
 * pages, registers with 8-bit fractions, switches as Linux' driver does them.
 */
#include "config.h"

#include <limits.h>

#include "tests/region/fake_counters.h"

static struct tdtop_self_host host;
static struct tdtop_self_task task;
static struct tdtop_self_reading reading;	/* the last one */

static const double ret[TDTOP_SELF_PARTS] = { 0.8, 0.04, 0.1, 0.06, 0.2, 0.03, 0.04, 0.02 };
static const double mem[TDTOP_SELF_PARTS] = { 0.1, 0.05, 0.15, 0.7, 0.04, 0.03, 0.1, 0.5 };

static struct { int32_t to_mark; char name[16]; } note_ret = { 0, "ret" }, note_mem = { 0, "mem" },
	note_lib = { 0, "lib" };
static const char program, library;

SETUP
{
	memset(&fake, 0, sizeof(fake));
	fake.width = 48;
	fake.refuse = UINT_MAX;
	for (int i = 0; i <= TDTOP_SELF_PARTS; i++)
		fake.page[i].capabilities = TDTOP_SELF_CAP_RDPMC | TDTOP_SELF_CAP_TIME;
	memset(&host, 0, sizeof(host));
	memset(&task, 0, sizeof(task));
	host.shared = calloc(1, sizeof(*host.shared));
	assert_non_null(host.shared);
	host.names = host.shared->names = host.shared->threads = 1;
	host.parts = TDTOP_SELF_PARTS;
	task.host = &host;
	task.random = 1;
	task.slot = tdtop_self_slot_new(&host, 7);
	assert_int_equal(tdtop_self_open(&task.group, PERF_TYPE_RAW, TDTOP_SELF_PARTS, fake.clears), 0);
	assert_int_equal(tdtop_self_read(&task.group, &task.last), 0);
	task.window = task.last;
	task.slot->state = TDTOP_SELF_COUNTS;
}

TEARDOWN
{
	free(host.shared);
}

static void enter(const void *note)
{
	const uint32_t row = tdtop_self_mark(&task, &program, note, 1);

	if (task.slot->state == TDTOP_SELF_COUNTS)
		tdtop_self_step(&task, row, 1);
}

static void leave_to(const void *note)
{
	const uint32_t row = tdtop_self_mark(&task, &program, note, 0);

	if (task.slot->state == TDTOP_SELF_COUNTS)
		tdtop_self_step(&task, row, 0);
}

static void run(const void *note, uint64_t ns, const double split[TDTOP_SELF_PARTS])
{
	enter(note);
	work(ns, split);
	leave_to(NULL);
}

static const struct tdtop_self_row *row_of(const void *note)
{
	return &task.slot->row[tdtop_self_row_of(&task, note)];
}

/* The worst distance of a share to its truth, which must be within the stated error; 100: not known. */
static double worst(const struct tdtop_self_row *row, const double split[TDTOP_SELF_PARTS])
{
	double share[TDTOP_SELF_PARTS], error, distance = 0;

	if (!(tdtop_self_split(row, share, &error) > 0))
		return 100;
	for (int i = 0; i < TDTOP_SELF_PARTS; i++)
		distance = fmax(distance, fabs(share[i] - split[i]));
	assert_true(distance <= error + 1e-5);
	return distance;
}

TEST(the_group_is_slots_and_all_metrics)
{
	assert_int_equal(fake.opened, 9);
	assert_int_equal(fake.configs[0], 0x400);
	for (int i = 0; i < TDTOP_SELF_PARTS; i++)
		assert_int_equal(fake.configs[1 + i], 0x8000 + 0x100 * i);
	assert_int_equal(fake.shut, 8);	/* their pages keep them open */
}

TEST(what_was_opened_is_closed_when_an_event_is_refused)
{
	for (unsigned n = 0; n <= TDTOP_SELF_PARTS; n++) {
		struct tdtop_self_group group;

		fake.opened = fake.mapped = 0;
		fake.refuse = n;
		assert_int_equal(tdtop_self_open(&group, PERF_TYPE_RAW, TDTOP_SELF_PARTS, 0), -EINVAL);
		assert_int_equal(fake.mapped, 0);
		assert_int_equal(group.fd, -1);
	}
}

TEST(index_0_never_executes_rdpmc)
{
	switch_to(false);
	fake.rdpmcs = 0;
	assert_int_equal(tdtop_self_read(&task.group, &reading), 0);
	assert_false(reading.counting);
	switch_to(true);
	fake.page[1].index = 0;
	assert_int_equal(tdtop_self_read(&task.group, &reading), 0);
	assert_false(reading.counting);
	assert_int_equal(fake.rdpmcs, 0);
}

TEST(a_page_that_forbids_rdpmc_never_executes_it)
{
	fake.rdpmcs = 0;
	fake.page[0].capabilities = TDTOP_SELF_CAP_TIME;
	assert_int_equal(tdtop_self_read(&task.group, &reading), -1);
	fake.page[0].capabilities = TDTOP_SELF_CAP_RDPMC;
	fake.page[1].capabilities = 0;
	assert_int_equal(tdtop_self_read(&task.group, &reading), -1);
	assert_int_equal(fake.rdpmcs, 0);
	enter(&note_ret);
	assert_int_equal(task.slot->state, TDTOP_SELF_REFUSED);
	assert_int_equal(fake.mapped, 0);
}

TEST(a_page_that_changes_meanwhile_is_read_again)
{
	work(1000, ret);
	fake.switch_while_read = 2;
	assert_int_equal(tdtop_self_read(&task.group, &reading), 0);
	assert_int_equal(fake.rdpmcs, 2 + 4);	/* begin() has read once */
	assert_int_equal(reading.slots, 18000);
	assert_int_equal(reading.in_register, 0);
	assert_int_equal(reading.part[0], 18000 * 204 / 255);
}

TEST(a_page_that_changes_for_ever_is_given_up)
{
	fake.page[0].lock |= 1;
	assert_int_equal(tdtop_self_read(&task.group, &reading), -1);
}

TEST(the_register_is_extended_by_its_width)
{
	fake.count[0] = 1000;
	for (fake.width = 32; fake.width <= 64; fake.width += 16) {
		fake.slots = -256;
		write_pages();
		assert_int_equal(tdtop_self_read(&task.group, &reading), 0);
		assert_int_equal(reading.slots, 1000 - 256);
	}
}

TEST(times_go_on_between_the_kernels_looks_at_them)
{
	work(5000, ret);
	assert_int_equal(tdtop_self_read(&task.group, &reading), 0);
	assert_int_equal(reading.enabled_ns, 5000);
	assert_int_equal(reading.running_ns, 5000);
	switch_to(false);
	work(3000, ret);
	assert_int_equal(tdtop_self_read(&task.group, &reading), 0);
	assert_int_equal(reading.enabled_ns, 8000);
	assert_int_equal(reading.running_ns, 5000);
}

TEST(without_the_clock_of_the_page_it_is_that_of_the_thread)
{
	for (int i = 0; i <= TDTOP_SELF_PARTS; i++)
		fake.page[i].capabilities = TDTOP_SELF_CAP_RDPMC;
	switch_to(true);
	assert_int_equal(tdtop_self_read(&task.group, &reading), 0);
	work(5000, ret);
	assert_int_equal(tdtop_self_read(&task.group, &reading), 0);
	assert_int_equal(reading.enabled_ns, 5000);
}

TEST(a_delta_is_right_across_switches)
{
	for (int restores = 0; restores < 2; restores++) {
		memset(task.slot->row, 0, sizeof(task.slot->row));
		fake.restores = restores;
		assert_int_equal(fake_reset(100), 0);
		assert_int_equal(tdtop_self_try_switch(&task.group), -1);	/* nothing was counted */
		work(1000, mem);
		assert_int_equal(tdtop_self_try_switch(&task.group), restores);
		task.group.restores = restores;
		assert_int_equal(fake_reset(100), 0);
		assert_int_equal(tdtop_self_read(&task.group, &task.last), 0);
			enter(&note_ret);
		for (int i = 0; i < 10; i++) {
			work(100000 + 30000 * (uint64_t)i, ret);
			switch_to(true);
		}
		work(7000, ret);
		leave_to(NULL);
		assert_int_equal(row_of(&note_ret)->slots, (1000000 + 30000 * 45 + 7000) * SLOTS_A_NS);
		assert_true(worst(row_of(&note_ret), ret) < 0.003);
	}
}

/* Runs in turns of both splits, with a switch behind each; returns what the whole is in truth. */
static void run_with_switches(uint64_t seed, uint64_t turns, double truth[TDTOP_SELF_PARTS])
{
	double all = 0;

	memset(truth, 0, TDTOP_SELF_PARTS * sizeof(*truth));
	for (uint64_t i = 0; i < turns; i++) {
		const double *split = (seed * 31 + i * i) % 5 < 2 ? ret : mem;
		const uint64_t ns = 20000 + (seed * 7919 + i * i * 104729) % 90000;

		work(ns, split);
		switch_to(false);
		switch_to(true);
		for (int part = 0; part < TDTOP_SELF_PARTS; part++)
			truth[part] += (double)ns * split[part];
		all += (double)ns;
	}
	for (int part = 0; part < TDTOP_SELF_PARTS; part++)
		truth[part] /= all;
}

/* Each switch rounds the register, so that what it says wanders away from what was. */
TEST(the_stated_error_holds_across_many_switches)
{
	double truth[TDTOP_SELF_PARTS], share[TDTOP_SELF_PARTS], error, wrong, most = 0;

	fake.restores = true;
	task.group.restores = 1;
	for (uint64_t seed = 1; seed < 200; seed++) {
		memset(task.slot->row, 0, sizeof(task.slot->row));
		assert_int_equal(fake_reset(100), 0);
		assert_int_equal(tdtop_self_read(&task.group, &task.last), 0);
		enter(&note_mem);
		run_with_switches(seed, 2 + seed, truth);
		leave_to(NULL);
		wrong = worst(row_of(&note_mem), truth);
		assert_true(tdtop_self_split(row_of(&note_mem), share, &error) > 0);
		assert_true(error < 0.01 + 0.0011 * (double)(2 + seed));
		most = fmax(most, wrong);
	}
	assert_true(most > 0.004);	/* or the switches have cost nothing */
}

TEST(a_delta_is_right_across_a_reset)
{
	fake.reset_ns = 1000;
	for (int i = 0; i < 50; i++) {
		run(&note_ret, 200000, ret);	/* each change can have its reset */
		run(&note_mem, 300000, mem);
	}
	assert_true(fake.resets >= 99);
	assert_int_equal(row_of(&note_ret)->slots, 50 * 200000 * SLOTS_A_NS);
	assert_int_equal(row_of(&note_mem)->slots, 50 * 300000 * SLOTS_A_NS);
	assert_int_equal(row_of(&note_ret)->entries, 50);
	assert_true(worst(row_of(&note_ret), ret) < 0.003);
	assert_true(worst(row_of(&note_mem), mem) < 0.003);
}

static void open_clearing(bool restores)
{
	tdtop_self_close(&task.group);
	fake.opened = 0;
	fake.clears = true;
	fake.restores = restores;
	switch_to(false);
	memset(fake.count, 0, sizeof(fake.count));
	forget();
	assert_int_equal(tdtop_self_open(&task.group, PERF_TYPE_RAW, TDTOP_SELF_PARTS, 1), 0);
	work(1000, mem);
	assert_int_equal(tdtop_self_try_switch(&task.group), restores);
	task.group.restores = restores;
	assert_int_equal(tdtop_self_reset(&task.group), 0);
	assert_int_equal(tdtop_self_read(&task.group, &task.last), 0);
	memset(task.slot->row, 0, sizeof(task.slot->row));
	fake.resets = 0;
}

/* Exactly, but for the slots of readings. */
static void has_counted(const void *note, uint64_t ns, int readings, const double split[TDTOP_SELF_PARTS])
{
	const struct tdtop_self_row *row = row_of(note);

	assert_in_range(row->slots, ns * SLOTS_A_NS, ns * SLOTS_A_NS + (uint64_t)readings * 4 * READ_SLOTS);
	assert_int_equal(row->exact_slots, row->slots);
	assert_true(worst(row, split) < 0.003);
}

TEST(where_readings_clear_the_shortest_regions_are_exact_without_resets)
{
	for (int restores = 0; restores < 2; restores++) {
		open_clearing(restores);
		for (int i = 0; i < 5000; i++) {
			run(&note_ret, 2000, ret);
			run(&note_mem, 3000, mem);
		}
		has_counted(&note_ret, 5000 * 2000, 5000, ret);
		has_counted(&note_mem, 5000 * 3000, 5000, mem);
		assert_int_equal(fake.resets, 0);
	}
}

TEST(where_readings_clear_no_switch_adds_or_takes_slots_wherever_it_comes)
{
	for (int restores = 0; restores < 2; restores++)
		for (int place = 0; place <= 4; place++) {
			open_clearing(restores);
			for (int i = 0; i < 20; i++) {
				enter(&note_ret);
				work(50000, ret);
				switch_to(true);
				work(30000, ret);
				fake.switch_while_read = place;
				leave_to(&note_mem);
				work(10000, mem);
				leave_to(NULL);
			}
			has_counted(&note_ret, 20 * 80000, 20, ret);
			has_counted(&note_mem, 20 * 10000, 20, mem);
		}
}

/* Which way the hardware rounds is not published. */
TEST(the_stated_error_holds_whichever_way_fractions_are_rounded)
{
	for (int i = 0; i < 9; i++) {
		fake.rounds = 0.49 * (i % 3) - 0.5;	/* down, to the nearest, up */
		if (i >= 6)
			open_clearing(true);
		task.reset_ns = fake.reset_ns = i < 3 ? 1000 : 30000;	/* all have resets, or some */
		memset(task.slot->row, 0, sizeof(task.slot->row));
		for (int n = 0; n < 300; n++) {
			run(&note_ret, 250000, ret);
			run(&note_mem, 300000, mem);
		}
		assert_true(worst(row_of(&note_ret), ret) < 0.02 && worst(row_of(&note_mem), mem) < 0.02);
	}
}

/* "User disable" of Linux 7.0. */
TEST(a_counter_that_reads_0_is_not_counted)
{
	for (int clears = 0; clears < 2; clears++) {
		if (clears)
			open_clearing(true);
		run(&note_ret, 300000, ret);
		fake.disabled = true;
		run(&note_ret, 700000, mem);
		fake.disabled = false;
		run(&note_mem, 100000, mem);	/* begins with a reading of all since then */
		run(&note_ret, 300000, ret);
		assert_in_range(row_of(&note_ret)->slots, 600000 * SLOTS_A_NS, 600010 * SLOTS_A_NS);
		assert_in_range(row_of(&note_mem)->slots, 100000 * SLOTS_A_NS, 100010 * SLOTS_A_NS);
		assert_int_equal(row_of(&note_ret)->cpu_ns, 1300000);
		assert_int_equal(row_of(&note_ret)->counted_ns, 600000);
	}
}

TEST(a_file_that_was_closed_is_opened_again)
{
	run(&note_ret, 300000, ret);
	fake.closed = true;
	fake.reset_ns = 1000;
	work(2000000000, mem);
	run(&note_ret, 300000, ret);
	run(&note_ret, 300000, ret);
	assert_int_equal(task.slot->state, TDTOP_SELF_COUNTS);
	assert_int_equal(fake.mapped, 1 + TDTOP_SELF_PARTS);
	assert_int_equal(row_of(&note_ret)->entries, 3);
	assert_int_equal(row_of(&note_ret)->slots, 900000 * SLOTS_A_NS);
	assert_true(worst(row_of(&note_ret), ret) < 0.003);
	assert_int_equal(host.shared->not_counted, 0);
}

TEST(a_thread_that_cannot_go_on_is_said_to_be_not_counted)
{
	run(&note_ret, 300000, ret);
	fake.closed = true;
	fake.refuse = 0;
	work(2000000000, mem);
	run(&note_ret, 300000, ret);
	assert_int_equal(task.slot->state, TDTOP_SELF_REFUSED);
	assert_int_equal(fake.mapped, 0);
	assert_int_equal(host.shared->not_counted, 1);
}

TEST(the_register_is_reset_each_second_at_least)
{
	const double cost = 0.5;

	fake.reset_ns = (uint64_t)(cost * 1e9);	/* never affordable */
	task.reset_ns = fake.reset_ns;
	for (int i = 0; i < 100; i++)
		run(&note_ret, 50000000, ret);
	assert_in_range(fake.resets, 4, 5);
	assert_int_equal(task.slot->resets, fake.resets);
}

/* Where most regions begin long after a reset, the register shows the mixture of all. */
TEST(short_regions_have_their_own_split_and_not_the_mixture)
{
	fake.reset_ns = 10000;
	for (int i = 0; i < 50000; i++) {
		run(&note_ret, 20000, ret);
		run(&note_mem, 20000, mem);
	}
	assert_true(fake.resets > 500);
	assert_true((double)fake.resets * 10000 / (double)fake.now < 0.011);	/* 1 % */
	assert_true(worst(row_of(&note_ret), ret) < 0.01);
	assert_true(worst(row_of(&note_mem), mem) < 0.01);
	assert_int_equal(row_of(&note_ret)->slots, 50000LL * 20000 * SLOTS_A_NS);
	assert_true(row_of(&note_ret)->exact_slots < row_of(&note_ret)->slots / 4);
}

TEST(rough_deltas_are_within_their_stated_error)
{
	task.reset_ns = fake.reset_ns = 400000000;
	for (int i = 0; i < 3000; i++) {
		const struct tdtop_self_row *row;
		int64_t wrong;

		run(&note_ret, 30000 + 1000 * (uint64_t)(i % 7), ret);
		run(&note_mem, 50000, mem);
		row = row_of(&note_mem);
		for (int part = 0; part < TDTOP_SELF_PARTS; part++) {
			wrong = row->exact[part] + row->rough[part] - (int64_t)((double)row->slots * mem[part]);
			assert_true((uint64_t)llabs(wrong) <= row->rough_error + row->slots / 500 + 1);
		}
	}
}

TEST(a_split_that_is_too_coarse_is_not_known)
{
	double share[TDTOP_SELF_PARTS], error;
	struct tdtop_self_row row = { .slots = 1000000, .rough_error = 10001, .rough = { 500000 } };

	assert_true(tdtop_self_split(&row, share, &error) == 0);
	row.rough_error = 10000;
	assert_true(tdtop_self_split(&row, share, &error) == 1000000);
	assert_true(fabs(share[0] - 0.5) < 1e-9 && fabs(error - 0.01 - 1.0 / 255) < 1e-9);
	row.rough_error = 500000;
	row.exact_slots = 1000;
	row.exact[0] = 200;
	assert_true(tdtop_self_split(&row, share, &error) == 1000);	/* of the exact ones alone */
	assert_true(fabs(share[0] - 0.2) < 1e-9 && fabs(error - 1.0 / 255) < 1e-9);
	memset(&row, 0, sizeof(row));
	assert_true(tdtop_self_split(&row, share, &error) == 0);
}

TEST(entries_and_threads_are_added_before_shares)
{
	struct tdtop_self_row a = { .slots = 900, .exact_slots = 900, .exact = { 900 } };
	const struct tdtop_self_row b = { .slots = 100, .exact_slots = 100, .exact = { 0 } };
	double share[TDTOP_SELF_PARTS], error;

	tdtop_self_row_add(&a, &b);
	assert_true(tdtop_self_split(&a, share, &error) == 1000);
	assert_true(fabs(share[0] - 0.9) < 1e-9);	/* not the mean of 1 and 0 */
}

TEST(what_another_program_leaves_is_not_counted)
{
	enter(&note_ret);
	work(50000000, ret);
	switch_to(false);
	work(50000000, mem);
	switch_to(true);
	leave_to(NULL);
	assert_int_equal(row_of(&note_ret)->slots, 0);
	assert_int_equal(row_of(&note_ret)->counted_ns, 0);
	assert_int_equal(row_of(&note_ret)->cpu_ns, 100000000);
	assert_int_equal(task.slot->state, TDTOP_SELF_COUNTS);	/* one gap is not yet a rival */
}

TEST(a_thread_stops_when_another_program_has_the_counter)
{
	host.said_taken = 1;	/* not on the test's stderr */
	for (int i = 0; i < 10; i++) {
		run(&note_ret, 40000000, ret);
		switch_to(i & 1);
	}
	assert_int_equal(task.slot->state, TDTOP_SELF_TAKEN);
	assert_in_range(task.slot->taken_permille, 300, 700);
	assert_int_equal(host.shared->taken_permille, task.slot->taken_permille);
	assert_int_equal(fake.mapped, 0);
	assert_true(worst(row_of(&note_ret), ret) < 0.003);	/* what was counted is right */
}

TEST(a_clock_that_goes_back_adds_nothing)
{
	struct tdtop_self_reading a = { .counting = 1, .enabled_ns = 1000, .running_ns = 1000, .slots = 5 };
	const struct tdtop_self_reading b = { .counting = 1, .enabled_ns = 900, .running_ns = 900, .slots = 9 };
	struct tdtop_self_row row = { 0 };

	tdtop_self_add(&row, 8, &a, &b);
	assert_int_equal(row.cpu_ns, 0);
	a.enabled_ns = a.running_ns = 800;
	a.slots = 10;		/* the counter has overflowed */
	tdtop_self_add(&row, 8, &a, &b);
	assert_int_equal(row.cpu_ns, 100);
	assert_int_equal(row.slots, 0);
}

TEST(nested_regions_count_for_the_innermost_alone)
{
	enter(&note_ret);
	work(200000, ret);
	enter(&note_mem);
	work(300000, mem);
	leave_to(&note_ret);
	work(100000, ret);
	leave_to(NULL);
	assert_int_equal(row_of(&note_ret)->cpu_ns, 300000);
	assert_int_equal(row_of(&note_mem)->cpu_ns, 300000);
	assert_int_equal(row_of(&note_ret)->entries, 1);
	assert_true(worst(row_of(&note_mem), mem) < 0.003);
}

TEST(the_end_of_a_librarys_region_goes_back_to_the_programs)
{
	const uint32_t ret_row = tdtop_self_row_of(&task, &note_ret);
	const uint32_t lib_row = tdtop_self_row_of(&task, &note_lib);
	const uint32_t mem_row = tdtop_self_row_of(&task, &note_mem);

	assert_int_equal(tdtop_self_mark(&task, &program, &note_ret, 1), ret_row);
	assert_int_equal(tdtop_self_mark(&task, &library, &note_lib, 1), lib_row);
	assert_int_equal(tdtop_self_mark(&task, &program, &note_mem, 1), mem_row);	/* calls back */
	assert_int_equal(tdtop_self_mark(&task, &program, &note_ret, 0), lib_row);
	assert_int_equal(tdtop_self_mark(&task, &library, NULL, 0), ret_row);
	assert_int_equal(tdtop_self_mark(&task, &program, NULL, 0), 0);
	assert_int_equal(task.depth, 0);
}

TEST(a_descriptor_can_be_another_regions_after_dlclose)
{
	struct { int32_t to_mark; char name[16]; } note = { 0, "first" };
	const uint32_t first = tdtop_self_row_of(&task, &note);

	strcpy(note.name, "second");
	assert_int_not_equal(tdtop_self_row_of(&task, &note), first);
	strcpy(note.name, "first");
	assert_int_equal(tdtop_self_row_of(&task, &note), first);
}

TEST(names_beyond_the_last_are_one_row)
{
	struct { int32_t to_mark; char name[64]; } note = { 0, "" };

	for (int i = 0; i < 200; i++) {
		snprintf(note.name, sizeof(note.name), "region %d, whose name is much longer than 47 bytes", i);
		(void)tdtop_self_row_of(&task, &note);
	}
	assert_int_equal(host.shared->names, TDTOP_SELF_NAMES);
	assert_string_equal(host.shared->name[TDTOP_SELF_NAMES - 1], "(more names)");
	assert_int_equal(tdtop_self_row_of(&task, &note), TDTOP_SELF_NAMES - 1);
	assert_int_equal(strlen(host.shared->name[1]), TDTOP_SELF_NAME - 1);
}

TEST(a_thread_that_ends_leaves_its_sums)
{
	run(&note_ret, 300000, ret);
	tdtop_self_slot_end(&host, task.slot);
	assert_int_equal(task.slot->tid, 0);
	assert_int_equal(row_of(&note_ret)->slots, 0);
	assert_int_equal(host.shared->thread[0].row[1].slots, 300000 * SLOTS_A_NS);
	assert_int_equal(host.shared->moves, 2);
	assert_ptr_equal(tdtop_self_slot_new(&host, 8), task.slot);
	assert_int_equal(task.slot->sequence & 1, 0);
}

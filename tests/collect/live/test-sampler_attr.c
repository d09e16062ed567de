/* SPDX-License-Identifier: GPL-2.0-only */
/* Attrs, periods and sizes of sampling events; and the sentences about how sampling goes. */
#include "config.h"
#include "collect/live/sampler_attr.h"

#include "collect/live/sampler_parts.h"
#include "tests/fixtures/test_main.h"

static struct sample_choice choice_of(uint32_t type, uint64_t period)
{
	struct sample_choice choice = { .has = { [TYPE_CORE] = true } };

	choice.attr[TYPE_CORE] = (struct perf_event_attr){ .type = type, .sample_period = period };
	return choice;
}

/* IBS ignores the last four bits, and Linux refuses them (perf_ibs_init()): 16 times a prime. */
TEST(a_period_is_the_prime_that_keeps_to_the_rate_within_bounds)
{
	static const struct {
		double per_second, rate;
		uint64_t period;
		uint32_t step;
	} rows[] = {
		{ 3e9, 1000, 3000017, 1 }, { 1e9, 1000, 1000003, 1 }, { 1e9 + 1, 1000, 1000003, 1 },
		{ 1e9, 99, 10101023, 1 }, { 7, 1000, 101, 1 }, { 0, 1000, 101, 1 },	/* a very rare one: the shortest */
		{ 3e9, 1000, 16 * UINT64_C(187507), 16 },
	};
	struct sample_choice choice = choice_of(PERF_TYPE_RAW, 2000003);

	assert_true(sampler_period(&choice, 1e300, 1e-9) >= 1ULL << 34);	/* a count without bounds */
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		choice.period_step = rows[i].step;
		assert_int_equal(sampler_period(&choice, rows[i].per_second, rows[i].rate), rows[i].period);
	}
}

TEST(varied_periods_give_as_many_samples_as_the_one_they_vary_around)
{
	const struct sample_choice choice = choice_of(PERF_TYPE_RAW, 1000003);
	double per_count = 0;

	for (int i = 0; i < 1000; i++)
		per_count += 1e-3 / (double)sampler_period_varied(&choice, 1000003, (i + .5) / 1000);
	assert_true(fabs(per_count * 1000003 - 1) < 0.001);
	assert_int_equal(sampler_period_varied(&choice, 1000003, 0), 462103);
	assert_int_equal(sampler_period_varied(&choice, 1000003, 0.999999), 1848397);
	assert_int_equal(sampler_period_varied(&choice, 101, 0), 101);
}

TEST(only_the_software_clock_of_a_cpu_leaves_out_the_idle_task)
{
	struct sample_choice choice = choice_of(PERF_TYPE_SOFTWARE, 1000003);
	struct sampler_how how = sampler_how_of(&choice);

	assert_int_equal(sampler_attr(&choice, TYPE_CORE, &how).exclude_idle, 0);
	how.by_cpu = true;
	assert_int_equal(sampler_attr(&choice, TYPE_CORE, &how).exclude_idle, 1);
	choice.attr[TYPE_CORE].type = PERF_TYPE_RAW;
	assert_int_equal(sampler_attr(&choice, TYPE_CORE, &how).exclude_idle, 0);
}

TEST(a_ring_holds_what_comes_until_it_is_drained)
{
	const struct sample_choice choice = choice_of(PERF_TYPE_RAW, 400009);
	struct perf_event_attr attr = choice.attr[TYPE_CORE];

	assert_int_equal(sampler_sample_bytes(&attr, 32), 56);
	assert_int_equal(sampler_ring_pages(56, 1000, 250000000, 4096), 4);
	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	assert_int_equal(sampler_sample_bytes(&attr, 32), 56 + 16 + 32 * 24);
	assert_int_equal(sampler_ring_pages(840, 1000, 250000000, 4096), 64);
	assert_int_equal(sampler_ring_pages(840, 1000, 250000000, 65536), 4);
	assert_int_equal(sampler_ring_pages(840, 1e9, 250000000, 4096), 256);
}

TEST(call_stacks_by_lbr_are_no_branches)
{
	struct sample_choice choice = choice_of(PERF_TYPE_RAW, 400009);
	struct sampler_how how = sampler_how_of(&choice);

	choice.attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_CALLCHAIN;
	choice.attr[TYPE_CORE].branch_sample_type = PERF_SAMPLE_BRANCH_CALL_STACK;
	choice.event.has_calls = choice.event.calls_by_lbr = true;
	assert_true(sampler_event(&choice, &how).calls_in_branches);
	how.no_stacks = true;
	assert_false(sampler_event(&choice, &how).calls_in_branches);
	assert_false(sampler_event(&choice, &how).event.has_calls);
	assert_int_equal(sampler_attr(&choice, TYPE_CORE, &how).branch_sample_type, 0);
}

TEST(a_remark_has_only_whole_sentences_the_most_important_first_and_one_that_is_too_long_is_cut)
{
	struct sampler_remarks remarks = { .gave_way = true, .slots = 0.7, .starved = 0.5,
					   .throttled = 3, .births = 60, .note = "about the event" };
	char text[220];

	sampler_remark(&remarks, text, sizeof(text));
	assert_string_equal(text, "stopped: beside it the SLOTS groups ran 70 % of the time, and "
				  "without it all of it; choose another event; the kernel has "
				  "throttled it 3 times; the event had a counter 50 % of the time; "
				  "about the event");
	remarks = (struct sampler_remarks){ .starved = 1 };
	sampler_remark(&remarks, text, sizeof(text));
	assert_string_equal(text, "");
	remarks.note = "longer than there is room";
	sampler_remark(&remarks, text, 8);
	assert_string_equal(text, "longer ");
}


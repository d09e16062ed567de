/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Branches and blocks of profiles against the exact table. The programs and the emulator do the
 * same each time, but not on each machine: another compiler, C library or path makes other samples.
 * So the bounds are those that chance keeps.
 */
#include "config.h"
#include "model/branches/tallies.h"

#include "tests/fixtures/test_main.h"
#include "tests/truth/truth_run.h"
#include "tests/truth/truth_score.h"

/* Prime periods: none is a multiple of a loop. */
#define FEW_PERIODS "taken:1009:32:any taken:1013:32:any taken:1019:32:any taken:1021:16:any "
#define PERIODS                                                                                    \
	FEW_PERIODS "taken:1031:32:any taken:1033:32:any taken:1039:32:any taken:1049:16:any"

static void score_periods(const char *name, const char *periods, int n,
			  struct truth_score score[TRUTH_QUANTITIES])
{
	truth_run(name, "", periods);
	for (int i = 0; i < n; i++) {
		truth_profile(name, 1ULL << i, false);
		assert_int_equal(made.profile->event.trigger, TRIGGER_TAKEN);
		truth_score_add(score);
	}
	print_message("%s:\n", name);
	truth_score_print(score);
}

/*
 * The parts of n values that are within one and two errors, and how far they may be off: 5 points,
 * since errors are not quite normal, and 3 standard deviations. Values of one recording depend on
 * each other, so they count as two thirds as many.
 */
static void assert_parts(const struct truth_score *score)
{
	double n = (double)score->n / 1.5;
	double within_1 = (double)score->within_1 / (double)score->n;
	double within_2 = (double)score->within_2 / (double)score->n;

	assert_true(fabs(within_1 - 0.683) < 0.05 + 3 * sqrt(0.683 * 0.317 / n));
	assert_true(within_2 > 0.954 - 0.05 - 3 * sqrt(0.954 * 0.046 / n));
}

/* What the program does next depends on nothing that it did: then errors are neither too small nor
 * too large. */
TEST(errors_of_a_program_by_chance_are_what_they_say)
{
	struct truth_score score[TRUTH_QUANTITIES] = { 0 };

	score_periods("loops", PERIODS, 8, score);
	for (int i = 0; i < TRUTH_QUANTITIES; i++) {
		print_message("checked: %s\n", truth_quantity_names[i]);
		assert_true(score[i].n >= 40);
		assert_parts(&score[i]);
		/* of cycles what is rare and long may be missing */
		assert_true(score[i].worst < 6 || i == TRUTH_CYCLES || i == TRUTH_BLOCK_CYCLES);
	}
}

/*
 * A program in phases is met by regular samples more evenly than by chance: then errors are too
 * large, but not too small. (Times are left out: a mean without the rare value that takes longest
 * does not know its error.)
 */
static void errors_are_not_too_small(const char *name)
{
	static const enum truth_quantity checked[] = { TRUTH_SHARE, TRUTH_PROBABILITY,
						       TRUTH_MISP_TAKEN, TRUTH_MISP_ALL };
	struct truth_score score[TRUTH_QUANTITIES] = { 0 };
	double n = 0, within_1 = 0, squares = 0;

	score_periods(name, FEW_PERIODS, 4, score);
	for (size_t i = 0; i < sizeof(checked) / sizeof(checked[0]); i++) {
		n += (double)score[checked[i]].n;
		within_1 += (double)score[checked[i]].within_1;
		squares += score[checked[i]].squares;
	}
	assert_true(n >= 50);
	assert_true(within_1 > 0.55 * n);
	assert_true(squares < 1.4 * 1.4 * n);
}

TEST(errors_of_a_program_of_cxx_are_not_too_small)
{
	errors_are_not_too_small("shapes");
}

TEST(errors_of_a_program_of_rust_are_not_too_small)
{
	errors_are_not_too_small("collatz");
}

TEST(errors_of_a_program_of_arm64_are_not_too_small)
{
	errors_are_not_too_small("loops.arm64");
}

/*
 * Stacks that instructions have triggered prefer long blocks, those of cycles slow ones, and those
 * of all branches what is not taken often: shares are wrong by more than their errors. It must not
 * look as if they were not.
 */
static void assert_trigger(const char *name, int sampler, enum trigger trigger)
{
	struct truth_score score[TRUTH_QUANTITIES] = { 0 };
	double deviations;

	truth_profile(name, 1ULL << sampler, false);
	truth_score_add(score);
	assert_int_equal(made.profile->event.trigger, trigger);
	deviations = (made.profile->bias.value - made.profile->bias_chance) / made.profile->bias.error;
	print_message("%s, trigger %d: bias %.4f, %.1f deviations from chance; shares rms %.2f\n",
		      name, (int)trigger, made.profile->bias.value, deviations,
		      sqrt(score[TRUTH_SHARE].squares / (double)score[TRUTH_SHARE].n));
	if (trigger == TRIGGER_TAKEN) {
		assert_true(deviations < 4);
	} else {
		assert_true(deviations > 5);
		assert_true(score[TRUTH_SHARE].squares > 1.7 * (double)score[TRUTH_SHARE].n);
	}
}

TEST(the_flow_check_tells_fair_samples_from_others)
{
	static const char *const names[] = { "loops", "shapes" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		truth_run(names[i], "",
			  "taken:1009:32:any instructions:5003:32:any cycles:5003:32:any "
			  "branches:509:32:any");
		assert_trigger(names[i], 0, TRIGGER_TAKEN);
		assert_trigger(names[i], 1, TRIGGER_INSTRUCTIONS);
		assert_trigger(names[i], 2, TRIGGER_CYCLES);
		assert_trigger(names[i], 3, TRIGGER_BRANCHES);
	}
}

/* Places of a program that is not moved, and of one without names, are those of the table. */
TEST(addresses_of_other_kinds_of_programs_are_right)
{
	static const char *const names[] = { "loops.nopie", "loops.static", "loops.stripped" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct truth_score score[TRUTH_QUANTITIES] = { 0 };

		truth_run_profile(names[i], "100000", "taken:401:32:any");
		assert_true(made.profile->stacks > 1000);
		truth_score_add(score);
		assert_true(score[TRUTH_SHARE].n >= 20);
		assert_int_equal(made.profile->dropped.no_mapping, 0);
	}
}

/* Four threads, and a library that is opened while the program runs. */
TEST(threads_are_one_profile)
{
	struct truth_score score[TRUTH_QUANTITIES] = { 0 };
	bool library = false;

	truth_run_profile("threads", "100000", "taken:1009:32:any");
	truth_score_add(score);
	truth_score_print(score);
	for (size_t i = 0; i < made.profile->n_branches; i++) {
		uint32_t object = made.profile->branches[i].from.object;

		library = library || strstr(made.profile->objects[object].path, "/libm.so") ||
			  strstr(made.profile->objects[object].path, "/libm-");
	}
	assert_true(library);
	assert_true(score[TRUTH_SHARE].n >= 8);
	assert_true(score[TRUTH_SHARE].worst < 4);
}

/* A loop of 5 turns in memory of the program, later one of 9 in its place. */
static void assert_jit(const char *program)
{
	struct truth_score score[TRUTH_QUANTITIES] = { 0 };
	size_t seen = 0;

	truth_run_profile(program, "", "taken:101:32:any");
	truth_score_add(score);
	for (size_t i = 0; i < made.profile->n_branches; i++) {
		const struct profile_branch *branch = &made.profile->branches[i];

		if (made.profile->objects[branch->from.object].kind != OBJECT_JIT ||
		    branch->kind != BRANCH_CONDITIONAL)
			continue;
		print_message("%.4f +- %.4f\n", branch->probability.value,
			      branch->probability.error);
		assert_true(fabs(branch->probability.value - (4 + 8) / (5 + 9.0)) < 0.01);
		seen++;
	}
	assert_int_equal(seen, 1);
}

TEST(code_that_a_program_of_x86_64_writes_is_seen)
{
	assert_jit("jit");
}

TEST(code_that_a_program_of_arm64_writes_is_seen)
{
	assert_jit("jit.arm64");
}

/* As Zen 4: 16 entries, mispredictions, no cycles. */
TEST(a_recording_of_amd_has_branches_and_no_times)
{
	struct truth_score score[TRUTH_QUANTITIES] = { 0 };

	truth_run("loops", "", "taken:1009:16:any");
	truth_profile("loops", 0, true);
	truth_score_add(score);
	assert_int_equal(made.profile->event.trigger, TRIGGER_TAKEN);
	assert_int_equal(made.profile->depth, 16);
	assert_true(made.profile->mispredicts_known);
	assert_false(made.profile->cycles_known);
	assert_true(score[TRUTH_SHARE].n >= 20);
	assert_true((double)score[TRUTH_SHARE].within_2 > 0.80 * (double)score[TRUTH_SHARE].n);
	assert_int_equal(score[TRUTH_BLOCK_CYCLES].n, 0);
}

/* A conditional branch, of all its executions: only where those not taken are sampled too. */
TEST(mispredictions_of_all_need_those_not_taken)
{
	struct truth_score with[TRUTH_QUANTITIES] = { 0 }, without[TRUTH_QUANTITIES] = { 0 };
	size_t conditional = 0;

	truth_run("loops", "", "taken:1009:32:any not-taken-mispredicted:101:0:plain");
	truth_profile("loops", 1, false);
	truth_score_add(without);
	for (size_t i = 0; i < made.profile->n_branches; i++)
		if (made.profile->branches[i].kind == BRANCH_CONDITIONAL)
			assert_true(isnan(made.profile->branches[i].misp_all.value));

	truth_profile("loops", 3, false);
	truth_score_add(with);
	truth_score_print(with);
	for (size_t i = 0; i < made.profile->n_branches; i++)
		conditional += made.profile->branches[i].kind == BRANCH_CONDITIONAL &&
			       !isnan(made.profile->branches[i].misp_all.value);
	assert_true(conditional >= 5);
	assert_true(with[TRUTH_MISP_ALL].n >= without[TRUTH_MISP_ALL].n + 5);
	assert_true(with[TRUTH_MISP_ALL].worst < 4);
}

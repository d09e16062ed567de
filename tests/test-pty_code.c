/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The whole program on a pseudo-terminal, with recordings of samples: what opens without TopDown,
 * and what key b opens beside it.
 */
#include "config.h"

#include <unistd.h>

#include "tests/fixtures/fixture_pty.h"
#include "tests/fixtures/fixture_samples.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static char unpacked[64];

static int begin(const char *path)
{
	char *argv[] = { getenv("TDTOP"), (char *)"-i", (char *)path, NULL };

	return pty_begin(argv);
}

/* Unpacks a recording of tests/recordings/branches, and opens it. */
static int begin_packed(const char *name)
{
	size_t n;
	unsigned char *bytes = unpack_recording(name, &n);
	FILE *file;

	(void)snprintf(unpacked, sizeof(unpacked), "/tmp/tdtop-test-code-%d.data", (int)getpid());
	file = fopen(unpacked, "w");
	if (!file || fwrite(bytes, 1, n, file) != n || fclose(file))
		return -1;
	free(bytes);
	return begin(unpacked);
}

FIXTURE(begin_branches)
{
	return begin_packed("autofdo_haswell_perf-6.8.zst");
}

FIXTURE(begin_call_stacks)
{
	return begin_packed("perfparser_call_stacks.zst");
}

FIXTURE(begin_topdown)
{
	return begin(fixture("recordings", "level1.data"));
}

static char picture[64];

/* A picture of it: written, and the end. */
static int begin_screenshot(void **state)
{
	char *argv[] = { getenv("TDTOP"), (char *)"-i", unpacked, (char *)"--screenshot", picture,
			 NULL };

	(void)snprintf(picture, sizeof(picture), "/tmp/tdtop-test-code-%d.txt", (int)getpid());
	if (begin_branches(state))
		return -1;
	pty_end();
	return pty_begin(argv);
}

AROUND(end)
{
	pty_end();
	if (picture[0])
		(void)unlink(picture);
	picture[0] = '\0';
	if (unpacked[0])
		(void)unlink(unpacked);
	unpacked[0] = '\0';
}

const struct around_tests around_tests = { .setup = begin_branches, .teardown = end };

TEST(a_recording_without_topdown_opens_its_functions_at_once)
{
	pty_expect("145 stacks");
	pty_expect("hierarchical_");
	pty_quit("q");
}

TEST(its_branches_are_one_key_away)
{
	pty_expect("145 stacks");
	pty_type("b");
	pty_expect("MISP/TAKEN");
	pty_expect("+0x1262");
	pty_type("\033");
	pty_expect("q quits");
	pty_quit("q");
}

TEST_WITH(call_stacks_by_lbr_have_no_branches, begin_call_stacks, end)
{
	pty_expect("29 samples");
	pty_expect("no branch stacks");
	pty_type("b");
	pty_expect("(--call-graph");
	pty_quit("q");
}

/* Into the directory that tdtop was started in. */
TEST_WITH(its_call_stacks_are_written_to_a_file, begin_call_stacks, end)
{
	char path[96];

	(void)snprintf(path, sizeof(path), "tdtop-test-code-%d.data.folded", (int)getpid());
	(void)unlink(path);
	pty_expect("29 samples");
	pty_type("c");
	pty_expect("called functions");
	pty_type("Ef");
	pty_expect("ten to");	/* "written to": it may replace "writing" */
	pty_quit("q");
	assert_int_equal(access(path, R_OK), 0);
	assert_int_equal(unlink(path), 0);
}

TEST_WITH(a_screenshot_has_the_functions, begin_screenshot, end)
{
	pty_expect("<exit 0>");
	assert_non_null(strstr(text_of_file(picture), "145 stacks"));
}

TEST_WITH(a_recording_with_topdown_opens_as_before, begin_topdown, end)
{
	pty_expect("busy");
	pty_quit("q");
}

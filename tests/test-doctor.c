/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The screens of --doctor: machines of tests/machines/, a played kernel, golden texts
 * (SCREENS=update writes them).
 */
#include "config.h"
#include "collect/doctor.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/machine.h"

/* What the played kernel answers. */
struct answers {
	int open_errno;			/* of every open; 0: all well */
	uint64_t refused_config;	/* EINVAL for this event of a PMU only */
	uint64_t running_ns;		/* of 1000000 enabled */
};

static int play_open(void *data, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd)
{
	const struct answers *answers = data;

	(void)pid;
	(void)cpu;
	(void)group_fd;
	if (answers->refused_config && attr->type != PERF_TYPE_SOFTWARE &&
	    attr->config == answers->refused_config)
		return -EINVAL;
	return answers->open_errno ? -answers->open_errno : 100;
}

static int play_enable(void *data, int fd)
{
	(void)data;
	(void)fd;
	return 0;
}

static int play_read(void *data, int fd, void *bytes, size_t size)
{
	const struct answers *answers = data;
	const uint64_t words[] = { 1, 1000000, answers->running_ns };

	(void)fd;
	assert_true(size >= sizeof(words));
	memcpy(bytes, words, sizeof(words));
	return sizeof(words);
}

static void play_pause(void *data, int cpu)
{
	(void)data;
	(void)cpu;
}

static void play_close(void *data, int fd)
{
	(void)data;
	(void)fd;
}

/* The screen of a machine; *status what it returned. Valid until the next call. */
static const char *examine(const char *machine, struct answers answers, int *status)
{
	const struct perf_sys sys = { .data = &answers, .open = play_open, .enable = play_enable,
				      .read = play_read, .pause = play_pause, .close = play_close };
	static struct diagnosis diagnosis;
	static char text[16384];
	FILE *out = fmemopen(text, sizeof(text), "w");

	assert_non_null(out);
	doctor_examine(machine_root(machine), &sys, &diagnosis);
	*status = doctor_print(&diagnosis, out);
	doctor_done(&diagnosis);
	(void)fclose(out);
	return text;
}

static void compare_with_golden(const char *machine, const char *text)
{
	const char *update = getenv("SCREENS");
	char name[64], golden[16384];
	FILE *file;

	(void)snprintf(name, sizeof(name), "doctor-%s.txt", machine);
	if (update && !strcmp(update, "update")) {
		file = fopen(fixture("golden", name), "we");
		assert_non_null(file);
		(void)fputs(text, file);
		(void)fclose(file);
	}
	file = fopen(fixture("golden", name), "re");
	if (!file)
		fail_msg("%s is missing; SCREENS=update writes it", name);
	golden[fread(golden, 1, sizeof(golden) - 1, file)] = '\0';
	(void)fclose(file);
	assert_string_equal(text, golden);
}

static void expect_screen(const char *machine, struct answers answers, int want_status)
{
	const char *text;
	int status;

	text = examine(machine, answers, &status);
	compare_with_golden(machine, text);
	assert_int_equal(status, want_status);
}

static const struct answers all_well = { .running_ns = 1000000 };

static void a_server_with_cap_perfmon_will_count(void **state)
{
	(void)state;
	expect_screen("intel-spr", all_well, 0);
}

static void a_desktop_of_root_will_count_level_1(void **state)
{
	(void)state;
	expect_screen("intel-icl", all_well, 0);
}

static void a_guest_without_counters_cannot_count_and_says_why(void **state)
{
	(void)state;
	expect_screen("vm-no-pmu", all_well, 1);
}

static void a_container_is_told_to_go_outside(void **state)
{
	(void)state;
	expect_screen("container", (struct answers){ .open_errno = EACCES }, 1);
}

static void a_cpu_of_another_family_cannot_count_yet(void **state)
{
	(void)state;
	expect_screen("amd-zen4", all_well, 1);
}

static void expect_line(const char *text, const char *line)
{
	if (!strstr(text, line))
		fail_msg("no \"%s\" in:\n%s", line, text);
}

static void a_taken_counter_means_no(void **state)
{
	const char *text;
	int status;

	(void)state;
	text = examine("intel-spr", (struct answers){ .running_ns = 0 }, &status);
	expect_line(text, "\nno    counter       taken: ");
	assert_int_equal(status, 1);
}

static void a_shared_counter_is_a_note(void **state)
{
	const char *text;
	int status;

	(void)state;
	text = examine("intel-spr", (struct answers){ .running_ns = 500000 }, &status);
	expect_line(text, "\nnote  counter       somebody else counts slots too");
	assert_int_equal(status, 0);
}

static void level_2_that_does_not_open_is_a_note(void **state)
{
	const char *text;
	int status;

	(void)state;
	text = examine("intel-spr",
		       (struct answers){ .running_ns = 1000000, .refused_config = 0x8400 },
		       &status);
	expect_line(text,
		    "\nnote  trial         one CPU counts level 1 only, instructions and cycles\n");
	assert_int_equal(status, 0);
}

static void a_trial_that_works_overrules_the_paranoid_level(void **state)
{
	struct diagnosis diagnosis = { .opened = true };
	char text[4096] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");

	(void)state;
	assert_non_null(out);
	diagnosis.facts = (struct facts){ .perf = true, .paranoid = 4 };
	(void)doctor_print(&diagnosis, out);
	(void)fclose(out);
	expect_line(text, "\nok    permission    kernel.perf_event_paranoid is 4");
}

static void no_line_is_wider_than_100_columns(void **state)
{
	static const char *const machines[] = { "intel-spr", "intel-skx", "vm-no-pmu",
						"vm-part-pmu", "container", "bare-no-pmu",
						"arm-n1" };
	int status;

	(void)state;
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		const char *line = examine(machines[i], all_well, &status);

		for (; *line; line += strcspn(line, "\n") + 1)
			assert_in_range(strcspn(line, "\n"), 0, 100);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_server_with_cap_perfmon_will_count),
		cmocka_unit_test(a_desktop_of_root_will_count_level_1),
		cmocka_unit_test(a_guest_without_counters_cannot_count_and_says_why),
		cmocka_unit_test(a_container_is_told_to_go_outside),
		cmocka_unit_test(a_cpu_of_another_family_cannot_count_yet),
		cmocka_unit_test(a_taken_counter_means_no),
		cmocka_unit_test(a_shared_counter_is_a_note),
		cmocka_unit_test(level_2_that_does_not_open_is_a_note),
		cmocka_unit_test(a_trial_that_works_overrules_the_paranoid_level),
		cmocka_unit_test(no_line_is_wider_than_100_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

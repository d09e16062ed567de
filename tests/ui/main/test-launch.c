/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command of "tdtop -- command": when it starts, how it ends, and what becomes of its output
 * and its children. Uses real children; nothing is counted.
 */
#include "config.h"
#include "ui/main/session_parts.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

#define ARGUMENTS 4

static struct launch launch;
static struct err err;

static int prepare(const char *program, const char *first, const char *second, bool screen)
{
	char *command[ARGUMENTS] = { (char *)program, (char *)first, (char *)second, NULL };

	return launch_prepare(&launch, command, screen, &err);
}

static void prepare_shell(const char *script)
{
	assert_int_equal(prepare("sh", "-c", script, false), 0);
}

static void let_go(void)
{
	assert_int_equal(write(launch.go, "", 1), 1);
	assert_int_equal(launch_wait_exec(&launch, &err), 0);
}

/* Waits for the child's end without reaping it. */
static void wait_for_end(void)
{
	siginfo_t info;

	assert_int_equal(waitid(P_PID, (id_t)launch.pid, &info, WEXITED | WNOWAIT), 0);
}

/* Takes the place of glibc's: what was told to end does so, however slow this machine is. */
int nanosleep(const struct timespec *time, struct timespec *left)
{
	wait_for_end();
	return 0;
}

TEST(it_waits_until_the_counters_are_on)
{
	siginfo_t info = { .si_pid = 0 };

	prepare_shell("exit 7");
	assert_int_equal(waitid(P_PID, (id_t)launch.pid, &info, WEXITED | WNOHANG | WNOWAIT), 0);
	assert_int_equal(info.si_pid, 0);
	let_go();
	wait_for_end();
	assert_int_equal(launch_end(&launch, SIGTERM), 7);
}

TEST(it_is_not_executed_when_nothing_can_be_counted)
{
	prepare_shell("exit 7");
	assert_int_equal(launch_end(&launch, SIGTERM), LAUNCH_BY_SIGNAL + SIGTERM);
}

TEST(a_signal_that_ends_it_is_reported)
{
	prepare_shell("kill -KILL $$");
	let_go();
	wait_for_end();
	assert_int_equal(launch_end(&launch, SIGTERM), LAUNCH_BY_SIGNAL + SIGKILL);
}

TEST(how_it_has_ended_is_told_in_words)
{
	char text[96];

	prepare_shell("exit 3");
	launch_describe(&launch, text, sizeof(text));
	assert_string_equal(text, "");
	let_go();
	wait_for_end();
	assert_true(launch_ended(&launch));
	launch_describe(&launch, text, sizeof(text));
	assert_string_equal(text, "sh exited with status 3");
	assert_int_equal(launch_end(&launch, SIGTERM), 3);	/* it still has its status */
	prepare_shell("kill -KILL $$");
	let_go();
	wait_for_end();
	assert_true(launch_ended(&launch));
	launch_describe(&launch, text, sizeof(text));
	assert_string_equal(text, "sh ended by signal 9 (Killed)");
	assert_int_equal(launch_end(&launch, SIGTERM), LAUNCH_BY_SIGNAL + SIGKILL);
}

TEST(it_ends_with_us_by_our_signal)
{
	assert_int_equal(prepare("sleep", "1000", NULL, false), 0);
	let_go();
	assert_int_equal(launch_end(&launch, SIGINT), LAUNCH_BY_SIGNAL + SIGINT);
}

TEST(it_ends_even_if_it_is_stopped)
{
	siginfo_t info;

	prepare_shell("kill -STOP $$");
	let_go();
	assert_int_equal(waitid(P_PID, (id_t)launch.pid, &info, WSTOPPED | WNOWAIT), 0);
	assert_int_equal(launch_end(&launch, SIGTERM), LAUNCH_BY_SIGNAL + SIGTERM);
}

TEST(what_it_started_ends_with_it_when_it_has_no_terminal)
{
	int alive[2];
	char byte;

	assert_int_equal(pipe(alive), 0);
	assert_int_equal(prepare("sh", "-c", "sleep 1000 & wait", true), 0);
	close(alive[1]);	/* the children hold the other end */
	let_go();
	assert_int_equal(launch_end(&launch, SIGTERM), LAUNCH_BY_SIGNAL + SIGTERM);
	assert_int_equal(read(alive[0], &byte, 1), 0);
	close(alive[0]);
	while (wait(NULL) > 0)
		;		/* the sleep, if it is an orphan */
}

static void check_cannot_run(const char *program, int ret, const char *sentence)
{
	assert_int_equal(prepare(program, NULL, NULL, false), 0);
	assert_int_equal(write(launch.go, "", 1), 1);
	assert_int_equal(launch_wait_exec(&launch, &err), ret);
	assert_string_equal(err.text, sentence);
	(void)launch_end(&launch, SIGTERM);
}

TEST(a_missing_program_and_a_file_that_is_no_program_are_reported)
{
	check_cannot_run("/nowhere/tdtop-test", -ENOENT,
			 "cannot run \"/nowhere/tdtop-test\": No such file or directory");
	check_cannot_run("/etc/passwd", -EACCES, "cannot run \"/etc/passwd\": Permission denied");
}

/* In batch mode standard output is data. */
TEST(its_output_goes_to_standard_error)
{
	int out[2], kept = dup(STDERR_FILENO);
	char text[16] = "";

	assert_int_equal(pipe(out), 0);
	assert_int_equal(dup2(out[1], STDERR_FILENO), STDERR_FILENO);
	prepare_shell("echo said");
	assert_int_equal(dup2(kept, STDERR_FILENO), STDERR_FILENO);
	close(kept);
	close(out[1]);
	let_go();
	assert_int_equal(read(out[0], text, sizeof(text) - 1), 5);
	assert_string_equal(text, "said\n");
	close(out[0]);
	wait_for_end();
	assert_int_equal(launch_end(&launch, SIGTERM), 0);
}

TEST(orphans_become_our_children)
{
	char text[32] = "";
	int children, reaper;

	if (prctl(PR_GET_CHILD_SUBREAPER, &reaper))
		skip();		/* EINVAL: qemu-user does not support it */
	prepare_shell("(sleep 1000 & exit 0); exit 0");
	let_go();
	wait_for_end();
	assert_int_equal(launch_end(&launch, SIGTERM), 0);
	children = open("/proc/thread-self/children", O_RDONLY);
	if (children < 0)
		skip();		/* a kernel without CONFIG_PROC_CHILDREN */
	assert_true(read(children, text, sizeof(text) - 1) > 0);
	close(children);
	assert_int_equal(kill((pid_t)strtol(text, NULL, 10), SIGKILL), 0);
	assert_true(wait(NULL) > 0);
}

AROUND(begin_all)
{
	/* A test suite in the background ignores SIGINT, and the commands would inherit that. */
	(void)signal(SIGINT, SIG_DFL);
}

const struct around_tests around_tests = { .setup_all = begin_all };

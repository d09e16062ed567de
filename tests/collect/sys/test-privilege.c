/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a privileged program accepts from its environment, and that nothing changes for others.
 * check-privilege.sh tests from outside that the program gives up its rights.
 */
#include "config.h"
#include "collect/sys/privilege.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/sys/thread_start.h"
#include "tests/fixtures/test_main.h"

TEST(files_named_by_the_environment_are_forgotten)
{
	static const char *const names[] = { "HOME", "XDG_CONFIG_HOME", "TDTOP_PMU_ROOT", "TERMINFO",
					     "TERMINFO_DIRS" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(setenv(names[i], "/tmp/mine", 1), 0);
	privilege_clean_environment();
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_null(getenv(names[i]));
}

TEST(a_terminal_is_a_name_and_no_path)
{
	assert_int_equal(setenv("TERM", "xterm-256color", 1), 0);
	privilege_clean_environment();
	assert_string_equal(getenv("TERM"), "xterm-256color");
	assert_int_equal(setenv("TERM", "../../../tmp/mine", 1), 0);
	privilege_clean_environment();
	assert_null(getenv("TERM"));
}

TEST(a_program_with_the_rights_of_its_user_keeps_its_environment)
{
	struct err err;

	assert_int_equal(setenv("HOME", "/home/ada", 1), 0);
	assert_int_equal(privilege_begin(&err), 0);
	assert_string_equal(getenv("HOME"), "/home/ada");
	assert_string_equal(privilege_home(), "/home/ada");
}

/* ---- The niceness after priority_raise(), each time in a process of its own ---- */

#define CANNOT 100

/* The niceness that this function makes of this one, with or without the right; CANNOT. */
static int nice_by(void (*change)(void), int nice, int uid)
{
	pid_t child = fork();
	int status;

	if (!child) {
		if (setpriority(PRIO_PROCESS, 0, nice) || (uid && setuid((uid_t)uid)))
			_exit(CANNOT);
		change();
		_exit(getpriority(PRIO_PROCESS, 0) + 20);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status) == CANNOT ? CANNOT : WEXITSTATUS(status) - 20;
}

static int nice_after(int nice, int uid)
{
	return nice_by(priority_raise, nice, uid);
}

/* Whoever has raised it: a unit of systemd starts tdtop at -10. */
TEST(a_thread_that_may_wait_does_not_come_first)
{
	const int now = getpriority(PRIO_PROCESS, 0);

	assert_int_equal(nice_by(priority_lower, now > 4 ? now : 5, 0), now > 4 ? now : 5);
	if (nice_by(priority_lower, -10, 0) == CANNOT)
		skip();
	assert_int_equal(nice_by(priority_lower, -10, 0), 0);
	assert_int_equal(nice_by(priority_lower, -10, 65534), 0);
}

TEST(a_permitted_thread_comes_first)
{
	if (geteuid() != 0 || nice_after(-1, 0) != -1)
		skip();
	assert_int_equal(nice_after(0, 0), -10);
}

TEST(a_niceness_that_was_chosen_stays)
{
	const int now = getpriority(PRIO_PROCESS, 0);
	const int chosen = now > 4 ? now : 5;

	assert_int_equal(nice_after(chosen, 0), chosen);
}

TEST(without_permission_the_priority_stays)
{
	if (geteuid() != 0 || nice_after(0, 0) == CANNOT)
		skip();
	assert_int_equal(nice_after(0, 65534), 0);
}

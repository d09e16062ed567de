/* SPDX-License-Identifier: GPL-2.0-only */
/* The niceness after priority_raise(), each time in a process of its own. */
#include "config.h"
#include "collect/sys/priority.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

#define CANNOT 100

/* The niceness that priority_raise() makes of this one, with or without the right; CANNOT. */
static int nice_after(int nice, int uid)
{
	pid_t child = fork();
	int status;

	if (!child) {
		if (setpriority(PRIO_PROCESS, 0, nice) || (uid && setuid((uid_t)uid)))
			_exit(CANNOT);
		priority_raise();
		_exit(getpriority(PRIO_PROCESS, 0) + 20);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status) == CANNOT ? CANNOT : WEXITSTATUS(status) - 20;
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

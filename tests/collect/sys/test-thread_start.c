/* SPDX-License-Identifier: GPL-2.0-only */
/* How threads begin; and a low limit of the stack is raised, or told, each in a process of its own. */
#include "config.h"
#include "collect/sys/thread_start.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

#define LITTLE 65536
#define MUCH (STACK_LEAST / 2)

static struct err err;

static void run(bool (*holds)(void))
{
	pid_t child = fork();
	int status = -1;

	if (!child)
		_exit(holds() ? 0 : 1);
	assert_true(child > 0 && waitpid(child, &status, 0) == child);
	assert_int_equal(status, 0);
}

static bool limit_stack(rlim_t most)
{
	struct rlimit limit = { .rlim_cur = LITTLE };

	if (getrlimit(RLIMIT_STACK, &limit))
		return false;
	limit.rlim_cur = LITTLE;
	limit.rlim_max = most ? most : limit.rlim_max;
	return !setrlimit(RLIMIT_STACK, &limit);
}

static __attribute__((noinline)) bool use_much(void)
{
	volatile char bytes[MUCH];

	for (size_t i = 0; i < sizeof(bytes); i += 1024)
		bytes[i] = 1;
	return bytes[0] == 1;
}

static void *use_much_in_thread(void *data)
{
	return use_much() ? data : NULL;
}

/* The thread sanitizer chooses the stacks of threads itself. */
static bool thread_uses_much(void)
{
	pthread_t thread;
	void *used = NULL;
	int here;

#ifdef __SANITIZE_THREAD__
	return true;
#endif
	return !thread_start(&thread, "much", use_much_in_thread, &here, &err) &&
	       !pthread_join(thread, &used) && used == &here;
}

static bool is_raised_and_given_back(void)
{
	struct rlimit limit;

	if (!limit_stack(0) || stack_ensure(&err) || !use_much() || !thread_uses_much())
		return false;
	stack_restore();
	return !getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur == LITTLE;
}

static bool is_told(void)
{
	if (!limit_stack(LITTLE) || (!geteuid() && setresuid(65534, 65534, 65534)))
		return false;
	return stack_ensure(&err) == -EPERM &&
	       !strcmp(err.text, "the stack is limited to 64 KiB, and tdtop needs 1024; start it "
				 "after 'ulimit -s 8192'");
}

static void *look_at_itself(void *name)
{
	sigset_t mask;

	(void)pthread_sigmask(SIG_BLOCK, NULL, &mask);
	(void)pthread_getname_np(pthread_self(), name, 16);
	return sigismember(&mask, SIGTERM) ? name : NULL;
}

TEST(a_thread_has_its_name_and_takes_no_signals)
{
	char name[16];
	pthread_t thread;
	void *took_none;

	assert_int_equal(thread_start(&thread, "a name", look_at_itself, name, &err), 0);
	assert_int_equal(pthread_join(thread, &took_none), 0);
	assert_ptr_equal(took_none, name);
	assert_string_equal(name, "a name");
}

TEST(a_low_limit_is_raised_for_all_threads_and_given_back_to_a_command)
{
	run(is_raised_and_given_back);
}

TEST(a_limit_that_cannot_be_raised_is_told)
{
	run(is_told);
}

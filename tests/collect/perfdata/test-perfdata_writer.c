/* SPDX-License-Identifier: GPL-2.0-only */
/* The thread that writes a recording: what it inherits from the thread that starts it. */
#include "config.h"
#include "collect/perfdata/perfdata_writer.h"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/sys/thread_start.h"
#include "tests/fixtures/test_main.h"

#define NOT_FOUND 99

/* The niceness of the thread of this name in this process. */
static int niceness_of(const char *name)
{
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *entry;
	int niceness = NOT_FOUND;

	while (tasks && (entry = readdir(tasks))) {
		char path[300], comm[32] = "";
		FILE *file;

		(void)snprintf(path, sizeof(path), "/proc/self/task/%s/comm", entry->d_name);
		file = fopen(path, "r");
		if (file && fgets(comm, sizeof(comm), file) && !strncmp(comm, name, strlen(name)))
			niceness = getpriority(PRIO_PROCESS, (id_t)atoi(entry->d_name));
		if (file)
			(void)fclose(file);
	}
	if (tasks)
		(void)closedir(tasks);
	return niceness;
}

#define CANNOT 80		/* set this niceness */

/* In a process of its own: niceness of a writer that is started by a thread with this one. */
static int niceness_of_writer(int niceness)
{
	const struct blob head = { 0 };
	struct perfdata_writer *writer;
	struct err err;
	pid_t child = fork();
	int status;

	if (!child) {
		if (setpriority(PRIO_PROCESS, 0, niceness))
			_exit(20 + CANNOT);
		priority_raise();
		writer = perfdata_writer_new(&err);
		if (!writer || perfdata_writer_open(writer, "/proc/none", -1, OLD_ASIDE, 0, &head))
			_exit(0);
		perfdata_writer_wait(writer);	/* the thread runs */
		_exit(20 + niceness_of("tdtop-record"));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status) - 20;
}

TEST(the_writer_does_not_come_first_as_the_collector_does)
{
	const int raised_by_others = niceness_of_writer(-1);

	if (geteuid() != 0 || raised_by_others == CANNOT)
		skip();		/* priorities cannot be raised here */
	assert_int_equal(raised_by_others, 0);
	assert_int_equal(niceness_of_writer(0), 0);
}

TEST(the_writer_keeps_a_niceness_that_the_user_chose)
{
	const int now = getpriority(PRIO_PROCESS, 0);
	const int chosen = now > 4 ? now : 5;

	assert_int_equal(niceness_of_writer(chosen), chosen);
}

/* SPDX-License-Identifier: GPL-2.0-only */
#include "config.h"
#include "tests/truth/truth_run.h"

#include <inttypes.h>
#include <sys/wait.h>

#include "tests/fixtures/test.h"

#define NOT_HERE 77

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value ? value : ".";
}

const char *truth_path(char path[TRUTH_PATH], const char *name, const char *ending)
{
	(void)snprintf(path, TRUTH_PATH, "%s/tests/truth/made/%s/%s%s", variable("builddir"),
		       program_invocation_short_name, name, ending);
	return path;
}

/* Runs a command; its output is shown. Skips the test if it says that it cannot run here. */
static void run(const char *command)
{
	int status;

	(void)fflush(stdout);
	status = system(command);	/* NOLINT: a command of this test */
	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_HERE)
		skip();
	if (status != 0)
		fail_msg("%s: status %d", command, status);
}

void truth_run(const char *name, const char *argument, const char *samplers)
{
	char command[4 * TRUTH_PATH], made[TRUTH_PATH], list[TRUTH_PATH], options[TRUTH_PATH] = "";

	(void)snprintf(command, sizeof(command), "'%s/tests/truth/record' --can", variable("srcdir"));
	run(command);
	truth_path(made, "", "");
	(void)snprintf(list, sizeof(list), "%s", samplers);
	for (char *save = NULL, *word = strtok_r(list, " ", &save); word;
	     word = strtok_r(NULL, " ", &save)) {
		size_t n = strlen(options);

		(void)snprintf(options + n, sizeof(options) - n, " -s %s", word);
	}
	(void)snprintf(command, sizeof(command), "'%s/tests/truth/programs/build.sh' '%s' %s 2>&1",
		       variable("srcdir"), made, name);
	run(command);
	(void)snprintf(command, sizeof(command),
		       "'%s/tests/truth/record' --keep%s -o '%s/%s.data' '%s/%s' %s 2>&1",
		       variable("srcdir"), options, made, name, made, name, argument);
	run(command);
}

uint64_t truth_symbol(const char *program, const char *symbol)
{
	char command[2 * TRUTH_PATH], path[TRUTH_PATH], name[128];
	uint64_t address, found = 0;
	FILE *nm;

	(void)snprintf(command, sizeof(command), "nm --defined-only '%s'", truth_path(path, program, ""));
	nm = popen(command, "re");	/* NOLINT: a command of this test */
	assert_non_null(nm);
	while (fscanf(nm, "%" SCNx64 " %*c %127s\n", &address, name) == 2)
		if (strcmp(name, symbol) == 0)
			found = address;
	assert_int_equal(pclose(nm), 0);
	assert_int_not_equal(found, 0);
	return found;
}

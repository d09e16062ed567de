/* SPDX-License-Identifier: GPL-2.0-only */
/* What is to be counted: processes, a command, or all. Part of ui/options/options.c. Before any thread exists. */
#include "config.h"
#include "ui/options/options.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

size_t option_parse_pids(const char *text, int32_t pids[PIDS_MAX])
{
	size_t n = 0;

	for (;; text++) {
		char *end;
		long pid;

		if (*text < '0' || *text > '9' || n == PIDS_MAX)
			return 0;
		errno = 0;
		pid = strtol(text, &end, 10);
		if (errno || pid < 1 || pid > INT32_MAX)
			return 0;
		pids[n++] = (int32_t)pid;
		if (!*end)
			return n;
		if (*end != ',')
			return 0;
		text = end;
	}
}

int options_split_command(struct options *options, int argc, char *argv[])
{
	options->command = NULL;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--")) {
			options->command = i + 1 < argc ? argv + i + 1 : NULL;
			return i;
		}
	return argc;
}

/* What is counted, if one of the options says so: two of them do not go together. */
int options_check_subject(const struct options *options, struct err *err)
{
	const char *const said[] = {
		options->demo ? "--demo" : NULL, options->replay ? "--replay" : NULL,
		options->pids ? "--pid" : NULL, options->command ? "a command" : NULL,
	};
	const char *first = NULL;

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		if (first && said[i])
			return err_set(err, EINVAL, "%s and %s both say what to show; use one of them",
				       first, said[i]);
		first = first ? first : said[i];
	}
	if ((options->pids || options->command) && options->attribution == ATTRIBUTION_SWITCH)
		return err_set(err, EINVAL, "%s is counted by task; leave --attribution switch out", first);
	if (options->attribution == ATTRIBUTION_TASK && !first)
		first = "--attribution task";
	if (options->record && first && !options->demo && !options->replay)
		return err_set(err, EINVAL, "--record is for whole CPUs, not for single tasks; leave out %s", first);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Names and command lines for the column COMMAND; see command_text.h. UI thread. */
#include "config.h"
#include "ui/table/command_text.h"

#include <string.h>

/*
 * Is this word a path to the program? A relative one must end with the process' name, which may be
 * shorter: "kworker/0:1" and a title that the program has set are no paths.
 */
static bool is_path(const char *word, const char *last, const char *name)
{
	size_t length = strlen(name);

	return word[0] == '/' || word[0] == '.' || (length && strncmp(last, name, length) == 0);
}

const char *command_text(const char *name, const char *command)
{
	const char *end, *last;

	if (!command[0])
		return name;
	end = command + strcspn(command, " ");
	for (last = end; last > command && last[-1] != '/'; last--)
		;
	return last < end && is_path(command, last, name) ? last : command;
}

bool command_is_renamed(const char *name, const char *command)
{
	size_t n, length = strlen(name);

	command += command[0] == '-';	/* a login shell */
	if (command[0] == ' ')	/* argv[0] is empty */
		return length > 0;
	n = strcspn(command, " :");
	return strncmp(name, command, n < length ? n : length) != 0;
}

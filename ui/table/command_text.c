/* SPDX-License-Identifier: GPL-2.0-only */
/* Names and command lines for the column COMMAND; see command_text.h. UI thread. */
#include "config.h"
#include "ui/table/command_text.h"

#include <string.h>

const char *command_text(const char *name, const char *command)
{
	const char *end, *slash;

	if (!command[0])
		return name;
	if (command[0] != '/' && command[0] != '.')
		return command;
	end = command + strcspn(command, " ");
	for (slash = end; slash > command && slash[-1] != '/'; slash--)
		;
	return slash < end ? slash : command;
}

bool command_is_renamed(const char *name, const char *command)
{
	size_t n, length = strlen(name);

	command += command[0] == '-';	/* a login shell */
	n = strcspn(command, " :");
	return strncmp(name, command, n < length ? n : length) != 0;
}

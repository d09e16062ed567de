/* SPDX-License-Identifier: GPL-2.0-only */
/* Words between commas; see word_list.h. */
#include "config.h"
#include "ui/table/word_list.h"

#include <stdio.h>
#include <string.h>

#define BLANKS " \t"

const char *word_list_next(const char *list, char *word, size_t size)
{
	size_t length, end;

	list += strspn(list, BLANKS);
	end = length = strcspn(list, ",");
	while (length && strchr(BLANKS, list[length - 1]))
		length--;
	(void)snprintf(word, size, "%.*s", (int)length, list);
	return list[end] ? list + end + 1 : NULL;
}

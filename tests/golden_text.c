/* SPDX-License-Identifier: GPL-2.0-only */
/* See golden_text.h. */
#include "config.h"
#include "tests/golden_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void compare_with_golden(const char *name, const char *text)
{
	const char *srcdir = getenv("srcdir"), *update = getenv("SCREENS");
	char path[512];
	static char golden[65536];
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/tests/golden/%s", srcdir ? srcdir : ".", name);
	if (update && strcmp(update, "update") == 0) {
		file = fopen(path, "w");
		assert_non_null(file);
		fputs(text, file);
		fclose(file);
	}
	file = fopen(path, "r");
	if (!file)
		fail_msg("%s is missing; SCREENS=update writes it", path);
	golden[fread(golden, 1, sizeof(golden) - 1, file)] = '\0';
	fclose(file);
	assert_string_equal(text, golden);
}

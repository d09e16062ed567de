/* SPDX-License-Identifier: GPL-2.0-only */
/* convert [--amd] STREAM OUT.data: the last step of tests/truth/record. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tests/truth/to_perfdata.h"

int main(int argc, char **argv)
{
	struct to_perfdata options = { 0 };

	if (argc > 1 && strcmp(argv[1], "--amd") == 0) {
		options.amd = true;
		argc--;
		argv++;
	}
	if (argc != 3) {
		(void)fprintf(stderr, "usage: convert [--amd] STREAM OUT.data\n");
		return 2;
	}
	return to_perfdata(argv[1], &options, argv[2]) == 0 ? 0 : 1;
}

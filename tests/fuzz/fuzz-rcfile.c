/* SPDX-License-Identifier: GPL-2.0-only */
/* Any bytes as the settings file ("make fuzz"). */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ui/options/options.h"
#include "ui/options/rcfile.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static FILE *nowhere;
	struct options options;
	struct err err;
	char path[64];
	int fd = memfd_create("tdtoprc", MFD_CLOEXEC);

	if (!nowhere)
		nowhere = fopen("/dev/null", "w");
	if (fd < 0 || !nowhere || write(fd, bytes, n) != (ssize_t)n)
		abort();
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	options_init(&options);
	(void)rcfile_read(path, true, &options, nowhere, &err);
	(void)close(fd);
	return 0;
}

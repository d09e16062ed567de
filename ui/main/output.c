/* SPDX-License-Identifier: GPL-2.0-only */
/* Standard output; see output.h. Main thread. */
#include "config.h"
#include "ui/main/output.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "ui/draw/whole_file.h"

static struct {
	int fd, error;	/* that of the first write that failed, negative; 0: none */
} output;

/* glibc calls it for full buffers, and for the last one. After an error nothing is written. */
static ssize_t output_put(void *cookie, const char *bytes, size_t n)
{
	(void)cookie;
	if (!output.error)
		output.error = whole_write(output.fd, bytes, n);
	return output.error ? 0 : (ssize_t)n;
}

FILE *output_open(int fd, struct err *err)
{
	FILE *out = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = output_put });

	output.fd = fd;
	output.error = 0;
	if (!out)
		(void)err_set(err, ENOMEM, "not enough memory to start");
	else if (isatty(fd))
		(void)setvbuf(out, NULL, _IOLBF, 0);
	return out;
}

int output_finish(FILE *out, struct err *err)
{
	(void)fflush(out);
	if (!output.error || output.error == -EPIPE)
		return 0;
	return err_set(err, -output.error, "cannot write the output: %s", strerror(-output.error));
}

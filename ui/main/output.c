/* SPDX-License-Identifier: GPL-2.0-only */
/* Standard output, the line of progress, and the characters of the terminal; see output.h. Main thread. */
#include "config.h"
#include "ui/main/output.h"

#include <errno.h>
#include <locale.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
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

/* ---- characters ---- */

#ifndef STATIC_BINARY

void locale_begin(void)
{
	(void)setlocale(LC_CTYPE, "");
}

#else

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

/* The C library's file of C.UTF-8. */
extern const char static_locale[], static_locale_end[];

__asm__(".pushsection .rodata\n"
	".balign 16\n"
	".globl static_locale\n"
	".hidden static_locale\n"
	"static_locale:\n"
	".incbin \"" STATIC_LOCALE "\"\n"
	".globl static_locale_end\n"
	".hidden static_locale_end\n"
	"static_locale_end:\n"
	".byte 0\n"
	".popsection\n");

static volatile bool giving;	/* the compiler knows that setlocale() calls nothing of ours */

/*
 * glibc has no call that takes a locale from memory, and no locale with UTF-8 in its code. But the
 * linker gives us the calls by which it opens files (--wrap in configure.ac); while setlocale()
 * runs there is one file only. Were glibc to name this function otherwise, the machine's locale
 * would be taken, and tests/check-static.sh fails.
 */
int __real___open_nocancel(const char *path, int flags, ...) __attribute__((visibility("hidden")));
int __wrap___open_nocancel(const char *path, int flags, ...) __attribute__((visibility("hidden")));

static int open_static_locale(const char *path)
{
	const char *name = strrchr(path, '/');
	size_t size = (uintptr_t)static_locale_end - (uintptr_t)static_locale;
	int fd;

	if (!name || strcmp(name, "/LC_CTYPE")) {
		errno = ENOENT;
		return -1;
	}
	fd = memfd_create("locale", MFD_CLOEXEC);
	if (fd >= 0 && write(fd, static_locale, size) != (ssize_t)size) {
		(void)close(fd);
		fd = -1;
	}
	return fd;
}

int __wrap___open_nocancel(const char *path, int flags, ...)
{
	va_list arguments;
	int mode = 0;

	if (giving)
		return open_static_locale(path);
	if (flags & (O_CREAT | __O_TMPFILE)) {
		va_start(arguments, flags);
		mode = va_arg(arguments, int);
		va_end(arguments);
	}
	return __real___open_nocancel(path, flags, mode);
}

/* As setlocale(3) looks for it. */
static const char *wanted_locale(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = getenv(names[i]);

		if (value && value[0])
			return value;
	}
	return "C";
}

void locale_begin(void)
{
	const char *codeset = strchr(wanted_locale(), '.');

	if (!codeset || (strncasecmp(codeset, ".UTF-8", 6) && strncasecmp(codeset, ".utf8", 5)))
		return;
	giving = true;
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	giving = false;
}

#endif

/* ---- progress ---- */

#define PROGRESS_S 0.25		/* between two reports */
#define PROGRESS_WIDTH 40	/* cells of a report, at most */

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct progress_line progress_line_begin(const char *what, int number, int of)
{
	return (struct progress_line){ .what = what, .number = number, .of = of,
				       .shown_at = isatty(STDERR_FILENO) ? seconds_now() : 0 };
}

void progress_line_show(struct progress_line *line, double part)
{
	double now;

	if (!line->shown_at || !(part >= 0))
		return;
	now = seconds_now();
	if (now - line->shown_at < PROGRESS_S)
		return;
	line->shown_at = now;
	line->shown = true;
	if (line->of > 1)
		(void)fprintf(stderr, "\r%s %d of %d: %3.0f %%", line->what, line->number,
			      line->of, part * 100);
	else
		(void)fprintf(stderr, "\r%s: %3.0f %%", line->what, part * 100);
}

void progress_line_end(const struct progress_line *line)
{
	if (line->shown)
		(void)fprintf(stderr, "\r%*s\r", PROGRESS_WIDTH, "");
}

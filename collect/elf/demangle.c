/* SPDX-License-Identifier: GPL-2.0-only */
/* C++ and Rust names by libiberty; see demangle.h. */
#include "config.h"
#include "collect/elf/demangle.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Has what config.h has too. */
#undef PACKAGE
#include <libiberty/demangle.h>

/* Without parameters and hashes, which only make names long: as perf has it. */
#define OPTIONS (DMGL_ANSI)

struct output {
	char *text;
	size_t n, size;
	jmp_buf full;
};

/*
 * A hostile name of 1 kB can stand for gigabytes of text: libiberty's work ends when the text is
 * full. It holds nothing then but stack (C++), and a small buffer at most (Rust).
 */
static void demangle_add(const char *part, size_t length, void *data)
{
	struct output *output = data;
	size_t room = output->size - 1 - output->n;
	size_t take = length < room ? length : room;

	memcpy(output->text + output->n, part, take);
	output->n += take;
	output->text[output->n] = '\0';
	if (length > room)
		longjmp(output->full, 1);
}

static bool try_all(const char *name, struct output *output)
{
	if (setjmp(output->full))
		return true;
	output->n = 0;
	if (rust_demangle_callback(name, OPTIONS, demangle_add, output))
		return true;
	output->n = 0;
	return cplus_demangle_v3_callback(name, OPTIONS, demangle_add, output);
}

/*
 * A part of a function (.cold, .isra.0): libiberty tells of it only beside the parameters. ".llvm."
 * only makes a name of one file unique.
 */
static void add_clone(const char *name, struct output *output)
{
	const char *clone = strchr(name, '.');

	if (clone && !strstr(clone, ".llvm."))
		(void)snprintf(output->text + output->n, output->size - output->n,
			       " [clone %s]", clone);
}

void demangle(const char *name, char *text, size_t size)
{
	struct output output = { .text = text, .size = size };
	bool is_mangled = (name[0] == '_' && (name[1] == 'Z' || name[1] == 'R')) ||
		!strncmp(name, "__Z", 3);

	if (!is_mangled || strlen(name) > 4096 || !try_all(name, &output))
		(void)snprintf(text, size, "%s", name);
	else
		add_clone(name, &output);
}

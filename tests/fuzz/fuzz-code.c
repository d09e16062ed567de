/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Any bytes as an ELF file (also as its own debug file), or as kallsyms and as a perf map: what the
 * helper process does with them, without the helper ("make fuzz"). libelf and libdw are the
 * system's, so the sanitizers see only what we do with their answers, and crashes.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/code/code_object.h"

struct input {
	const uint8_t *bytes;
	size_t n;
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static int file_of(const struct input *input)
{
	int fd = memfd_create("input", MFD_CLOEXEC);

	if (fd < 0 || write(fd, input->bytes, input->n) != (ssize_t)input->n || lseek(fd, 0, SEEK_SET))
		abort();
	return fd;
}

/* libdw 0.188 loses some bytes when DWARF is broken. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libdw";
}

/* The file itself as its debug file, once. */
static int wanted_file(void *data, const struct wire_want *want)
{
	return want->attempt ? -1 : file_of(data);
}

static void ask_all(struct code_object *object)
{
	static struct wire_message message;
	struct code_object_name name;

	for (uint64_t offset = 0; offset < 0x2000; offset += 0x61)
		code_object_name(object, offset, offset % 2 ? WIRE_LINES : 0, &name);
	for (uint64_t offset = 0x1000; offset < 0x1080; offset++) {
		(void)code_object_kind(object, offset);
		(void)code_object_length(object, (struct wire_range){ 0x1000, offset });
	}
	wire_begin(&message, WIRE_ANSWER, 0);
	(void)code_object_instructions(object, (struct wire_range){ 0x1000, 0x1040 }, NULL, 0, &message);
	(void)code_object_source(object, 0x1000, "lines.c");
	if (strlen(code_object_trouble(object)) >= WIRE_TROUBLE)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static const uint8_t kinds[] = { OBJECT_KERNEL, OBJECT_JIT };
	const struct input input = { bytes, n };
	const struct code_wanted wanted = { .file = wanted_file, .data = (void *)&input };
	bool is_elf = n > 4 && !memcmp(bytes, "\177ELF", 4);

	for (size_t i = 0; i < (is_elf ? 1 : sizeof(kinds)); i++) {
		const struct wire_object what = { .kind = is_elf ? (uint8_t)OBJECT_FILE : kinds[i], .name = "input" };
		struct code_object *object = code_object_new(&what, file_of(&input), &wanted);

		if (!object)
			abort();
		ask_all(object);
		code_object_free(object);
	}
	return 0;
}

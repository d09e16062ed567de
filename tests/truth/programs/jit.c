/* SPDX-License-Identifier: GPL-2.0-only */
/* Code that the program writes: a loop of 5 turns in its own memory, then one of 9 there. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __x86_64__
/* mov $turns, %eax; 1: dec %eax; jnz 1b; ret */
static const uint8_t loop[] = { 0xb8, 0, 0, 0, 0, 0xff, 0xc8, 0x75, 0xfc, 0xc3 };
#define SET_TURNS(code, turns) ((code)[1] = (turns))
#else
/* mov w0, #turns; 1: subs w0, w0, #1; b.ne 1b; ret */
static const uint8_t loop[] = { 0x00, 0x00, 0x80, 0x52, 0x00, 0x04, 0x00, 0x71,
				0xe1, 0xff, 0xff, 0x54, 0xc0, 0x03, 0x5f, 0xd6 };
#define SET_TURNS(code, turns)                                                                     \
	((code)[0] = (uint8_t)((turns) << 5), (code)[1] = (uint8_t)((turns) >> 3))
#endif

static void run(uint8_t *code, unsigned int turns, int times)
{
	memcpy(code, loop, sizeof(loop));
	SET_TURNS(code, turns);
	__builtin___clear_cache((char *)code, (char *)code + sizeof(loop));
	for (int i = 0; i < times; i++)
		((void (*)(void))(uintptr_t)code)();
}

int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 10000;
	uint8_t *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (code == MAP_FAILED)
		return 1;
	run(code, 5, times);
	run(code, 9, times);
	printf("%p\n", (void *)code);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Four threads, each with a function of its own; then a library is opened. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned int sink[4 * 64];
static unsigned int turns = 200000;

#define LOOP(name, number, inner)                                                                  \
	__attribute__((noinline)) void *name(void *unused)                                         \
	{                                                                                          \
		for (unsigned int i = 0; i < turns; i++)                                           \
			for (unsigned int j = 0; j < (inner); j++)                                 \
				sink[64 * (number)] += i ^ j;                                      \
		return unused;                                                                     \
	}

LOOP(twice, 0, 2)
LOOP(thrice, 1, 3)
LOOP(five_times, 2, 5)
LOOP(nine_times, 3, 9)

int main(int argc, char **argv)
{
	void *(*const functions[])(void *) = { twice, thrice, five_times, nine_times };
	pthread_t threads[4];
	double (*cosine)(double) = NULL;
	void *library;

	if (argc > 1)
		turns = (unsigned int)atoi(argv[1]);
	for (int i = 0; i < 4; i++)
		if (pthread_create(&threads[i], NULL, functions[i], NULL) != 0)
			return 1;
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	library = dlopen("libm.so.6", RTLD_NOW);
	if (library)
		*(void **)&cosine = dlsym(library, "cos");
	for (unsigned int i = 0; cosine && i < turns / 10; i++)
		sink[0] += (unsigned int)(100 * cosine(i));
	printf("%u\n", sink[0] + sink[64] + sink[128] + sink[192]);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* 1000 signals that the program sends to itself. */
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t handled;

static void handle(int number)
{
	handled += number > 0;
}

int main(void)
{
	signal(SIGUSR1, handle);
	for (int i = 0; i < 1000; i++)
		raise(SIGUSR1);
	printf("%d\n", (int)handled);
	return handled != 1000;
}

/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labpmu: how often the registers of the emulated PMU were accessed (vm --personality spr-real),
 * for a time or while a command runs, beside the context switches of the machine. A line for each
 * class of registers, and a last one "switches N rdmsr N wrmsr N rdpmc N".
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "profile.h"

enum { READS, WRITES, KINDS };

/* In the order of qemu/pmu_internal.h. */
static const struct class {
	const char *name;
	enum { MSR, RDPMC, NEITHER } by;
} classes[] = {
	{ "GLOBAL_CTRL", MSR }, { "GLOBAL_STATUS", MSR }, { "GLOBAL_STATUS_RESET", MSR },
	{ "FIXED_CTR_CTRL", MSR }, { "FIXED_CTR0-2", MSR }, { "FIXED_CTR3", MSR },
	{ "PERF_METRICS", MSR }, { "PMC", MSR }, { "PERFEVTSEL", MSR },
	{ "rdpmc general", RDPMC }, { "rdpmc fixed", RDPMC }, { "rdpmc slots", RDPMC },
	{ "rdpmc metrics", RDPMC }, { "DEBUGCTL", MSR }, { "LBR", MSR }, { "other", MSR },
	{ "interrupts", NEITHER }, { "CR3", NEITHER },
};
#define CLASSES (sizeof(classes) / sizeof(*classes))

struct counts {
	uint64_t access[CLASSES][KINDS], switches;
};

static void take(struct counts *counts)
{
	FILE *stat = fopen("/proc/stat", "r");
	char line[8192];
	unsigned long long switches = 0;

	for (unsigned i = 0; i < CLASSES; i++)
		for (unsigned kind = 0; kind < KINDS; kind++)
			counts->access[i][kind] = profile_ask(LEAF_ACCESSES, 0, 2 * i + kind, NULL);
	while (stat && fgets(line, sizeof(line), stat))
		(void)sscanf(line, "ctxt %llu", &switches);
	if (stat)
		fclose(stat);
	counts->switches = switches;
}

static void print(const struct counts *from, const struct counts *to)
{
	uint64_t reads = 0, writes = 0, rdpmc = 0;

	for (unsigned i = 0; i < CLASSES; i++) {
		uint64_t its_reads = to->access[i][READS] - from->access[i][READS];
		uint64_t its_writes = to->access[i][WRITES] - from->access[i][WRITES];

		if (its_reads || its_writes)
			printf("%-20s reads %llu writes %llu\n", classes[i].name,
			       (unsigned long long)its_reads, (unsigned long long)its_writes);
		if (classes[i].by == RDPMC) {
			rdpmc += its_reads;
		} else if (classes[i].by == MSR) {
			reads += its_reads;
			writes += its_writes;
		}
	}
	printf("switches %llu rdmsr %llu wrmsr %llu rdpmc %llu\n",
	       (unsigned long long)(to->switches - from->switches), (unsigned long long)reads,
	       (unsigned long long)writes, (unsigned long long)rdpmc);
}

int main(int argc, char **argv)
{
	static struct counts from, to;
	bool there;
	int status = 0;
	pid_t pid;

	(void)profile_ask(LEAF_ACCESSES, 0, 0, &there);
	if (argc < 2 || !there) {
		fputs(argc < 2 ? "usage: labpmu SECONDS | labpmu COMMAND...\n" :
				 "labpmu: this CPU has no emulated PMU\n", stderr);
		return 2;
	}
	take(&from);
	if (argc == 2 && atof(argv[1]) > 0) {
		usleep((useconds_t)(atof(argv[1]) * 1e6));
	} else {
		pid = fork();
		if (pid == 0) {
			execvp(argv[1], argv + 1);
			perror(argv[1]);
			_exit(127);
		}
		waitpid(pid, &status, 0);
	}
	take(&to);
	print(&from, &to);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// SPDX-License-Identifier: GPL-2.0-only
//
// For check-truth.sh, with the program in the kernel of truth_witness.bpf.c:
//
//     truth_witness truth_witness.bpf.o
//
// Prints an empty line when it sees the switches, and at the end of its input for each load
//
//     LOAD UNACCOUNTED UNSEEN

#include <stdio.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "tests/truth_witness.h"

int main(int argc, char *argv[])
{
	struct bpf_object *const object = argc == 2 ? bpf_object__open(argv[1]) : NULL;
	char name[WITNESS_NAME], *before = NULL;
	struct witness_sum sum;
	int sums;

	if (!object || bpf_object__load(object) ||
	    !bpf_program__attach(bpf_object__find_program_by_name(object, "on_switch")))
		return 1;
	puts("");
	fflush(stdout);
	while (getchar() != EOF)
		continue;
	sums = bpf_object__find_map_fd_by_name(object, "sums");
	while (!bpf_map_get_next_key(sums, before, name)) {
		before = name;
		if (!bpf_map_lookup_elem(sums, name, &sum))
			printf("%s %lld %llu\n", name, sum.unaccounted_ns, sum.unseen_ns);
	}
	return 0;
}

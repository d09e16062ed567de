/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Why does the kernel not load the BPF programs, and what can the user do about it? One table, as
 * in perf_advice.h; bpf_engine.c finds out what it asks for. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "collect/sys/facts.h"
#include "model/err.h"

/* What is known of a load that failed. */
struct bpf_refusal {
	int errnum;		/* positive, of libbpf */
	bool call_works;	/* bpf(2) makes a map of one element */
	bool reads_kernel;	/* programs may read the kernel's memory */
	const char *warning;	/* the one that tells most; or "" */
};

/* Sets *err to a sentence and returns -refusal->errnum. The facts: read after the load. */
int bpf_advice(const struct bpf_refusal *refusal, const struct facts *facts, struct err *err);

/*
 * Keeps the telling line of a warning of libbpf: of a verifier's log the last one before its
 * statistics, of any other its first line.
 */
void bpf_advice_line(const char *warning, char *line, size_t size);

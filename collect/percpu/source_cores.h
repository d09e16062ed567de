/* SPDX-License-Identifier: GPL-2.0-only */
/* The source that counts this machine by its context switches, with all core types that it has. */
#ifndef TDTOP_COLLECT_PERCPU_SOURCE_CORES_H
#define TDTOP_COLLECT_PERCPU_SOURCE_CORES_H

#include <stddef.h>

#include "collect/slice/source.h"
#include "model/err.h"

/*
 * Finds the PMUs and what they can count, and opens the groups of all online CPUs; nothing counts
 * before start(). PMUs are those described below root: "" is the real machine, tests have
 * tests/machines/software. ENGINE_BPF fails where it is not possible; ENGINE_AUTO is the ring. 0 and
 * *out, which the caller closes by its ops, or a negative errno with a sentence. Main's thread.
 */
int source_cores_open(const char *root, enum engine engine, struct source **out, struct err *err);

/*
 * Joins the n sources of the core types of one machine, each with the CPUs of its type only. Owns
 * them from then on, also if it fails. 0 and *out, which the caller closes by its ops, or a
 * negative errno with a sentence.
 */
int source_cores_join(struct source *const *types, size_t n, struct source **out, struct err *err);

#endif

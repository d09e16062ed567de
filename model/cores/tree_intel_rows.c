/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The rows that trees share.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

#include <math.h>

/* clang-format off */
#define EVENT(id, its_name, ...) { .name = (its_name), __VA_ARGS__ },
const struct tree_event tree_intel_events[] = {
#include "model/cores/tree_intel_events_a_l.h"
#include "model/cores/tree_intel_events_m_z.h"
};

#define SAMPLED(events, first) .sample_with = (events), .sample = (first)
#define UNSAMPLED .sample_with = "", .sample = -1
#define NODE(id, is, sampled, its_expression) { is, sampled, .expression = (its_expression) },
#define NODE_OF_CORE(id, is, sampled, its_expression) { is, sampled, .expression = (its_expression), .of_core = true },
const struct tree_node tree_intel_nodes[] = {
#include "model/cores/tree_intel_backend.h"
#include "model/cores/tree_intel_caches.h"
#include "model/cores/tree_intel_frontend.h"
#include "model/cores/tree_intel_memory.h"
#include "model/cores/tree_intel_retiring_and_bad_speculation.h"
};

#define TERM(id, its_name, its_expression) { .name = (its_name), .expression = (its_expression) },
const struct tree_term tree_intel_terms[] = {
	ALL_TERMS(TERM)
};
/* clang-format on */

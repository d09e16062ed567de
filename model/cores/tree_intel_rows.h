/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The rows that trees share, by name: uint16_t for the lists of a tree.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#pragma once

#include "model/cores/trees.h"

enum {
#define EVENT(id, ...) id,
#include "model/cores/tree_intel_events_a_l.h"
#include "model/cores/tree_intel_events_m_z.h"
#undef EVENT
};
extern const struct tree_event tree_intel_events[];

enum {
#define NODE(id, ...) id,
#define NODE_OF_CORE(id, ...) id,
#include "model/cores/tree_intel_backend.h"
#include "model/cores/tree_intel_bad_speculation.h"
#include "model/cores/tree_intel_caches.h"
#include "model/cores/tree_intel_frontend.h"
#include "model/cores/tree_intel_memory.h"
#include "model/cores/tree_intel_retiring.h"
#undef NODE
#undef NODE_OF_CORE
};
extern const struct tree_node tree_intel_nodes[];

enum {
#define TERM(id, ...) id,
#include "model/cores/tree_intel_terms.h"
#undef TERM
};
extern const struct tree_term tree_intel_terms[];

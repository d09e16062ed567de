/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows that trees share, by name: uint16_t for the lists of a tree.
 * Made by build-aux/trees/generate: do not edit. Data of Linux (build-aux/trees/linux).
 */
#pragma once

#include "model/cores/trees.h"

enum {
#define EVENT(id, ...) id,
#include "model/cores/tree_arm_events.h"
#undef EVENT
};
extern const struct tree_event tree_arm_events[];

enum {
#define NODE(id, ...) id,
#define NODE_OF_CORE(id, ...) id,
#include "model/cores/tree_arm_nodes.h"
#undef NODE
#undef NODE_OF_CORE
};
extern const struct tree_node tree_arm_nodes[];

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows that trees share.
 * Made by build-aux/trees/generate: do not edit. Data of Linux (build-aux/trees/linux).
 */
#include "config.h"
#include "model/cores/tree_arm_rows.h"

#include <math.h>

/* clang-format off */
#define EVENT(id, its_name, ...) { .name = (its_name), __VA_ARGS__ },
const struct tree_event tree_arm_events[] = {
#include "model/cores/tree_arm_events.h"
};

#define SAMPLED(events, first) .sample_with = (events), .sample = (first)
#define UNSAMPLED .sample_with = "", .sample = -1
#define NODE(id, is, sampled, its_expression) { is, sampled, .expression = (its_expression) },
#define NODE_OF_CORE(id, is, sampled, its_expression) { is, sampled, .expression = (its_expression), .of_core = true },
const struct tree_node tree_arm_nodes[] = {
#include "model/cores/tree_arm_nodes.h"
};
/* clang-format on */

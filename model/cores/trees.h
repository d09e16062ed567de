/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All metric trees. Made by build-aux/trees/generate: do not edit. Constant data; any thread.
 */
#pragma once

#include "model/tree/tree.h"

#define TREES(DO) \
	DO(tree_arm_n3) \
	DO(tree_arm_v3) \
	DO(tree_arm_olympus) \
	DO(tree_arm_ampereone) \
	DO(tree_intel_tnt) \
	DO(tree_intel_glm) \
	DO(tree_intel_grt) \
	DO(tree_intel_cmt) \
	DO(tree_intel_skt) \
	DO(tree_intel_spr) \
	DO(tree_intel_emr) \
	DO(tree_intel_gnr) \
	DO(tree_intel_adl) \
	DO(tree_intel_mtl) \
	DO(tree_intel_hsw) \
	DO(tree_intel_hsx) \
	DO(tree_intel_bdw) \
	DO(tree_intel_bdwde) \
	DO(tree_intel_bdx) \
	DO(tree_intel_icl) \
	DO(tree_intel_icx) \
	DO(tree_intel_tgl) \
	DO(tree_intel_lnl) \
	DO(tree_intel_arl) \
	DO(tree_intel_ptl) \
	DO(tree_intel_snb) \
	DO(tree_intel_jkt) \
	DO(tree_intel_ivb) \
	DO(tree_intel_ivt) \
	DO(tree_intel_skl) \
	DO(tree_intel_skx) \
	DO(tree_intel_clx)

#define TREE_DECLARE(name) extern const struct tree name;
TREES(TREE_DECLARE)

/* SPDX-License-Identifier: GPL-2.0-only */
/* Included by libperf's internal headers, which use it only in macros; see refcount.h. */

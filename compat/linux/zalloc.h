/* SPDX-License-Identifier: GPL-2.0-only */
/* See refcount.h: <internal/rc_check.h> includes this for macros that are not used here. */

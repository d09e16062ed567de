/* SPDX-License-Identifier: GPL-2.0-only */
/* See refcount.h. */
#ifndef TDTOP_COMPAT_LINUX_COMPILER_H
#define TDTOP_COMPAT_LINUX_COMPILER_H

#ifndef __aligned
#define __aligned(bytes) __attribute__((aligned(bytes)))
#endif

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* An attribute that libperf's internal headers take from the kernel tree; see refcount.h. */
#ifndef __aligned
#define __aligned(n) __attribute__((__aligned__(n)))
#endif

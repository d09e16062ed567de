/* SPDX-License-Identifier: GPL-2.0-only */
/* For cppcheck only: what it must know of uthash; reading all of that takes it ten times as long. */
#define HASH_ITER(hh, head, at, next) for (at = head, next = at; at; at = next)

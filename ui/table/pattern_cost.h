/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Refuses regular expressions that regcomp(3) or regexec(3) of glibc cannot handle in reasonable
 * time and memory. Called by the parser of filters before regcomp(), at each key of a filter or
 * search. UI thread.
 */
#ifndef TDTOP_UI_TABLE_PATTERN_COST_H
#define TDTOP_UI_TABLE_PATTERN_COST_H

/*
 * Checks a POSIX extended regular expression. NULL, or what is too costly in it, as the end of a
 * sentence; *at is its offset. An expression with errors passes: regcomp() reports them.
 */
const char *pattern_too_costly(const char *pattern, int *at);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts that are as a person has read them: tests/golden. SCREENS=update rewrites them. */
#ifndef TDTOP_TESTS_GOLDEN_TEXT_H
#define TDTOP_TESTS_GOLDEN_TEXT_H

/* Fails the test if the text is not what the file tests/golden/NAME has. */
void compare_with_golden(const char *name, const char *text);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Help made of the table of options: --help, and a sentence for each option. Main thread, or UI
 * thread.
 */
#ifndef TDTOP_UI_OPTIONS_OPTION_HELP_H
#define TDTOP_UI_OPTIONS_OPTION_HELP_H

#include <stdio.h>

#include "ui/options/option_table.h"

/* The option's help with what it accepts and its default. */
#define OPTION_SENTENCE 768
void option_sentence(const struct option_row *row, char *text, size_t size);

/* Prints --help: a page, or with "all" every option. Write errors show in ferror(out). */
void options_print_help(const char *how, FILE *out);

#endif

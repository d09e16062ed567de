/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts that a column shows only in part: for filters that are typed from the screen. UI thread. */
#ifndef TDTOP_UI_TABLE_CUT_TEXT_H
#define TDTOP_UI_TABLE_CUT_TEXT_H

#include "ui/table/columns.h"

/*
 * Could `shown` be what the column shows of a text that it cuts? That is the beginning of the text,
 * either with the sign of a cut at its end (SYMBOL_CUT), however wide the column is; or without it
 * as long as the usual width of a column that does not stretch, or one cell less, where the sign
 * is. False if they are equal: then nothing is cut.
 */
bool cut_text_is(const struct column *column, const char *text, const char *shown);

#endif

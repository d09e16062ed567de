/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions that the table of columns has for values, texts and cells: column->value, text and
 * print, which column.h describes. UI thread.
 */
#pragma once

#include <stdbool.h>

#include "ui/table/column.h"

/* What the column COMMAND shows of a name and a command line. No state, no allocation. */

/*
 * The command line without the path before the program's name, which takes the room of the
 * arguments; the name, if the command line is "". A part of one of the two.
 */
const char *command_text(const char *name, const char *command);

/*
 * Has the process another name than its program? Then the name is worth its cells: it was set by
 * prctl(2), or the process was forked for work that is not its parent's. command: command_text().
 */
bool command_is_renamed(const char *name, const char *command);

double cell_get_id(const struct column_cell *cell);
double cell_get_any_pid(const struct column_cell *cell);
double cell_get_pid(const struct column_cell *cell);
double cell_get_ppid(const struct column_cell *cell);
double cell_get_socket(const struct column_cell *cell);
double cell_get_core(const struct column_cell *cell);
double cell_get_node(const struct column_cell *cell);
double cell_get_threads(const struct column_cell *cell);
double cell_get_children(const struct column_cell *cell);
double cell_get_busy_ns(const struct column_cell *cell);
double cell_get_seconds(const struct column_cell *cell);
double cell_get_slots(const struct column_cell *cell);
double cell_get_atom_slots(const struct column_cell *cell);
double cell_get_atom_percent(const struct column_cell *cell);
double cell_get_entries(const struct column_cell *cell);
double cell_get_per_entry(const struct column_cell *cell);
double cell_get_p50(const struct column_cell *cell);
double cell_get_p90(const struct column_cell *cell);
double cell_get_p99(const struct column_cell *cell);
double cell_get_wait(const struct column_cell *cell);
double cell_get_waits_unknown(const struct column_cell *cell);
double cell_get_busy_percent(const struct column_cell *cell);
double cell_get_load(const struct column_cell *cell);
double cell_get_metric(const struct column_cell *cell);
double cell_get_ipc(const struct column_cell *cell);
double cell_get_cost(const struct column_cell *cell);
double cell_get_ghz(const struct column_cell *cell);
double cell_get_instructions(const struct column_cell *cell);
double cell_get_exited(const struct column_cell *cell);
double cell_get_kernel(const struct column_cell *cell);
double cell_get_estimate_error(const struct column_cell *cell);
double cell_get_class_error(const struct column_cell *cell);
double cell_get_scaled(const struct column_cell *cell);
const char *cell_text_user(const struct column_cell *cell);
const char *cell_text_name(const struct column_cell *cell);
const char *cell_text_comm(const struct column_cell *cell);
const char *cell_text_cgroup(const struct column_cell *cell);
const char *cell_text_container(const struct column_cell *cell);
const char *cell_text_core_type(const struct column_cell *cell);
const char *cell_text_command(const struct column_cell *cell);
const char *cell_text_limit(const struct column_cell *cell);
const char *cell_text_limit_slug(const struct column_cell *cell);
const char *cell_text_cost_node(const struct column_cell *cell);
void cell_print_number(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_seconds(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_slots(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_entries(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_per_entry(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_quantile(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_load(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_wait(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_metric(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_cost(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_ipc(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_ghz(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_instructions(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_text(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_limit(const struct column_cell *cell, char text[COLUMN_TEXT]);
void cell_print_command(const struct column_cell *cell, char text[COLUMN_TEXT]);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A role is what a cell means; a theme says how each role looks. Only ui/term/term.c turns this into
 * terminal attributes. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/metric.h"

enum role {
	ROLE_TEXT,
	ROLE_DIM,		/* unimportant: idle, too few slots, not counted */
	ROLE_LABEL,		/* name of the value beside it */
	ROLE_TITLE,		/* the first line */
	ROLE_HEAD,		/* heads of columns */
	ROLE_SORTED,		/* the head of the column that orders the rows */
	ROLE_SCALED,		/* an extrapolated value */
	ROLE_RETIRING,		/* the four classes */
	ROLE_BAD_SPECULATION,
	ROLE_FRONTEND_BOUND,
	ROLE_BACKEND_BOUND,
	ROLE_NOTE,		/* important for reading the numbers */
	ROLE_ALARM,		/* the numbers are wrong or incomplete */
	ROLE_KEY,		/* a key's name */
	ROLE_COUNT
};

enum theme_attribute {
	THEME_BOLD = 1,
	THEME_DIM = 2,
	THEME_REVERSE = 4,
	THEME_UNDERLINE = 8
};

enum theme_id {
	THEME_DEFAULT,
	THEME_LIGHT,
	THEME_CONTRAST,
	THEME_COLORBLIND,
	THEME_MONO,		/* also used on terminals without colours */
	THEME_COUNT
};

struct theme_color {
	int rgb;		/* 0xrrggbb; -1: the terminal's default */
	int of256, of8;		/* the same on terminals of 256 and of 8 colours */
};

struct theme_look {
	uint8_t ink, ground;		/* index into theme_colors; 0: the terminal's default */
	uint8_t attributes;		/* enum theme_attribute */
};

struct theme {
	const char *name;	/* for --theme */
	const char *help;	/* a few words for the setup */
	struct theme_look looks[ROLE_COUNT];
	struct {
		int ink, ground;	/* 0xrrggbb, in a picture: what a terminal has by default */
	} paper;
};

extern const struct theme themes[THEME_COUNT];
extern const struct theme_color theme_colors[];

/* The name of a theme for the table of options; NULL beyond the last. */
const char *theme_name(int id);

/* The number of a colour on a terminal of so many colours; -1: the terminal's default. */
int theme_color_number(const struct theme_color *color, int colors);

/* The letter of a role in canvas_dump(); lower case. */
char theme_letter(enum role role);

/* The role of a node's class: that of its ancestor on level 1. */
enum role theme_metric_role(enum metric_id metric);

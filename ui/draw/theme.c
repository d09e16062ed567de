/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How each role looks. Every theme but mono gives the four classes colours that people with any
 * common kind of colour blindness can tell apart (tests/ui/draw/test-theme.c simulates them). Each
 * class also has a pattern or a letter, so nothing depends on colour alone. UI thread.
 *
 * default     the hues of Okabe and Ito's palette (bluish green, reddish purple, blue, vermilion),
 *             of medium lightness, readable on black and on white
 * light       the same hues, darker, for white
 * high-contrast  the same hues, brighter, always on black
 * colorblind  also four steps of lightness, for people who see no colours at all
 */
#include "config.h"
#include "ui/draw/theme.h"

#include <stddef.h>

#define DIRECT_COLORS (1 << 24)	/* terminals with RGB: the number is the colour */

enum {
	TERMINAL, BLACK, WHITE, SILVER, RED, DARK_RED,
	GREEN, PURPLE, BLUE, VERMILION,
	DARK_GREEN, DARK_PURPLE, BROWN,
	BRIGHT_GREEN, BRIGHT_PURPLE, BRIGHT_BLUE, BRIGHT_ORANGE,
	TEAL, PERIWINKLE, YELLOW
};

/* clang-format off */
const struct theme_color theme_colors[] = {
	[TERMINAL]      = { -1,       -1,  -1 },
	[BLACK]         = { 0x000000, 16,  0 },
	[WHITE]         = { 0xffffff, 231, 7 },
	[SILVER]        = { 0xbcbcbc, 250, 7 },
	[RED]           = { 0xd70000, 160, 1 },
	[DARK_RED]      = { 0xaf0000, 124, 1 },
	[GREEN]         = { 0x00af87, 36,  2 },
	[PURPLE]        = { 0xaf5faf, 133, 5 },
	[BLUE]          = { 0x005fff, 27,  6 },	/* 4 is unreadable on black */
	[VERMILION]     = { 0xd75f00, 166, 3 },
	[DARK_GREEN]    = { 0x00875f, 29,  2 },
	[DARK_PURPLE]   = { 0x87005f, 89,  5 },
	[BROWN]         = { 0x875f00, 94,  1 },
	[BRIGHT_GREEN]  = { 0x00ff87, 48,  2 },
	[BRIGHT_PURPLE] = { 0xffafd7, 218, 5 },
	[BRIGHT_BLUE]   = { 0x5fafff, 75,  6 },
	[BRIGHT_ORANGE] = { 0xff8700, 208, 3 },
	[TEAL]          = { 0x00d7af, 43,  6 },
	[PERIWINKLE]    = { 0x8787d7, 104, 5 },
	[YELLOW]        = { 0xffff5f, 227, 3 },
};

#define ON_DARK { 0xd0d0d0, 0x121212 }
#define ON_WHITE { 0x1c1c1c, 0xffffff }
#define BOLD THEME_BOLD
#define REVERSE THEME_REVERSE
#define SORTED_HEAD (THEME_REVERSE | THEME_BOLD | THEME_UNDERLINE)

/* What the themes have in common: all but the ink of dim cells, the classes and alarms. */
#define ON_TERMINAL_GROUND(dim, retiring, bad, frontend, backend, alarm)       \
	[ROLE_DIM]             = { .ink = (dim), .attributes = THEME_DIM },    \
	[ROLE_TITLE]           = { .attributes = BOLD },                       \
	[ROLE_HEAD]            = { .attributes = REVERSE },                    \
	[ROLE_SORTED]          = { .attributes = SORTED_HEAD },                \
	[ROLE_RETIRING]        = { .ink = (retiring) },                        \
	[ROLE_BAD_SPECULATION] = { .ink = (bad) },                             \
	[ROLE_FRONTEND_BOUND]  = { .ink = (frontend) },                        \
	[ROLE_BACKEND_BOUND]   = { .ink = (backend) },                         \
	[ROLE_NOTE]            = { .ink = (backend), .attributes = BOLD },     \
	[ROLE_ALARM]           = { .ink = (alarm), .attributes = BOLD | REVERSE }, \
	[ROLE_KEY]             = { .attributes = BOLD }

const struct theme themes[THEME_COUNT] = {
	[THEME_DEFAULT] = { .name = "default", .paper = ON_DARK,
			    .help = "for dark and light screens", .looks = {
		ON_TERMINAL_GROUND(TERMINAL, GREEN, PURPLE, BLUE, VERMILION, RED) } },
	[THEME_LIGHT] = { .name = "light", .paper = ON_WHITE,
			  .help = "darker colours for a white screen", .looks = {
		ON_TERMINAL_GROUND(TERMINAL, DARK_GREEN, DARK_PURPLE, BLUE, BROWN, DARK_RED) } },
	[THEME_CONTRAST] = { .name = "high-contrast", .paper = { 0xffffff, 0x000000 },
			     .help = "bright on black, nothing dim", .looks = {
		[ROLE_TEXT]            = { WHITE, BLACK, 0 },
		[ROLE_DIM]             = { SILVER, BLACK, 0 },
		[ROLE_LABEL]           = { WHITE, BLACK, 0 },
		[ROLE_TITLE]           = { WHITE, BLACK, BOLD },
		[ROLE_HEAD]            = { WHITE, BLACK, REVERSE },
		[ROLE_SORTED]          = { WHITE, BLACK, SORTED_HEAD },
		[ROLE_SCALED]          = { WHITE, BLACK, 0 },
		[ROLE_RETIRING]        = { BRIGHT_GREEN, BLACK, BOLD },
		[ROLE_BAD_SPECULATION] = { BRIGHT_PURPLE, BLACK, BOLD },
		[ROLE_FRONTEND_BOUND]  = { BRIGHT_BLUE, BLACK, BOLD },
		[ROLE_BACKEND_BOUND]   = { BRIGHT_ORANGE, BLACK, BOLD },
		[ROLE_NOTE]            = { BRIGHT_ORANGE, BLACK, BOLD },
		[ROLE_ALARM]           = { WHITE, RED, BOLD },
		[ROLE_KEY]             = { WHITE, BLACK, BOLD | THEME_UNDERLINE } } },
	[THEME_COLORBLIND] = { .name = "colorblind", .paper = ON_DARK,
			       .help = "four steps of lightness", .looks = {
		ON_TERMINAL_GROUND(TERMINAL, TEAL, PERIWINKLE, BROWN, YELLOW, RED) } },
	[THEME_MONO] = { .name = "mono", .paper = ON_DARK, .help = "no colours", .looks = {
		ON_TERMINAL_GROUND(TERMINAL, TERMINAL, TERMINAL, TERMINAL, TERMINAL, TERMINAL) } },
};

static const char letters[ROLE_COUNT] = {
	[ROLE_TEXT] = '.', [ROLE_DIM] = 'd', [ROLE_LABEL] = 'l', [ROLE_TITLE] = 't',
	[ROLE_HEAD] = 'h', [ROLE_SORTED] = 's', [ROLE_SCALED] = 'e', [ROLE_RETIRING] = 'r',
	[ROLE_BAD_SPECULATION] = 'b', [ROLE_FRONTEND_BOUND] = 'f', [ROLE_BACKEND_BOUND] = 'k',
	[ROLE_NOTE] = 'n', [ROLE_ALARM] = 'a', [ROLE_KEY] = 'y',
};

static const enum role class_roles[M_COUNT] = {
	[M_RETIRING]        = ROLE_RETIRING,
	[M_BAD_SPECULATION] = ROLE_BAD_SPECULATION,
	[M_FRONTEND_BOUND]  = ROLE_FRONTEND_BOUND,
	[M_BACKEND_BOUND]   = ROLE_BACKEND_BOUND,
	[M_SMT_CONTENTION]  = ROLE_DIM,
	[M_BACKEND_OR_BAD]  = ROLE_BACKEND_BOUND,
	[M_FRONTEND_STALLED] = ROLE_FRONTEND_BOUND,
	[M_BACKEND_STALLED] = ROLE_BACKEND_BOUND,
};
/* clang-format on */

enum role theme_metric_role(enum metric_id metric)
{
	while (metrics[metric].parent != M_NONE)
		metric = metrics[metric].parent;
	return class_roles[metric];
}

const char *theme_name(int id)
{
	return id >= 0 && id < THEME_COUNT ? themes[id].name : NULL;
}

int theme_color_number(const struct theme_color *color, int colors)
{
	/*
	 * With direct colours 0 is black and 1 to 7 are the old palette; our RGB values are none of
	 * them.
	 */
	if (color->rgb < 0 || colors >= DIRECT_COLORS)
		return color->rgb;
	return colors >= 256 ? color->of256 : color->of8;
}

char theme_letter(enum role role)
{
	return letters[role];
}

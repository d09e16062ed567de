/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How each meaning looks. The four classes use colours that people with the common kinds of colour
 * blindness can tell apart (Okabe and Ito's palette: bluish green, reddish purple, sky blue,
 * orange), and a pattern or letter each, so that nothing hangs on colour alone. UI thread.
 */
#include "config.h"
#include "ui/theme.h"

#include <stddef.h>

/* clang-format off */
const struct theme_look theme_looks[ROLE_COUNT] = {
	[ROLE_TEXT]            = { .letter = '.', .color = -1,  .color8 = -1 },
	[ROLE_DIM]             = { .letter = 'd', .color = -1,  .color8 = -1, .attributes = THEME_DIM,
				   .mono = THEME_DIM },
	[ROLE_LABEL]           = { .letter = 'l', .color = -1,  .color8 = -1 },
	[ROLE_TITLE]           = { .letter = 't', .color = -1,  .color8 = -1, .attributes = THEME_BOLD,
				   .mono = THEME_BOLD },
	[ROLE_HEAD]            = { .letter = 'h', .color = -1,  .color8 = -1, .attributes = THEME_REVERSE,
				   .mono = THEME_REVERSE },
	[ROLE_SORTED]          = { .letter = 's', .color = -1,  .color8 = -1,
				   .attributes = THEME_REVERSE | THEME_BOLD | THEME_UNDERLINE,
				   .mono = THEME_REVERSE | THEME_BOLD | THEME_UNDERLINE },
	[ROLE_SCALED]          = { .letter = 'e', .color = -1,  .color8 = -1 },
	[ROLE_RETIRING]        = { .letter = 'r', .color = 36,  .color8 = 2 },
	[ROLE_BAD_SPECULATION] = { .letter = 'b', .color = 175, .color8 = 5 },
	[ROLE_FRONTEND_BOUND]  = { .letter = 'f', .color = 74,  .color8 = 6 },
	[ROLE_BACKEND_BOUND]   = { .letter = 'k', .color = 172, .color8 = 3 },
	[ROLE_NOTE]            = { .letter = 'n', .color = 172, .color8 = 3, .attributes = THEME_BOLD,
				   .mono = THEME_BOLD },
	[ROLE_ALARM]           = { .letter = 'a', .color = 160, .color8 = 1,
				   .attributes = THEME_BOLD | THEME_REVERSE,
				   .mono = THEME_BOLD | THEME_REVERSE },
	[ROLE_KEY]             = { .letter = 'y', .color = -1,  .color8 = -1, .attributes = THEME_BOLD,
				   .mono = THEME_BOLD },
};

static const struct {
	enum role role;
	uint32_t glyph;		/* full, light, medium, dark shade: U+2588, U+2591..3 */
} classes[M_COUNT] = {
	[M_RETIRING]        = { ROLE_RETIRING,        0x2588 },
	[M_BAD_SPECULATION] = { ROLE_BAD_SPECULATION, 0x2591 },
	[M_FRONTEND_BOUND]  = { ROLE_FRONTEND_BOUND,  0x2592 },
	[M_BACKEND_BOUND]   = { ROLE_BACKEND_BOUND,   0x2593 },
};
/* clang-format on */

enum role theme_metric_role(enum metric_id metric)
{
	while (metrics[metric].parent != M_NONE)
		metric = metrics[metric].parent;
	return classes[metric].role;
}

uint32_t theme_metric_glyph(enum metric_id metric, bool ascii)
{
	return ascii ? (uint32_t)(unsigned char)metrics[metric].letter : classes[metric].glyph;
}

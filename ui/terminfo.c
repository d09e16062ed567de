/* SPDX-License-Identifier: GPL-2.0-only */
/* What terminfo knows of the terminal; see terminfo.h. UI thread. */
#include "config.h"
#include "ui/terminfo.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <curses.h>
#include <term.h>

#define FUNCTION_KEYS 12

const char *terminfo_why_unusable(const char *name, int fd)
{
	const char *why = NULL;
	int found = 0;

	if (!name || !name[0])
		return "the environment does not say what it is";
	if (setupterm(name, fd, &found) != OK && found < 1)
		return found ? "no terminfo database is installed" : "terminfo does not know it";
	if (!tigetstr("cup") && !(tigetstr("vpa") && tigetstr("hpa")))
		why = "it has no cursor addressing";
	(void)del_curterm(cur_term);
	return why;
}

#ifdef STATIC_BINARY

static bool is_known(const char *name, int fd)
{
	int found = 0;

	if (setupterm(name, fd, &found) != OK && found < 1)
		return false;
	(void)del_curterm(cur_term);
	return true;
}

/* Takes the last part off: of "xterm-new-256color" "xterm-new" is left. */
static bool shorten(char *name)
{
	size_t n = strlen(name);

	while (n > 1 && !strchr("-.+", name[n - 1]))
		n--;
	if (n <= 1)
		return false;
	name[n - 1] = '\0';
	return true;
}

const char *terminfo_nearest(const char *name, int fd, char nearest[TERMINFO_NAME_LEN])
{
	const char *colors = "";
	char base[TERMINFO_NAME_LEN];

	if (!name || !name[0] || is_known(name, fd))
		return name;
	if (strstr(name, "256color") || strstr(name, "direct"))
		colors = "-256color";
	(void)snprintf(base, sizeof(base), "%.64s", name);
	while (shorten(base)) {
		(void)snprintf(nearest, TERMINFO_NAME_LEN, "%.64s%s", base, colors);
		if (is_known(nearest, fd))
			return nearest;
		(void)snprintf(nearest, TERMINFO_NAME_LEN, "%s", base);
		if (is_known(nearest, fd))
			return nearest;
	}
	(void)snprintf(nearest, TERMINFO_NAME_LEN, "xterm%s", colors);
	return nearest;
}

#else

const char *terminfo_nearest(const char *name, int fd, char nearest[TERMINFO_NAME_LEN])
{
	(void)fd;
	(void)nearest;
	return name;
}

#endif

void terminfo_learn_keys(struct key_decoder *decoder)
{
	static const struct {
		const char *name;
		int code;
	} keys[] = {
		{ "kcuu1", KEYCODE_UP },     { "kcud1", KEYCODE_DOWN },
		{ "kcub1", KEYCODE_LEFT },   { "kcuf1", KEYCODE_RIGHT },
		{ "khome", KEYCODE_HOME },   { "kend", KEYCODE_END },
		{ "kHOM", KEYCODE_SHIFT_HOME }, { "kEND", KEYCODE_SHIFT_END },
		{ "kpp", KEYCODE_PAGE_UP },  { "knp", KEYCODE_PAGE_DOWN },
		{ "kent", KEYCODE_ENTER },   { "kbs", KEYCODE_BACKSPACE },
	};
	char name[16];

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		key_decoder_learn(decoder, tigetstr(keys[i].name), keys[i].code);
	for (int i = 1; i <= FUNCTION_KEYS; i++) {
		(void)snprintf(name, sizeof(name), "kf%d", i);
		key_decoder_learn(decoder, tigetstr(name), KEYCODE_F1 + i - 1);
	}
}

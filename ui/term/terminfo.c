/* SPDX-License-Identifier: GPL-2.0-only */
/* What terminfo knows of the terminal; see term_parts.h. UI thread. */
#include "config.h"
#include "ui/term/term_parts.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <curses.h>
#include <term.h>

#define FUNCTION_KEYS 12

/* It runs where there may be no terminfo but the types that it has inside. */
#ifdef STATIC_BINARY
#define KNOWS_FEW true
#else
#define KNOWS_FEW false
#endif

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

static bool terminfo_is_known(const char *name, int fd)
{
	int found = 0;

	if (setupterm(name, fd, &found) != OK && found < 1)
		return false;
	(void)del_curterm(cur_term);
	return true;
}

/*
 * Terminals of today that imitate xterm, and call themselves by names that the terminfo of the
 * machines to which they connect does not have: "xterm-kitty", "st-256color".
 */
static bool imitates_xterm(const char *name)
{
	static const char *const names[] = {
		"alacritty", "contour", "foot", "ghostty", "gnome", "iterm2", "kitty", "konsole",
		"mintty", "rio", "st", "vte", "wezterm", "xterm"
	};
	const size_t n = strcspn(name, "-.+");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i]) == n && !strncasecmp(names[i], name, n))
			return true;
	return false;
}

static bool take_if_known(const char *name, const char *suffix, int fd,
			  char nearest[TERMINFO_NAME_LEN])
{
	(void)snprintf(nearest, TERMINFO_NAME_LEN, "%.64s%s", name, suffix);
	return terminfo_is_known(nearest, fd);
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

/* The type of a name that begins alike: "tmux-256color" for "tmux-direct". */
static bool take_shorter(const char *name, int fd, char nearest[TERMINFO_NAME_LEN])
{
	const bool colors = strstr(name, "256color") || strstr(name, "direct");
	char base[TERMINFO_NAME_LEN];

	(void)snprintf(base, sizeof(base), "%.64s", name);
	while (shorten(base))
		if (take_if_known(base, colors ? "-256color" : "", fd, nearest) ||
		    take_if_known(base, "", fd, nearest))
			return true;
	return false;
}

const char *terminfo_nearest(const char *name, int fd, char nearest[TERMINFO_NAME_LEN])
{
	if (!name || !name[0] || terminfo_is_known(name, fd))
		return name;
	if (imitates_xterm(name) && (take_if_known("xterm", "-256color", fd, nearest) ||
				     take_if_known("xterm", "", fd, nearest)))
		return nearest;
	if (take_shorter(name, fd, nearest))
		return nearest;
	if (KNOWS_FEW && strcmp(name, "unknown") != 0 && take_if_known("xterm", "", fd, nearest))
		return nearest;
	nearest[0] = '\0';
	return name;
}

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

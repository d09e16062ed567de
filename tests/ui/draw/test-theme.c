/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Themes: the table, and that people with each kind of colour blindness can tell the colours of the
 * four classes apart. Their vision is simulated (Machado, Oliveira and Fernandes 2009,
 * severity 1), the distance is that of CIELAB (1976).
 */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "ui/draw/theme.h"

static const struct {
	const char *name;
	double matrix[3][3];
} eyes[] = {
	{ "normal", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
	{ "protanopia", { { 0.152286, 1.052583, -0.204868 },
			  { 0.114503, 0.786281, 0.099216 },
			  { -0.003882, -0.048116, 1.051998 } } },
	{ "deuteranopia", { { 0.367322, 0.860646, -0.227968 },
			    { 0.280085, 0.672501, 0.047413 },
			    { -0.011820, 0.042940, 0.968881 } } },
	{ "tritanopia", { { 1.255528, -0.076749, -0.178779 },
			  { -0.078411, 0.930809, 0.147602 },
			  { 0.004733, 0.691367, 0.303900 } } },
};

#define EYES (sizeof(eyes) / sizeof(eyes[0]))

static const enum role classes[] = { ROLE_RETIRING, ROLE_BAD_SPECULATION, ROLE_FRONTEND_BOUND,
				     ROLE_BACKEND_BOUND };

static double linear(int byte)
{
	double c = byte / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double curve(double t)
{
	return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

static void see(int rgb, size_t eye, double lab[3])
{
	const double rgb3[3] = { linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255) };
	double seen[3], x, y, z;

	for (int i = 0; i < 3; i++) {
		seen[i] = 0;
		for (int k = 0; k < 3; k++)
			seen[i] += eyes[eye].matrix[i][k] * rgb3[k];
		seen[i] = fmin(1, fmax(0, seen[i]));
	}
	x = curve((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
	y = curve(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
	z = curve((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
	lab[0] = 116 * y - 16;
	lab[1] = 500 * (x - y);
	lab[2] = 200 * (y - z);
}

static int class_rgb(enum theme_id theme, size_t i)
{
	return theme_colors[themes[theme].looks[classes[i]].ink].rgb;
}

/* The colour of the xterm palette of 256 at this number, from 16 on. */
static int rgb_of_256(int number)
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	int cube = number - 16, grey = 8 + 10 * (number - 232);

	if (number >= 232)
		return grey << 16 | grey << 8 | grey;
	return steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6];
}

TEST(every_theme_has_a_name_and_a_help)
{
	for (int i = 0; i < THEME_COUNT; i++) {
		assert_true(strlen(themes[i].help) > 5);
		assert_string_equal(theme_name(i), themes[i].name);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(themes[i].name, themes[k].name);
	}
	assert_null(theme_name(THEME_COUNT));
	assert_null(theme_name(-1));
}

TEST(every_role_has_its_own_letter)
{
	for (int i = 0; i < ROLE_COUNT; i++) {
		assert_int_not_equal(theme_letter((enum role)i), 0);
		for (int k = 0; k < i; k++)
			assert_int_not_equal(theme_letter((enum role)i), theme_letter((enum role)k));
	}
}

TEST(colours_are_the_same_on_256_and_on_all)
{
	for (int t = 0; t < THEME_COUNT; t++) {
		for (int r = 0; r < ROLE_COUNT; r++) {
			const struct theme_color *c = &theme_colors[themes[t].looks[r].ink];

			assert_int_equal(theme_color_number(c, 1 << 24), c->rgb);
			assert_int_equal(theme_color_number(c, 8), c->of8);
			assert_int_equal(theme_color_number(c, 16), c->of8);
			if (c->rgb >= 0)
				assert_int_equal(rgb_of_256(theme_color_number(c, 256)), c->rgb);
			else
				assert_int_equal(theme_color_number(c, 256), -1);
		}
	}
}

TEST(classes_differ_with_every_colour_blindness)
{
	static const double least[THEME_COUNT] = {
		[THEME_DEFAULT] = 29, [THEME_LIGHT] = 24, [THEME_CONTRAST] = 28,
		[THEME_COLORBLIND] = 41,
	};

	for (enum theme_id t = 0; t < THEME_MONO; t++) {
		for (size_t n = 0; n < EYES * 16; n++) {
			size_t eye = n / 16, i = n / 4 % 4, k = n % 4;
			double a[3], b[3], distance;

			if (i <= k)
				continue;
			see(class_rgb(t, i), eye, a);
			see(class_rgb(t, k), eye, b);
			distance = sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
			if (distance < least[t])
				fail_msg("%s, %s: classes %zu and %zu are %.1f apart", themes[t].name,
					 eyes[eye].name, k, i, distance);
			assert_int_not_equal(theme_colors[themes[t].looks[classes[i]].ink].of8,
					     theme_colors[themes[t].looks[classes[k]].ink].of8);
			if (t == THEME_COLORBLIND)	/* with no colour vision at all */
				assert_true(fabs(a[0] - b[0]) >= 10);
		}
	}
}

static double luminance(int rgb)
{
	return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
}

/* WCAG 2: 3 for large things, 4.5 for text, 7 for text that everyone must be able to read. */
static double contrast(int rgb, double ground)
{
	double own = luminance(rgb);

	return (fmax(own, ground) + 0.05) / (fmin(own, ground) + 0.05);
}

TEST(classes_stand_out_from_the_ground)
{
	for (size_t i = 0; i < 4; i++) {
		assert_true(contrast(class_rgb(THEME_DEFAULT, i), 0) > 3);
		assert_true(contrast(class_rgb(THEME_DEFAULT, i), 1) > 2.5);
		assert_true(contrast(class_rgb(THEME_LIGHT, i), 1) > 4.5);
		assert_true(contrast(class_rgb(THEME_CONTRAST, i), 0) > 7);
	}
}

TEST(mono_has_no_colours)
{
	for (int role = 0; role < ROLE_COUNT; role++) {
		assert_int_equal(theme_colors[themes[THEME_MONO].looks[role].ink].rgb, -1);
		assert_int_equal(theme_colors[themes[THEME_MONO].looks[role].ground].rgb, -1);
	}
	assert_int_not_equal(themes[THEME_MONO].looks[ROLE_ALARM].attributes, 0);
}

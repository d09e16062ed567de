/* SPDX-License-Identifier: GPL-2.0-only */
/* Fields one by one; see profile_pen.h. */
#include "config.h"
#include "ui/batch/profile_pen.h"

#include <stdio.h>

static void profile_pen_put(const struct pen *pen, const char *name, const struct field_value *value)
{
	pen->sink->field(pen->sink->data, pen->group, name, value);
}

void pen_null(const struct pen *pen, const char *name)
{
	static const struct field_value none = { .type = FIELD_NULL };

	profile_pen_put(pen, name, &none);
}

void pen_text(const struct pen *pen, const char *name, const char *text)
{
	struct field_value value;

	if (text && text[0]) {
		field_set_text(&value, text);
	} else {
		value.type = FIELD_NULL;
		value.missing_text = true;
	}
	profile_pen_put(pen, name, &value);
}

void pen_truth(const struct pen *pen, const char *name, bool truth)
{
	const struct field_value value = { .type = FIELD_BOOL, .truth = truth };

	profile_pen_put(pen, name, &value);
}

void pen_count(const struct pen *pen, const char *name, uint64_t count)
{
	const struct field_value value = { .type = FIELD_INTEGER, .integer = (int64_t)count };

	profile_pen_put(pen, name, &value);
}

void pen_known(const struct pen *pen, const char *name, uint64_t count, bool known)
{
	if (known)
		pen_count(pen, name, count);
	else
		pen_null(pen, name);
}

void pen_real(const struct pen *pen, const char *name, double real, int decimals)
{
	struct field_value value;

	field_set_rounded(&value, real, decimals);
	profile_pen_put(pen, name, &value);
}

/* A value and its error; the error's name: name_error. */
void pen_estimate(const struct pen *pen, const char *name, struct estimate estimate,
			 double scale, int decimals)
{
	char error[64];

	(void)snprintf(error, sizeof(error), "%s_error", name);
	pen_real(pen, name, estimate.value * scale, decimals);
	pen_real(pen, error, estimate.error * scale, decimals + 1);
}

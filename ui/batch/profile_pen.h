/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes the fields of a row one by one into a sink (fields.h): an empty text, a NAN and a number
 * that is not known are null. Main thread.
 */
#pragma once

#include "model/profile/profile.h"
#include "ui/batch/fields.h"

/* Decimals. */
#define PEN_PERCENT 2
#define PEN_CYCLES 3
#define PEN_PROBABILITY 5

struct pen {
	const struct field_sink *sink;
	const char *group;	/* of the fields; NULL: none */
};

void pen_null(const struct pen *pen, const char *name);
void pen_text(const struct pen *pen, const char *name, const char *text);
void pen_truth(const struct pen *pen, const char *name, bool truth);
void pen_count(const struct pen *pen, const char *name, uint64_t count);
void pen_known(const struct pen *pen, const char *name, uint64_t count, bool known);
void pen_real(const struct pen *pen, const char *name, double real, int decimals);

/* A value and its error, both times scale; the error's name: name_error. */
void pen_estimate(const struct pen *pen, const char *name, struct estimate estimate, double scale,
		  int decimals);

/* SPDX-License-Identifier: GPL-2.0-only */
/* Student's t; see student_t.h. */
#include "config.h"
#include "model/verdict/student_t.h"

#include <math.h>

#define STEPS 300		/* of the fraction, which ends after some 30 */
#define PRECISION 1e-12
#define TINY 1e-30		/* in place of a zero, by which nothing is divided */
#define HALVINGS 60
#define NORMAL_DF 1e6		/* from here on t is normal */

static double not_zero(double value)
{
	return fabs(value) > TINY ? value : TINY;
}

/* The continued fraction of the incomplete beta function, by Lentz' method. */
static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), value = d;

	for (int m = 1; m < STEPS; m++) {
		const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

		d = 1 / not_zero(1 + even * d);
		c = not_zero(1 + even / c);
		value *= d * c;
		d = 1 / not_zero(1 + odd * d);
		c = not_zero(1 + odd / c);
		value *= d * c;
		if (fabs(d * c - 1) < PRECISION)
			break;
	}
	return value;
}

/* The regularised incomplete beta function. */
static double beta(double a, double b, double x)
{
	double front;

	if (x <= 0 || x >= 1)
		return x >= 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a :
					   1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_t_tail(double t, double df)
{
	double p;

	if (df > NORMAL_DF)
		return erfc(t / sqrt(2)) / 2;
	p = beta(df / 2, 0.5, df / (df + t * t)) / 2;
	return t > 0 ? p : 1 - p;
}

double student_t_quantile(double probability, double df)
{
	double low = 0, high = 1e4;

	for (int i = 0; i < HALVINGS; i++) {
		const double middle = (low + high) / 2;

		if (student_t_tail(middle, df) > probability)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Student's t distribution: tails, and the value of a tail. Pure functions, any thread. */
#ifndef TDTOP_MODEL_VERDICT_STUDENT_T_H
#define TDTOP_MODEL_VERDICT_STUDENT_T_H

/*
 * The probability that a t of so many degrees of freedom (more than 0) is above t: the incomplete
 * beta function of df / 2, 1/2 at df / (df + t^2), as a continued fraction (DLMF 8.17.22).
 */
double student_t_tail(double t, double df);

/* The t above which lies this probability, which is above 0 and at most 0.5. */
double student_t_quantile(double probability, double df);

#endif

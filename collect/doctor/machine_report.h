/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The report of --doctor --json on a machine, which users may send to the project: its CPU, kernel
 * and PMUs, which family was chosen, and what was tried with which result. Nothing in it names the
 * machine, a user, a process or a path of theirs. Main thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_MACHINE_REPORT_H
#define TDTOP_COLLECT_DOCTOR_MACHINE_REPORT_H

#include <jansson.h>

#include "collect/doctor/diagnosis.h"

/* The report as a JSON object, which the caller owns; NULL without memory. */
json_t *machine_report_make(const struct diagnosis *diagnosis);

#endif

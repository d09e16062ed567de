/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the numbers of live samples rest on: whose code was sampled, how much of it, and what it
 * cost. A line for output; no state.
 */
#pragma once

#include "model/machine.h"
#include "model/profile/profile_exchange.h"
#include "ui/code/profile_notes.h"

/* "process", "machine": as JSON calls it; "nothing". */
const char *sampling_scope_name(enum live_scope scope);

/*
 * "sampled live: pid 2311 · 12 of 340 threads, 97 % of its slots · own cost 0.3 % of a CPU · 12
 * lost · SIMULATED: why". Parts that are not known are left out. machine: of the request.
 */
void sampling_headline(const struct live_request *request, const struct machine *machine,
		       const struct live_state *state, char text[PROFILE_NOTE]);

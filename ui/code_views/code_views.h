/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code views: ONE table with all that is known about each. Keys, the path, the lists and the
 * help walk it. A view that is no list has no columns here, but a function in
 * ui/screen/view_code.c. A new view is a value of enum code_view_id, a row here, and if it has a
 * key, a row in ui/keys/keys_code.c. UI thread.
 */
#pragma once

#include "ui/state/code_screen.h"

extern const struct code_view code_views[CODE_VIEWS];

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which files the program's code is in. Addresses of the program are those of the emulator as long
 * as its guest_base is 0: so it is for 64-bit programs on 64-bit machines, unless told otherwise.
 */
#pragma once

#include <stdio.h>

#include "tests/truth/plugin_code.h"

/* Code at this address is translated: writes its mapping to the stream if it is a new one. */
void maps_need(FILE *stream, uint64_t address, uint64_t time_ns);

/* A system call is made; mappings may change. */
void maps_system_call(enum code_machine machine, int64_t number);

/* Writes "map START LENGTH OFFSET PATH" for each mapping. */
void maps_tell(FILE *table);

/* SPDX-License-Identifier: GPL-2.0-only */
/* Starts of functions, from names; see function_start.h. */
#include "config.h"
#include "model/profile/function_start.h"

struct place function_start_of(const struct function_start *functions, struct place at)
{
	return functions && functions->of ? functions->of(functions->data, at) : at;
}

static struct place ask(void *data, struct place at)
{
	const struct code_names *names = data;
	struct code_name name;

	if (names->name(names->data, &at, false, &name) != CODE_KNOWN || !name.symbol[0])
		return at;
	return name.function;
}

struct function_start function_start_names(const struct code_names *names)
{
	return (struct function_start){ ask, (void *)(uintptr_t)names };
}

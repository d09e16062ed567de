/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of a place; see code_names.h. */
#include "config.h"
#include "model/profile/code_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/base_name.h"

void code_names_doubt(const struct code_names *names, uint32_t object, char *text, size_t size)
{
	if (size)
		text[0] = '\0';
	if (names && names->object_doubt)
		names->object_doubt(names->data, object, text, size);
}

void code_name_text(const struct profile_object *objects, size_t n_objects, struct place at,
		    const struct code_name *name, char *text, size_t size)
{
	const char *path;
	uint64_t offset = name && name->has_address ? name->address : at.offset;

	if (name && name->symbol[0]) {
		(void)snprintf(text, size, "%s", name->symbol);
		return;
	}
	if (at.object >= n_objects) {
		(void)snprintf(text, size, "0x%" PRIx64, at.offset);
		return;
	}
	path = objects[at.object].path;
	(void)snprintf(text, size, "%s+0x%" PRIx64, base_name(path), offset);
}

/* ---- starts of functions ---- */

struct place function_start_of(const struct function_start *functions, struct place at)
{
	return functions && functions->of ? functions->of(functions->data, at) : at;
}

static struct place function_start_ask(void *data, struct place at)
{
	const struct code_names *names = data;
	struct code_name name;

	if (names->name(names->data, &at, false, &name) != CODE_KNOWN || !name.symbol[0])
		return at;
	return name.function;
}

struct function_start function_start_names(const struct code_names *names)
{
	return (struct function_start){ function_start_ask, (void *)(uintptr_t)names };
}

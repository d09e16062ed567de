/* SPDX-License-Identifier: GPL-2.0-only */
/* Loads a library; see late_library.h. */
#include "config.h"
#include "model/late_library.h"

#include <dlfcn.h>
#include <string.h>

static bool is_set(const struct late_function *function)
{
	void *value;

	memcpy(&value, function->pointer, sizeof(value));
	return value;
}

/* It stays loaded, as its functions are called until the end. */
bool late_library(const char *soname, const struct late_function *functions, size_t n)
{
	void *handle = NULL, *value;

	for (size_t i = 0; i < n; i++) {
		if (is_set(&functions[i]))
			continue;
		if (!handle)
			handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
		value = handle ? dlsym(handle, functions[i].name) : NULL;
		if (!value)
			return false;
		memcpy(functions[i].pointer, &value, sizeof(value));
	}
	return true;
}

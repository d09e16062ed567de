/* SPDX-License-Identifier: GPL-2.0-only */
/* Debug files from servers; see code_debuginfod.h. Declarations: debuginfod_find_debuginfo(3). */
#include "config.h"
#include "collect/code/code_debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#define LIBRARY "libdebuginfod.so.1"

struct code_debuginfod {
	void *library;
	void *client;
	void (*end)(void *client);
	int (*find)(void *client, const unsigned char *build_id, int n, char **path);
};

/* Sets a pointer to a function; false: the library has none of this name. */
static bool find_symbol(void *library, const char *name, void *function)
{
	void *found = dlsym(library, name);

	*(void **)function = found;
	return found != NULL;
}

static bool begin(struct code_debuginfod *debuginfod)
{
	void *(*make)(void);

	debuginfod->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!debuginfod->library ||
	    !find_symbol(debuginfod->library, "debuginfod_begin", &make) ||
	    !find_symbol(debuginfod->library, "debuginfod_end", &debuginfod->end) ||
	    !find_symbol(debuginfod->library, "debuginfod_find_debuginfo", &debuginfod->find))
		return false;
	debuginfod->client = make();
	return debuginfod->client != NULL;
}

int code_debuginfod_new(struct code_debuginfod **out, struct err *err)
{
	const char *servers = getenv("DEBUGINFOD_URLS");
	struct code_debuginfod *debuginfod;

	*out = NULL;
	if (!servers || !servers[0])
		return err_set(err, EINVAL, "--debuginfod asks servers for debug files, and none is "
			       "named: set DEBUGINFOD_URLS, as to https://debuginfod.debian.net");
	debuginfod = calloc(1, sizeof(*debuginfod));
	if (!debuginfod)
		return err_set(err, ENOMEM, "not enough memory to start");
	if (begin(debuginfod)) {
		*out = debuginfod;
		return 0;
	}
	code_debuginfod_free(debuginfod);
	return err_set(err, ENOENT, "--debuginfod needs " LIBRARY ", which is not installed (Debian: "
		       "apt install libdebuginfod1)");
}

void code_debuginfod_free(struct code_debuginfod *debuginfod)
{
	if (!debuginfod)
		return;
	if (debuginfod->client)
		debuginfod->end(debuginfod->client);
	if (debuginfod->library)
		(void)dlclose(debuginfod->library);
	free(debuginfod);
}

int code_debuginfod_find(struct code_debuginfod *debuginfod, const unsigned char *build_id, size_t n)
{
	int fd = n ? debuginfod->find(debuginfod->client, build_id, (int)n, NULL) : -1;

	if (fd < 0)
		return -1;
	(void)lseek(fd, 0, SEEK_SET);	/* the library has just written it */
	return fd;
}

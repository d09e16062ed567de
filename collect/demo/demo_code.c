/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What code the simulated machine has; see demo_code.h.
 *
 * New code of the demo is a table of blocks in demo_code_*.c, of what demo_program.h has; where its
 * threads begin stands here.
 */
#include "config.h"
#include "collect/demo/demo_code.h"

#include <string.h>

#define JIT_PID 2311		/* of tomcat in collect/demo/demo_script.c */

const struct profile_object demo_objects[DEMO_OBJECTS] = {
	[DEMO_STREAM] = { .path = "/home/ada/bench/stream_c" },
	[DEMO_POSTGRES] = { .path = "/usr/lib/postgresql/15/bin/postgres" },
	[DEMO_LIBC] = { .path = "/usr/lib/x86_64-linux-gnu/libc.so.6" },
	[DEMO_JIT] = { .path = "//anon", .kind = OBJECT_JIT, .pid = JIT_PID },
	[DEMO_JVM] = { .path = "/usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so" },
	[DEMO_PYTHON] = { .path = "/usr/bin/python3.11" },
	[DEMO_TREES] = { .path = "/home/ada/train/_trees.so" },
	[DEMO_MEMCACHED] = { .path = "/usr/bin/memcached" },
	[DEMO_X264] = { .path = "/usr/lib/x86_64-linux-gnu/libx264.so.164" },
	[DEMO_CC1PLUS] = { .path = "/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus" },
	[DEMO_GZIP] = { .path = "/usr/bin/gzip" },
};

const struct demo_program *const demo_programs[] = {
	&demo_code_loops,
	&demo_code_postgres,
	&demo_code_java,
	&demo_code_more,
	NULL
};

/* Where threads begin. */
static const struct {
	const char *comm, *function;
} entries[] = {
	{ "stream_c", "main" },
	{ "postgres", "serve_client" },
	{ "java", "Interpreter" },
	{ "http-nio-8080-e", "Interpreter" },
	{ "G1 Conc#0", "Marker::step" },
	{ "C2 CompilerThre", "CompilerThread::work" },
	{ "python3", "run_frame" },
	{ "gzip", "squeeze" },
	{ "memcached", "serve_connection" },
	{ "mc-worker", "serve_connection" },
	{ "av:libx264", "encode_slice" },
	{ "cc1plus", "parse_expression" },
};

const struct demo_function *demo_function_find(const char *name)
{
	for (size_t p = 0; demo_programs[p]; p++)
		for (size_t i = 0; i < demo_programs[p]->n; i++)
			if (!strcmp(demo_programs[p]->functions[i].name, name))
				return &demo_programs[p]->functions[i];
	return NULL;
}

const struct demo_function *demo_entry(const char *comm)
{
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (!strcmp(entries[i].comm, comm))
			return demo_function_find(entries[i].function);
	return NULL;
}

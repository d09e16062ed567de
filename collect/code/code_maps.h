/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is mapped where, as told by the records of mmap(2), fork(2) and execve(2) in the order of
 * time: finds the object and the offset of an address of a process. Objects are told apart by path
 * and by build-id, or by name, device and inode where none was recorded. Input may be hostile: all
 * sizes are bounded. No system calls but to read /proc, below. Belongs to one thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_objects.h"

#define CODE_MAPPINGS_MAX (1U << 21)	/* of all processes: 64 MB */
#define CODE_MAPPINGS_OF_PROCESS_MAX 16384
#define CODE_MAPS_EXITED 4096		/* processes that are kept after they exited */

struct code_maps;

struct code_maps *code_maps_new(void);		/* NULL without memory */
void code_maps_free(struct code_maps *maps);	/* NULL is fine */

/*
 * Adds a mapping, which takes the place of what was there. 0; -EINVAL: it is empty or too large;
 * -ENOSPC: one of the bounds above is reached; -ENOMEM.
 */
int code_maps_add(struct code_maps *maps, const struct code_mapping *mapping);

/*
 * A new process has the mappings of its parent; where those are not known, it keeps what it has.
 * Threads (pid == parent): ignored. 0 or -ENOMEM.
 */
int code_maps_fork(struct code_maps *maps, int32_t pid, int32_t parent);

/*
 * What is known of a process that runs, whose mappings are read; zeroed at first, after a restart,
 * and when mappings of one that exited are not kept any more.
 */
struct code_maps_known {
	uint64_t since_ns;	/* its mappings are those of then, and of records since; 0: they are
				 * not known */
	uint64_t next_ns;	/* they are not read again before */
	uint64_t hash;		/* of what was read; 0: a record has changed it */
};

/* Of this process, which may be new; valid until another process is added. NULL without memory. */
struct code_maps_known *code_maps_known(struct code_maps *maps, int32_t pid);

/* execve(2): the process has no mappings now. */
void code_maps_exec(struct code_maps *maps, int32_t pid);

/* No process has mappings, the kernel neither: the recording is read again. Objects stay. */
void code_maps_restart(struct code_maps *maps);

/* The process exited. Its mappings are kept for a while: records may follow. */
void code_maps_exit(struct code_maps *maps, int32_t pid);

/*
 * The build-id of a path (perf's table of build-ids, which comes before or after the mappings). It
 * is given to objects of the path that have none. 0 or -ENOMEM.
 */
int code_maps_build_id(struct code_maps *maps, const char *path, const unsigned char *id,
		       uint8_t len);

/* Is this an address of the kernel, of a 64-bit machine? */
static inline bool code_maps_is_kernel(uint64_t address)
{
	return address >> 63;
}

/*
 * The place of an address of this process, and in *mapping the number of the mapping that it is in.
 * No mapping: the object is PLACE_NO_OBJECT and *mapping 0.
 */
struct place code_maps_find(struct code_maps *maps, int32_t pid, uint64_t address,
			    uint32_t *mapping);

/* The build-id of this object, which has none so far and is in no profile yet. */
void code_maps_set_build_id(struct code_maps *maps, uint32_t object, const unsigned char *id,
			    uint8_t len);

/*
 * Where and when all was mapped: on a machine of another name? Before which time, in ns since 1970
 * (0: not known)? While no object is in a profile yet.
 */
void code_maps_set_origin(struct code_maps *maps, bool elsewhere, uint64_t before_ns);

/*
 * The objects so far; their number grows, their place in memory stays. Only build-ids are still
 * added to them, by code_maps_build_id() and the function above.
 */
const struct profile_object *code_maps_objects(const struct code_maps *maps, size_t *n);

/*
 * ---- what is mapped now ----
 *
 * The code of a process as /proc/PID/maps tells it (proc_pid_maps(5)), and that of the kernel. Mappings
 * that are not executable are left out. Any thread that may read them: it takes the right to trace the
 * process, which Landlock takes away.
 */

/* Takes a mapping, valid until it returns. Not 0: enough. */
typedef int proc_mapping(void *data, const struct code_mapping *mapping);

/*
 * Those of a process, by address. 0: all were told, or what the function returned; or a negative
 * errno: -ESRCH without such a process, or one that is exiting; -EACCES, -EPERM: no right.
 * proc_root: "/proc".
 */
int proc_maps_each(const char *proc_root, int32_t pid, proc_mapping *each, void *data);

/*
 * Those of the kernel. It is one object over all of its half of the addresses: what the kernel
 * makes at run time (BPF programs, trampolines) is named in its table of symbols too. Modules
 * follow, where the user may see their addresses. 0, or what the function returned.
 */
int proc_maps_kernel(const char *proc_root, proc_mapping *each, void *data);

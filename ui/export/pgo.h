/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Branch stacks of a profile as input of compilers and optimizers: BOLT's pre-aggregated text and
 * AutoFDO's text. (perf.data for both is written by collect/sample/branch_export.h.) One file
 * describes one object, that is one executable or library of one build. Pure but for the questions
 * to code_names; any thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "ui/draw/buffer.h"

enum pgo_format {
	PGO_PERF,	/* perf.data: perf2bolt, llvm-profgen, create_llvm_prof, create_gcov */
	PGO_BOLT,	/* llvm-bolt --pa -p FILE, perf2bolt --pa -p FILE */
	PGO_AUTOFDO,	/* create_llvm_prof, create_gcov: --profiler=text --profile=FILE */
	PGO_FORMATS
};

const char *pgo_format_name(int format);	/* "perf"; NULL beyond the last */

#define PGO_STACKS_MIN 10000	/* fewer are refused */
#define PGO_BIAS_MAX 0.20	/* a larger bias is refused */

/* 0; or -ENODATA with a sentence why a compiler would be misled by this profile. */
int pgo_check(const struct profile *profile, struct err *err);

/*
 * Chooses what is exported: the object with this path, base name or build-id (its first 8 digits or
 * more); NULL: the program that has most entries, a library only if there is no program. 0; or a
 * negative errno with a sentence: there is none, or several builds.
 */
int pgo_choose(const struct profile *profile, const char *wanted, uint32_t *object,
	       struct err *err);

/* What was exported. */
struct pgo_summary {
	size_t branches, blocks;	/* lines */
	uint64_t entries;		/* taken branches that end or begin in the object */
	double part;			/* of all entries, 0..1 */
};

/*
 * Appends the profile of the object. names: for PGO_BOLT, which needs addresses, and waits for them
 * (wait_ms; -1: as long as it takes); else it may be NULL. 0; or a negative errno with a sentence,
 * -EAGAIN: after that time not all addresses are known.
 */
int pgo_put(struct buffer *out, enum pgo_format format, const struct profile *profile,
	    uint32_t object, const struct code_names *names, int wait_ms,
	    struct pgo_summary *summary, struct err *err);

/* The command that reads the file, for a person: "llvm-bolt prog -o prog.bolt --pa -p FILE". */
void pgo_next_step(enum pgo_format format, const struct profile_object *object, const char *file,
		   char *text, size_t size);

/*
 * What must be known of the samples' trigger, to be put behind a sentence: "; it is biased, ...".
 * "" of one that does not bias shares (taken branches).
 */
void pgo_trigger(const struct profile *profile, char *text, size_t size);

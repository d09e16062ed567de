/* SPDX-License-Identifier: 0BSD */
/*
 * libtdtop_region.so: regions whose names are made at run time, and for languages that have no C
 * header. tdtop_region.h says what the two functions do. Plain C, no allocation, no lock; safe in
 * signal handlers.
 */
#include <stdint.h>

#include "tdtop_region.h"

#define EXPORTED __attribute__((__visibility__("default")))

#if TDTOP_REGION_ON

#define NAMES 256		/* an entry is a byte in the stack of a thread */
#define MORE_NAMES (NAMES - 1)	/* the entry of all names that find no room */
#define NAME_SIZE 64
#define DEPTH 64
#define STRING2(x) #x
#define STRING(x) STRING2(x)

/*
 * The names: tdtop reads them in the memory of the process. A descriptor's name stands 4 bytes
 * behind it, so that of an entry is 4 bytes before the entry: there is room before the first.
 */
struct pool {
	char before[NAME_SIZE];
	char name[NAMES][NAME_SIZE];	/* "" while it is free */
};

extern struct pool tdtop_region_pool;
struct pool tdtop_region_pool __attribute__((__visibility__("hidden"), __aligned__(64))) = {
	.name = { [MORE_NAMES] = "(more names)" },
};

/* The note that tells of the pool: type 2 of collect/region/region_note.h. */
__asm__(".pushsection .note.tdtop,\"a\",%note\n"
	"\t.balign 4\n"
	"\t.4byte 6, 16, 2\n"
	"\t.asciz \"tdtop\"\n"
	"\t.balign 4\n"
	".Ltdtop_region_pool_note:\n"
	"\t.4byte tdtop_region_mark - .Ltdtop_region_pool_note\n"
	"\t.4byte tdtop_region_pool + " STRING(NAME_SIZE) " - .Ltdtop_region_pool_note\n"
	"\t.4byte " STRING(NAME_SIZE) ", " STRING(NAMES) "\n"
	"\t.popsection\n");

/* Hashes of the names, 0 where an entry is free; written once each. */
static uint64_t hashes[MORE_NAMES];

/* Small: a library that is loaded late has room for some hundred bytes of a thread only. */
static __thread struct {
	uint8_t entry[DEPTH];
	uint32_t depth;		/* may be above DEPTH */
} stack __attribute__((__tls_model__(TDTOP_REGION_TLS_MODEL)));

/* FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/. Never 0. */
static uint64_t hash_of(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325U;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3U;
	return hash ? hash : 1;
}

/* The first byte comes last: tdtop sees no name before the whole of it. */
static void write_name(char *to, const char *name)
{
	uint32_t i = 1;

	for (; name[0] && name[i] && i < NAME_SIZE - 1; i++)
		to[i] = name[i];
	__atomic_store_n(to, name[0] ? name[0] : '-', __ATOMIC_RELEASE);
}

/*
 * The entry of a name: of this hash, or a free one, which the thread that puts its hash in fills. A
 * thread that finds the hash need not wait for the name: the entry's place is all that it needs.
 * (Two of 255 names have the same 64-bit hash once in 5 * 10^14 programs.)
 */
static uint8_t entry_of(const char *name)
{
	const uint64_t hash = hash_of(name);

	for (uint32_t n = 0; n < MORE_NAMES; n++) {
		const uint32_t i = (uint32_t)((hash + n) % MORE_NAMES);
		uint64_t found = __atomic_load_n(&hashes[i], __ATOMIC_RELAXED);

		if (!found && __atomic_compare_exchange_n(&hashes[i], &found, hash, 0,
							   __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
			write_name(tdtop_region_pool.name[i], name);
			return (uint8_t)i;
		}
		if (found == hash)
			return (uint8_t)i;
	}
	return MORE_NAMES;
}

/* The innermost region of the thread goes on. */
static void mark(int enters)
{
	const char *entry = stack.depth ? tdtop_region_pool.name[stack.entry[stack.depth - 1]] : 0;

	tdtop_region_mark(enters ? entry + 1 : entry);
	if (__builtin_expect(tdtop_region_changed != 0, 0))
		tdtop_region_changed(entry ? entry - 4 : 0, enters);
}

EXPORTED void tdtop_region_enter(const char *name)
{
	const uint32_t depth = stack.depth;
	const uint8_t entry = depth < DEPTH ? entry_of(name) : 0;

	/* In this order: a handler of a signal in between overwrites what is above the depth. */
	stack.depth = depth + 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (depth < DEPTH) {
		stack.entry[depth] = entry;
		mark(1);
	}
}

EXPORTED void tdtop_region_leave(void)
{
	const uint32_t depth = stack.depth;

	if (!depth)
		return;
	stack.depth = depth - 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (depth <= DEPTH)
		mark(0);
}

#else

EXPORTED void tdtop_region_enter(const char *name)
{
	(void)name;
}

EXPORTED void tdtop_region_leave(void)
{
}

#endif

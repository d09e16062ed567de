/* SPDX-License-Identifier: 0BSD */
/*
 * Regions: names for pieces of a program. tdtop(1) shows what each piece costs, live, while the
 * program runs. One header, no library; C (gnu99 and later; also -std=c99) and C++ (C++11 and
 * later), gcc and clang, Linux on x86-64 and arm64. Elsewhere it compiles to plain blocks.
 *
 *	TDTOP_REGION("parse") {
 *		...
 *	}
 *
 * names a block. return, goto and C++ exceptions leave the region with the block; so do break and
 * continue, which do not reach a loop around it. Where a region is no block:
 *
 *	struct tdtop_region_scope scope;
 *
 *	TDTOP_REGION_BEGIN(&scope, "parse");
 *	...
 *	tdtop_region_end(&scope);
 *
 * in the same thread, and each begin with its end, which may be in another function (constructors,
 * callbacks). Regions nest: a piece counts for the innermost region alone, so all of them add up.
 * Threads, fork(2), libraries and dlopen(3) need nothing.
 *
 * A name is a string literal. tdtop shows its first 47 bytes; %, { and } must not be in it. Two
 * places with the same name are one region. For names that are made at run time, and for other
 * languages, see tdtop_region_enter() below.
 *
 * Cost: about 1 ns an end while tdtop does not watch: a call of a function that does nothing. While
 * it watches, a trap into the kernel: 1 to 2 us; a region that lasts 100 us or more is a good one.
 *
 * What is wrong, and for how long:
 * - longjmp(3) out of a region runs no end. The region then seems to go on until an end of a region
 *   around it, or (if it is a block) until a begin in a function that called the one that was left.
 *   The region that begins there has none around it. A begin in the same function, or in one that it
 *   calls, counts as nested in the dead region. tdtop_region_reset() after setjmp(3) has returned a
 *   second time puts it right: then no region goes on until the next marker.
 *   In C, the same holds for a cancelled thread, and exceptions of C++ that pass through, unless
 *   -fexceptions is given; a thread that ends takes its regions with it.
 * - A begin on another stack (sigaltstack(2), coroutines) that lies above the current region's by
 *   less than 1 MiB looks like one after a longjmp(): after its end no region goes on until the
 *   next marker.
 * - A coroutine that leaves its thread inside a region: what runs there then counts for the region,
 *   until the next marker of the thread. Close the region before it is suspended.
 * - A region in the handler of a signal interrupts the region that was current, as it should.
 *
 * How: each place puts an ELF note with the region's name into the program (section .note.tdtop).
 * Each end calls tdtop_region_mark() with the address of the note's descriptor. That is one function
 * of a NOP and a return for each program and library. tdtop finds the notes and probes the function.
 *
 * Macros to define before the header: TDTOP_REGION_OFF compiles all of it to plain blocks.
 * TDTOP_REGION_WARNINGS lets compilers warn of the header itself, for its tests.
 * TDTOP_REGION_NO_RDPMC leaves out self-counting (tdtop_region(3)), which is most of this header:
 * one file of a program or library that has it serves all of them. TDTOP_REGION_TLS_MODEL is for
 * libraries whose late loading is refused because of "initial-exec" thread-local storage: by musl;
 * by glibc if they have more than some 1000 bytes of it themselves. "global-dynamic" is slower.
 */
#ifndef TDTOP_REGION_H
#define TDTOP_REGION_H

/* A copy in a project has no part in what that demands of its own code (-Wold-style-cast). */
#if defined(__GNUC__) && !defined(TDTOP_REGION_WARNINGS)
#pragma GCC system_header
#endif

#if !defined(TDTOP_REGION_OFF) && defined(__GNUC__) && defined(__linux__) && defined(__ELF__) && \
	defined(__LP64__) && (defined(__x86_64__) || defined(__AARCH64EL__))
#define TDTOP_REGION_ON 1
#else
#define TDTOP_REGION_ON 0
#endif

#ifdef __cplusplus
#define TDTOP_REGION_INLINE_ inline
extern "C" {
#else
#define TDTOP_REGION_INLINE_ static __inline__
#endif

/*
 * Names at run time: libtdtop_region.so (-ltdtop_region), for Rust, Go, Python and others. Enters
 * the region `name` (copied), or leaves the one that this thread entered last. Any thread. Up to 64
 * deep and 255 names a process; what is deeper counts for the 64th, further names are "(more
 * names)". The library is an object of its own: its regions nest in those of the program.
 */
void tdtop_region_enter(const char *name);
void tdtop_region_leave(void);

/* What was current before a region: the region's own, from its begin to its end. */
struct tdtop_region_scope {
	const void *outer;		/* descriptor; NULL: none */
	const void *outer_frame;
	int left;			/* TDTOP_REGION() has run its block */
};

#define TDTOP_REGION_PASTE2_(a, b) a##b
#define TDTOP_REGION_PASTE_(a, b) TDTOP_REGION_PASTE2_(a, b)
#define TDTOP_REGION_SCOPE_ TDTOP_REGION_PASTE_(tdtop_region_scope_, __LINE__)

#if TDTOP_REGION_ON

#ifndef TDTOP_REGION_TLS_MODEL
#define TDTOP_REGION_TLS_MODEL "initial-exec"
#endif

/*
 * The innermost region of this thread, of this program or library. Volatile: a signal may come at
 * any instruction; and two words written apart and read as one stall the CPU.
 */
struct tdtop_region_current {
	const void *volatile region;	/* descriptor; NULL: none */
	const void *volatile frame;	/* of the function whose block it is; NULL: it is none */
};

#define TDTOP_REGION_HIDDEN_ __attribute__((__weak__, __visibility__("hidden")))
extern __thread struct tdtop_region_current tdtop_region_current TDTOP_REGION_HIDDEN_
	__attribute__((__tls_model__(TDTOP_REGION_TLS_MODEL)));
__thread struct tdtop_region_current tdtop_region_current TDTOP_REGION_HIDDEN_
	__attribute__((__tls_model__(TDTOP_REGION_TLS_MODEL)));

/*
 * Self-counting: called after each marker, unless it is NULL. It gets the descriptor of the region
 * that goes on (NULL: none), and whether it is entered (1) or goes on because an inner one has
 * ended (0). The name stands 4 bytes behind the descriptor.
 */
extern void (*tdtop_region_changed)(const void *descriptor_or_null, int enters)
	TDTOP_REGION_HIDDEN_;
void (*tdtop_region_changed)(const void *descriptor_or_null, int enters) TDTOP_REGION_HIDDEN_;

/* tdtop probes it. The descriptor of the region that goes on (+ 1: entered); or 0. */
extern void tdtop_region_mark(const void *argument) __attribute__((__visibility__("hidden")));

/*
 * One for each program or library: linkers keep one of a group, and the condition keeps one where
 * link-time optimisation puts several files into one. Never inlined. Kernels emulate this NOP in
 * the trap of their probe; another one of that length or more they would have to step over, which
 * is a second trap. Not one of 5 bytes: Linux 6.18 makes a call of it, into a page that a process
 * has not that is forked later, so that it crashes at its next marker.
 */
#ifdef __x86_64__
#define TDTOP_REGION_NOP_RET_ ".byte 0x66, 0x90\n\tret\n"
#else
#define TDTOP_REGION_NOP_RET_ "nop\n\tret\n"
#endif
__asm__(".ifndef tdtop_region_mark\n"
	"\t.pushsection .text.tdtop_region_mark,\"axG\",%progbits,tdtop_region_mark,comdat\n"
	"\t.weak tdtop_region_mark\n"
	"\t.hidden tdtop_region_mark\n"
	"\t.type tdtop_region_mark,%function\n"
	"\t.balign 16\n"
	"tdtop_region_mark:\n"
	"\t" TDTOP_REGION_NOP_RET_
	"\t.size tdtop_region_mark, . - tdtop_region_mark\n"
	"\t.popsection\n"
	".endif\n");

/*
 * The note of a region, and its descriptor's address. As each copy of the code has a note of its
 * own (inlined, unrolled), the name tells which are one region. "?": the note belongs to the group
 * of the function, if any, and is dropped with it (templates, inline functions of C++).
 */
#ifdef __x86_64__
#define TDTOP_REGION_ADDRESS_ \
	"{lea .Ltdtop_region%=(%%rip), %0|lea %0, .Ltdtop_region%=[rip]}\n"
#else
#define TDTOP_REGION_ADDRESS_ \
	"adrp %0, .Ltdtop_region%=\n\tadd %0, %0, :lo12:.Ltdtop_region%=\n"
#endif
#if defined(__clang__) || __GNUC__ >= 9
#define TDTOP_REGION_ASM_ __asm__ __inline__	/* one instruction, not as many as lines */
#else
#define TDTOP_REGION_ASM_ __asm__
#endif
#define TDTOP_REGION_DESCRIPTOR_(name)							\
	__extension__({									\
		const void *tdtop_region_descriptor;					\
		TDTOP_REGION_ASM_(".pushsection .note.tdtop,\"a?\",%%note\n"		\
				  "\t.balign 4\n"					\
				  "\t.4byte 6, .Ltdtop_region_end%=-.Ltdtop_region%=, 1\n"	\
				  "\t.asciz \"tdtop\"\n"				\
				  "\t.balign 4\n"					\
				  ".Ltdtop_region%=:\n"					\
				  "\t.4byte tdtop_region_mark-.Ltdtop_region%=\n"	\
				  "\t.asciz " #name "\n"				\
				  ".Ltdtop_region_end%=:\n"				\
				  "\t.balign 4\n"					\
				  "\t.popsection\n"					\
				  "\t" TDTOP_REGION_ADDRESS_				\
				  : "=r"(tdtop_region_descriptor));			\
		tdtop_region_descriptor;						\
	})

/* A marker. The state of the thread is right before it: a signal may come at any instruction. */
TDTOP_REGION_INLINE_ __attribute__((__always_inline__)) void
tdtop_region_goes_on_(const void *descriptor, int enters)
{
	tdtop_region_mark(enters ? (const char *)descriptor + 1 : (const char *)descriptor);
	if (__builtin_expect(tdtop_region_changed != 0, 0))
		tdtop_region_changed(descriptor, enters);
}

/*
 * Begins the region of `descriptor` in the function with this frame. A function that is less than
 * 1 MiB above the current region's is one that called it: it was left by longjmp(). `block`: the
 * region ends in its function; one that does not has no frame, as its function may return before.
 */
TDTOP_REGION_INLINE_ __attribute__((__always_inline__)) struct tdtop_region_scope
tdtop_region_begin_(const void *descriptor, const void *frame, int block)
{
	struct tdtop_region_scope scope = {
		tdtop_region_current.region, tdtop_region_current.frame, 0
	};

	if (__builtin_expect((__UINTPTR_TYPE__)frame - (__UINTPTR_TYPE__)scope.outer_frame - 1 <
				     (1UL << 20) - 1, 0)) {
		scope.outer = 0;
		scope.outer_frame = 0;
		__asm__ __volatile__("");	/* a branch: a move would wait for the load */
	}
	tdtop_region_current.region = descriptor;
	tdtop_region_current.frame = block ? frame : 0;
	tdtop_region_goes_on_(descriptor, 1);
	return scope;
}

/* Ends the region that began with this scope: what was current then is it again. */
TDTOP_REGION_INLINE_ __attribute__((__always_inline__)) void
tdtop_region_end(struct tdtop_region_scope *scope)
{
	tdtop_region_current.region = scope->outer;
	tdtop_region_current.frame = scope->outer_frame;
	tdtop_region_goes_on_(scope->outer, 0);
}

/* No region goes on in this thread: for the second return of setjmp(3). */
TDTOP_REGION_INLINE_ void tdtop_region_reset(void)
{
	tdtop_region_current.region = 0;
	tdtop_region_current.frame = 0;
	tdtop_region_goes_on_(0, 0);
}

#define TDTOP_REGION_BEGIN(scope, name)							\
	((void)(*(scope) = tdtop_region_begin_(TDTOP_REGION_DESCRIPTOR_(name),		\
					       __builtin_frame_address(0), 0)))

#define TDTOP_REGION(name)								\
	for (struct tdtop_region_scope TDTOP_REGION_SCOPE_				\
		     __attribute__((__cleanup__(tdtop_region_end))) =			\
		     tdtop_region_begin_(TDTOP_REGION_DESCRIPTOR_(name),		\
					 __builtin_frame_address(0), 1);		\
	     !TDTOP_REGION_SCOPE_.left; TDTOP_REGION_SCOPE_.left = 1)

#else

TDTOP_REGION_INLINE_ void tdtop_region_end(struct tdtop_region_scope *scope)
{
	(void)scope;
}

TDTOP_REGION_INLINE_ void tdtop_region_reset(void)
{
}

#define TDTOP_REGION_BEGIN(scope, name) ((void)(scope), (void)sizeof(name))

#define TDTOP_REGION(name)								\
	for (struct tdtop_region_scope TDTOP_REGION_SCOPE_ = {0, 0, (int)(0 * sizeof(name))};	\
	     !TDTOP_REGION_SCOPE_.left; TDTOP_REGION_SCOPE_.left = 1)

#endif

#ifdef __cplusplus
}
#endif

#if TDTOP_REGION_ON && !defined(TDTOP_REGION_NO_RDPMC) && defined(__has_include)
#if __has_include("tdtop_region_rdpmc.h")
#include "tdtop_region_rdpmc.h"
#endif
#endif

#endif

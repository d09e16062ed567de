/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * More programs of the simulated machine, see demo_program.h: a cache that waits for memory, an
 * encoder that hardly waits, and a compiler that waits for its own instructions.
 */
#include "config.h"
#include "collect/demo/demo_program.h"

/* clang-format off */

/* ---- memcached: a chain of a hash table that is larger than the caches ---- */

static const struct demo_block drive_machine[] = {
	{ 3012, NULL, "mov 0x8(%rbx),%eax\njmp *0x1a20(,%rax,8)",
	  SWITCH(1, 2, 3, 540, 90), TAKES_OR(8, 30, 150) },
	{ 3110, NULL, "mov %rbx,%rdi\ncall", CALL("answer_get"), TAKES(5) },
	{ 3187, NULL, "mov 0x48(%rbx),%rsi\ncall", CALL("add_reply"), TAKES_OR(6, 34, 140) },
	{ 3204, NULL, "movl $0x2,0x8(%rbx)\njmp", GOTO(0), TAKES(4) },
};

static const struct demo_block get_command[] = {
	{ 1422, NULL, "push %rbp\nmov 0x10(%rdi),%rbp", THEN, TAKES_OR(6, 35, 180) },
	{ 1431, NULL, "mov %rbp,%rdi\ncall", CALL("hash_key"), TAKES(4) },
	{ 1436, NULL, "mov %eax,%esi\ncall", CALL("find_item"), TAKES(4) },
	{ 1451, NULL, "test %rax,%rax\njne", IF(1, 620, 60), TAKES(3) },
	{ 1460, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block murmur[] = {
	{ 61, NULL,
	  "mov (%rdi),%ecx\nimul $0x3ba9c1d7,%ecx,%ecx\nrol $0xf,%ecx\nxor %ecx,%eax\n"
	  "add $0x4,%rdi\ncmp %rdx,%rdi\njne", IF(0, 860, 30), TAKES(6) },
	{ 92, NULL, "shr $0x10,%ecx\nxor %ecx,%eax\nret", RETURN, TAKES(5) },
};

static const struct demo_block assoc_find[] = {
	{ 88, NULL, "and 0x2a9c0(%rip),%esi\n*mov (%rdx,%rsi,8),%rbx\ntest %rbx,%rbx\nje",
	  IF(3, 60, 20), TAKES_OR(8, 220, 620) },
	{ 95, NULL, "*cmp 0x29(%rbx),%r12b\njne", IF(2, 380, 70), TAKES_OR(7, 215, 560) },
	{ 101, NULL, "mov 0x10(%rbx),%rbx\ntest %rbx,%rbx\njne",
	  IF(1, 700, 60), TAKES_OR(5, 205, 150) },
	{ 106, NULL, "mov %rbx,%rax\nret", RETURN, TAKES(3) },
};

static const struct demo_block add_iov[] = {
	{ 907, NULL, "mov 0xb8(%rdi),%rax\nmov %rsi,(%rax)\nmov %rdx,0x8(%rax)\nret",
	  RETURN, TAKES(7) },
};

/* ---- libx264: vector code that hardly ever waits ---- */

static const struct demo_block slice_write[] = {
	{ 2611, NULL, "mov %rbx,%rdi\ncall", CALL("search_motion"), TAKES(9) },
	{ 2640, NULL, "mov %rbx,%rdi\ncall", CALL("encode_macroblock"), TAKES(9) },
	{ 2655, NULL, "mov %rbx,%rsi\ncall", CALL("code_bits"), TAKES(7) },
	{ 2690, NULL, "add $0x1,%r13d\njmp", GOTO(0), TAKES(3) },
};

static const struct demo_block me_search[] = {
	{ 311, NULL, "push %rbp\nmov 0x3f0(%rdi),%r12", THEN, TAKES(6) },
	{ 402, NULL, "mov %r12,%rdi\nmov %r14,%rdx\ncall *0x30(%r15)",
	  CALL_ANY("sum_differences_avx2", "transform_differences_avx2", 700, 30),
	  TAKES(7) },
	{ 409, NULL, "cmp %eax,%ebx\njg", IF(1, 330, 90), TAKES(3) },
	{ 418, NULL, "add $0x1,%ebp\ncmp $0x10,%ebp\njne", IF(1, 930, 15), TAKES(3) },
	{ 470, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block pixel_sad[] = {
	{ 0, NULL,
	  "vmovdqu (%rdi),%ymm0\nvpsadbw (%rsi),%ymm0,%ymm1\nvpsadbw (%rdx),%ymm0,%ymm2\n"
	  "vpaddw %ymm1,%ymm4,%ymm4\nvpaddw %ymm2,%ymm5,%ymm5\nadd $0x40,%rdi\nsub $0x1,%eax\njne",
	  IF(0, 875, 8), TAKES(3) },
	{ 0, NULL, "vpackusdw %ymm5,%ymm4,%ymm4\nvmovdqu %ymm4,(%rcx)\nret", RETURN, TAKES(6) },
};

static const struct demo_block pixel_satd[] = {
	{ 0, NULL,
	  "vpmovzxbw (%rdi),%ymm0\nvpsubw %ymm1,%ymm0,%ymm0\nvphaddw %ymm0,%ymm2,%ymm2\n"
	  "vpabsw %ymm2,%ymm3\nvpaddw %ymm3,%ymm6,%ymm6\nsub $0x1,%eax\njne",
	  IF(0, 750, 10), TAKES(4) },
	{ 0, NULL, "vmovd %xmm6,%eax\nret", RETURN, TAKES(5) },
};

static const struct demo_block mb_encode[] = {
	{ 940, NULL,
	  "vmovdqu (%rdi),%ymm0\nvpmulhw (%rsi),%ymm0,%ymm1\nvpaddw %ymm1,%ymm2,%ymm2\n"
	  "vmovdqu %ymm2,(%rdx)\nadd $0x20,%rdi\nsub $0x1,%eax\njne", IF(0, 940, 10), TAKES(4) },
	{ 961, NULL, "ret", RETURN, TAKES(2) },
};

static const struct demo_block cabac[] = {
	{ 0, NULL, "movzbl (%rsi,%rax,1),%ecx\nshl %cl,%r8d\nsub %edx,%r9d\ncmp %r9d,%r8d\njb",
	  IF(2, 400, 140), TAKES(5) },
	{ 0, NULL, "add %r9d,%r8d\nmov %r8d,%r9d", THEN, TAKES(3) },
	{ 0, NULL, "sub $0x1,%r10d\njne", IF(0, 960, 20), TAKES(3) },
	{ 0, NULL, "ret", RETURN, TAKES(2) },
};

/* ---- cc1plus: much code, each piece of it rarely ---- */

static const struct demo_block cc_parse[] = {
	{ 4012, NULL, "mov %rbx,%rdi\ncall",
	  CALL("take_token"), TAKES_OR(8, 41, 380) },
	{ 4020, NULL, "movzbl (%rax),%ecx\njmp *0x40(,%rcx,8)",
	  SWITCH(2, 3, 0, 400, 180), TAKES_OR(8, 40, 300) },
	{ 4031, NULL, "mov %rax,%rdi\ncall", CALL("find_name"), TAKES_OR(6, 43, 420) },
	{ 4044, NULL, "mov %rax,%rdi\ncall", CALL("make_operation"), TAKES_OR(6, 44, 460) },
	{ 4058, NULL, "mov %rbx,%rdi\ncall", CALL("take_object"), TAKES_OR(5, 42, 350) },
	{ 4061, NULL, "jmp", GOTO(0), TAKES_OR(2, 40, 250) },
};

static const struct demo_block consume_token[] = {
	{ 1180, NULL, "mov 0x20(%rdi),%rax\ntestb $0x2,(%rax)\njne",
	  IF(0, 150, 60), TAKES_OR(7, 38, 300) },
	{ 1192, NULL, "add $0x18,%rax\nmov %rax,0x20(%rdi)\nret", RETURN, TAKES(4) },
};

static const struct demo_block lookup_name[] = {
	{ 6511, NULL, "push %rbp\nmov 0x10(%rdi),%rbp", THEN, TAKES_OR(6, 44, 470) },
	{ 6524, NULL, "*mov 0x18(%rbp),%rax\ncmp %rdi,%rax\nje",
	  IF(3, 290, 120), TAKES_OR(6, 130, 80) },
	{ 6530, NULL, "mov 0x28(%rbp),%rbp\ntest %rbp,%rbp\njne",
	  IF(1, 880, 60), TAKES_OR(4, 36, 120) },
	{ 6542, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block binary_op[] = {
	{ 4710, NULL, "push %r12\nmov %rsi,%r12\ncmpb $0x41,(%rdi)\nje",
	  IF(2, 300, 130), TAKES_OR(8, 46, 520) },
	{ 4733, NULL, "mov %r12,%rdi\ncall", CALL("take_object"), TAKES_OR(6, 43, 430) },
	{ 4751, NULL, "pop %r12\nret", RETURN, TAKES_OR(3, 40, 200) },
};

static const struct demo_block ggc_alloc[] = {
	{ 1290, NULL, "mov 0x1c0(,%rcx,8),%rax\ntest %rax,%rax\nje",
	  IF(2, 90, 40), TAKES_OR(7, 39, 320) },
	{ 1302, NULL, "bts %rdx,(%r8)\nret", RETURN, TAKES(5) },
	{ 1330, NULL, "*mov 0x8(%r9),%rax\nmov %rax,0x1c0(,%rcx,8)\nret",
	  RETURN, TAKES_OR(9, 150, 200) },
};

static const struct demo_function functions[] = {
	FUNCTION(DEMO_MEMCACHED, "serve_connection", "serve.c", drive_machine),
	FUNCTION(DEMO_MEMCACHED, "answer_get", "get.c", get_command),
	FUNCTION(DEMO_MEMCACHED, "hash_key", "hash.c", murmur),
	FUNCTION(DEMO_MEMCACHED, "find_item", "items.c", assoc_find),
	FUNCTION(DEMO_MEMCACHED, "add_reply", "reply.c", add_iov),
	FUNCTION(DEMO_X264, "encode_slice", "slice.c", slice_write),
	FUNCTION(DEMO_X264, "search_motion", "motion.c", me_search),
	FUNCTION(DEMO_X264, "sum_differences_avx2", "", pixel_sad),
	FUNCTION(DEMO_X264, "transform_differences_avx2", "", pixel_satd),
	FUNCTION(DEMO_X264, "encode_macroblock", "macroblock.c", mb_encode),
	FUNCTION(DEMO_X264, "code_bits", "", cabac),
	FUNCTION(DEMO_CC1PLUS, "parse_expression", "expression.cc", cc_parse),
	FUNCTION(DEMO_CC1PLUS, "take_token", "tokens.cc", consume_token),
	FUNCTION(DEMO_CC1PLUS, "find_name", "names.cc", lookup_name),
	FUNCTION(DEMO_CC1PLUS, "make_operation", "operations.cc", binary_op),
	FUNCTION(DEMO_CC1PLUS, "take_object", "objects.cc", ggc_alloc),
};
/* clang-format on */

const struct demo_program demo_code_more = PROGRAM(functions);

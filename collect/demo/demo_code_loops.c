/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small programs of the simulated machine, see demo_program.h: stream waits for memory, gzip and
 * the training of trees mispredict; memcached waits for memory, an encoder hardly waits, and a compiler
 * waits for its own instructions.
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

static const struct demo_function more_functions[] = {
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

const struct demo_program demo_code_more = PROGRAM(more_functions);

/* clang-format off */

/* ---- stream_c: four loops over arrays that are larger than the caches ---- */

static const struct demo_block stream_main[] = {
	{ 61, "took[COPY] = stream_copy(out, in);", "mov 0x18(%rsp),%r12\ncall",
	  CALL("stream_copy"), TAKES(3) },
	{ 62, "took[SCALE] = stream_scale(mid, out, factor);", "movsd %xmm0,(%r13)\ncall",
	  CALL("stream_scale"), TAKES(3) },
	{ 63, "took[ADD] = stream_add(out, in, mid);", "movsd %xmm0,(%r14)\ncall",
	  CALL("stream_add"), TAKES(3) },
	{ 64, "took[TRIAD] = stream_triad(in, mid, out, factor);", "movsd %xmm0,(%r15)\ncall",
	  CALL("stream_triad"), TAKES(3) },
	{ 65, "while (--rounds);", "add $0x1,%ebx\ncmp %ebx,%r12d\njne",
	  IF(0, 1000, 1), TAKES(2) },
};

static const struct demo_block stream_copy[] = {
	{ 12, "size_t at = 0;", "xor %eax,%eax", THEN, TAKES(1) },
	{ 14, "out[at] = in[at];",
	  "*vmovupd (%rdi,%rax,1),%ymm0\nvmovupd %ymm0,(%rsi,%rax,1)\nadd $0x20,%rax\n"
	  "cmp %rdx,%rax\njne", IF(1, 997, 2), TAKES_OR(8, 120, 180) },
	{ 15, NULL, "vzeroupper\nret", RETURN, TAKES(4) },
};

static const struct demo_block stream_scale[] = {
	{ 23, "size_t at = 0;", "vbroadcastsd %xmm0,%ymm1\nxor %eax,%eax",
	  THEN, TAKES(2) },
	{ 25, "mid[at] = factor * out[at];",
	  "*vmulpd (%rdi,%rax,1),%ymm1,%ymm0\nvmovupd %ymm0,(%rsi,%rax,1)\nadd $0x20,%rax\n"
	  "cmp %rdx,%rax\njne", IF(1, 997, 2), TAKES_OR(9, 122, 185) },
	{ 26, NULL, "vzeroupper\nret", RETURN, TAKES(4) },
};

static const struct demo_block stream_add[] = {
	{ 34, "size_t at = 0;", "xor %eax,%eax", THEN, TAKES(1) },
	{ 36, "out[at] = in[at] + mid[at];",
	  "vmovupd (%rdi,%rax,1),%ymm1\n*vaddpd (%rsi,%rax,1),%ymm1,%ymm0\n"
	  "vmovupd %ymm0,(%rcx,%rax,1)\nadd $0x20,%rax\ncmp %rdx,%rax\njne",
	  IF(1, 997, 2), TAKES_OR(11, 150, 230) },
	{ 37, NULL, "vzeroupper\nret", RETURN, TAKES(4) },
};

static const struct demo_block stream_triad[] = {
	{ 45, "size_t at = 0;", "vbroadcastsd %xmm0,%ymm2\nxor %eax,%eax",
	  THEN, TAKES(2) },
	{ 47, "in[at] = mid[at] + factor * out[at];",
	  "vmovupd (%rdi,%rax,1),%ymm1\n*vfmadd132pd (%rsi,%rax,1),%ymm1,%ymm2\n"
	  "vmovupd %ymm2,(%rcx,%rax,1)\nadd $0x20,%rax\ncmp %rdx,%rax\njne",
	  IF(1, 997, 2), TAKES_OR(12, 158, 245) },
	{ 48, NULL, "vzeroupper\nret", RETURN, TAKES(4) },
};

/* ---- python3: an interpreter, and the search for the best split of a tree ---- */

static const struct demo_block eval_frame[] = {
	{ 1840, NULL, "movzwl (%r12),%r15d\nadd $0x2,%r12\nmovzbl %r15b,%eax\njmp *(%r13,%rax,8)",
	  SWITCH(1, 2, 3, 380, 170), TAKES(7) },
	{ 1867, NULL, "mov 0x48(%rbx,%r15,8),%rax\nadd $0x1,(%rax)\njmp", GOTO(0), TAKES(4) },
	{ 3612, NULL, "mov 0x8(%rdi),%rdx\ncall *0xe0(%rdx)",
	  CALL_ANY("range_step", "list_step", 700, 90), TAKES(7) },
	{ 4201, NULL, "mov %rsp,%rsi\ncall", CALL("best_split"), TAKES(9) },
	{ 1821, NULL, "jmp", GOTO(0), TAKES(3) },
};

static const struct demo_block range_next[] = {
	{ 770, NULL, "mov 0x20(%rdi),%rax\ntest %rax,%rax\njle", IF(2, 20, 12), TAKES(5) },
	{ 775, NULL, "sub $0x1,%rax\nmov %rax,0x20(%rdi)\nret", RETURN, TAKES(6) },
	{ 777, NULL, "xor %eax,%eax\nret", RETURN, TAKES(2) },
};

static const struct demo_block list_next[] = {
	{ 3190, NULL, "mov 0x18(%rdi),%rdx\n*mov (%rdx,%rax,8),%rax\nadd $0x1,(%rax)\nret",
	  RETURN, TAKES_OR(7, 90, 80) },
};

static const struct demo_block best_split[] = {
	{ 88, "for (i = 0; i < n; i++)", "push %rbp\nvxorpd %xmm0,%xmm0,%xmm0", THEN, TAKES(6) },
	{ 91, "if (value[order[i]] <= cut)",
	  "movslq (%rsi,%rax,4),%rcx\n*vmovsd (%rdi,%rcx,8),%xmm1\nvucomisd %xmm1,%xmm2\njb",
	  IF(3, 500, 380), TAKES_OR(7, 95, 60) },
	{ 92, "left += gradient[order[i]];",
	  "vaddsd (%r8,%rcx,8),%xmm0,%xmm0\nadd $0x1,%edx\njmp", GOTO(4), TAKES(4) },
	{ 94, "right += gradient[order[i]];", "vaddsd (%r8,%rcx,8),%xmm3,%xmm3", THEN, TAKES(4) },
	{ 88, "for (i = 0; i < n; i++)", "add $0x1,%rax\ncmp %r9,%rax\njne",
	  IF(1, 985, 8), TAKES(2) },
	{ 97, "if (gain(left, right) > best)",
	  "vmulsd %xmm0,%xmm0,%xmm4\nvdivsd %xmm5,%xmm4,%xmm4\nvucomisd %xmm6,%xmm4\nja",
	  IF(1, 180, 110), TAKES(14) },
	{ 104, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

/* ---- gzip: does a string match, and for how long? ---- */

static const struct demo_block gzip_deflate[] = {
	{ 718, NULL,
	  "shl $0x5,%edx\nxor %eax,%edx\n*movzwl (%rcx,%rdx,2),%eax\ntest %eax,%eax\nje",
	  IF(2, 260, 120), TAKES_OR(8, 60, 110) },
	{ 735, NULL, "mov %eax,%edi\ncall", CALL("find_match"), TAKES(4) },
	{ 749, NULL, "cmp $0x2,%ebx\njbe", IF(4, 560, 240), TAKES(3) },
	{ 757, NULL, "lea -0x3(%rbx),%esi\ncall", CALL("count_symbol"), TAKES(4) },
	{ 800, NULL, "sub $0x1,%r12d\njne", IF(0, 996, 4), TAKES(3) },
	{ 812, NULL, "call", CALL("write_symbols"), TAKES(5) },
	{ 815, NULL, "jmp", GOTO(0), TAKES(1) },
};

static const struct demo_block longest_match[] = {
	{ 415, NULL, "push %rbx\nmov 0x2b1f8(%rip),%r8d", THEN, TAKES(5) },
	{ 468, NULL, "lea (%r9,%rdi,1),%rcx\n*cmp %r10b,(%rcx,%rbx,1)\njne",
	  IF(4, 830, 160), TAKES_OR(6, 48, 70) },
	{ 469, NULL, "movzwl (%rcx),%eax\ncmp %ax,(%rdx)\njne", IF(4, 450, 360), TAKES(4) },
	{ 492, NULL, "movzbl 0x1(%rdx),%eax\nadd $0x1,%rdx\ncmp 0x1(%rcx),%al\nje",
	  IF(3, 780, 200), TAKES(4) },
	{ 514, NULL, "and $0x7fff,%edi\nmovzwl (%r11,%rdi,2),%edi\ncmp %esi,%edi\nja",
	  IF(1, 930, 45), TAKES(5) },
	{ 517, NULL, "mov %ebx,%eax\npop %rbx\nret", RETURN, TAKES(3) },
};

static const struct demo_block ct_tally[] = {
	{ 921, NULL, "mov %sil,(%rax,%rdx,1)\ntest %edi,%edi\nje", IF(2, 380, 210), TAKES(5) },
	{ 928, NULL, "movzbl (%r8,%rsi,1),%eax\naddw $0x1,0x404(%r9,%rax,4)\nret",
	  RETURN, TAKES(6) },
	{ 923, NULL, "addw $0x1,(%r9,%rsi,4)\nret", RETURN, TAKES(4) },
};

static const struct demo_block compress_block[] = {
	{ 993, NULL, "movzbl (%rbx,%rcx,1),%edi\ntest $0x1,%bpl\njne",
	  IF(2, 400, 230), TAKES(5) },
	{ 995, NULL, "movzwl (%r12,%rdi,4),%eax\nshl %cl,%eax\njmp", GOTO(3), TAKES(5) },
	{ 999, NULL, "movzbl (%r13,%rdi,1),%eax\nmovzwl 0x404(%r12,%rax,4),%eax",
	  THEN, TAKES(7) },
	{ 1022, NULL, "shr $1,%bpl\ncmp %r14d,%ecx\njb", IF(0, 990, 8), TAKES(3) },
	{ 1024, NULL, "ret", RETURN, TAKES(2) },
};

static const struct demo_function functions[] = {
	FUNCTION(DEMO_STREAM, "main", "loops.c", stream_main),
	FUNCTION(DEMO_STREAM, "stream_copy", "loops.c", stream_copy),
	FUNCTION(DEMO_STREAM, "stream_scale", "loops.c", stream_scale),
	FUNCTION(DEMO_STREAM, "stream_add", "loops.c", stream_add),
	FUNCTION(DEMO_STREAM, "stream_triad", "loops.c", stream_triad),
	FUNCTION(DEMO_PYTHON, "run_frame", "frame.c", eval_frame),
	FUNCTION(DEMO_PYTHON, "range_step", "range.c", range_next),
	FUNCTION(DEMO_PYTHON, "list_step", "list.c", list_next),
	FUNCTION(DEMO_TREES, "best_split", "split.c", best_split),
	FUNCTION(DEMO_GZIP, "squeeze", "squeeze.c", gzip_deflate),
	FUNCTION(DEMO_GZIP, "find_match", "squeeze.c", longest_match),
	FUNCTION(DEMO_GZIP, "count_symbol", "codes.c", ct_tally),
	FUNCTION(DEMO_GZIP, "write_symbols", "codes.c", compress_block),
};
/* clang-format on */

const struct demo_program demo_code_loops = PROGRAM(functions);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two servers of the simulated machine, see demo_program.h. In the web shop a JIT compiler has made so much
 * code that the frontend waits; beside it that compiler and the garbage collector. The database parses and
 * plans, and joins by a hash table over an index.
 */
#include "config.h"
#include "collect/demo/demo_program.h"

/* clang-format off */

/* ---- a request: what the JIT compiler made has neither lines nor sources ---- */

static const struct demo_block interpreter[] = {
	{ 0, NULL,
	  "movzbl 0x1(%r13),%ebx\nadd $0x1,%r13\nmovabs $0x7f5c80e1a2c0,%r10\njmp *(%r10,%rbx,8)",
	  SWITCH(1, 2, 0, 350, 160), TAKES_OR(8, 36, 90) },
	{ 0, NULL, "mov -0x8(%r14),%rcx\ncall",
	  CALL("com.shop.http.Connection.serve"), TAKES(12) },
	{ 0, NULL, "mov (%r14),%rax\nmovzbl 0x1(%r13),%ebx\njmp *(%r10,%rbx,8)",
	  SWITCH(0, 2, 1, 520, 140), TAKES_OR(7, 34, 80) },
};

static const struct demo_block http_service[] = {
	{ 0, NULL, "mov %eax,-0x14000(%rsp)\npush %rbp\nsub $0x70,%rsp\nmov %rsi,%rbp\ncall",
	  CALL("com.shop.http.HeaderParser.parse"), TAKES_OR(10, 46, 420) },
	{ 0, NULL, "cmp $0x1,%eax\nje", IF(0, 840, 45), TAKES(4) },
	{ 0, NULL, "mov 0x28(%rbp),%rsi\ncall",
	  CALL("com.shop.OrderController.post"), TAKES_OR(9, 44, 410) },
	{ 0, NULL, "mov %rax,%rsi\ncall",
	  CALL("com.shop.json.JsonWriter.write"), TAKES_OR(8, 42, 380) },
	{ 0, NULL, "add $0x70,%rsp\npop %rbp\nret", RETURN, TAKES(5) },
};

static const struct demo_block parse_header[] = {
	{ 0, NULL, "push %rbp\nsub $0x40,%rsp\nmov 0x18(%rsi),%r11d",
	  THEN, TAKES_OR(8, 40, 360) },
	{ 0, NULL, "movsbl 0x10(%r11,%r8,1),%r10d\ncmp $0x3a,%r10d\nje",
	  IF(3, 70, 60), TAKES(4) },
	{ 0, NULL, "add $0x1,%r8d\ncmp %r9d,%r8d\njl", IF(1, 985, 15), TAKES(3) },
	{ 0, NULL, "add $0x40,%rsp\npop %rbp\nret", RETURN, TAKES(4) },
};

static const struct demo_block order_post[] = {
	{ 0, NULL, "push %rbp\nsub $0x50,%rsp\nmov 0x14(%rsi),%r10d\ncall",
	  CALL("com.shop.OrderService.checkout"), TAKES_OR(10, 47, 450) },
	{ 0, NULL, "test %rax,%rax\nje", IF(0, 20, 15), TAKES(3) },
	{ 0, NULL, "add $0x50,%rsp\npop %rbp\nret", RETURN, TAKES(4) },
};

static const struct demo_block checkout[] = {
	{ 0, NULL, "push %rbp\nsub $0x60,%rsp\nmov 0xc(%rsi),%ebp", THEN, TAKES_OR(9, 45, 440) },
	{ 0, NULL, "mov 0x10(%rbp,%r13,4),%esi\ncall",
	  CALL("com.shop.Cart.priceOf"), TAKES_OR(6, 38, 150) },
	{ 0, NULL, "mov %rax,%rsi\nmovabs $0x800c4fa08,%rax\ncall *0x1d8(%r10)",
	  CALL_ANY("com.shop.rules.Discount.apply", "com.shop.rules.Tax.apply", 610, 170),
	  TAKES_OR(9, 40, 300) },
	{ 0, NULL, "vaddsd %xmm0,%xmm6,%xmm6\nadd $0x1,%r13d\ncmp %ebx,%r13d\njl",
	  IF(1, 870, 75), TAKES(6) },
	{ 0, NULL, "call", CALL("com.shop.Stock.reserve"), TAKES_OR(5, 39, 350) },
	{ 0, NULL, "add $0x60,%rsp\npop %rbp\nret", RETURN, TAKES(4) },
};

static const struct demo_block price_of[] = {
	{ 0, NULL, "push %rbp\nsub $0x30,%rsp\nmov 0x10(%rsi),%esi\ncall",
	  CALL("com.shop.util.Table.find"), TAKES_OR(8, 36, 180) },
	{ 0, NULL, "*vmovsd 0x18(%rax),%xmm0\nadd $0x30,%rsp\npop %rbp\nret",
	  RETURN, TAKES_OR(6, 170, 140) },
};

static const struct demo_block get_node[] = {
	{ 0, NULL, "mov 0x24(%rsi),%r10d\n*mov 0xc(%r12,%r10,8),%r9d\ntest %r9d,%r9d\nje",
	  IF(4, 30, 10), TAKES_OR(9, 150, 170) },
	{ 0, NULL, "mov 0x10(%r10,%r11,4),%ebx\n*cmp 0xc(%r12,%rbx,8),%ecx\njne",
	  IF(3, 330, 110), TAKES_OR(7, 165, 190) },
	{ 0, NULL, "lea (%r12,%rbx,8),%rax\nret", RETURN, TAKES(3) },
	{ 0, NULL, "mov 0x18(%r12,%rbx,8),%ebx\ntest %ebx,%ebx\njne",
	  IF(1, 900, 60), TAKES_OR(5, 155, 110) },
	{ 0, NULL, "xor %eax,%eax\nret", RETURN, TAKES(2) },
};

static const struct demo_block discount_apply[] = {
	{ 0, NULL,
	  "push %rbp\nsub $0x20,%rsp\nvmovsd 0x10(%rsi),%xmm1\nvucomisd %xmm0,%xmm1\njbe",
	  IF(2, 560, 140), TAKES_OR(9, 42, 310) },
	{ 0, NULL, "vmulsd 0x18(%rsi),%xmm0,%xmm0", THEN, TAKES(5) },
	{ 0, NULL, "add $0x20,%rsp\npop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block tax_apply[] = {
	{ 0, NULL,
	  "push %rbp\nsub $0x20,%rsp\nvmulsd 0x20(%rsi),%xmm0,%xmm0\nadd $0x20,%rsp\npop %rbp\n"
	  "ret", RETURN, TAKES_OR(9, 43, 330) },
};

static const struct demo_block stock_reserve[] = {
	{ 0, NULL, "push %rbp\nsub $0x40,%rsp\nmov 0x10(%rsi),%r8d", THEN, TAKES_OR(7, 44, 400) },
	{ 0, NULL, "*mov 0x14(%r8),%eax\nlea -0x1(%rax),%r9d\nlock cmpxchg %r9d,0x14(%r8)\njne",
	  IF(1, 60, 40), TAKES_OR(26, 140, 210) },
	{ 0, NULL, "add $0x40,%rsp\npop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block json_write[] = {
	{ 0, NULL, "push %rbp\nsub $0x50,%rsp\nmov 0xc(%rsi),%r11d", THEN, TAKES_OR(8, 43, 400) },
	{ 0, NULL, "movzbl 0x10(%r11,%rcx,1),%r8d\ncmpb $0x0,0x10(%r9,%r8,1)\njne",
	  IF(4, 35, 30), TAKES(4) },
	{ 0, NULL, "mov %r8b,0x10(%rdi,%rdx,1)\nadd $0x1,%rcx\ncmp %rbx,%rcx\njl",
	  IF(1, 955, 25), TAKES(4) },
	{ 0, NULL, "add $0x50,%rsp\npop %rbp\nret", RETURN, TAKES(4) },
	{ 0, NULL, "movb $0x5c,0x10(%rdi,%rdx,1)\nadd $0x1,%rdx\njmp", GOTO(2), TAKES(3) },
};

/* ---- the virtual machine: the garbage collector marks, a compiler compiles ---- */

static const struct demo_block marking_step[] = {
	{ 2712, NULL, "mov %rbx,%rdi\nmov $0x1,%esi\ncall",
	  CALL("Marker::drain"), TAKES(8) },
	{ 2718, NULL, "cmpb $0x0,0x1c8(%rbx)\nje", IF(0, 1000, 1), TAKES(3) },
};

static const struct demo_block drain_queue[] = {
	{ 2398, NULL, "push %rbp\nmov 0x8(%rdi),%rbp", THEN, TAKES(4) },
	{ 2401, NULL, "mov 0x88(%rbp),%eax\n*mov (%rdx,%rax,8),%rsi\ntest %rsi,%rsi\nje",
	  IF(4, 9, 5), TAKES_OR(7, 45, 80) },
	{ 2403, NULL, "mov %rbx,%rdi\ncall", CALL("Marker::mark_object"), TAKES(4) },
	{ 2404, NULL, "jmp", GOTO(1), TAKES(1) },
	{ 2410, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block do_oop[] = {
	{ 187, NULL, "*mov (%rsi),%eax\ntest %eax,%eax\nje",
	  IF(4, 180, 60), TAKES_OR(6, 230, 390) },
	{ 203, NULL, "shr $0x6,%rax\n*mov (%rcx,%rax,8),%rdx\nbt %r8,%rdx\njb",
	  IF(4, 420, 110), TAKES_OR(7, 240, 420) },
	{ 91, NULL, "lock cmpxchg %r9,(%rcx)\njne", IF(1, 6, 4), TAKES(22) },
	{ 212, NULL, "mov %rax,(%r10,%r11,8)\naddl $0x1,0x88(%rbp)", THEN, TAKES(5) },
	{ 219, NULL, "ret", RETURN, TAKES(2) },
};

static const struct demo_block compiler_loop[] = {
	{ 1912, NULL, "mov %r13,%rdi\ncall", CALL("Optimizer::number_values"), TAKES(9) },
	{ 2271, NULL, "mov %r13,%rdi\ncall",
	  CALL("Registers::interfere"), TAKES(8) },
	{ 1920, NULL, "jmp", GOTO(0), TAKES(1) },
};

static const struct demo_block gvn_optimize[] = {
	{ 1254, NULL, "push %r12\nmov 0x40(%rdi),%r12", THEN, TAKES(5) },
	{ 1262, NULL, "mov -0x8(%r12,%rax,8),%rsi\n*mov (%rsi),%rax\ncall *0x38(%rax)",
	  CALL_ANY("AddNode::simplify", "PhiNode::simplify", 550, 240), TAKES_OR(8, 70, 130) },
	{ 1271, NULL, "cmp %rax,%rbx\nje", IF(4, 730, 140), TAKES(3) },
	{ 1280, NULL, "mov %rax,%rsi\ncall",
	  CALL("NodeTable::find_or_add"), TAKES_OR(5, 40, 320) },
	{ 1254, NULL, "mov 0x38(%rdi),%eax\ntest %eax,%eax\njne", IF(1, 992, 6), TAKES(3) },
	{ 1290, NULL, "pop %r12\nret", RETURN, TAKES(3) },
};

static const struct demo_block add_ideal[] = {
	{ 121, NULL, "mov 0x8(%rsi),%rdx\nmov 0x8(%rdx),%rdi\ncmpw $0x21,0x2c(%rdi)\njne",
	  IF(2, 640, 190), TAKES_OR(7, 41, 350) },
	{ 133, NULL, "mov 0x10(%rdx),%rdi\ncmpw $0x21,0x2c(%rdi)\nje",
	  IF(2, 470, 210), TAKES(5) },
	{ 190, NULL, "xor %eax,%eax\nret", RETURN, TAKES(2) },
};

static const struct demo_block phi_ideal[] = {
	{ 1893, NULL, "push %rbx\nmov 0x18(%rsi),%ecx", THEN, TAKES_OR(6, 42, 370) },
	{ 1897, NULL, "mov (%rdx,%rax,8),%rdi\ncmp %rbx,(%r8,%rdi,8)\nje",
	  IF(3, 120, 80), TAKES(5) },
	{ 1893, NULL, "add $0x1,%eax\ncmp %ecx,%eax\njb", IF(1, 690, 150), TAKES(2) },
	{ 1990, NULL, "pop %rbx\nret", RETURN, TAKES(3) },
};

static const struct demo_block hash_insert[] = {
	{ 158, NULL, "mov (%rsi),%rax\nand 0x8(%rdi),%ecx", THEN, TAKES(7) },
	{ 172, NULL, "*mov (%rdx,%rcx,8),%rax\ntest %rax,%rax\nje",
	  IF(3, 410, 160), TAKES_OR(6, 75, 160) },
	{ 182, NULL, "add %r8d,%ecx\nand %r9d,%ecx\njmp", GOTO(1), TAKES(2) },
	{ 176, NULL, "mov %rsi,(%rdx,%rcx,8)\nret", RETURN, TAKES(3) },
};

static const struct demo_block interfere[] = {
	{ 317, NULL, "push %rbp\nmov 0x10(%rdx),%rbp", THEN, TAKES(5) },
	{ 322, NULL, "tzcnt %rbp,%rax\nmov 0x28(%r9,%rax,8),%rcx\ntest %rcx,%r10\nje",
	  IF(3, 450, 200), TAKES(5) },
	{ 324, NULL, "bts %rax,(%r11)\nadc $0x0,%r8d", THEN, TAKES(4) },
	{ 320, NULL, "blsr %rbp,%rbp\njne", IF(1, 940, 50), TAKES(2) },
	{ 331, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_function functions[] = {
	FUNCTION(DEMO_JIT, "Interpreter", "", interpreter),
	FUNCTION(DEMO_JIT, "com.shop.http.Connection.serve", "", http_service),
	FUNCTION(DEMO_JIT, "com.shop.http.HeaderParser.parse",
		 "", parse_header),
	FUNCTION(DEMO_JIT, "com.shop.OrderController.post", "", order_post),
	FUNCTION(DEMO_JIT, "com.shop.OrderService.checkout", "", checkout),
	FUNCTION(DEMO_JIT, "com.shop.Cart.priceOf", "", price_of),
	FUNCTION(DEMO_JIT, "com.shop.util.Table.find", "", get_node),
	FUNCTION(DEMO_JIT, "com.shop.rules.Discount.apply", "", discount_apply),
	FUNCTION(DEMO_JIT, "com.shop.rules.Tax.apply", "", tax_apply),
	FUNCTION(DEMO_JIT, "com.shop.Stock.reserve", "", stock_reserve),
	FUNCTION(DEMO_JIT, "com.shop.json.JsonWriter.write", "", json_write),
	FUNCTION(DEMO_JVM, "Marker::step", "marker.cpp", marking_step),
	FUNCTION(DEMO_JVM, "Marker::drain", "marker.cpp", drain_queue),
	FUNCTION(DEMO_JVM, "Marker::mark_object", "marker.cpp", do_oop),
	FUNCTION(DEMO_JVM, "CompilerThread::work",
		 "compiler_thread.cpp", compiler_loop),
	FUNCTION(DEMO_JVM, "Optimizer::number_values", "optimizer.cpp", gvn_optimize),
	FUNCTION(DEMO_JVM, "AddNode::simplify", "nodes.cpp", add_ideal),
	FUNCTION(DEMO_JVM, "PhiNode::simplify", "nodes.cpp", phi_ideal),
	FUNCTION(DEMO_JVM, "NodeTable::find_or_add", "node_table.cpp", hash_insert),
	FUNCTION(DEMO_JVM, "Registers::interfere", "registers.cpp", interfere),
};
/* clang-format on */

const struct demo_program demo_code_java = PROGRAM(functions);

/* clang-format off */

/* ---- postgres: parse, plan, then a hash join over an index scan ---- */

static const struct demo_block postgres_main[] = {
	{ 4508, NULL, "lea -0x90(%rbp),%rdi\ncall", CALL("run_query"), TAKES(14) },
	{ 4513, NULL, "movb $0x1,0x4(%rbx)\njmp", GOTO(0), TAKES(6) },
};

static const struct demo_block exec_simple_query[] = {
	{ 1046, NULL, "push %rbp\nmov %rdi,%rbp\ncall", CALL("parse_statement"), TAKES(9) },
	{ 1138, NULL, "mov %rax,%rdi\nxor %edx,%edx\ncall", CALL("plan_query"), TAKES(8) },
	{ 1197, NULL, "mov %rax,%rdi\nmov $0x1,%ecx\ncall",
	  CALL("run_plan"), TAKES(8) },
	{ 1290, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block base_yyparse[] = {
	{ 23102, NULL, "movswl (%r12,%rax,2),%edx\n*cmp $0xffffc2f8,%edx\nje",
	  IF(3, 240, 60), TAKES(7) },
	{ 23114, NULL, "mov %rbx,%rsi\ncall", CALL("next_word"), TAKES(5) },
	{ 23131, NULL, "movswl (%r14,%rdx,2),%ecx\ntest %ecx,%ecx\njg",
	  IF(0, 470, 110), TAKES(6) },
	{ 23170, NULL, "movslq (%r15,%rcx,4),%rax\nadd %r15,%rax\njmp *%rax",
	  SWITCH(4, 5, 0, 420, 190), TAKES(8) },
	{ 24017, NULL, "mov -0x10(%r13),%rdi\ncall", CALL("arena_take"), TAKES(6) },
	{ 23195, NULL, "sub %rax,%r13\ncmp %r13,%rbp\njne", IF(0, 970, 10), TAKES(5) },
	{ 23340, NULL, "pop %r15\nret", RETURN, TAKES(3) },
};

static const struct demo_block core_yylex[] = {
	{ 771, NULL, "push %rbx\nmov 0x48(%rsi),%rbx", THEN, TAKES(4) },
	{ 783, NULL,
	  "movzbl (%rdx),%eax\nadd $0x1,%rdx\n*movslq 0x4(%rbx,%rax,8),%rcx\n"
	  "cmp (%rbx,%rcx,8),%eax\njne", IF(1, 790, 95), TAKES(8) },
	{ 801, NULL, "pop %rbx\nret", RETURN, TAKES(4) },
};

static const struct demo_block alloc_set_alloc[] = {
	{ 811, NULL,
	  "lea 0x7(%rsi),%rax\nshr $0x3,%rax\nmov 0x50(%rdi,%rax,8),%rdx\ntest %rdx,%rdx\nje",
	  IF(2, 120, 25), TAKES_OR(7, 42, 60) },
	{ 817, NULL, "lea 0x8(%rdx),%rax\nret", RETURN, TAKES(3) },
	{ 862, NULL, "mov 0x10(%rdi),%rax\nadd $0x28,0x10(%rdi)\nret", RETURN, TAKES(6) },
};

static const struct demo_block standard_planner[] = {
	{ 401, NULL, "push %r14\nmov %rdi,%r14", THEN, TAKES(5) },
	{ 1012, NULL, "mov %r14,%rdi\ncall", CALL("keep_cheaper"), TAKES(8) },
	{ 1020, NULL, "mov 0x8(%r12),%r12\ntest %r12,%r12\njne", IF(1, 985, 8), TAKES(5) },
	{ 533, NULL, "pop %r14\nret", RETURN, TAKES(3) },
};

static const struct demo_block add_path[] = {
	{ 425, NULL, "push %rbx\n*mov 0x38(%rdi),%rbx", THEN, TAKES(6) },
	{ 437, NULL, "mov (%rbx),%rsi\nmov %r12,%rdi\ncall",
	  CALL("compare_costs"), TAKES(5) },
	{ 449, NULL, "cmp $0x3,%eax\nje", IF(4, 430, 130), TAKES(2) },
	{ 457, NULL, "mov 0x40(%r12),%rdi\ncmp 0x40(%rbx),%rdi\njne", IF(4, 620, 120), TAKES(4) },
	{ 425, NULL, "add $0x8,%rbx\ncmp %rbp,%rbx\njb", IF(1, 740, 80), TAKES(3) },
	{ 586, NULL, "pop %rbx\nret", RETURN, TAKES(3) },
};

static const struct demo_block compare_costs[] = {
	{ 182, NULL, "movsd 0x38(%rsi),%xmm1\nmulsd %xmm0,%xmm1\nucomisd %xmm1,%xmm2\nja",
	  IF(2, 480, 170), TAKES(9) },
	{ 196, NULL, "mov $0x1,%eax\nret", RETURN, TAKES(2) },
	{ 207, NULL, "mov $0x3,%eax\nret", RETURN, TAKES(2) },
};

static const struct demo_block executor_run[] = {
	{ 1632, NULL, "mov %rbx,%rdi\ncall *0x18(%rbx)",
	  CALL_ANY("join_by_hash", "next_by_index", 850, 15), TAKES(6) },
	{ 1671, NULL, "test %al,%al\njne", IF(0, 955, 9), TAKES(5) },
	{ 365, NULL, "pop %rbx\nret", RETURN, TAKES(3) },
};

static const struct demo_block exec_hash_join[] = {
	{ 430, NULL, "mov %rbp,%rdi\ncall", CALL("next_by_index"), TAKES(6) },
	{ 463, NULL, "mov 0x18(%rsp),%rsi\nmov %r13,%rdi\ncall",
	  CALL("probe_bucket"), TAKES(5) },
	{ 498, NULL, "test %al,%al\nje", IF(0, 350, 70), TAKES(3) },
	{ 531, NULL, "mov %r15,%rdi\ncall", CALL("evaluate"), TAKES(4) },
	{ 532, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block scan_hash_bucket[] = {
	{ 2008, NULL, "mov 0x18(%rdi),%rax\n*mov (%rax,%rcx,8),%rbx\ntest %rbx,%rbx\nje",
	  IF(4, 140, 45), TAKES_OR(9, 210, 330) },
	{ 2012, NULL, "*cmp %r12d,0x8(%rbx)\njne", IF(3, 610, 105), TAKES_OR(8, 205, 260) },
	{ 2021, NULL, "mov %r14,%rdi\ncall", CALL("evaluate"), TAKES(5) },
	{ 2028, NULL, "mov (%rbx),%rbx\ntest %rbx,%rbx\njne",
	  IF(1, 800, 110), TAKES_OR(6, 190, 120) },
	{ 2035, NULL, "pop %rbx\nret", RETURN, TAKES(3) },
};

static const struct demo_block interp_expr[] = {
	{ 421, NULL, "push %rbp\nmov 0x10(%rdi),%rbp\njmp *(%rbp)",
	  SWITCH(1, 2, 3, 480, 85), TAKES(7) },
	{ 487, NULL,
	  "movslq 0x18(%rbp),%rax\nmov (%rdx,%rax,8),%rcx\nadd $0x28,%rbp\njmp *(%rbp)",
	  SWITCH(2, 3, 1, 640, 70), TAKES(5) },
	{ 702, NULL, "lea 0x20(%rax),%rdi\ncall *0x18(%rbp)",
	  CALL_ANY("equal_int", "equal_text", 780, 60), TAKES(6) },
	{ 718, NULL, "mov %rax,(%rcx)\ntest %eax,%eax\nje", IF(1, 380, 90), TAKES(4) },
	{ 1796, NULL, "pop %rbp\nret", RETURN, TAKES(3) },
};

static const struct demo_block int4eq[] = {
	{ 413, NULL, "mov 0x20(%rdi),%eax\ncmp %eax,0x30(%rdi)\nsete %al\nret",
	  RETURN, TAKES(4) },
};

static const struct demo_block texteq[] = {
	{ 1738, NULL, "mov 0x20(%rdi),%rdi\nmov 0x30(%rdi),%rsi\ncall",
	  CALL("memcmp"), TAKES(8) },
	{ 1745, NULL, "test %eax,%eax\nsete %al\nret", RETURN, TAKES(3) },
};

static const struct demo_block index_next[] = {
	{ 127, NULL, "push %r13\nmov 0xa8(%rdi),%r13\ncall", CALL("search_page"), TAKES(7) },
	{ 141, NULL, "mov %rax,%rsi\ncall", CALL("find_visible"), TAKES(5) },
	{ 170, NULL, "pop %r13\nret", RETURN, TAKES(3) },
};

static const struct demo_block bt_binsrch[] = {
	{ 390, NULL, "lea (%rax,%rbx,1),%edx\nshr $1,%edx\nmov %r12,%rdi\ncall",
	  CALL("compare_key"), TAKES(5) },
	{ 398, NULL, "cmp %ebp,%eax\njge", IF(3, 500, 330), TAKES(3) },
	{ 399, NULL, "lea 0x1(%rdx),%ebx\ncmp %ebx,%r14d\njg", IF(0, 600, 130), TAKES(2) },
	{ 401, NULL, "mov %edx,%r14d\ncmp %ebx,%r14d\njg", IF(0, 600, 130), TAKES(2) },
	{ 412, NULL, "pop %rbx\nret", RETURN, TAKES(3) },
};

static const struct demo_block bt_compare[] = {
	{ 692, NULL,
	  "mov 0x14(%rsi,%rdx,4),%eax\nand $0x7fff,%eax\n*mov 0x8(%rsi,%rax,1),%rdi\n"
	  "call *0x38(%r12)",
	  CALL_ANY("order_int", "order_text", 840, 30), TAKES_OR(11, 185, 210) },
	{ 760, NULL, "test %eax,%eax\njne", IF(2, 890, 35), TAKES(3) },
	{ 772, NULL, "pop %r12\nret", RETURN, TAKES(3) },
};

static const struct demo_block btint4cmp[] = {
	{ 106, NULL, "cmp %esi,%edi\njg", IF(2, 500, 290), TAKES(4) },
	{ 109, NULL, "sbb %eax,%eax\nret", RETURN, TAKES(2) },
	{ 107, NULL, "mov $0x1,%eax\nret", RETURN, TAKES(2) },
};

static const struct demo_block bttextcmp[] = {
	{ 1910, NULL, "mov %rdx,%rcx\ncall", CALL("memcmp"), TAKES(7) },
	{ 1915, NULL, "ret", RETURN, TAKES(2) },
};

static const struct demo_block heap_search[] = {
	{ 1741, NULL, "push %rbx\n*mov (%rdx,%rax,4),%ebx\ntest $0x18000,%ebx\nje",
	  IF(2, 30, 8), TAKES_OR(9, 195, 290) },
	{ 1786, NULL, "movzwl 0x14(%rcx),%eax\ntest $0x100,%eax", THEN, TAKES(8) },
	{ 1830, NULL, "pop %rbx\nret", RETURN, TAKES(3) },
};

static const struct demo_block libc_memcmp[] = {
	{ 0, NULL,
	  "vmovdqu (%rdi),%ymm17\nvpcmpub $0x4,(%rsi),%ymm17,%k1\nkmov %k1,%eax\ntest %eax,%eax\n"
	  "jne", IF(2, 310, 90), TAKES(10) },
	{ 0, NULL, "ret", RETURN, TAKES(2) },
	{ 0, NULL, "tzcnt %eax,%eax\nmovzbl (%rdi,%rax,1),%ecx\nsub %ecx,%eax\nret",
	  RETURN, TAKES(6) },
};

static const struct demo_function postgres_functions[] = {
	FUNCTION(DEMO_POSTGRES, "serve_client", "serve.c", postgres_main),
	FUNCTION(DEMO_POSTGRES, "run_query", "query.c", exec_simple_query),
	FUNCTION(DEMO_POSTGRES, "parse_statement", "parse.c", base_yyparse),
	FUNCTION(DEMO_POSTGRES, "next_word", "words.c", core_yylex),
	FUNCTION(DEMO_POSTGRES, "arena_take", "arena.c", alloc_set_alloc),
	FUNCTION(DEMO_POSTGRES, "plan_query", "plan.c", standard_planner),
	FUNCTION(DEMO_POSTGRES, "keep_cheaper", "paths.c", add_path),
	FUNCTION(DEMO_POSTGRES, "compare_costs", "paths.c", compare_costs),
	FUNCTION(DEMO_POSTGRES, "run_plan", "run.c", executor_run),
	FUNCTION(DEMO_POSTGRES, "join_by_hash", "join.c", exec_hash_join),
	FUNCTION(DEMO_POSTGRES, "probe_bucket", "hash.c", scan_hash_bucket),
	FUNCTION(DEMO_POSTGRES, "evaluate", "evaluate.c", interp_expr),
	FUNCTION(DEMO_POSTGRES, "equal_int", "compare.c", int4eq),
	FUNCTION(DEMO_POSTGRES, "equal_text", "compare.c", texteq),
	FUNCTION(DEMO_POSTGRES, "next_by_index", "index.c", index_next),
	FUNCTION(DEMO_POSTGRES, "search_page", "tree.c", bt_binsrch),
	FUNCTION(DEMO_POSTGRES, "compare_key", "tree.c", bt_compare),
	FUNCTION(DEMO_POSTGRES, "order_int", "compare.c", btint4cmp),
	FUNCTION(DEMO_POSTGRES, "order_text", "compare.c", bttextcmp),
	FUNCTION(DEMO_POSTGRES, "find_visible", "heap.c", heap_search),
	FUNCTION(DEMO_LIBC, "memcmp", "", libc_memcmp),
};
/* clang-format on */

const struct demo_program demo_code_postgres = PROGRAM(postgres_functions);

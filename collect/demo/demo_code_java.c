/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A web shop of the simulated machine, see demo_program.h: a JIT compiler has made so much code
 * that the frontend waits; beside it that compiler and the garbage collector.
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

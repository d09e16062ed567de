/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A database of the simulated machine, see demo_program.h: it parses and plans, and joins by a hash
 * table over an index.
 */
#include "config.h"
#include "collect/demo/demo_program.h"

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

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Each rule of plugin_thread.c, with counts that are known by reading: labels are the branches. For
 * x86-64 and arm64, without a library. All loops turn 1000 times unless their name says otherwise.
 */
#define NAMED(name) .globl name; name:

#ifdef __x86_64__
	.text
	.globl _start
_start:
	mov	$1000, %ebx
outer:
	mov	$7, %ecx
inner:
	dec	%ecx
NAMED(taken_6_of_7)	jnz	inner
	test	$1, %ebx
NAMED(taken_1_of_2)	jz	even
	nop
even:
NAMED(call_1000)	call	leaf
	/* to the next instruction: taken, but it goes where it would have gone */
NAMED(jump_to_next)	jmp	next
next:
	/* reads the address: no call in the tree of calls */
NAMED(call_to_next)	call	here
here:	pop	%rax
	/* repeated instructions are no branches */
	lea	bytes(%rip), %rsi
	lea	bytes+64(%rip), %rdi
	mov	$16, %ecx
	rep movsb
	/* a system call that fails is no branch */
	mov	$-1, %eax
	syscall
	lea	target(%rip), %rax
NAMED(indirect_1000)	jmp	*%rax
	ud2
target:
	dec	%ebx
NAMED(taken_999_of_1000)	jnz	outer
	mov	$60, %eax
	xor	%edi, %edi
	syscall

	.p2align 12
	.skip	4090, 0x90	/* straight code over the end of a page */
NAMED(leaf)
	.skip	20, 0x90
NAMED(return_1000)	ret

	.bss
bytes:	.skip	128
#else
	.text
	.globl _start
_start:
	mov	w19, #1000
outer:
	mov	w20, #7
inner:
	subs	w20, w20, #1
NAMED(taken_6_of_7)	b.ne	inner
NAMED(taken_1_of_2)	tbz	w19, #0, even
	nop
even:
NAMED(call_1000)	bl	leaf
NAMED(jump_to_next)	b	next
next:
NAMED(call_to_next)	bl	here
here:
	mov	w8, #-1
	svc	#0
	adr	x0, target
NAMED(indirect_1000)	br	x0
	brk	#0
target:
	sub	w19, w19, #1
NAMED(taken_999_of_1000)	cbnz	w19, outer
	mov	w8, #93
	mov	w0, #0
	svc	#0

	.p2align 12
	.rept	1022
	nop
	.endr
NAMED(leaf)
	.rept	5
	nop
	.endr
NAMED(return_1000)	ret
#endif
	.section .note.GNU-stack, "", %progbits

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * errno and facts -> advice on BPF programs that the kernel does not load; see bpf_engine_parts.h. The
 * first row whose conditions hold is the answer.
 */
#include "config.h"
#include "collect/bpf/bpf_engine_parts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/sys/privilege.h"

#define LOG_ENDS "\nprocessed "	/* the verifier's statistics, kernel/bpf/verifier.c */
#define SETCAP "run as root, or 'setcap cap_bpf,cap_perfmon+ep tdtop'"

/* The fact that is printed in brackets after the reason. */
enum detail { DETAIL_NONE, DETAIL_KERNEL, DETAIL_MEMLOCK };

static bool is_old(const struct bpf_refusal *refusal, const struct facts *facts)
{
	(void)refusal;
	return facts_kernel_before(facts, 5, 10);
}

static bool is_refused(const struct bpf_refusal *refusal)
{
	return refusal->errnum == EPERM || refusal->errnum == EACCES;
}

static bool in_container(const struct bpf_refusal *refusal, const struct facts *facts)
{
	return is_refused(refusal) && facts->user_ns;
}

/* CAP_SYS_ADMIN stands for both. */
static bool lacks(const struct bpf_refusal *refusal, const struct facts *facts, int cap)
{
	return is_refused(refusal) && facts->caps_known && !facts_has_cap(facts, cap) &&
	       !facts_has_cap(facts, CAP_SYS_ADMIN);
}

static bool lacks_bpf(const struct bpf_refusal *refusal, const struct facts *facts)
{
	return lacks(refusal, facts, CAP_BPF);
}

static bool lacks_perfmon(const struct bpf_refusal *refusal, const struct facts *facts)
{
	return lacks(refusal, facts, CAP_PERFMON);
}

static bool filtered(const struct bpf_refusal *refusal, const struct facts *facts)
{
	return !refusal->call_works && facts->seccomp;
}

/* Until then maps count as locked memory of the process; kernel: 7b7b1c14dcfc and others. */
static bool limited(const struct bpf_refusal *refusal, const struct facts *facts)
{
	return is_refused(refusal) && facts_kernel_before(facts, 5, 11) &&
	       facts->memlock_soft && facts->memlock_soft != FACTS_UNLIMITED;
}

static bool no_call(const struct bpf_refusal *refusal, const struct facts *facts)
{
	(void)facts;
	return !refusal->call_works && refusal->errnum == ENOSYS;
}

static bool refused(const struct bpf_refusal *refusal, const struct facts *facts)
{
	(void)facts;
	return !refusal->call_works || is_refused(refusal);
}

/* btf__load_vmlinux_btf() of libbpf: there is none where it looks. */
static bool no_types(const struct bpf_refusal *refusal, const struct facts *facts)
{
	(void)facts;
	return refusal->errnum == ESRCH;
}

/* Lockdown at "confidentiality" takes that helper away; each kernel from 5.10 on has it. */
static bool locked_down(const struct bpf_refusal *refusal, const struct facts *facts)
{
	(void)facts;
	return !refusal->reads_kernel;
}

static bool no_memory(const struct bpf_refusal *refusal, const struct facts *facts)
{
	(void)facts;
	return refusal->errnum == ENOMEM;
}

static const struct advice {
	bool (*when)(const struct bpf_refusal *refusal, const struct facts *facts);
	const char *why;
	enum detail detail;
	const char *what_to_do;		/* or NULL */
} advices[] = {
	{ is_old, "BPF programs need Linux 5.10 or later", DETAIL_KERNEL, NULL },
	{ in_container, "not permitted: root of this container is not root of the machine",
	  DETAIL_NONE, "run tdtop outside of the container" },
	{ lacks_bpf, "not permitted: loading BPF programs takes CAP_BPF", DETAIL_NONE, SETCAP },
	{ lacks_perfmon, "not permitted: BPF programs that look at tasks take CAP_PERFMON",
	  DETAIL_NONE, SETCAP },
	{ filtered, "a filter of system calls (seccomp) forbids bpf(2)", DETAIL_NONE,
	  "allow it in the profile of this container or service" },
	{ limited, "the limit of locked memory is too low for the maps", DETAIL_MEMLOCK,
	  "raise it, as with 'ulimit -l unlimited', or give tdtop CAP_SYS_RESOURCE as well" },
	{ no_call, "this kernel has no bpf(2)", DETAIL_KERNEL, "use one with CONFIG_BPF_SYSCALL" },
	{ refused, "bpf(2) is refused, although the capabilities allow it", DETAIL_NONE,
	  "a security module may forbid it: look into the audit log" },
	{ no_types, "the kernel does not describe its types: there is no /sys/kernel/btf/vmlinux",
	  DETAIL_KERNEL, "use one with CONFIG_DEBUG_INFO_BTF" },
	{ locked_down, "the kernel is locked down (confidentiality): BPF programs must not read "
		       "its memory", DETAIL_NONE, "see /sys/kernel/security/lockdown" },
	{ no_memory, "the kernel has not enough memory for the maps", DETAIL_NONE,
	  "free some memory" },
};

static void print_detail(enum detail detail, const struct facts *facts, char *text, size_t size)
{
	text[0] = '\0';
	if (detail == DETAIL_KERNEL && facts->kernel[0])
		(void)snprintf(text, size, " (Linux %s)", facts->kernel);
	if (detail == DETAIL_MEMLOCK)
		(void)snprintf(text, size, " (%llu kB)",
			       (unsigned long long)facts->memlock_soft / 1024);
}

int bpf_advice(const struct bpf_refusal *refusal, const struct facts *facts, struct err *err)
{
	const struct advice *advice = NULL;
	char detail[96];

	for (size_t i = 0; !advice && i < sizeof(advices) / sizeof(advices[0]); i++)
		if (advices[i].when(refusal, facts))
			advice = &advices[i];
	if (!advice)
		return err_set(err, refusal->errnum, "the kernel does not load the BPF programs: "
			       "%s (%s)", strerror(refusal->errnum),
			       refusal->warning[0] ? refusal->warning : "no reason is given");
	print_detail(advice->detail, facts, detail, sizeof(detail));
	return err_set(err, refusal->errnum, "%s%s%s%s", advice->why, detail,
		       advice->what_to_do ? ": " : "", advice->what_to_do ? advice->what_to_do : "");
}

void bpf_advice_line(const char *warning, char *line, size_t size)
{
	const char *ends = strstr(warning, LOG_ENDS);
	const char *from = warning;

	for (const char *at = warning; ends && at < ends; at++)
		if (*at == '\n')
			from = at + 1;
	(void)snprintf(line, size, "%.*s", (int)strcspn(from, "\n"), from);
}

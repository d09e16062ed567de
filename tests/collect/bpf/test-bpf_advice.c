/* SPDX-License-Identifier: GPL-2.0-only */
/* Why the kernel does not load the BPF programs: one sentence for each cause. */
#include "config.h"
#include "collect/bpf/bpf_engine_parts.h"

#include "tests/fixtures/test_main.h"

#define ALL_CAPS UINT64_MAX
#define PERFMON (1ULL << 38)
#define BPF (1ULL << 39)
#define SYS_ADMIN (1ULL << 21)

static struct err err;

static struct facts kernel(int major, int minor)
{
	struct facts facts = { .kernel_major = major, .kernel_minor = minor, .caps_known = true,
			       .caps = ALL_CAPS, .memlock_soft = FACTS_UNLIMITED };

	(void)snprintf(facts.kernel, sizeof(facts.kernel), "%d.%d.0", major, minor);
	return facts;
}

static const char *advice(struct bpf_refusal refusal, const struct facts *facts)
{
	if (!refusal.warning)
		refusal.warning = "";
	assert_int_equal(bpf_advice(&refusal, facts, &err), -refusal.errnum);
	return err.text;
}

/* A load that failed with this errno, and nothing else is wrong. */
static struct bpf_refusal failed(int errnum)
{
	return (struct bpf_refusal){ .errnum = errnum, .call_works = true, .reads_kernel = true };
}

TEST(the_capability_that_is_missing_is_named)
{
	struct facts facts = kernel(6, 1);

	facts.caps = PERFMON;
	assert_string_equal(advice(failed(EPERM), &facts),
			    "not permitted: loading BPF programs takes CAP_BPF: run as root, or "
			    "'setcap cap_bpf,cap_perfmon+ep tdtop'");
	facts.caps = BPF;
	assert_non_null(strstr(advice(failed(EPERM), &facts), "take CAP_PERFMON"));
}

TEST(a_call_that_a_filter_forbids_is_the_filters_fault)
{
	static const int errnums[] = { EPERM, ENOSYS, EACCES };
	struct facts facts = kernel(5, 10);

	facts.seccomp = true;
	facts.memlock_soft = 65536;
	for (size_t i = 0; i < 3; i++)
		assert_string_equal(advice((struct bpf_refusal){ .errnum = errnums[i] }, &facts),
				    "a filter of system calls (seccomp) forbids bpf(2): allow it "
				    "in the profile of this container or service");
}

TEST(maps_are_locked_memory_before_5_11)
{
	struct facts facts = kernel(5, 10);

	facts.memlock_soft = 65536;
	assert_string_equal(advice(failed(EPERM), &facts),
			    "the limit of locked memory is too low for the maps (64 kB): raise it, "
			    "as with 'ulimit -l unlimited', or give tdtop CAP_SYS_RESOURCE as "
			    "well");
}

/* CAP_SYS_ADMIN stands for both, a filter may let the call pass, 5.11 locks nothing. */
TEST(what_is_not_the_cause_is_not_blamed)
{
	struct facts admin = kernel(6, 1), filtered = kernel(6, 1), limited = kernel(5, 11);

	admin.caps = SYS_ADMIN;
	assert_null(strstr(advice(failed(EPERM), &admin), "setcap"));
	filtered.seccomp = true;
	assert_null(strstr(advice(failed(EPERM), &filtered), "seccomp"));
	limited.memlock_soft = 65536;
	assert_null(strstr(advice(failed(EPERM), &limited), "locked memory"));
}

TEST(other_causes_have_their_sentences)
{
	const struct facts facts = kernel(6, 1), old = kernel(5, 4);

	assert_string_equal(advice(failed(EINVAL), &old), "BPF programs need Linux 5.10 or later (Linux 5.4.0)");
	assert_non_null(strstr(advice(failed(ESRCH), &facts), "no /sys/kernel/btf/vmlinux"));
	assert_non_null(strstr(advice((struct bpf_refusal){ .errnum = EINVAL, .call_works = true },
				      &facts), "locked down (confidentiality)"));
	assert_non_null(strstr(advice((struct bpf_refusal){ .errnum = ENOSYS }, &facts),
			       "this kernel has no bpf(2)"));
	assert_non_null(strstr(advice(failed(EPERM), &facts), "a security module may forbid it"));
	assert_non_null(strstr(advice(failed(ENOMEM), &facts), "not enough memory"));
}

TEST(in_a_user_namespace_root_is_not_root)
{
	struct facts facts = kernel(6, 1);

	facts.user_ns = true;
	assert_non_null(strstr(advice(failed(EPERM), &facts), "root of this container"));
}

TEST(what_is_not_known_is_said_with_libbpfs_words)
{
	const struct facts facts = kernel(6, 1);
	struct bpf_refusal refusal = failed(E2BIG);

	refusal.warning = "BPF program is too large. Processed 1000001 insn";
	assert_string_equal(advice(refusal, &facts),
			    "the kernel does not load the BPF programs: Argument list too long "
			    "(BPF program is too large. Processed 1000001 insn)");
}

TEST(of_a_verifiers_log_the_last_line_before_its_statistics_tells_most)
{
	char line[64];

	bpf_advice_line("libbpf: prog 'on_switch': -- BEGIN PROG LOAD LOG --\n"
			"0: R1=ctx() R10=fp0\n"
			"unknown func bpf_probe_read#4\n"
			"processed 59 insns (limit 1000000)\n"
			"-- END PROG LOAD LOG --\n", line, sizeof(line));
	assert_string_equal(line, "unknown func bpf_probe_read#4");
	bpf_advice_line("libbpf: failed to find valid kernel BTF\n", line, sizeof(line));
	assert_string_equal(line, "libbpf: failed to find valid kernel BTF");
}

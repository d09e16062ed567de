/* SPDX-License-Identifier: GPL-2.0-only */
/* The sentence for each errno of perf_event_open(2), on different machines. */
#include "config.h"
#include "collect/perf/perf_advice.h"

#include <linux/capability.h>

#include "tests/fixtures/test_main.h"

static struct err err;

static struct facts some_facts(int paranoid, uint64_t caps)
{
	return (struct facts){ .kernel = "6.1.0", .kernel_major = 6, .kernel_minor = 1,
			       .perf = true, .paranoid = paranoid, .caps_known = true, .caps = caps,
			       .nofile_soft = 1024 };
}

static void expect_error(int errnum, struct facts facts, const char *sentence)
{
	assert_int_equal(perf_advice(errnum, "slots", 0, &facts, &err), -errnum);
	assert_string_equal(err.text, sentence);
}

TEST(without_permission_the_level_and_the_capability_are_named)
{
	expect_error(EACCES, some_facts(2, 0),
		     "cannot count \"slots\" on CPU 0: not permitted (kernel.perf_event_paranoid "
		     "is 2); run as root, or 'setcap cap_perfmon+ep tdtop', or look with 'tdtop "
		     "--doctor'");
}

TEST(at_debians_level_3_cap_perfmon_is_not_advised_alone)
{
	expect_error(EACCES, some_facts(3, 1ULL << CAP_PERFMON),
		     "cannot count \"slots\" on CPU 0: not permitted (kernel.perf_event_paranoid "
		     "is 3); run as root, or 'setcap cap_sys_admin+ep tdtop' (cap_perfmon is not "
		     "enough above level 2), or 'sysctl kernel.perf_event_paranoid=2' and 'setcap "
		     "cap_perfmon+ep tdtop', or look with 'tdtop --doctor'");
}

TEST(on_an_old_kernel_cap_perfmon_is_not_advised)
{
	struct facts facts = some_facts(2, 0);

	facts.kernel_major = 5;
	facts.kernel_minor = 4;
	(void)perf_advice(EACCES, "slots", 0, &facts, &err);
	assert_non_null(strstr(err.text, "older than CAP_PERFMON"));
	assert_null(strstr(err.text, "setcap"));
}

TEST(a_call_that_does_not_reach_a_kernel_with_perf_events_is_no_kernel_without)
{
	struct facts facts = some_facts(2, 1ULL << CAP_PERFMON);

	facts.perf = true;
	(void)perf_advice(ENOSYS, "slots", 0, &facts, &err);
	assert_non_null(strstr(err.text, "an emulator (qemu-user) or a sandbox"));
	facts.perf = false;
	(void)perf_advice(ENOSYS, "slots", 0, &facts, &err);
	assert_non_null(strstr(err.text, "this kernel has no perf events (Linux 6.1.0)"));
}

TEST(each_errno_has_its_own_advice)
{
	static const struct {
		int errnum;
		bool guest, filtered;
		const char *part;
	} rows[] = {
		{ EACCES, false, false, "although paranoid level and capabilities allow it" },
		{ EPERM, false, true, "profile that allows perf_event_open" },
		{ ENOSYS, false, true, "profile that allows perf_event_open" },
		{ ENOSYS, false, false, "but the call does not reach it (Linux 6.1.0)" },
		{ EPERM, false, false, "/sys/kernel/security/lockdown" },
		{ EINVAL, true, false, "PERF_METRICS register to this virtual machine (KVM)" },
		{ EINVAL, false, false, "does not accept this event" },
		{ ENOENT, true, false, "hypervisor may hide it" },
		{ ENOENT, false, false, "does not have this event (Linux" },
		{ EOPNOTSUPP, false, false, "cannot count this event in this way" },
		{ ENODEV, false, false, "offline" },
		{ EBUSY, false, false, "holds the counter" },
		{ ENOSPC, false, false, "not enough counters" },
		{ EMFILE, false, false, "too many open files (the limit is 1024)" },
		{ ENFILE, false, false, "fs.file-max" },
		{ ENOMEM, false, false, "not enough memory" },
		{ ESRCH, false, false, "the task has exited" },
		{ EINTR, false, false, "a signal came in between" },
		{ EBADF, false, false, "asked the kernel in a wrong way (Linux 6.1.0); report" },
		{ EFAULT, false, false, "asked the kernel in a wrong way" },
		{ EOVERFLOW, false, false, "asked the kernel in a wrong way" },
		{ E2BIG, false, false, "larger than the kernel allows" },
		{ EIO, false, false, "Input/output error" },
	};
	struct facts facts = some_facts(2, 1ULL << CAP_PERFMON);

	(void)strcpy(facts.hypervisor_name, "KVM");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		facts.hypervisor = rows[i].guest;
		facts.seccomp = rows[i].filtered;
		assert_int_equal(perf_advice(rows[i].errnum, "slots", 3, &facts, &err), -rows[i].errnum);
		if (!strstr(err.text, rows[i].part) || !strstr(err.text, "\"slots\" on CPU 3: ") ||
		    !strstr(err.text, "; "))
			fail_msg("errno %d: %s", rows[i].errnum, err.text);
	}
}

/* The errnos of perf_event_open(2), and those of opening a descriptor. */
TEST(no_errno_is_left_to_strerror)
{
	static const int errnums[] = { E2BIG, EACCES, EBADF, EBUSY, EFAULT, EINTR, EINVAL, EMFILE,
				       ENFILE, ENODEV, ENOENT, ENOMEM, ENOSPC, ENOSYS, EOPNOTSUPP,
				       EOVERFLOW, EPERM, ESRCH };
	static const struct facts unknown = { .paranoid = 0 };
	char words[128];

	for (size_t i = 0; i < sizeof(errnums) / sizeof(errnums[0]); i++) {
		(void)snprintf(words, sizeof(words), ": %s; ", strerror(errnums[i]));
		(void)perf_advice(errnums[i], "slots", -1, &unknown, &err);
		if (strstr(err.text, words))
			fail_msg("errno %d: %s", errnums[i], err.text);
	}
}

static void expect_sampling(int errnum, bool stacks, struct facts facts, const char *sentence)
{
	assert_int_equal(perf_advice_sampling(errnum, "cycles:pp", stacks, &facts, &err), -errnum);
	assert_string_equal(err.text, sentence);
}

TEST(sampling_says_what_excludes_branch_stacks)
{
	expect_sampling(EBUSY, true, some_facts(0, 0),
			"cannot sample \"cycles:pp\": something else holds the branch records of "
			"the CPU: Intel PT and LBR exclude each other; end the other user (perf "
			"record -e intel_pt), or look at functions without branches");
	expect_sampling(EBUSY, false, some_facts(0, 0),
			"cannot sample \"cycles:pp\": another program holds the hardware that it "
			"needs; end that program (perf, a monitoring agent), then look again");
}

TEST(sampling_says_what_a_pmu_or_a_hypervisor_cannot_do)
{
	struct facts facts = some_facts(0, 0);

	expect_sampling(EOPNOTSUPP, true, facts,
			"cannot sample \"cycles:pp\": the PMU gives no branch stacks of this kind "
			"(Linux 6.1.0); look at functions without branches; see 'tdtop --doctor'");
	expect_sampling(EINVAL, false, facts,
			"cannot sample \"cycles:pp\": the kernel does not accept this event for "
			"sampling (Linux 6.1.0); choose another event, or see 'tdtop --doctor'");
	facts.hypervisor = true;
	(void)strcpy(facts.hypervisor_name, "KVM");
	expect_sampling(EOPNOTSUPP, false, facts,
			"cannot sample \"cycles:pp\": the PMU cannot sample this event: the "
			"hypervisor may give no interrupt for it (KVM); choose another event, or see "
			"'tdtop --doctor'");
}

TEST(a_ring_without_memory_names_the_limit)
{
	struct facts facts = some_facts(2, 0);

	facts.perf_mlock_kb = 516;
	expect_sampling(ENOBUFS, false, facts,
			"cannot sample \"cycles:pp\": no more memory may be locked for its ring "
			"(kernel.perf_event_mlock_kb is 516); raise kernel.perf_event_mlock_kb or "
			"'ulimit -l', end other users of perf events, or run as root");
}

TEST(other_errors_of_sampling_are_those_of_counting)
{
	expect_sampling(EMFILE, true, some_facts(2, 0),
			"cannot sample \"cycles:pp\": too many open files (the limit is 1024); "
			"raise the limit, as with 'ulimit -n 65536'");
	expect_sampling(EACCES, true, some_facts(2, 0),
			"cannot sample \"cycles:pp\": not permitted (kernel.perf_event_paranoid is "
			"2); run as root, or 'setcap cap_perfmon+ep tdtop', or look with 'tdtop "
			"--doctor'");
}

static void expect_probe(int errnum, uint64_t caps, const char *sentence)
{
	const struct facts facts = some_facts(2, caps);

	assert_int_equal(perf_advice_probe(errnum, "/bin/app", &facts, &err), -errnum);
	assert_string_equal(err.text, sentence);
}

TEST(a_probe_of_markers_needs_cap_sys_admin)
{
	expect_probe(EACCES, 1ULL << CAP_PERFMON,
		     "cannot watch the regions of \"/bin/app\": markers need CAP_SYS_ADMIN; "
		     "CAP_PERFMON is not enough; run as root, or 'setcap cap_sys_admin+ep tdtop'");
	expect_probe(EPERM, 1ULL << CAP_SYS_ADMIN,
		     "cannot watch the regions of \"/bin/app\": refused, although tdtop has "
		     "CAP_SYS_ADMIN; the kernel may be locked down: see "
		     "/sys/kernel/security/lockdown");
}

TEST(a_kernel_without_uprobes_is_named)
{
	expect_probe(EOPNOTSUPP, 1ULL << CAP_SYS_ADMIN,
		     "cannot watch the regions of \"/bin/app\": this kernel has no uprobes (Linux "
		     "6.1.0); use one with CONFIG_UPROBE_EVENTS");
	expect_probe(EINVAL, 1ULL << CAP_SYS_ADMIN,
		     "cannot watch the regions of \"/bin/app\": the kernel cannot probe this file "
		     "there (Linux 6.1.0); start the program again if its file was replaced");
}

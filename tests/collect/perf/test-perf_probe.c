/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which groups a machine accepts, and what is left out if it refuses one
 * (tests/scenarios/perf_probe.txt).
 */
#include "config.h"
#include "collect/perf/perf_probe.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

#define LEADER_FD 100

static const struct scenario_word words[] = {
	{ "EACCES", EACCES }, { "EBUSY", EBUSY }, { "EINVAL", EINVAL }, { "EMFILE", EMFILE },
	{ "ENODEV", ENODEV }, { "EOPNOTSUPP", EOPNOTSUPP }, { NULL, 0 }
};
const struct scenarios scenarios = { .files = { "perf_probe" }, .words = words };

/* A kernel that refuses some events. */
static struct fake {
	uint64_t refused_config;	/* of the machine's PMU; 0: none */
	int errnum;			/* for refused_config */
	bool refuse_kernel;		/* EACCES for events that count kernel mode */
	bool refuse_guests;		/* EOPNOTSUPP for events that count guests */
	int refuse_all;			/* errno for every open; 0: none */
	uint64_t enabled_ns, running_ns;	/* what the trial reads */
	uint64_t starving_config;	/* a group with this event is never on; 0: none */
	int leader, starving_leader;
	int tried, opened, closed, enabled, paused;
	int with_guests;		/* events that were tried and count guests */
	int last_cpu;
	pid_t last_pid;
} fake;

static int fake_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group, uint64_t flags)
{
	const bool counts = attr->type != PERF_TYPE_SOFTWARE;

	assert_true(group == -1 || group == fake.leader);
	fake.tried++;
	fake.with_guests += counts && !attr->exclude_guest;
	fake.last_cpu = cpu;
	fake.last_pid = pid;
	if (fake.refuse_all)
		return -fake.refuse_all;
	if (fake.refuse_kernel && !attr->exclude_kernel)
		return -EACCES;
	if (fake.refuse_guests && counts && !attr->exclude_guest)
		return -EOPNOTSUPP;
	if (fake.refused_config && counts && attr->config == fake.refused_config)
		return -fake.errnum;
	if (group < 0)
		fake.leader = LEADER_FD + fake.opened;
	if (fake.starving_config && counts && attr->config == fake.starving_config)
		fake.starving_leader = fake.leader;
	return LEADER_FD + fake.opened++;
}

static int fake_enable(void *data, int fd)
{
	fake.enabled++;
	return 0;
}

static int fake_read(void *data, int fd, void *bytes, size_t size)
{
	const uint64_t read[] = { 1, fake.enabled_ns,
				  fd == fake.starving_leader ? 0 : fake.running_ns, 5 };

	assert_true(size >= sizeof(read));
	memcpy(bytes, read, sizeof(read));
	return sizeof(read);
}

static void fake_pause(void *data, int cpu)
{
	fake.paused++;
}

static void fake_close(void *data, int fd)
{
	fake.closed++;
}

static const struct perf_sys sys = { .open = fake_open, .enable = fake_enable, .read = fake_read,
				     .pause = fake_pause, .close = fake_close };

SETUP
{
	fake = (struct fake){ 0 };
}

COMMAND(refuse)
{
	fake.refused_config = (uint64_t)number_arg(1);
	fake.errnum = (int)number_arg(2);
}

COMMAND(refuse_all)
{
	fake.refuse_all = (int)number_arg(1);
}

COMMAND(refuse_kernel)
{
	fake.refuse_kernel = true;
}

COMMAND(refuse_guests)
{
	fake.refuse_guests = true;
}

/* Percent of the trial in which a group is on; the event that never is. */
COMMAND(on)
{
	fake.enabled_ns = 1000000;
	fake.running_ns = 10000 * (uint64_t)number_arg(1);
	fake.starving_config = (uint64_t)number_arg_or(2, 0);
}

/* MACHINE FAMILY: how many groups rotate. */
COMMAND(rotation)
{
	const struct facts facts = { .nmi_watchdog = 1 };
	const struct group_options level_1 = { .levels = 1 };
	struct err why = { .text = "" };
	struct pmu pmu;
	const struct probe on = { .sys = &sys, .pmu = &pmu, .facts = &facts };
	int n;

	assert_int_equal(pmu_open(machine_root(text_arg(1)), &pmu, NULL), 0);
	n = perf_probe_rotation(&on, cpu_family_find(text_arg(2)), &level_1, fake.enabled_ns > 0,
				&why);
	say("%d%s", n, fake.paused ? "" : ", not tried");
	if (why.text[0])
		say("%s", why.text);
	pmu_close(&pmu);
	assert_int_equal(fake.opened, fake.closed);
}

static void probe(bool per_task)
{
	static const char *const found[] = { "counts", "shared", "taken" };
	struct group_options options = { .levels = 2, .with_ipc = true, .per_task = per_task };
	enum probe_counts counts = PROBE_COUNTS;
	struct err err;
	struct facts facts;
	struct pmu pmu;
	const struct probe on = { .sys = &sys, .pmu = &pmu, .facts = &facts };

	facts_read(machine_root(text_arg(1)), &facts);
	assert_int_equal(pmu_open(machine_root(text_arg(1)), &pmu, NULL), 0);
	if (perf_probe(&on, cpu_family_find("Intel Sapphire Rapids"), &options,
		       fake.enabled_ns ? &counts : NULL, &err))
		say("%s", err.text);
	say("levels %d%s%s%s", options.levels, options.with_ipc ? ", ipc" : "",
	    options.user_only ? ", user only" : "", options.without_guests ? ", without guests" : "");
	say("%d tried on %s, %d open%s", fake.tried, fake.last_pid ? "a CPU" : "this thread",
	    fake.opened, fake.with_guests ? "" : ", no guests");
	if (fake.enabled_ns)
		say("%s after %d pauses of %d", found[counts], fake.paused, fake.enabled);
	pmu_close(&pmu);
	assert_int_equal(fake.last_cpu, per_task ? -1 : 0);
	assert_int_equal(fake.opened, fake.closed);
}

/* MACHINE: the group of a CPU. */
COMMAND(probe)
{
	probe(false);
}

/* MACHINE: the group of a task. */
COMMAND(probe_task)
{
	probe(true);
}

/* Can events be opened there? */
COMMAND(cpu)
{
	say("%s", perf_probe_cpu(&sys, (int)number_arg(1)) ? "yes" : "no");
	assert_int_equal(fake.last_cpu, number_arg(1));
	assert_int_equal(fake.closed, fake.opened);
}

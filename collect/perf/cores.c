/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the core types of a machine and what can be counted on each; see cores.h. Main thread. */
#include "config.h"
#include "collect/perf/cores.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/perf/perf_probe.h"

#define HIDDEN_TRIAL_NS 100000000ULL
#define BUSY_CYCLES 1e6	/* a CPU that works through the trial has a hundred times as many */

static void leave_out(struct core_group *group, int errnum)
{
	group->counted = false;
	group->errnum = errnum;
}

/*
 * The family of a PMU alone. On Arm its CPUs say which cores they are: there are several PMUs where
 * there are several types of cores, and cpu0 is one of one type.
 */
static int match_alone(const char *root, const struct pmu *pmu, const struct facts *facts,
		       const struct family **family, struct err *err)
{
	struct facts its = *facts;
	struct pmu alone = *pmu;	/* owns nothing */
	uint32_t midr = pmu->n_cpus ? facts_midr_of(root, pmu->cpus[0]) : 0;

	if (midr)
		its.midr = midr;
	alone.core_type = TYPE_CORE;
	return cpu_match(&alone, &its, family, err);
}

/* Does the hybrid count the cores of this PMU? 0, or a negative errno with a sentence. */
static int check_e_cores(const char *root, const struct facts *facts, const struct family *hybrid,
			 const struct cores *cores, struct core_group *group)
{
	const char *title = core_types[group->pmu.core_type].title;
	const struct family *alone = NULL;

	if (!hybrid)
		return err_set(&group->why, EOPNOTSUPP, "tdtop does not know how the %s of this CPU "
			       "are counted beside %s", title, cores->first_family->name);
	if (!hybrid->any_pmu)
		return cpu_shows_events(hybrid, &group->pmu) ? 0 :
			err_set(&group->why, EOPNOTSUPP, "PMU \"%s\" does not have all of "
				"topdown-retiring, -bad-spec, -fe-bound and -be-bound",
				group->pmu.name);
	if (match_alone(root, &group->pmu, facts, &alone, &group->why))
		return -EOPNOTSUPP;
	if (alone != cores->first_family || !group_leader(hybrid, group->pmu.core_type, 0))
		return err_set(&group->why, EOPNOTSUPP, "PMU \"%s\" counts \"%s\", for which tdtop has "
			       "no formulas beside other cores", group->pmu.name, alone->name);
	return 0;
}

/* Opens the PMU of a type of E-cores, if there is one. Can the family count it? */
static void find_e_cores(const char *root, enum core_type core_type, const struct facts *facts,
			 const struct family *hybrid, struct cores *cores)
{
	struct core_group *group = &cores->group[cores->n];
	int ret = pmu_open_core_type(root, core_type, &group->pmu, &group->why);

	if (ret == -ENOENT)
		return;
	cores->n++;
	if (!ret)
		ret = check_e_cores(root, facts, hybrid, cores, group);
	if (ret)
		leave_out(group, -ret);
	else
		group->counted = true;
}

int cores_find(const char *root, const struct facts *facts, struct cores *cores, struct err *err)
{
	const struct family *hybrid;
	int ret;

	memset(cores, 0, sizeof(*cores));
	ret = pmu_open(root, &cores->group[0].pmu, err);
	if (ret)
		return ret;
	cores->n = 1;
	ret = match_alone(root, &cores->group[0].pmu, facts, &cores->first_family, err);
	if (ret)
		return ret;
	cores->family = cores->first_family;
	cores->group[0].counted = true;
	hybrid = cpu_match_hybrid(cores->first_family);
	for (enum core_type core_type = TYPE_ATOM; core_type < CORE_TYPES; core_type++) {
		size_t n = cores->n;

		find_e_cores(root, core_type, facts, hybrid, cores);
		if (cores->n > n && cores->group[n].counted)
			cores->family = hybrid;
	}
	return 0;
}

int cores_find_here(const char *root, struct facts *facts, struct cores *cores, struct err *err)
{
	facts_read("", facts);
	return cores_find_with(root, facts, cores, err);
}

int cores_find_with(const char *root, struct facts *facts, struct cores *cores, struct err *err)
{
	if (root[0]) {
		facts->vendor[0] = '\0';
		facts->mediated_vpmu = facts_mediated_vpmu(root);
	}
	return cores_find(root, facts, cores, err);
}

void cores_done(struct cores *cores)
{
	for (size_t i = 0; i < cores->n; i++)
		pmu_close(&cores->group[i].pmu);
	cores->n = 0;
}

/*
 * Do the events that the hypervisor hides count by their numbers (cpu_hides_slots())? A busy CPU has
 * some of each. If the group was never on in the trial, or the CPU idled because this process may not
 * run there, that is not known, and not reported.
 */
static int try_hidden(const struct probe *probe, const struct family *family,
		      const struct core_group *group, struct err *why)
{
	struct trial trial;

	if (!cpu_hides_slots(family, probe->pmu) ||
	    perf_trial(probe->sys, probe->pmu, family, &group->fits, HIDDEN_TRIAL_NS, &trial) ||
	    !trial.running_ns || !(trial.counts.value[EV_CYCLES] > BUSY_CYCLES))
		return 0;
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->hidden && !pmu_knows_event(probe->pmu, event->name) &&
		    !(trial.counts.value[event->id] > 0))
			return err_set(why, EOPNOTSUPP, "cannot count TopDown on %s: the hypervisor "
				       "hides \"%s\", and its number 0x%llx counted nothing in a "
				       "trial; use a bare-metal machine, or try 'tdtop --demo'",
				       family->name, event->name, (unsigned long long)event->config);
	}
	return 0;
}

/* If others use the counters of group 0 as well, a trial of the other groups proves nothing. */
static void probe_rotation(const struct probe *probe, const struct family *family,
			   bool try_counting, struct core_group *group)
{
	try_counting = try_counting && group->counts == PROBE_COUNTS;
	group->n_mux = perf_probe_rotation(probe, family, &group->fits, try_counting,
					   &group->no_rotation);
}

int cores_probe(struct cores *cores, const struct perf_sys *sys, const struct facts *facts,
		const struct group_options *want, bool try_counting, struct err *err)
{
	size_t counted = 0, others = 0;
	bool with_ipc = true;

	for (size_t i = 0; i < cores->n; i++) {
		struct core_group *group = &cores->group[i];
		const struct probe probe = { .sys = sys, .pmu = &group->pmu, .facts = facts };
		int ret;

		if (!group->counted)
			continue;
		group->fits = *want;
		ret = perf_probe_family(&probe, &cores->family, &group->fits,
					try_counting ? &group->counts : NULL, &group->why);
		if (!ret)
			ret = try_hidden(&probe, cores->family, group, &group->why);
		if (ret) {
			leave_out(group, -ret);
			continue;
		}
		counted++;
		others += i > 0;
		with_ipc &= group->fits.with_ipc;
	}
	if (!counted) {
		if (err)
			*err = cores->group[0].why;
		return -cores->group[0].errnum;
	}
	if (cores->n == 1)
		cores->first_family = cores->family;	/* perhaps the one without the register */
	else if (!others)
		cores->family = cores->first_family;
	for (size_t i = 0; i < cores->n; i++) {
		struct core_group *group = &cores->group[i];
		const struct probe probe = { .sys = sys, .pmu = &group->pmu, .facts = facts };

		group->fits.with_ipc = with_ipc;
		if (group->counted && !want->per_task)
			probe_rotation(&probe, cores->family, try_counting, group);
	}
	return 0;
}

bool cores_have_no_counters(int errnum)
{
	static const int errnums[] = { ENODEV, EOPNOTSUPP, ENOENT, EINVAL };

	for (size_t i = 0; i < sizeof(errnums) / sizeof(errnums[0]); i++)
		if (errnums[i] == errnum)
			return true;
	return false;
}

int cores_open_here(const struct cores_want *want, struct facts *facts, struct cores *cores,
		    struct err *err)
{
	struct err why = { .text = "" };
	int ret = cores_find_here(want->root, facts, cores, &why);

	if (!ret)
		ret = cores_probe(cores, want->sys, facts, &want->group, want->try_counting, &why);
	if (!cores_have_no_counters(-ret))
		return ret ? err_set(err, -ret, "%s", why.text) : 0;
	cores_done(cores);
	memset(cores, 0, sizeof(*cores));
	cores->no_counters = why;
	if (facts->hypervisor)
		(void)snprintf(cores->where, sizeof(cores->where), "%.20s guest",
			       facts->hypervisor_name[0] ? facts->hypervisor_name : "a");
	cores->family = cores->first_family = &cpu_none;
	cores->n = 1;
	cores->group[0].counted = true;
	pmu_open_software(want->root, &cores->group[0].pmu);
	return cores_probe(cores, want->sys, facts, &want->group, want->try_counting, err);
}

void cores_describe(const struct cores *cores, const struct facts *facts, const char *root,
		    struct machine *machine)
{
	machine->guest = facts->hypervisor;
	machine->pmem = facts->pmem;
	for (size_t i = 0; i < cores->n; i++)
		machine->without_guests |= cores->group[i].fits.without_guests;
	machine->no_counters = cores->no_counters;
	memcpy(machine->no_counters_where, cores->where, sizeof(cores->where));
	machine->simulated = family_has_counters(cores->family) && (facts->lab || root[0]);
	if (machine->simulated)
		(void)snprintf(machine->simulated_by, sizeof(machine->simulated_by), "%s",
			       root[0] ? "PMU described for tests" : "synthetic PMU of the lab");
	machine->manual_slots = cpu_hides_slots(cores->family, &cores->group[0].pmu) ?
				family_manual_slots(cores->family) : 0;
}

int cores_of_cpu(const struct cores *cores, int cpu)
{
	for (size_t i = 0; i < cores->n; i++)
		if (cores->group[i].counted && pmu_covers(&cores->group[i].pmu, cpu))
			return (int)i;
	return -1;
}

int cores_levels(const struct cores *cores, const struct core_group *group)
{
	int levels = 0;

	for (size_t i = 0; i < cores->family->n_events; i++) {
		const struct family_event *event = &cores->family->events[i];

		if (event->core_type == group->pmu.core_type && event->level > levels)
			levels = event->level;
	}
	if (group->n_mux)
		return levels;
	return levels < group->fits.levels ? levels : group->fits.levels;
}

const char *cores_why_no_group(const struct cores *cores)
{
	return cores->n == CORE_TYPES ? "only the three types of cores with the most slots are" :
					"their PMU is not known";
}

static void set_left_out(const struct cores *cores, size_t n_cpus, struct machine *machine)
{
	for (size_t i = 0; i < cores->n; i++) {
		const struct core_group *group = &cores->group[i];

		if (group->counted)
			continue;
		(void)snprintf(machine->left_out, sizeof(machine->left_out),
			       "%zu CPU%s %s not counted: %s", n_cpus, plural(n_cpus), is_or_are(n_cpus),
			       group->why.text);
		return;
	}
	(void)snprintf(machine->left_out, sizeof(machine->left_out), "%zu CPU%s %s not counted: %s",
		       n_cpus, plural(n_cpus), is_or_are(n_cpus), cores_why_no_group(cores));
}

void cores_keep_counted(const struct cores *cores, struct machine *machine)
{
	size_t n = 0;

	for (size_t i = 0; i < machine->n_cpus; i++)
		if (cores_of_cpu(cores, machine->cpus[i].cpu) >= 0)
			machine->cpus[n++] = machine->cpus[i];
	if (n < machine->n_cpus)
		set_left_out(cores, machine->n_cpus - n, machine);
	machine->n_cpus = n;
}

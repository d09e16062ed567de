/* SPDX-License-Identifier: GPL-2.0-only */
/* Findings about the counters, and samples of code; see findings.h. Main thread. */
#include "config.h"
#include "collect/doctor/findings.h"

#include <math.h>
#include <stdio.h>

#include "collect/cpu/cpu_match.h"

#define UNSOUND "do not trust these counters: use a bare-metal machine, or try 'tdtop --demo'"
#define OTHER_USER \
	"stop the other program (such as perf stat --topdown, toplev, a monitoring agent)"
#define SWITCHES_MANY 5000	/* per second and CPU: a busy server has as many */
#define WATCHDOG_OFF "sysctl kernel.nmi_watchdog=0"

static bool has_use(const struct family *family, enum core_type core_type, enum event_use use)
{
	for (size_t i = 0; i < family->n_events; i++)
		if (family->events[i].core_type == core_type &&
		    (family->events[i].use == use ||
		     (use == USE_IPC && family->events[i].also == EV_INSTRUCTIONS)))
			return true;
	return false;
}

/* The events that are counted beside slots and classes, and those that are not. */
static const char *describe_other_events(const struct family *family,
					 const struct core_group *group)
{
	if (has_use(family, group->pmu.core_type, USE_CORRECTION) && !group->fits.with_corrections)
		return ", with no counter left for the events that correct level 1";
	if (!has_use(family, group->pmu.core_type, USE_IPC))
		return ", with no counter left for instructions";
	return group->fits.with_ipc ? ", instructions and cycles" :
				      ", without instructions and cycles: they do not fit";
}

/* Level 2 in groups of its own, or why not. */
static void add_rotation(const struct cores *cores, const struct core_group *group,
			 struct findings *findings)
{
	const char *title = cores->n > 1 ? core_types[group->pmu.core_type].title : "";
	const char *of = cores->n > 1 ? ": " : "";

	if (group->n_mux)
		findings_add(findings, VERDICT_OK, "rotation",
			     "%s%slevel 2 is counted by %d group%s of events, multiplexed "
			     "with level 1 while level 2 is shown; marked ~",
			     title, of, group->n_mux, plural((uint64_t)group->n_mux));
	else if (group->no_rotation.text[0])
		findings_add(findings, VERDICT_NOTE, "rotation", "%s%slevel 2 is not counted: %s",
			     title, of, group->no_rotation.text);
}

/*
 * What is counted on one core type. others: another type of a hybrid is counted, so tdtop works
 * without this one.
 */
static void add_fit(const struct diagnosis *diagnosis, const struct core_group *group, bool others,
		    struct findings *findings)
{
	const struct cores *cores = &diagnosis->cores;
	const char *title = core_types[group->pmu.core_type].title;
	int levels = cores_levels(cores, group), all = 1;

	for (size_t i = 0; i < cores->family->n_events; i++)
		if (cores->family->events[i].core_type == group->pmu.core_type &&
		    cores->family->events[i].level > all)
			all = cores->family->events[i].level;
	if (!group->counted) {
		findings_add(findings, others || diagnosis->own_tasks ? VERDICT_NOTE : VERDICT_NO,
			     "trial", "%s%s%s", cores->n > 1 ? title : "",
			     cores->n > 1 ? " are not counted: " : "", group->why.text);
		return;
	}
	findings_add(findings, levels == all && group->fits.with_ipc ? VERDICT_OK : VERDICT_NOTE,
		     "trial", "%s%sone CPU %s level%s 1%s%s", cores->n > 1 ? title : "",
		     cores->n > 1 ? ": " : "",
		     group->counts == PROBE_TAKEN ? "accepts the events of" : "counts",
		     levels > 1 ? "s" : "",
		     levels < 2 ? " only" : group->n_mux ? " and 2 (multiplexed)" : " and 2",
		     describe_other_events(cores->family, group));
	add_rotation(cores, group, findings);
}

/* Is the watchdog on, and are there too few counters for level 1 beside it? */
static bool watchdog_takes_needed_counter(const struct diagnosis *diagnosis)
{
	return diagnosis->facts.nmi_watchdog == 1 && diagnosis->family &&
	       !counters_fit(diagnosis->family, diagnosis->pmu.core_type, true);
}

/* There is one slots counter. Without it, level 1 needs several of the general counters. */
static const char *wanted_counter(const struct diagnosis *diagnosis)
{
	return diagnosis_uses_perf_metrics(diagnosis->family) ? "the slots counter" :
								"a counter that level 1 needs";
}

static void add_taken_counter(const struct diagnosis *diagnosis, struct findings *findings)
{
	if (watchdog_takes_needed_counter(diagnosis)) {
		findings_add(findings, VERDICT_NO, "counter",
			     "taken: the NMI watchdog holds a counter, and level 1 of %s needs all "
			     "%d general counter%s",
			     diagnosis->family->name, diagnosis->family->counters,
			     plural((uint64_t)diagnosis->family->counters));
		findings_fix(findings, WATCHDOG_OFF "; if that is not enough, " OTHER_USER);
		return;
	}
	findings_add(findings, VERDICT_NO, "counter",
		     "taken: another program holds %s all the time", wanted_counter(diagnosis));
	findings_fix(findings, OTHER_USER);
}

static void add_counter(const struct diagnosis *diagnosis, struct findings *findings)
{
	switch (diagnosis->counts) {
	case PROBE_COUNTS:
		findings_add(findings, VERDICT_OK, "counter", "no other program holds %s",
			     wanted_counter(diagnosis));
		break;
	case PROBE_SHARED:
		findings_add(findings, VERDICT_NOTE, "counter",
			     "another program also holds %s: tdtop has it part of the time and "
			     "scales",
			     wanted_counter(diagnosis));
		findings_fix(findings, OTHER_USER);
		break;
	case PROBE_TAKEN:
		add_taken_counter(diagnosis, findings);
		break;
	}
}

static void add_guests(const struct diagnosis *diagnosis, struct findings *findings)
{
	bool without = diagnosis->facts.mediated_vpmu;

	for (size_t i = 0; i < diagnosis->cores.n; i++)
		without |= diagnosis->cores.group[i].fits.without_guests;
	if (!without)
		return;
	findings_add(findings, VERDICT_NOTE, "guests",
		     "virtual machines of this host are not counted: they may own its counters, and "
		     "while an event counts guests as well, such a machine cannot start (EBUSY)");
	findings_fix(findings, "to count guests: load kvm_intel or kvm_amd with "
		     "enable_mediated_pmu=0");
}

/* Arm machines can have more types of cores than tdtop counts. */
static void add_without_group(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct cores *cores = &diagnosis->cores;
	const size_t online = diagnosis->facts.cpus_online;
	size_t n = 0;

	for (size_t i = 0; i < cores->n; i++)
		n += cores->group[i].pmu.n_cpus ? cores->group[i].pmu.n_cpus : online;
	if (n < online)
		findings_add(findings, VERDICT_NOTE, "trial", "%zu of %zu CPU%s %s not counted: %s",
			     online - n, online, plural(online), is_or_are(online - n), cores_why_no_group(cores));
}

void findings_of_fit(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct cores *cores = &diagnosis->cores;
	bool some = false;

	if (!diagnosis->family)
		return;
	for (size_t i = 0; i < cores->n; i++)
		some |= cores->group[i].counted;
	for (size_t i = 0; i < cores->n; i++)
		add_fit(diagnosis, &cores->group[i], some, findings);
	add_without_group(diagnosis, findings);
	add_guests(diagnosis, findings);
	if (diagnosis->opened)
		add_counter(diagnosis, findings);
	if (!diagnosis->opened || !diagnosis->counts_cores)
		return;
	findings_add(findings, VERDICT_NOTE, "smt",
		     "this CPU counts slots per core, not per thread: a task has values while the "
		     "other thread of its core is idle; otherwise it shows \"core\"");
	findings_fix(findings, "for values at all times: "
		     "echo off > /sys/devices/system/cpu/smt/control, as root");
}

/* Prints the known classes of level 1, as in "retiring 24.9 %, bad_speculation 5.0 %". */
static void print_level_1(const struct values *values, char *text, size_t size)
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < METRIC_CLASSES && n < size; i++) {
		if (values->quality[metric_classes[i]] == Q_COUNTED)
			n += (size_t)snprintf(text + n, size - n, "%s%s %.1f %%", n ? ", " : "",
					      metrics[metric_classes[i]].slug + 4,
					      (double)values->percent[metric_classes[i]]);
	}
}

void findings_of_count(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct trial *trial = &diagnosis->trial;
	char shares[160];

	if (!diagnosis->tried || !trial->running_ns)
		return;
	if (trial->soundness != SOUND) {
		findings_add(findings, VERDICT_NO, "count", "%s: the %s",
			     soundness_text(trial->soundness), diagnosis->facts.hypervisor ?
			     "hypervisor lists counters that it does not provide" :
			     "kernel or the CPU does not count the events that it lists");
		findings_fix(findings, UNSOUND);
		return;
	}
	print_level_1(&trial->values, shares, sizeof(shares));
	findings_add(findings, VERDICT_OK, "count", "%.2f s of a loop on CPU %d: %.3gG slots; %s",
		     (double)trial->enabled_ns / 1e9, trial->cpu,
		     trial->counts.value[EV_SLOTS] / 1e9, shares);
}

/* Rounds down to two digits: no trial is more precise. */
static double round_down(double value)
{
	const double unit = pow(10, floor(log10(value)) - 1);

	return value > 0 ? unit * floor(value / unit) : 0;
}

static void add_unknown_cost(const struct diagnosis *diagnosis, struct findings *findings)
{
	if (!diagnosis->timed && !diagnosis->not_timed.text[0])
		return;
	findings_add(findings, VERDICT_NOTE, "cost",
		     "the overhead per context switch is not known: %s",
		     diagnosis->timed ? "it was lost in the noise of this machine" :
					diagnosis->not_timed.text);
	if (diagnosis->timed)
		findings_fix(findings, "try again while the machine is quiet");
}

void findings_of_cost(const struct diagnosis *diagnosis, struct findings *findings)
{
	const double rate = diagnosis_max_switches(diagnosis), budget = diagnosis->budget_percent;
	const bool sampled = diagnosis->engine != ENGINE_BPF;
	const bool few = sampled && rate < SWITCHES_MANY;
	char within[128];

	if (!diagnosis_has_cost(diagnosis)) {
		add_unknown_cost(diagnosis, findings);
		return;
	}
	if (budget > 0)
		(void)snprintf(within, sizeof(within),
			       "With --budget %g, up to %.0f switches/s per CPU are all counted; "
			       "beyond that, only some of them",
			       budget, round_down(rate));
	else
		(void)snprintf(within, sizeof(within),
			       "Beyond %.0f switches/s per CPU, some would be lost",
			       round_down(rate));
	findings_add(findings, few ? VERDICT_NOTE : VERDICT_OK, "cost",
		     "overhead per context switch%s: %.3g us in the kernel, %.2g us in tdtop. %s",
		     sampled ? "" : " while it records (ring)", diagnosis->cost.sample_ns / 1e3,
		     diagnosis->cost.own_sample_ns / 1e3, within);
	if (few && budget > 0)
		findings_fix(findings, "then the machine and its CPUs stay exact and processes are "
			     "marked ~; a larger --budget counts more switches");
}

void findings_of_watchdog(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct family *family = diagnosis->family;
	enum core_type core_type = diagnosis->pmu.core_type;

	if (diagnosis->facts.nmi_watchdog == 0)
		findings_add(findings, VERDICT_OK, "nmi watchdog", "off");
	if (diagnosis->facts.nmi_watchdog != 1)
		return;
	if (!family) {
		findings_add(findings, VERDICT_OK, "nmi watchdog", "on");
	} else if (!watchdog_takes_needed_counter(diagnosis) &&
		   counters_needed(family, core_type, 0, true, true) > family->counters) {
		findings_add(findings, VERDICT_OK, "nmi watchdog",
			     "on: it takes a counter; enough are left for level 1, but not for all "
			     "events "
			     "that correct it");
	} else if (!watchdog_takes_needed_counter(diagnosis)) {
		bool moves = counters_needed(family, core_type, 0, false, true) >
			     counters_needed(family, core_type, 0, false, false);

		findings_add(findings, VERDICT_OK, "nmi watchdog",
			     "on: it uses the cycles counter%s",
			     moves ? "; tdtop counts cycles on a general counter instead" :
				     ", not the slots counter");
	} else if (diagnosis->opened && diagnosis->counts == PROBE_COUNTS) {
		findings_add(findings, VERDICT_OK, "nmi watchdog",
			     "on: it takes a counter, but level 1 counted beside it in the trial");
	} else {
		findings_add(findings, VERDICT_NOTE, "nmi watchdog",
			     "on: it takes a counter, and level 1 of %s needs all %d general "
			     "counters", family->name, family->counters);
		findings_fix(findings, WATCHDOG_OFF);
	}
}

/* ---- samples of code ---- */

/* The first choice that can do it; NULL: none. */
static const struct sample_choice *sampling_find(const struct diagnosis *diagnosis, enum live_event what)
{
	const struct live_request request = { .what = what, .any_node = true };
	const int i = sample_choices_find(&diagnosis->choices, &request, NULL);

	return i < 0 ? NULL : &diagnosis->choices.choice[i];
}

static bool is_clock(const struct sample_choice *choice)
{
	return choice->event.trigger == TRIGGER_TIME;
}

/* Nodes of the family's tree, and those of them that have an event of their own. */
static size_t count_nodes(const struct diagnosis *diagnosis, size_t *own)
{
	enum metric_id nodes[M_COUNT];
	const size_t n = (size_t)family_nodes(diagnosis->family, nodes);

	*own = 0;
	for (size_t i = 0; i < n; i++)
		if (!(diagnosis->choices.choice[0].nodes & 1U << nodes[i]))
			(*own)++;
	return n;
}

static void describe_nodes(const struct diagnosis *diagnosis, char *text, size_t size)
{
	size_t n, own;

	text[0] = '\0';
	if (!diagnosis->family)
		return;
	n = count_nodes(diagnosis, &own);
	(void)snprintf(text, size, "; %zu of %zu nodes have an event of their own", own, n);
}

void findings_of_samples(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct sample_choice *cycles = sampling_find(diagnosis, LIVE_OF_NODE);
	const char *mode;
	char nodes[64];

	if (!diagnosis->sampled) {
		if (diagnosis->not_sampled.text[0])
			findings_add(findings, VERDICT_NOTE, "samples",
				     "code cannot be sampled: %s", diagnosis->not_sampled.text);
		return;
	}
	mode = cycles->event.user_only ? ", in user mode only" : "";
	describe_nodes(diagnosis, nodes, sizeof(nodes));
	if (is_clock(cycles))
		findings_add(findings, VERDICT_NOTE, "samples",
			     "functions and call stacks work, by the clock%s, as no counter here "
			     "takes samples; addresses are some instructions late", mode);
	else if (!cycles->event.precise)
		findings_add(findings, VERDICT_NOTE, "samples",
			     "functions and call stacks work, by interrupts of the counter%s; "
			     "addresses are some instructions late%s", mode, nodes);
	else
		findings_add(findings, VERDICT_OK, "samples",
			     "functions and call stacks, precise, by %s%s%s",
			     cycles->period_step > 1 ? "IBS" : "PEBS", mode, nodes);
}

/* Linux 6.3: commit c87a31093c70, "perf/x86: Support Retire Latency". Only PEBS can tell it. */
void findings_of_latency(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct sample_choice *cycles = sampling_find(diagnosis, LIVE_OF_NODE);
	const struct family *family = diagnosis->family;
	bool pebs;

	if (!diagnosis->sampled || !family)
		return;
	pebs = cycles && !is_clock(cycles) && cycles->event.precise && cycles->period_step <= 1;
	if (!family->retire_latency && pebs)
		findings_add(findings, VERDICT_OK, "latency",
			     "samples do not tell that of retirement here");
	if (!family->retire_latency)
		return;
	if (!pebs)
		findings_add(findings, VERDICT_NOTE, "latency",
			     "that of retirement is told by precise samples (PEBS) only: nodes below "
			     "level 2 take it from a table");
	else if (facts_kernel_before(&diagnosis->facts, 6, 3))
		findings_add(findings, VERDICT_NOTE, "latency",
			     "that of retirement is not told by Linux %d.%d, but by Linux 6.3: nodes "
			     "below level 2 take it from a table",
			     diagnosis->facts.kernel_major, diagnosis->facts.kernel_minor);
	else
		findings_add(findings, VERDICT_OK, "latency",
			     "that of retirement is told by precise samples, so nodes below level 2 "
			     "and STALL of functions are measured");
}

/* What the hardware tells beside the addresses. */
static void describe_unit(const struct branch_kinds *kinds, char *text, size_t size)
{
	size_t used;

	if (!kinds->unit) {
		(void)snprintf(text, size, "accepted by the kernel");
		return;
	}
	used = (size_t)snprintf(text, size, "%s", branch_unit_name(kinds->unit));
	if (kinds->depth)
		used += (size_t)snprintf(text + used, size - used, " of %d branches", kinds->depth);
	if (kinds->counters)
		(void)snprintf(text + used, size - used,
			       ", with %d counter%s of %d bits, which tdtop does not use",
			       kinds->counters, plural((uint64_t)kinds->counters), kinds->counter_width);
}

void findings_of_branches(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct sample_choice *choice = sampling_find(diagnosis, LIVE_OF_BRANCHES);
	char unit[128];

	if (!diagnosis->sampled)
		return;
	if (!choice) {
		findings_add(findings, VERDICT_NOTE, "branches", "%s",
			     diagnosis->choices.no_branches);
		return;
	}
	describe_unit(&diagnosis->choices.branches, unit, sizeof(unit));
	findings_add(findings, choice->event.trigger == TRIGGER_TAKEN ? VERDICT_OK : VERDICT_NOTE,
		     "branches", "%s; samples are triggered by %s%s", unit, choice->event.name,
		     choice->event.trigger == TRIGGER_TAKEN ? "" :
		     ", which is not taken branches alone: shares are biased");
}

void findings_of_calls(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct sample_choice *choice = sampling_find(diagnosis, LIVE_OF_CALLS);

	if (!diagnosis->sampled || !choice)
		return;
	if (choice->event.calls_by_lbr)
		findings_add(findings, VERDICT_OK, "call stacks", "by LBR, in user mode");
	else
		findings_add(findings, VERDICT_NOTE, "call stacks",
			     "by frame pointers (compile with -fno-omit-frame-pointer); %s",
			     diagnosis->choices.no_calls);
}

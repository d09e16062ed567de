/* SPDX-License-Identifier: GPL-2.0-only */
/* What --doctor says of the counters: what fits, who holds them, what they say. Main thread. */
#include "config.h"
#include "collect/doctor/findings_own.h"

#include <math.h>

#include "collect/cpu/counters.h"
#include "collect/percpu/budget.h"

#define UNSOUND "do not believe such counters: use a bare-metal machine, or try 'tdtop --demo'"
#define OTHER_USER "end the other one (perf stat --topdown, toplev, a monitoring agent)"
#define SWITCHES_MANY 5000	/* a second on a CPU: busy servers have as many */
#define WATCHDOG_OFF "sysctl kernel.nmi_watchdog=0"

static bool has_use(const struct family *family, enum core_type kind, enum event_use use)
{
	for (size_t i = 0; i < family->n_events; i++)
		if (family->events[i].core_type == kind && family->events[i].use == use)
			return true;
	return false;
}

/* What is counted beside the slots and their classes, and what not. */
static const char *say_beside(const struct family *family, const struct core_group *group)
{
	if (has_use(family, group->pmu.core_type, USE_CORRECTION) && !group->fits.with_corrections)
		return ", with no counter to spare for what corrects level 1";
	if (!has_use(family, group->pmu.core_type, USE_IPC))
		return ", with no counter to spare for instructions";
	return group->fits.with_ipc ? ", instructions and cycles" :
				      ", without instructions and cycles: they do not fit";
}

/* Level 2 in groups of their own, and why not. */
static void say_rotation(const struct cores *cores, const struct core_group *group, struct findings *findings)
{
	const char *title = cores->n > 1 ? core_types[group->pmu.core_type].title : "";
	const char *of = cores->n > 1 ? ": " : "";

	if (group->n_mux)
		findings_say(findings, VERDICT_OK, "turns", "%s%slevel 2 has %d group%s of events that take "
			     "turns with level 1 while it is shown; marked ~", title, of, group->n_mux,
			     group->n_mux == 1 ? "" : "s");
	else if (group->no_rotation.text[0])
		findings_say(findings, VERDICT_NOTE, "turns", "%s%slevel 2 is left out: %s", title, of,
			     group->no_rotation.text);
}

/* What one kind of core counts; of a hybrid the others can do without it. */
static void say_fit(const struct diagnosis *diagnosis, const struct core_group *group, bool others,
		    struct findings *findings)
{
	const struct cores *cores = &diagnosis->cores;
	const char *title = core_types[group->pmu.core_type].title;
	int levels = cores_levels(cores, group), all = 1;

	for (size_t i = 0; i < cores->family->n_events; i++)
		if (cores->family->events[i].core_type == group->pmu.core_type && cores->family->events[i].level > all)
			all = cores->family->events[i].level;
	if (!group->counted) {
		findings_say(findings, others || diagnosis->own ? VERDICT_NOTE : VERDICT_NO, "trial", "%s%s%s",
		    cores->n > 1 ? title : "", cores->n > 1 ? " are not counted: " : "", group->why.text);
		return;
	}
	findings_say(findings, levels == all && group->fits.with_ipc ? VERDICT_OK : VERDICT_NOTE, "trial",
	    "%s%sone CPU %s level%s 1%s%s", cores->n > 1 ? title : "", cores->n > 1 ? ": " : "",
	    group->counts == PROBE_TAKEN ? "accepts the events of" : "counts",
	    levels > 1 ? "s" : "", levels < 2 ? " only" : group->n_mux ? " and 2 in turns" : " and 2",
	    say_beside(cores->family, group));
	say_rotation(cores, group, findings);
}

/* Is the watchdog on, and are there too few counters for level 1 beside it? */
static bool watchdog_is_in_the_way(const struct diagnosis *diagnosis)
{
	return diagnosis->facts.nmi_watchdog == 1 && diagnosis->family &&
	       !counters_fit(diagnosis->family, diagnosis->pmu.core_type, true);
}

/* There is one counter of slots; without it, level 1 needs several of those that are all alike. */
static const char *wanted_counter(const struct diagnosis *diagnosis)
{
	return findings_by_register(diagnosis->family) ? "the counter of slots" : "a counter of level 1";
}

static void say_taken(const struct diagnosis *diagnosis, struct findings *findings)
{
	if (watchdog_is_in_the_way(diagnosis)) {
		findings_say(findings, VERDICT_NO, "counter", "taken: the NMI watchdog holds a counter, and "
			     "level 1 of %s needs all %d general ones", diagnosis->family->name,
			     diagnosis->family->counters);
		findings_fix(findings, WATCHDOG_OFF "; if that is not enough, " OTHER_USER);
		return;
	}
	findings_say(findings, VERDICT_NO, "counter", "taken: somebody else holds %s all the time",
		     wanted_counter(diagnosis));
	findings_fix(findings, OTHER_USER);
}

static void say_counter(const struct diagnosis *diagnosis, struct findings *findings)
{
	switch (diagnosis->counts) {
	case PROBE_COUNTS:
		findings_say(findings, VERDICT_OK, "counter", "nobody else holds %s", wanted_counter(diagnosis));
		break;
	case PROBE_SHARED:
		findings_say(findings, VERDICT_NOTE, "counter", "somebody else holds %s too: tdtop gets a "
			     "part of the time and scales", wanted_counter(diagnosis));
		findings_fix(findings, OTHER_USER);
		break;
	case PROBE_TAKEN:
		say_taken(diagnosis, findings);
		break;
	}
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
		say_fit(diagnosis, &cores->group[i], some, findings);
	if (diagnosis->opened)
		say_counter(diagnosis, findings);
	if (!diagnosis->opened || !diagnosis->counts_cores)
		return;
	findings_say(findings, VERDICT_NOTE, "smt", "this CPU counts slots of cores: a task has numbers while the "
		     "other thread of its core idles, else it says \"core\"");
	findings_fix(findings, "numbers for all: echo off > /sys/devices/system/cpu/smt/control, as root");
}

/* "24.9 % retiring, 5.0 % bad speculation, ...": what of level 1 is known. */
static void print_shares(const struct values *values, char *text, size_t size)
{
	static const enum metric_id classes[] = { M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND,
						  M_BACKEND_BOUND };
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]) && n < size; i++) {
		if (values->quality[classes[i]] == Q_COUNTED)
			n += (size_t)snprintf(text + n, size - n, "%s%s %.1f %%", n ? ", " : "",
					      metrics[classes[i]].slug + 4,
					      (double)values->percent[classes[i]]);
	}
}

void findings_of_count(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct trial *trial = &diagnosis->trial;
	char shares[160];

	if (!diagnosis->tried || !trial->running_ns)
		return;
	if (trial->soundness != SOUND) {
		findings_say(findings, VERDICT_NO, "count", "%s: %s", soundness_text(trial->soundness),
		    diagnosis->facts.hypervisor ? "the hypervisor shows counters that it does not have" :
						  "the kernel or the CPU does not count what it lists");
		findings_fix(findings, UNSOUND);
		return;
	}
	print_shares(&trial->values, shares, sizeof(shares));
	findings_say(findings, VERDICT_OK, "count", "%.2f s of a loop on CPU %d: %.3gG slots; %s",
	    (double)trial->enabled_ns / 1e9, trial->cpu, trial->counts.value[EV_SLOTS] / 1e9, shares);
}

/* A price of nothing is one that the trial could not tell from what else happened. */
static bool is_priced(const struct diagnosis *diagnosis)
{
	return diagnosis->priced && diagnosis->cost.known && diagnosis->cost.sample_ns > 0 &&
	       diagnosis->cost.own_sample_ns > 0;
}

double findings_sample_ns(const struct diagnosis *diagnosis)
{
	return is_priced(diagnosis) ? diagnosis->cost.sample_ns : (double)NAN;
}

double findings_switches(const struct diagnosis *diagnosis)
{
	const struct cost cost = {
		.cpus = diagnosis->cost.cpus,
		.kernel_ns = diagnosis->cost.sample_ns,
		.user_ns = diagnosis->cost.own_sample_ns,
	};

	return is_priced(diagnosis) ? budget_rate(diagnosis->budget_percent, &cost) : (double)NAN;
}

/* Down to two digits: no trial is better than that. */
static double round_down(double value)
{
	const double unit = pow(10, floor(log10(value)) - 1);

	return value > 0 ? unit * floor(value / unit) : 0;
}

static void say_no_price(const struct diagnosis *diagnosis, struct findings *findings)
{
	if (!diagnosis->priced && !diagnosis->not_priced.text[0])
		return;
	findings_say(findings, VERDICT_NOTE, "cost", "what a sample of a context switch costs is not known: %s",
		     diagnosis->priced ? "it could not be told from what else happens here" :
					 diagnosis->not_priced.text);
	if (diagnosis->priced)
		findings_fix(findings, "ask again while the machine is quiet");
}

void findings_of_cost(const struct diagnosis *diagnosis, struct findings *findings)
{
	const double rate = findings_switches(diagnosis), budget = diagnosis->budget_percent;
	char within[128];

	if (!is_priced(diagnosis)) {
		say_no_price(diagnosis, findings);
		return;
	}
	if (budget > 0)
		(void)snprintf(within, sizeof(within), "within --budget %g all are, up to %.0f a second on each CPU; "
			       "of more a part", budget, round_down(rate));
	else
		(void)snprintf(within, sizeof(within), "of more than %.0f a second on each CPU some would be lost",
			       round_down(rate));
	findings_say(findings, rate < SWITCHES_MANY ? VERDICT_NOTE : VERDICT_OK, "cost",
		     "a context switch that is sampled costs %.3g us more, and tdtop %.2g us: %s",
		     diagnosis->cost.sample_ns / 1e3, diagnosis->cost.own_sample_ns / 1e3, within);
	if (rate < SWITCHES_MANY && budget > 0)
		findings_fix(findings, "machines and CPUs stay exact, processes are marked ~; a larger --budget "
			     "lets more be sampled");
}

void findings_of_watchdog(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct family *family = diagnosis->family;
	enum core_type kind = diagnosis->pmu.core_type;

	if (diagnosis->facts.nmi_watchdog == 0)
		findings_say(findings, VERDICT_OK, "nmi watchdog", "off");
	if (diagnosis->facts.nmi_watchdog != 1)
		return;
	if (!family) {
		findings_say(findings, VERDICT_OK, "nmi watchdog", "on");
	} else if (!watchdog_is_in_the_way(diagnosis) &&
		   counters_needed(family, kind, 0, true, true) > family->counters) {
		findings_say(findings, VERDICT_OK, "nmi watchdog",
			     "on: it takes a counter; there are enough for level 1, not for all that corrects it");
	} else if (!watchdog_is_in_the_way(diagnosis)) {
		bool moves = counters_needed(family, kind, 0, false, true) >
			     counters_needed(family, kind, 0, false, false);

		findings_say(findings, VERDICT_OK, "nmi watchdog", "on: it takes the cycles counter%s",
			     moves ? "; a general one does for it, too" : ", not slots");
	} else if (diagnosis->opened && diagnosis->counts == PROBE_COUNTS) {
		findings_say(findings, VERDICT_OK, "nmi watchdog",
			     "on: it takes a counter, and in the trial level 1 counted beside it");
	} else {
		findings_say(findings, VERDICT_NOTE, "nmi watchdog", "on: it takes a counter, and level 1 of %s "
			     "needs all %d general ones", family->name, family->counters);
		findings_fix(findings, WATCHDOG_OFF);
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tdtop --doctor. First the machine is examined into a struct, then the struct is printed: one line
 * per question, with a verdict, and the fix below it. Called by main instead of opening a source.
 */
#include "config.h"
#include "collect/doctor.h"

#include <linux/capability.h>
#include <stdarg.h>
#include <string.h>

#include "collect/cpu.h"

#define EXAMPLE_INTERVAL_NS 1000000000ULL
#define SOFTWARE_MEMBERS 2	/* context-switches, cpu-clock: perf_open.c */

#define WIDTH 100
#define INDENT 20		/* behind the verdict and the question */

enum verdict { OK, NOTE, NO };

static const char *const verdicts[] = { [OK] = "ok", [NOTE] = "note", [NO] = "no" };

struct report {
	FILE *out;
	bool will_count;
};

/* Prints text from column INDENT on, broken at spaces; what has no spaces may stick out. */
static void print_wrapped(FILE *out, const char *text)
{
	do {
		size_t n = strlen(text);

		if (n > WIDTH - INDENT) {
			n = WIDTH - INDENT;
			while (n > 0 && text[n] != ' ')
				n--;
			if (!n)
				n = strcspn(text, " ");
		}
		fprintf(out, "%.*s\n", (int)n, text);
		text += n;
		text += strspn(text, " ");
		if (*text)
			fprintf(out, "%*s", INDENT, "");
	} while (*text);
}

static void say(struct report *report, enum verdict verdict, const char *what,
		const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void say(struct report *report, enum verdict verdict, const char *what,
		const char *format, ...)
{
	char text[sizeof(struct err) + 256];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fprintf(report->out, "%-4s  %-12s  ", verdicts[verdict], what);
	print_wrapped(report->out, text);
	if (verdict == NO)
		report->will_count = false;
}

/* What to do, below the line that it belongs to. */
static void fix(struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void fix(struct report *report, const char *format, ...)
{
	char text[sizeof(struct err) + 256] = "-> ";
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text + 3, sizeof(text) - 3, format, args);
	va_end(args);
	fprintf(report->out, "%*s", INDENT, "");
	print_wrapped(report->out, text);
}

void doctor_examine(const char *root, const struct perf_sys *sys, struct diagnosis *diagnosis)
{
	memset(diagnosis, 0, sizeof(*diagnosis));
	facts_read(root, &diagnosis->facts);
	diagnosis->has_pmu = !pmu_open(root, &diagnosis->pmu, &diagnosis->no_pmu);
	if (!diagnosis->has_pmu || cpu_match(&diagnosis->pmu, &diagnosis->facts, &diagnosis->family,
					     &diagnosis->no_family))
		return;
	diagnosis->fits = (struct group_options){
		.levels = family_levels_at_once(diagnosis->family),
		.with_ipc = true,
		.with_corrections = true,
		.interval_ns = EXAMPLE_INTERVAL_NS,
	};
	diagnosis->open_errno = -perf_probe(sys, &diagnosis->pmu, diagnosis->family,
					    &diagnosis->facts, &diagnosis->fits,
					    &diagnosis->counts, &diagnosis->not_opened);
	diagnosis->opened = !diagnosis->open_errno;
}

void doctor_done(struct diagnosis *diagnosis)
{
	if (diagnosis->has_pmu)
		pmu_close(&diagnosis->pmu);
	diagnosis->has_pmu = false;
}

static void print_machine(const struct diagnosis *diagnosis, struct report *report)
{
	const struct facts *facts = &diagnosis->facts;

	if (facts->perf)
		say(report, OK, "kernel", "Linux %s, with perf events",
		    facts->kernel[0] ? facts->kernel : "(version not known)");
	else
		say(report, NO, "kernel",
		    "Linux %s: no perf events (no /proc/sys/kernel/perf_event_paranoid)",
		    facts->kernel);
	say(report, OK, "cpu", "%s%s, %zu online",
	    facts->cpu_name[0] ? facts->cpu_name : "not named",
	    facts->vendor[0] ? "" : " (no vendor in /proc/cpuinfo)", facts->cpus_online);
	if (facts->hypervisor)
		say(report, NOTE, "hypervisor", "yes%s%s: %s",
		    facts->hypervisor_name[0] ? ", " : "", facts->hypervisor_name,
		    facts->hypervisor_from);
	else
		say(report, OK, "hypervisor", "no sign of one");
}

static void print_pmu(const struct diagnosis *diagnosis, struct report *report)
{
	const struct pmu *pmu = &diagnosis->pmu;

	if (!diagnosis->has_pmu) {
		say(report, NO, "pmu", "%s", diagnosis->no_pmu.text);
		return;
	}
	say(report, OK, "pmu", "\"%s\"%s%s, type %u", pmu->name, pmu->caps_name[0] ? ", " : "",
	    pmu->caps_name, pmu->type);
	if (diagnosis->facts.lab)
		say(report, NOTE, "lab", "this PMU is the synthetic one of tdtop's tests: its "
					 "numbers are invented");
	if (!diagnosis->family) {
		say(report, NO, "family", "%s", diagnosis->no_family.text);
		return;
	}
	say(report, OK, "family", "%s, %d level%s of TopDown", diagnosis->family->name,
	    family_levels_at_once(diagnosis->family), family_levels_at_once(diagnosis->family) == 1 ? "" : "s");
	fix(report, "formulas: %s", diagnosis->family->formulas_from);
}

static void print_trial(const struct diagnosis *diagnosis, struct report *report)
{
	const struct group_options *fits = &diagnosis->fits;
	bool all;

	if (!diagnosis->family)
		return;
	if (!diagnosis->opened) {
		say(report, NO, "trial", "%s", diagnosis->not_opened.text);
		return;
	}
	all = fits->levels == family_levels_at_once(diagnosis->family) && fits->with_ipc;
	say(report, all ? OK : NOTE, "trial", "one CPU counts level%s 1%s%s",
	    fits->levels > 1 ? "s" : "",
	    fits->levels > 1 ? " and 2" : " only", fits->with_ipc ? ", instructions and cycles" :
	    ", without instructions and cycles: they do not fit");
	switch (diagnosis->counts) {
	case PROBE_COUNTS:
		say(report, OK, "counter", "nobody else counts slots");
		break;
	case PROBE_SHARED:
		say(report, NOTE, "counter", "somebody else counts slots too: tdtop gets a part of "
					     "the time and scales");
		fix(report, "end the other one (perf stat --topdown, toplev, a monitoring agent)");
		break;
	case PROBE_TAKEN:
		say(report, NO, "counter", "taken: somebody else holds slots all the time");
		fix(report, "end the other one (perf stat --topdown, toplev, a monitoring agent)");
		break;
	}
}

static void print_permission(const struct diagnosis *diagnosis, struct report *report)
{
	const struct facts *facts = &diagnosis->facts;
	/* the trial has the last word: not every kernel has Debian's rule above level 2 */
	bool may = diagnosis->opened || facts_may_count(facts);

	if (!facts->perf)
		return;
	say(report, may ? OK : NO, "permission", "kernel.perf_event_paranoid is %d: %s",
	    facts->paranoid, facts_paranoid_meaning(facts->paranoid));
	if (may)
		return;
	if (facts->user_ns)
		fix(report, "run tdtop outside of this container: its root is not the machine's");
	else if (facts->paranoid > 2)
		fix(report, "run as root, or setcap cap_sys_admin+ep tdtop, or sysctl "
			    "kernel.perf_event_paranoid=2 and setcap cap_perfmon+ep tdtop");
	else if (facts_has_perfmon(facts))
		fix(report, "run as root, or setcap cap_perfmon,cap_sys_ptrace+ep tdtop");
	else
		fix(report, "run as root, or sysctl kernel.perf_event_paranoid=0");
}

static void print_capabilities(const struct diagnosis *diagnosis, struct report *report)
{
	static const struct {
		int cap;
		const char *name;
	} caps[] = {
		{ CAP_PERFMON, "CAP_PERFMON" },
		{ CAP_SYS_ADMIN, "CAP_SYS_ADMIN" },
		{ CAP_SYS_PTRACE, "CAP_SYS_PTRACE" },
		{ CAP_IPC_LOCK, "CAP_IPC_LOCK" },
	};
	char text[128] = "";
	size_t n = 0;

	for (size_t i = 0; i < sizeof(caps) / sizeof(caps[0]); i++) {
		if (facts_has_cap(&diagnosis->facts, caps[i].cap))
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s", n ? ", " : "",
					      caps[i].name);
	}
	say(report, OK, "capabilities", "%s%s", n ? text : "none that matter here",
	    diagnosis->facts.user_ns ? " (in a user namespace: they do not count here)" : "");
	if (diagnosis->facts.seccomp)
		say(report, NOTE, "seccomp", "a filter of system calls is on: it may forbid "
					     "perf_event_open");
}

/* What a machine of this size needs: one descriptor per member, CPU; one ring per CPU. */
static void print_limits(const struct diagnosis *diagnosis, struct report *report)
{
	const struct facts *facts = &diagnosis->facts;
	uint64_t members = diagnosis->family ? diagnosis->family->n_events + SOFTWARE_MEMBERS : 0;
	uint64_t need = members * facts->cpus_online;
	bool root = facts_has_cap(facts, CAP_SYS_RESOURCE);

	if (members && facts->nofile_hard) {
		bool fits = need < facts->nofile_hard || root;

		say(report, fits ? OK : NO, "files",
		    "%llu descriptors for %zu CPUs, the hard limit is %llu",
		    (unsigned long long)need, facts->cpus_online,
		    (unsigned long long)facts->nofile_hard);
		if (!fits)
			fix(report, "raise it: ulimit -Hn %llu as root",
			    (unsigned long long)need + 1024);
	}
	if (facts->perf_mlock_kb >= 0) {
		bool free_memory = facts_has_cap(facts, CAP_IPC_LOCK) || facts->paranoid < 0;

		say(report, OK, "memory", "rings: %s",
		    free_memory ? "no limit for this process" : "limited");
		if (!free_memory)
			fix(report, "kernel.perf_event_mlock_kb is %lld per CPU and user, shared "
				    "with other tools; then ulimit -l counts (%llu KiB)",
			    (long long)facts->perf_mlock_kb,
			    (unsigned long long)facts->memlock_soft / 1024);
	}
}

static void print_watchdog(const struct diagnosis *diagnosis, struct report *report)
{
	if (diagnosis->facts.nmi_watchdog == 1)
		say(report, OK, "nmi watchdog", "on: it takes the cycles counter, not slots");
	else if (diagnosis->facts.nmi_watchdog == 0)
		say(report, OK, "nmi watchdog", "off");
}

int doctor_print(const struct diagnosis *diagnosis, FILE *out)
{
	struct report report = { .out = out, .will_count = true };

	print_machine(diagnosis, &report);
	print_pmu(diagnosis, &report);
	print_permission(diagnosis, &report);
	print_capabilities(diagnosis, &report);
	print_trial(diagnosis, &report);
	print_limits(diagnosis, &report);
	print_watchdog(diagnosis, &report);
	fprintf(out, "\n%s\n", report.will_count ? "tdtop will count on this machine" :
						  "tdtop cannot count on this machine; 'tdtop "
						  "--demo' "
						  "shows what it looks like");
	return report.will_count ? 0 : 1;
}

int doctor_run(FILE *out)
{
	struct diagnosis diagnosis;
	int status;

	doctor_examine("", &perf_sys_real, &diagnosis);
	status = doctor_print(&diagnosis, out);
	doctor_done(&diagnosis);
	return status;
}

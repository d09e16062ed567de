/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sentences about recordings without branch stacks; see profile_advice.h. Texts of the file are
 * untrusted, and what can be pasted into a shell is made of tdtop's own words only.
 */
#include "config.h"
#include "collect/sample/profile_advice.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "collect/recording/recording_advice.h"
#include "collect/recording/recording_machine.h"
#include "collect/sample/sample_events.h"
#include "model/base_name.h"
#include "model/perf_command.h"

#define NAME_SHOWN 64

/*
 * Which CPUs record branch stacks, and how. Sources: arch/x86/events/{intel,amd}/lbr.c, amd/brs.c
 * of Linux 6.12; Arm's BRBE: commit 58074a0fce66 (Linux 6.17). The first row that fits is used.
 */
static const struct {
	const char *vendor;		/* as cpuid begins; "": by arch */
	const char *arch;		/* as it begins */
	int family, model_min, model_max;	/* -1: any */
	const char *advice;
} cpus[] = {
	{ "GenuineIntel", "", 6, -1, -1,
	  "record them with 'perf record -e br_inst_retired.near_taken:upp -c 400009 -j any,u -- "
	  "COMMAND'" },
	{ "GenuineIntel", "", -1, -1, -1, "record them with 'perf record -b -- COMMAND'" },
	{ "AuthenticAMD", "", 25, 0x10, 0x1f,
	  "record them with 'perf record -e ex_ret_brn_tkn:u -c 400009 -j any,u -- COMMAND' "
	  "(Linux 6.1 or later)" },
	{ "AuthenticAMD", "", 25, 0x60, 0xaf,
	  "record them with 'perf record -e ex_ret_brn_tkn:u -c 400009 -j any,u -- COMMAND' "
	  "(Linux 6.1 or later)" },
	{ "AuthenticAMD", "", 25, -1, -1,
	  "record them with 'perf record -e branch-brs:u -c 400009 -j any,u -- COMMAND' (EPYC 7003 "
	  "only, Linux 5.19 or later)" },
	{ "AuthenticAMD", "", 26, -1, -1,
	  "record them with 'perf record -e ex_ret_brn_tkn:u -c 400009 -j any,u -- COMMAND'" },
	{ "AuthenticAMD", "", -1, -1, -1,
	  "this CPU has none: AMD's have them from Zen 3 (EPYC 7003) and Zen 4 on" },
	{ "HygonGenuine", "", -1, -1, -1, "this CPU has none" },
	{ "", "aarch64", -1, -1, -1,
	  "record them with 'perf record -e branches:u -c 400009 -j any,u -- COMMAND' if this CPU "
	  "has Arm's BRBE (Linux 6.17 or later), else with 'perf record -e cs_etm//u' and 'perf "
	  "inject --itrace=i1000il'" },
	{ "", "ppc64", -1, -1, -1, "record them with 'perf record -j any,u -- COMMAND'" },
	{ "", "s390", -1, -1, -1, "this CPU has none" },
	{ "", "riscv", -1, -1, -1, "Linux has none for this CPU" },
	{ "", "", -1, -1, -1,
	  "record them with 'perf record -b -- COMMAND', if the CPU has them (Intel; AMD from Zen "
	  "4 on; Arm with BRBE)" },
};

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Without a PMU (in most virtual machines) perf takes the clock in the place of cycles. */
static bool has_only_clock(const struct recording *recording)
{
	for (size_t i = 0; i < recording->events.n; i++)
		if (recording->events.event[i].type != PERF_TYPE_SOFTWARE)
			return false;
	return recording->events.n > 0;
}

void profile_advice_command(const struct recording *recording, char *text, size_t size)
{
	const char *where = has_only_clock(recording) ? "if its machine has a PMU (this was sampled by "
							"the clock), " : "";
	int family = -1, model = -1;

	if (sscanf(recording->cpuid, "%*[^,],%d,%d", &family, &model) != 2)
		family = model = -1;
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		if (!begins(recording->cpuid, cpus[i].vendor) ||
		    !begins(recording->arch, cpus[i].arch) ||
		    (cpus[i].family >= 0 && cpus[i].family != family) ||
		    (cpus[i].model_min >= 0 &&
		     (model < cpus[i].model_min || model > cpus[i].model_max)))
			continue;
		(void)snprintf(text, size, "%s%s", where, cpus[i].advice);
		return;
	}
}

/* The last part of the path, without control characters. */
static void short_name(const char *name, char text[NAME_SHOWN])
{
	(void)snprintf(text, NAME_SHOWN, "%s", base_name(name));
	for (char *c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
}

/* A trace of branches, from which perf makes samples. */
static bool has_trace(const struct recording *recording)
{
	for (size_t i = 0; i < recording->events.n; i++)
		if (begins(recording->events.event[i].name, "intel_pt/") ||
		    begins(recording->events.event[i].name, "cs_etm/"))
			return true;
	return false;
}

/* "x.data" has ..., but WITHOUT; before the command for branch stacks stands this. */
static void say(const struct recording *recording, const char *name, const char *without,
		const char *before, struct err *err)
{
	char shown[NAME_SHOWN], contents[400], command[320];

	short_name(name, shown);
	recording_advice_contents(recording, contents, sizeof(contents));
	profile_advice_command(recording, command, sizeof(command));
	if (has_trace(recording))
		(void)err_set(err, 0, "\"%s\" %s, but %s; 'perf inject --itrace=i1000il -i FILE "
			      "-o NEW' makes samples with branch stacks of its trace", shown,
			      contents, without);
	else
		(void)err_set(err, 0, "\"%s\" %s, %s %s; %s%s", shown, contents,
			      recording->events.n ? "but" : "so it has", without, before, command);
}

/* What records that depends on what is asked for. */
#define ANY_SAMPLES "'perf record -F 999 -g -- COMMAND' records functions and call stacks; for " \
		    "branches, "

int profile_advice_of_attrs(const struct recording *recording, const char *name, struct err *err)
{
	struct sample_event event;

	for (size_t i = 0; i < recording->events.n; i++)
		if (sample_event_describe(recording, &recording->events.event[i], &event))
			return 0;
	say(recording, name, "no samples of code, which tell of functions and branches",
	    ANY_SAMPLES, err);
	return -EINVAL;
}

int profile_advice_of_samples(const struct recording *recording, const char *name, struct err *err)
{
	say(recording, name, "not one sample of code", ANY_SAMPLES, err);
	return -ENODATA;
}

int profile_advice_of_topdown(const struct recording *recording, const char *name, struct err *err)
{
	const struct family *family = recording_family(recording);
	char shown[NAME_SHOWN], events[800];

	short_name(name, shown);
	if (perf_print_classes(family, (struct perf_mode){ .user_only = true }, events, sizeof(events)))
		return err_set(err, ENOENT, "\"%s\" has no samples of all classes, each with a counter of its own; "
			       "on %s 'perf record -e %s -- COMMAND' takes them", shown, family->name,
			       events);
	return err_set(err, ENOENT, "\"%s\" has no samples of all classes, and which events they are on %s is not "
		       "known", shown, family->name);
}

void profile_advice_of_branches(const struct recording *recording, const char *name,
				struct profile_news *news)
{
	struct err err;
	bool calls = false;

	news->trouble[0] = '\0';
	for (int i = 0; i < news->n_events; i++) {
		if (news->events[i].has_branches)
			return;
		calls |= news->events[i].calls_by_lbr;
	}
	say(recording, name,
	    calls ? "what stands as branch stack is a call stack (--call-graph lbr), which tells "
		    "of no branches" : "no branch stacks", "", &err);
	(void)snprintf(news->trouble, sizeof(news->trouble), "%.*s",
		       (int)sizeof(news->trouble) - 1, err.text);
}

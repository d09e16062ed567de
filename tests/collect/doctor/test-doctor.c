/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The screens of --doctor: machines of tests/machines/, a fake kernel, golden texts (SCREENS=update
 * writes them).
 */
#include "config.h"
#include "collect/cpu/cpu_match.h"
#include "collect/doctor/doctor.h"

#include <jansson.h>

#include "collect/doctor/findings.h"
#include "collect/sys/sysfs.h"
#include "tests/fixtures/fake_machine.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static const char *examined;		/* of tests/machines */
static int status;			/* the last exit status */

/* The answers of the fake kernel. */
struct answers {
	int open_errno;			/* of every open; 0: it works */
	uint64_t refused_config;	/* EINVAL for this event of a PMU only */
	uint64_t running_ns;		/* of 1000000 enabled */
	bool own_tasks;			/* opens on one's own tasks work, in user mode only */
	int reach_errno;		/* of the call that is always refused; 0: EINVAL */
	bool works;			/* there is a trial, with these counts at its end */
	uint64_t slots, retiring, bad_spec, fe_bound;
};

/* Branch stacks are there where caps/branches says so; Intel's have call stacks. */
static bool has_stacks(const struct perf_event_attr *attr)
{
	static const char *const pmus[] = { "cpu", "cpu_core" };
	bool found = false;

	for (size_t i = 0; i < sizeof(pmus) / sizeof(pmus[0]); i++) {
		char path[128];

		(void)snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/caps/branches", pmus[i]);
		found |= sysfs_exists(machine_root(examined), path);
	}
	return found && (!strncmp(examined, "intel", 5) ||
			 !(attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK));
}

static int fake_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group, uint64_t flags)
{
	const struct answers *answers = data;

	if (answers->own_tasks && pid == 0)
		return attr->exclude_kernel ? 100 : -EACCES;
	if (answers->refused_config && attr->type != PERF_TYPE_SOFTWARE && attr->config == answers->refused_config)
		return -EINVAL;
	if (attr->sample_type & PERF_SAMPLE_BRANCH_STACK && !has_stacks(attr))
		return -EOPNOTSUPP;
	return answers->open_errno ? -answers->open_errno : 100;
}

static int fake_read(void *data, int fd, void *bytes, size_t size)
{
	const struct answers *answers = data;
	const uint64_t enabled_ns = answers->running_ns > 1000000 ? answers->running_ns : 1000000;
	/* the leader, two software members, three classes of level 1: the fourth is the rest */
	const uint64_t words[] = { 6, enabled_ns, answers->running_ns, answers->slots, 0, 0,
				   answers->retiring, answers->bad_spec, answers->fe_bound };

	assert_true(size >= sizeof(words));
	memcpy(bytes, words, sizeof(words));
	return sizeof(words);
}

static int fake_reach(void *data)
{
	const struct answers *answers = data;

	return answers->reach_errno ? -answers->reach_errno : -EINVAL;
}

/* The screen of a machine. Valid until the next call. */
static const char *examine_for(const char *machine, struct answers answers, enum doctor_output output)
{
	const struct perf_sys sys = { .data = &answers, .open = fake_open, .read = fake_read,
				      .enable = fake_accept_enable, .pause = fake_accept_pause,
				      .close = fake_accept_close, .reach = fake_reach,
				      .work = answers.works ? fake_accept_work : NULL };
	static struct diagnosis diagnosis;
	static char text[65536];
	FILE *out = fmemopen(text, sizeof(text), "w");

	assert_non_null(out);
	examined = machine;
	diagnosis_examine(machine_root(machine), &sys, &diagnosis);
	status = doctor_print(&diagnosis, output, out);
	diagnosis_done(&diagnosis);
	(void)fclose(out);
	return text;
}

static const char *examine(const char *machine, struct answers answers)
{
	return examine_for(machine, answers, DOCTOR_ALL);
}

static void expect_screen(const char *machine, struct answers answers, int want_status)
{
	char name[64];

	(void)snprintf(name, sizeof(name), "doctor-%s.txt", machine);
	compare_with_golden(name, examine(machine, answers));
	assert_int_equal(status, want_status);
	(void)snprintf(name, sizeof(name), "doctor-brief-%s.txt", machine);
	compare_with_golden(name, examine_for(machine, answers, DOCTOR_BRIEF));
}

static const struct answers all_well = { .running_ns = 1000000 };

/* The kernel refuses this event. */
#define ALL_BUT(config) { .running_ns = 1000000, .refused_config = (config) }

/*
 * A server with CAP_PERFMON, a desktop of root, hybrids; offline CPUs, SMT before Ice Lake, guests,
 * watchdogs, cores that count less, old kernels; a CPU without such events.
 */
TEST(each_layout_has_its_verdict_and_sentences)
{
	static const struct {
		const char *machine;
		int status;
		bool watchdog_takes_it;		/* so the group is never on */
	} rows[] = {
		{ "intel-spr", 0, false }, { "intel-icl", 0, false }, { "intel-adl", 0, false },
		{ "intel-arl-h", 0, false }, { "intel-nvl", 0, false },	/* three core types; unknown E-cores */
		{ "vm-no-pmu", 1, false }, { "amd-zen3", 1, false },
		{ "intel-emr", 0, false }, { "intel-skx", 1, true }, { "intel-slm", 1, true }, { "vm-spr", 0, false },
		{ "intel-hsw", 0, false }, { "intel-emr-kvm", 0, false },
		{ "vm-part-pmu", 1, false }, { "amd-zen4", 0, false }, { "arm-n1", 0, false },
		{ "arm-n2-r0p1", 0, false }, { "arm-kvm-guest", 0, false }, { "arm-olympus", 0, false },
		{ "arm-gb10", 0, false }, { "arm-phone", 0, false }, { "arm-no-slots", 1, false },
		{ "bare-no-pmu", 1, false }, { "intel-gnr-old", 0, false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect_screen(rows[i].machine,
			      rows[i].watchdog_takes_it ? (struct answers){ .running_ns = 0 } :
							  all_well, rows[i].status);
}

TEST(a_container_is_told_to_go_outside)
{
	expect_screen("container", (struct answers){ .open_errno = EACCES }, 1);
}

static void expect_line(const char *text, const char *line)
{
	if (!strstr(text, line))
		fail_msg("no \"%s\" in:\n%s", line, text);
}

TEST(machines_and_trials_have_their_sentences)
{
	static const struct {
		const char *machine;
		struct answers answers;
		int status;
		const char *lines[2];
	} rows[] = {
		/* a counter that is taken means no; one that is shared is a note */
		{ "intel-spr", { .running_ns = 0 }, 1, { "\nno    counter       taken: " } },
		{ "intel-spr", { .running_ns = 500000 }, 0,
		  { "\nnote  counter       another program also holds the slots counter" } },
		/* E-cores that do not open are left out with a note; 0x71: their topdown-fe-bound */
		{ "intel-adl", ALL_BUT(0x71), 0,
		  { "\nok    trial         P-cores: one CPU counts levels 1 and 2",
		    "\nnote  trial         E-cores are not counted: " } },
		/* level 2 that does not open */
		{ "intel-spr", ALL_BUT(0x8400), 0,
		  { "\nnote  trial         one CPU counts level 1 only, instructions and cycles\n" } },
		/* multiplexed groups that do not open leave level 2 out; 0x3079: idq.ms_uops */
		{ "intel-icl", ALL_BUT(0x3079), 0,
		  { "\nnote  trial         one CPU counts level 1 only, instructions and cycles\n",
		    "\nnote  rotation      level 2 is not counted: cannot count \"idq.ms_uops\" on "
		    "CPU 0: " } },
		/* a watchdog takes a counter of AMD; 0x1000060a0: SMT contention, the sixth event for six */
		{ "amd-zen4", { .running_ns = 1000000 }, 0,
		  { "\nok    trial         one CPU counts levels 1 and 2 (multiplexed), with no counter left "
		    "for\n                    instructions\n" } },
		{ "amd-zen4", ALL_BUT(0x1000060a0), 0,
		  { "\nnote  trial         one CPU counts levels 1 and 2 (multiplexed), with no counter left "
		    "for the events\n                    that correct level 1\n",
		    "\nok    rotation      level 2 is counted by 2 groups" } },
		/* a filter is distinguished from the paranoid level */
		{ "container", { .open_errno = EPERM, .reach_errno = EPERM }, 1,
		  { "\nno    seccomp       a system call filter rejects perf_event_open before" } },
		{ "container", { .open_errno = EPERM }, 1,
		  { "\nok    seccomp       a system call filter is on and lets perf_event_open through" } },
		/* an Arm core is identified by the numbers in cpuinfo; CPU 0 of the first is offline */
		{ "arm-v1", { .running_ns = 1000000 }, 0,
		  { "\nok    cpu           Arm core of implementer 0x41, part 0xd40, r1p1, 63 online\n",
		    "\nok    family        Arm Neoverse V1, TopDown level 1, none below\n" } },
		{ "arm-n1", { .running_ns = 1000000 }, 0,
		  { "\nok    cpu           Arm core of implementer 0x41, part 0xd0c, r3p1, 4 online\n" } },
		/* who may count only own tasks will count, and is told so */
		{ "intel-spr", { .open_errno = EACCES, .own_tasks = true }, 0,
		  { "\nnote  trial         cannot count \"slots\" on CPU 0: " } },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *text = examine(rows[i].machine, rows[i].answers);

		for (size_t k = 0; k < 2 && rows[i].lines[k]; k++)
			expect_line(text, rows[i].lines[k]);
		assert_int_equal(status, rows[i].status);
	}
}

/* A counter that answers, on a machine whose files promise it. */
TEST(invalid_counts_of_guests_are_not_trusted)
{
	static const struct {
		struct answers answers;
		const char *line;
		int status;
	} rows[] = {
		{ { .slots = 6000000000, .retiring = 2000000000, .bad_spec = 400000000, .fe_bound = 1600000000 },
		  "\nok    count         1.00 s of a loop on CPU 0: 6G slots; retiring 33.3 %, "
		  "bad_speculation 6.7 %,", 0 },
		{ { .slots = 0 }, "\nno    count         the counter stands still while the CPU works", 1 },
		{ { .slots = 6000000000 }, "\nno    count         slots are counted, but none of them as retiring, bad ",
		  1 },
		{ { .slots = 6000000000, .bad_spec = 6000000000 },
		  "\nno    count         all slots are reported as bad speculation", 1 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct answers answers = rows[i].answers;

		answers.works = true;
		answers.running_ns = 1000000000;
		expect_line(examine("intel-spr", answers), rows[i].line);
		assert_int_equal(status, rows[i].status);
	}
}

/* Prints the findings of a diagnosis made by hand. */
static const char *print(const struct diagnosis *diagnosis, enum doctor_output output)
{
	static char text[16384];
	FILE *out = fmemopen(text, sizeof(text), "w");

	assert_non_null(out);
	status = doctor_print(diagnosis, output, out);
	(void)fclose(out);
	return text;
}

#define FACTS .perf = true, .paranoid = 2, .kernel = "6.12.1", .kernel_major = 6, .kernel_minor = 12, \
	.cpus_online = 2, .page = 4096
#define GUEST .hypervisor = true, .hypervisor_name = "KVM"

TEST(each_surrounding_has_a_sentence)
{
	const struct {	/* on the stack: families are looked up */
		struct diagnosis diagnosis;
		const char *line;
	} rows[] = {
		{ { .facts = { FACTS }, .own_tasks = true, .own_tasks_user_only = true },
		  "\nnote  permission    kernel.perf_event_paranoid is 2: whole CPUs and kernel mode only with\n"
		  "                    CAP_PERFMON; your own processes are counted thread by thread, in user mode only\n" },
		/* a trial that works overrules the paranoid level */
		{ { .facts = { .perf = true, .paranoid = 4 }, .opened = true },
		  "\nok    permission    kernel.perf_event_paranoid is 4" },
		{ { .surroundings = { .container = "Docker: /.dockerenv" } },
		  "\nnote  container     yes, Docker: /.dockerenv\n" },
		{ { .surroundings = { .pid_namespace = true } },
		  "\nnote  container     this process is in a pid namespace of its own" },
		{ { .surroundings = { .label = "docker-default (enforce)", .confined = true } },
		  "\nnote  security      this process is labelled \"docker-default (enforce)\": its policy" },
		{ { .surroundings = { .landlock = 4 } }, "\nok    sandbox       Landlock 4: once it counts, tdtop" },
		{ { .surroundings = { .label = "unconfined" } },
		  "\nok    security      this process is labelled \"unconfined\"\n" },
		{ { .surroundings = { .lockdown = "confidentiality" } },
		  "\nok    lockdown      confidentiality: it forbids samples of registers" },
		{ { .facts = { FACTS }, .surroundings = { .uprobe_type = -1 } },
		  "\nnote  regions       markers of programs (tdtop_region.h) cannot be watched: this kernel has no\n"
		  "                    uprobes (CONFIG_UPROBE_EVENTS)\n" },
		{ { .facts = { FACTS }, .has_pmu = true, .surroundings = { .uprobe_type = -1 } },
		  "\n                    -> start the program with TDTOP_REGIONS=rdpmc" },
		{ { .facts = { FACTS }, .surroundings = { .uprobe_type = 8 } },
		  "\nnote  regions       markers of programs (tdtop_region.h) cannot be watched by this user: uprobes\n"
		  "                    need CAP_SYS_ADMIN\n                    -> run tdtop as root; or start the program with" },
		{ { .facts = { FACTS, .caps_known = true, .caps = 1U << 21 }, .surroundings = { .uprobe_type = 8 } },
		  "\nnote  regions       not available without counters of whole CPUs\n" },
		{ { .facts = { FACTS, .caps_known = true, .caps = 1U << 21 }, .surroundings = { .uprobe_type = 8 },
		    .opened = true },
		  "\nok    regions       markers of programs (tdtop_region.h) are watched\n" },
		{ { .surroundings = { .offline = "3" } }, "(no vendor in /proc/cpuinfo), 0 online, offline: 3\n" },
		{ { .surroundings = { .max_sample_rate = 1500 } },
		  "\nnote  sample rate   kernel.perf_event_max_sample_rate is 1500: the kernel lowers" },
		{ { .surroundings = { .max_sample_rate = 100000 } },
		  "\nok    sample rate   kernel.perf_event_max_sample_rate is 100000\n" },
		{ { .surroundings = { .n_users = 1, .users = { { .pid = 77, .comm = "toplev",
								  .events = 24 } } } },
		  "\nnote  others        use perf events too: toplev (pid 77): 24\n" },
		{ { .facts = { FACTS, .seccomp = true } },
		  "\nnote  seccomp       a system call filter is on: it may forbid perf_event_open\n" },
		{ { .facts = { FACTS, .nmi_watchdog = 1 } }, "\nok    nmi watchdog  on\n" },
		{ { .facts = { FACTS, .nmi_watchdog = 1 }, .family = cpu_family_find("Intel Sapphire Rapids") },
		  "\nok    nmi watchdog  on: it uses the cycles counter, not the slots counter\n" },
		{ { .facts = { FACTS, .nmi_watchdog = 1 }, .family = cpu_family_find("Intel Gracemont") },
		  "\nok    nmi watchdog  on: it uses the cycles counter; tdtop counts cycles on a general counter instead\n" },
		{ { .facts = { FACTS, .nmi_watchdog = 1 }, .family = cpu_family_find("AMD Zen 4") },
		  "\nok    nmi watchdog  on: it takes a counter; enough are left for level 1, but not for all events "
		  "that\n                    correct it\n" },
		{ { .facts = { FACTS, .nmi_watchdog = 1 }, .family = cpu_family_find("Intel Skylake-SP") },
		  "\nnote  nmi watchdog  on: it takes a counter, and level 1 of Intel Skylake-SP needs all" },
		{ { .facts = { FACTS, .nmi_watchdog = 1 }, .family = cpu_family_find("Intel Skylake-SP"), .opened = true,
		    .counts = PROBE_TAKEN },
		  "\nno    counter       taken: the NMI watchdog holds a counter, and level 1 of Intel Skylake-SP needs\n"
		  "                    all 4 general counters\n                    -> sysctl kernel.nmi_watchdog=0; if" },
		{ { .facts = { FACTS, .nmi_watchdog = 1 }, .family = cpu_family_find("Intel Skylake-SP"), .opened = true,
		    .counts = PROBE_COUNTS },
		  "\nok    nmi watchdog  on: it takes a counter, but level 1 counted beside it in the trial\n" },
		{ { .facts = { FACTS, .perf_mlock_kb = 516, .memlock_soft = 64 << 10 } },
		  "\nnote  memory        rings of 512 KiB per CPU instead of 2048: locked memory is limited" },
		{ { .facts = { FACTS, .perf_mlock_kb = 516, .memlock_soft = FACTS_UNLIMITED } },
		  "\nok    memory        rings of 2048 KiB per CPU are within the limits\n" },
		{ { .facts = { FACTS, .perf_mlock_kb = 16 } },
		  "\nno    memory        not even rings of 32 KiB per CPU: locked memory is limited\n" },
		{ { .facts = { .page = 65536, .cpus_online = 2, .perf_mlock_kb = 576 } },
		  "\nnote  memory        rings of 512 KiB per CPU instead of 2048: locked memory is limited" },
		{ { .facts = { .page = 65536, .cpus_online = 2, .perf_mlock_kb = 16 } },
		  "\nno    memory        not even rings of 64 KiB per CPU: locked memory is limited\n" },
		{ { .facts = { FACTS, .nofile_hard = 20 }, .members = 13 },
		  "\nno    files         26 descriptors are needed for 2 CPUs; the hard limit is 20\n"
		  "                    -> raise it: ulimit -Hn 1050 as root\n" },
		{ { .facts = { FACTS, .nofile_hard = 1024 }, .members = 13 },
		  "\nok    files         26 descriptors are needed for 2 CPUs; the hard limit is 1024\n" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect_line(print(&rows[i].diagnosis, DOCTOR_ALL), rows[i].line);
}

TEST(json_has_the_same_findings_for_programs)
{
	static const struct diagnosis diagnosis = { .facts = { FACTS, GUEST, .nofile_hard = 20 }, .members = 13 };
	json_t *all = json_loads(print(&diagnosis, DOCTOR_JSON), 0, NULL);
	const json_t *finding;
	bool found = false;
	size_t i;

	assert_non_null(all);
	assert_int_equal(status, 1);
	assert_true(json_is_false(json_object_get(all, "will_count")));
	assert_string_equal(json_string_value(json_object_get(all, "outcome")),
			    "tdtop cannot count on this machine; 'tdtop --demo' shows what it looks like");
	assert_string_equal(json_string_value(json_object_get(json_object_get(all, "machine"),
							      "hypervisor_name")), "KVM");
	json_array_foreach(json_object_get(all, "findings"), i, finding)
		found |= !strcmp(json_string_value(json_object_get(finding, "what")), "files") &&
			 !strcmp(json_string_value(json_object_get(finding, "verdict")), "no") &&
			 strstr(json_string_value(json_object_get(finding, "fix")), "ulimit") &&
			 json_is_false(json_object_get(finding, "folded"));
	assert_true(found);
	json_decref(all);
}

/* The report of a line of JSON, for people; the caller frees it. */
static char *report_of(const char *line)
{
	json_t *all = json_loads(line, 0, NULL);
	char *text = json_dumps(json_object_get(all, "report"), JSON_INDENT(1));

	json_decref(all);
	return text;
}

TEST(the_report_has_what_sysfs_says_what_was_chosen_and_what_was_tried)
{
	static const struct {
		const char *machine;
		struct answers answers;
	} rows[] = {
		{ "intel-adl", { .running_ns = 1000000, .refused_config = 0x71, .works = true, .slots = 6000000000 } },
		{ "arm-kvm-guest", { .running_ns = 1000000 } }, { "vm-no-pmu", { .open_errno = EPERM } },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *report = report_of(examine_for(rows[i].machine, rows[i].answers, DOCTOR_JSON)), name[64];

		(void)snprintf(name, sizeof(name), "doctor-report-%s.json", rows[i].machine);
		compare_with_golden(name, report);
		free(report);
	}
}

TEST(the_report_names_no_process_and_no_label)
{
	static const struct diagnosis diagnosis = {
		.surroundings = { .label = "secret", .n_users = 1, .users = { { .pid = 77, .comm = "secret" } } }
	};
	const char *line = print(&diagnosis, DOCTOR_JSON);
	char *report = report_of(line);

	assert_non_null(strstr(line, "secret"));
	assert_null(strstr(report, "secret"));
	assert_null(strstr(report, "77"));
	free(report);
}

/* Scripts know it by the word of the first version. */
TEST(json_calls_the_finding_about_rotation_turns)
{
	static const struct diagnosis diagnosis = { .facts = { FACTS } };
	struct findings findings = { .n = 0 };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	findings_add(&findings, VERDICT_OK, "rotation", "level 2 is counted by 2 groups");
	assert_int_equal(findings_print_json(&findings, &diagnosis, out), 0);
	fclose(out);
	assert_non_null(strstr(text, "{\"what\":\"turns\",\"verdict\":\"ok\""));
	free(text);
}

#define TIMED(kernel, own_tasks) .timed = true, .budget_percent = 2, \
	.cost = { .known = true, .sample_ns = (kernel), .own_sample_ns = (own_tasks), .cpus = 2 }

TEST(the_cost_of_a_sample_is_printed_with_its_consequence)
{
	static const struct {
		struct diagnosis diagnosis;
		const char *line;
	} rows[] = {
		{ { TIMED(1100, 110) }, "\nok    cost          overhead per context switch: 1.1 us in the kernel, 0.11 us "
		  "in tdtop. With\n                    --budget 2, up to 16000 switches/s per CPU are all "
		  "counted; beyond that, only\n                    some of them\n" },
		{ { TIMED(90000, 200) }, "\nnote  cost          overhead per context switch: 90 us in the kernel" },
		{ { TIMED(90000, 200) }, "up to 220 switches/s per CPU" },
		{ { TIMED((double)NAN, 200) }, "\nnote  cost          the overhead per context switch is not "
		  "known: it was lost in the noise of this\n" },
		{ { TIMED(0, 200) }, "\nnote  cost          the overhead per context switch is not known" },
		{ { .not_timed = { "too many files" } }, "is not known: too many files\n" },
		{ { .timed = true, .cost = { .known = true, .sample_ns = 1000, .own_sample_ns = 100, .cpus = 2 } },
		  "Beyond 4000000\n                    switches/s per CPU, some would be lost\n" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect_line(print(&rows[i].diagnosis, DOCTOR_ALL), rows[i].line);
}

TEST(the_engine_that_would_count_is_named_and_why_it_is_not_bpf)
{
	static const struct diagnosis bpf = { .engine = ENGINE_BPF, TIMED(90000, 200) };
	static const struct diagnosis ring = { .engine = ENGINE_RING, .no_bpf = { "the kernel has no BTF" } };
	static const struct diagnosis unknown = { .engine = ENGINE_AUTO };

	expect_line(print(&bpf, DOCTOR_ALL), "\nok    engine        bpf: a program in the kernel");
	expect_line(print(&bpf, DOCTOR_ALL),
		    "\nok    cost          overhead per context switch while it records (ring): 90 us");
	expect_line(print(&ring, DOCTOR_ALL), "\nnote  engine        ring: ");
	expect_line(print(&ring, DOCTOR_ALL), "the kernel has no BTF\n");
	expect_line(print(&ring, DOCTOR_JSON), ",\"engine\":\"ring\"");
	assert_null(strstr(print(&unknown, DOCTOR_ALL), "engine"));
	assert_null(strstr(print(&unknown, DOCTOR_JSON), "engine"));
}

static void check_json_cost(const struct diagnosis *diagnosis, const char *key, json_int_t want)
{
	json_t *all = json_loads(print(diagnosis, DOCTOR_JSON), 0, NULL);
	const json_t *value = json_object_get(json_object_get(all, "machine"), key);

	assert_non_null(value);
	if (want < 0)
		assert_true(json_is_null(value));
	else
		assert_int_equal(json_integer_value(value), want);
	json_decref(all);
}

TEST(json_has_the_cost_of_a_sample_or_null)
{
	static const struct diagnosis timed = { TIMED(900, 100) }, without = { .budget_percent = 2 };
	static const struct diagnosis not_timed = { TIMED((double)NAN, 100) }, nothing = { TIMED(0, 100) };

	check_json_cost(&timed, "sample_ns", 900);
	check_json_cost(&timed, "own_sample_ns", 100);
	check_json_cost(&timed, "switches_sampled", 20000);
	assert_null(strstr(print(&without, DOCTOR_ALL), "cost"));
	check_json_cost(&without, "sample_ns", -1);
	check_json_cost(&without, "own_sample_ns", -1);
	check_json_cost(&without, "switches_sampled", -1);
	check_json_cost(&not_timed, "sample_ns", -1);
	check_json_cost(&not_timed, "switches_sampled", -1);
	check_json_cost(&nothing, "sample_ns", -1);
}

TEST(no_line_is_wider_than_100_columns)
{
	static const char *const machines[] = { "intel-spr", "intel-skx", "vm-no-pmu",
						"vm-part-pmu", "container", "bare-no-pmu",
						"arm-n1" };

	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		const char *line = examine(machines[i], all_well);

		for (; *line; line += strcspn(line, "\n") + 1)
			assert_in_range(strcspn(line, "\n"), 0, 100);
	}
}

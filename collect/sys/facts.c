/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the facts that decide whether tdtop can count on this machine, and for which user. Called
 * once, when a source opens or by --doctor; main thread. Nothing is guessed: a fact is what a file
 * says.
 */
#include "config.h"
#include "collect/sys/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/sys/privilege.h"
#include "collect/sys/sysfs.h"

#define FIRST_PID_NAMESPACE "pid:[4026531836]"	/* PROC_PID_INIT_INO of the kernel */
#define DMI "/sys/class/dmi/id/"
#define CLOCKSOURCES "/sys/devices/system/clocksource/clocksource0/available_clocksource"

/* Clock sources that the kernel offers only in a guest of this hypervisor. */
static const struct {
	const char *clocksource, *name;
} guest_clocks[] = {
	{ "kvm-clock", "KVM" },
	{ "hyperv_clocksource", "Hyper-V" },
	{ "xen", "Xen" },
};

/*
 * Vendors in the firmware's tables. Not certain: the vendor also rents bare metal under that name.
 */
static const struct {
	const char *vendor, *product, *name;
	bool certain;
} firmware[] = {
	{ "QEMU", "", "QEMU", true },
	{ "VMware, Inc.", "", "VMware", true },
	{ "innotek GmbH", "", "VirtualBox", true },
	{ "Xen", "", "Xen", true },
	{ "Parallels", "", "Parallels", true },
	{ "Microsoft Corporation", "Virtual Machine", "Hyper-V", true },
	{ "Amazon EC2", "", "Amazon EC2", false },
	{ "Google", "", "Google Compute Engine", false },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

/*
 * Copies the value of a line "name : value" or "name:value", cut to size; false if there is none.
 */
static bool find_field(const char *text, const char *name, char *value, size_t size)
{
	size_t length = strlen(name);

	for (const char *line = text; line && *line;) {
		const char *end = strchrnul(line, '\n');
		const char *at = line + length;

		if (!strncmp(line, name, length)) {
			while (*at == ' ' || *at == '\t')
				at++;
			if (*at == ':') {
				at++;
				while (*at == ' ' || *at == '\t')
					at++;
				(void)snprintf(value, size, "%.*s",
					       (int)(end > at ? end - at : 0), at);
				return true;
			}
		}
		line = *end ? end + 1 : NULL;
	}
	value[0] = '\0';
	return false;
}

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at += length) {
		if ((at == text || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
			return true;
	}
	return false;
}

static int field_number(const char *text, const char *name)
{
	char value[32], *end;
	long number;

	if (!find_field(text, name, value, sizeof(value)))
		return -1;
	number = strtol(value, &end, strncmp(value, "0x", 2) ? 10 : 16);
	return end == value || *end ? -1 : (int)number;
}

static void found_hypervisor(struct facts *facts, const char *name, const char *from)
{
	facts->hypervisor = true;
	if (name && !facts->hypervisor_name[0])
		(void)snprintf(facts->hypervisor_name, sizeof(facts->hypervisor_name), "%.47s",
			       name);
	if (!facts->hypervisor_from[0])
		(void)snprintf(facts->hypervisor_from, sizeof(facts->hypervisor_from), "%s", from);
}

/*
 * /proc/cpuinfo of Arm has neither vendor nor model name (c_show() of arch/arm64/kernel/cpuinfo.c):
 * the fields of MIDR_EL1 identify the core.
 */
static void read_arm_core(const char *text, struct facts *facts)
{
	int implementer = field_number(text, "CPU implementer");
	int variant = field_number(text, "CPU variant"), part = field_number(text, "CPU part");
	int revision = field_number(text, "CPU revision");

	if (implementer < 0 || variant < 0 || part < 0 || revision < 0)
		return;
	facts->midr = (uint32_t)implementer << 24 | (uint32_t)variant << 20 | 0xfU << 16 |
		      (uint32_t)part << 4 | (uint32_t)revision;
	(void)snprintf(facts->cpu_name, sizeof(facts->cpu_name),
		       "Arm core of implementer 0x%x, part 0x%x, r%dp%d",
		       implementer, part, variant, revision);
}

/* Reads the first processor of /proc/cpuinfo: all have the same vendor. */
static void read_cpuinfo(const char *root, struct facts *facts)
{
	static const size_t size = 16384;	/* the flags alone are 2 KiB */
	char flags[4096];
	char *text = malloc(size);

	facts->cpu_family = facts->cpu_model = facts->cpu_stepping = -1;
	if (!text)
		return;
	(void)sysfs_read(root, "/proc/cpuinfo", text, size);
	(void)find_field(text, "vendor_id", facts->vendor, sizeof(facts->vendor));
	(void)find_field(text, "model name", facts->cpu_name, sizeof(facts->cpu_name));
	facts->cpu_family = field_number(text, "cpu family");
	facts->cpu_model = field_number(text, "model");
	facts->cpu_stepping = field_number(text, "stepping");
	if (!facts->vendor[0])
		read_arm_core(text, facts);
	if (find_field(text, "flags", flags, sizeof(flags))) {
		if (has_word(flags, "hypervisor"))
			found_hypervisor(facts, NULL, "/proc/cpuinfo has the flag hypervisor");
		facts->arch_lbr = has_word(flags, "arch_lbr");
	}
	free(text);
}

/* Arm: reads which core CPU 0 is (big.LITTLE machines also have others); 0 while it is offline. */
uint32_t facts_midr_of(const char *root, int cpu)
{
	char path[96];
	long long midr;

	(void)snprintf(path, sizeof(path),
		       "/sys/devices/system/cpu/cpu%d/regs/identification/midr_el1", cpu);
	return sysfs_read_number(root, path, &midr) ? 0 : (uint32_t)midr;
}

static void read_midr(const char *root, struct facts *facts)
{
	uint32_t midr = facts_midr_of(root, 0);

	if (midr)
		facts->midr = midr;
}

static void read_firmware(const char *root, struct facts *facts)
{
	char vendor[64], product[64];

	(void)sysfs_read(root, DMI "sys_vendor", vendor, sizeof(vendor));
	(void)sysfs_read(root, DMI "product_name", product, sizeof(product));
	for (size_t i = 0; i < N(firmware); i++) {
		if (strncmp(vendor, firmware[i].vendor, strlen(firmware[i].vendor)) ||
		    strncmp(product, firmware[i].product, strlen(firmware[i].product)))
			continue;
		if (firmware[i].certain || facts->hypervisor)
			found_hypervisor(facts, firmware[i].name, DMI "sys_vendor");
	}
}

static void read_hypervisor(const char *root, struct facts *facts)
{
	char text[256];

	if (sysfs_read(root, "/sys/hypervisor/type", text, sizeof(text)) > 0)
		found_hypervisor(facts, strcmp(text, "xen") ? text : "Xen", "/sys/hypervisor/type");
	(void)sysfs_read(root, CLOCKSOURCES, text, sizeof(text));
	for (size_t i = 0; i < N(guest_clocks); i++) {
		if (strstr(text, guest_clocks[i].clocksource))
			found_hypervisor(facts, guest_clocks[i].name,
					 "the clock sources of the kernel");
	}
	read_firmware(root, facts);
}

/*
 * Parses one limit of "Max open files            1024                 524288               files".
 */
static uint64_t limit_number(const char *text)
{
	return strncmp(text, "unlimited", 9) ? strtoull(text, NULL, 10) : FACTS_UNLIMITED;
}

static void find_limit(const char *text, const char *name, uint64_t *soft, uint64_t *hard)
{
	const char *at = strstr(text, name);

	if (!at)
		return;
	at += strlen(name);
	at += strspn(at, " ");
	*soft = limit_number(at);
	at += strcspn(at, " ");
	at += strspn(at, " ");
	*hard = limit_number(at);
}

static void read_self(const char *root, struct facts *facts)
{
	char text[8192], value[32];
	uint64_t memlock_hard;

	(void)sysfs_read(root, "/proc/self/status", text, sizeof(text));
	facts->caps_known = find_field(text, "CapEff", value, sizeof(value));
	if (facts->caps_known)
		facts->caps = strtoull(value, NULL, 16);
	facts->seccomp = field_number(text, "Seccomp") > 0;
	(void)sysfs_read(root, "/proc/self/limits", text, sizeof(text));
	find_limit(text, "Max open files", &facts->nofile_soft, &facts->nofile_hard);
	find_limit(text, "Max locked memory", &facts->memlock_soft, &memlock_hard);
	/* the initial namespace maps all numbers to themselves: "0 0 4294967295" */
	if (sysfs_read(root, "/proc/self/uid_map", text, sizeof(text)) > 0) {
		unsigned long inside, outside, length;

		facts->user_ns = sscanf(text, "%lu %lu %lu", &inside, &outside, &length) != 3 ||
				 inside || outside || length < UINT32_MAX;
	}
}

static void read_kernel(const char *root, struct facts *facts)
{
	long long number;

	(void)sysfs_read(root, "/proc/sys/kernel/osrelease", facts->kernel, sizeof(facts->kernel));
	if (sscanf(facts->kernel, "%d.%d", &facts->kernel_major, &facts->kernel_minor) != 2)
		facts->kernel_major = facts->kernel_minor = 0;
	if (!sysfs_read_number(root, "/proc/sys/kernel/perf_event_paranoid", &number)) {
		facts->perf = true;
		facts->paranoid = (int)number;
	}
	facts->nmi_watchdog = -1;
	if (!sysfs_read_number(root, "/proc/sys/kernel/nmi_watchdog", &number))
		facts->nmi_watchdog = number != 0;
	facts->perf_mlock_kb = -1;
	if (!sysfs_read_number(root, "/proc/sys/kernel/perf_event_mlock_kb", &number))
		facts->perf_mlock_kb = number;
}

bool facts_pid_namespace(const char *root)
{
	char path[512], text[64] = "";
	ssize_t n;

	(void)snprintf(path, sizeof(path), "%s/proc/self/ns/pid", root);
	n = readlink(path, text, sizeof(text) - 1);
	return n > 0 && strcmp(text, FIRST_PID_NAMESPACE) != 0;
}

bool facts_mediated_vpmu(const char *root)
{
	static const char *const parameters[] = {
		"/sys/module/kvm_intel/parameters/enable_mediated_pmu",
		"/sys/module/kvm_amd/parameters/enable_mediated_pmu",
	};
	char text[8];

	for (size_t i = 0; i < N(parameters); i++)
		if (sysfs_read(root, parameters[i], text, sizeof(text)) > 0 && text[0] == 'Y')
			return true;
	return false;
}

uint32_t facts_tasks(const char *root)
{
	char text[128];
	unsigned int tasks;

	if (sysfs_read(root, "/proc/loadavg", text, sizeof(text)) < 0 ||
	    sscanf(text, "%*s %*s %*s %*u/%u", &tasks) != 1)
		return 0;
	return tasks;
}

void facts_read(const char *root, struct facts *facts)
{
	int *cpus;

	memset(facts, 0, sizeof(*facts));
	read_kernel(root, facts);
	read_cpuinfo(root, facts);
	facts->pmem = sysfs_exists(root, "/sys/firmware/acpi/tables/NFIT");
	read_midr(root, facts);
	read_hypervisor(root, facts);
	read_self(root, facts);
	facts->page = (size_t)sysconf(_SC_PAGESIZE);
	facts->mediated_vpmu = facts_mediated_vpmu(root);
	facts->lab = sysfs_exists(root, "/proc/tdtop_lab");
	if (!sysfs_read_cpus(root, "/sys/devices/system/cpu/online", &cpus, &facts->cpus_online))
		free(cpus);
}

bool facts_has_cap(const struct facts *facts, int cap)
{
	return facts->caps_known && !facts->user_ns && (facts->caps >> cap & 1);
}

bool facts_kernel_before(const struct facts *facts, int major, int minor)
{
	return facts->kernel_major > 0 &&
	       (facts->kernel_major < major ||
		(facts->kernel_major == major && facts->kernel_minor < minor));
}

bool facts_has_perfmon(const struct facts *facts)
{
	return !facts_kernel_before(facts, 5, 8);
}

/*
 * The kernel's rules: perf_event_open() and perf_allow_cpu() in kernel/events/core.c. Levels above
 * 2 are stricter only in kernels with Debian's CONFIG_SECURITY_PERF_EVENTS_RESTRICT, and a kernel
 * does not say whether it has that; perf_probe() finds out.
 */
bool facts_may_count(const struct facts *facts)
{
	if (facts_has_cap(facts, CAP_SYS_ADMIN))
		return true;
	if (facts->paranoid > 2)
		return false;
	return facts->paranoid <= 0 ||
	       (facts_has_perfmon(facts) && facts_has_cap(facts, CAP_PERFMON));
}

const char *facts_paranoid_meaning(int paranoid)
{
	if (paranoid < 0)
		return "everybody may count everything";
	if (paranoid == 0)
		return "everybody may count whole CPUs";
	if (paranoid == 1)
		return "whole CPUs only with CAP_PERFMON";
	if (paranoid == 2)
		return "whole CPUs and kernel mode only with CAP_PERFMON";
	return "nothing without CAP_SYS_ADMIN, CAP_PERFMON does not help "
	       "(a rule of Debian's kernels)";
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* When regions are watched, and in which programs; see region_watch.h. Collector thread. */
#include "config.h"
#include "collect/collector/region_watch.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/region/region_finder.h"
#include "collect/region/region_looks.h"
#include "collect/region/regions.h"
#include "collect/slice/source.h"
#include "collect/sys/privilege.h"
#include "collect/sys/sysfs.h"
#include "model/snapshot/snapshot.h"

#define NS_PER_S 1000000000ULL
#define KEEP_NS (3 * NS_PER_S)		/* so long after the last request probes stay open */
#define POLL_NS 50000000ULL		/* while the finder works */
#define NAMED_NS 50000000ULL		/* named processes are looked at after it, twice it, ... */
#define NAMED_LOOKS 6
#define WAITING_MAX 64			/* known processes are not looked at again behind so many */
/* Probes are open at least so long, and at most so long before their cost is looked at. */
#define OPEN_LEAST_NS 50000000ULL
#define OPEN_NS 500000000ULL
#define PERIOD_NS (5 * NS_PER_S)	/* of one time open and one closed, if the former allows */
#define CLOSED_MOST_NS (60 * NS_PER_S)
#define REOPEN_NS NS_PER_S		/* after a file was changed */
#define STUCK_NS (10 * NS_PER_S)	/* a look does not take so long */
/*
 * A marker: 1 us for the trap, and as much for reading the group, as far as the source does not
 * know it. Measured on Linux 6.18 in a VM: 0.7 us without further members, 2.2 us with 8.
 */
#define TRAP_NS 1000
#define READ_NS 1000

struct region_watch {
	struct region_watch_options options;
	struct source *source;
	struct regions *regions;
	struct region_finder *finder;
	struct region_looks *looks;
	struct err cannot;		/* why not, for good; "" */
	struct err trouble;		/* why the last attempt to open probes failed; "" */
	bool asked;			/* wanted in the last step */
	bool was_asked;			/* at all, so that wanted_ns is valid */
	uint64_t wanted_ns;		/* when it was wanted last */
	uint64_t named_ns;		/* when the named processes are looked at next */
	uint32_t named_looks;		/* times that they were */
	bool is_new;			/* an object was added, or a request, since the last opening */
	struct err partly;		/* why some objects cannot be probed; "" */
	struct region_objects objects;
	uint64_t steps, step_ns;	/* of the finder, and when the last one ended */
	int32_t stuck_pid;		/* the process that it does not get done with; 0: none */
	bool open;
	uint64_t open_since_ns, reopen_ns;
	uint64_t window_ns;		/* after it their cost is looked at */
	uint64_t markers_before;	/* when they were opened */
	double cpus;			/* on which marked programs run, 1 or more */
	double over_rate, over_cost, over_share;	/* beyond the budget: markers/s, CPUs, share of
							 * the time; 0: within it */
	uint64_t next_ns;
	/* Since the last region_watch_see(): */
	uint64_t accounted_ns, open_ns, markers_seen;
};

/* ---- why not ---- */

static int check_source(const struct source *source, struct err *err)
{
	if (source->ops->watches_regions)
		return 0;
	if (source->ops->opens_tasks)
		return err_set(err, EOPNOTSUPP, "regions are watched where whole CPUs are counted, and "
			       "here single threads are: run tdtop as root, or start the program "
			       "with TDTOP_REGIONS=rdpmc");
	return err_set(err, EOPNOTSUPP, "regions cannot be watched on this machine: its counters "
		       "(%s) are not read at markers", source->ops->name);
}

static int check_kernel(const struct region_watch_options *options, struct err *err)
{
	const char *root = options->sys_root ? options->sys_root : "";

	if (sysfs_exists(root, "/sys/bus/event_source/devices/uprobe/type"))
		return 0;
	return err_set(err, EOPNOTSUPP, "regions need uprobes, and this kernel has none "
		       "(CONFIG_UPROBE_EVENTS)");
}

/* For a source that only tells the errno. */
static void explain(int error, struct err *err)
{
	if (err->text[0])
		return;
	if ((error == -EACCES || error == -EPERM) && !privilege_probes())
		(void)err_set(err, -error, "regions need probes in programs, which take "
			      "CAP_SYS_ADMIN: run tdtop as root");
	else if (error == -EACCES || error == -EPERM)
		(void)err_set(err, -error, "the kernel refuses probes in programs to root too (%s): "
			      "lockdown, or the rules of a container", strerror(-error));
	else
		(void)err_set(err, -error, "regions cannot be watched: %s", strerror(-error));
}

/* ---- new and free ---- */

static int open_finder(struct region_watch *watch, struct err *err)
{
	watch->finder = watch->options.finder;
	if (watch->finder)
		return 0;
	watch->finder = region_finder_new(watch->options.proc_root);
	if (!watch->finder)
		return err_set(err, ENOMEM, "not enough memory to look for regions");
	return region_finder_start(watch->finder, err);
}

int region_watch_new(const struct region_watch_options *options, struct region_watch **out,
		     struct err *err)
{
	struct region_watch *watch = calloc(1, sizeof(*watch));
	int ret;

	*out = watch;
	if (!watch)
		return err_set(err, ENOMEM, "not enough memory to look for regions");
	watch->options = *options;
	watch->source = options->source;
	watch->cpus = 1;
	watch->next_ns = UINT64_MAX;
	ret = check_source(options->source, &watch->cannot);
	if (!ret)
		ret = check_kernel(options, &watch->cannot);
	if (ret) {
		*err = watch->cannot;
		return ret;
	}
	watch->regions = regions_new();
	watch->looks = region_looks_new();
	ret = watch->regions && watch->looks ? open_finder(watch, err) :
	      err_set(err, ENOMEM, "not enough memory to look for regions");
	if (ret) {
		region_watch_free(watch);
		*out = NULL;
		return ret;
	}
	watch->objects = (struct region_objects){ .regions = watch->regions,
						  .finder = watch->finder };
	options->source->regions = watch->regions;
	return 0;
}

void region_watch_free(struct region_watch *watch)
{
	if (!watch)
		return;
	if (!watch->options.finder)
		region_finder_free(watch->finder);
	region_looks_free(watch->looks);
	region_objects_done(&watch->objects);
	regions_free(watch->regions);
	free(watch);
}

/* ---- probes ---- */

/* Adds the time until now to what the probes were open. */
static void account(struct region_watch *watch, uint64_t now_ns)
{
	if (watch->open && now_ns > watch->accounted_ns)
		watch->open_ns += now_ns - watch->accounted_ns;
	watch->accounted_ns = now_ns;
}

static uint64_t count_markers(const struct region_watch *watch, double *cost_ns)
{
	const struct source_remarks remarks = source_remarks(watch->source);

	*cost_ns = remarks.marker_ns;
	return remarks.markers;
}

static int call_source(struct region_watch *watch, bool on)
{
	int ret;

	watch->trouble.text[0] = watch->partly.text[0] = '\0';
	privilege_raise(PRIVILEGE_COUNT);
	ret = source_watch_regions(watch->source, on, &watch->trouble);
	privilege_raise(PRIVILEGE_PROC);
	if (ret) {
		explain(ret, &watch->trouble);
	} else {
		watch->partly = watch->trouble;
		watch->trouble.text[0] = '\0';
	}
	return ret;
}

/* Objects that are refused are tried again when there is another one, or a new request. */
static void open_probes(struct region_watch *watch, uint64_t now_ns)
{
	double cost_ns;
	int ret;

	watch->is_new = false;
	ret = call_source(watch, true);
	if (ret == -EAGAIN && !watch->open) {
		watch->trouble.text[0] = '\0';	/* in a moment it can */
		watch->reopen_ns = now_ns + POLL_NS;
	}
	if (ret || watch->open)
		return;
	watch->open = true;
	watch->open_since_ns = now_ns;
	watch->window_ns = OPEN_LEAST_NS;
	watch->markers_before = count_markers(watch, &cost_ns);
}

/* What happens without probes is not known: tasks enter and leave regions. */
static void close_probes(struct region_watch *watch)
{
	const struct err trouble = watch->trouble, partly = watch->partly;

	if (!watch->open)
		return;
	(void)call_source(watch, false);
	watch->trouble = trouble;
	watch->partly = partly;
	regions_forget_tasks(watch->regions);
	watch->open = false;
}

/* ---- budget ---- */

/*
 * CPUs' worth of time that markers may cost: the budget's part of the CPUs on which marked programs
 * run, so that a single thread is not slowed down by more than the budget either.
 */
static double allowed(const struct region_watch *watch)
{
	const double cpus = (double)watch->source->machine.n_cpus;

	return watch->options.budget_percent / 100 *
	       (watch->cpus < cpus || cpus < 1 ? watch->cpus : cpus);
}

/* How long probes are open at once that may be open for this share of the time; 1: always. */
static uint64_t window_of(double share)
{
	const double ns = share < 1 ? share * (double)PERIOD_NS : (double)OPEN_NS;

	return ns < (double)OPEN_LEAST_NS ? OPEN_LEAST_NS :
	       ns > (double)OPEN_NS	  ? OPEN_NS : (uint64_t)ns;
}

/* CPUs' worth of time, times ns, of the traps that so many markers a ns go on to make when closed. */
static double tail(const struct region_watch *watch, double rate)
{
	return rate * TRAP_NS * (double)source_remarks(watch->source).probes_last_ns;
}

/*
 * Closes the probes that have cost too much since they were opened, for as long as makes the mean
 * right.
 */
static void keep_budget(struct region_watch *watch, uint64_t now_ns)
{
	const uint64_t open_ns = now_ns - watch->open_since_ns;
	double cost_ns, used, whole_ns, share, closed_ns;
	uint64_t markers;

	if (!watch->options.budget_percent || open_ns < watch->window_ns)
		return;
	markers = count_markers(watch, &cost_ns) - watch->markers_before;
	cost_ns = TRAP_NS + (cost_ns > 0 ? cost_ns : READ_NS);
	used = (double)markers * cost_ns / (double)open_ns;
	whole_ns = ((double)markers * cost_ns + tail(watch, (double)markers / (double)open_ns)) /
		   allowed(watch);
	share = used > allowed(watch) ? (double)open_ns / whole_ns : 1;
	watch->window_ns = window_of(share);
	if (share >= 1) {		/* the next window begins */
		watch->over_share = 0;
		watch->open_since_ns = now_ns;
		watch->markers_before += markers;
	}
	if (share >= 1 || open_ns < watch->window_ns)
		return;
	closed_ns = (double)open_ns * (1 / share - 1);
	if (closed_ns > (double)CLOSED_MOST_NS)
		closed_ns = (double)CLOSED_MOST_NS;
	watch->over_rate = (double)markers * 1e9 / (double)open_ns;
	watch->over_cost = used;
	watch->over_share = (double)open_ns / ((double)open_ns + closed_ns);
	watch->reopen_ns = now_ns + (uint64_t)closed_ns;
	close_probes(watch);
}

/* ---- names ---- */

/* The pool that has this region; NULL: none has. */
static const struct region_site *pool_of(const struct region_notes *notes, region_t region)
{
	const int64_t place = (int32_t)(uint32_t)region;

	for (size_t i = 0; i < notes->n; i++) {
		const struct region_site *site = &notes->sites[i];
		const int64_t bytes = (int64_t)site->entries * site->entry_size;

		if (bytes && place >= site->from_mark && place < site->from_mark + bytes)
			return site;
	}
	return NULL;
}

/* False: the finder has too much to do. */
static bool want_name(struct region_watch *watch, int32_t pid, region_t region)
{
	const struct region_object *object = regions_object(watch->regions,
							    (uint32_t)(region >> 32));
	const struct region_site *pool = object ? pool_of(&object->notes, region) : NULL;
	struct stat status;
	struct region_entry entry = { .pid = pid, .region = region };

	if (!pool || object->fd < 0 || fstat(object->fd, &status))
		return true;
	entry.file = region_file_of(&status);
	entry.mark_offset = object->notes.mark_offset;
	entry.size = pool->entry_size;
	return region_finder_want_name(watch->finder, &entry);
}

static void take_names(struct region_watch *watch)
{
	char name[REGION_NAME_LEN];
	region_t region;
	int32_t pid;

	while (region_finder_take_name(watch->finder, &pid, &region, name))
		regions_tell_name(watch->regions, pid, region, name);
	while (regions_want_name(watch->regions, &pid, &region)) {
		if (want_name(watch, pid, region))
			continue;
		regions_want_later(watch->regions, pid, region);
		break;
	}
}

/* ---- steps ---- */

/* In a recording a number always means the same object. */
static void step_objects(struct region_watch *watch, uint64_t now_ns)
{
	const enum region_objects_step step =
		region_objects_step(&watch->objects, !watch->source->tap, now_ns);

	watch->is_new |= step != OBJECTS_SAME;
	if (step != OBJECTS_GONE || !watch->open)
		return;
	close_probes(watch);
	watch->reopen_ns = now_ns + REOPEN_NS;
}

/* What the user has named is looked at before the first interval ends, as it may be short-lived. */
static void look_at_named(struct region_watch *watch, uint64_t now_ns)
{
	if (!watch->options.n_pids || watch->named_looks == NAMED_LOOKS || now_ns < watch->named_ns)
		return;
	for (uint32_t i = 0; i < watch->options.n_pids; i++)
		(void)region_finder_look(watch->finder, watch->options.pids[i], true);
	watch->named_ns = now_ns + (NAMED_NS << watch->named_looks++);
}

/* A hostile program can have files and memory mapped that never answer. */
static void watch_finder(struct region_watch *watch, uint64_t now_ns)
{
	struct region_finder_report report;

	region_finder_report(watch->finder, &report);
	if (report.steps != watch->steps || !report.pid)
		watch->step_ns = now_ns;
	watch->steps = report.steps;
	watch->stuck_pid = now_ns >= watch->step_ns + STUCK_NS ? report.pid : 0;
}

static bool is_wanted(const struct region_watch *watch, uint64_t now_ns)
{
	return watch->asked || (watch->was_asked && now_ns < watch->wanted_ns + KEEP_NS);
}

static void follow_request(struct region_watch *watch, bool wanted, uint64_t now_ns)
{
	if (wanted && !watch->asked)
		watch->is_new = true;	/* what failed before is tried again */
	watch->asked = wanted;
	watch->was_asked |= wanted;
	if (wanted)
		watch->wanted_ns = now_ns;
}

static void earliest(uint64_t *next_ns, uint64_t at_ns)
{
	if (at_ns < *next_ns)
		*next_ns = at_ns;
}

static void plan(struct region_watch *watch, uint64_t now_ns)
{
	struct region_finder_report report;

	watch->next_ns = UINT64_MAX;
	if (!watch->asked && watch->open)
		earliest(&watch->next_ns, watch->wanted_ns + KEEP_NS);
	if (!is_wanted(watch, now_ns))
		return;
	region_finder_report(watch->finder, &report);
	if (report.waiting || watch->open)	/* whoever wants to write to a file waits */
		earliest(&watch->next_ns, now_ns + POLL_NS);
	if (watch->options.n_pids && watch->named_looks < NAMED_LOOKS)
		earliest(&watch->next_ns, watch->named_ns);
	if (watch->open && watch->options.budget_percent)
		earliest(&watch->next_ns, watch->open_since_ns + watch->window_ns);
	if (!watch->open && region_objects_ready(&watch->objects) && watch->reopen_ns > now_ns)
		earliest(&watch->next_ns, watch->reopen_ns);
}

void region_watch_step(struct region_watch *watch, bool wanted, uint64_t now_ns)
{
	follow_request(watch, wanted, now_ns);
	if (watch->cannot.text[0])
		return;
	account(watch, now_ns);
	watch_finder(watch, now_ns);
	step_objects(watch, now_ns);
	take_names(watch);
	if (!is_wanted(watch, now_ns)) {
		close_probes(watch);
		watch->over_share = 0;
	} else {
		look_at_named(watch, now_ns);
		if (watch->open)
			keep_budget(watch, now_ns);
		if (region_objects_ready(&watch->objects) && now_ns >= watch->reopen_ns &&
		    (watch->is_new || (!watch->open && !watch->trouble.text[0])))
			open_probes(watch, now_ns);
	}
	plan(watch, now_ns);
}

uint64_t region_watch_next_ns(const struct region_watch *watch)
{
	return watch->next_ns;
}

void region_watch_end(struct region_watch *watch)
{
	if (!watch->cannot.text[0])
		close_probes(watch);
}

/* ---- an interval ---- */

static void look_at_rows(struct region_watch *watch, const struct snapshot *draft, uint64_t now_ns)
{
	const struct row_table *table = &draft->table[ROW_PROCESS];
	struct region_finder_report report;

	region_finder_report(watch->finder, &report);
	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		const struct region_process process = {
			.pid = row->pid,
			.start_ns = row->start_ns,
			.name = snapshot_text(draft, row->name),
			.busy = row->busy_ns > draft->interval_ns / 100,
		};

		if (row->pid <= 0 || row->kernel || row->asleep || row->exited || !row->busy_ns)
			continue;
		if (!region_looks_due(watch->looks, &process, now_ns))
			continue;
		if (region_looks_knows(watch->looks, &process) && report.waiting > WAITING_MAX)
			continue;
		if (!region_finder_look(watch->finder, row->pid, false))
			break;		/* the others: after the next interval */
		region_looks_did(watch->looks, &process, now_ns);
	}
}

/* On how many CPUs do marked programs run? At least one, as a single thread may have all markers. */
static double marked_cpus(const struct snapshot *draft)
{
	const struct row_table *table = &draft->table[ROW_REGION];
	double busy_ns = 0;

	for (size_t i = 0; i < table->n; i++)
		busy_ns += (double)table->rows[i].busy_ns;
	return draft->interval_ns && busy_ns > (double)draft->interval_ns ?
		       busy_ns / (double)draft->interval_ns : 1;
}

/* "1,234,567" */
static const char *grouped(double number, char text[32])
{
	char digits[24];
	const int n = snprintf(digits, sizeof(digits), "%.0f", number);
	char *to = text;

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = '\0';
	return text;
}

/* Nothing is found: why? */
static void remark_nothing(const struct region_watch *watch, char *text, size_t size)
{
	struct region_finder_report report;

	region_finder_report(watch->finder, &report);
	if (report.waiting || !report.looked)
		(void)snprintf(text, size, "regions: looking for programs with markers");
	else if (report.denied && !privilege_probes())
		(void)snprintf(text, size, "regions: programs cannot be looked at without "
			       "CAP_SYS_ADMIN (%s): run tdtop as root", strerror(-report.error));
	else if (report.denied)
		(void)snprintf(text, size, "regions: no program with markers (tdtop_region.h) is "
			       "found; some cannot be looked at (%s)", strerror(-report.error));
	else
		(void)snprintf(text, size, "regions: no program with markers runs "
			       "(tdtop_region.h)");
}

static void remark(const struct region_watch *watch, char *text, size_t size)
{
	char rate[32];

	text[0] = '\0';
	if (watch->cannot.text[0])
		(void)snprintf(text, size, "%.*s", (int)size - 1, watch->cannot.text);
	else if (watch->trouble.text[0])
		(void)snprintf(text, size, "%.*s", (int)size - 1, watch->trouble.text);
	else if (watch->stuck_pid)
		(void)snprintf(text, size, "regions: process %d cannot be looked at: a file or "
			       "memory that it has mapped does not answer; no further programs are "
			       "found", (int)watch->stuck_pid);
	else if (!region_objects_open(&watch->objects) && !watch->objects.gives_way)
		remark_nothing(watch, text, size);
	else if (watch->over_share > 0)
		(void)snprintf(text, size, "regions: %s markers a second would cost %.3g %% of a "
			       "CPU: --budget allows %.2g %% of the time",
			       grouped(watch->over_rate, rate), watch->over_cost * 100,
			       watch->over_share * 100);
	else if (watch->partly.text[0])
		(void)snprintf(text, size, "%.*s", (int)size - 1, watch->partly.text);
	else if (watch->objects.too_many)
		(void)snprintf(text, size, "regions: more than %d programs and libraries have "
			       "markers; those that were found first are watched",
			       REGION_OBJECTS_MAX);
}

void region_watch_see(struct region_watch *watch, struct snapshot *draft, uint64_t now_ns)
{
	struct region_state *state = &draft->regions;
	uint64_t markers;
	double ignored;

	*state = (struct region_state){ .wanted = watch->asked, .left_out = state->left_out,
					.untimed = state->untimed };
	if (watch->asked)
		remark(watch, state->remark, sizeof(state->remark));
	if (watch->cannot.text[0])
		return;
	account(watch, now_ns);
	markers = count_markers(watch, &ignored);
	state->objects = regions_objects(watch->regions);	/* as in a recording of it */
	state->markers = markers - watch->markers_seen;
	if (draft->interval_ns)
		state->watched = fmin(1, (double)watch->open_ns / (double)draft->interval_ns);
	watch->markers_seen = markers;
	watch->open_ns = 0;
	watch->cpus = marked_cpus(draft);
	watch->is_new |= region_objects_see(&watch->objects, now_ns);
	if (watch->asked)
		look_at_rows(watch, draft, now_ns);
	plan(watch, now_ns);
}

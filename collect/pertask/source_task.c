/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The task source: a thread set (collect/pertask/thread_set.h) and the times at which it is scanned
 * and read. It scans for new tasks about ten times a second, so that a new task is soon counted
 * apart from its creator; less often where scans would cost more than 2 % of a CPU. Opened by main,
 * then used by the collector thread only.
 */
#include "config.h"
#include "collect/pertask/source_task.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/perf/cores.h"
#include "collect/perf/perf_advice.h"
#include "collect/perf/perf_open.h"
#include "collect/perf/perf_sys.h"
#include "collect/pertask/fork_events.h"
#include "collect/pertask/thread_set.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/privilege.h"
#include "collect/sys/sysfs.h"
#include "collect/sys/topology.h"

#define SCAN_NS 100000000ULL
#define SCAN_SHARE 50		/* a scan may cost 1/50 (2 %) of the time until the next one */
#define FORK_EVENT_FDS 256	/* limit of events by thread: children inherit all of them */

struct source_task {
	struct source source;	/* first: the collector knows only this */
	struct thread_counters_config counters;
	struct thread_set *set;
	struct fork_events *fork_events;	/* NULL: none */
	uint64_t next_scan_ns;
	int epoll, timer;
	struct watched_command command;
};

static uint64_t task_clock_ns(struct source *source)
{
	(void)source;
	return clock_ns(CLOCK_MONOTONIC);
}

static void plan_scan(struct source_task *self, uint64_t began_ns)
{
	uint64_t now_ns = task_clock_ns(&self->source), cost_ns = now_ns - began_ns;
	uint64_t wait_ns = cost_ns * SCAN_SHARE > SCAN_NS ? cost_ns * SCAN_SHARE : SCAN_NS;
	struct itimerspec at = { .it_value = { .tv_nsec = 0 } };

	self->next_scan_ns = now_ns + wait_ns;
	at.it_value.tv_sec = (time_t)(self->next_scan_ns / 1000000000ULL);
	at.it_value.tv_nsec = (long)(self->next_scan_ns % 1000000000ULL);
	(void)timerfd_settime(self->timer, TFD_TIMER_ABSTIME, &at, NULL);
}

/* Each scan opens counters; the collector thread raises its privilege only meanwhile. */
static void scan(struct source_task *self, const struct sink *sink)
{
	uint64_t began_ns = task_clock_ns(&self->source);

	privilege_raise(PRIVILEGE_COUNT);
	thread_set_scan(self->set, began_ns, sink);
	privilege_raise(PRIVILEGE_PROC);
	plan_scan(self, began_ns);
}

static bool has_exited(const struct source_task *self)
{
	return watched_command_exited(&self->command) || thread_set_is_over(self->set);
}

static int task_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_task *self = (struct source_task *)source;
	uint64_t times;

	(void)err;
	if (has_exited(self))
		return SOURCE_ENDED;
	(void)!read(self->timer, &times, sizeof(times));
	if (task_clock_ns(source) >= self->next_scan_ns)
		scan(self, sink);
	return thread_set_is_over(self->set) ? SOURCE_ENDED : 0;
}

static int task_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		     struct err *err)
{
	struct source_task *self = (struct source_task *)source;
	bool ended = has_exited(self);

	(void)err;
	if (now_ns >= self->next_scan_ns && !ended)
		scan(self, sink);
	privilege_raise(PRIVILEGE_COUNT);	/* counters that cannot be read are reopened */
	thread_set_read(self->set, now_ns, sink);
	privilege_raise(PRIVILEGE_PROC);
	return ended || thread_set_is_over(self->set) ? SOURCE_ENDED : 0;
}

/*
 * Drops what was counted since the counters were opened. A command has not started yet: it is told
 * to.
 */
static int task_start(struct source *source, struct err *err)
{
	struct source_task *self = (struct source_task *)source;

	const uint64_t now_ns = task_clock_ns(source);

	(void)err;
	if (watched_command_release(&self->command))
		source->released_ns = now_ns;
	else
		thread_set_read(self->set, now_ns, NULL);
	plan_scan(self, task_clock_ns(source));
	return 0;
}

static int task_wait(struct source *source, uint64_t *until_ns)
{
	(void)until_ns;
	return ((struct source_task *)source)->epoll;
}

static void task_close(struct source *source)
{
	struct source_task *self = (struct source_task *)source;

	thread_set_free(self->set);
	fork_events_close(self->fork_events);
	if (self->timer >= 0)
		close(self->timer);
	watched_command_close(&self->command);
	if (self->epoll >= 0)
		close(self->epoll);
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops task_ops = {
	.name = "task",
	.start = task_start,
	.wait = task_wait,
	.drain = task_drain,
	.tick = task_tick,
	.clock_ns = task_clock_ns,
	.opens_tasks = true,
	.asks_proc = true,
	.close = task_close,
};

static int wait_for_fd(struct source_task *self, int fd, struct err *err)
{
	struct epoll_event event = { .events = EPOLLIN, .data = { .fd = fd } };

	if (fd >= 0 && !epoll_ctl(self->epoll, EPOLL_CTL_ADD, fd, &event))
		return 0;
	return err_set(err, errno, "cannot wait for tasks: %s", strerror(errno));
}

/* Without a pidfd the exit of the command is found by a scan. */
static int open_fds(struct source_task *self, struct err *err)
{
	int ret;

	self->epoll = epoll_create1(EPOLL_CLOEXEC);
	self->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	ret = wait_for_fd(self, self->timer, err);
	if (!ret && self->command.fd >= 0)
		ret = wait_for_fd(self, self->command.fd, err);
	return ret;
}

static int add_pid(struct source_task *self, int32_t pid, struct err *err)
{
	int ret = watched_check_pid(pid, err);

	if (ret)
		return ret;
	if (!thread_set_add_pid(self->set, pid, NULL))
		return err_set(err, ESRCH, "there is no process %d", pid);
	return 0;
}

static void each_fork_event(void *fork_events, fork_event_found *found, void *data)
{
	fork_events_each(fork_events, found, data);
}

/*
 * Follows forks, since only FORK records name the creator of an orphan (orphans of a command become
 * our children instead). With permission to count whole CPUs all forks are recorded; otherwise
 * those of the tasks that exist now and of their descendants, if these are few.
 */
static void follow_forks(struct source_task *self, const struct perf_sys *sys, size_t fds_max)
{
	const int32_t all[] = { FORK_EVENTS_ALL };
	int32_t tids[FORK_EVENT_FDS];
	size_t n = thread_set_tids(self->set, tids, FORK_EVENT_FDS);
	struct fork_feed feed = { .each = each_fork_event };
	struct machine online = { .n_cpus = 0 };	/* with CPUs that are not counted */
	struct err err;

	if (topology_read(&online, &err))
		return;
	if (online.n_cpus <= fds_max / 4)
		(void)fork_events_open(sys, &online, all, 1, &self->fork_events);
	if (!self->fork_events && n && online.n_cpus * n <= FORK_EVENT_FDS && online.n_cpus * n <= fds_max / 4)
		(void)fork_events_open(sys, &online, tids, n, &self->fork_events);
	topology_done(&online);
	feed.data = self->fork_events;
	if (self->fork_events)
		thread_set_follow_forks(self->set, &feed, fork_events_fds(self->fork_events));
}

static void reap(int32_t pid)
{
	(void)waitpid(pid, NULL, WNOHANG);
}

static int begin_counting(struct source_task *self, const struct source_task_options *options,
			  struct err *err)
{
	const struct watched *watched = &options->watched;
	const struct thread_set_config config = {
		.counters = &self->counters,
		.proc_root = "/proc",
		.fds_max = perf_raise_nofile_most(),
		.all_of_user = !watched->n_pids && !watched->command,
		.user = getuid(),
		.self_pid = getpid(),
		.subreaper = watched->command != 0,
		.command = watched->command,
		.reap = reap,
	};
	struct facts facts;

	self->set = thread_set_new(&config);
	if (!self->set)
		return err_set(err, ENOMEM, "not enough memory to start");
	for (size_t i = 0; i < watched->n_pids; i++) {
		int ret = add_pid(self, watched->pids[i], err);

		if (ret)
			return ret;
	}
	if (watched->command && !thread_set_add_pid(self->set, watched->command, watched->program))
		return err_set(err, ESRCH, "the command exited before it could be counted");
	thread_set_scan(self->set, task_clock_ns(&self->source), NULL);
	if (watched->n_pids && !options->sys)
		follow_forks(self, self->counters.sys, config.fds_max);
	if (thread_set_counted(self->set) || config.all_of_user)
		return 0;
	facts_read("", &facts);
	if (thread_set_errno(self->set))
		return perf_advice(thread_set_errno(self->set), "slots", -1, &facts, err);
	if (!thread_set_uncounted(self->set, UNCOUNTED_FILES))
		return 0;	/* exited, or created children too quickly: left to the next scan */
	return err_set(err, EMFILE, "no thread can be counted: %zu descriptors are too few for the "
		       "%zu events of one; raise the limit, as with 'ulimit -n 65536'",
		       config.fds_max, self->counters.n_fds);
}

/* One group for each PMU of the cores that the kernel accepts. */
struct task_plan {
	struct group_options options;	/* in: what is wanted beside the levels; out: what fits */
	struct group group[CORE_TYPES];
	size_t n_groups;
	uint64_t reset_ns;	/* CPU time after which registers are reset: group_make_pinned() */
};

/*
 * Sets the core type of each CPU, and drops CPUs that cannot be counted: what tasks do there is not
 * seen, and the user is told so.
 */
static void place_cpus(const struct cores *cores, struct machine *machine)
{
	cores_keep_counted(cores, machine);
	for (size_t i = 0; i < machine->n_cpus; i++) {
		int group = cores_of_cpu(cores, machine->cpus[i].cpu);

		machine->cpus[i].core_type = cores->group[group].pmu.core_type;
	}
}

static int make_groups(const struct cores *cores, struct machine *machine,
		       struct task_plan *plan, struct err *err)
{
	int ret = 0;

	machine->family = cores->family;
	machine->levels = 0;
	plan->n_groups = 0;
	for (size_t i = 0; !ret && i < cores->n; i++) {
		const struct core_group *group = &cores->group[i];

		if (!group->counted)
			continue;
		plan->options.user_only |= group->fits.user_only;
		if (cores_levels(cores, group) > machine->levels)
			machine->levels = cores_levels(cores, group);
		ret = group_make(&group->pmu, cores->family, &group->fits,
				 &plan->group[plan->n_groups++], err);
	}
	return ret;
}

static uint64_t reset_ns(const char *root)
{
	long long rate;

	if (sysfs_read_number(root, "/proc/sys/kernel/perf_event_max_sample_rate", &rate))
		rate = -1;
	return group_pinned_period_ns(rate);
}

/*
 * root: directory below which sysfs is read, "" for the machine itself. machine: in with its CPUs, out with
 * those that are counted, its family and its levels. 0, or a negative errno with a sentence.
 */
static int make_plan(const char *root, const struct perf_sys *sys, struct machine *machine,
		     struct task_plan *plan, struct err *err)
{
	struct cores_want want = { .root = root, .sys = sys };
	struct cores cores;
	struct facts facts;
	int ret;

	plan->options.levels = 2;
	plan->reset_ns = reset_ns(root);
	want.group = plan->options;
	ret = cores_open_here(&want, &facts, &cores, err);
	if (!ret)
		ret = make_groups(&cores, machine, plan, err);
	if (!ret)
		place_cpus(&cores, machine);
	machine->counts_cores = !ret && group_counts_cores(&plan->group[0]);
	cores_describe(&cores, &facts, root, machine);
	cores_done(&cores);
	return ret;
}

int source_task_open(const struct source_task_options *options, struct source **out,
		     struct err *err)
{
	struct source_task *self = calloc(1, sizeof(*self));
	struct task_plan plan = {
		.options = { .with_ipc = true, .with_corrections = true, .per_task = true },
	};
	const struct perf_sys *sys = options->sys ? options->sys : &perf_sys_real;
	struct machine *machine;
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->epoll = self->timer = -1;
	self->command = watched_command_of(&options->watched);
	self->source.ops = &task_ops;
	machine = &self->source.machine;
	machine->source = task_ops.name;
	gethostname(machine->host, sizeof(machine->host) - 1);
	watched_describe(machine, &options->watched);
	ret = topology_read(machine, err);
	if (!ret)
		ret = make_plan(options->pmu_root, sys, machine, &plan, err);
	machine->user_only = plan.options.user_only;
	if (!ret) {
		thread_counters_config_init(&self->counters, sys, plan.group, plan.n_groups);
		machine->stale_shares = !thread_counters_config_pin(&self->counters,
								    plan.reset_ns);
		ret = open_fds(self, err);
	}
	if (!ret)
		ret = begin_counting(self, options, err);
	if (ret) {
		task_close(&self->source);
		return ret;
	}
	*out = &self->source;
	return 0;
}

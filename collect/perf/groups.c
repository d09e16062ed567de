/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libperf holds the events: one evsel per member of a group, one evlist for all, one ring per CPU,
 * owned by the first leader, into which all members of that CPU write. Opened by main's thread,
 * used by the collector thread; see groups.h.
 *
 * Traps of libperf 6.12, beside those of libperf_use.h:
 *  - perf_evlist__set_maps() wants a dummy thread map or perf_evlist__mmap() crashes;
 *  - perf_evsel__read() reads only the leader of a group, so this file reads the fd, which only an
 *    internal header gives (build-aux/libperf);
 *  - perf_mmap__read_done() on a ring like ours would drop the records since the last one read;
 *  - perf_mmap__read_event() asks the kernel for the end of the records each time.
 */
#include "config.h"
#include "collect/perf/groups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <linux/perf_event.h>
#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/mmap.h>
#include <perf/threadmap.h>
#include <internal/evsel.h>
#include <internal/mmap.h>
#include <internal/xyarray.h>

#include "collect/perf/libperf_use.h"
#include "collect/perf/marker_event.h"
#include "collect/perf/perf_advice.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/facts.h"
#include "collect/sys/file_guard.h"

#define RING_BYTES_ALL (64UL << 20)	/* of all rings: a monitor must not eat the machine */
#define RING_BYTES_MAX (2UL << 20)	/* half of it: 25 ms of 100,000 switches/s of 400 bytes */
#define RING_BYTES_MIN (32UL << 10)
#define SWITCHES_NEVER (1ULL << 62)	/* the kernel takes no period of more bits */
#define GIVE_BACK_EVERY 64		/* records: the kernel reads the tail's cache line */

struct ring {
	struct perf_mmap *map;	/* NULL: the CPU is offline */
	int place;		/* of the CPU in libperf's map, or -1 */
	unsigned int behind;	/* records handed out, but not given back to the kernel */
	int timer_fd;		/* of the member that samples at the mux timer, or -1 */
};

/* The events of one group, on all CPUs. */
struct opened {
	struct perf_evsel *evsel[READING_MAX];	/* the leader first */
	size_t n;
	size_t clock, switches;	/* indices of these members, or n */
};

struct groups {
	const struct machine *machine;
	struct record_layout layout;
	struct perf_evlist *evlist;
	struct perf_cpu_map *cpus;
	struct perf_thread_map *threads;
	struct opened mux[1 + MUX_MAX];
	size_t n_mux;		/* groups beside mux 0 */
	struct perf_evsel *watcher[WATCHERS];
	size_t page;		/* bytes before the data of a ring */
	int epoll;
	struct probes probes;
	struct ring rings[];	/* one per CPU, in the order of machine->cpus */
};

static int evsel_fd(const struct groups *groups, const struct perf_evsel *evsel, size_t cpu)
{
	int place = groups->rings[cpu].place;
	int *fd = place < 0 ? NULL : xyarray__entry(evsel->fd, (size_t)place, 0);

	return fd ? *fd : -1;
}

static int member_fd(const struct groups *groups, size_t cpu, size_t mux, size_t member)
{
	return evsel_fd(groups, groups->mux[mux].evsel[member], cpu);
}

size_t groups_ring_min(size_t page)
{
	return page > RING_BYTES_MIN ? page : RING_BYTES_MIN;
}

size_t groups_ring_bytes(size_t n_cpus, size_t page)
{
	size_t bytes = RING_BYTES_MAX, share = RING_BYTES_ALL / (n_cpus ? n_cpus : 1);

	while (bytes > groups_ring_min(page) && bytes > share)
		bytes /= 2;
	return bytes;
}

/* A CPU list as libperf parses it: "0,1,2". The caller puts the map. */
static struct perf_cpu_map *cpu_map(const struct groups *groups)
{
	const struct machine *machine = groups->machine;
	size_t size = machine->n_cpus * 12 + 1, at = 0;
	char *list = malloc(size);
	struct perf_cpu_map *map;

	if (!list)
		return NULL;
	for (size_t i = 0; i < machine->n_cpus; i++)
		if (groups->rings[i].place >= 0)
			at += (size_t)snprintf(list + at, size - at, "%s%d", at ? "," : "",
					       machine->cpus[i].cpu);
	map = perf_cpu_map__new(list);
	free(list);
	return map;
}

static struct perf_evsel *add_evsel(struct groups *groups, const struct perf_event_attr *attr)
{
	struct perf_event_attr copy = *attr;
	struct perf_evsel *evsel = perf_evsel__new(&copy);

	if (evsel)
		perf_evlist__add(groups->evlist, evsel);
	return evsel;
}

/* perf_evlist__set_leader() knows one group only. */
static int add_mux(struct groups *groups, const struct group *group, struct opened *mux,
		   struct err *err)
{
	mux->clock = mux->switches = group->n;
	for (; mux->n < group->n; mux->n++) {
		struct perf_evsel *evsel = add_evsel(groups, &group->member[mux->n].attr);

		mux->evsel[mux->n] = evsel;
		if (!evsel)
			return err_set(err, ENOMEM, "not enough memory for %zu event%s", group->n, plural(group->n));
		/*
		 * A new evsel is its own leader. If it does not look so, libperf was built with
		 * another struct perf_event_attr than this file, and every field behind it is
		 * misplaced.
		 */
		if (evsel->leader != evsel)
			return err_set(err, EINVAL, "this tdtop was built with a "
				       "<linux/perf_event.h> that is not libperf's; build it with "
				       "./quickstart");
		evsel->leader = mux->evsel[0];
		if (group->member[mux->n].role == MEMBER_CLOCK)
			mux->clock = mux->n;
		if (group->member[mux->n].role == MEMBER_SWITCH)
			mux->switches = mux->n;
	}
	mux->evsel[0]->nr_members = (int)mux->n;
	return 0;
}

static int make_evlist(struct groups *groups, const struct group *group, struct err *err)
{
	int ret = 0;

	groups->evlist = perf_evlist__new();
	groups->cpus = cpu_map(groups);
	groups->threads = perf_thread_map__new_dummy();
	if (!groups->evlist || !groups->cpus || !groups->threads)
		return err_set(err, ENOMEM, "not enough memory for the events of %zu CPU%s",
			       groups->machine->n_cpus, plural(groups->machine->n_cpus));
	perf_thread_map__set_pid(groups->threads, 0, -1);
	for (size_t mux = 0; !ret && mux <= groups->n_mux; mux++)
		ret = add_mux(groups, &group[mux], &groups->mux[mux], err);
	for (enum watcher what = 0; !ret && what < WATCHERS; what++) {
		struct perf_event_attr attr;

		group_make_watcher(&attr, what);
		groups->watcher[what] = add_evsel(groups, &attr);
		if (!groups->watcher[what])
			ret = err_set(err, ENOMEM, "not enough memory for %zu event%s", group->n, plural(group->n));
	}
	if (!ret)
		perf_evlist__set_maps(groups->evlist, groups->cpus, groups->threads);
	return ret;
}

static int open_evsel(struct groups *groups, struct perf_evsel *evsel, const char *name,
		      struct err *err)
{
	int ret = perf_evsel__open(evsel, groups->cpus, groups->threads);
	struct facts facts;

	if (!ret)
		return 0;
	facts_read("", &facts);
	return perf_advice(-ret, name, groups->machine->cpus[0].cpu, &facts, err);
}

/*
 * Member by member, not by perf_evlist__open(), so that the sentence can name the one that failed.
 */
static int open_members(struct groups *groups, const struct group *group, struct err *err)
{
	int ret = 0;

	for (size_t mux = 0; mux <= groups->n_mux; mux++)
		for (size_t i = 0; !ret && i < groups->mux[mux].n; i++)
			ret = open_evsel(groups, groups->mux[mux].evsel[i],
					 group[mux].member[i].name, err);
	for (enum watcher what = 0; !ret && what < WATCHERS; what++)
		ret = open_evsel(groups, groups->watcher[what], "dummy", err);
	return ret;
}

/*
 * Maps the largest rings that the limits allow: root and CAP_IPC_LOCK have none, for others beyond
 * kernel.perf_event_mlock_kb and RLIMIT_MEMLOCK it is EPERM (perf_mmap() of kernel/events/core.c).
 */
static int map_rings(struct groups *groups, unsigned int grow, struct err *err)
{
	size_t page = groups->page = (size_t)sysconf(_SC_PAGESIZE), cpu = 0;
	struct perf_mmap *map;
	int ret = -1;

	for (size_t bytes = groups_ring_bytes(groups->machine->n_cpus, page) << grow;
	     ret && bytes >= groups_ring_min(page); bytes /= 2)
		ret = perf_evlist__mmap(groups->evlist, (int)(bytes / page));
	if (ret)
		return err_set(err, EPERM, "cannot map a ring buffer of %zu KiB per CPU: locked "
			       "memory is limited; run as root, or with CAP_IPC_LOCK, or raise "
			       "kernel.perf_event_mlock_kb", groups_ring_min(page) / 1024);
	perf_evlist__for_each_mmap(groups->evlist, map, false) {
		while (cpu < groups->machine->n_cpus && groups->rings[cpu].place < 0)
			cpu++;
		if (cpu == groups->machine->n_cpus)
			break;
		groups->rings[cpu++].map = map;
	}
	return 0;
}

static int watch_rings(struct groups *groups, struct err *err)
{
	groups->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (groups->epoll < 0)
		return err_set(err, errno, "cannot watch the ring buffers: %m");
	for (size_t cpu = 0; cpu < groups->machine->n_cpus; cpu++) {
		/*
		 * The kernel wakes once per half ring, and a poll clears the mark (perf_poll): one
		 * poll(2) on the epoll fd consumes it, so the epoll fd cannot tell afterwards which
		 * ring it was.
		 */
		struct epoll_event event = { .events = EPOLLIN | EPOLLET };

		if (groups->rings[cpu].place >= 0 &&
		    epoll_ctl(groups->epoll, EPOLL_CTL_ADD, member_fd(groups, cpu, 0, 0), &event))
			return err_set(err, errno, "cannot watch the ring buffer of CPU %d: %m",
				       groups->machine->cpus[cpu].cpu);
	}
	return 0;
}

static size_t events_per_cpu(const struct group *group, size_t n_mux)
{
	size_t n = WATCHERS;

	for (size_t mux = 0; mux <= n_mux; mux++)
		n += group[mux].n;
	return n;
}

static void leave_mux_timer(struct ring *ring)
{
	if (ring->timer_fd >= 0)
		close(ring->timer_fd);
	ring->timer_fd = -1;
}

static void close_groups(struct groups *groups)
{
	if (!groups)
		return;
	for (size_t cpu = 0; cpu < groups->machine->n_cpus; cpu++)
		leave_mux_timer(&groups->rings[cpu]);
	probes_close(&groups->probes, 1, true);
	if (groups->epoll >= 0)
		close(groups->epoll);
	if (groups->evlist) {
		perf_evlist__munmap(groups->evlist);
		perf_evlist__close(groups->evlist);
		for (size_t mux = 0; mux <= groups->n_mux; mux++)
			for (size_t i = 0; i < groups->mux[mux].n; i++)
				libperf_drop_references(groups->mux[mux].evsel[i]);
		for (enum watcher what = 0; what < WATCHERS; what++)
			if (groups->watcher[what])
				libperf_drop_references(groups->watcher[what]);
		perf_evlist__delete(groups->evlist);
	}
	perf_cpu_map__put(groups->cpus);
	perf_thread_map__put(groups->threads);
	free(groups);
}

static int open_groups(const struct group *group, const struct machine *machine,
		       const struct groups_options *options, struct groups **out, struct err *err)
{
	const struct perf_event_attr *attr = &group->member[0].attr;
	struct groups *groups;
	int ret, n = 0;

	libperf_use();
	groups = calloc(1, sizeof(*groups) + machine->n_cpus * sizeof(groups->rings[0]));
	if (!groups)
		return err_set(err, ENOMEM, "not enough memory for the events of %zu CPU%s",
			       machine->n_cpus, plural(machine->n_cpus));
	groups->machine = machine;
	for (size_t cpu = 0; cpu < machine->n_cpus; cpu++) {
		groups->rings[cpu].place = !options->online || options->online[cpu] ? n++ : -1;
		groups->rings[cpu].timer_fd = -1;
	}
	groups->n_mux = options->n_mux;
	groups->layout = record_layout_make(attr->sample_type, attr->read_format,
					    attr->sample_id_all, false);
	groups->epoll = -1;
	ret = perf_raise_nofile(events_per_cpu(group, options->n_mux) * machine->n_cpus, err);
	if (!ret)
		ret = make_evlist(groups, group, err);
	if (!ret)
		ret = open_members(groups, group, err);
	if (!ret)
		ret = map_rings(groups, options->grow, err);
	if (!ret)
		ret = watch_rings(groups, err);
	if (ret) {
		close_groups(groups);
		return ret;
	}
	*out = groups;
	return 0;
}

static int enable(struct groups *groups, struct err *err)
{
	int ret = 0;

	/*
	 * Watchers first, so that no new task is missed; members follow their leader: all start at
	 * one instant.
	 */
	for (enum watcher what = 0; !ret && what < WATCHERS; what++)
		ret = perf_evsel__enable(groups->watcher[what]);
	if (ret || perf_evsel__enable(groups->mux[0].evsel[0]))
		return err_set(err, errno, "cannot start counting: %m");
	return 0;
}

static int switch_mux(struct groups *groups, size_t cpu, size_t mux, bool on)
{
	int fd = member_fd(groups, cpu, mux, 0);

	return ioctl(fd, on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0) ? -errno : 0;
}

static int switch_cpu(struct groups *groups, size_t cpu, bool on)
{
	for (enum watcher what = 0; what < WATCHERS; what++)
		(void)ioctl(evsel_fd(groups, groups->watcher[what], cpu),
			    on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
	return switch_mux(groups, cpu, 0, on);
}

static const struct record_layout *layout_of(const struct groups *groups)
{
	return &groups->layout;
}

static uint64_t event_id(const struct groups *groups, size_t cpu, size_t mux, size_t member)
{
	uint64_t id = 0;

	if (ioctl(member_fd(groups, cpu, mux, member), PERF_EVENT_IOC_ID, &id))
		return 0;
	return id;
}

static int poll_fd(const struct groups *groups)
{
	return groups->epoll;
}

static void give_back(struct ring *ring)
{
	if (ring->behind)
		perf_mmap__consume(ring->map);
	ring->behind = 0;
}

/*
 * The next of the records that were there when the kernel was asked last: it writes into that cache
 * line with each record, maybe on another CPU. NULL: ask again by libperf, which also joins a
 * record that wraps around the end of the ring.
 */
static const union perf_event *next_known(struct perf_mmap *map, size_t page)
{
	const size_t mask = (size_t)map->mask, at = (size_t)map->start & mask;
	const union perf_event *event = (const void *)((const char *)map->base + page + at);
	const size_t left = (size_t)(map->end - map->start);

	if (left < sizeof(event->header) || event->header.size < sizeof(event->header) ||
	    event->header.size > left || event->header.size > mask + 1 - at)
		return NULL;
	map->start += event->header.size;
	map->prev = map->start;		/* as far as perf_mmap__consume() gives back */
	return event;
}

static const void *next_record(struct groups *groups, size_t cpu, size_t *size)
{
	struct ring *ring = &groups->rings[cpu];
	const union perf_event *event;

	if (!ring->map || (!ring->behind && perf_mmap__read_init(ring->map)))
		return NULL;
	if (ring->behind == GIVE_BACK_EVERY)
		give_back(ring);
	event = next_known(ring->map, groups->page);
	if (!event)
		event = perf_mmap__read_event(ring->map);
	if (!event) {
		give_back(ring);
		return NULL;
	}
	ring->behind++;
	*size = event->header.size;
	return event;
}

static int read_group(struct groups *groups, size_t cpu, size_t mux, struct reading *reading)
{
	uint64_t words[3 + 3 * READING_MAX];
	ssize_t got = read(member_fd(groups, cpu, mux, 0), words, sizeof(words));

	if (got < 0)
		return -errno;
	return record_decode_reading(&groups->layout, words, (size_t)got, reading);
}

static void set_period(struct groups *groups, size_t cpu, size_t mux, size_t member,
		       uint64_t period)
{
	if (member != groups->mux[mux].n)
		(void)ioctl(member_fd(groups, cpu, mux, member), PERF_EVENT_IOC_PERIOD, &period);
}

static void set_clock_period(struct groups *groups, size_t cpu, size_t mux, uint64_t period_ns)
{
	set_period(groups, cpu, mux, groups->mux[mux].clock, period_ns);
}

/*
 * Through the member's period, not by switching it off. An event that was off has other times than
 * its group, and to switch one on makes the kernel take all counters of the CPU away for a moment.
 * The watcher has no period and must be switched.
 */
static void sample_switches(struct groups *groups, size_t cpu, bool on)
{
	int watcher = evsel_fd(groups, groups->watcher[WATCHER_OF_SWITCHES], cpu);

	/* In this order: each switch that is sampled is also written. */
	if (on)
		(void)ioctl(watcher, PERF_EVENT_IOC_ENABLE, 0);
	for (size_t mux = 0; mux <= groups->n_mux; mux++)
		set_period(groups, cpu, mux, groups->mux[mux].switches, on ? 1 : SWITCHES_NEVER);
	if (!on)
		(void)ioctl(watcher, PERF_EVENT_IOC_DISABLE, 0);
}

static uint64_t sample_mux_timer(struct groups *groups, size_t cpu, const struct mux_timer *timer)
{
	const int leader = member_fd(groups, cpu, 0, 0);
	struct ring *ring = &groups->rings[cpu];
	struct perf_event_attr attr;
	uint64_t id = 0;

	leave_mux_timer(ring);
	if (!timer || leader < 0)
		return 0;
	group_make_tracepoint(&attr, timer->tracepoint);
	ring->timer_fd = perf_sys_real.open(NULL, &attr, -1, groups->machine->cpus[cpu].cpu, leader,
					    0);
	if (ring->timer_fd >= 0 &&
	    !ioctl(ring->timer_fd, PERF_EVENT_IOC_SET_FILTER, timer->filter) &&
	    !ioctl(ring->timer_fd, PERF_EVENT_IOC_SET_OUTPUT, leader) &&
	    !ioctl(ring->timer_fd, PERF_EVENT_IOC_ID, &id) &&
	    !ioctl(ring->timer_fd, PERF_EVENT_IOC_ENABLE, 0))
		return id;
	leave_mux_timer(ring);
	return 0;
}

/* Leader first: it has the ring of the CPU into which all its events write. */
static int open_probe(struct groups *groups, size_t cpu, size_t mux,
		      struct perf_event_attr *attr, uint64_t *id)
{
	const int fd = perf_sys_real.open(NULL, attr, -1, groups->machine->cpus[cpu].cpu,
					  member_fd(groups, cpu, mux, 0), 0);
	int ret;

	if (fd < 0)
		return fd;
	if (!ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, member_fd(groups, cpu, 0, 0)) &&
	    !ioctl(fd, PERF_EVENT_IOC_ID, id))
		return fd;
	ret = -errno;
	close(fd);
	return ret;
}

static int probe_marker(struct groups *groups, size_t cpu, size_t mux,
			const struct groups_probe *probe, uint64_t *id, struct err *err)
{
	const size_t others = probes_of_group(&groups->probes, cpu, mux);
	struct open_probe opened = { .cpu = (uint32_t)cpu, .mux = (uint32_t)mux,
				     .object = probe->object, .guard = probe->guard };
	struct perf_event_attr attr;
	char path[MARKER_PATH_LEN];
	struct facts facts;
	uint32_t type = 0;
	int ret;

	/* One is for the mux timer. */
	if (probes_closing() && groups->mux[mux].n + others + probes_closing() + 2 > READING_MAX)
		return err_set(err, EAGAIN, "cannot watch the regions of \"%s\" yet: the kernel is "
			       "still closing the probes of before", probe->path);
	if (groups->mux[mux].n + others + 2 > READING_MAX)
		return err_set(err, ENOSPC, "cannot watch the regions of \"%s\": those of %zu other "
			       "programs and libraries are watched, and a group of counters has no "
			       "room for more", probe->path, others);
	if (groups->rings[cpu].place < 0)
		return err_set(err, ENODEV, "the CPU is offline");
	if (file_guard_hold(probe->guard))
		return marker_event_is_stale(probe->path, err);
	marker_event_path(probe->fd, path);
	ret = marker_event_type("", &type);
	if (ret || !marker_event_make(&attr, type, path, probe->offset))
		ret = -EOPNOTSUPP;
	else
		ret = opened.fd = open_probe(groups, cpu, mux, &attr, id);
	if (ret >= 0)
		return probes_add(&groups->probes, &opened);
	file_guard_release(probe->guard);
	facts_read("", &facts);
	return perf_advice_probe(-ret, probe->path, &facts, err);
}

static void unprobe(struct groups *groups, uint32_t object)
{
	probes_close(&groups->probes, object, object > 1);
}

const struct groups_ops groups_real = {
	.open = open_groups,
	.close = close_groups,
	.enable = enable,
	.switch_mux = switch_mux,
	.switch_cpu = switch_cpu,
	.layout = layout_of,
	.event_id = event_id,
	.poll_fd = poll_fd,
	.next_record = next_record,
	.read = read_group,
	.set_clock_period = set_clock_period,
	.sample_switches = sample_switches,
	.sample_mux_timer = sample_mux_timer,
	.probe = probe_marker,
	.unprobe = unprobe,
};

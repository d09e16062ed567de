/* SPDX-License-Identifier: GPL-2.0-only */
/* The thread that looks for programs with regions; see region_finder.h. */
#include "config.h"
#include "collect/region/region_finder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/sys/clock_ns.h"
#include "collect/sys/file_guard.h"
#include "collect/sys/privilege.h"
#include "collect/sys/procfs.h"
#include "collect/sys/thread_start.h"

#define LOOKS_MAX 4096
#define FOUND_MAX 32
#define NAMES_MAX 256
#define FORGET_MAX 64
#define END_SECONDS 2
#define CREDIT_NS 100000000LL		/* that the thread may take at once */
#define CREDIT_PART 20			/* of the time that passes is its credit */

struct look {
	int32_t pid;
	bool children;
};

struct name {
	int32_t pid;
	region_t region;
	char text[REGION_NAME_LEN];
};

/* The lock is held only to copy. */
struct region_finder {
	const char *proc_root;
	struct region_files *files;	/* the thread's */
	pthread_t thread;
	bool started;
	pthread_mutex_t lock;
	pthread_cond_t changed;		/* there is something to do, or the end has come */
	bool stop;
	struct look look[LOOKS_MAX];	/* a ring: first, and how many */
	size_t first_look, n_looks;
	struct region_entry entry[NAMES_MAX];
	size_t n_entries;
	struct region_object found[FOUND_MAX];
	size_t n_found;
	struct name name[NAMES_MAX];
	size_t n_names;
	struct region_file forget[FORGET_MAX];
	size_t n_forget;
	struct region_finder_report report;
};

static void lock(struct region_finder *finder)
{
	(void)pthread_mutex_lock(&finder->lock);
}

static void unlock(struct region_finder *finder)
{
	(void)pthread_mutex_unlock(&finder->lock);
}

struct region_finder *region_finder_new(const char *proc_root)
{
	struct region_finder *finder = calloc(1, sizeof(*finder));
	pthread_condattr_t monotonic;

	if (!finder)
		return NULL;
	finder->proc_root = proc_root ? proc_root : "/proc";
	finder->files = region_files_new(finder->proc_root);
	if (!finder->files) {
		free(finder);
		return NULL;
	}
	(void)pthread_mutex_init(&finder->lock, NULL);
	(void)pthread_condattr_init(&monotonic);
	(void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&finder->changed, &monotonic);
	(void)pthread_condattr_destroy(&monotonic);
	return finder;
}

/* False: it hangs, and keeps all that it uses until tdtop ends. */
static bool end_thread(struct region_finder *finder)
{
	struct timespec until;

	lock(finder);
	finder->stop = true;
	(void)pthread_cond_signal(&finder->changed);
	unlock(finder);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += END_SECONDS;
	if (!pthread_timedjoin_np(finder->thread, NULL, &until))
		return true;
	(void)pthread_detach(finder->thread);
	return false;
}

void region_finder_free(struct region_finder *finder)
{
	if (!finder)
		return;
	if (finder->started && !end_thread(finder))
		return;
	for (size_t i = 0; i < finder->n_found; i++)
		region_object_done(&finder->found[i]);
	(void)pthread_cond_destroy(&finder->changed);
	(void)pthread_mutex_destroy(&finder->lock);
	region_files_free(finder->files);
	free(finder);
}

/* ---- collector thread ---- */

/* With the lock. */
static bool put_look(struct region_finder *finder, int32_t pid, bool children)
{
	if (finder->n_looks == LOOKS_MAX)
		return false;
	finder->look[(finder->first_look + finder->n_looks++) % LOOKS_MAX] =
		(struct look){ .pid = pid, .children = children };
	return true;
}

bool region_finder_look(struct region_finder *finder, int32_t pid, bool children)
{
	bool fits;

	lock(finder);
	fits = put_look(finder, pid, children);
	(void)pthread_cond_signal(&finder->changed);
	unlock(finder);
	return fits;
}

bool region_finder_take(struct region_finder *finder, struct region_object *object)
{
	bool any;

	lock(finder);
	any = finder->n_found > 0;
	if (any) {
		*object = finder->found[0];
		memmove(finder->found, finder->found + 1,
			--finder->n_found * sizeof(finder->found[0]));
	}
	unlock(finder);
	return any;
}

/* More than fit: they are found again after a restart only. */
void region_finder_forget(struct region_finder *finder, const struct region_file *file)
{
	lock(finder);
	if (finder->n_forget < FORGET_MAX)
		finder->forget[finder->n_forget++] = *file;
	(void)pthread_cond_signal(&finder->changed);
	unlock(finder);
}

bool region_finder_want_name(struct region_finder *finder, const struct region_entry *entry)
{
	bool fits;

	lock(finder);
	fits = finder->n_entries < NAMES_MAX;
	if (fits)
		finder->entry[finder->n_entries++] = *entry;
	(void)pthread_cond_signal(&finder->changed);
	unlock(finder);
	return fits;
}

bool region_finder_take_name(struct region_finder *finder, int32_t *pid, region_t *region,
			     char name[REGION_NAME_LEN])
{
	bool any;

	lock(finder);
	any = finder->n_names > 0;
	if (any) {
		const struct name *read = &finder->name[--finder->n_names];

		*pid = read->pid;
		*region = read->region;
		memcpy(name, read->text, sizeof(read->text));
		(void)pthread_cond_signal(&finder->changed);	/* there is room again */
	}
	unlock(finder);
	return any;
}

void region_finder_report(struct region_finder *finder, struct region_finder_report *report)
{
	lock(finder);
	*report = finder->report;
	report->waiting = finder->n_looks + finder->n_entries + (report->pid != 0);
	unlock(finder);
}

/* ---- the thread ---- */

static bool found(void *data, struct region_object *object)
{
	struct region_finder *finder = data;
	bool fits;

	lock(finder);
	fits = finder->n_found < FOUND_MAX;
	if (fits)
		finder->found[finder->n_found++] = *object;
	unlock(finder);
	if (!fits)
		region_object_done(object);
	return fits;
}

struct children {
	struct region_finder *finder;
	int root;
	int32_t pid;
};

static void put_child(void *data, int32_t pid)
{
	const struct children *children = data;

	lock(children->finder);
	(void)put_look(children->finder, pid, true);
	unlock(children->finder);
}

static void put_children_of_thread(void *data, int32_t tid)
{
	struct children *children = data;

	proc_each_child(children->root, children->pid, tid, put_child, children);
}

static void put_children(struct region_finder *finder, int32_t pid)
{
	struct children children = { .finder = finder, .pid = pid };

	children.root = open(finder->proc_root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (children.root < 0)
		return;
	(void)proc_each_thread(children.root, pid, put_children_of_thread, &children);
	(void)close(children.root);
}

static void look_at(struct region_finder *finder, const struct look *look)
{
	const int ret = region_files_look(finder->files, look->pid, found, finder);

	if (look->children)
		put_children(finder, look->pid);
	lock(finder);
	finder->report.looked++;
	if (ret == -EACCES || ret == -EPERM) {
		finder->report.denied++;
		finder->report.error = ret;
	}
	unlock(finder);
}

static void read_name(struct region_finder *finder, const struct region_entry *entry)
{
	struct name name = { .pid = entry->pid, .region = entry->region };

	(void)region_files_name(finder->files, entry, name.text);
	lock(finder);
	if (finder->n_names < NAMES_MAX)
		finder->name[finder->n_names++] = name;
	unlock(finder);
}

/* With the lock. Names that were read wait for the collector first. */
static bool has_work(const struct region_finder *finder)
{
	return finder->n_forget || finder->n_looks ||
	       (finder->n_entries && finder->n_names < NAMES_MAX);
}

/* With the lock: what comes next. */
static void begin_step(struct region_finder *finder, struct region_entry *entry, struct look *look)
{
	while (finder->n_forget)
		region_files_forget(finder->files, &finder->forget[--finder->n_forget]);
	if (finder->n_entries && finder->n_names < NAMES_MAX) {
		*entry = finder->entry[--finder->n_entries];
	} else if (finder->n_looks) {
		*look = finder->look[finder->first_look];
		finder->first_look = (finder->first_look + 1) % LOOKS_MAX;
		finder->n_looks--;
	}
	finder->report.pid = entry->pid ? entry->pid : look->pid;
}

bool region_finder_step(struct region_finder *finder)
{
	struct region_entry entry = { .pid = 0 };
	struct look look = { .pid = 0 };

	lock(finder);
	begin_step(finder, &entry, &look);
	unlock(finder);
	if (entry.pid)
		read_name(finder, &entry);
	else if (look.pid)
		look_at(finder, &look);
	else
		return false;
	lock(finder);
	finder->report.pid = 0;
	finder->report.steps++;
	unlock(finder);
	return true;
}

uint64_t region_finder_pause(int64_t *credit_ns, uint64_t used_ns, uint64_t passed_ns)
{
	*credit_ns += (int64_t)(passed_ns / CREDIT_PART) - (int64_t)used_ns;
	if (*credit_ns > CREDIT_NS)
		*credit_ns = CREDIT_NS;
	return *credit_ns < 0 ? (uint64_t)-*credit_ns * CREDIT_PART : 0;
}

/* Waits until there is something to do, or until then, if that is not 0. False: the end has come. */
static bool wait_for_work(struct region_finder *finder, uint64_t until_ns)
{
	const struct timespec until = { .tv_sec = (time_t)(until_ns / 1000000000U),
					.tv_nsec = (long)(until_ns % 1000000000U) };
	int ret = 0;
	bool goes_on;

	lock(finder);
	while (!finder->stop && !ret && (until_ns || !has_work(finder))) {
		if (until_ns)
			ret = pthread_cond_timedwait(&finder->changed, &finder->lock, &until);
		else
			ret = pthread_cond_wait(&finder->changed, &finder->lock);
	}
	goes_on = !finder->stop;
	unlock(finder);
	return goes_on;
}

static void *finder_run(void *data)
{
	struct region_finder *finder = data;
	uint64_t used_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID), now_ns = clock_ns(CLOCK_MONOTONIC);
	int64_t credit_ns = CREDIT_NS;

	privilege_raise(PRIVILEGE_COUNT);	/* CAP_SYS_ADMIN: for /proc/PID/map_files */
	while (wait_for_work(finder, 0)) {
		const uint64_t used_before = used_ns, began_ns = now_ns;
		uint64_t pause_ns;

		(void)region_finder_step(finder);
		used_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		now_ns = clock_ns(CLOCK_MONOTONIC);
		pause_ns = region_finder_pause(&credit_ns, used_ns - used_before,
					       now_ns - began_ns);
		if (pause_ns && !wait_for_work(finder, now_ns + pause_ns))
			break;
	}
	return NULL;
}

int region_finder_start(struct region_finder *finder, struct err *err)
{
	const int ret = thread_start(&finder->thread, "tdtop-regions", finder_run, finder, err);

	finder->started = !ret;
	return ret;
}

/* ---- which objects are watched ---- */

#define NS_PER_S 1000000000ULL
#define UNUSED_NS (30 * NS_PER_S)	/* then an object gives way to others */
#define GIVE_WAY_NS (10 * NS_PER_S)	/* the least time between two of them: all stop meanwhile */

void region_objects_done(struct region_objects *objects)
{
	if (objects->gives_way)
		region_object_done(&objects->next);
	objects->gives_way = 0;
}

/* One that is closed, or that no process used for a while: its number; 0: there is none. */
static uint32_t least_used(const struct region_objects *objects, uint64_t now_ns)
{
	uint32_t least = 0;

	for (uint32_t i = 1; i <= regions_objects(objects->regions); i++) {
		const uint64_t used_ns = objects->used_ns[i - 1];

		if (regions_object(objects->regions, i)->fd < 0)
			return i;
		if (now_ns >= used_ns + UNUSED_NS &&
		    (!least || used_ns < objects->used_ns[least - 1]))
			least = i;
	}
	return least;
}

static void close_object(struct region_objects *objects, uint32_t number)
{
	const struct region_object *object = regions_object(objects->regions, number);

	if (object->fd < 0)
		return;
	region_finder_forget(objects->finder, &object->file);
	regions_close(objects->regions, number);
}

/* There is no number left. False: all are needed, or another object waits for one. */
static bool make_way(struct region_objects *objects, const struct region_object *object,
		     uint64_t now_ns)
{
	const bool may = !objects->gives_way &&
			 (!objects->gave_way_ns || now_ns >= objects->gave_way_ns + GIVE_WAY_NS);
	const uint32_t least = may ? least_used(objects, now_ns) : 0;

	if (!least)
		return false;
	close_object(objects, least);
	objects->next = *object;
	objects->gives_way = least;
	objects->gave_way_ns = now_ns;
	return true;
}

static enum region_objects_step objects_add(struct region_objects *objects, struct region_object *object,
					    bool may_replace, uint64_t now_ns)
{
	const uint32_t n = regions_objects(objects->regions);

	if (n < REGION_OBJECTS_MAX) {
		if (regions_add(objects->regions, object) < 0)
			return OBJECTS_SAME;
		objects->used_ns[n] = now_ns;
		return OBJECTS_NEW;
	}
	if (may_replace && make_way(objects, object, now_ns))
		return OBJECTS_GONE;
	objects->too_many = true;
	objects->too_many_ns = now_ns;
	region_finder_forget(objects->finder, &object->file);
	region_object_done(object);
	return OBJECTS_SAME;
}

/* True: some were closed. */
static bool close_stale(struct region_objects *objects)
{
	bool any = false;

	for (uint32_t i = 1; i <= regions_objects(objects->regions); i++) {
		const struct region_object *object = regions_object(objects->regions, i);

		if (object->fd < 0 || !file_guard_is_stale(object->guard))
			continue;
		close_object(objects, i);
		any = true;
	}
	return any;
}

enum region_objects_step region_objects_step(struct region_objects *objects, bool may_replace,
					     uint64_t now_ns)
{
	enum region_objects_step step = close_stale(objects) ? OBJECTS_GONE : OBJECTS_SAME;
	struct region_object object;

	while (region_finder_take(objects->finder, &object)) {
		const enum region_objects_step one = objects_add(objects, &object, may_replace, now_ns);

		step = one > step ? one : step;
	}
	return step;
}

bool region_objects_see(struct region_objects *objects, uint64_t now_ns)
{
	const uint32_t number = objects->gives_way;

	for (uint32_t i = 1; i <= regions_objects(objects->regions); i++)
		if (regions_take_used(objects->regions, i))
			objects->used_ns[i - 1] = now_ns;
	if (now_ns >= objects->too_many_ns + UNUSED_NS)
		objects->too_many = false;
	if (!number)
		return false;
	regions_put(objects->regions, number, &objects->next);
	objects->used_ns[number - 1] = now_ns;
	objects->gives_way = 0;
	return true;
}

uint32_t region_objects_open(const struct region_objects *objects)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i <= regions_objects(objects->regions); i++)
		n += regions_object(objects->regions, i)->fd >= 0;
	return n;
}

bool region_objects_ready(const struct region_objects *objects)
{
	return !objects->gives_way && region_objects_open(objects);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The script of the simulated machine: a server with a web shop, a database, caches, a build, and a
 * few programs that one thing limits; see demo_script.h.
 */
#include "config.h"
#include "collect/demo/demo_script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEX52 "9e107d9d372bb6826bd81d3542a419d6e4d909c290d0fb1ca068"
#define POSTGRES "/system.slice/system-postgresql.slice/postgresql@15-main.service"
#define NGINX "/system.slice/nginx.service"
#define SESSION "/user.slice/user-1000.slice/session-4.scope"
#define MEDIA "/user.slice/user-1001.slice/user@1001.service/app.slice/transcode.service"
#define CI "/system.slice/ci-runner.service/job-118"
#define DOCKER_SHOP "/system.slice/docker-5a0c1b9f3d7e" HEX52 ".scope"
#define DOCKER_REDIS "/system.slice/docker-c41f7720be93" HEX52 ".scope"
#define PODS "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod"
#define POD_TOMCAT \
	PODS "8d2f01aa_6c1e_4f0b_9a55_0be7d1c2a3f4.slice/cri-containerd-77e0d2b8a14c" HEX52 ".scope"
#define POD_PROMETHEUS \
	PODS "e01b44c9_02d7_4be1_8f3c_5d6a7b8c9d0e.slice/cri-containerd-2b90ff6ad351" HEX52 ".scope"

const struct demo_process demo_processes[] = {
	{ 3107, 2988, "ada", SESSION, "python3 train_gbdt.py --trees 400 --depth 9",
	  { { "python3", 1, 820, SPLIT(24, 4, 31, 5, 10, 6, 12, 8) } } },
	{ 3561, 2988, "ada", SESSION, "./stream_c --array 400M --ntimes 0",
	  { { "stream_c", 1, 700, SPLIT(7, 1, 1, 1, 2, 2, 78, 8) } } },
	{ 4460, DEMO_MAKE, "build", CI,
	  "/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus -quiet -O2 parser.cc",
	  { { "cc1plus", 1, 420, SPLIT(23, 3, 10, 1, 34, 14, 10, 5) } } },
	{ 3340, 1, "media", MEDIA, "ffmpeg -i in.mkv -c:v libx264 -preset slow out.mp4",
	  { { "ffmpeg", 1, 40, SPLIT(45, 5, 8, 1, 9, 8, 14, 10) },
	    { "av:libx264", 3, 220, SPLIT(68, 9, 4, 1, 3, 4, 3, 8) } } },
	{ 20110, 1410, "postgres", POSTGRES,
	  "postgres: 15/main: shop orders 10.0.0.12(51334) SELECT",
	  { { "postgres", 1, 190, SPLIT(22, 3, 6, 2, 19, 6, 36, 6) } } },
	{ 20114, 1410, "postgres", POSTGRES,
	  "postgres: 15/main: shop orders 10.0.0.12(51380) SELECT",
	  { { "postgres", 1, 180, SPLIT(23, 3, 6, 2, 20, 6, 34, 6) } } },
	{ 20131, 1410, "postgres", POSTGRES, "postgres: 15/main: shop stock 10.0.0.14(40022) idle",
	  { { "postgres", 1, 130, SPLIT(20, 4, 5, 3, 17, 6, 39, 6) } } },
	{ 3702, 1, "root", "/system.slice/backup.service", "gzip -9 /var/backups/shop.sql",
	  { { "gzip", 1, 180, SPLIT(37, 2, 28, 1, 6, 5, 9, 12) } } },
	{ 3777, 2988, "ada", SESSION, "openssl speed rsa4096",
	  { { "openssl", 1, 150, SPLIT(50, 3, 1, 0, 1, 2, 2, 41) } } },
	{ 2755, 1, "shop", DOCKER_SHOP, "node /srv/shop/server.js --port 3000",
	  { { "node", 1, 130, SPLIT(24, 2, 8, 2, 38, 12, 9, 5) },
	    { "libuv-worker", 4, 6, SPLIT(28, 3, 6, 1, 26, 9, 20, 7) } } },
	{ 1533, 1, "memcache", "/system.slice/memcached.service",
	  "/usr/bin/memcached -m 4096 -t 4 -l 127.0.0.1",
	  { { "memcached", 1, 3, SPLIT(20, 2, 4, 1, 30, 8, 28, 7) },
	    { "mc-worker", 4, 110, SPLIT(13, 2, 3, 2, 13, 4, 57, 6) } } },
	{ 1622, 1, "redis", DOCKER_REDIS, "/usr/bin/redis-server 127.0.0.1:6379",
	  { { "redis-server", 1, 110, SPLIT(25, 2, 5, 1, 17, 8, 35, 7) },
	    { "bio_aof", 1, 2, SPLIT(24, 4, 4, 1, 28, 9, 22, 8) } } },
	{ 2311, 1, "tomcat", POD_TOMCAT,
	  "/usr/bin/java -Xmx8g -XX:+UseG1GC org.apache.catalina.startup.Main",
	  { { "java", 1, 2, SPLIT(22, 3, 7, 2, 34, 10, 16, 6) },
	    { "http-nio-8080-e", 6, 60, SPLIT(23, 3, 7, 2, 33, 11, 15, 6) },
	    { "G1 Conc#0", 2, 40, SPLIT(15, 1, 4, 1, 5, 3, 64, 7) },
	    { "C2 CompilerThre", 1, 90, SPLIT(25, 3, 15, 2, 29, 10, 11, 5) } } },
	{ 1205, 1204, "www-data", NGINX, "nginx: worker process",
	  { { "nginx", 1, 100, SPLIT(21, 4, 6, 3, 36, 11, 13, 6) } } },
	{ 1206, 1204, "www-data", NGINX, "nginx: worker process",
	  { { "nginx", 1, 90, SPLIT(21, 4, 6, 3, 35, 12, 13, 6) } } },
	{ 1207, 1204, "www-data", NGINX, "nginx: worker process",
	  { { "nginx", 1, 90, SPLIT(22, 4, 6, 3, 34, 12, 13, 6) } } },
	{ 1208, 1204, "www-data", NGINX, "nginx: worker process",
	  { { "nginx", 1, 80, SPLIT(21, 4, 7, 3, 35, 11, 13, 6) } } },
	{ 1701, 1, "prometheus", POD_PROMETHEUS,
	  "/usr/bin/prometheus --storage.tsdb.path=/var/lib/prometheus",
	  { { "prometheus", 5, 15, SPLIT(33, 3, 6, 1, 20, 8, 22, 7) } } },
	{ DEMO_MAKE, 4402, "build", CI, "make -j4",
	  { { "make", 1, 8, SPLIT(27, 4, 7, 2, 33, 9, 12, 6) } } },
	{ 640, 1, "root", "/system.slice/containerd.service", "/usr/bin/containerd",
	  { { "containerd", 4, 3, SPLIT(28, 4, 6, 1, 31, 9, 15, 6) } } },
	{ 312, 1, "root", "/system.slice/systemd-journald.service", "/lib/systemd/systemd-journald",
	  { { "systemd-journal", 1, 6, SPLIT(26, 5, 6, 2, 28, 9, 18, 6) } } },
	{ 1410, 1, "postgres", POSTGRES,
	  "/usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql/15/main",
	  { { "postgres", 1, 2, SPLIT(22, 4, 6, 2, 32, 8, 20, 6) } } },
	{ 1204, 1, "root", NGINX, "nginx: master process /usr/sbin/nginx -g daemon on;",
	  { { "nginx", 1, 1, SPLIT(22, 4, 7, 3, 36, 10, 12, 6) } } },
	{ 2988, 802, "ada", SESSION,
	  "-bash", { { "bash", 1, 2, SPLIT(24, 4, 8, 2, 36, 9, 12, 5) } } },
	{ 802, 1, "root", "/system.slice/ssh.service", "sshd: /usr/sbin/sshd -D [listener]",
	  { { "sshd", 1, 1, SPLIT(23, 4, 7, 2, 38, 9, 12, 5) } } },
	{ 1, 0, "root", "/init.scope",
	  "/sbin/init", { { "systemd", 1, 2, SPLIT(24, 4, 7, 2, 34, 9, 14, 6) } } },
	{ 4402, 1, "build", CI, "/usr/bin/ci-runner --once", { { "ci-runner", 1, 0, { 0 } } } },
	{ 2, 0, "root", "/", "", { { "kthreadd", 1, 0, { 0 } } } },
	{ 15, 2, "root", "/", "", { { "rcu_preempt", 1, 2, SPLIT(19, 6, 3, 3, 26, 7, 29, 7) } } },
	{ 16, 2, "root", "/", "", { { "ksoftirqd/0", 1, 4, SPLIT(21, 6, 4, 3, 25, 7, 27, 7) } } },
	{ 87, 2, "root", "/", "", { { "kworker/3:1", 1, 4, SPLIT(20, 6, 4, 3, 25, 7, 28, 7) } } },
	{ 112, 2, "root", "/",
	  "", { { "kworker/u16:2", 1, 3, SPLIT(20, 5, 4, 3, 26, 7, 28, 7) } } },
};
const size_t demo_n_processes = sizeof(demo_processes) / sizeof(demo_processes[0]);

const struct demo_threads demo_children[] = {
	{ "sh", 1, 8, SPLIT(23, 4, 9, 2, 36, 9, 12, 5) },
	{ "cc1", 1, 90, SPLIT(25, 3, 11, 1, 32, 13, 10, 5) },
	{ "as", 1, 25, SPLIT(29, 3, 9, 1, 26, 12, 14, 6) },
	{ "cc1", 1, 70, SPLIT(24, 3, 12, 1, 33, 12, 10, 5) },
};
const size_t demo_n_children = sizeof(demo_children) / sizeof(demo_children[0]);

uint32_t demo_count_threads(const struct demo_process *process)
{
	uint32_t kind, n = 0;

	for (kind = 0; kind < DEMO_KINDS; kind++)
		n += process->threads[kind].count;
	return n;
}

void demo_count(struct counts *counts, const double share[DEMO_SHARES], double cycles)
{
	double slots = (double)(uint64_t)(cycles * DEMO_SLOTS_PER_CYCLE), *value = counts->value;

#define PART(of) ((double)(uint64_t)(slots * (of)))
	value[EV_SLOTS] = slots;
	value[EV_HEAVY_OPS] = PART(share[DEMO_HEAVY]);
	value[EV_RETIRING] = value[EV_HEAVY_OPS] + PART(share[DEMO_LIGHT]);
	value[EV_BR_MISPREDICT] = PART(share[DEMO_MISPREDICTS]);
	value[EV_BAD_SPEC] = value[EV_BR_MISPREDICT] + PART(share[DEMO_CLEARS]);
	value[EV_FETCH_LAT] = PART(share[DEMO_LATENCY]);
	value[EV_FE_BOUND] = value[EV_FETCH_LAT] + PART(share[DEMO_BANDWIDTH]);
	value[EV_MEM_BOUND] = PART(share[DEMO_MEMORY]);
	/* Backend gets what rounding has left, so that level 1 adds up to the slots. */
	value[EV_BE_BOUND] = slots - value[EV_RETIRING] - value[EV_BAD_SPEC] - value[EV_FE_BOUND];
	value[EV_INSTRUCTIONS] = (double)(uint64_t)(value[EV_RETIRING] * 0.88);
	value[EV_CYCLES] = (double)(uint64_t)cycles;
#undef PART
	counts->present = (1U << EV_X0) - 1;
}

const struct demo_process *demo_find_process(int32_t pid)
{
	size_t i;

	for (i = 0; i < demo_n_processes; i++)
		if (demo_processes[i].pid == pid)
			return &demo_processes[i];
	return NULL;
}

const char *demo_thread_name(int32_t pid, int32_t tid, uint32_t *number)
{
	*number = 0;
	for (size_t p = 0; p < demo_n_processes; p++) {
		const struct demo_process *process = &demo_processes[p];
		int32_t first = process->pid;

		for (size_t kind = 0; kind < DEMO_KINDS; kind++) {
			const struct demo_threads *threads = &process->threads[kind];
			const int32_t n = threads->load ? (int32_t)threads->count : 0;

			if (process->pid == pid && tid >= first && tid - first < n) {
				*number += (uint32_t)(tid - first);
				return threads->comm;
			}
			first += n;
			*number += (uint32_t)n;
		}
	}
	return NULL;
}

/*
 * ---- regions of a database and of a video encoder ----
 *
 * What a region's slots are like is a request. The requests are fitted to the time of each region and to
 * the shares of the whole thread, so that a process is what it is without regions. Collector thread.
 *
 * A new region of the demo is a row of programs[]; then make screens.
 */

#define FIT_STEPS 12		/* then no share is off by more than some thousandths */
#define MARK_DISTANCE 64	/* between the invented markers of an object */

#define ALIKE 0, 0, 0		/* its entries are alike, and no region is inside of it */

struct demo_region {
	const char *name;		/* NULL ends the list; "": outside of regions */
	double part;			/* of the thread's time without the regions inside */
	double entries_per_ms;
	uint8_t split[DEMO_SHARES];
	double slow, slower;		/* this part of the entries takes so many times as long, bound by memory */
	size_t holds;			/* so many of the next regions are inside of this one */
};

/* The first threads of this name have these regions. */
static const struct demo_marked_program {
	const char *comm, *path;
	struct demo_region region[DEMO_PIECES];
} programs[] = {
	/* "hash probe" is inside "execute", and entered four times a query. */
	{ "postgres", "/usr/lib/postgresql/15/bin/postgres",
	  { { "", 0.12, 0, SPLIT(20, 4, 5, 3, 30, 8, 23, 7), ALIKE },
	    { "parse", 0.11, 5.2, SPLIT(22, 3, 17, 2, 35, 11, 5, 5), ALIKE },
	    { "plan", 0.17, 5.2, SPLIT(26, 4, 9, 2, 36, 9, 8, 6), ALIKE },
	    { "execute", 0.24, 5.2, SPLIT(34, 3, 5, 2, 15, 6, 24, 11), 0.018, 12, 1 },
	    { "hash probe", 0.36, 20.8, SPLIT(10, 1, 3, 1, 3, 2, 76, 4), 0.02, 6, 0 } } },
	{ "av:libx264", "/usr/lib/x86_64-linux-gnu/libx264.so.164",
	  { { "", 0.06, 0, SPLIT(50, 8, 5, 1, 12, 7, 8, 9), ALIKE },
	    { "motion search", 0.46, 9.1, SPLIT(70, 5, 3, 1, 2, 2, 5, 12), ALIKE },
	    { "transform", 0.22, 9.1, SPLIT(72, 18, 1, 0, 2, 2, 1, 4), ALIKE },
	    { "entropy code", 0.17, 9.1, SPLIT(55, 5, 20, 2, 7, 6, 1, 4), ALIKE },
	    { "deblock", 0.09, 2.3, SPLIT(64, 10, 2, 1, 2, 4, 8, 9), ALIKE } } },
};

#define PROGRAMS (sizeof(programs) / sizeof(programs[0]))

static int add_object(struct regions *regions, const struct demo_marked_program *program)
{
	struct region_object object = { .fd = -1, .notes.mark_offset = 0x1000 };
	struct region_site *sites = calloc(DEMO_PIECES, sizeof(*sites));
	size_t n = 0;

	if (!sites)
		return -1;
	for (size_t i = 0; i < DEMO_PIECES && program->region[i].name; i++) {
		if (!program->region[i].name[0])
			continue;
		sites[n].from_mark = (int32_t)(i * MARK_DISTANCE);
		(void)snprintf(sites[n].name, sizeof(sites[n].name), "%s", program->region[i].name);
		n++;
	}
	(void)snprintf(object.path, sizeof(object.path), "%s", program->path);
	object.notes.sites = sites;
	object.notes.n = n;
	return regions_add(regions, &object);
}

struct regions *demo_regions_new(void)
{
	struct regions *regions = regions_new();

	for (size_t i = 0; regions && i < PROGRAMS; i++) {
		if (add_object(regions, &programs[i]) < 0) {
			regions_free(regions);
			regions = NULL;
		}
	}
	return regions;
}

/* The parts and splits that the regions request, which drift slowly. Returns their number. */
static size_t request(const struct demo_marked_program *program, uint32_t object, uint64_t at_ns,
		      double phase, struct demo_piece pieces[DEMO_PIECES])
{
	double sum = 0;
	size_t n;

	for (n = 0; n < DEMO_PIECES && program->region[n].name; n++) {
		const struct demo_region *region = &program->region[n];
		const double wave = demo_wave(at_ns, 37 + 11 * (double)n, phase + 0.29 * (double)n);

		pieces[n] = (struct demo_piece){
			.part = region->part * (1 + 0.3 * wave),
			.entries_per_ms = region->entries_per_ms,
			.slow = region->slow,
			.slower = region->slower,
		};
		if (region->name[0])
			pieces[n].region = (region_t)object << 32 | (uint32_t)(n * MARK_DISTANCE);
		for (int i = 0; i < DEMO_SHARES; i++)
			pieces[n].share[i] = region->split[i] + 0.2;	/* no share is 0 */
		sum += pieces[n].part;
	}
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 1; k <= program->region[i].holds; k++)
			pieces[i].inside += pieces[i + k].part / pieces[i].part;
		pieces[i].part /= sum;
	}
	return n;
}

/* One step: each share of all pieces becomes that of the thread, then each piece a whole. */
static void fit(struct demo_piece *pieces, size_t n, const double share[DEMO_SHARES])
{
	for (int i = 0; i < DEMO_SHARES; i++) {
		double sum = 0;

		for (size_t k = 0; k < n; k++)
			sum += pieces[k].part * pieces[k].share[i];
		for (size_t k = 0; k < n; k++)
			pieces[k].share[i] *= share[i] / sum;
	}
	for (size_t k = 0; k < n; k++) {
		double sum = 0;

		for (int i = 0; i < DEMO_SHARES; i++)
			sum += pieces[k].share[i];
		for (int i = 0; i < DEMO_SHARES; i++)
			pieces[k].share[i] /= sum;
	}
}

size_t demo_regions_divide(const char *comm, const double share[DEMO_SHARES], uint64_t at_ns,
			   double phase, struct demo_piece pieces[DEMO_PIECES])
{
	for (uint32_t i = 0; i < PROGRAMS; i++) {
		size_t n;

		if (strcmp(programs[i].comm, comm) != 0)
			continue;
		n = request(&programs[i], i + 1, at_ns, phase, pieces);
		for (int step = 0; step < FIT_STEPS; step++)
			fit(pieces, n, share);
		return n;
	}
	return 0;
}

/* So many entries, each of these nanoseconds on a CPU without regions inside, which had this part of the counts. */
struct demo_entries {
	uint64_t n;
	double own_ns, wall;	/* wall time: CPU time times this */
	const struct counts *counts;
	double part;
};

static void time_entries(struct region_times *times, int32_t pid, const struct demo_piece *piece,
			 const struct demo_entries *entries)
{
	const double cpu_ns = entries->own_ns * (1 + piece->inside), n = (double)entries->n;
	struct counts counts = *entries->counts;

	counts_scale(&counts, entries->part);
	region_times_add(times, pid, piece->region, &(const struct region_took){
		.n = entries->n, .ns = (uint64_t)(n * (cpu_ns * entries->wall)), .cpu_ns = (uint64_t)(n * cpu_ns),
		.cpu_known = true, .counts = &counts });
}

/* Divides n entries, which took own_ns together, among durations that are log-normal, with this spread. */
static void spread_entries(struct region_times *times, int32_t pid, const struct demo_piece *piece, uint64_t turn,
			   struct demo_entries all)
{
	/* Of a log-normal distribution with a sigma of 0.35 the middles of 16 equal parts; their mean is 1. */
	static const double factor[] = { 0.49, 0.594, 0.661, 0.72, 0.769, 0.818, 0.866, 0.917,
					 0.969, 1.025, 1.086, 1.155, 1.237, 1.34, 1.494, 1.859 };
	const size_t parts = sizeof(factor) / sizeof(factor[0]);
	double weights = 0;
	uint64_t n[sizeof(factor) / sizeof(factor[0])];

	for (size_t i = 0; i < parts; i++) {	/* what is left of a division comes by turns */
		n[i] = all.n / parts + ((i * 7 + turn) % parts < all.n % parts);
		weights += (double)n[i] * factor[i];
	}
	for (size_t i = 0; i < parts; i++) {
		struct demo_entries some = all;

		if (!n[i])
			continue;
		some.n = n[i];
		some.own_ns = all.own_ns * factor[i] / weights;
		some.part = (double)n[i] * factor[i] / weights;
		time_entries(times, pid, piece, &some);
	}
}

void demo_regions_time(struct region_times *times, const struct slice *slice, const struct demo_piece *piece,
		       uint64_t slow, uint64_t turn)
{
	const uint64_t fast = slice->entries - slow;
	const double weight = (double)slow * piece->slower;
	const double part = slice->entries ? weight / (weight + (double)fast) : 0;
	const double memory = fmin(piece->share[DEMO_MEMORY] + 0.6 * (1 - piece->share[DEMO_MEMORY]),
				   part > 0 ? 0.9 * piece->share[DEMO_MEMORY] / part : 1);
	struct counts counts[2] = { slice->counts, slice->counts };
	double share[DEMO_SHARES];

	for (int i = 0; i < DEMO_SHARES; i++)
		share[i] = piece->share[i] * (1 - memory) / (1 - piece->share[DEMO_MEMORY]);
	share[DEMO_MEMORY] = memory;
	demo_count(&counts[1], share, slice->counts.value[EV_CYCLES] * part);
	counts_subtract(&counts[0], &counts[1]);
	if (fast)
		spread_entries(times, slice->pid, piece, turn,
			       (struct demo_entries){ .n = fast, .own_ns = (double)slice->duration_ns * (1 - part),
						      .wall = 1.02, .counts = &counts[0] });
	if (slow)
		spread_entries(times, slice->pid, piece, turn,
			       (struct demo_entries){ .n = slow, .own_ns = (double)slice->duration_ns * part,
						      .wall = 1.4, .counts = &counts[1] });
}

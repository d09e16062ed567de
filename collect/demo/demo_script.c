/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The script of the simulated machine: a server with a web shop, a database, caches, a build, and a
 * few programs that one thing limits; see demo_script.h.
 */
#include "config.h"
#include "collect/demo/demo_script.h"

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

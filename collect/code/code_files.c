/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens files for the helper; see code_files.h. */
#include "config.h"
#include "collect/code/code_files.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/code/code_maps.h"
#include "collect/sys/file_guard.h"
#include "model/base_name.h"

int file_identity_of(int fd, struct file_identity *identity)
{
	long generation = 0;	/* the kernel writes an int, where the number says long */
	struct statfs system;
	struct stat status;

	if (fstat(fd, &status))
		return -errno;
	*identity = (struct file_identity){
		.device = (uint64_t)major(status.st_dev) << 32 | minor(status.st_dev),
		.inode = status.st_ino,
		.modified_ns = (uint64_t)status.st_mtim.tv_sec * 1000000000ULL +
			       (uint64_t)status.st_mtim.tv_nsec,
		.layered = !fstatfs(fd, &system) && system.f_type == OVERLAYFS_SUPER_MAGIC,
	};
	if (!ioctl(fd, FS_IOC_GETVERSION, &generation))
		identity->generation = (uint32_t)generation;
	return 0;
}

/* Devices without a driver are numbered as they are mounted; btrfs has one for each subvolume. */
static bool is_numbered_anew(uint64_t device)
{
	return !(device >> 32);
}

enum file_match file_identity_match(const struct recorded_file *recorded,
				    const struct file_identity *found)
{
	const bool equal = recorded->inode && recorded->inode == found->inode;

	if (recorded->before_ns && found->modified_ns > recorded->before_ns)
		return FILE_OTHER;
	if (equal && recorded->device == found->device &&
	    (!recorded->generation || !found->generation ||
	     recorded->generation == found->generation))
		return recorded->elsewhere ? FILE_UNKNOWN : FILE_SAME;
	if (recorded->elsewhere)
		return FILE_OTHER;
	if (!recorded->inode || found->layered)
		return FILE_UNKNOWN;
	if (equal && recorded->device != found->device &&
	    (is_numbered_anew(recorded->device) || is_numbered_anew(found->device)))
		return FILE_UNKNOWN;
	return FILE_OTHER;
}

/* A path may be hostile. */
static int open_regular(const char *path)
{
	return regular_file_reopen(open(path, O_PATH | O_CLOEXEC), NULL);
}

static int open_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

static int open_format(const char *format, ...)
{
	char path[PATH_MAX];
	va_list arguments;
	int n;

	va_start(arguments, format);
	n = vsnprintf(path, sizeof(path), format, arguments);
	va_end(arguments);
	return n < 0 || (size_t)n >= sizeof(path) ? -ENAMETOOLONG : open_regular(path);
}

/*
 * Opens a path as who has this root directory sees it. Links must not lead out of it: a hostile
 * container, or archive, has links to files of ours there (openat2(2), Linux 5.6).
 */
static int open_below(const char *root, const char *path)
{
	struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT };
	int directory, fd;

	directory = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (directory < 0)
		return -errno;
	fd = (int)syscall(SYS_openat2, directory, path, &how, sizeof(how));
	if (fd < 0 && errno == ENOSYS)
		fd = open_format("%s%s", root, path);
	else
		fd = regular_file_reopen(fd, NULL);
	(void)close(directory);
	return fd;
}

/* Opens a path as the process sees it: of a recording, below the directory that has its files. */
static int open_in_root(const struct code_places *places, const struct profile_object *object,
			const char *path)
{
	char root[PATH_MAX];

	if (path[0] != '/')
		return -ENOENT;
	if (places->recorded)
		return places->sysroot ? open_below(places->sysroot, path) : -ENOENT;
	if (object->pid <= 0)
		return -ENOENT;
	(void)snprintf(root, sizeof(root), "%s/proc/%d/root", places->root, object->pid);
	return open_below(root, path);
}

/* "ab/cdef…" as directories of build-ids have it. false: there is none. */
static bool build_id_path(const unsigned char *id, size_t n, char text[2 * BUILD_ID_MAX + 2])
{
	char *to = text;

	if (n < 2 || n > BUILD_ID_MAX)
		return false;
	for (size_t i = 0; i < n; i++)
		to += sprintf(to, i == 1 ? "/%02x" : "%02x", id[i]);
	return true;
}

/* What is looked for among the mappings of a process. */
struct mapped {
	const struct code_places *places;
	const struct profile_object *object;
	int fd;			/* negative: none yet */
};

/* A proc_mapping: opens the file behind the first mapping of the path that it may open. */
static int open_map_file(void *data, const struct code_mapping *mapping)
{
	struct mapped *mapped = data;

	if (strcmp(mapping->path, mapped->object->path) != 0)
		return 0;
	mapped->fd = open_format("%s/proc/%d/map_files/%" PRIx64 "-%" PRIx64, mapped->places->root,
				 mapped->object->pid, mapping->start, mapping->start + mapping->size);
	return mapped->fd >= 0 || mapped->fd == -EPERM || mapped->fd == -EACCES;
}

/*
 * The file that a process has mapped: the one that runs, also if it was deleted or replaced, or lies
 * in another mount namespace (proc(5): needs CAP_SYS_ADMIN or CAP_CHECKPOINT_RESTORE).
 */
static int open_mapped(const struct code_places *places, const struct profile_object *object)
{
	struct mapped mapped = { .places = places, .object = object, .fd = -ENOENT };
	char proc[PATH_MAX];

	(void)snprintf(proc, sizeof(proc), "%s/proc", places->root);
	(void)proc_maps_each(proc, object->pid, open_map_file, &mapped);
	return mapped.fd;
}

/*
 * perf's cache of files by build-id (perf buildid-cache): what, "elf", "kallsyms", "vdso", "debug".
 * An archive of it (perf archive), or the home directory of another machine, may be the sysroot.
 */
static int open_cached(const struct code_places *places, const struct profile_object *object,
		       const char *what)
{
	static const char *const caches[] = { "", "/.debug" };
	char id[2 * BUILD_ID_MAX + 2], path[PATH_MAX];
	int fd = -ENOENT;

	if (!build_id_path(object->build_id, object->build_id_len, id))
		return -ENOENT;
	for (size_t i = 0; places->sysroot && fd < 0 && i < 2; i++) {
		(void)snprintf(path, sizeof(path), "%s/.build-id/%s/%s", caches[i], id, what);
		fd = open_in_root(places, object, path);
	}
	if (fd < 0 && places->home)
		fd = open_format("%s/.debug/.build-id/%s/%s", places->home, id, what);
	return fd;
}

/*
 * A recorded build-id is compared by who reads the file. Where there is none, a file that was
 * replaced, or that is of this machine and not of the recorded one, would give false names. Returns
 * the descriptor; -ESTALE: it was another file, and is closed.
 */
static int verify(const struct profile_object *object, int fd, struct code_files_remarks *remarks)
{
	struct file_identity found;
	enum file_match match = FILE_UNKNOWN;

	if (!file_identity_of(fd, &found))
		match = file_identity_match(&object->file, &found);
	remarks->unverified = match == FILE_UNKNOWN;
	if (match != FILE_OTHER)
		return fd;
	(void)close(fd);
	return -ESTALE;
}

/* A copy below the sysroot has an inode of its own: the user declares that it is the file. */
static int open_file(const struct code_places *places, const struct profile_object *object,
		     struct code_files_remarks *remarks)
{
	const bool doubtful = places->recorded && !object->build_id_len;
	int fd = places->recorded ? open_cached(places, object, "elf") : -ENOENT;

	if (fd < 0 && !places->recorded && object->pid > 0)
		fd = open_mapped(places, object);
	if (fd < 0)
		fd = open_in_root(places, object, object->path);
	if (fd >= 0) {
		remarks->unverified = doubtful;
		return fd;
	}
	fd = open_format("%s%s", places->root, object->path);
	return fd >= 0 && doubtful ? verify(object, fd, remarks) : fd;
}

/*
 * Our own vdso is that of all processes of this machine; a recording, which may be of another one,
 * must tell the build-id of its vdso.
 */
static int open_vdso(const struct code_places *places, const struct profile_object *object,
		     struct code_files_remarks *remarks)
{
	int fd = places->recorded ? open_cached(places, object, "vdso") : -ENOENT;
	const ElfW(Ehdr) *header = (const void *)getauxval(AT_SYSINFO_EHDR);
	size_t size;

	(void)remarks;
	if (fd >= 0)
		return fd;
	if (!header || (places->recorded && !object->build_id_len))
		return -ENOENT;
	size = header->e_shoff + (size_t)header->e_shnum * header->e_shentsize;
	fd = memfd_create("vdso", MFD_CLOEXEC);
	if (fd >= 0 && size < 1 << 20 && write(fd, header, size) == (ssize_t)size)
		return fd;
	if (fd >= 0)
		(void)close(fd);
	return -ENOENT;
}

static int open_kallsyms(const struct code_places *places, const struct profile_object *object,
			 struct code_files_remarks *remarks)
{
	int fd = places->recorded ? open_cached(places, object, "kallsyms") : -ENOENT;

	(void)remarks;
	if (fd >= 0 || places->recorded)
		return fd;
	return open_format("%s/proc/kallsyms", places->root);
}

/* The pid of a process in its own pid namespace, which the names of perf maps have. */
static int inner_pid(const struct code_places *places, int pid)
{
	char path[PATH_MAX], line[256];
	FILE *status;
	int inner = pid;

	(void)snprintf(path, sizeof(path), "%s/proc/%d/status", places->root, pid);
	status = fopen(path, "re");
	while (status && fgets(line, sizeof(line), status)) {
		char *last = strrchr(line, '\t');

		if (!strncmp(line, "NSpid:", 6) && last)
			inner = atoi(last + 1);
	}
	if (status)
		(void)fclose(status);
	return inner > 0 ? inner : pid;
}

/* Only of the process' user, or root: anyone may write to /tmp. */
static bool is_own_map(const struct code_places *places, int pid, int fd)
{
	char path[PATH_MAX];
	struct stat map, process;
	uid_t owner = geteuid();

	(void)snprintf(path, sizeof(path), "%s/proc/%d", places->root, pid);
	if (!places->recorded && !stat(path, &process))
		owner = process.st_uid;
	return !fstat(fd, &map) && (map.st_uid == owner || map.st_uid == 0);
}

static int open_perf_map(const struct code_places *places, const struct profile_object *object)
{
	char path[64];
	int fd;

	(void)snprintf(path, sizeof(path), "/tmp/perf-%d.map", inner_pid(places, object->pid));
	fd = open_in_root(places, object, path);
	if (fd < 0 && places->recorded && object->file.elsewhere)
		return -ESTALE;
	if (fd < 0)
		fd = open_format("%s/tmp/perf-%d.map", places->root, object->pid);
	if (fd >= 0 && !is_own_map(places, object->pid, fd)) {
		(void)close(fd);
		return -EPERM;
	}
	return fd;
}

static int open_jit(const struct code_places *places, const struct profile_object *object,
		    struct code_files_remarks *remarks)
{
	(void)remarks;
	return open_perf_map(places, object);
}

static int (*const openers[])(const struct code_places *, const struct profile_object *,
			      struct code_files_remarks *) = {
	[OBJECT_FILE] = open_file,
	[OBJECT_KERNEL] = open_kallsyms,
	[OBJECT_MODULE] = open_kallsyms,
	[OBJECT_VDSO] = open_vdso,
	[OBJECT_JIT] = open_jit,
};

/* Why an object has no file. */
static void say(const struct code_places *places, const struct profile_object *object, int error,
		char *trouble, size_t size)
{
	if (error == ESTALE && object->kind == OBJECT_JIT)
		(void)snprintf(trouble, size, "%s of process %d is no file, and the recording is "
			       "of another machine: /tmp/perf-%d.map of this one is not of it",
			       object->path, object->pid, object->pid);
	else if (error == ESTALE)
		(void)snprintf(trouble, size, "the recording has no build-id of %s, and this file "
			       "is not the one that was mapped; perf record --buildid-mmap or "
			       "perf inject -b tells it%s", base_name(object->path),
			       object->file.elsewhere ? "; --sysroot DIR has that machine's files" :
							"");
	else if (object->kind == OBJECT_JIT)
		(void)snprintf(trouble, size, "%s of process %d is no file, and there is no "
			       "/tmp/perf-%d.map, which JIT compilers write when told to",
			       object->path, object->pid, object->pid);
	else if (places->recorded && object->kind != OBJECT_FILE)
		(void)snprintf(trouble, size, "symbols of %s as it was then are not in perf's "
			       "cache (~/.debug), where perf record of root puts them",
			       object->path);
	else
		(void)snprintf(trouble, size, "%s cannot be opened: %s", object->path,
			       strerror(error));
}

int code_files_object(const struct code_places *places, const struct profile_object *object,
		      struct code_files_remarks *remarks)
{
	int fd;

	*remarks = (struct code_files_remarks){ .unverified = false };
	fd = openers[object->kind](places, object, remarks);
	if (fd < 0)
		say(places, object, -fd, remarks->trouble, sizeof(remarks->trouble));
	return fd;
}

uint64_t code_files_version(const struct code_places *places, const struct profile_object *object)
{
	const int fd = object->kind == OBJECT_JIT ? open_perf_map(places, object) : -1;
	uint64_t version = 0;
	struct stat status;

	if (fd < 0)
		return 0;
	if (!fstat(fd, &status))
		version = ((uint64_t)status.st_ino << 40) ^ ((uint64_t)status.st_size << 1 | 1) ^
			  (uint64_t)status.st_mtim.tv_nsec << 20;
	(void)close(fd);
	return version;
}

/* ---- debug files, in gdb's order ---- */

/* Where debug files are. By which of its names is a file sought? */
static const struct debug_place {
	enum { BY_BUILD_ID, BY_LINK, BY_ALT } by;
	const char *before;	/* of the name, */
	bool in_directory;	/* behind the directory of the object, */
	const char *between;	/* and this */
	const char *after;
} debug_places[] = {
	{ BY_BUILD_ID, "/usr/lib/debug/.build-id/", false, "", ".debug" },
	{ BY_LINK, "", true, "/", "" },
	{ BY_LINK, "", true, "/.debug/", "" },
	{ BY_LINK, "/usr/lib/debug", true, "/", "" },
	{ BY_ALT, "", false, "", "" },
	{ BY_ALT, "/usr/lib/debug/", false, "", "" },
};

/* The name of what is wanted, for this place; "": it has none. */
static const char *wanted_name(const struct wire_want *want, const struct debug_place *place,
			       char id[2 * BUILD_ID_MAX + 2])
{
	const char *name = want->name;

	if (place->by == BY_BUILD_ID)
		return build_id_path(want->build_id, want->build_id_len, id) ? id : "";
	if ((place->by == BY_ALT) != (want->kind == WANT_ALT))
		return "";
	/* "../../.dwz/x", seen from /usr/lib/debug/.build-id/ab */
	while (place->by == BY_ALT && !strncmp(name, "../", 3))
		name += 3;
	return strstr(name, "..") ? "" : name;
}

int code_files_debug(const struct code_places *places, const struct profile_object *object,
		     const struct wire_want *want)
{
	const char *slash = strrchr(object->path, '/');
	int directory = slash ? (int)(slash - object->path) : 0;
	uint32_t left = want->attempt;
	size_t n = sizeof(debug_places) / sizeof(debug_places[0]);
	int fd = -1;

	/* first as the process sees them, then here */
	for (size_t i = 0; i < 2 * n; i++) {
		const struct debug_place *place = &debug_places[i % n];
		char id[2 * BUILD_ID_MAX + 2], path[PATH_MAX];
		const char *name = wanted_name(want, place, id);

		if (!*name)
			continue;
		(void)snprintf(path, sizeof(path), "%s%.*s%s%s%s", place->before,
			       place->in_directory ? directory : 0, object->path, place->between,
			       name, place->after);
		fd = i < n ? open_in_root(places, object, path) :
			open_format("%s%s", places->root, path);
		if (fd >= 0 && !left--)
			return fd;
		if (fd >= 0)
			(void)close(fd);
	}
	fd = want->kind == WANT_DEBUG ? open_cached(places, object, "debug") : -1;
	if (fd >= 0 && left) {
		(void)close(fd);
		fd = -1;
	}
	return fd < 0 ? -1 : fd;
}

size_t code_files_memory(const struct code_places *places, const struct profile_object *object,
			 uint64_t address, unsigned char *code, size_t n)
{
	char path[PATH_MAX];
	ssize_t got = -1;
	int fd;

	if (object->kind != OBJECT_JIT || places->recorded || address > INT64_MAX)
		return 0;
	(void)snprintf(path, sizeof(path), "%s/proc/%d/mem", places->root, object->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	got = pread(fd, code, n, (off_t)address);
	(void)close(fd);
	return got > 0 ? (size_t)got : 0;
}

int code_files_source(const struct code_places *places, const struct profile_object *object,
		      const char *path)
{
	int fd;

	if (path[0] != '/')
		return -1;
	fd = open_in_root(places, object, path);
	return fd >= 0 ? fd : open_format("%s%s", places->root, path);
}

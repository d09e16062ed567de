/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Separates the rights of the program from the rights of its user; see privilege.h. Calls capget(2)
 * and capset(2) directly: two system calls need no libcap.
 */
#include "config.h"
#include "collect/sys/privilege.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collect/sys/passwd.h"

#define BIT(cap) (1ULL << (cap))

/*
 * What each purpose may need; what the kernel asks for depends on its version and paranoid level.
 */
static const uint64_t capabilities[] = {
	[PRIVILEGE_COUNT] = BIT(CAP_BPF) |		/* --engine bpf, from Linux 5.8 */
			    BIT(CAP_PERFMON) |		/* from Linux 5.8, paranoid level <= 2 */
			    BIT(CAP_SYS_ADMIN) |	/* before, and above that level */
			    BIT(CAP_SYS_PTRACE) |	/* threads of other users */
			    BIT(CAP_IPC_LOCK) |		/* rings of full size */
			    BIT(CAP_LEASE) |		/* files of others stay while probed */
			    BIT(CAP_SYS_RESOURCE),	/* more descriptors than the hard limit */
	[PRIVILEGE_BPF] = BIT(CAP_BPF),
	[PRIVILEGE_PROC] = BIT(CAP_SYS_PTRACE),
};

/*
 * Variables that name files which libraries or tdtop would read. glibc itself drops LD_* and the
 * like. curses would follow HOME to ~/.terminfo, as our user numbers look like any user's.
 */
static const char *const untrusted[] = {
	"HOME", "XDG_CONFIG_HOME", "TDTOP_PMU_ROOT",
	"TERMINFO", "TERMINFO_DIRS", "TERMCAP", "TERMPATH",
};

static bool elevated;	/* more rights than the user; privilege_begin() sets it, before threads */

struct capability_sets {
	uint64_t effective, permitted, inheritable;
};

static int get_capabilities(struct capability_sets *sets)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct words[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

	if (syscall(SYS_capget, &header, words))
		return -errno;
	sets->effective = words[0].effective | (uint64_t)words[1].effective << 32;
	sets->permitted = words[0].permitted | (uint64_t)words[1].permitted << 32;
	sets->inheritable = words[0].inheritable | (uint64_t)words[1].inheritable << 32;
	return 0;
}

static int set_capabilities(const struct capability_sets *sets)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	const struct __user_cap_data_struct words[_LINUX_CAPABILITY_U32S_3] = {
		{ .effective = (uint32_t)sets->effective,
		  .permitted = (uint32_t)sets->permitted,
		  .inheritable = (uint32_t)sets->inheritable },
		{ .effective = (uint32_t)(sets->effective >> 32),
		  .permitted = (uint32_t)(sets->permitted >> 32),
		  .inheritable = (uint32_t)(sets->inheritable >> 32) },
	};

	return syscall(SYS_capset, &header, words) ? -errno : 0;
}

/* Limits what is permitted now to `permitted`, and makes `effective` of it effective. */
static int limit_capabilities(uint64_t permitted, uint64_t effective)
{
	struct capability_sets sets = { 0 };
	int ret = get_capabilities(&sets);

	if (ret)
		return ret;
	sets.permitted &= permitted;
	sets.effective = sets.permitted & effective;
	return set_capabilities(&sets);
}

void privilege_clean_environment(void)
{
	const char *terminal = getenv("TERM");

	for (size_t i = 0; i < sizeof(untrusted) / sizeof(untrusted[0]); i++)
		(void)unsetenv(untrusted[i]);
	if (terminal && strchr(terminal, '/'))
		(void)unsetenv("TERM");
}

const char *privilege_home(void)
{
	const struct passwd *user;

	if (!elevated)
		return getenv("HOME");
	user = passwd_by_uid(getuid());
	return user ? user->pw_dir : NULL;
}

/*
 * For good: also the saved numbers. KEEPCAPS keeps the permitted capabilities of set-user-ID root.
 */
static int become_user(void)
{
	if (prctl(PR_SET_KEEPCAPS, 1L) ||
	    setresgid(getgid(), getgid(), getgid()) || setresuid(getuid(), getuid(), getuid()))
		return -errno;
	return 0;
}

int privilege_begin(struct err *err)
{
	int ret;

	elevated = getauxval(AT_SECURE) != 0;
	if (!elevated)
		return 0;
	ret = become_user();
	if (!ret)
		ret = limit_capabilities(capabilities[PRIVILEGE_COUNT], 0);
	if (ret)
		return err_set(err, -ret, "cannot give up the rights of the program: %s; run it "
			       "without capabilities or set-user-ID", strerror(-ret));
	privilege_clean_environment();
	return 0;
}

void privilege_raise(enum privilege privilege)
{
	/* If this fails, the call that needs the capability fails and reports it. */
	if (elevated)
		(void)limit_capabilities(UINT64_MAX, capabilities[privilege]);
}

void privilege_lower(void)
{
	if (elevated)
		(void)limit_capabilities(UINT64_MAX, 0);
}

bool privilege_counts_all(void)
{
	struct capability_sets sets = { 0 };

	return !get_capabilities(&sets) &&
	       sets.permitted & (BIT(CAP_PERFMON) | BIT(CAP_SYS_ADMIN));
}

bool privilege_probes(void)
{
	struct capability_sets sets = { 0 };

	return !get_capabilities(&sets) && sets.permitted & BIT(CAP_SYS_ADMIN);
}

void privilege_drop(void)
{
	if (elevated)
		(void)limit_capabilities(0, 0);
}

void privilege_seal(void)
{
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
}

/* ---- the sandbox: system calls, as glibc has no functions ---- */

#if defined(HAVE_LINUX_LANDLOCK_H) && defined(SYS_landlock_create_ruleset)

#include <linux/landlock.h>

#define IN_DIRECTORY (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
		LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR)
/* All rights of Landlock's first version that change or run something. */
#define HANDLED (IN_DIRECTORY | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR | \
		 LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK | \
		 LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | \
		 LANDLOCK_ACCESS_FS_MAKE_SYM)

int sandbox_version(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
			       LANDLOCK_CREATE_RULESET_VERSION);

	return version > 0 ? (int)version : 0;
}

/* Ignores failures: writing there then stays forbidden, fails, and is reported. */
static void allow(int ruleset, int fd, uint64_t access)
{
	const struct landlock_path_beneath_attr rule = { .allowed_access = access,
							 .parent_fd = fd };

	if (fd < 0)
		return;
	(void)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	(void)close(fd);
}

/* Opens the nearest directory above the file that exists. */
static int open_directory_of(const char *file)
{
	char path[PATH_MAX];
	int fd = -1;

	if ((size_t)snprintf(path, sizeof(path), "%s", file) >= sizeof(path))
		return -1;
	while (fd < 0) {
		char *slash = strrchr(path, '/');

		if (!slash)
			return open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
		slash[slash == path] = '\0';
		fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
		if (fd < 0 && slash == path)
			return -1;
	}
	return fd;
}

int sandbox_enter(const char *const *files, size_t n)
{
	const struct landlock_ruleset_attr attr = { .handled_access_fs = HANDLED };
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);
	int ret = 0;

	if (ruleset < 0)
		return -errno;
	for (size_t i = 0; i < n; i++) {
		char *real = files[i] ? realpath(files[i], NULL) : NULL;

		if (files[i])
			allow(ruleset, open_directory_of(files[i]), IN_DIRECTORY);
		if (real)
			allow(ruleset, open_directory_of(real), IN_DIRECTORY);
		free(real);
	}
	allow(ruleset, open("/proc/self/fd/1", O_PATH | O_CLOEXEC), LANDLOCK_ACCESS_FS_WRITE_FILE);
	if (syscall(SYS_landlock_restrict_self, ruleset, 0))
		ret = -errno;
	(void)close(ruleset);
	return ret;
}

#else

int sandbox_version(void)
{
	return 0;
}

int sandbox_enter(const char *const *files, size_t n)
{
	(void)files;
	(void)n;
	return -ENOSYS;
}

#endif

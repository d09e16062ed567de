/* SPDX-License-Identifier: GPL-2.0-only */
/* Keeper and helper; see helper.h. */
#include "config.h"
#include "collect/code/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "collect/code/code_object.h"
#include "collect/elf/disasm.h"

/* What kills the helper is not asked again, so this is a bound against a fault of ours. */
#define MOST_DEATHS 200
/* A question takes milliseconds; reading the DWARF of a browser takes seconds. */
#define SECONDS 10
#define OBJECTS 64
/* Of files that are mapped; beside them symbols need room in the address space. */
#define MOST_BYTES ((uint64_t)512 << 20)

/*
 * The question that is being answered, 0: none. All helpers see it: the next one tells which
 * question killed the last one, or that it was killed while it had none.
 */
static _Atomic uint32_t *begun;

/* One helper process serves one socket, and has nothing else to do. */
struct served {
	int socket;
	uint32_t serial;	/* of the question */
	struct wire_message in, out, want;
	struct slot {
		struct code_object *object;	/* NULL: free */
		uint32_t index;
		uint64_t used;		/* serial number of its last use */
	} slots[OBJECTS];
	uint64_t uses;
	struct code_wanted wanted;
};

/* The other side went away, or sends rubbish: there is nothing left to do. */
static void end(void)
{
	_exit(0);
}

static int want_file(void *data, const struct wire_want *want)
{
	struct served *served = data;
	struct wire_message *message = &served->want;

	wire_begin(message, WIRE_WANT, served->in.head.object);
	message->head.serial = served->serial;
	(void)wire_add(message, want, sizeof(*want));
	if (wire_send(served->socket, message) || wire_receive(served->socket, message) ||
	    message->head.kind != WIRE_FILE)
		end();
	return message->fd;
}

static struct slot *helper_find(struct served *served, uint32_t index)
{
	for (size_t i = 0; i < OBJECTS; i++) {
		struct slot *slot = &served->slots[i];

		if (slot->object && slot->index == index) {
			slot->used = ++served->uses;
			return slot;
		}
	}
	return NULL;
}

static void helper_forget(struct slot *slot)
{
	code_object_free(slot->object);
	*slot = (struct slot){ 0 };
}

/* Forgets those that were not asked for longest until the others fit; returns a free slot. */
static struct slot *helper_make_room(struct served *served)
{
	for (;;) {
		struct slot *oldest = NULL, *free = NULL;
		uint64_t bytes = 0;

		for (size_t i = 0; i < OBJECTS; i++) {
			struct slot *slot = &served->slots[i];

			if (!slot->object) {
				free = slot;
				continue;
			}
			bytes += code_object_bytes(slot->object);
			if (!oldest || slot->used < oldest->used)
				oldest = slot;
		}
		if (free && (bytes < MOST_BYTES || !oldest))
			return free;
		helper_forget(oldest);
	}
}

static void learn(struct served *served)
{
	const struct wire_object *what;
	struct slot *slot = helper_find(served, served->in.head.object);
	struct wire_object copy;
	size_t at = 0;

	what = wire_take(&served->in, &at, sizeof(*what));
	if (!what)
		end();
	if (slot)
		helper_forget(slot);
	copy = *what;
	copy.name[sizeof(copy.name) - 1] = '\0';
	slot = helper_make_room(served);
	slot->object = code_object_new(&copy, served->in.fd, &served->wanted);
	slot->index = served->in.head.object;
	slot->used = ++served->uses;
}

/* Answers as many as fit; the others are asked again. */
static void names(struct served *served, struct code_object *object)
{
	struct wire_message *out = &served->out;
	const char *trouble;
	struct code_object_name name;
	size_t at = 0;

	for (uint32_t i = 0; i < served->in.head.n; i++) {
		const uint64_t *offset = wire_take(&served->in, &at, sizeof(*offset));

		if (!offset || sizeof(out->body) - out->size < sizeof(name) + WIRE_TROUBLE)
			break;
		code_object_name(object, *offset, served->in.head.flags, &name);
		(void)wire_add(out, &name.wire, sizeof(name.wire));
		(void)wire_add(out, name.symbol, name.wire.symbol_len);
		(void)wire_add(out, name.file, name.wire.file_len);
		out->head.n++;
	}
	trouble = code_object_trouble(object);
	(void)wire_add(out, trouble, strlen(trouble) + 1);
}

static void kinds(struct served *served, struct code_object *object)
{
	size_t at = 0;

	for (uint32_t i = 0; i < served->in.head.n; i++) {
		const uint64_t *offset = wire_take(&served->in, &at, sizeof(*offset));
		unsigned char kind;

		if (!offset)
			break;
		kind = (unsigned char)code_object_kind(object, *offset);
		if (!wire_add(&served->out, &kind, sizeof(kind)))
			break;
		served->out.head.n++;
	}
}

static void lengths(struct served *served, struct code_object *object)
{
	size_t at = 0;

	for (uint32_t i = 0; i < served->in.head.n; i++) {
		const struct wire_range *range = wire_take(&served->in, &at, sizeof(*range));
		uint32_t length;

		if (!range)
			break;
		length = code_object_length(object, *range);
		if (!wire_add(&served->out, &length, sizeof(length)))
			break;
		served->out.head.n++;
	}
}

static void build_id(struct served *served, struct code_object *object)
{
	struct wire_build_id build_id = { .n = 0 };

	build_id.n = code_object_build_id(object, build_id.id);
	served->out.head.n = wire_add(&served->out, &build_id, sizeof(build_id));
}

static void instructions(struct served *served, struct code_object *object)
{
	size_t at = 0;
	const struct wire_range *range = wire_take(&served->in, &at, sizeof(*range));

	if (range)
		served->out.head.n = code_object_instructions(object, *range,
							      served->in.body + at,
							      served->in.size - at, &served->out);
}

static void source(struct served *served, struct code_object *object)
{
	size_t at = 0;
	const uint64_t *offset = wire_take(&served->in, &at, sizeof(*offset));
	const char *base = (const char *)served->in.body + at, *path;

	if (!offset || !memchr(base, '\0', served->in.size - at))
		return;
	path = code_object_source(object, *offset, base);
	if (path)
		(void)wire_add(&served->out, path, strlen(path) + 1);
}

static void (*const answers[])(struct served *served, struct code_object *object) = {
	[WIRE_NAMES] = names,
	[WIRE_KINDS] = kinds,
	[WIRE_LENGTHS] = lengths,
	[WIRE_BUILD_ID] = build_id,
	[WIRE_INSTRUCTIONS] = instructions,
	[WIRE_SOURCE] = source,
};

static void answer(struct served *served)
{
	const struct wire_head *head = &served->in.head;
	struct slot *slot;

	if (head->kind == WIRE_OBJECT) {
		learn(served);
		return;
	}
	if (served->in.fd >= 0)
		(void)close(served->in.fd);
	/* a file that a helper before this one wanted */
	if (head->kind >= sizeof(answers) / sizeof(answers[0]) || !answers[head->kind])
		return;
	slot = helper_find(served, head->object);
	wire_begin(&served->out, slot ? WIRE_ANSWER : WIRE_NO_OBJECT, head->object);
	served->serial = served->out.head.serial = head->serial;
	if (slot)
		answers[head->kind](served, slot->object);
	if (wire_send(served->socket, &served->out))
		end();
}

/*
 * Signals of the terminal are for tdtop; it ends the helper. Handlers of tdtop (or of a test) must
 * not run here: SIGSEGV shall end the helper.
 */
static void set_signals(void)
{
	static const int ignored[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGTTIN, SIGTTOU,
				       SIGPIPE, SIGUSR1, SIGUSR2, SIGWINCH, SIGALRM };
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL);
	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		(void)signal(ignored[i], SIG_IGN);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void serve(int socket, pid_t keeper)
{
	struct served *served = calloc(1, sizeof(*served));

	if (!served)
		_exit(1);
	(void)helper_jail_enter(socket);
	if (getppid() != keeper)	/* it has ended meanwhile */
		end();
	served->socket = socket;
	served->wanted = (struct code_wanted){ .file = want_file, .data = served };
	wire_begin(&served->out, WIRE_HELLO, 0);
	served->out.head.serial = atomic_exchange(begun, 0);
	if (wire_send(socket, &served->out))
		end();
	while (!wire_receive(socket, &served->in)) {
		helper_jail_seconds(SECONDS);
		atomic_store(begun, served->in.head.serial);
		answer(served);
		atomic_store(begun, 0);
	}
	_exit(0);
}

/* Until there is something to answer: who looks at no code needs neither helper nor capstone. */
static void await_hello(int socket)
{
	struct pollfd fd = { .fd = socket, .events = POLLIN };

	while (poll(&fd, 1, -1) < 0 && errno == EINTR) {
	}
}

/* Forks helpers until one ends by itself: tdtop has gone. */
static _Noreturn void keep(int socket)
{
	set_signals();
	helper_jail_files(socket);
	(void)prctl(PR_SET_NAME, "tdtop-symbols");
	await_hello(socket);
	(void)disasm_load();	/* helpers may open no file */
	for (int deaths = 0; deaths < MOST_DEATHS; deaths++) {
		pid_t keeper = getpid(), pid = fork();
		int status = 0;

		if (pid == 0)
			serve(socket, keeper);
		while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
		}
		if (pid < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
			break;
	}
	_exit(0);
}

int helper_start(struct helper *helper)
{
	int ends[2];

	*helper = (struct helper)HELPER_NONE;
	begun = mmap(NULL, sizeof(*begun), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	if (begun == MAP_FAILED)
		return -errno;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -errno;
	helper->keeper = fork();
	if (helper->keeper < 0) {
		int error = errno;

		(void)close(ends[0]);
		(void)close(ends[1]);
		return -error;
	}
	if (!helper->keeper) {
		(void)close(ends[0]);
		keep(ends[1]);
	}
	(void)close(ends[1]);
	(void)munmap((void *)begun, sizeof(*begun));
	helper->socket = ends[0];
	return 0;
}

/* The kernel ends the one that the keeper has forked, too: helper_jail_enter(). */
void helper_kill(const struct helper *helper)
{
	if (helper->keeper > 0)
		(void)kill(helper->keeper, SIGKILL);
}

void helper_stop(struct helper *helper)
{
	if (helper->socket >= 0)
		(void)close(helper->socket);
	helper_kill(helper);
	while (helper->keeper > 0 && waitpid(helper->keeper, NULL, 0) < 0 && errno == EINTR) {
	}
	*helper = (struct helper)HELPER_NONE;
}

/* ---- the jail: seccomp, limits, capabilities ---- */

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define ADDRESS_SPACE ((rlim_t)1 << 30)
#define NOBODY 65534
#define FILES 64	/* those that it is given */

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef ARCH

/* What libelf, libdw, capstone and glibc call once files are open. All else fails with EPERM. */
static const int allowed[] = {
	SYS_read, SYS_pread64, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_close, SYS_fcntl,
	SYS_recvmsg, SYS_sendmsg,
	SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk,
	SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_futex,
	SYS_getrandom, SYS_clock_gettime, SYS_restart_syscall,
	SYS_prlimit64,	/* how long the next question may take */
	SYS_getrusage,
	SYS_getpid, SYS_getppid, SYS_gettid, SYS_tgkill,	/* abort() */
};

#define N_ALLOWED (sizeof(allowed) / sizeof(allowed[0]))

static bool limit_calls(void)
{
	struct sock_filter filter[N_ALLOWED + 6];
	struct sock_fprog program = { .filter = filter };
	size_t n = 0;

	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						   offsetof(struct seccomp_data, arch));
	filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						   offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < N_ALLOWED; i++)
		filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
							   (unsigned int)allowed[i],
							   (unsigned char)(N_ALLOWED - i), 0);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	program.len = (unsigned short)n;
	return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

static bool limit_calls(void)
{
	return false;
}

#endif

static void limit(__rlimit_resource_t what, rlim_t most)
{
	const struct rlimit value = { most, most };

	(void)setrlimit(what, &value);
}

/*
 * Root without capabilities still owns root's files. Not the functions of glibc, which change all
 * threads: there is one. Where `nobody` has no number (a container) root stays.
 */
static void leave_root(void)
{
	if (geteuid())
		return;
	(void)syscall(SYS_setgroups, 0, NULL);
	(void)syscall(SYS_setresgid, NOBODY, NOBODY, NOBODY);
	(void)syscall(SYS_setresuid, NOBODY, NOBODY, NOBODY);
}

static void drop_capabilities(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

	(void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	leave_root();
	(void)syscall(SYS_capset, &header, none);
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	/* behind what changes the user, which resets it (prctl(2)) */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void helper_jail_files(int keep)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd < (SANITIZED ? 2 : 3) && null >= 0; fd++)
		(void)dup2(null, fd);
	if (null > 2 && null != keep)
		(void)close(null);
	for (int fd = 3; fd < keep; fd++)
		(void)close(fd);
	if (syscall(SYS_close_range, (unsigned int)keep + 1, ~0u, 0u)) {
		long most = sysconf(_SC_OPEN_MAX);

		for (int fd = keep + 1; fd < (most > 0 && most < 4096 ? most : 4096); fd++)
			(void)close(fd);
	}
}

bool helper_jail_enter(int keep)
{
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, 0);
	drop_capabilities();
	if (SANITIZED)
		return false;
	limit(RLIMIT_NOFILE, (rlim_t)keep + FILES);
	limit(RLIMIT_AS, ADDRESS_SPACE);
	return limit_calls();
}

void helper_jail_seconds(unsigned int seconds)
{
	struct rusage used;
	struct rlimit value = { .rlim_max = RLIM_INFINITY };

	if (getrusage(RUSAGE_SELF, &used) || getrlimit(RLIMIT_CPU, &value))
		return;
	value.rlim_cur = (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + seconds;
	if (value.rlim_max != RLIM_INFINITY && value.rlim_cur > value.rlim_max)
		value.rlim_cur = value.rlim_max;
	(void)setrlimit(RLIMIT_CPU, &value);
}

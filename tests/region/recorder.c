/* SPDX-License-Identifier: GPL-2.0-only */
/* Markers of the own process; see recorder.h. */
#define _GNU_SOURCE
#include "tests/region/recorder.h"

#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define OBJECTS 8
#define SITES 256
#define WORDS 256		/* of one thread's trail */
#define TRAIL 4096
#define NAME 96

struct site {
	uintptr_t address;	/* of the descriptor; of the first entry of a pool */
	const char *name;	/* NULL: a pool */
	uint32_t entry_size, entries;
};

struct object {
	uintptr_t mark;
	uint32_t n_sites;
	struct site site[SITES];
};

static struct object objects[OBJECTS];
static uint32_t n_objects;
static int failed;
static int out = -1;		/* where a preloaded recorder writes */

static __thread struct {
	uintptr_t argument[WORDS];
	uint32_t object[WORDS], n;
	char text[TRAIL];
} trail;

static void fail(const char *words)
{
	fprintf(stderr, "FAILED: %s\n", words);
	exit(1);
}

/* ---- the notes ---- */

static void add_site(struct object *object, uint32_t type, uintptr_t descriptor, uint32_t size)
{
	const int32_t *content = (const int32_t *)descriptor;
	const uintptr_t mark = descriptor + (uintptr_t)(intptr_t)content[0];
	struct site *site = &object->site[object->n_sites++];

	if (object->n_sites > SITES)
		fail("an object has too many regions");
	if (object->mark && object->mark != mark)
		fail("an object has two marks");
	object->mark = mark;
	*site = (struct site){ .address = descriptor, .name = (const char *)descriptor + 4 };
	if (type == 2)
		*site = (struct site){
			.address = descriptor + (uintptr_t)(intptr_t)content[1],
			.entry_size = (uint32_t)content[2], .entries = (uint32_t)content[3],
		};
	else if (type != 1 || memchr(site->name, 0, size - 4) != site->name + size - 5)
		fail("a note of a region has no name, or is of another type");
	if (descriptor % 4)
		fail("a descriptor is not aligned");
}

static void read_notes(struct object *object, uintptr_t from, size_t size)
{
	const uintptr_t end = from + size;

	while (from + 12 <= end) {
		const uint32_t *head = (const uint32_t *)from;
		const uintptr_t name = from + 12, content = name + ((head[0] + 3) & ~3U);

		if (content + head[1] > end)
			fail("a note is longer than its segment");
		if (head[0] == 6 && !memcmp((const char *)name, "tdtop", 6))
			add_site(object, head[2], content, head[1]);
		from = content + ((head[1] + 3) & ~3U);
	}
}

/* ---- words ---- */

static const char *name_at(const struct object *object, uintptr_t address)
{
	for (uint32_t i = 0; i < object->n_sites; i++) {
		const struct site *site = &object->site[i];
		const uintptr_t away = address - site->address;

		if (site->name && !away)
			return site->name;
		if (!site->name && away < (uintptr_t)site->entry_size * site->entries && away % site->entry_size == 0)
			return (const char *)address;
	}
	return "UNKNOWN";
}

static int put_word(char *to, size_t size, uintptr_t argument, uint32_t object)
{
	const uintptr_t place = argument & ~(uintptr_t)1;

	return snprintf(to, size, "%s%s%s", object ? "lib:" : "",
			!place ? "-" : argument & 1 ? "+" : "=",
			place ? name_at(&objects[object], place) : "");
}

/* ---- the markers ---- */

/* Preloaded: a line for each marker, at once; Go ends a program without atexit(3). */
static void write_line(uintptr_t argument, uint32_t object)
{
	char line[NAME];
	int n = put_word(line, sizeof(line) - 1, argument, object);

	if (n >= (int)sizeof(line) - 1)
		n = (int)sizeof(line) - 2;
	line[n] = '\n';
	if (write(out, line, (size_t)n + 1) != n + 1)
		abort();
}

static void record(uintptr_t argument, uint32_t object)
{
	if (out >= 0)
		write_line(argument, object);
	else if (trail.n < WORDS) {
		trail.argument[trail.n] = argument;
		trail.object[trail.n++] = object;
	}
}

/*
 * The mark's page becomes one of no file, with all rights at once: this very code may be in it. The
 * kernel has no uprobe in such a page. A tdtop that watches all programs, of another test, may have
 * put one there; it would take each trap, and take it away with its own.
 */
static void make_own(uintptr_t mark)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *page = (void *)(mark & ~(uintptr_t)(size - 1));
	void *copy = mmap(NULL, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (copy == MAP_FAILED)
		fail("no room for code");
	memcpy(copy, page, size);
	if (mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, page) != page)
		fail("the code cannot be written");
	__builtin___clear_cache((char *)page, (char *)page + size);
}

#ifdef __x86_64__
static const unsigned char mark_code[] = { 0x66, 0x90, 0xc3 };
static const unsigned char uprobe_code[] = { 0xcc };

/*
 * The trap is the NOP's first byte, HLT, and the program goes on behind the NOP. HLT is SIGSEGV, which
 * Go's runtime hands on to whoever had it before, as it does not SIGTRAP.
 */
static void trapped(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;

	(void)info;
	for (uint32_t i = 0; i < n_objects; i++)
		if (objects[i].mark == (uintptr_t)registers[REG_RIP]) {
			record((uintptr_t)registers[REG_RDI], i);
			registers[REG_RIP] += 2;
			return;
		}
	(void)signal(number, SIG_DFL);	/* another fault: it comes again */
}

static void write_trap(uintptr_t mark, uint32_t object)
{
	struct sigaction action = { .sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_RESTART };

	(void)object;
	(void)sigaction(SIGSEGV, &action, NULL);
	*(volatile unsigned char *)mark = 0xf4;
}
#else
static const unsigned char mark_code[] = { 0x1f, 0x20, 0x03, 0xd5, 0xc0, 0x03, 0x5f, 0xd6 };
static const unsigned char uprobe_code[] = { 0xa0, 0x00, 0x20, 0xd4 };	/* brk #5 */

/* A page that a jump from the mark reaches. */
static unsigned char *page_near(uintptr_t mark)
{
	for (intptr_t away = 1 << 20; away < 100 << 20; away += 1 << 20)
		for (int side = -1; side <= 1; side += 2) {
			const uintptr_t wish = (mark & ~0xffffUL) + (uintptr_t)(side * away);
			unsigned char *page = mmap((void *)wish, 4096,
						   PROT_READ | PROT_WRITE | PROT_EXEC,
						   MAP_PRIVATE | MAP_ANONYMOUS |
							   MAP_FIXED_NOREPLACE, -1, 0);

			if (page == (unsigned char *)wish)
				return page;
			if (page != MAP_FAILED)
				munmap(page, 4096);
		}
	fail("no room for a jump");
	return NULL;
}

/* A jump in place of the NOP, to: mov w1, #object; ldr x16, .+8; br x16. */
static void write_trap(uintptr_t mark, uint32_t object)
{
	unsigned char *page = page_near(mark);
	const uintptr_t to = (uintptr_t)record;
	const uint32_t code[3] = { 0x52800001 | object << 5, 0x58000050, 0xd61f0200 };
	const uint32_t jump = 0x14000000 | ((uint32_t)((intptr_t)(page - mark) / 4) & 0x3ffffff);

	memcpy(page, code, sizeof(code));
	memcpy(page + sizeof(code), &to, sizeof(to));
	memcpy((void *)mark, &jump, sizeof(jump));
	__builtin___clear_cache((char *)page, (char *)page + 64);
	__builtin___clear_cache((char *)mark, (char *)mark + 4);
}
#endif

static void take_over(const struct object *object, uint32_t number)
{
	if (object->mark % 16)
		fail("a mark is not aligned");
	make_own(object->mark);
	if (!memcmp((void *)object->mark, uprobe_code, sizeof(uprobe_code)))
		memcpy((void *)object->mark, mark_code, sizeof(uprobe_code));
	if (memcmp((void *)object->mark, mark_code, sizeof(mark_code)))
		fail("a mark is not a NOP and a return");
	write_trap(object->mark, number);
}

static int watch_object(struct dl_phdr_info *info, size_t size, void *unused)
{
	struct object *object = &objects[n_objects];

	(void)size;
	(void)unused;
	if (n_objects >= OBJECTS)
		fail("too many objects have regions");
	if (out >= 0 && !n_objects && info->dlpi_name[0])
		object = &objects[n_objects = 1];	/* number 0 is the program */
	memset(object, 0, sizeof(*object));
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE && info->dlpi_phdr[i].p_align <= 4)
			read_notes(object, info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
				   info->dlpi_phdr[i].p_memsz);
	if (!object->mark)
		return 0;
	for (uint32_t i = 0; i < n_objects; i++)
		if (objects[i].mark == object->mark)
			return 0;
	n_objects++;
	take_over(object, n_objects - 1);
	return 0;
}

void recorder_watch(void)
{
	dl_iterate_phdr(watch_object, NULL);
}

/* ---- trails ---- */

const char *recorder_trail(void)
{
	size_t at = 0;

	trail.text[0] = '\0';
	for (uint32_t i = 0; i < trail.n && at < TRAIL - 1; i++) {
		if (i)
			trail.text[at++] = ' ';
		at += (size_t)put_word(trail.text + at, TRAIL - at, trail.argument[i], trail.object[i]);
	}
	trail.n = 0;
	return trail.text;
}

void recorder_expect(const char *what, const char *expected)
{
	const char *was = recorder_trail();

	if (!strcmp(was, expected))
		return;
	fprintf(stderr, "FAILED: %s: wanted \"%s\", was \"%s\"\n", what, expected, was);
	failed = 1;
}

int recorder_failed(void)
{
	return failed;
}

/* Preloaded: the markers of all threads are written to RECORDER_OUT. */
#ifdef RECORDER_PRELOADED
__attribute__((__constructor__)) static void preloaded(void)
{
	const char *path = getenv("RECORDER_OUT");

	if (!path)
		return;
	out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
	if (out < 0)
		fail("RECORDER_OUT cannot be written");
	recorder_watch();
}
#endif

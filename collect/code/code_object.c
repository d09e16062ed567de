/* SPDX-License-Identifier: GPL-2.0-only */
/* Objects of the helper process; see code_object.h. */
#include "config.h"
#include "collect/code/code_object.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/elf/branch_decode.h"
#include "collect/elf/disasm.h"
#include "collect/elf/dwarf_lines.h"
#include "collect/elf/elf_image.h"
#include "collect/elf/symbol_table.h"
#include "model/base_name.h"

struct code_object {
	struct wire_object what;
	const struct code_wanted *wanted;
	struct elf_image *image;	/* NULL: none, or of another build */
	struct elf_image *debug;	/* separate debug file; NULL: none */
	struct elf_image *alt;		/* what debug files share; NULL: none */
	struct text_symbols text;	/* of the kernel, or of a JIT compiler */
	struct symbol_table symbols;
	char *plt_names;
	struct mini_debug *mini;	/* its symbols; NULL: none */
	struct dwarf_lines *lines;	/* NULL: none, or not read yet */
	struct disasm *disasm;		/* the same */
	bool symbols_read, debug_asked, lines_read, disasm_made;
	char trouble[WIRE_TROUBLE];
};

static bool is_file(const struct wire_object *what)
{
	return what->kind == OBJECT_FILE || what->kind == OBJECT_VDSO;
}

/* A file of another build would give false names. */
static bool is_of_build(const struct elf_image *image, const struct wire_object *what)
{
	uint8_t n = what->build_id_len;

	/* perf pads short ids to 20 bytes */
	return !n || (image->build_id_len <= n && image->build_id_len &&
		      !memcmp(image->build_id, what->build_id, image->build_id_len));
}

static void open_image(struct code_object *object, int fd)
{
	const char *name = object->what.name;
	int ret = elf_image_open(fd, &object->image);

	if (ret) {
		(void)snprintf(object->trouble, sizeof(object->trouble),
			       "%s is no ELF file, so it has no symbols", name);
	} else if (!is_of_build(object->image, &object->what)) {
		(void)snprintf(object->trouble, sizeof(object->trouble),
			       "%s is another build than the one that ran (its build-id differs), "
			       "so its names would be wrong", name);
		elf_image_close(object->image);
		object->image = NULL;
	}
}

struct code_object *code_object_new(const struct wire_object *what, int fd,
				    const struct code_wanted *wanted)
{
	struct code_object *object = calloc(1, sizeof(*object));

	if (!object) {
		if (fd >= 0)
			(void)close(fd);
		return NULL;
	}
	object->what = *what;
	object->wanted = wanted;
	if (fd < 0)
		return object;
	if (is_file(what))
		open_image(object, fd);
	else
		text_symbols_read(&object->text, fd);
	return object;
}

void code_object_free(struct code_object *object)
{
	if (!object)
		return;
	symbol_table_clear(&object->symbols);
	text_symbols_clear(&object->text);
	free(object->plt_names);
	mini_debug_free(object->mini);
	dwarf_lines_free(object->lines);
	disasm_free(object->disasm);
	elf_image_close(object->alt);
	elf_image_close(object->debug);
	elf_image_close(object->image);
	free(object);
}

uint8_t code_object_build_id(const struct code_object *object, unsigned char id[BUILD_ID_MAX])
{
	if (!object->image)
		return 0;
	memcpy(id, object->image->build_id, BUILD_ID_MAX);
	return object->image->build_id_len;
}

uint64_t code_object_bytes(const struct code_object *object)
{
	return sizeof(*object) + object->text.bytes + object->symbols.room * sizeof(struct symbol) +
		(object->image ? object->image->bytes : 0) +
		(object->debug ? object->debug->bytes : 0);
}

const char *code_object_trouble(const struct code_object *object)
{
	return object->trouble;
}

/* Opens the separate debug file; only one with the build-id of the file is taken. */
static void find_debug(struct code_object *object)
{
	struct wire_want want = { .kind = WANT_DEBUG,
				  .build_id_len = object->image->build_id_len };
	int fd;

	if (object->debug_asked)
		return;
	object->debug_asked = true;
	memcpy(want.build_id, object->image->build_id, sizeof(want.build_id));
	elf_image_debuglink(object->image, want.name, sizeof(want.name));
	if (!want.build_id_len && !want.name[0])
		return;
	while (!object->debug && (fd = object->wanted->file(object->wanted->data, &want)) >= 0) {
		struct elf_image *debug;

		want.attempt++;
		if (elf_image_open(fd, &debug))
			continue;
		if (elf_image_belongs(object->image, debug))
			object->debug = debug;
		else
			elf_image_close(debug);
	}
}

/* The end of the last segment with code, for symbols without size. */
static uint64_t end_of_code(const struct elf_image *image)
{
	uint64_t end = 0;

	for (size_t i = 0; i < image->n_segments; i++) {
		const struct elf_segment *segment = &image->segments[i];

		if (segment->runs && segment->address + segment->size > end)
			end = segment->address + segment->size;
	}
	return end;
}

/* .symtab of the file, or of its debug file, or .gnu_debugdata; and .dynsym. */
static void read_elf_symbols(struct code_object *object)
{
	struct symbol_table *table = &object->symbols;
	int found;

	if (!object->image)
		return;
	table->end = end_of_code(object->image);
	found = elf_image_symbols(object->image, SHT_SYMTAB, table);
	if (found <= 0) {
		find_debug(object);
		if (object->debug)
			found = elf_image_symbols(object->debug, SHT_SYMTAB, table);
	}
	if (found <= 0 && elf_image_has(object->image, ".gnu_debugdata"))
		found = mini_debug_symbols(object->image->fd, table, &object->mini);
	(void)elf_image_symbols(object->image, SHT_DYNSYM, table);
	(void)elf_plt_symbols(object->image, table, &object->plt_names);
	if (found > 0)
		return;
	(void)snprintf(object->trouble, sizeof(object->trouble), table->n ?
		       "%s is stripped: only functions that it exports have names; its debug "
		       "symbols (a package -dbg, -dbgsym or -debuginfo) have all" :
		       "%s is stripped: its debug symbols (a package -dbg, -dbgsym or -debuginfo) "
		       "have the names", object->what.name);
}

static void read_symbols(struct code_object *object)
{
	if (object->symbols_read)
		return;
	object->symbols_read = true;
	switch (object->what.kind) {
	case OBJECT_KERNEL:
	case OBJECT_MODULE:
		if (!text_symbols_kallsyms(&object->text, &object->symbols) && object->text.bytes)
			(void)snprintf(object->trouble, sizeof(object->trouble),
				       "addresses of the kernel's symbols are hidden "
				       "(kernel.kptr_restrict); root sees them");
		break;
	case OBJECT_JIT:
		text_symbols_perf_map(&object->text, &object->symbols);
		break;
	default:
		read_elf_symbols(object);
	}
	symbol_table_sort(&object->symbols);
}

/* The object's own address of a place. */
static bool address_of(const struct code_object *object, uint64_t offset, uint64_t *address)
{
	*address = offset;
	if (!is_file(&object->what))
		return true;
	return object->image && elf_image_address(object->image, offset, address);
}

static void set_symbol(const struct code_object *object, const struct symbol *symbol,
		       struct code_object_name *name)
{
	demangle(symbol->name, name->symbol, sizeof(name->symbol));
	name->wire.symbol_len = (uint16_t)strlen(name->symbol);
	name->wire.symbol_offset = name->wire.address - symbol->address;
	name->wire.size = symbol->size;
	name->wire.function = symbol->address;
	name->wire.has_function = true;
	if (is_file(&object->what) &&
	    !elf_image_offset(object->image, symbol->address, &name->wire.function))
		name->wire.has_function = false;
}

/* ---- lines ---- */

/* dwz moves what several debug files share into one more file. */
static void find_alt(struct code_object *object)
{
	struct wire_want want = { .kind = WANT_ALT };
	const char *name;
	int fd;

	want.build_id_len = dwarf_lines_alt(object->lines, &name, want.build_id);
	if (!want.build_id_len)
		return;
	(void)snprintf(want.name, sizeof(want.name), "%s", name);
	while ((fd = object->wanted->file(object->wanted->data, &want)) >= 0) {
		struct elf_image *alt;

		want.attempt++;
		if (elf_image_open(fd, &alt))
			continue;
		if (alt->build_id_len == want.build_id_len &&
		    !memcmp(alt->build_id, want.build_id, want.build_id_len)) {
			object->alt = alt;
			dwarf_lines_set_alt(object->lines, alt->elf);
			return;
		}
		elf_image_close(alt);
	}
}

static struct dwarf_lines *lines_of(struct code_object *object)
{
	struct elf_image *image = object->image;

	if (object->lines_read || !image)
		return object->lines;
	object->lines_read = true;
	if (!elf_image_has(image, ".debug_line") && !elf_image_has(image, ".zdebug_line")) {
		find_debug(object);
		image = object->debug;
	}
	object->lines = image ? dwarf_lines_new(image->elf) : NULL;
	if (object->lines)
		find_alt(object);
	return object->lines;
}

static void set_line(struct code_object *object, struct code_object_name *name)
{
	struct dwarf_lines *lines = lines_of(object);
	const char *path;

	if (!lines || !dwarf_lines_at(lines, name->wire.address, &path, &name->wire.line))
		return;
	(void)snprintf(name->file, sizeof(name->file), "%s", base_name(path));
	name->wire.file_len = (uint16_t)strlen(name->file);
}

const char *code_object_source(struct code_object *object, uint64_t offset, const char *base)
{
	uint64_t address;

	if (!address_of(object, offset, &address) || !lines_of(object))
		return NULL;
	return dwarf_lines_path(object->lines, address, base);
}

void code_object_name(struct code_object *object, uint64_t offset, uint32_t flags,
		      struct code_object_name *name)
{
	const struct symbol *symbol;

	*name = (struct code_object_name){ .wire = { .function = offset } };
	name->wire.has_address = address_of(object, offset, &name->wire.address);
	if (!name->wire.has_address || flags & WIRE_NO_SYMBOLS)
		return;
	read_symbols(object);
	symbol = symbol_table_find(&object->symbols, name->wire.address);
	if (symbol)
		set_symbol(object, symbol, name);
	if (flags & WIRE_LINES)
		set_line(object, name);
}

/* ---- instructions ---- */

#define LONGEST 15	/* bytes of an instruction of x86 */
#define LONGEST_RANGE ((size_t)1 << 20)

enum branch_kind code_object_kind(struct code_object *object, uint64_t offset)
{
	const unsigned char *code;
	size_t n = LONGEST;
	uint64_t address, target;
	bool has_target;

	if (!object->image || !address_of(object, offset, &address))
		return BRANCH_UNKNOWN;
	code = elf_image_code(object->image, address, &n);
	if (!code)
		return BRANCH_UNKNOWN;
	return branch_decode(object->image->machine, code, n, address, &has_target, &target);
}

/* The machine of code without a file is this one. */
#ifdef __aarch64__
#define THIS_MACHINE EM_AARCH64
#else
#define THIS_MACHINE EM_X86_64
#endif

static uint16_t machine_of(const struct code_object *object)
{
	return object->image ? object->image->machine : THIS_MACHINE;
}

/* The size of the instruction, and its text if that is wanted; 0: not known. */
static size_t instruction_at(struct code_object *object, const unsigned char *code, size_t n,
			     uint64_t address, char *text, size_t size)
{
	size_t length = 0;

	if (!object->disasm_made) {
		object->disasm_made = true;
		object->disasm = disasm_new(machine_of(object),
					    !object->image || object->image->is_64,
					    !object->image || object->image->is_little);
	}
	if (size)
		*text = '\0';
	if (object->disasm)
		length = disasm_one(object->disasm, code, n, address, text, size);
	if (!length && machine_of(object) == EM_AARCH64 && n >= 4)
		length = 4;
	return length;
}

uint32_t code_object_length(struct code_object *object, struct wire_range range)
{
	const unsigned char *code;
	uint64_t address;
	size_t n, at = 0;
	uint32_t count = 1;

	if (range.end < range.start || range.end - range.start > LONGEST_RANGE ||
	    !object->image || !address_of(object, range.start, &address))
		return 0;
	if (machine_of(object) == EM_AARCH64)
		return (uint32_t)((range.end - range.start) / 4 + 1);
	n = (size_t)(range.end - range.start) + LONGEST;
	code = elf_image_code(object->image, address, &n);
	for (; code && at < range.end - range.start; count++) {
		size_t length = instruction_at(object, code + at, n - at, address + at, NULL, 0);

		if (!length)
			return 0;
		at += length;
	}
	/* else the range does not end where an instruction begins */
	return code && at == range.end - range.start ? count : 0;
}

/* Code that cannot be decoded is passed over by one byte. */
static bool add_instruction(struct code_object *object, uint64_t offset, uint64_t address,
			    const unsigned char *code, size_t n, struct wire_instruction *wire,
			    struct wire_message *message)
{
	struct dwarf_lines *lines = lines_of(object);
	const char *path = NULL, *inlined = NULL;
	char text[80];
	size_t size = instruction_at(object, code, n, address, text, sizeof(text));
	uint64_t target;

	*wire = (struct wire_instruction){ .offset = offset, .address = address };
	if (!size && !object->disasm)
		return false;
	if (!size)
		(void)snprintf(text, sizeof(text), "(bad)");
	wire->size = (uint8_t)(size ? size : 1);
	wire->kind = size ? (uint8_t)branch_decode(machine_of(object), code, n, address,
						   &wire->has_target, &target) : BRANCH_UNKNOWN;
	if (wire->has_target) {
		wire->target = target;
		if (object->image)
			wire->has_target = elf_image_offset(object->image, target, &wire->target);
	}
	if (lines && dwarf_lines_at(lines, address, &path, &wire->line))
		path = base_name(path);
	if (lines)
		inlined = dwarf_lines_inlined(lines, address);
	wire->text_len = (uint16_t)strlen(text);
	wire->file_len = path ? (uint16_t)strnlen(path, 63) : 0;
	wire->inlined_len = inlined ? (uint16_t)strnlen(inlined, 63) : 0;
	if (sizeof(message->body) - message->size < sizeof(*wire) + sizeof(text) + 128)
		return false;
	(void)wire_add(message, wire, sizeof(*wire));
	(void)wire_add(message, text, wire->text_len);
	(void)wire_add(message, path, wire->file_len);
	(void)wire_add(message, inlined, wire->inlined_len);
	return true;
}

uint32_t code_object_instructions(struct code_object *object, struct wire_range range,
				  const unsigned char *code, size_t n,
				  struct wire_message *message)
{
	uint64_t address;
	uint32_t count = 0;

	if (range.end <= range.start || !address_of(object, range.start, &address))
		return 0;
	if (object->image) {
		n = range.end - range.start + LONGEST < LONGEST_RANGE ?
			(size_t)(range.end - range.start) + LONGEST : LONGEST_RANGE;
		code = elf_image_code(object->image, address, &n);
	}
	for (size_t at = 0; code && at < n && at < range.end - range.start;) {
		struct wire_instruction wire;

		if (!add_instruction(object, range.start + at, address + at, code + at, n - at,
				     &wire, message))
			break;
		at += wire.size;
		count++;
	}
	return count;
}

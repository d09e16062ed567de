/* SPDX-License-Identifier: GPL-2.0-only */
/* Objects of the helper process; see code_object.h. */
#include "config.h"
#include "collect/code/code_object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/code/demangle.h"
#include "collect/code/elf_image.h"
#include "collect/code/symbol_table.h"
#include "collect/code/text_symbols.h"

struct code_object {
	struct wire_object what;
	const struct code_wanted *wanted;
	struct elf_image *image;	/* NULL: none, or of another build */
	struct elf_image *debug;	/* separate debug file; NULL: none */
	struct text_symbols text;	/* of the kernel, or of a JIT compiler */
	struct symbol_table symbols;
	bool symbols_read, debug_asked;
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
	elf_image_close(object->debug);
	elf_image_close(object->image);
	free(object);
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
	(void)elf_image_symbols(object->image, SHT_DYNSYM, table);
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
}

enum branch_kind code_object_kind(struct code_object *object, uint64_t offset)
{
	(void)object;
	(void)offset;
	return BRANCH_UNKNOWN;
}

uint32_t code_object_length(struct code_object *object, struct wire_range range)
{
	(void)object;
	(void)range;
	return 0;
}

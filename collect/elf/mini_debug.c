/* SPDX-License-Identifier: GPL-2.0-only */
/* .gnu_debugdata by libdwfl; see elf_image.h. */
#include "config.h"
#include "collect/elf/elf_image.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <elfutils/libdwfl.h>

/* Separate files are not libdwfl's to find: it may open none. */
static int no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			const char *file, const char *link, GElf_Word crc, char **found)
{
	(void)module;
	(void)data;
	(void)name;
	(void)base;
	(void)file;
	(void)link;
	(void)crc;
	(void)found;
	return -1;
}

static const Dwfl_Callbacks callbacks = {
	.find_debuginfo = no_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static int add_symbols(Dwfl_Module *module, struct symbol_table *table)
{
	int n = dwfl_module_getsymtab(module), found = 0;

	for (int i = 1; i < n; i++) {
		GElf_Sym symbol;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(module, i, &symbol, &address, NULL, NULL,
							   NULL);
		int type = GELF_ST_TYPE(symbol.st_info);

		if (!name || !*name || symbol.st_shndx == SHN_UNDEF ||
		    (type != STT_FUNC && type != STT_GNU_IFUNC))
			continue;
		if (symbol_table_add(table, symbol.st_value, symbol.st_size,
				     GELF_ST_BIND(symbol.st_info) == STB_LOCAL ? SYMBOL_LOCAL :
				     SYMBOL_GLOBAL, name))
			break;
		found++;
	}
	return found;
}

int mini_debug_symbols(int fd, struct symbol_table *table, struct mini_debug **mini)
{
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwfl_Module *module;
	int copy, found;

	*mini = NULL;
	if (!dwfl)
		return 0;
	copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	dwfl_report_begin(dwfl);
	module = copy < 0 ? NULL : dwfl_report_elf(dwfl, "object", "object", copy, 0, true);
	if (!module) {
		if (copy >= 0)
			(void)close(copy);
		dwfl_end(dwfl);
		return 0;
	}
	(void)dwfl_report_end(dwfl, NULL, NULL);
	found = add_symbols(module, table);
	*mini = (struct mini_debug *)dwfl;
	return found;
}

void mini_debug_free(struct mini_debug *mini)
{
	if (mini)
		dwfl_end((Dwfl *)mini);
}

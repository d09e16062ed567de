/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the truth plugin uses of QEMU's interface for plugins, version 1 (QEMU 4.2 to 8.2). Debian's
 * qemu-user loads plugins, but no package has the header. See docs/devel/tcg-plugins.rst of QEMU.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;

typedef struct {
	const char *target_name;	/* "x86_64", "aarch64" */
	struct {
		int min, cur;
	} version;
	bool system_emulation;
	union {
		struct {
			int smp_vcpus, max_vcpus;
		} system;
	};
} qemu_info_t;

struct qemu_plugin_tb;		/* a translated block: straight code */
struct qemu_plugin_insn;

enum { QEMU_PLUGIN_CB_NO_REGS };
enum { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };

void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t id,
				       void (*begins)(qemu_plugin_id_t id, unsigned int vcpu));
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   void (*translated)(qemu_plugin_id_t id,
							      struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  void (*runs)(unsigned int vcpu, void *data), int flags,
					  void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      void (*accesses)(unsigned int vcpu,
						       qemu_plugin_meminfo_t info,
						       uint64_t address, void *data),
				      int flags, int direction, void *data);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t id,
					  void (*calls)(qemu_plugin_id_t id, unsigned int vcpu,
							int64_t number, uint64_t a1, uint64_t a2,
							uint64_t a3, uint64_t a4, uint64_t a5,
							uint64_t a6, uint64_t a7, uint64_t a8));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
				    void (*ends)(qemu_plugin_id_t id, void *data), void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t number);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

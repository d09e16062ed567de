/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The truth plugin for QEMU's user emulation: counts all branches that a program runs, and takes
 * samples as a CPU with LBR would. README.md says how it is used.
 *
 *   -plugin FILE,out=STREAM,truth=TABLE,sample=EVENT:PERIOD:DEPTH:MODE[,sample=...]
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/truth/plugin_maps.h"
#include "tests/truth/plugin_samples.h"
#include "tests/truth/plugin_thread.h"
#include "tests/truth/plugin_truth.h"
#include "tests/truth/qemu_plugin.h"

#define THREADS 256

QEMU_PLUGIN_EXPORT int qemu_plugin_version = 1;

static struct recording recording;
static struct thread *threads[THREADS];	/* by vCPU */
static const char *truth_path;
static bool forked;		/* this is a child process: it is not recorded */

/* A thread may get the vCPU of one that has ended: its counts go on. */
static void vcpu_begins(qemu_plugin_id_t id, unsigned int vcpu)
{
	struct thread *thread;

	(void)id;
	if (vcpu >= THREADS || forked)
		return;
	thread = threads[vcpu];
	if (!thread)
		thread = threads[vcpu] = calloc(1, sizeof(*thread));
	if (!thread)
		abort();
	thread->tid = 0;
	thread->code = NULL;
	thread->block = 0;
	thread->trace_block = 0;
	thread->n_branches = 0;
	thread->n_calls = 0;
	thread->calls_beyond = 0;
	memset(thread->kept_calls, 0, sizeof(thread->kept_calls));
}

static void begin(struct thread *thread)
{
	uint64_t clock = thread->clock;
	struct stream_record record = { .type = STREAM_THREAD, .size = sizeof(record) };

	if (threads[0] && threads[0]->clock > clock)
		clock = threads[0]->clock;
	thread_begin(thread, &recording, clock);
	record.tid = thread->tid;
	record.time_ns = thread_time_ns(thread);
	fwrite(&record, sizeof(record), 1, recording.stream);
}

static void code_runs(unsigned int vcpu, void *data)
{
	const struct code *code = data;
	struct thread *thread = vcpu < THREADS ? threads[vcpu] : NULL;

	if (!thread || forked)
		return;
	if (thread->tid == 0)
		begin(thread);
	if (thread->code)
		thread_ran(thread, &recording, code->start);
	thread->code = code;
}

/* Loads wait, stores do not. (QEMU 7.2 takes QEMU_PLUGIN_MEM_R for stores and _W for both.) */
static void memory_used(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	struct thread *thread = vcpu < THREADS ? threads[vcpu] : NULL;
	uint32_t cycles;

	(void)data;
	if (!thread || forked || qemu_plugin_mem_is_store(info))
		return;
	cycles = cost_load(&thread->cost, address);
	thread->clock += cycles;
	thread->waited += cycles;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	struct code *code = malloc(sizeof(*code) + n * sizeof(code->offset[0]));
	struct qemu_plugin_insn *insn = NULL;

	(void)id;
	if (!code || n == 0)
		abort();
	code->start = qemu_plugin_tb_vaddr(tb);
	code->n = (uint32_t)n;
	for (size_t i = 0; i < n; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		code->offset[i] = (uint32_t)(qemu_plugin_insn_vaddr(insn) - code->start);
		qemu_plugin_register_vcpu_mem_cb(insn, memory_used, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
	}
	code->last = qemu_plugin_insn_vaddr(insn);
	code->next = code->last + qemu_plugin_insn_size(insn);
	code->kind = code_kind(recording.machine, qemu_plugin_insn_data(insn),
			       qemu_plugin_insn_size(insn), code->last, &code->target);
	qemu_plugin_register_vcpu_tb_exec_cb(tb, code_runs, QEMU_PLUGIN_CB_NO_REGS, code);
	maps_need(recording.stream, code->start, threads[0] ? thread_time_ns(threads[0]) : 1000000000);
}

static void system_call(qemu_plugin_id_t id, unsigned int vcpu, int64_t number, uint64_t a1,
			uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6,
			uint64_t a7, uint64_t a8)
{
	(void)id, (void)vcpu, (void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6;
	(void)a7, (void)a8;
	maps_system_call(recording.machine, number);
}

static void ends(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	if (forked)
		return;
	if (fclose(recording.stream) != 0 || truth_write(truth_path, &recording, threads, THREADS) != 0)
		perror("truth plugin");
}

static void child_begins(void)
{
	forked = true;
}

/* 0, or the options are wrong. */
static int parse(int argc, char **argv)
{
	struct stream_header *header = &recording.header;
	const char *out = NULL;

	for (int i = 0; i < argc; i++) {
		if (strncmp(argv[i], "out=", 4) == 0)
			out = argv[i] + 4;
		else if (strncmp(argv[i], "truth=", 6) == 0)
			truth_path = strdup(argv[i] + 6);
		else if (strncmp(argv[i], "program=", 8) == 0)
			(void)snprintf(header->program, sizeof(header->program), "%s",
				       argv[i] + 8);
		else if (strncmp(argv[i], "sample=", 7) != 0 ||
			 header->n_samplers == STREAM_SAMPLERS ||
			 !samples_parse(argv[i] + 7, &header->samplers[header->n_samplers++])) {
			(void)fprintf(stderr, "truth plugin: bad option \"%s\"\n", argv[i]);
			return -1;
		}
	}
	recording.stream = out && truth_path ? fopen(out, "wb") : NULL;
	if (!recording.stream)
		(void)fprintf(stderr, "truth plugin: out= and truth= must name files\n");
	return recording.stream ? 0 : -1;
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
					   char **argv)
{
	struct stream_header *header = &recording.header;

	if (info->system_emulation || parse(argc, argv) != 0)
		return -1;
	header->magic = STREAM_MAGIC;
	header->pid = (int32_t)getpid();
	(void)snprintf(header->target, sizeof(header->target), "%s", info->target_name);
	recording.machine = strcmp(info->target_name, "aarch64") == 0 ? MACHINE_AARCH64 : MACHINE_X86_64;
	fwrite(header, sizeof(*header), 1, recording.stream);
	pthread_atfork(NULL, NULL, child_begins);
	qemu_plugin_register_vcpu_init_cb(id, vcpu_begins);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_vcpu_syscall_cb(id, system_call);
	qemu_plugin_register_atexit_cb(id, ends, NULL);
	return 0;
}

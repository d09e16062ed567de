// SPDX-License-Identifier: GPL-2.0-only
/*
 * /proc/tdtop_lab: the table of known splits by task name, and the slots that each name really
 * had. README.md describes the lines.
 */
#include <linux/ctype.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/proc_fs.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "lab.h"

#define NAMES		4096	/* a power of two */
#define NAMES_FULL	3072	/* further names are counted as "(others)" */
#define WRITE_MAX	65536

static struct lab_name *names[NAMES];	/* open addressing, by jhash of comm */
static int names_used;
static struct lab_name *spare;		/* names allocated in advance */
static struct lab_name idle = { .comm = "(idle)" };
static struct lab_name others = { .comm = "(others)" };
static struct lab_name defaults = {
	.comm = "default",
	.part = { 25000, 10000, 20000, 45000, 5000, 7000, 10000, 25000 },
};
static DEFINE_RAW_SPINLOCK(names_lock);	/* adding a name */
static DEFINE_MUTEX(write_mutex);	/* one writer of the table at a time */
static struct proc_dir_entry *entry;

static struct lab_name *insert(const char *comm)
{
	struct lab_name *name = &others;
	unsigned long flags;
	u32 at;

	raw_spin_lock_irqsave(&names_lock, flags);
	at = jhash(comm, TASK_COMM_LEN, 0) % NAMES;
	while (names[at] && memcmp(names[at]->comm, comm, TASK_COMM_LEN))
		at = (at + 1) % NAMES;
	if (names[at]) {
		name = names[at];
	} else if (names_used < NAMES_FULL) {
		name = &spare[names_used++];
		memcpy(name->comm, comm, TASK_COMM_LEN);
		smp_store_release(&names[at], name);	/* pairs with find() */
	}
	raw_spin_unlock_irqrestore(&names_lock, flags);
	return name;
}

static struct lab_name *find(const char *comm)
{
	u32 at = jhash(comm, TASK_COMM_LEN, 0) % NAMES;
	struct lab_name *name;

	while ((name = smp_load_acquire(&names[at])) != NULL) {
		if (!memcmp(name->comm, comm, TASK_COMM_LEN))
			return name;
		at = (at + 1) % NAMES;
	}
	return insert(comm);
}

/* Called with interrupts off, by the CPU that runs the task. */
struct lab_name *lab_truth_find(const struct task_struct *task)
{
	char comm[TASK_COMM_LEN] = "";

	if (is_idle_task(task))
		return &idle;
	memcpy(comm, task->comm, strnlen(task->comm, TASK_COMM_LEN - 1));
	return find(comm);
}

const u32 *lab_truth_parts(const struct lab_name *name)
{
	return READ_ONCE(name->listed) ? name->part : defaults.part;
}

/* "12.345" percent, in 1/1000 percent; at most three decimals. */
static int parse_part(const char *text, u32 *part)
{
	u32 value = 0;
	int decimals = -1;

	for (; *text; text++) {
		if (*text == '.' && decimals < 0) {
			decimals = 0;
			continue;
		}
		if (!isdigit(*text) || decimals == 3 || value > LAB_WHOLE)
			return -EINVAL;
		value = value * 10 + (*text - '0');
		if (decimals >= 0)
			decimals++;
	}
	for (decimals = max(decimals, 0); decimals < 3; decimals++)
		value *= 10;
	*part = value;
	return 0;
}

static int check_parts(const u32 *part)
{
	u32 sum = 0;
	int i;

	for (i = 0; i < LAB_LEVEL1; i++) {
		sum += part[i];
		if (part[i + LAB_LEVEL1] > part[i])
			return -EINVAL;
	}
	return sum == LAB_WHOLE ? 0 : -EINVAL;
}

/*
 * A CPU that accounts while a row changes may see half of it: tests write the
 * table before they start the load.
 */
static int write_split(const char *word, char *rest)
{
	char comm[TASK_COMM_LEN] = "";
	struct lab_name *name = &defaults;
	u32 part[LAB_PARTS];
	char *text;
	int n = 0;
	int i;

	while ((text = strsep(&rest, " \t")) != NULL) {
		if (!*text)
			continue;
		if (n == LAB_METRICS || parse_part(text, &part[n++]))
			return -EINVAL;
	}
	if (n == LAB_LEVEL1)
		for (; n < LAB_METRICS; n++)
			part[n] = part[n - LAB_LEVEL1] / 2;
	if (n != LAB_METRICS || check_parts(part))
		return -EINVAL;
	if (strcmp(word, "default")) {
		strscpy(comm, word, sizeof(comm));
		name = find(comm);
		if (name == &others)
			return -ENOSPC;
	}
	lab_model_derive(part);
	lab_clock_sync();
	for (i = 0; i < LAB_PARTS; i++)
		WRITE_ONCE(name->part[i], part[i]);
	WRITE_ONCE(name->listed, true);
	return 0;
}

static void clear(struct lab_name *name)
{
	atomic64_set(&name->slots, 0);
	atomic64_set(&name->atom_slots, 0);
	atomic64_set(&name->ns, 0);
}

static int reset(void)
{
	int i;

	lab_clock_sync();
	for (i = 0; i < names_used; i++)
		clear(&spare[i]);
	clear(&idle);
	clear(&others);
	return 0;
}

static void derive_all(void)
{
	int i;

	lab_clock_sync();
	lab_model_derive(defaults.part);
	for (i = 0; i < names_used; i++)
		lab_model_derive(spare[i].part);
}

static int write_number(const char *word, const char *text)
{
	unsigned int value;

	if (kstrtouint(text, 10, &value))
		return -EINVAL;
	if (!strcmp(word, "rounding"))
		lab_rounding = value;
	else if (!strcmp(word, "corrections"))
		lab_corrections = value;
	else if (!strcmp(word, "hold_us"))
		lab_hold_us = value;
	else if (!strcmp(word, "watchdog"))
		lab_watchdog = value;
	else
		lab_generals = value;
	derive_all();
	return 0;
}

/* ERRNO FROM */
static int write_refuse(const char *text)
{
	unsigned int number, from;

	if (sscanf(text, "%u %u", &number, &from) != 2 || number >= MAX_ERRNO)
		return -EINVAL;
	lab_refuse_from = from;
	lab_refuse_errno = number;
	return 0;
}

/* The rest of "NAME event CONFIG COUNT" or, of E-cores, "NAME atom_event CONFIG COUNT". */
static int write_event(const char *word, const char *text, bool atom)
{
	char comm[TASK_COMM_LEN] = "";
	struct lab_name *name;

	strscpy(comm, word, sizeof(comm));
	name = find(comm);
	if (name == &others)
		return -ENOSPC;
	lab_clock_sync();
	return lab_declare(name, text, atom);
}

static int write_line(char *line)
{
	char *word;

	line = strim(line);
	word = strsep(&line, " \t");
	if (!*word || *word == '#')
		return 0;
	if (!strcmp(word, "reset"))
		return reset();
	if (!line)
		return -EINVAL;
	if (!strcmp(word, "rounding") || !strcmp(word, "hold_us") ||
	    !strcmp(word, "generals") || !strcmp(word, "watchdog") || !strcmp(word, "corrections"))
		return write_number(word, strim(line));
	if (!strcmp(word, "refuse"))
		return write_refuse(line);
	if (!strcmp(word, "counters") || !strcmp(word, "atom_counters"))
		return lab_restrict(line, *word == 'a');
	line = skip_spaces(line);
	if (!strncmp(line, "event ", 6))
		return write_event(word, line + 6, false);
	if (!strncmp(line, "atom_event ", 11))
		return write_event(word, line + 11, true);
	return write_split(word, line);
}

static ssize_t truth_write(struct file *file, const char __user *from, size_t size, loff_t *pos)
{
	ssize_t ret = size;
	char *text, *rest, *line;

	if (size > WRITE_MAX)
		return -E2BIG;
	text = memdup_user_nul(from, size);
	if (IS_ERR(text))
		return PTR_ERR(text);
	rest = text;
	mutex_lock(&write_mutex);
	while (ret > 0 && (line = strsep(&rest, "\n")) != NULL) {
		int error = write_line(line);

		if (error)
			ret = error;
	}
	mutex_unlock(&write_mutex);
	kfree(text);
	return ret;
}

static void show_split(struct seq_file *out, const struct lab_name *name)
{
	int i;

	seq_puts(out, "split");
	for (i = 0; i < LAB_METRICS; i++)
		seq_printf(out, " %u.%03u", name->part[i] / 1000, name->part[i] % 1000);
	seq_printf(out, " %s\n", name->comm);
}

static void show_got(struct seq_file *out, const struct lab_name *name)
{
	if (atomic64_read(&name->ns))
		seq_printf(out, "got %lld %lld %s\n", (long long)atomic64_read(&name->slots),
			   (long long)atomic64_read(&name->ns), name->comm);
}

/* On a hybrid: the part of them on E-cores. */
static void show_atom(struct seq_file *out, const struct lab_name *name)
{
	if (atomic64_read(&name->atom_slots))
		seq_printf(out, "atom %lld %s\n", (long long)atomic64_read(&name->atom_slots), name->comm);
}

static void show_total(struct seq_file *out)
{
	s64 slots = atomic64_read(&others.slots);
	s64 ns = atomic64_read(&others.ns);
	int i;

	for (i = 0; i < names_used; i++) {
		slots += atomic64_read(&spare[i].slots);
		ns += atomic64_read(&spare[i].ns);
	}
	seq_printf(out, "tasks %lld %lld\n", (long long)slots, (long long)ns);
	seq_printf(out, "idle %lld %lld\n", (long long)atomic64_read(&idle.slots),
		   (long long)atomic64_read(&idle.ns));
}

static int truth_show(struct seq_file *out, void *unused)
{
	int i;

	lab_clock_sync();
	seq_printf(out, "personality %s\nmetrics %d\nwidth %d\n", lab_model->name,
		   lab_model->metrics, lab_model->width);
	if (lab_model->atom_width)
		seq_printf(out, "atom_width %d\nfirst_atom %d\nviolations %d\n", lab_model->atom_width,
			   lab_first_atom, atomic_read(&lab_violations));
	seq_printf(out, "rounding %d\nhold_us %u\ngenerals %d\nwatchdog %d\ncorrections %d\n", lab_rounding,
		   lab_hold_us, lab_generals, lab_watchdog, lab_corrections);
	show_split(out, &defaults);
	for (i = 0; i < names_used; i++)
		if (spare[i].listed)
			show_split(out, &spare[i]);
	show_total(out);
	for (i = 0; i < names_used; i++)
		show_got(out, &spare[i]);
	show_got(out, &others);
	for (i = 0; i < names_used; i++)
		show_atom(out, &spare[i]);
	return 0;
}

static int truth_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, truth_show, NULL, 128 * 1024);
}

static const struct proc_ops truth_ops = {
	.proc_open = truth_open,
	.proc_read = seq_read,
	.proc_write = truth_write,
	.proc_lseek = seq_lseek,
	.proc_release = single_release,
};

int lab_truth_start(void)
{
	lab_model_derive(defaults.part);
	spare = kvcalloc(NAMES_FULL, sizeof(*spare), GFP_KERNEL);
	if (!spare)
		return -ENOMEM;
	entry = proc_create("tdtop_lab", 0644, NULL, &truth_ops);
	if (!entry) {
		kvfree(spare);
		return -ENOMEM;
	}
	return 0;
}

void lab_truth_stop(void)
{
	int i;

	proc_remove(entry);
	for (i = 0; i < names_used; i++)
		kvfree(spare[i].rates);
	kvfree(spare);
}

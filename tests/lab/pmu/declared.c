// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events whose counts the table declares by name ("NAME event CONFIG COUNT"), and which general
 * counters can count an event ("counters CONFIG MASK").
 *
 * Each event that somebody opens or declares has a key, which is kept for good. A CPU counts the
 * keys that are on: what a name has not declared counts what lab_events.h says, or nothing.
 */
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "lab.h"

#define MILLION 1000000

struct lab_key {
	u64 config, config1;
	bool atom;
	u32 counters;		/* bits; 0: all */
};

static struct lab_key keys[LAB_KEYS];	/* the first one is no event */
static int keys_used = 1;
static DEFINE_MUTEX(keys_mutex);

/* The key of an event, 0: there is no room for another. May sleep. */
int lab_key(u64 config, u64 config1, bool atom)
{
	int i;

	mutex_lock(&keys_mutex);
	for (i = 1; i < keys_used; i++)
		if (keys[i].config == config && keys[i].config1 == config1 && keys[i].atom == atom)
			break;
	if (i == LAB_KEYS) {
		i = 0;
	} else if (i == keys_used) {
		keys[i] = (struct lab_key){ .config = config, .config1 = config1, .atom = atom };
		keys_used++;
	}
	mutex_unlock(&keys_mutex);
	return i;
}

/* "CONFIG" or "CONFIG:CONFIG1", hexadecimal. */
static int parse_key(const char *text, bool atom)
{
	unsigned long long config, config1 = 0;

	if (sscanf(text, "%llx:%llx", &config, &config1) < 1)
		return -EINVAL;
	return lab_key(config, config1, atom) ?: -ENOSPC;
}

/* "CONFIG COUNT": how often in a million cycles of this name. */
int lab_declare(struct lab_name *name, const char *text, bool atom)
{
	char config[40];
	unsigned int count;
	int key;

	if (sscanf(text, "%39s %u", config, &count) != 2 || count == UINT_MAX)
		return -EINVAL;
	key = parse_key(config, atom);
	if (key < 0)
		return key;
	if (!name->rates) {
		u32 *rates = kvcalloc(LAB_KEYS, sizeof(*rates), GFP_KERNEL);

		if (!rates)
			return -ENOMEM;
		smp_store_release(&name->rates, rates);	/* pairs with lab_count_keys() */
	}
	WRITE_ONCE(name->rates[key], count + 1);
	return 0;
}

/* "CONFIG MASK", hexadecimal: the counters that can count it. */
int lab_restrict(const char *text, bool atom)
{
	char config[40];
	unsigned int mask;
	int key;

	if (sscanf(text, "%39s %x", config, &mask) != 2)
		return -EINVAL;
	key = parse_key(config, atom);
	if (key < 0)
		return key;
	WRITE_ONCE(keys[key].counters, mask);
	return 0;
}

/* Adds an account of a CPU, so many cycles and slots of each part, to the keys that are on. */
void lab_count_keys(struct lab_cpu *cpu, const struct lab_name *name, u64 cycles, const u64 *parts)
{
	const u32 *rates = smp_load_acquire(&name->rates);
	int i, part;

	for (i = 0; i < cpu->slots_used; i++) {
		struct lab_slot *slot = &cpu->slot[i];
		u32 rate = rates ? READ_ONCE(rates[slot->key]) : 0;
		u64 fine;

		if (!slot->users)
			continue;
		if (rate) {
			fine = cycles * (rate - 1) + slot->rest;
			slot->count += fine / MILLION;
			slot->rest = fine % MILLION;
			continue;
		}
		for (part = 0; part < LAB_PARTS; part++)
			slot->exact[part] += parts[part];
	}
}

/* The slot of a CPU in which a key is counted from now on; -1: all are in use. */
int lab_slot_get(struct lab_cpu *cpu, int key)
{
	int free = -1, i;

	for (i = 0; i < LAB_SLOTS_MAX; i++) {
		struct lab_slot *slot = &cpu->slot[i];

		if (slot->users && slot->key == key) {
			slot->users++;
			return i;
		}
		if (!slot->users && free < 0)
			free = i;
	}
	if (free >= 0) {
		memset(&cpu->slot[free], 0, sizeof(cpu->slot[free]));
		cpu->slot[free].key = key;
		cpu->slot[free].users = 1;
		cpu->slots_used = max(cpu->slots_used, free + 1);
	}
	return free;
}

void lab_slot_put(struct lab_cpu *cpu, int slot)
{
	cpu->slot[slot].users--;
}

/* Which MSR an event needs besides its counter, and how many of that kind there are. */
static int msrs_for(const struct lab_key *key)
{
	switch (key->config1 ? key->config & 0xff : 0) {
	case 0xc6:
		return 1;	/* MSR_PEBS_FRONTEND */
	case 0x2a: case 0x2b: case 0xb7: case 0xbb:
		return 2;	/* MSR_OFFCORE_RSP_0 and _1 */
	default:
		return 0;
	}
}

/* intel_shared_regs_constraints(): events with the same value share an MSR. */
static bool msrs_fit(const u16 *key, int n)
{
	int i, j, kind;

	for (kind = 1; kind <= 2; kind++) {
		int values = 0;

		for (i = 0; i < n; i++) {
			if (msrs_for(&keys[key[i]]) != kind)
				continue;
			for (j = 0; j < i; j++)
				if (msrs_for(&keys[key[j]]) == kind &&
				    keys[key[j]].config1 == keys[key[i]].config1)
					break;
			values += j == i;
		}
		if (values > kind)
			return false;
	}
	return true;
}

/* Finds a counter for an event, and another one for the event that has it. */
static bool place(const u16 *key, int event, int counters, s8 *holder, u32 *tried)
{
	u32 mask = keys[key[event]].counters ?: ~0U;
	int i;

	for (i = 0; i < counters; i++) {
		if (!(mask & BIT(i)) || (*tried & BIT(i)))
			continue;
		*tried |= BIT(i);
		if (holder[i] < 0 || place(key, holder[i], counters, holder, tried)) {
			holder[i] = event;
			return true;
		}
	}
	return false;
}

/* Do these events fit on so many general counters at the same time? */
bool lab_keys_fit(const u16 *key, int n, int counters)
{
	s8 holder[32];
	int i;

	memset(holder, -1, sizeof(holder));
	for (i = 0; i < n; i++) {
		u32 tried = 0;

		if (!place(key, i, min(counters, 32), holder, &tried))
			return false;
	}
	return msrs_fit(key, n);
}

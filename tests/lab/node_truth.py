#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
Makes the truth of nodes below level 2, tests/lab/nodes/*.tsv: how often each event of a tree happens
in a million cycles of two programs, and what the nodes are then, by an evaluator of its own straight
from perf's JSON. The rates are random, but such that levels 1 and 2 are as declared and each node of
level 3 has a sensible value that its siblings do not have. Reproducible: the seed is the machine's
name.

usage: tests/lab/node_truth.py PERFMON [MACHINE...]
PERFMON: a directory with intel/perfmon's metrics as perf's JSON (commit 6dadedf), one for each CPU.

Lines of the tables, separated by spaces; a program without a number has the lines of both:
  split PROGRAM RET BAD FE BE HEAVY MISPREDICTS LATENCY MEMORY
  event|atom_event CONFIG[:CONFIG1] A B         how often in a million cycles of deep_a, deep_b
  counters|atom_counters CONFIG[:CONFIG1] MASK  the general counters that can count it
  node SLUG LEVEL PARENT A B MIX                percent; MIX: half of the cycles are of each program
"""
import glob
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SPLITS = {"deep_a": (25, 10, 20, 45, 8, 6, 12, 27), "deep_b": (40, 5, 30, 25, 15, 2, 18, 11)}
PARTS = ("retiring", "bad_speculation", "frontend_bound", "backend_bound", "heavy_operations",
         "branch_mispredicts", "fetch_latency", "memory_bound")
MACHINES = {
    # file: (directory, unit, width, tables of pmu/lab_*.h, SMT)
    "spr": ("sapphirerapids", None, 6, "spr_events", False),
    "icl": ("icelakex", None, 5, "icl_events", False),
    "skl": ("skylakex", None, 4, "skl_events", False),
    "skl-smt": ("skylakex", None, 4, "skl_smt_events", True),
    "arl": ("arrowlake", "cpu_core", 8, "lion_cove_events", False),
    "arl-atom": ("arrowlake", "cpu_atom", 8, "skymont_events", False),
    "adl-atom": ("alderlake", "cpu_atom", 5, "gracemont_events", False),
    "spr-real": ("sapphirerapids", None, 6, "spr_events guest_events", False),
    "icl-real": ("icelakex", None, 5, "icl_events", False),
    "skl-real": ("skylakex", None, 4, "skl_events", False),
}
# The emulated PMU knows no config1, has room for 128 events, and three cycles a nanosecond.
REAL_LEVEL, REAL_GHZ, REAL_REFERENCE = 3, 3.0, 2 / 3
TOKEN = re.compile(r"(?<![\w.])(?:cpu(?:_core|_atom)?@[^@]*@R?|[A-Za-z_][\w.]*@[^@]*@|#\w+|"
                   r"[A-Za-z_](?:[\w.]|\\-)*(?::R)?)")
WORDS = ("min", "max", "if", "else", "d_ratio")
METRIC_EVENTS = {"topdown-retiring": "retiring", "topdown-bad-spec": "bad_speculation",
                 "topdown-fe-bound": "frontend_bound", "topdown-be-bound": "backend_bound",
                 "topdown-heavy-ops": "heavy_operations", "topdown-br-mispredict": "branch_mispredicts",
                 "topdown-fetch-lat": "fetch_latency", "topdown-mem-bound": "memory_bound"}
FIXED = {"CPU_CLK_UNHALTED.THREAD": "cycles", "CPU_CLK_UNHALTED.CORE": "cycles",
         "INST_RETIRED.ANY": "instructions", "TOPDOWN.SLOTS": "slots",
         "CPU_CLK_UNHALTED.REF_TSC": "reference"}


def number(text):
    return int(str(text).split(",")[0], 0)


def mask(counters):
    bits = sum(1 << int(n) for n in counters.split(",") if n.strip().isdigit())
    return bits


class Model:
    """Events and metrics of a CPU, as perf's JSON has them."""

    def __init__(self, root, name):
        directory, self.unit, self.width, self.table, self.smt = MACHINES[name]
        self.real = name.endswith("-real")
        self.events, self.metrics = {}, {}
        for path in sorted(glob.glob(os.path.join(root, directory, "*.json"))):
            with open(path, encoding="utf-8") as file:
                rows = json.load(file)
            for row in rows if isinstance(rows, list) else []:
                if row.get("Unit") not in (self.unit, None):
                    continue
                if "MetricExpr" in row:
                    self.metrics[row["MetricName"]] = row
                elif "EventName" in row and "EventCode" in row:
                    self.events[row["EventName"]] = row
        self.code, self.keys, self.restricted = {}, set(), {}

    def key(self, token):
        """The (config, config1) of an event with what is changed; a name, if no counter counts it."""
        changes = ""
        if token.startswith("cpu"):
            name = token.split("@")[1]
        elif "@" in token:
            name, changes = token.split("@")[:2]
        else:
            name = token
        name, _, more = name.replace("\\-", "-").partition("\\,")
        changes = (changes + "," + more).replace("\\", "")
        if name in METRIC_EVENTS:
            return name
        if name in FIXED and not changes.strip(","):
            return FIXED[name]
        if name == "CPU_CLK_UNHALTED.THREAD_ANY":
            return (0x20003c, 0)
        row = self.events[name]
        field = {"event": number(row["EventCode"]), "umask": number(row.get("UMask", "0")),
                 "cmask": number(row.get("CounterMask", "0")), "inv": number(row.get("Invert", "0")),
                 "edge": number(row.get("EdgeDetect", "0")), "any": number(row.get("AnyThread", "0")),
                 "config1": number(row.get("MSRValue", "0")) if number(row.get("MSRIndex", "0")) else 0}
        for change in filter(None, changes.split(",")):
            what, _, value = change.partition("=")
            field["config1" if what in ("offcore_rsp", "frontend", "ldlat") else what] = \
                number(value or "1")
        umask = field["umask"]
        config = (field["event"] | (umask & 0xff) << 8 | (umask >> 8) << 40 | field["cmask"] << 24 |
                  field["inv"] << 23 | field["edge"] << 18 | field["any"] << 21)
        key = (config, 0 if self.real else field["config1"])
        self.restricted[key] = mask(str(row.get("Counter", "")))
        return key

    def compile(self, name):
        if name not in self.code:
            def replace(match):
                token = match.group(0)
                if token in WORDS:
                    return token
                if token.startswith("#"):
                    return {"#SMT_on": str(int(self.smt)), "#core_wide": "0", "#has_pmem": "0"}[token]
                if re.fullmatch("tma_info_system_(core|average)_frequency", token):
                    return str(REAL_GHZ if self.real else 1.0)
                if token in self.metrics:
                    self.compile(token)
                    return f"M({token!r})"
                if re.search("[@:]R$", token):
                    return "NAN"        # retire latency: the module samples nothing
                if token == "duration_time":
                    return "1"
                key = self.key(token)
                if isinstance(key, tuple):
                    self.keys.add(key)
                return f"E({key!r})"
            expression = self.metrics[name]["MetricExpr"]
            self.code[name] = ""
            self.code[name] = compile(TOKEN.sub(replace, expression), name, "eval")
        return self.code[name]

    def nodes(self):
        """(level, name, parent) of the tree, where the expression has all it needs."""
        found = []
        for name, row in self.metrics.items():
            groups = row.get("MetricGroup", "").split(";")
            level = [int(g[8:]) for g in groups if re.fullmatch(r"TopdownL\d", g)]
            if not name.startswith("tma_") or name.startswith(("tma_info", "tma_bottleneck")) or not level or \
                    self.real and level[0] > REAL_LEVEL:
                continue
            parent = [g[:-6] for g in groups if g.endswith("_group") and g[:-6] in self.metrics]
            found.append((level[0], name, parent[0] if parent else "-"))
        return sorted(found)


def general_events(table):
    """Events of lab_events.h and lab_arl.h: config -> (plus, minus, per), as the compiler sees it."""
    text = subprocess.run(["gcc", "-E", "-P", "-x", "c", os.path.join(HERE, "pmu/lab_arl.h")],
                          check=True, capture_output=True, text=True).stdout
    body = re.search(rf"{table}\[\] = \{{(.*?)\}};", text, re.S).group(1)
    result = {}
    for row in re.findall(r"\{([^{}]*)\}", body):
        field = {k: eval(v.replace("U", "")) for k, v in re.findall(r"\.(\w+) = ([^,]*(?:\([^)]*\))?)", row)}
        if field:
            result[field["config"]] = (field.get("plus", 0), field.get("minus", 0), field.get("per", 1))
    return result


def derived(split):
    """lab_derive() without corrections, ratios of slots."""
    part = [p / 100 for p in split] + [0.0] * 5
    core = part[3] - part[7]
    two = core / 4
    part[8] = part[4] / 2 * (part[0] + part[1]) / part[0]
    part[9] = part[3] / 2 - two
    part[10] = two / part[0]
    return part


def known_of(choose):
    """min() or max(), which is not known if one of its arguments is not."""
    return lambda *values: next((v for v in values if v != v), choose(values))


class Program:
    """Counts in a cycle, and levels 1 and 2."""

    def __init__(self, model, split):
        self.model, self.rate = model, {}
        part = derived(split)
        share = dict(zip(PARTS, part))
        share["light_operations"] = share["retiring"] - share["heavy_operations"]
        share["machine_clears"] = share["bad_speculation"] - share["branch_mispredicts"]
        share["fetch_bandwidth"] = share["frontend_bound"] - share["fetch_latency"]
        share["core_bound"] = share["backend_bound"] - share["memory_bound"]
        share["ifetch_latency"] = share["fetch_latency"]
        share["ifetch_bandwidth"] = share["fetch_bandwidth"]
        share["base"] = share["light_operations"]
        if model.unit == "cpu_atom":
            share["resource_bound"] = share["memory_bound"]
        self.share = {"tma_" + name: value for name, value in share.items()}
        self.rate["cycles"], self.rate["slots"] = 1.0, float(model.width)
        self.rate["instructions"] = part[0] * model.width
        for name, metric in METRIC_EVENTS.items():
            self.rate[name] = share[metric] * model.width
        self.tied = {(0x3c, 0): 1.0, (0xc0, 0): self.rate["instructions"], (0x100, 0): self.rate["instructions"],
                     (0x300, 0): REAL_REFERENCE if model.real else 1.0}
        self.rate["reference"] = self.tied[0x300, 0]
        tables = {}
        for table in reversed(model.table.split()):
            tables.update(general_events(table))
        for config, (plus, minus, per) in tables.items():
            slots = sum(part[i] * ((plus >> i & 1) - (minus >> i & 1)) for i in range(len(part)))
            self.tied[config, 0] = slots * model.width / per
        if model.table.startswith("skl"):
            self.tied[0x20003c, 0] = 1.0     # its core runs nothing else
        self.tied[0x2ec, 0] = 1.0            # CPU_CLK_UNHALTED.DISTRIBUTED: the same
        self.rate.update(self.tied)

    def value(self, name):
        rate, share, known, code = self.rate, self.share, {}, self.model.code

        def metric(name):
            if name not in known:
                known[name] = share[name] if name in share else eval(code[name], scope)
            return known[name]
        scope = {"M": metric, "E": rate.__getitem__, "NAN": float("nan"), "min": known_of(min), "max": known_of(max),
                 "d_ratio": lambda a, b: a / b if b else 0.0}
        return metric(name)

    def values(self, names):
        result = {}
        for name in names:
            try:
                result[name] = self.value(name)
            except ZeroDivisionError:
                result[name] = float("nan")
        return result


def cost(values, nodes):
    total, siblings = 0.0, {}
    for level, name, parent in nodes:
        v = values[name]
        if not v == v:
            total += 5
            continue
        low, high, weight = (0.015, 0.45, 1) if level == 3 else (0.0, 0.9, 0.1)
        total += weight * (max(0, low - v) * 20 + min(3, max(0, v - high)))
        if level == 3:
            siblings.setdefault(parent, []).append(v)
    for row in siblings.values():
        row.sort()
        total += sum(max(0, 0.013 - (b - a)) * 20 for a, b in zip(row, row[1:]))
    return total


# Of Skylake's core cycles: no other thread runs on the core.
def alone(program, key):
    same = {(0x278, 0): (0x13c, 0), (0x23c, 0): (0x13c, 0)}
    if program.model.smt and key in same and same[key] in program.rate:
        program.rate[key] = program.rate[same[key]]


def settle(program, nodes, chance, steps=2500):
    free = sorted(program.model.keys - set(program.tied))
    names = [name for _, name, _ in nodes]
    for key in free:
        program.rate[key] = int(10 ** chance.uniform(3, 5.5)) / 1e6
    for key in free:
        alone(program, key)
    now = cost(program.values(names), nodes)
    for _ in range(steps):
        key = chance.choice(free)
        before = program.rate[key]
        program.rate[key] = max(1, int(10 ** chance.uniform(1, 5.8))) / 1e6
        alone(program, key)
        for other in free:
            alone(program, other)
        then = cost(program.values(names), nodes)
        if then <= now:
            now = then
        else:
            program.rate[key] = before
            for other in free:
                alone(program, other)
    return now


def write(root, name):
    model = Model(root, name)
    every = [n for n in model.nodes() if n[0] >= 3]
    for _, node, _ in every:
        model.compile(node)
    chance = random.Random(name)
    programs = {}
    for program, split in SPLITS.items():
        programs[program] = Program(model, split)
        rest = settle(programs[program], every, chance)
        print(f"{name} {program}: {len(model.keys)} events, {len(every)} nodes, left over {rest:.3f}",
              file=sys.stderr)
    mix = Program(model, [sum(s) / 2 for s in zip(*SPLITS.values())])
    both = list(programs.values())
    mix.rate = {key: (both[0].rate[key] + both[1].rate[key]) / 2 for key in both[0].rate}
    widest = max(model.restricted.values())
    atom = "atom_" if model.unit == "cpu_atom" else ""
    with open(os.path.join(HERE, "nodes", name + ".tsv"), "w", encoding="utf-8") as out:
        out.write(f"# Made by node_truth.py from intel/perfmon 6dadedf, {MACHINES[name][0]}.\n")
        for program, split in SPLITS.items():
            out.write(f"split {program} {' '.join(map(str, split))}\n")
        for key in sorted(model.keys):
            text = f"{key[0]:x}" + (f":{key[1]:x}" if key[1] else "")
            if key not in both[0].tied or key == (0x2ec, 0) or key == (0x20003c, 0) and not model.smt:
                out.write(f"{atom}event {text} {' '.join(str(round(p.rate[key] * 1e6)) for p in both)}\n")
            if model.restricted.get(key, widest) != widest:
                out.write(f"{atom}counters {text} {model.restricted[key]:x}\n")
        names = [n[1] for n in every]
        values = [p.values(names) for p in both + [mix]]
        for level, node, parent in every:
            out.write(f"node {node} {level} {parent} " + " ".join(
                "-" if v[node] != v[node] else f"{100 * v[node]:.3f}" for v in values) + "\n")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    os.makedirs(os.path.join(HERE, "nodes"), exist_ok=True)
    for name in sys.argv[2:] or MACHINES:
        write(sys.argv[1], name)


if __name__ == "__main__":
    main()

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of options; see option_table.h. A new option is a row here with a field in struct
 * options.
 *
 * A new option or setting is a row here, and a field of struct options; the manual follows by hand. Its
 * default is in defaults of options.c; .fallback is what help prints of it. At most OPTIONS_MAX rows. A
 * setting is a field of struct look; one that F2 changes has a row in ui/setup/settings.c. A view with
 * columns of its own has a row COLUMNS().
 */
#include "config.h"
#include "ui/options/option_table.h"

#include "model/machine.h"
#include "model/totals/totals.h"
#include "ui/draw/graphs.h"
#include "ui/draw/theme.h"
#include "ui/export/pgo.h"
#include "ui/export/stacks.h"
#include "ui/profile/profile_rows.h"
#include "ui/table/filter.h"
#include "ui/table/units.h"

static const struct option_choice levels[] = {
	{ "1", 1 }, { "2", 2 }, { "3", 3 }, { "4", 4 }, { "5", 5 }, { "6", 6 }, { NULL, 0 },
};

static const struct option_choice latencies[] = {
	{ "measured", RETIRE_MEASURED }, { "default", RETIRE_DEFAULT }, { "off", RETIRE_OFF },
	{ NULL, 0 },
};

static const struct option_choice old_views[] = { { "gone", VIEW_EXITED }, { NULL, 0 } };

static const struct option_choice attributions[] = {
	{ "auto", ATTRIBUTION_AUTO }, { "switch", ATTRIBUTION_SWITCH },
	{ "task", ATTRIBUTION_TASK },
	{ NULL, 0 },
};

static const struct option_choice engines[] = {
	{ "auto", ENGINE_AUTO }, { "bpf", ENGINE_BPF }, { "ring", ENGINE_RING },
	{ NULL, 0 },
};

static const struct option_choice totals_by[] = {
	{ "cgroup", TOTALS_BY_CGROUP }, { "path", TOTALS_BY_PATH }, { "command", TOTALS_BY_COMMAND },
	{ NULL, 0 },
};

static const struct option_choice symbols[] = {
	{ "lines", SYMBOLS_LINES }, { "names", SYMBOLS_NAMES }, { "none", SYMBOLS_NONE },
	{ NULL, 0 },
};

#define FIELD(name) .offset = offsetof(struct options, name)

#define COLUMNS(id, view, sentence)                                                  \
	{ .name = "columns-" view, .config = "columns-" view, .argument = "LIST",    \
	  .type = OPTION_COLUMNS, FIELD(look.columns[id]), .value = (id), .help = (sentence) }

#define CODE_COLUMNS(id, rows, sentence)                                             \
	{ .name = "columns-" rows, .config = "columns-" rows, .argument = "LIST",    \
	  .type = OPTION_CODE_COLUMNS, FIELD(look.code_columns[id]), .value = (id), .help = (sentence) }

/* clang-format off */
const struct option_row option_rows[] = {
	{ .name = "delay", .letter = 'd', .config = "delay", .argument = "SECONDS",
	  .type = OPTION_SECONDS, FIELD(look.interval_ns), .min = 0.1, .max = 3600, .fallback = "1",
	  .help = "refresh interval" },
	{ .name = "iterations", .letter = 'n', .argument = "N", .type = OPTION_WHOLE,
	  FIELD(iterations), .min = 1, .max = 1e9,
	  .help = "stop after N intervals" },
	{ .name = "batch", .letter = 'b', .type = OPTION_OUTPUT,
	  FIELD(output), .value = OUTPUT_TEXT,
	  .help = "print text tables on standard output instead of the screen" },
	{ .name = "csv", .type = OPTION_OUTPUT, FIELD(output), .value = OUTPUT_CSV,
	  .help = "batch mode with one header line, then one line per row and interval" },
	{ .name = "json", .type = OPTION_OUTPUT, FIELD(output), .value = OUTPUT_JSON,
	  .help = "batch mode with one JSON object per interval and line" },
	{ .name = "headless", .type = OPTION_OUTPUT, FIELD(output), .value = OUTPUT_NOTHING,
	  .help = "show and print nothing: only --listen, --openmetrics and --record work, until a "
		  "signal or --iterations ends it" },
	{ .name = "level", .letter = 'l', .config = "level", .argument = "LEVEL",
	  .type = OPTION_CHOICE, FIELD(look.level), .choices = levels, .fallback = "1",
	  .help = "TopDown level the table starts with; levels 3 to 6 open one target: --node-of, "
		  "--pid, a command, else the machine" },
	{ .name = "sort", .letter = 's', .config = "sort", .argument = "KEY", .type = OPTION_COLUMN,
	  FIELD(look.sort),
	  .help = "sort by this column" },
	{ .name = "sort-views", .config = "sort-views", .argument = "LIST", .type = OPTION_ORDERS,
	  FIELD(look.orders),
	  .help = "order of each view: processes:cpu,threads:tid:reverse; --sort is for the view "
		  "that tdtop starts with" },
	{ .name = "reverse", .config = "reverse", .type = OPTION_FLAG, FIELD(look.reverse),
	  .help = "reverse the order of the rows" },
	{ .name = "sort-ratio", .old_name = "no-weigh", .config = "cost",
	  .old_config = "weigh", .negated = true, .type = OPTION_FLAG, FIELD(look.ratio),
	  .help = "sort classes by percentage instead of by absolute cost (percentage x slots)" },
	{ .name = "view", .letter = 'V', .config = "view", .argument = "NAME",
	  .type = OPTION_CHOICE, FIELD(look.view), .names = view_name, .old_choices = old_views,
	  .fallback = "processes",
	  .help = "what each row shows" },
	{ .name = "user", .letter = 'u', .argument = "NAME", .type = OPTION_NAME, FIELD(user),
	  .help = "only processes and threads of this user" },
	{ .name = "hide-kernel", .config = "hide-kernel", .type = OPTION_FLAG, FIELD(look.hide_kernel),
	  .help = "do not list kernel threads (key K); JSON and CSV have them all the same" },
	{ .name = "hide-exited", .config = "hide-exited", .type = OPTION_FLAG, FIELD(look.hide_exited),
	  .help = "list no tasks that have exited (key X); JSON and CSV have them all the same" },
	{ .name = "pid", .letter = 'p', .argument = "PID[,PID...]",
	  .type = OPTION_PIDS, FIELD(pids),
	  .help = "only these processes and what they start" },
	{ .name = "attribution", .argument = "MODE", .type = OPTION_CHOICE, FIELD(attribution),
	  .choices = attributions, .fallback = "auto",
	  .help = "how counts are attributed: per-CPU counters split at context switches, or one "
		  "counter group per thread" },
	{ .name = "engine", .argument = "NAME", .type = OPTION_CHOICE, FIELD(engine),
	  .choices = engines, .fallback = "auto",
	  .help = "what splits per-CPU counters at context switches: a BPF program in the kernel, or "
		  "samples in a ring (auto: bpf where possible)" },
	{ .name = "filter", .argument = "EXPR", .type = OPTION_FILTER, FIELD(filter),
	  .help = "only rows of the view that match, such as 'be>40 && cpu>5' or 'comm~^java'" },
	{ .name = "replay", .letter = 'i', .argument = "FILE", .type = OPTION_PATH, FIELD(replay),
	  .help = "show a recording (perf.data) instead of this machine; \"-\" reads one from a "
		  "pipe" },
	{ .name = "all-tasks", .type = OPTION_FLAG, FIELD(all_tasks),
	  .help = "of a recording of a command or of processes: show all tasks, not only theirs" },
	{ .name = "record", .argument = "FILE", .type = OPTION_PATH, FIELD(record),
	  .help = "record what is counted into this file, as perf record does (perf.data); \"-\" "
		  "writes it to a pipe" },
	{ .name = "record-limit", .argument = "LIMIT", .type = OPTION_LIMIT, FIELD(record_limit),
	  .help = "start a new file when the current one reaches this size or age" },
	{ .name = "record-keep", .argument = "N", .type = OPTION_WHOLE, FIELD(record_keep),
	  .min = 0, .max = 1e6, .fallback = "10",
	  .help = "number of older files to keep, as FILE.1, FILE.2" },
	{ .name = "baseline", .argument = "FILE", .type = OPTION_PATH, FIELD(baseline),
	  .help = "print what changed from this recording to the one of --replay, by command name; "
		  "\"tdtop diff A B\" is \"--baseline A --replay B\"" },
	{ .name = "fail-on", .argument = "EXPR", .type = OPTION_NAME, FIELD(fail_on),
	  .help = "with diff: exit with status 3 if these changes are beyond doubt, as mem>+3 (points) "
		  "or ipc<-5%" },
	{ .name = "after", .argument = "FILE", .type = OPTION_PATH, FIELD(after),
	  .help = "with diff --fail-on: the recordings that follow were made after the change, earlier "
		  "ones before it; 3 of each at least" },
	{ .name = "strict", .type = OPTION_FLAG, FIELD(strict),
	  .help = "with diff --fail-on: exit with status 4 if nothing is beyond doubt" },
	{ .name = "columns-diff", .argument = "LIST", .type = OPTION_NAME, FIELD(columns_diff),
	  .help = "with diff: columns in text, in order: comm,status,after.ipc,difference.tma_memory_bound" },
	{ .name = "changes", .type = OPTION_FLAG, FIELD(changes),
	  .help = "print when the machine or a command changed for good, from what to what, and who did "
		  "it; with --json in each interval" },
	{ .name = "functions", .type = OPTION_FLAG, FIELD(functions),
	  .help = "print the functions that samples are in: of a process, a command or this machine, "
		  "or of a recording" },
	{ .name = "branches", .type = OPTION_FLAG, FIELD(branches),
	  .help = "print the branches in branch stacks (perf record -b): how often taken, "
		  "mispredicted" },
	{ .name = "blocks", .argument = "[SYMBOL]", .type = OPTION_NAME, FIELD(blocks),
	  .help = "print the blocks between taken branches, of all functions or one: how often they ran, "
		  "and how many cycles they took" },
	{ .name = "stacks", .type = OPTION_FLAG, FIELD(stacks),
	  .help = "print the tree of calls in call stacks (perf record --call-graph)" },
	{ .name = "hot-paths", .type = OPTION_FLAG, FIELD(hot_paths),
	  .help = "print the blocks that run one after the other, and the loops, in branch "
		  "stacks" },
	{ .name = "seconds", .argument = "SECONDS", .type = OPTION_SECONDS, FIELD(sample_ns),
	  .min = 0.1, .max = 86400,
	  .help = "how long samples are taken (10, for --pgo 30; of a command, until it ends); "
		  "with --regions: print a single table of it" },
	{ .name = "sample-rate", .argument = "HZ", .type = OPTION_WHOLE, FIELD(sample_rate),
	  .min = 1, .max = 100000,
	  .help = "take at most so many samples a second of a thread (1000)" },
	{ .name = "node", .argument = "NAME", .type = OPTION_NAME, FIELD(node),
	  .help = "open this TopDown node, such as tma_memory_bound: count it, its parents, siblings "
		  "and children; with --functions: sample its event" },
	{ .name = "node-of", .argument = "WHAT", .type = OPTION_NAME, FIELD(node_of),
	  .help = "whose nodes --level 3 to 6 and --node open in batch mode: cpu:3, pid:2311, "
		  "cgroup:/system.slice/db.service, user:shop, command:java" },
	{ .name = "retire-latency", .argument = "WHAT", .type = OPTION_CHOICE,
	  FIELD(retire_latency), .choices = latencies, .fallback = "measured",
	  .help = "source of the latencies in opened nodes: sampled in the same tasks, a table, "
		  "or none (such nodes have no value then)" },
	{ .name = "event", .argument = "NAME", .type = OPTION_NAME, FIELD(event),
	  .help = "only samples of this event of the recording; live: sample this event" },
	{ .name = "symbols", .argument = "WHAT", .type = OPTION_CHOICE, FIELD(symbols),
	  .choices = symbols, .fallback = "lines",
	  .help = "what addresses are called: function and source line, function, or nothing but "
		  "the address" },
	{ .name = "regions", .argument = "[PID]", .type = OPTION_PID, FIELD(regions_pid),
	  .help = "show the regions that programs mark with tdtop_region.h; with PID: those of a "
		  "program that counts them itself (TDTOP_REGIONS=rdpmc)" },
	{ .name = "debuginfod", .type = OPTION_FLAG, FIELD(debuginfod),
	  .help = "get missing debug files from the servers of DEBUGINFOD_URLS" },
	{ .name = "sysroot", .argument = "DIR", .type = OPTION_PATH, FIELD(sysroot),
	  .help = "names of a recording: seek the files of its machine below this directory first, "
		  "by build-id (an unpacked perf archive) and by path" },
	{ .name = "stacks-format", .argument = "NAME", .type = OPTION_CHOICE,
	  FIELD(stacks_format), .names = stacks_format_name, .fallback = "tree",
	  .help = "print call stacks for programs that draw flame graphs: folded lines, or the "
		  "JSON of speedscope" },
	{ .name = "pgo", .argument = "FILE", .type = OPTION_PATH, FIELD(pgo),
	  .help = "write branch stacks, live or of a recording, as a profile for compilers" },
	{ .name = "pgo-format", .argument = "NAME", .type = OPTION_CHOICE, FIELD(pgo_format),
	  .names = pgo_format_name, .fallback = "perf",
	  .help = "for perf2bolt, llvm-profgen and create_llvm_prof (perf), for perf2bolt --pa "
		  "(bolt), for create_llvm_prof and create_gcov with --profiler=text (autofdo)" },
	{ .name = "pgo-object", .argument = "NAME", .type = OPTION_NAME, FIELD(pgo_object),
	  .help = "write the profile of the program or library with this path, name or build-id" },
	{ .name = "screenshot", .argument = "FILE", .type = OPTION_PATH, FIELD(screenshot),
	  .help = "write the screen to this file (.svg, .html or .txt) after --iterations "
		  "intervals (2), and end" },
	{ .name = "openmetrics", .argument = "FILE", .type = OPTION_PATH, FIELD(openmetrics),
	  .help = "write counters for Prometheus into this file at each interval; \"-\" prints "
		  "them" },
	{ .name = "openmetrics-by", .argument = "WHAT", .type = OPTION_CHOICE,
	  FIELD(openmetrics_by), .choices = totals_by, .fallback = "cgroup",
	  .help = "what tasks are told apart by in these counters: the readable name of their "
		  "cgroup, its whole path, or the name of their command" },
	{ .name = "listen", .argument = "ADDR:PORT", .type = OPTION_NAME, FIELD(listen),
	  .help = "answer HTTP with these counters, at /metrics; a port alone is one of 127.0.0.1, "
		  "which only programs on this machine reach" },
	{ .name = "budget", .config = "budget", .argument = "PERCENT",
	  .type = OPTION_PERCENT, FIELD(budget), .min = 0, .max = 100, .fallback = "2",
	  .help = "limit tdtop's own overhead to PERCENT of all CPU time (0: no limit); above it, "
		  "context switches are counted only part of the time" },
	{ .name = "demo", .type = OPTION_FLAG, FIELD(demo),
	  .help = "show a built-in simulated machine; its numbers are invented" },
	{ .name = "doctor", .type = OPTION_FLAG, FIELD(doctor),
	  .help = "report what this machine can count, and why not more; with --json for "
		  "programs" },
	{ .name = "verbose", .letter = 'v', .type = OPTION_FLAG, FIELD(verbose),
	  .help = "with --doctor: also what it found in order" },
	{ .name = "ascii", .config = "ascii", .type = OPTION_FLAG, FIELD(look.ascii),
	  .help = "draw with ASCII characters only" },
	{ .name = "no-color", .config = "color", .negated = true,
	  .type = OPTION_FLAG, FIELD(no_color),
	  .help = "do not use colours (NO_COLOR in the environment does the same)" },
	{ .name = "theme", .config = "theme", .argument = "NAME",
	  .type = OPTION_CHOICE, FIELD(look.theme), .names = theme_name, .fallback = "default",
	  .help = "colour theme" },
	{ .name = "units", .config = "units", .argument = "NAME",
	  .type = OPTION_CHOICE, FIELD(look.units), .names = units_name, .fallback = "percent",
	  .help = "unit of the TopDown columns on the screen" },
	{ .name = "bars", .config = "bars", .argument = "NAME", .type = OPTION_CHOICE, FIELD(look.bars),
	  .names = bars_name, .fallback = "patterns",
	  .help = "how bars are drawn" },
	{ .name = "meters", .config = "meters", .type = OPTION_FLAG, FIELD(look.meters),
	  .help = "show a meter for each CPU in the head" },
	{ .name = "no-beside", .config = "beside", .negated = true, .clears = true,
	  .type = OPTION_FLAG, FIELD(look.beside),
	  .help = "do not show the detail of the selected row beside or below the list, where "
		  "there is room" },
	{ .name = "graphs", .config = "graphs", .argument = "NAME", .type = OPTION_CHOICE,
	  FIELD(look.graphs), .names = graphs_name, .fallback = "braille",
	  .help = "what graphs over time are drawn with" },
	COLUMNS(VIEW_PROCESSES, "processes",
		"columns of the view, in order, optionally with widths in cells: "
		"pid,user:12,be,command"),
	COLUMNS(VIEW_THREADS, "threads", "the same for threads"),
	COLUMNS(VIEW_CPUS, "cpus", "the same for CPUs, cores and sockets"),
	COLUMNS(VIEW_CGROUPS, "cgroups", "the same for cgroups"),
	COLUMNS(VIEW_USERS, "users", "the same for users"),
	COLUMNS(VIEW_COMMANDS, "commands", "the same for command names"),
	COLUMNS(VIEW_REGIONS, "regions", "the same for regions of programs"),
	COLUMNS(VIEW_EXITED, "gone", "the same for exited processes"),
	CODE_COLUMNS(KIND_FUNCTIONS, "functions",
		     "columns of functions on the screen and in text, in order: percent,samples,function"),
	CODE_COLUMNS(KIND_BRANCHES, "branches", "the same for branches"),
	CODE_COLUMNS(KIND_BLOCKS, "blocks", "the same for blocks"),
	CODE_COLUMNS(KIND_INSTRUCTIONS, "instructions", "the same for instructions of a block"),
	CODE_COLUMNS(KIND_PATHS, "paths", "the same for hot paths"),
	CODE_COLUMNS(KIND_LOOPS, "loops", "the same for loops in text"),
	CODE_COLUMNS(KIND_STACKS, "stacks", "the same for call stacks"),
	CODE_COLUMNS(KIND_NODES, "nodes", "the same for opened nodes"),
	CODE_COLUMNS(KIND_SELF_REGIONS, "self-regions", "the same for --regions PID in text"),
	{ .name = "no-mouse", .config = "mouse", .negated = true, .clears = true,
	  .type = OPTION_FLAG, FIELD(look.mouse),
	  .help = "leave the mouse to the terminal" },
	{ .name = "config", .argument = "FILE", .type = OPTION_PATH, FIELD(config),
	  .help = "read the settings from this file; key W writes them there" },
	{ .name = "help", .letter = 'h', .argument = "[all]", .type = OPTION_NAME,
	  FIELD(help), .help = "print a page of help; all: every option, as here" },
	{ .name = "version", .type = OPTION_FLAG, FIELD(version),
	  .help = "print the version" },
};
/* clang-format on */

_Static_assert(sizeof(option_rows) / sizeof(option_rows[0]) <= OPTIONS_MAX,
	       "OPTIONS_MAX is too small");

unsigned int options_profile(const struct options *options)
{
	return (options->functions ? PROFILE_FUNCTIONS : 0) |
	       (options->branches ? PROFILE_BRANCHES : 0) | (options->blocks ? PROFILE_BLOCKS : 0) |
	       (options->stacks ? PROFILE_STACKS : 0) | (options->hot_paths ? PROFILE_PATHS : 0);
}

bool options_export(const struct options *options)
{
	return options->openmetrics || options->listen;
}

bool options_sum_regions(const struct options *options)
{
	return options->regions && options->sample_ns && !options->replay &&
	       !options_samples_live(options);
}

bool options_samples_live(const struct options *options)
{
	return (options_profile(options) || options->pgo) && !options->replay &&
	       !options->baseline;
}

bool options_open_nodes(const struct options *options)
{
	return !options_profile(options) && !options->pgo && (options->look.level > 2 || options->node);
}

struct row_choice options_row_choice(const struct options *options)
{
	return (struct row_choice){ .filter = options->filter, .sort = options->sort_given ? options->look.sort : NULL,
				    .reverse = options->reverse_given && options->look.reverse };
}

bool option_argument_is_optional(const struct option_row *row)
{
	return row->argument && row->argument[0] == '[';
}

const size_t option_rows_n = sizeof(option_rows) / sizeof(option_rows[0]);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The texts of the help screen; see help_text.h. Any thread.
 *
 * A new word or sign on the screen is a row here, with SEEN() if the first page of ? is to have it.
 * test-help_words fails for words that ? does not explain.
 */
#include "config.h"
#include "ui/help/help_text.h"

#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"

#define TITLE(in, words) { .part = (in), .kind = HELP_TITLE, .text = (words) }
#define TEXT(in, words) { .part = (in), .kind = HELP_TEXT, .text = (words) }
#define WORD(in, word, words) \
	{ .part = (in), .kind = HELP_WORD, .name = (word), .text = (words) }
#define SIGN(in, words, n, ...) \
	{ .part = (in), .kind = HELP_WORD, .signs = { __VA_ARGS__ }, .n_signs = (n), \
	  .text = (words) }
/* A word or sign that the first page has too: on which screens, while what, in a few words. */
#define SEEN(where, state, words) .screens = (where), .when = (state), .brief = (words)
#define SEEN_IN_CODE(of, words) .views = (of), .brief = (words)
#define AND_IN_CODE(of) .views = (of)
#define WORD_SEEN(in, word, words, ...) \
	{ .part = (in), .kind = HELP_WORD, .name = (word), .text = (words), __VA_ARGS__ }
#define SIGN_SEEN(in, words, n, first, second, ...) \
	{ .part = (in), .kind = HELP_WORD, .signs = { (first), (second) }, .n_signs = (n), \
	  .text = (words), __VA_ARGS__ }
#define NONE SYMBOL_DOT
#define IN_TASKS (IN_LISTS & ~IN_CPUS)
#define IN_ROWS \
	(1 << CODE_FUNCTIONS | 1 << CODE_BRANCHES | 1 << CODE_BLOCKS | 1 << CODE_PATHS)

#define NODES(in, number) { .part = (in), .kind = HELP_NODES, .level = (number) }
#define TABLE(in, table) { .part = (in), .kind = (table) }

/* clang-format off */
const struct help_line help_lines[] = {
	/* At 80x24 this part is the first page: tests/ui/help/test-help.c. */
	TITLE(HELP_IDEAS, "What TopDown tells"),
	TEXT(HELP_IDEAS,
	     "In each cycle a CPU core has a few slots: each can begin one micro-operation. "
	     "A slot does useful work (RET), or it is lost in one of three ways (BAD, FE, BE). "
	     "What loses most is the limit of a program: select its row and press d for what to try. "
	     "Good is much RET and little of the others."),
	TEXT(HELP_IDEAS,
	     "Level 1 (key 1) with thresholds in %: RET above it is good, others are too high"),
	{ .part = HELP_IDEAS, .kind = HELP_NODES, .level = 1,
	  SEEN(IN_LISTS | IN_DETAIL, HELP_ALWAYS, "in bars") },
	TEXT(HELP_IDEAS, "Level 2 (key 2): each class split in two, to tell the cause"),
	NODES(HELP_IDEAS, 2),

	TITLE(HELP_HEAD, "First line: the machine"),
	TEXT(HELP_HEAD,
	     "Name of the machine, its type of CPU, how many CPUs are online, how often there are new "
	     "numbers (every 1.0 s: the interval, + - change it), how counts are made. At the right: "
	     "when the interval ended."),
	WORD(HELP_HEAD, "counted by CPU",
	     "one group of counters per CPU, divided among tasks at each context switch; (BPF): by a "
	     "program in the kernel"),
	WORD(HELP_HEAD, "by thread",
	     "a group of counters for each thread: only the watched tasks have numbers"),
	WORD(HELP_HEAD, "recording", "a recording is shown, not this machine"),
	WORD(HELP_HEAD, "your processes", "the watched tasks; or pid and command, as given by you"),
	WORD(HELP_HEAD, "user mode only", "the kernel's part of the work is not counted, for want of "
	     "the right to do so"),
	WORD(HELP_HEAD, "guests", "... are not counted: virtual machines of this host may own its counters "
	     "(KVM's enable_mediated_pmu), and could not start otherwise"),
	SIGN(HELP_HEAD, "rec: a recording is written (key r); its size so far", 1,
	     SYMBOL_RECORDING),

	TITLE(HELP_HEAD, "Second line: all CPUs together"),
	WORD(HELP_HEAD, "machine",
	     "the slots of all CPUs as a bar, then the percentage of each class; level 2 where the "
	     "screen is wide"),
	WORD(HELP_HEAD, "watched", "the same for the watched tasks (-p, or tdtop -- command)"),
	WORD(HELP_HEAD, "P-cores E-cores",
	     "on hybrids: the same for each core type, and which percentage of the slots it had"),
	SIGN_SEEN(HELP_HEAD,
	     "worst path: the largest class above its threshold, then its largest child above its "
	     "own, and the percentage of that. The path stops where the two largest are close. "
	     "Retiring is on it if it is largest: then work itself is the limit", 1, SYMBOL_WORST, NONE,
	     SEEN(IN_LISTS | IN_MAP, HELP_ALWAYS, "worst path of the machine")),
	WORD(HELP_HEAD, "busy", "percentage of the time in which CPUs were not idle"),
	WORD(HELP_HEAD, "counting...", "the first interval has not ended yet"),
	WORD(HELP_HEAD, "next in", "how long until the next numbers come; key ! does not wait"),
	WORD(HELP_HEAD, "no numbers yet", "a recording is read, and its first interval has not come"),

	TITLE(HELP_HEAD, "Third line: the sentence"),
	TEXT(HELP_HEAD,
	     "The bottleneck, what limits the machine: which part of its slots that is, and which "
	     "processes have most of it: a sum that adds up, whose numbers are those of COST. It "
	     "changes only when the same has held for some seconds, and says so when nothing is "
	     "wrong, mostly idle, or not known."),
	WORD(HELP_HEAD, "retire", "slots that retire did useful work; each other class is a loss"),
	WORD(HELP_HEAD, "Resources", "E-cores: room in the core's queues"),
	WORD(HELP_HEAD, "not attributed", "slots of tasks that are not known"),
	WORD(HELP_HEAD, "rest", "what neither the processes named nor the idle CPUs have of it"),

	TITLE(HELP_HEAD, "Fourth line, from 30 lines on: the past, tasks, and the cost of tdtop"),
	WORD(HELP_HEAD, "last 32 intervals",
	     "a bar for each: percentage of the class whose name follows, the worst one of the "
	     "interval shown; or how busy the machine was"),
	WORD(HELP_HEAD, "load", "load averages over 1, 5 and 15 minutes: tasks that run or wait"),
	WORD(HELP_HEAD, "tasks", "threads that exist; behind it how many of them ran in the interval, "
	     "and how many ended in it"),
	WORD(HELP_HEAD, "tdtop",
	     "CPU time of tdtop: with (max 2%), the limit of --budget, in percent of all CPUs; else "
	     "in percent of one CPU, as in top"),
	WORD(HELP_HEAD, "lost",
	     "records that the kernel could not deliver, and the percentage of CPU time that is "
	     "therefore of unknown tasks"),

	TITLE(HELP_HEAD, "The meters (key l)"),
	TEXT(HELP_HEAD,
	     "One for each CPU: its number, its classes in a bar as long as it was busy, and the "
	     "percentage of the time in which it was."),
	WORD(HELP_HEAD, "+12 more", "CPUs for whose meters there is no room"),

	TITLE(HELP_HEAD, "Where the clock is: what all numbers mean"),
	WORD_SEEN(HELP_HEAD, "red", "what is shown is not of now, not measured, or not whole",
	     SEEN(IN_LISTS | IN_DETAIL | IN_MAP | IN_SCOPE, HELP_ALWAYS,
		  "not now, or not measured"), AND_IN_CODE(~0U)),
	WORD(HELP_HEAD, "SIMULATED", "these numbers were not measured by the counters of a CPU"),
	WORD(HELP_HEAD, "FROZEN",
	     "z stopped the screen at this time, counting goes on; [ ] step to other intervals"),
	WORD(HELP_HEAD, "RECORDED", "an interval of a recording; [ ] step"),
	WORD(HELP_HEAD, "PLAYING PAUSED",
	     "p plays a recording, or has paused it: each interval is shown for as long as it was"),
	WORD(HELP_HEAD, "INTERVAL", "one interval of a command that has ended"),
	WORD(HELP_HEAD, "WHOLE",
	     "all intervals of a recording, or of the run of a command, as one: counts are added; ] or "
	     "p leads to single intervals, s back"),
	WORD(HELP_HEAD, "AVERAGE", "so many last intervals as one: counts are added up (key a)"),
	WORD(HELP_HEAD, "DIFF",
	     "cells show the change since this time, the baseline (key x), in points of percent"),
	WORD(HELP_HEAD, "WINDOW", "functions and branches: a part of the recording's time; [ ] step"),
	WORD(HELP_HEAD, "SIM AVG REC PLAY PAST WIN", "the same on a narrow screen: simulated, average, "
	     "recorded, playing, interval, window"),

	TITLE(HELP_HEAD, "The chart (key m), and the path"),
	WORD(HELP_HEAD, "100% busy 0%",
	     "the chart: one column per interval, as high as CPUs were busy, filled with the classes"),
	{ .part = HELP_HEAD, .kind = HELP_GRAPHS,
	  SEEN(IN_MAP | IN_SCOPE, HELP_ALWAYS, "in cells") },
	SIGN(HELP_HEAD, "an interval without data", 1, SYMBOL_GAP),
	SIGN(HELP_HEAD, "in the chart and below the map: here the machine or a command changed, which is no "
	     "chance (at most one false alarm an hour). Keys ; and : lead there; the status line says from "
	     "what to what, and who did it", 1, SYMBOL_CHANGE),
	SIGN(HELP_HEAD, "path: what is open inside of what; Esc goes one step back", 1, SYMBOL_INTO),
	WORD(HELP_HEAD, "that ran", "the list has what ran in the interval shown"),

	TITLE(HELP_STATUS, "Status line: above the table, if there is something to know"),
	WORD(HELP_STATUS, "reading", "which part of the recording has been read"),
	WORD(HELP_STATUS, "EXITED",
	     "all watched tasks have exited: how the command ended, and how long it ran. Its whole run "
	     "is shown, key s leads to the last interval"),
	WORD(HELP_STATUS, "interval", "which one is shown: its number, as in text and JSON, and its place among "
	     "those that are kept; [ ] step"),
	WORD(HELP_STATUS, "cells", "the unit of the TopDown columns, if it is not percent (key %)"),
	WORD(HELP_STATUS, "user filter", "how many rows match the filter (key \\) or are of the user "
	     "(key u)"),
	WORD(HELP_STATUS, "hidden", "the list leaves out kernel threads (key K) or tasks that have "
	     "exited (key X); all sums have them"),
	WORD(HELP_STATUS, "tagged",
	     "rows that Space tagged, how many of them ran, and the sum of all: their CPU time, and "
	     "the classes of their added counts. In code views the sum of their shares"),
	WORD(HELP_STATUS, "following",
	     "the task that key f follows: the cursor stays on it. If the followed task is not listed, "
	     "no row is selected: it has exited, did not run, or is hidden by a filter or a fold"),
	WORD(HELP_STATUS, "base compared", "key x: what comes is compared with what was shown then, the base"),
	WORD(HELP_STATUS, "search", "what / searched: n and N go on, Esc ends it"),
	WORD(HELP_STATUS, "counter taken",
	     "another program or the kernel's NMI watchdog had the counter for the whole interval"),
	WORD(HELP_STATUS, "counter running",
	     "percentage of the time in which tdtop had the counter: values are scaled up, hence ~"),
	WORD(HELP_STATUS, "invalid", "the counters gave impossible values, so none is shown; "
	     "tdtop --doctor says more"),
	WORD(HELP_STATUS, "core:",
	     "slots are counted per core on this CPU, so a task whose SMT sibling was busy has none"),
	WORD(HELP_STATUS, "lost, offline",
	     "records were lost, or CPUs were offline: CPU time that is not attributed to a task, so "
	     "tasks may have more than is shown, hence ~"),
	WORD(HELP_STATUS, "level 2 not counted", "saved to keep within --budget; key 2 counts it again"),
	WORD(HELP_STATUS, "IPC not counted", "the same, and what corrects level 1; comes back by itself"),
	WORD(HELP_STATUS, "partial",
	     "saved to keep within --budget: on some CPUs switches are counted only this part of the "
	     "time; their tasks are estimated (~), CPUs are exact"),
	WORD(HELP_STATUS, "sampling",
	     "what the code views take, whose event needs a counter: level 2, or a part of the time "
	     "of level 1 (~); no counter is left where level 1 takes all"),
	WORD(HELP_STATUS, "regions watched",
	     "markers of regions cost time at each end: beyond --budget they are watched a part of the "
	     "time only; what regions had in the rest is in (other)"),
	WORD(HELP_STATUS, "not recorded", "the disk was too slow for the recording"),
	WORD(HELP_STATUS, "% of slots of unknown tasks",
	     "slots of the machine that are not attributed to a task: counted while it was not known "
	     "which one ran"),
	WORD(HELP_STATUS, "threads",
	     "threads without numbers: you have no permission to count them, or there are too few "
	     "file descriptors (ulimit -n)"),
	WORD(HELP_STATUS, "shares may be stale",
	     "of single threads this kernel gives coarse shares (8 bits), or old ones"),
	WORD(HELP_STATUS, "CPUs are counted",
	     "CPUs that cannot be counted are missing in all numbers; the line says which"),
	WORD(HELP_STATUS, "pid namespace",
	     "tdtop runs in a container: tasks outside of it have no names, and are one row"),
	WORD(HELP_STATUS, "slots per cycle by the manual",
	     "this virtual machine does not say how many slots a cycle has; the core's manual does"),
	WORD(HELP_STATUS, "level 1 only", "the events of level 2 do not exist on this CPU"),

	TITLE(HELP_TABLE, "Signs in the table"),
	SIGN_SEEN(HELP_TABLE,
	     "too few slots in the interval for a percentage; in a bar: idle time", 1, SYMBOL_IDLE, NONE,
	     SEEN(IN_LISTS | IN_DETAIL | IN_MAP | IN_SCOPE, HELP_ALWAYS, "idle, or too few slots")),
	WORD_SEEN(HELP_TABLE, "-", "not counted on this machine",
	     SEEN(IN_LISTS | IN_DETAIL, HELP_ALWAYS, "not counted, or it slept")),
	WORD_SEEN(HELP_TABLE, "~", "an estimate: scaled up from the part of the time that was counted",
	     SEEN(IN_LISTS | IN_DETAIL, HELP_ALWAYS, "estimate: counted in part")),
	WORD(HELP_TABLE, "core", "known only per core: its other hardware thread ran as well"),
	SIGN_SEEN(HELP_TABLE,
	     "the column that orders the rows, largest or smallest first; a class where COST is not "
	     "shown by its cost (percentage x slots), so that what costs the machine most is on top", 2,
	     SYMBOL_LARGEST_FIRST, SYMBOL_SMALLEST_FIRST,
	     SEEN(IN_LISTS, HELP_ALWAYS, "order: largest, smallest"),
	     AND_IN_CODE(IN_ROWS)),
	SIGN_SEEN(HELP_TABLE, "the class that COST is of, where you sort by one", 1, SYMBOL_COST_OF, NONE,
	     SEEN(IN_LISTS, HELP_BY_COST, "the class that COST is of")),
	SIGN_SEEN(HELP_TABLE, "by percentage alone (key w)", 2, SYMBOL_LARGEST_RATIO_FIRST,
	     SYMBOL_SMALLEST_RATIO_FIRST, SEEN(IN_LISTS, HELP_BY_RATIO, "order by percentage alone")),
	WORD_SEEN(HELP_TABLE, "TREND", "the class with most slots in each of the last intervals, by its sign in the "
	     "bar; in letters R S F B, the keys that sort by retiring, bad speculation, frontend, backend",
	     SEEN(IN_LISTS, HELP_TREND, "classes of the last intervals, as in bars")),
	WORD(HELP_TABLE, "none: good", "LIMITED BY: mostly useful work"),
	WORD(HELP_TABLE, "none, several",
	     "LIMITED BY: no class is over its threshold; some are, too close to name one"),
	WORD(HELP_TABLE, "too short", "LIMITED BY: too few slots in the interval to tell"),
	WORD(HELP_TABLE, "~ of WAIT%", "of a part of the threads: it is at least as much"),
	WORD_SEEN(HELP_TABLE, "bold", "a value on the worst path of its row",
	     SEEN(IN_LISTS | IN_DETAIL, HELP_ALWAYS, "on the row's worst path")),
	WORD_SEEN(HELP_TABLE, "dim", "a row with too few slots. With - in place of numbers: a process that "
	     "slept in this interval, but ran in the ten before it, is an ancestor of a listed one, or "
	     "was named by --pid. In a filtered tree: a parent that does not match",
	     SEEN(IN_LISTS, HELP_ALWAYS, "too few slots, or it slept")),
	SIGN_SEEN(HELP_TABLE, "a tagged row (Space)", 1, SYMBOL_TAGGED, NONE,
	     SEEN(IN_TASKS, HELP_TAGS, "tagged (Space)"), AND_IN_CODE(IN_ROWS)),
	SIGN_SEEN(HELP_TABLE, "the followed row (key f)", 1, SYMBOL_FOLLOWED, NONE,
	     SEEN(IN_TASKS, HELP_FOLLOWING, "followed (key f)"), AND_IN_CODE(IN_ROWS)),
	SIGN_SEEN(HELP_TABLE, "rows below it are hidden, or shown (Space; in the tree - folds, + unfolds)",
	     2, SYMBOL_FOLDED, SYMBOL_UNFOLDED,
	     SEEN(IN_CPUS | IN_DETAIL, HELP_ALWAYS, "rows below: hidden, shown"),
	     AND_IN_CODE((1 << CODE_PATHS) | (1 << CODE_STACKS))),
	SIGN_SEEN(HELP_TABLE, "below a process, or inside one: a region. Regions are pieces of programs, named by "
	     "their authors (tdtop_region.h); each has its own time only, without regions inside",
	     1, SYMBOL_REGION, NONE, SEEN(IN_TASKS, HELP_BELOW, "a region of the program")),
	WORD(HELP_TABLE, "(other)", "what a process did outside of its regions: all of them add up to it"),
	{ .part = HELP_TABLE, .kind = HELP_WORD, .text = "tree: children of the row above",
	  .signs = { SYMBOL_BRANCH, SYMBOL_BRANCH_LAST, SYMBOL_TRUNK }, .n_signs = 3,
	  SEEN(IN_TASKS, HELP_TREE, "children of the row above") },
	WORD_SEEN(HELP_TABLE, "+12", "tree: - folds a process, + unfolds it, * folds all; the row is then the "
	     "sum of the process and the 12 below it", SEEN(IN_TASKS, HELP_TREE, "with 12 below it: - folds")),
	SIGN_SEEN(HELP_TABLE, "the text goes on here: Left and Right scroll it", 2, SYMBOL_CUT,
	     SYMBOL_CUT_BEFORE, SEEN(IN_TASKS, HELP_ALWAYS, "the text goes on"),
	     AND_IN_CODE(~0U)),
	WORD(HELP_TABLE, "(exited)", "the task exited in this interval"),
	WORD(HELP_TABLE, "(unknown)", "it exited before its user or cgroup could be read"),
	WORD(HELP_TABLE, "new slept", "with a baseline (x): started since, or did not run in it"),
	WORD(HELP_TABLE, "k M G T", "thousand, million, billion, trillion"),

	TITLE(HELP_DETAIL, "The detail (keys d, D)"),
	WORD(HELP_DETAIL, "NODE", "the classes and, below each, its two parts of level 2"),
	WORD(HELP_DETAIL, "%", "percentage of the slots of the row; DIFF: change since the baseline"),
	WORD(HELP_DETAIL, "(tma_...)", "the name of the node in perf and for --node"),
	WORD(HELP_DETAIL, "THRESHOLD",
	     "> stands where the percentage is above it; dim if the class is not above its own, "
	     "because then it matters little. In the bar | is the threshold"),
	WORD_SEEN(HELP_DETAIL, ">", "the percentage is above the threshold",
	     SEEN(IN_DETAIL, HELP_ALWAYS, "above the threshold")),
	WORD_SEEN(HELP_DETAIL, "|", "the threshold, in a bar",
	     SEEN(IN_DETAIL, HELP_ALWAYS, "the threshold, in a bar")),
	SIGN_SEEN(HELP_DETAIL, "on the worst path, as in the second line of the screen", 1, SYMBOL_WORST,
	     NONE, SEEN(IN_DETAIL, HELP_ALWAYS, "on the worst path")),
	SIGN_SEEN(HELP_DETAIL, "above its threshold, and that is good: useful work", 1, SYMBOL_GOOD, NONE,
	     SEEN(IN_DETAIL, HELP_ALWAYS, "above it, and that is good")),
	WORD_SEEN(HELP_DETAIL, "!", "impossible: more than all slots, or more than its class has: the counts do "
	     "not fit together", SEEN(IN_DETAIL, HELP_ALWAYS, "impossible count")),
	WORD(HELP_DETAIL, "WHO", "of the machine: the processes with most of what limits it, and which "
	     "part of its slots each has; Tab leads there, Enter to their detail"),
	WORD(HELP_DETAIL, "weight", "the part of the machine's slots that the row has"),
	WORD(HELP_DETAIL, "at best", "upper bound of a gain: what there is to win if no slot were lost "
	     "in this way"),
	WORD(HELP_DETAIL, "Next step", "a command that finds the code: :pp, P: precise, the instruction "
	     "itself"),
	WORD(HELP_DETAIL, "Check it", "the perf stat command that prints the same number, by the name that "
				      "the installed perf knows"),
	WORD(HELP_DETAIL, "How sure...", "how much of the row was counted, and what was estimated"),
	WORD(HELP_DETAIL, "Counts", "the events behind the node, and what the CPU counted"),
	WORD(HELP_DETAIL, "corrects it", "the formula is better with this count, and can do without it"),
	WORD(HELP_DETAIL, "Formula", "how the percentage is made of them, and whose formula it is"),
	WORD(HELP_DETAIL, "multiplexed",
	     "more events than counters: groups of them rotate, each is counted a part of the time"),
	WORD(HELP_DETAIL, "slices", "stretches of time in which a task ran without a switch"),
	WORD(HELP_DETAIL, "unknown tasks", "slots of the row whose task is unknown, see above"),
	WORD(HELP_DETAIL, "known", "since when tdtop knows the task, which may be older"),
	WORD(HELP_DETAIL, "before", "the row in the interval of the baseline"),
	SIGN_SEEN(HELP_DETAIL, "in the corner: more text below", 1, SYMBOL_LARGEST_FIRST, NONE,
	     SEEN(IN_DETAIL, HELP_ALWAYS, "more text below: PgDn")),
	TABLE(HELP_DETAIL, HELP_DETAIL_KEYS),
	TEXT(HELP_DETAIL, "A node with a sign before its name has children of levels 3 to 6. They are "
	     "counted while they are open, in groups that take turns on the counters that tdtop's own "
	     "group leaves: of this row alone, at no cost for others. Leaving the detail ends that 3 s later."),
	WORD(HELP_DETAIL, "OF", "what the percentage is of: the slots, the cycles of the "
	     "thread; core: those of the core, both threads; uops: the operations that retired"),
	WORD(HELP_DETAIL, "SLOTS%", "estimate: the node's part of what its parent has of the slots"),
	WORD(HELP_DETAIL, "COUNTED%", "percentage of the time in which its events were counted; the rest is "
	     "extrapolated (~); below 5 there is mostly no value"),
	WORD_SEEN(HELP_DETAIL, "± +-", "standard error of the percentage in points, from the spread between "
	     "intervals", SEEN(IN_DETAIL, HELP_OPENS, "standard error, in points")),
	WORD(HELP_DETAIL, "SAMPLE WITH", "the event that finds its code; Enter samples it"),
	WORD_SEEN(HELP_DETAIL, "d", "made with a retire latency of a table, for want of samples of this "
	     "row", SEEN(IN_DETAIL, HELP_OPENS, "by a latency of a table")),
	WORD(HELP_DETAIL, "(E) (LP)", "a node of the E-cores, or of those of low power; the others are of the P-cores"),
	WORD(HELP_DETAIL, "different times", "children and their parent were counted at different times, "
	     "and are more than 10 points apart: the work changes"),

	WORD(HELP_DETAIL, "Regions", "of a process: pieces of the program that its author named. ENTRIES: "
	     "times that they were entered per second, EACH: CPU time of one of them, without the "
	     "regions inside. LARGEST: on a narrow screen, the largest class alone"),
	WORD(HELP_DETAIL, "entries each", "of a region: the same"),

	TITLE(HELP_COLUMN, "Columns"),
	TABLE(HELP_COLUMN, HELP_COLUMNS),
	TABLE(HELP_KEY, HELP_KEYS),
	TITLE(HELP_KEY, "Mouse"),
	TEXT(HELP_KEY,
	     "A click selects a row, a double click does what Enter does. A click on the head of a column "
	     "sorts by it, another one reverses the order; one on the sentence does what D does. The wheel moves by "
	     "three lines, and the words of the last line are buttons. With Shift most terminals let you select text."),
	TABLE(HELP_MAP, HELP_MAP_KEYS),
	WORD(HELP_MAP, "time map",
	     "one line for each CPU, one cell for each interval: its class by texture, letter and "
	     "colour, how busy by height; below it time, and the cell under the cursor"),
	WORD_SEEN(HELP_MAP, "now -10s", "the newest interval; so long before it",
	     SEEN(IN_MAP, HELP_ALWAYS, "newest interval; before it")),
	WORD_SEEN(HELP_MAP, "height", "of a cell: how busy the CPU was; with letters a capital is half busy "
	     "or more", SEEN(IN_MAP | IN_SCOPE, HELP_ALWAYS, "how busy it was")),
	WORD_SEEN(HELP_MAP, "^", "the frozen interval", SEEN(IN_MAP, HELP_ALWAYS, "the frozen interval")),
	WORD_SEEN(HELP_MAP, "blank", "nothing is known of this cell",
	     SEEN(IN_MAP | IN_SCOPE, HELP_ALWAYS, "nothing is known of it")),
	TABLE(HELP_SCOPE, HELP_SCOPE_KEYS),
	WORD(HELP_SCOPE, "scope",
	     "time below a second, of one CPU, process, cgroup or user: one line for each second (two "
	     "or four on a wide screen), 50 cells of 20 ms, each with its class and how busy"),
	WORD(HELP_SCOPE, "spread evenly over",
	     "the counters are read when a task leaves the CPU and when the interval ends; what a "
	     "longer slice counted is the same in all its cells. Only its time is exact"),
	WORD_SEEN(HELP_SCOPE, "~1.0 s", "behind a line: most of its time is of slices of up to this length",
	     SEEN(IN_SCOPE, HELP_ALWAYS, "its slices are so long")),
	WORD_SEEN(HELP_SCOPE, "?", "not known who ran: records were lost, or switches are sampled in part",
	     SEEN(IN_SCOPE, HELP_ALWAYS, "not known who ran")),
	WORD(HELP_SCOPE, "not known", "a gap: slices were not collected then"),
	WORD(HELP_SCOPE, "ms", "milliseconds that the task ran in the cells chosen"),
	TABLE(HELP_CODE, HELP_CODE_KEYS),
	TABLE(HELP_CODE, HELP_CODE_COLUMNS),
	TEXT(HELP_CODE, "On this machine h, b and Enter in a detail begin to sample the selected row: a process, a "
	     "thread, all of a user, cgroup or command, a CPU, the machine. Esc to the list ends it."),
	WORD(HELP_CODE, "sampling 12 of 340 threads, 97 % of its slots",
	     "the busiest threads have an event each, and what these threads have of all slots; of the "
	     "machine CPUs"),
	WORD(HELP_CODE, "functions: % of L3 misses",
	     "what shares are of: of what the event counts, never of the node of the detail"),
	WORD(HELP_CODE, "sampling begins", "the event is being opened; numbers come within a second"),
	WORD(HELP_CODE, "not sampling", "it is not possible here, or tdtop gave way: the reason stands below"),
	WORD(HELP_CODE, "no samples yet: it sleeps",
	     "it did not run in the last interval; or after how many events a thread has its first "
	     "sample"),
	WORD(HELP_CODE, "own cost", "CPU time of tdtop for sampling, in percent of one CPU"),
	WORD(HELP_CODE, "slots counted 91 % of the time",
	     "the counters of the lists were off for the rest, as sampling needs some: below 95 % it "
	     "gives way"),
	WORD(HELP_CODE, "lost 12 records", "the kernel or tdtop had no room for them: samples, or names and mappings"),
	WORD(HELP_CODE, "functions", "where the samples are. Names come later than numbers, from a "
	     "process of their own: until then object and offset stand there, dim"),
	WORD(HELP_CODE, "branches stacks",
	     "a branch stack is the last taken branches before a sample, up to 32: perf record -b takes "
	     "them, where the CPU has them. Samples without them have no branches and blocks"),
	WORD(HELP_CODE, "blocks", "what runs between two taken branches. Only whole ones are counted: the "
	     "first and the last one of a stack have an open end"),
	SIGN_SEEN(HELP_CODE, "branch: back to a place before it, the end of a loop", 1,
	     SYMBOL_SMALLEST_FIRST, NONE, SEEN_IN_CODE(1 << CODE_BRANCHES, "back: the end of a loop")),
	SIGN_SEEN(HELP_CODE, "branch: mispredicted in more than 10 % of all its executions, beyond doubt", 1,
	     SYMBOL_WORST, NONE, SEEN_IN_CODE(1 << CODE_BRANCHES, "often mispredicted")),
	WORD_SEEN(HELP_CODE, "±0.1 <0.1", "the standard error: true values are within it in 68 % of cases; "
	     "<0.1: it is smaller than the last digit; ±?: it is not known",
	     SEEN_IN_CODE(IN_ROWS, "standard error; below 0.1")),
	WORD(HELP_CODE, "block: runs, cycles, IPC",
	     "how often the whole block ran; the elapsed cycles of a run, the mean: elapsed is not cost, "
	     "because a CPU does several things at once; instructions per cycle. The histogram shows how "
	     "many runs took so long, exact below 64 cycles, then in steps of 1/8 and wider"),
	WORD_SEEN(HELP_CODE, "1 2 3", "below the histogram: its peaks, see the next word",
	     SEEN_IN_CODE(1 << CODE_BLOCK, "peaks of the histogram")),
	WORD(HELP_CODE, "1 2: 280-305 cycles, 79.1 %, 3 modes",
	     "peaks of the histogram, numbered below it, with the part of the runs in them: the same "
	     "code in different cases, for example data in a cache and data in memory"),
	WORD(HELP_CODE, "0.3 % above 4096 cycles, below", "few runs, so far off that they are not drawn"),
	WORD(HELP_CODE, "at the most that the CPU counts", "runs that took at least as long as it can tell"),
	WORD(HELP_CODE, "% timed", "runs whose cycles the CPU told"),
	WORD(HELP_CODE, "loop, inner loop", "code that a branch at its end leads back to; inner: in another "
	     "loop. Paths through it have rows of their own"),
	WORD(HELP_CODE, "9 blocks main, hash_probe, main",
	     "a path: each block follows the one before in half of the cases or more, and seldom follows "
	     "another; with the functions that it runs through. Only pairs are counted, not whole paths"),
	WORD(HELP_CODE, "calls not timed", "the time of functions that a loop calls is not in its time"),
	WORD(HELP_CODE, "called functions, callers",
	     "call stacks from the outermost caller down to what was sampled, or from what was sampled up "
	     "to who calls it (key t). Of a zoomed frame: all stacks with its function"),
	WORD(HELP_CODE, "by LBR", "the CPU itself recorded the calls, up to 32 of them: deeper ones drop the "
	     "outermost callers, which stay away until calls reach them again. Without it perf walked "
	     "frame pointers, which need -fno-omit-frame-pointer, or unwound the stack"),
	WORD(HELP_CODE, "% of the stacks are cut, ...",
	     "older frames were lost: their callers are not known, and they stand below the dots"),
	WORD(HELP_CODE, "flame graph: all, itself",
	     "each frame is as wide as its share of all stacks; what is empty below it is itself. Arrows "
	     "move, Enter zooms; narrow frames are left out. / finds and marks frames (key r: tree)"),
	WORD(HELP_CODE, "M main, itself: memory",
	     "with TopDown a frame has the colour and the letter of what limits it with all that it calls, as in "
	     "LIMITED BY; itself: its own samples. No letter: several, or too few samples to tell"),
	WORD(HELP_CODE, "14 targets", "an indirect branch, with the most frequent target"),
	WORD(HELP_CODE, "event event/400009", "what takes samples, and after how many events each (the "
	     "period; none: it varies)"),
	WORD(HELP_CODE, "samples stacks", "how many there are in the profile"),
	WORD(HELP_CODE, "shares ±0.1 % off", "flow check: how far what comes into blocks differs from what goes out, "
	     "summed: the bias of shares of branches. Above 20 % they cannot be trusted"),
	WORD(HELP_CODE, "sampled by instructions: prefers long blocks",
	     "what takes samples decides whether shares of branches are true or biased; only taken branches "
	     "prefer none. Cycles and time prefer slow code, another event where it happens"),
	WORD(HELP_CODE, "imprecise", "samples stand a few instructions late, as the event has it"),
	WORD(HELP_CODE, "entries not used (most: ...)",
	     "entries that were not counted. Empty: 0 to 0; wrong path: speculated; repeated: the newest "
	     "one twice; half: one end is missing. Backward, too long (over 1 MiB), across mappings, no "
	     "branch at the end: no block. By filter: in the kernel; no room: beyond the tables; damaged"),
	WORD(HELP_CODE, "lost records", "what perf itself lost"),
	WORD(HELP_CODE, "in no mapping", "addresses of unknown objects: they are shown as they are"),
	WORD(HELP_CODE, "this machine does not tell cycles, mispredictions; no timing",
	     "its branch stacks have none: columns that need them are missing"),
	WORD(HELP_CODE, "writing, written to", "key E: the file is being written, by a thread; where it is, and "
	     "which command reads it"),
	WORD(HELP_CODE, "window 10 to 20 s", "only this time of the recording (keys [ ]; s: all)"),
	WORD(HELP_CODE, "memhog: it has no symbols",
	     "in the path: why the object of the selected row has no names, for example that no debug "
	     "file with its build-id was found"),
	SIGN_SEEN(HELP_CODE, "in place of a number: not known; missing is not zero", 1, SYMBOL_IDLE, NONE,
	     SEEN_IN_CODE(IN_ROWS | 1 << CODE_BLOCK, "not known")),
	TABLE(HELP_SETUP, HELP_SETUP_KEYS),
	WORD_SEEN(HELP_SETUP, "[x] [ ]", "a column that is shown, or not",
	     SEEN(IN_SETUP, HELP_ALWAYS, "column: shown, or not")),
	WORD_SEEN(HELP_SETUP, "[2]", "a column that is shown on level 2 in place of its class",
	     SEEN(IN_SETUP, HELP_ALWAYS, "column: shown on level 2")),
	WORD_SEEN(HELP_SETUP, "rest", "the column takes the cells that the others leave",
	     SEEN(IN_SETUP, HELP_ALWAYS, "the cells that others leave")),
};
/* clang-format on */

const size_t help_lines_n = sizeof(help_lines) / sizeof(help_lines[0]);

void help_line_print_name(const struct help_line *line, bool ascii, char *text, size_t size)
{
	(void)snprintf(text, size, "%s", line->name ? line->name : "");
	for (int i = 0; !line->name && i < line->n_signs; i++) {
		const char *sign = symbol(line->signs[i], ascii);
		const size_t n = strlen(text);

		sign += strspn(sign, " ");
		if (strstr(text, sign))	/* both ends of a text that is cut have the same */
			continue;
		(void)snprintf(text + n, size - n, "%s%.*s", n ? " " : "", (int)strcspn(sign, " "),
			       sign);
	}
	if (ascii)
		format_ascii(text);
}

# SPDX-License-Identifier: GPL-2.0-only
#
# Counters that tdtop exports, against what --json said of the same intervals: tests/check-prometheus.sh
# and the lab. A series is named as name{label=value,...}, its labels sorted.

# The classes of level 1 and 2 that Intel's CPUs with PERF_METRICS have.
def level1: ["retiring", "bad_speculation", "frontend_bound", "backend_bound"];
def level2: ["heavy_operations", "light_operations", "branch_mispredicts", "machine_clears", "fetch_latency",
	"fetch_bandwidth", "memory_bound", "core_bound"];

def series_name: .__name__ + "{" + (del(.__name__, .job, .instance) | to_entries | sort_by(.key) |
	map("\(.key)=\(.value)") | join(",")) + "}";

# Percentages of the nodes of a row. With too few slots JSON prints none, as they would say little; but these slots
# are a part of the sum: then by their counts.
def percentages: . as $row | .counts as $n |
	if .missing != "too_few_slots" then with_entries(select(.key | startswith("tma_")) | .key |= .[4:])
	else ($n | .light_operations = .retiring - .heavy_operations | .machine_clears = .bad_speculation - .branch_mispredicts |
		.fetch_bandwidth = .frontend_bound - .fetch_latency | .core_bound = .backend_bound - .memory_bound) |
		([.[level1[]]] | add) as $all | if $all > 0 then map_values(. * 100 / $all) else {} end end;

# What a row of JSON adds to counters with this prefix and label; `of`: what a rounded percentage is a part of.
def row_adds($prefix; $tag; $seconds): . as $row | percentages as $percent |
	def named($name; $more): { key: ($prefix + $name + "{" + ([$tag, $more] | map(select(. != "")) | sort | join(",")) + "}") };
	def divided($name; $nodes): if $percent[$nodes[0]] == null then
			named($name; "class=unknown") + { value: $row.slots, of: 0 }
		else $nodes[] | named($name; "class=" + .) + { value: ($percent[.] * $row.slots / 100), of: $row.slots } end;
	(select($row.slots != null) | divided("slots_total"; level1), divided("level2_slots_total"; level2)),
	(select($row.counts != null) | named("instructions_total"; "") + { value: $row.counts.instructions, of: 0 }),
	(select($row.counts != null) | named("cycles_total"; "") + { value: $row.counts.cycles, of: 0 }),
	(select($row.cpu_percent != null) | named("cpu_seconds_total"; "") +
		{ value: ($row.cpu_percent * $seconds / 100), of: $seconds });

# What one interval adds. $by: the field of a process that is its label, $called: the name of this label.
def interval_adds($by; $called): . as $i |
	($i.machine | row_adds("tdtop_machine_"; ""; $i.interval)),
	{ key: "tdtop_machine_cpu_seconds_total{mode=busy}", value: ($i.machine.busy_percent * ($i.cpus | length) * $i.interval / 100),
		of: ($i.interval * ($i.cpus | length)) },
	($i.cpus[] | row_adds("tdtop_socket_"; "socket=\(.socket)"; $i.interval) | select(.key | test("slots"))),
	($i.processes[] | row_adds("tdtop_"; "\($called)=\(.[$by])"; $i.interval)),
	{ key: "tdtop_counted_seconds_total{}", value: $i.interval, of: 0 },
	{ key: "tdtop_intervals_total{}", value: 1, of: 0 };

# Of a stream of intervals, those after $from up to $to: {series: {value, of}}.
def expected(stream; $from; $to; $by; $called):
	reduce (stream | select(.seq > $from and .seq <= $to) | interval_adds($by; $called)) as $add ({};
		.[$add.key] as $before | .[$add.key] = { value: ($before.value + $add.value), of: ($before.of + $add.of) });

# Two sets of samples {series: value} and what is expected between them: [{series, counted, expected, off}],
# off: in percent, when 0.006 points of a rounding are allowed.
def compared($first; $last; $expected):
	[$last | to_entries[] | select($first[.key] != null and $expected[.key] != null) |
		(.value - $first[.key]) as $counted | $expected[.key] as $e |
		((($counted - $e.value) | fabs) - 0.00006 * $e.of) as $wrong |
		{ series: .key, counted: $counted, expected: $e.value,
			off: (if $wrong <= 0 then 0 elif $e.value == 0 then 100 else $wrong / $e.value * 100 end) }];

# One line for each family: how many series, and the worst of them.
def families: group_by(.series | sub("\\{.*"; ""))[] | (map(.off) | max) as $worst |
	(first(.[] | select(.off == $worst))) as $one |
	"\($worst) \(length) \($one.series | gsub("\\s"; "_")) \($one.counted) \($one.expected)";

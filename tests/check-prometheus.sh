#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# A real Prometheus scrapes tdtop --demo while this prints JSON: what its counters say between two scrapes is what the
# JSON says of the intervals in between. One tdtop counts by the path of cgroups, one by command. What promtool says of
# the text format; what node_exporter makes of the file of --openmetrics, if it is installed.
# PROMETHEUS_SECONDS: how many scrapes, one each second (10).
#
# usage: check-prometheus.sh [OPTION...]     of tdtop: what it counts (--demo)

scrapes=${PROMETHEUS_SECONDS:-10}
[ $# -gt 0 ] || set -- --demo
src=$(cd "${srcdir:-.}" && pwd)
for program in prometheus promtool curl jq; do
	command -v $program >/dev/null || {
		echo "skipped: $program is not installed"
		exit 77
	}
done
dir=$(mktemp -d) || exit 99
pids=
finish() {
	# shellcheck disable=SC2086 # a list
	[ -z "$pids" ] || kill $pids 2>/dev/null
	wait
	rm -rf "$dir"
}
trap finish EXIT
trap 'exit 130' INT TERM
failed=0
say() {	# STATUS TEXT
	if [ "$1" = 0 ]; then echo "ok $2"; else
		echo "not ok $2"
		failed=1
	fi
}
die() {
	echo "not ok $*"
	exit 1
}

# Runs a command until it succeeds: until a program is ready, however slow this host is.
until_ready() {	# WHAT COMMAND...
	what=$1
	shift
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt $((600 + 20 * scrapes)) ] || die "$what: not after $tries attempts"
		sleep 0.1
	done
}

address_of() { sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' "$dir/$1.err" 2>/dev/null; }
is_listening() {	# NAME
	[ -n "$(address_of "$1")" ] || {
		kill -0 "$pid" 2>/dev/null || die "tdtop ends: $(cat "$dir/$1.err")"
		false
	}
}

start_tdtop() {	# BY OPTION...
	name=$1
	shift
	"$TDTOP" "$@" --json -d 0.5 --listen 127.0.0.1:0 --openmetrics-by "$name" >"$dir/$name.json" 2>"$dir/$name.err" &
	pid=$!
	pids="$pids $pid"
	until_ready "tdtop --listen" is_listening "$name"
}

job() {	# NAME ADDRESS
	printf '  - job_name: %s\n    static_configs: [{targets: ["%s"]}]\n' "$1" "$2"
}
host_of() { address_of "$1" | sed 's,http://,,; s,/.*,,'; }

start_node_exporter() {	# OPTION...
	command -v prometheus-node-exporter >/dev/null || return
	mkdir "$dir/textfile"
	"$TDTOP" "$@" --headless -d 0.5 --openmetrics "$dir/textfile/tdtop.prom" 2>"$dir/file.err" &
	pids="$pids $!"
	prometheus-node-exporter --web.listen-address=127.0.0.1:0 --collector.disable-defaults --collector.textfile \
		--collector.textfile.directory="$dir/textfile" 2>"$dir/node.err" &
	pids="$pids $!"
	until_ready "prometheus-node-exporter" grep -qs 'Listening on' "$dir/node.err"
	job node "$(sed -n 's/.*Listening on" address=\([^ ]*\).*/\1/p' "$dir/node.err")" >>"$dir/prometheus.yml"
}

start_prometheus() {
	prometheus --config.file="$dir/prometheus.yml" --storage.tsdb.path="$dir/data" --log.level=info \
		--web.listen-address=127.0.0.1:0 2>"$dir/prometheus.err" &
	pids="$pids $!"
	until_ready "prometheus" grep -qs 'msg="Listening on"' "$dir/prometheus.err"
	api=http://$(sed -n 's/.*msg="Listening on" address=\([^ ]*\).*/\1/p' "$dir/prometheus.err")
	until_ready "prometheus" curl -fs -o /dev/null "$api/-/ready"
}

ask() {	# QUERY: an instant query
	curl -fsG "$api/api/v1/query" --data-urlencode "query=$1"
}
value() { ask "$1" | jq -r '.data.result[0].value[1] // "nothing"'; }
is_scraped() { [ "$(value "min(count_over_time(up[1d]))")" -ge "$scrapes" ] 2>/dev/null; }

# All samples of the first and the last scrape that gave any, as {series: value}, and the intervals between.
read_samples() {	# NAME
	ask "{job=\"$1\",__name__=~\"tdtop_.*\"}[1d]" >"$dir/$1.samples" || die "no samples of $1"
	jq -c -L "$src/tests" 'include "counters"; .data.result as $all |
		([$all[] | select(.metric.__name__ == "tdtop_intervals_total")][0].values | map(select(.[1] != "0"))) as $times |
		def at($t): reduce $all[] as $s ({}; ([$s.values[] | select(.[0] == $t)][0]) as $v |
			if $v then .[$s.metric | series_name] = ($v[1] | tonumber) else . end);
		{ times: [$times[0][0], $times[-1][0]], first: at($times[0][0]), last: at($times[-1][0]),
			scrapes: ($times | length) } | . + { from: .first["tdtop_intervals_total{}"],
			to: .last["tdtop_intervals_total{}"] }' "$dir/$1.samples" >"$dir/$1.ends"
}

check_job() {	# NAME FIELD LABEL
	read_samples "$1"
	to=$(jq .to "$dir/$1.ends")
	from=$(jq .from "$dir/$1.ends")
	until_ready "the JSON of interval $to" grep -q "\"seq\":$to," "$dir/$1.json"
	# The last line may be half of one.
	grep '}$' "$dir/$1.json" >"$dir/$1.whole"
	printed=$(jq -n --argjson a "$from" --argjson b "$to" '[inputs | select(.seq > $a and .seq <= $b)] | length' "$dir/$1.whole")
	[ "$printed" = $((to - from)) ] || {
		echo "skipped: this host is too busy, tdtop printed $printed of $((to - from)) intervals"
		exit 77
	}
	jq -nr -L "$src/tests" --slurpfile ends "$dir/$1.ends" --arg by "$2" --arg called "$3" 'include "counters";
		$ends[0] as $e | compared($e.first; $e.last; expected(inputs; $e.from; $e.to; $by; $called)) | families' \
		"$dir/$1.whole" >"$dir/$1.families" || die "$1: the samples cannot be read"
	while read -r off n series counted expected; do
		awk -v off="$off" 'BEGIN { exit !(off <= 1) }'
		say $? "$1, $((to - from)) intervals: $n of ${series%%\{*}, at most $off % off ($series: $counted, JSON $expected)"
	done <"$dir/$1.families"
	for family in slots level2_slots cpu_seconds machine_slots machine_level2_slots socket_slots intervals; do
		grep -q " tdtop_${family}_total{" "$dir/$1.families"
		say $? "$1: there is tdtop_${family}_total"
	done
	check_sums "$1"
	check_rate "$1"
}

# No slot is lost where a label comes or goes: machine = idle + unaccounted + all labels with "other".
check_sums() {	# NAME
	jq -r '.last | to_entries | def sum_of(p): map(select(.key | startswith(p)) | .value) | add // 0;
		(sum_of("tdtop_machine_slots_total{")) as $all |
		(sum_of("tdtop_slots_total{") + sum_of("tdtop_machine_idle_slots_total{") +
			sum_of("tdtop_machine_unaccounted_slots_total{")) as $parts |
		"\(($all - $parts | fabs) / $all * 100) \($all) \($parts)"' "$dir/$1.ends" >"$dir/sum"
	awk '{ exit !($1 < 1e-6) }' "$dir/sum"
	say $? "$1: labels, idle and unaccounted are the machine (percent off, both: $(cat "$dir/sum"))"
}

# Prometheus' own rate(), of slots for each second that was counted.
check_rate() {	# NAME
	jq -r '"\(.times[1]) \((.times[1] - .times[0] + 0.999) | floor)"' "$dir/$1.ends" >"$dir/when"
	read -r when window <"$dir/when"
	curl -fsG "$api/api/v1/query" --data-urlencode "time=$when" --data-urlencode \
		"query=sum(rate(tdtop_machine_slots_total{job=\"$1\"}[${window}s])) / sum(rate(tdtop_counted_seconds_total{job=\"$1\"}[${window}s]))" |
		jq -r '.data.result[0].value[1] // "nothing"' >"$dir/rate"
	jq -n --slurpfile ends "$dir/$1.ends" '[inputs | select(.seq > $ends[0].from and .seq <= $ends[0].to)] |
		(map(.machine.slots) | add) / (map(.interval) | add)' "$dir/$1.whole" >"$dir/said"
	paste -d ' ' "$dir/rate" "$dir/said" | awk '{ exit !($2 > 0 && ($1 - $2) / $2 < 0.01 && ($2 - $1) / $2 < 0.01) }'
	say $? "$1: rate() of the machine's slots is that of the JSON ($(cat "$dir/rate"), $(cat "$dir/said"))"
}

check_health() {
	curl -fs "$api/api/v1/targets" >"$dir/targets"
	[ "$(jq -c '[.data.activeTargets[] | .health, .lastError] | unique' "$dir/targets")" = '["","up"]' ]
	say $? "all targets are up ($(jq -c '[.data.activeTargets[] | {(.labels.job): .health, lastError}]' "$dir/targets"))"
	[ "$(value 'min(min_over_time(up[1d]))')" = 1 ]
	say $? "and were at each scrape"
	curl -fs "$api/metrics" >"$dir/own"
	grep -E '^prometheus_target_scrapes?_(sample_(duplicate_timestamp|out_of_order|out_of_bounds)_total|exceeded_.*_total|.*exceeded.*_total|pool_exceeded.*) ' "$dir/own" >"$dir/bad"
	[ -s "$dir/bad" ] && awk '$2 != 0 { exit 1 }' "$dir/bad"
	say $? "no sample was refused ($(wc -l <"$dir/bad") counters of that are 0)"
	! grep -E 'level=(warn|error)' "$dir/prometheus.err"
	say $? "Prometheus complains of nothing"
	[ "$(value 'sum(scrape_samples_scraped{job!="node"}) - sum(scrape_samples_post_metric_relabeling{job!="node"})')" = 0 ]
	say $? "all samples were taken: $(ask 'scrape_samples_scraped' | jq -c '[.data.result[] | {(.metric.job): .value[1]}]')"
	# Units are part of OpenMetrics only.
	[ "$(curl -fsG "$api/api/v1/targets/metadata" --data-urlencode 'metric=tdtop_cpu_seconds' \
		--data-urlencode 'match_target={job="path"}' | jq -r '.data[0] | "\(.type) \(.unit)"')" = "counter seconds" ]
	say $? "Prometheus was given OpenMetrics, with types and units"
}

check_formats() {
	address=$(address_of path)
	curl -fs -D "$dir/head" -H 'Accept: application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1' \
		"$address" >"$dir/openmetrics" && grep -iq '^content-type: application/openmetrics-text; version=1.0.0' "$dir/head" &&
		[ "$(tail -n 1 "$dir/openmetrics")" = '# EOF' ]
	say $? "with the Accept of Prometheus it is OpenMetrics ($(wc -c <"$dir/openmetrics") bytes)"
	curl -fs -D "$dir/head" "$address" >"$dir/text" && grep -iq '^content-type: text/plain; version=0.0.4' "$dir/head"
	say $? "without it is text ($(wc -c <"$dir/text") bytes)"
	promtool check metrics <"$dir/text" >"$dir/promtool" 2>&1 && [ ! -s "$dir/promtool" ]
	say $? "promtool finds nothing to say of the text$(sed 's/^/; /' "$dir/promtool")"
}

# The file is read by node_exporter, and its counters arrive as they are.
check_file() {
	[ -d "$dir/textfile" ] || {
		echo "# prometheus-node-exporter is not installed: nothing reads the file of --openmetrics"
		return
	}
	[ "$(value 'max(max_over_time(node_textfile_scrape_error{job="node"}[1d]))')" = 0 ]
	say $? "node_exporter reads the file without an error, at each scrape"
	[ "$(value 'count(tdtop_slots_total{job="node"})')" = "$(value 'count(tdtop_slots_total{job="path"})')" ]
	say $? "and gives as many series of it ($(value 'count(tdtop_slots_total{job="node"})'))"
}

# Each query of the dashboard, with Grafana's "All" for its variables, has numbers: all but those of classes that the
# demo's CPU has not, and of the cost of counting, which it has not.
check_dashboard() {
	jq -r '.panels[] | select(.targets) | .title as $title | .targets[] | "\($title), \(.refId)\t" +
		(.expr | gsub("\\$__(rate_interval|range)"; "1d") | gsub("\\$(job|instance|cgroup)"; ".*"))' \
		"$src/contrib/grafana/tdtop.json" | grep -v 'class="\(smt_contention\|resource_bound\)"\|tdtop_self_' >"$dir/queries"
	while IFS="$(printf '\t')" read -r panel query; do
		ask "$query" | jq -e '.data.result | length > 0 and all(.value[1] | tonumber | isfinite)' >"$dir/answer" 2>&1 ||
			echo "$panel: $query"
	done <"$dir/queries" >"$dir/silent"
	[ "$(wc -l <"$dir/queries")" -ge 50 ] && [ ! -s "$dir/silent" ]
	say $? "each of the $(wc -l <"$dir/queries") queries of the dashboard has numbers$(sed 's/^/; none: /' "$dir/silent")"
	when=$(date +%s)
	for level in "Level 1" "Level 2"; do
		sum=$(grep "^$level, " "$dir/queries" | cut -f 2 | while read -r query; do
			curl -fsG "$api/api/v1/query" --data-urlencode "time=$when" --data-urlencode "query=$query" |
				jq -r '.data.result[0].value[1]'
		done |
			awk '{ n += $1 } END { print n }')
		awk -v n="$sum" 'BEGIN { exit !(n > 0.9999 && n < 1.0001) }'
		say $? "the shares of its panel \"$level\" are one together ($sum)"
	done
}

"$TDTOP" --help all | grep -q -e --listen || {
	echo "skipped: tdtop has no --listen"
	exit 77
}
start_tdtop path "$@"
start_tdtop command "$@"
{
	printf 'global:\n  scrape_interval: 1s\n  scrape_timeout: 1s\nscrape_configs:\n'
	job path "$(host_of path)"
	job command "$(host_of command)"
} >"$dir/prometheus.yml"
start_node_exporter "$@"
start_prometheus
until_ready "$scrapes scrapes" is_scraped
check_health
check_job path cgroup cgroup
check_job command comm command
check_formats
check_file
[ "$1" != --demo ] || check_dashboard
exit $failed

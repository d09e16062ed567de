#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What a fleet costs its Prometheus: a few tdtop --demo are scraped as many targets, each with a label of its own, so
# that there are as many series as many machines would have. 50 targets share a tdtop, which serves 100 connections. Prints the series, the samples a second, memory and CPU time
# of Prometheus, bytes on disk for a sample, how long a scrape takes, and what all of that costs tdtop.
# Prometheus writes its blocks after two hours: the bytes on disk are those of its log (WAL) until then, and promtool
# counts those of a block that is made of the head by an API call.
#
# usage: bench-fleet.sh [TARGETS [SCRAPES [SECONDS]]]     1000 targets, scraped 8 times every 15 s

targets=${1:-1000}
scrapes=${2:-8}
every=${3:-15}
n=0
TDTOP=${TDTOP:-./tdtop}
for program in prometheus curl jq; do
	command -v $program >/dev/null || {
		echo "skipped: $program is not installed"
		exit 77
	}
done
dir=$(mktemp -d) || exit 99
pids=
# shellcheck disable=SC2086 # a list
trap '[ -z "$pids" ] || kill $pids; wait; rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

until_there() {	# FILE PATTERN
	until grep -qs "$2" "$1"; do sleep 0.1; done
}
cpu_seconds() { awk '{ ns += $1 } END { print ns / 1e9 }' /proc/"$1"/task/*/schedstat; }
memory() { awk '/^Vm(RSS|HWM):/ { printf "%s %.1f MB ", $1, $2 / 1024 }' "/proc/$1/status"; }
value() {	# QUERY
	curl -fsG "$api/api/v1/query" --data-urlencode "query=$1" | jq -r '.data.result[0].value[1] // "nothing"'
}

while [ "$((n = n + 1))" -le $(((targets + 49) / 50)) ]; do
	"$TDTOP" --demo --headless --listen 127.0.0.1:0 --openmetrics-by "${BY:-command}" 2>"$dir/$n.err" &
	tdtop=$!
	pids="$pids $tdtop"
	until_there "$dir/$n.err" 'listening on'
	host=$(sed -n 's,.*listening on http://\([^/]*\)/.*,\1,p' "$dir/$n.err")
	seq $((n * 50 - 49)) $((n * 50 < targets ? n * 50 : targets)) |
		sed "s/.*/      - {targets: [\"$host\"], labels: {machine: \"m&\"}}/" >>"$dir/targets"
done
{
	printf 'global:\n  scrape_interval: %ss\n  scrape_timeout: %ss\nscrape_configs:\n  - job_name: tdtop\n    static_configs:\n' "$every" "$every"
	cat "$dir/targets"
} >"$dir/prometheus.yml"
# Blocks are compacted by hand below.
prometheus --config.file="$dir/prometheus.yml" --storage.tsdb.path="$dir/data" --web.enable-admin-api \
	--web.listen-address=127.0.0.1:0 2>"$dir/prometheus.err" &
prometheus=$!
pids="$pids $prometheus"
until_there "$dir/prometheus.err" 'msg="Listening on"'
api=http://$(sed -n 's/.*msg="Listening on" address=\([^ ]*\).*/\1/p' "$dir/prometheus.err")
until [ "$(value 'min(count_over_time(up{job="tdtop"}[1h])) and count(up{job="tdtop"}) == '"$targets")" -ge "$scrapes" ] 2>/dev/null; do
	sleep 1
done
echo "targets                      $(value 'count(up{job="tdtop"})'), scraped $(value 'sum(count_over_time(up[1h]))') times, not answered $(value 'sum(count_over_time(up[1h])) - sum(sum_over_time(up[1h]))')"
echo "series of a target           $(value 'max(scrape_samples_scraped)') scraped, 5 of Prometheus' own"
series=$(curl -fs "$api/metrics" | awk '$1 == "prometheus_tsdb_head_series" { printf "%d", $2 }')
samples=$(curl -fs "$api/metrics" | awk '/^prometheus_tsdb_head_samples_appended_total/ { n += $2 } END { printf "%d", n }')
echo "series in the head           $series"
echo "samples                      $samples; $(awk -v s="$series" -v e="$every" 'BEGIN { printf "%.0f", s / e }') a second"
echo "seconds of a scrape          median $(value 'quantile(0.5, avg_over_time(scrape_duration_seconds[1h]))'), worst target $(value 'max(max_over_time(scrape_duration_seconds[1h]))')"
echo "bytes of a page              $(curl -fs -H 'Accept: application/openmetrics-text' "http://$host/metrics" | wc -c)"
echo "Prometheus, memory           $(memory $prometheus)($(awk -v s="$series" '/^VmHWM/ { printf "%.0f", $2 * 1024 / s }' /proc/$prometheus/status) bytes a series)"
echo "Prometheus, CPU seconds      $(cpu_seconds $prometheus)"
echo "one of $((n - 1)) tdtop, memory       $(memory "$tdtop")"
echo "it, CPU seconds              $(cpu_seconds "$tdtop"), for $(value "sum(count_over_time(up{instance=\"$host\"}[1h]))") scrapes and $(curl -fs "http://$host/metrics" | awk '/^tdtop_intervals_total/ { print $2 }') intervals"
echo "log on disk                  $(du -sb "$dir/data/wal" | cut -f 1) bytes, $(du -sb "$dir/data/wal" | awk -v n="$samples" '{ printf "%.2f", $1 / n }') a sample"
curl -fs -XPOST "$api/api/v1/admin/tsdb/snapshot" >"$dir/snapshot"
snapshot=$dir/data/snapshots/$(jq -r .data.name "$dir/snapshot")
echo "blocks of a snapshot         $(du -sb "$snapshot" | cut -f 1) bytes, of these chunks $(cat "$snapshot"/*/chunks/* | wc -c), $(cat "$snapshot"/*/chunks/* | wc -c | awk -v n="$samples" '{ printf "%.2f", $1 / n }') a sample"
grep -E 'level=(warn|error)' "$dir/prometheus.err" | tail -n 3

# Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by
# software events, at load 8 to 29 of other builds, with the ring engine unless BPF is named;
# nothing is from bare metal. "Was" is the value before the last improvement. Figures of today
# are in doc/RESULTS.md.
#
# A thousand machines. Series of one, on Intel CPUs with two levels, for L labels (at most 51: 50
# and the others) and S sockets: 17 L + 22 + 16 S + 11. A label has 5 of level 1 and 9 of level 2
# (with *unknown*), CPU seconds, instructions and cycles. At most 932 with 2 sockets, and 5 that
# Prometheus adds to each target:
#
# | | a machine, at most | 1,000 machines |
# | series | 937 | 937,000 |
# | bytes of a scrape | 82,000 to 114,000 | 82 to 114 MB each 15 s, without compression |
# | samples a second, at 15 s | 62 | 62,500 |
# | disk a day, 5.05 bytes a sample | 27 MB | 27 GB |
# | the same at 1.3 bytes a sample | 7 MB | 7 GB |
#
# 1.3 bytes a sample is what is commonly said of Prometheus. Counters of slots have ten and more
# digits that are new each time, and a float of them takes more: 5.05 bytes, measured over 240
# scrapes of 10 targets (`tests/bench/bench-fleet.sh 10 240 1`: bytes of the chunks in a snapshot).
#
# Measured with Prometheus 2.42 (`tests/bench/bench-fleet.sh 1000 5 15`): 1,000 targets, 50 for each of
# 20 `tdtop --demo`, 522 series each: 527,000 series in the head, 35,133 samples a second; 1.36 GB
# of memory (2,707 bytes a series), 20 s of CPU time in about 90 s; 5,773 scrapes, none without an
# answer. The median scrape took 3.3 s on this machine, of which tdtop took 0.5 ms of CPU time
# (0.13 s for 294 scrapes and 99 intervals). With all 1,000 targets on one tdtop, which has 100
# connections, 857 targets missed a scrape at least once.

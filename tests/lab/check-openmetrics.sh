# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: the counters that tdtop exports while it counts known loads, against what its
# JSON says of the same intervals, and against the truth.

openmetrics_page() {	# FILE: what a scrape gets; 0 and the number of its intervals, or not 0
	/run/lab/busybox wget -q -O "$1" http://127.0.0.1:9740/metrics 2>/dev/null &&
		sed -n 's/^tdtop_intervals_total //p' "$1"
}

openmetrics_samples() {	# FILE: as {series: value}
	jq -cRn '[inputs | select(startswith("#") | not) |
		capture("^(?<name>[a-z0-9_]+)(\\{(?<labels>.*)\\})? (?<value>[^ ]+)$") |
		{ key: (.name + "{" + ([(.labels // "") | scan("([a-z]+)=\"([^\"]*)\"") | "\(.[0])=\(.[1])"] | sort | join(",")) + "}"),
			value: (.value | tonumber) }] | from_entries' "$1"
}

# Two pages with at least INTERVALS between them, the first after FIRST: their samples are in /tmp/first and /tmp/last.
# Sets from and to. Fails if the process that serves them ends before the first one.
openmetrics_pages() {	# FIRST INTERVALS PID
	to=0
	until from=$(openmetrics_page /tmp/page.first) && [[ $from -ge $1 ]]; do
		kill -0 "$3" 2>/dev/null || return
		sleep 0.2
	done
	until to=$(openmetrics_page /tmp/page.last) && [[ $to -ge $((from + $2)) ]]; do sleep 0.2; done
	openmetrics_samples /tmp/page.first >/tmp/first
	openmetrics_samples /tmp/page.last >/tmp/last
}

# Such pages of a tdtop by command; the JSON of all in between is in /tmp/out.json. Fails if the host is too busy to print
# each of them.
openmetrics_scrape() {	# INTERVALS
	local watcher from to
	"$tdtop" --json -d 1 --listen 127.0.0.1:9740 --openmetrics-by command >/tmp/out.json 2>/tmp/out.err &
	watcher=$!
	# The labels of the first interval come into the top with the second.
	openmetrics_pages 2 "$1" $watcher || return 0
	until grep -q "\"seq\":$to," /tmp/out.json; do sleep 0.2; done
	kill $watcher
	wait $watcher
	loads_end
	[[ $(jq -n --argjson a "$from" --argjson b "$to" '[inputs | select(.seq > $a and .seq <= $b)] | length' /tmp/out.json) == $((to - from)) ]]
}

# The worst distance of the classes of the four hogs to the truth, in points, between the two pages. The label that has
# their names, and what follows there.
openmetrics_distance() {	# FAMILY [LABEL [SUFFIX]]
	jq -n --slurpfile first /tmp/first --slurpfile last /tmp/last --argjson truth "$(truth_json)" --arg family "$1" \
		--arg by "${2-command}" --arg suffix "${3-}" '
		[("hog_ret", "hog_bad", "hog_fe", "hog_be") as $hog |
			[$last[0] | to_entries[] | select((.key | startswith($family + "{")) and (.key | test("[{,]" + $by + "=" + $hog + $suffix + "[,}]"))) |
				{ class: (.key | capture("class=(?<c>[a-z0-9_]+)").c), slots: (.value - $first[0][.key]) }] |
			(map(.slots) | add) as $all | .[] | select(.class != "unknown") |
			.slots / $all * 100 - $truth[$hog]["tma_" + .class] | fabs] | if length == 0 then "missing" else max end'
}

check_openmetrics() {
	local attempt off n series counted expected
	truth 'rounding 0'
	for attempt in 1 2 3; do
		busy_four
		openmetrics_scrape 5 && break
		echo "# attempt $attempt: an interval was not printed"
	done
	jq -nr -L "$(dirname "${BASH_SOURCE[0]}")/.." --slurpfile first /tmp/first --slurpfile last /tmp/last 'include "counters";
		compared($first[0]; $last[0]; expected(inputs; $first[0]["tdtop_intervals_total{}"];
			$last[0]["tdtop_intervals_total{}"]; "comm"; "command")) |
		map(select(.series | test("command=") | not)), map(select(.series | test("command=hog_"))) | families' \
		/tmp/out.json >/tmp/families
	while read -r off n series counted expected; do
		check "openmetrics: $n of ${series%%\{*} are what the JSON says, percent off (${counted} ${expected})" "$off" '<=' 1
	done </tmp/families
	check "openmetrics: so many families were compared" "$(wc -l </tmp/families)" '>=' 10
	check "openmetrics: level 1 of four hogs, points off the truth" "$(openmetrics_distance tdtop_slots_total)" '<=' 0.5
	((levels < 2)) ||
		check "openmetrics: level 2 of them" "$(openmetrics_distance tdtop_level2_slots_total)" '<=' 0.5
	check "openmetrics: labels, idle and unaccounted are the machine, percent off" "$(jq '
		def sum_of(p): [to_entries[] | select(.key | startswith(p)) | .value] | add // 0;
		sum_of("tdtop_machine_slots_total{") as $all | (sum_of("tdtop_slots_total{") +
			sum_of("tdtop_machine_idle_slots_total{") + sum_of("tdtop_machine_unaccounted_slots_total{") - $all) / $all * 100 | fabs' \
		/tmp/last)" '<=' 0.000001
}

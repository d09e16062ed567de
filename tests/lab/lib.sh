# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by tests that run inside the lab's machine (vm), and by vm: loads in the
# background, the truth of /proc/tdtop_lab, checks with their count, CPUs by name.

lab_proc=/proc/tdtop_lab
lab_passed=0
lab_failed=0
lab_pids=()
lab_cpus=$(nproc)

# What the CPU of a personality calls itself: vendor, family, model.
lab_cpu_of() {
	case $1 in
	icl | icl-real) echo GenuineIntel 6 106 ;;
	adl) echo GenuineIntel 6 151 ;;
	arl) echo GenuineIntel 6 198 ;;
	spr | spr-real | guest | none) echo GenuineIntel 6 143 ;;
	gnr-real) echo GenuineIntel 6 173 ;;
	skl | skl-smt | skl-real) echo GenuineIntel 6 85 ;;
	zen4) echo AuthenticAMD 25 17 ;;
	zen5) echo AuthenticAMD 26 2 ;;
	*) return 1 ;;
	esac
}

# A word for any sh: printf %q writes what only bash reads.
lab_quoted() {
	local quote="'\\''"

	printf "'%s'" "${1//\'/$quote}"
}

lab_say() {
	echo "# $*"
}

# ok NAME, or not ok NAME with what is wrong.
lab_ok() {
	lab_passed=$((lab_passed + 1))
	echo "ok - $*"
}

lab_not_ok() {
	lab_failed=$((lab_failed + 1))
	echo "not ok - $*"
}

# The condition is a command: lab_check NAME test "$x" = 1
lab_check() {
	local name=$1

	shift
	if "$@"; then lab_ok "$name"; else lab_not_ok "$name: $*"; fi
}

lab_equal() {
	if [[ $2 == "$3" ]]; then lab_ok "$1"; else lab_not_ok "$1: \"$2\", expected \"$3\""; fi
}

# lab_near NAME VALUE TRUTH TOLERANCE
lab_near() {
	if awk -v v="${2:-nan}" -v t="${3:-nan}" -v e="$4" \
		'BEGIN { d = v - t; exit !(v ~ /^-?[0-9]/ && t ~ /^-?[0-9]/ && d <= e && -d <= e) }'; then
		lab_ok "$1: $2 (truth $3, within $4)"
	else
		lab_not_ok "$1: ${2:-nothing}, the truth is ${3:-nothing}, more than $4 apart"
	fi
}

# lab_between NAME VALUE LOW HIGH
lab_between() {
	if awk -v v="${2:-nan}" -v l="$3" -v h="$4" 'BEGIN { exit !(v ~ /^[0-9]/ && v >= l && v <= h) }'; then
		lab_ok "$1: $2 ($3 to $4)"
	else
		lab_not_ok "$1: ${2:-nothing} is not in $3 to $4"
	fi
}

# Prints the closing line and ends the script.
lab_done() {
	lab_stop
	echo "$lab_passed passed, $lab_failed failed"
	exit $((lab_failed > 0))
}

# lab_table "NAME ret bad fe be [heavy misp lat mem]" ...: rows and settings.
lab_table() {
	printf '%s\n' "$@" >"$lab_proc"
}

# lab_load KIND ARGUMENTS: labload in the background; its pid is $lab_pid. With
# $lab_nice the tests come before the loads.
lab_load() {
	nice -n "${lab_nice:-0}" labload "$@" &
	lab_pid=$!
	lab_pids+=("$lab_pid")
}

lab_stop() {
	[[ ${#lab_pids[@]} -eq 0 ]] || kill -9 "${lab_pids[@]}"
	wait "${lab_pids[@]}"
	lab_pids=()
} 2>/dev/null

# What was counted between two copies of /proc/tdtop_lab:
# lab_truth BEFORE AFTER NAME slots|ns, NAME may be "tasks" or "idle".
lab_truth() {
	awk -v name="$3" -v unit="$4" '
		FNR == 1 { file++ }
		($1 == "got" && $4 == name) || ($1 == name && NF == 3) {
			got[file] = unit == "slots" ? $2 : $3
		}
		END { printf "%.0f\n", got[2] - got[1] }' "$1" "$2"
}

# lab_split FILE NAME METRIC: the true percentage; a derived one too.
lab_split() {
	awk -v name="$2" -v metric="$3" "$lab_awk_split"'
		$1 == "split" { for (i = 2; i <= 9; i++) part[$10, i - 2] = $i }
		END { print value((name, 0) in part ? name : "default", metric) }' "$1"
}

# lab_machine BEFORE AFTER METRIC: the true percentage of all slots in between,
# idle ones included.
lab_machine() {
	awk -v metric="$3" "$lab_awk_split"'
		FNR == 1 { sign = FILENAME == ARGV[1] ? -1 : 1 }
		$1 == "split" { for (i = 2; i <= 9; i++) part[$10, i - 2] = $i }
		$1 == "got" { slots[$4] += sign * $2 }
		$1 == "idle" { slots["(idle)"] += sign * $2 }
		END {
			for (name in slots) {
				from = (name, 0) in part ? name : "default"
				sum += slots[name] * value(from, metric)
				all += slots[name]
			}
			printf "%.3f\n", sum / all
		}' "$1" "$2"
}

# Values of a split by perf's slugs without "tma_", derived ones too.
lab_awk_split='
	BEGIN {
		split("retiring bad_speculation frontend_bound backend_bound heavy_operations " \
		      "branch_mispredicts fetch_latency memory_bound light_operations " \
		      "machine_clears fetch_bandwidth core_bound", slug)
		for (i in slug)
			number[slug[i]] = i - 1
	}
	function value(name, metric,  n) {
		n = number[metric]
		return n < 8 ? part[name, n] : part[name, n - 8] - part[name, n - 4]
	}'

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop in the lab, against its known truth: what "it works" means. One boot per machine of the table below, as few as
# can be: in a boot the PMU changes where a check is named PERSONALITY/CHECK. check-guest.sh runs inside.
#
# usage: tests/lab/check.sh [CHECK...]     CHECKs: see the end of check-guest.sh
#        tests/lab/check.sh families       only the machines of the other CPU families
#        tests/lab/check.sh faults         tdtop under fire: check-faults.sh
# Families that were checked with the same sources, lab and kernels are not checked again. LAB_JOBS: machines at once.
# TDTOP is the program (build/tdtop). At the end: what each machine took, and which checks passed at the second try only.

lab_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tdtop=$(realpath "${TDTOP:-$lab_dir/../../build/tdtop}") && [[ -x $tdtop ]] || {
	echo "lab: there is no tdtop to test; ./quickstart builds it" >&2
	exit 1
}
export TDTOP=$tdtop		# vm sees to it that the guest has it
cd "$lab_dir/../.." || exit	# of no use to the guest: a /tmp with the host's files

# name, options of vm, checks; where a check needs most of memory or time, at the end. Machines whose name has "real"
# have the kernel's own driver.
machines=(
	"spr-6.1|--personality spr --cpus 2|four four@bpf perf record threads hog idle pipe names@bpf task deep region@bpf openmetrics openmetrics@bpf soak"
	"spr-real-6.1|--personality spr-real --cpus 2|real_region_self real_region_self_live real_phases real_phases@bpf real_task real_accesses real_accesses@bpf real_beside real_beside@bpf real_user real_counters real_events real_pebs live_functions live_machine live_branches turns deep deep_room region"
	"icl-6.1|--personality icl --cpus 2|four rotation room deep"
	"adl-6.1|--personality adl --cpus 2|hybrid record"
	"spr-6.12|--personality spr --cpus 4 --kernel 6.12|short short@bpf"
	"spr-real-6.12|--personality spr-real --cpus 2 --kernel 6.12 --pmu pebs=2|real_phases real_phases@bpf real_accesses real_accesses@bpf real_retire"
	"gnr-real-6.12|--personality gnr-real --cpus 2 --kernel 6.12|real_latency"
	"icl-real-6.1|--personality icl-real --cpus 2|perf real_four real_four@bpf"
	"skl-real-6.1|--personality skl-real --cpus 2|real_watchdog real_room"
	# kdiv: time in the kernel is next to nothing, since the kernel ends a task's events before the task's own end
	"truth-6.1|--personality spr-real --cpus 2 --pmu kdiv=1000|truth"
)
# what stays out of the usual run for its time: tests/lab/check.sh faults
faults=(
	"refusals-6.1|--personality spr --cpus 2|duty duty@bpf names errno sleepers replay verdict verdict@bpf"
	"rotation-bpf-6.1|--personality icl --cpus 2|rotation@bpf"
	"faults-6.1|--personality spr --cpus 2|clock cgroup module pids hidepid overflow stop hotplug off_and_on watched"
	"faults-bpf-6.1|--personality spr --cpus 2|clock@bpf cgroup@bpf pids@bpf stop@bpf hotplug@bpf off_and_on@bpf watched@bpf"
	"crowds-6.1|--personality spr --cpus 2|namespace generals storm rename overload crowd"
	"crowds-bpf-6.1|--personality spr --cpus 2|namespace@bpf generals@bpf storm@bpf rename@bpf overload@bpf crowd@bpf"
	"systemd-6.1|--personality spr --cpus 2 --systemd|systemd services"
	"static-6.1|--personality spr --cpus 2|static static@bpf"
	"zen4-6.1|--personality zen4 --cpus 2|room room@bpf"
	"spr-bpf-6.1|--personality spr --cpus 2|threads@bpf hog@bpf idle@bpf pipe@bpf room room@bpf both sleepers@bpf shared shared@bpf orphan orphan@bpf soak@bpf"
	"adl-bpf-6.1|--personality adl --cpus 2|hybrid@bpf"
	"spr-real-more-6.1|--personality spr-real --cpus 2|perf record both real_watchdog real_hotplug real_sampling real_lbr bpf_gone bpf_rights real_hotplug@bpf real_region_self_taken real_suspend"
	"spr-real-more-6.12|--personality spr-real --cpus 2 --kernel 6.12 --pmu pebs=2|real_region_self real_region_self_short both real_task real_user"
	"new-cpu-6.1|--personality spr --cpus 3|new_cpu new_cpu@bpf"
	"new-cpu-adl-6.1|--personality adl --cpus 4|new_cpu new_cpu@bpf"
	"skl-real-6.12|--personality skl-real --cpus 2 --kernel 6.12|real_four real_phases real_counters"
	"icl-lbr-6.1|--personality icl-real --cpus 2|real_region_self real_room real_room@bpf real_lbr real_sampling real_phases real_watchdog real_counters"
	"spr-more-6.12|--personality spr --cpus 4 --kernel 6.12|four"
	"icl-corrected-6.1|--personality icl-real --cpus 2 --pmu corrections=1|real_four real_four@bpf"
	"spr-corrected-6.1|--personality spr-real --cpus 2 --pmu corrections=1|real_four real_four@bpf"
	# code that is sampled live
	"live-6.1|--personality icl-real --cpus 2|live_functions live_branches live_stacks live_node live_births live_exec live_dies live_two live_container live_deleted live_jit"
	"live-faults-6.1|--personality spr-real --cpus 2|live_user live_errno live_helper live_hostile live_functions@bpf"
	"live-skl-6.1|--personality skl-real --cpus 2|live_functions live_branches live_stacks"
	"live-spr-6.12|--personality spr-real --cpus 2 --kernel 6.12 --pmu pebs=2|live_functions live_branches live_stacks"
	"turns-6.1|--personality spr-real --cpus 2|turns_exec turns_level2 turns_stacks"
	"truth-all-6.1|--personality spr-real --cpus 2 --pmu kdiv=1000|truth_all"
	"truth-icl-6.1|--personality icl-real --cpus 2 --pmu kdiv=1000|truth"
	"smt-6.1|--personality skl-smt --cpus 4|room namespace_smt two_cpus"
	# nodes below level 2
	"deep-spr-6.1|--personality spr --cpus 2|deep deep_node deep_unsteady deep_perf deep_pinned deep_others"
	"deep-icl-6.1|--personality icl --cpus 2|deep deep_node deep_unsteady deep_perf deep_pinned"
	"deep-adl-6.1|--personality adl --cpus 2|deep deep_node deep_unsteady"
	"deep-arl-6.1|--personality arl --cpus 2|deep deep_node deep_unsteady deep_pinned"
	"deep-skl-6.1|--personality skl --cpus 2|deep deep_node deep_unsteady deep_perf deep_pinned"
	"deep-skl-smt-6.1|--personality skl-smt --cpus 4|deep deep_node deep_unsteady"
	"deep-spr-real-6.1|--personality spr-real --cpus 2|deep deep_node deep_unsteady deep_perf deep_room deep_others deep_sampled"
	"deep-icl-real-6.1|--personality icl-real --cpus 2|deep deep_perf deep_unsteady"
	"deep-skl-real-6.1|--personality skl-real --cpus 2|deep deep_perf deep_unsteady"
	# regions of programs
	"regions-6.1|--personality spr --cpus 2|region region_slow region_slow@bpf region_short region_short@bpf region_hard region_hard@bpf region_cost region_cost@bpf region_record region_refused region_refused@bpf"
	"regions-icl-6.1|--personality icl --cpus 2|region region@bpf"
	"regions-skl-6.1|--personality skl --cpus 2|region region@bpf"
	"regions-zen4-6.1|--personality zen4 --cpus 2|region region@bpf"
	"regions-adl-6.1|--personality adl --cpus 2|region region@bpf region_slow region_slow@bpf"
	"regions-real-6.1|--personality spr-real --cpus 2|region_accesses region_accesses@bpf region@bpf region_short region_short@bpf region_hard region_hard@bpf region_record"
	"regions-real-6.12|--personality spr-real --cpus 2 --kernel 6.12|region region@bpf region_hard@bpf"
	"regions-self-newest|--personality spr-real --cpus 2 --kernel newest --pmu clear=1|real_region_self_clear real_region_self_taken"
	"regions-newest|--personality spr-real --cpus 2 --kernel newest|region region@bpf region_hard region_hard@bpf"
	# what is in the way of BPF programs, and the kernels from the oldest to the newest
	"bpf-6.1|--personality spr-real --cpus 2|real_task@bpf real_watchdog@bpf real_counters@bpf bpf_beside bpf_refused"
	"bpf-5.10|--personality icl-real --cpus 2 --kernel 5.10|real_four@bpf real_phases@bpf real_hotplug@bpf idle@bpf bpf_gone bpf_rights bpf_refused"
	"bpf-newest|--personality icl-real --cpus 2 --kernel newest|real_four@bpf real_phases@bpf real_hotplug@bpf idle@bpf bpf_gone bpf_rights bpf_refused"
	"bpf-spr-newest|--personality spr-real --cpus 2 --kernel newest|both real_phases@bpf real_accesses@bpf"
)
families=(
	"families-6.1|--personality zen4 --cpus 2|level1 rotation record watchdog zen5/level1 zen5/rotation skl/level1 skl/rotation skl/record skl/watchdog guest/level1 guest/rotation guest/watchdog"
	"skl-smt-6.1|--personality skl-smt --cpus 4|smt"
)

# What a family's numbers depend on.
proof_of() {
	(cd "$lab_dir" && find ../../collect ../../model -name '*.[ch]' | sort | xargs cat &&
		cat pmu/* qemu/* work/* nodes/* init ../contrib/systemd.sh vm prepare.sh lib.sh check.sh check-guest.sh check-faults.sh check-storms.sh check-real.sh check-sampling.sh check-live.sh check-turns.sh check-suspend.sh check-bpf.sh check-room.sh check-deep.sh check-regions.sh check-openmetrics.sh check-regions-self.sh truth_lab.py ../truth_bench.py ../../region/*.h && qemu-system-x86_64 --version &&
		cat "$lab_cache"/6.*/version) 2>/dev/null | sha256sum | cut -c 1-16
}

# Of the output of these checks: how many were ok, and after them the names of those with a failure or without an end,
# of which nothing is counted.
judge() {	# CHECKS
	awk -v checks="$1" '
		/^ok / { ok++ }
		/^not ok / { bad = 1 }
		/^# [a-z0-9_\/@-]+: [0-9]+ s$/ {
			if (!bad) {
				good[substr($2, 1, length($2) - 1)] = 1
				all += ok
			}
			ok = bad = 0
		}
		END {
			n = split(checks, check, " ")
			for (i = 1; i <= n; i++)
				if (!(check[i] in good))
					again = again " " check[i]
			print all + 0 again
		}'
}

. "$lab_dir/prepare.sh"
checked=
if [[ ${1-} == families ]]; then
	machines=("${families[@]}")
	shift
elif [[ ${1-} == faults ]]; then
	machines=("${faults[@]}")
	LAB_JOBS=${LAB_JOBS:-1}		# storms want all of the host
	shift
elif [[ $# == 0 ]]; then
	checked=$lab_cache/families-$(proof_of)
	if [[ -e $checked ]]; then
		echo "# families: checked before, with the same sources, lab and kernels"
	else
		machines=("${machines[@]:0:2}" "${families[@]}" "${machines[@]:2}")	# long ones first
	fi
fi
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# boot MACHINE CHECKS: prints what these checks print. 77: it cannot run here.
boot() {
	local name options

	IFS='|' read -r name options _ <<<"$1"
	# shellcheck disable=SC2086 # options and checks are lists
	"$lab_dir/vm" --timeout $((240 + 90 * $(wc -w <<<"$2") + 2 * ${SOAK_SECONDS:-60})) $options -- "$lab_dir/check-guest.sh" "$tdtop" $2
}

# timed NAME COMMAND...: what it took is in $dir/NAME.took: seconds of wall time, of its CPUs in user and in system mode.
timed() {
	local name=$1 TIMEFORMAT='%R %U %S'

	shift
	{ time "$@" 2>&3; } 3>&2 2>"$dir/$name.took"
}

# What the machines took, the second tries of each added.
times_taken() {
	local i

	echo "#   time     CPU  machine"
	for i in "${!machines[@]}"; do
		cat "$dir/$i".took "$dir/$i".again.took 2>/dev/null | awk -v name="${machines[$i]%%|*}" '
			{ wall += $1; cpu += $2 + $3 }
			END { if (NR) printf "# %4.0f s  %4.0f s  %s%s\n", wall, cpu, name, (NR > 1 ? ", with a second try" : "") }'
	done
}

checks_of() {	# NUMBER
	[[ -n $wanted ]] && echo "$wanted" || echo "${machines[$1]##*|}"
}

# Most of the time a check waits for intervals: so there are two machines at once, if there are two CPUs.
boot_all() {
	local i

	for i in "${!machines[@]}"; do
		(($(jobs -rp | wc -l) < jobs)) || wait -n
		{
			timed "$i" boot "${machines[$i]}" "$(checks_of "$i")" >"$dir/$i" 2>&1
			echo $? >"$dir/$i.status"
		} &
	done
	wait
}

jobs=${LAB_JOBS:-$(($(nproc) > 1 ? 2 : 1))}
wanted=$*
[[ -z $wanted ]] || machines=("${machines[0]}")
boot_all &
all=$!

passed=0
failed=0
again=()	# NUMBER CHECKS
second=()	# MACHINE/CHECK: passed at the second try
for i in "${!machines[@]}"; do
	name=${machines[$i]%%|*}
	echo "# $name"
	until [[ -e $dir/$i.status ]] || ! kill -0 "$all" 2>/dev/null; do sleep 1; done
	if [[ $(cat "$dir/$i.status") == 77 ]]; then
		echo "# skipped: $name cannot run here: $(tail -n 1 "$dir/$i")"
		checked=
		continue
	fi
	grep -v ' passed, ' "$dir/$i"
	read -r ok rest < <(judge "$(checks_of "$i")" <"$dir/$i")
	passed=$((passed + ok))
	[[ -z $rest ]] || again+=("$i $rest")
done
wait "$all"

# The emulator's CPUs are shared with whatever else the host does: what has failed is tried once more, alone.
for rest in "${again[@]}"; do
	read -r i rest <<<"$rest"
	name=${machines[$i]%%|*}
	echo "# $name: once more: $rest"
	timed "$i.again" boot "${machines[$i]}" "$rest" >"$dir/again"
	status=$?
	output=$(<"$dir/again")
	grep -v ' passed, ' <<<"$output"
	passed=$((passed + $(grep -c '^ok ' <<<"$output")))
	failed=$((failed + $(grep -c '^not ok ' <<<"$output")))
	if ! grep -q ' passed, ' <<<"$output"; then
		echo "not ok $name: the machine ended with status $status"
		failed=$((failed + 1))
	fi
	read -r _ bad < <(judge "$rest" <"$dir/again")
	for check in $rest; do
		[[ " $bad " == *" $check "* ]] || second+=("$name/$check")
	done
done
times_taken
[[ $passed == 0 && $failed == 0 ]] && exit 77
[[ -n $checked && $failed == 0 ]] && touch "$checked"
for check in "${second[@]}"; do
	echo "# passed at the second try: $check"
done
echo "passed at the second try: ${#second[@]}"
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]

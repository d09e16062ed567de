# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: both engines on one load, and the BPF engine where something is in its way. They run on the
# kernel's own driver and on the module.

within=0.5				# points, as check_four
[[ -z ${LAB_TABLE-} ]] || within=0.6	# as check_real_four

# The worst distance between two runs, of the nodes of these processes: means of all intervals after the first.
worst_between() {	# JSON-LINES JSON-LINES NAME...
	jq -rn --slurpfile a "$1" --slurpfile b "$2" --argjson truth "$(truth_json)" '
		def mean($run; $name; $node): [$run[1:][].processes[] | select(.comm == $name) | .[$node] | values] |
			if length == 0 then null else add / length end;
		[$ARGS.positional[] as $name | ($truth.default | keys[]) as $node |
			mean($a; $name; $node) as $x | mean($b; $name; $node) as $y |
			if $x == null or $y == null then 1000 else $x - $y | fabs end] | max |
		if . >= 1000 then "missing" else . end' --args "${@:3}"
}

# Both engines, one after the other, and a recording of the first one's, on the same running load.
check_both() {
	local hogs="hog_ret hog_bad hog_fe hog_be" run

	busy_four
	"$tdtop" --engine ring --json -n 4 -d 1 --record /tmp/both.data >/tmp/ring.json 2>/tmp/out.err ||
		report 1 "tdtop --engine ring runs: $(cat /tmp/out.err)"
	"$tdtop" --engine bpf --json -n 4 -d 1 >/tmp/bpf.json 2>/tmp/out.err ||
		report 1 "tdtop --engine bpf runs: $(cat /tmp/out.err)"
	loads_end
	"$program" --json -i /tmp/both.data >/tmp/replay.json 2>/tmp/out.err
	check "each says its engine" "$(jq -rs '[.[].engine] | unique | join(" ")' /tmp/ring.json /tmp/bpf.json)" '==' 'bpf ring'
	for run in ring bpf replay; do
		# shellcheck disable=SC2086 # a list
		check "four hogs, $run: all nodes of level 1 to $levels within $within points of the truth" \
			"$(worst_distance /tmp/$run.json "$levels" $hogs)" '<=' $within
		check "$run: the processes' slots add up to the machine's" "$(worst_sum /tmp/$run.json)" '<=' 0.5
		# shellcheck disable=SC2086
		[[ $run == bpf ]] || check "$run and bpf agree, points" "$(worst_between /tmp/$run.json /tmp/bpf.json $hogs)" '<=' $within
	done
}

# The kernel's programs and maps of tdtop: "PROGRAMS MAPS".
in_kernel() {
	echo "$(bpftool prog list | grep -c -E 'name (on_|cut|find_counters)') $(
		bpftool map list | grep -c -E 'name (sums_[01]|counters|slices_b)')"
}

# Until it has printed an interval.
begin_counting() {	# COMMAND...: its pid is $counting
	: >/tmp/out.json
	"$@" --json -d 0.5 >>/tmp/out.json 2>/tmp/out.err &
	counting=$!
	for ((i = 0; i < 200; i++)); do
		[[ -s /tmp/out.json ]] && break
		sleep 0.1
	done
}

check_bpf_gone() {	# whatever ends tdtop, nothing of it stays in the kernel
	local signal
	for signal in TERM KILL; do
		begin_counting "$program" --engine bpf
		check "tdtop's programs and maps are in the kernel" "$(in_kernel | grep -c '^[1-9].* [1-9]')" '==' 1
		kill -$signal $counting
		wait $counting 2>/dev/null
		for ((i = 0; i < 50; i++)); do	# the kernel frees them a grace period later
			[[ $(in_kernel) == '0 0' ]] && break
			sleep 0.1
		done
		check "after SIG$signal none is" "$(in_kernel)" '==' '0 0'
	done
}

# --engine bpf ends with a sentence that has this, and leaves nothing behind; by itself tdtop takes samples.
bpf_is_refused() {	# TEXT PATTERN [COMMAND...]
	local text=$1 pattern=$2
	shift 2
	"$@" --engine bpf --json -n 1 -d 0.3 >/tmp/out.json 2>/tmp/out.err
	check "$text: --engine bpf ends with a sentence that says so" \
		"$? $(wc -l </tmp/out.err) $(grep -c "$pattern" /tmp/out.err) $(in_kernel)" '==' '1 1 1 0 0'
	sed 's/^/# /' /tmp/out.err
	"$@" --json -n 1 -d 0.3 >/tmp/out.json 2>/tmp/out.err
	check "$text: by itself tdtop counts, by samples" "$? $(jq -rs '.[0].engine' /tmp/out.json)" '==' '0 ring'
}

bpf_counts() {	# TEXT COMMAND...
	local text=$1
	shift
	"$@" --engine bpf --json -n 3 -d 0.5 >/tmp/out.json 2>/tmp/out.err
	check "$text: --engine bpf counts" "$? $(jq -rs '[.[].engine] | unique | join(" ")' /tmp/out.json)$(</tmp/out.err)" '==' '0 bpf'
	check "$text: a hog's level 1 within 1 point" "$(worst_distance /tmp/out.json 1 hog_be)" '<=' 1
}

# What is in the way of BPF programs, on a host or in a container.
check_bpf_refused() {
	local as_user=(setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set=-sys_resource) level
	local paranoid=$(</proc/sys/kernel/perf_event_paranoid)

	truth 'hog_be 10 5 15 70 4 3 10 50'
	load hog hog_be
	bpf_is_refused "seccomp forbids bpf(2)" 'a filter of system calls (seccomp) forbids bpf(2)' labforbid 1 "$program"
	bpf_is_refused "seccomp hides bpf(2)" 'a filter of system calls (seccomp) forbids bpf(2)' labforbid 38 "$program"
	mkdir -p /tmp/no_btf
	mount --bind /tmp/no_btf /sys/kernel/btf
	bpf_is_refused "no BTF" 'there is no /sys/kernel/btf/vmlinux' "$program"
	umount /sys/kernel/btf
	echo 0 >/proc/sys/net/core/bpf_jit_enable
	bpf_counts "no JIT" "$program"
	echo 1 >/proc/sys/net/core/bpf_jit_enable
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	for level in 2 0 1; do	# 1 is for ever
		echo $level >/proc/sys/kernel/unprivileged_bpf_disabled
		cp "$program" /tmp/tdtop-caps
		setcap cap_perfmon,cap_bpf+ep /tmp/tdtop-caps
		if [[ $(uname -r) == 5.10.* ]]; then
			bpf_is_refused "unprivileged_bpf_disabled $level, 64 kB may be locked" 'the limit of locked memory is too low .* (64 kB)' \
				prlimit --memlock=65536 "${as_user[@]}" /tmp/tdtop-caps
			bpf_counts "unprivileged_bpf_disabled $level, CAP_PERFMON and CAP_BPF" prlimit --memlock=unlimited "${as_user[@]}" /tmp/tdtop-caps
		else
			bpf_counts "unprivileged_bpf_disabled $level, CAP_PERFMON and CAP_BPF" "${as_user[@]}" /tmp/tdtop-caps
		fi
		setcap cap_perfmon+ep /tmp/tdtop-caps
		bpf_is_refused "unprivileged_bpf_disabled $level, CAP_PERFMON only" 'takes CAP_BPF' "${as_user[@]}" /tmp/tdtop-caps
	done
	echo "$paranoid" >/proc/sys/kernel/perf_event_paranoid
	# It can only be raised, so this is the end.
	mountpoint -q /sys/kernel/security || mount -t securityfs securityfs /sys/kernel/security
	echo integrity >/sys/kernel/security/lockdown
	bpf_counts "lockdown: integrity" "$program"
	echo confidentiality >/sys/kernel/security/lockdown
	bpf_is_refused "lockdown: confidentiality" 'the kernel is locked down (confidentiality)' "$program"
}

# Of a tdtop with file capabilities, run by a user: what its threads have while they count.
capabilities_of() {	# ENGINE
	begin_counting prlimit --memlock=unlimited setpriv --reuid 65534 --regid 65534 --clear-groups /tmp/tdtop-caps --engine "$1"
	grep -h -E '^(Cap|NoNewPrivs)' /proc/$counting/task/*/status | grep -v CapBnd
	kill $counting
	wait $counting 2>/dev/null
}

check_bpf_rights() {	# given up as with the ring engine
	local paranoid=$(</proc/sys/kernel/perf_event_paranoid)
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	cp "$program" /tmp/tdtop-caps
	setcap cap_perfmon,cap_bpf,cap_sys_ptrace,cap_sys_resource+ep /tmp/tdtop-caps
	capabilities_of ring >/tmp/caps.ring
	capabilities_of bpf >/tmp/caps.bpf
	sed 's/^/# /' /tmp/caps.bpf
	check "the threads have the capabilities that they have with the ring engine" \
		"$(cmp /tmp/caps.ring /tmp/caps.bpf 2>&1 && grep -c CapEff /tmp/caps.bpf)" '==' 2
	check "and nothing but CAP_SYS_PTRACE is effective" \
		"$(awk '$1 == "CapEff:" && $2 !~ /^0*(80000)?$/' /tmp/caps.bpf | wc -l)" '==' 0
	echo "$paranoid" >/proc/sys/kernel/perf_event_paranoid
}

check_bpf_beside() {	# two tdtops: both count slots, and both have programs at the same tracepoint
	local first second
	busy_four
	"$tdtop" --engine bpf --json -n 8 -d 1 >/tmp/first.json 2>/tmp/first.err &
	first=$!
	sleep 2
	"$tdtop" --engine bpf --json -n 4 -d 1 >/tmp/second.json 2>/tmp/second.err &
	second=$!
	wait $first
	check "one of two tdtops ends well" "$?$(</tmp/first.err)" '==' 0
	wait $second
	check "and the other" "$?$(</tmp/second.err)" '==' 0
	for first in first second; do
		check "$first: all nodes within $within points" \
			"$(worst_distance /tmp/$first.json "$levels" hog_ret hog_bad hog_fe hog_be)" '<=' "$within"
		check "$first: they took turns, running percent" "$(jq -s '[.[].running_percent] | min' /tmp/$first.json)" '<=' 90
	done
}

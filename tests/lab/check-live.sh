# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: what tdtop samples live, on the kernel's own driver with its LBR and PEBS (vm --personality
# spr-real, icl-real, skl-real). The truth: work/labcode.c, whose functions have known shares of its time, and
# work/labloop.c, whose every branch is known. Beside them: perf record of the same event, at the same time.
# Also sourced by ../check-live-cases.sh, for the cases that need no PMU.

live_dir=${live_dir:-/tmp}		# of all files here
live_seconds=${live_seconds:-5}		# of a profile; an emulator's samples are few
live_points=${live_points:-8}		# four standard errors of the 600 samples that it takes then, and some
export HOME=$live_dir	# names come from the files that run, not from what perf recorded here before

# Functions, branches... of a running process: the profile is in live.json.
live() {	# OPTION...
	local status
	timeout "${live_most:-120}" "${live_as[@]}" "$tdtop" --json "$@" >$live_dir/live.json 2>$live_dir/out.err
	status=$?
	sed -i '/^profiling:/d' $live_dir/out.err	# of gcov, whose files other users may not write
	return $status
}
live_as=()

of_live() {	# JQ [OPTION...]: of the newest profile
	jq -rs "${@:2}" "[.[] | select(.kind == \"profile\")] | last | $1" $live_dir/live.json 2>$live_dir/jq.err
}

# A program whose functions have known shares, until it has its name.
code() {	# MODE [ARGUMENT...]
	"${code_as[@]}" "${labcode:-labcode}" "$@" &
	pids+=($!)
	until [[ $(<"/proc/$!/comm") == labcode* ]]; do sleep 0.05; done
}
[[ -n ${code_as-} ]] || code_as=()

# Of lines with a number of samples and a function: how many points the shares of the named functions are off.
# "missing" with fewer samples than 50.
points_off() {	# "FUNCTION PERCENT..."
	awk -v truth="$1" '
		BEGIN { n = split(truth, part, " "); for (i = 1; i < n; i += 2) share[part[i]] = part[i + 1] }
		$2 in share { got[$2] += $1; all += $1 }
		END {
			for (name in share) {
				d = all ? got[name] / all * 100 - share[name] : 100
				if (d < 0) d = -d
				if (d > worst) worst = d
			}
			print all < 50 ? "missing: " all + 0 " samples" : worst
		}'
}

truth_of_code="share_60 60 share_30 30 share_10 10"

# The functions of live.json are those of labcode, with their names and shares.
code_is_right() {	# TEXT ["FUNCTION PERCENT..."]
	check "$1: shares of functions are those of the program, points off" \
		"$(of_live '.functions[] | "\(.samples) \(.symbol)"' | points_off "${2-$truth_of_code}")" '<=' "$live_points"
	[[ -s $live_dir/out.err ]] && sed 's/^/# /' $live_dir/out.err
	return 0
}

record_beside() {	# EVENT PID SECONDS [OPTION...]: perf record in the background, into $live_dir/beside.data
	timeout 60 perf record -q -N -o $live_dir/beside.data -e "$1" -p "$2" "${@:4}" -- sleep "$3" >$live_dir/perf.err 2>&1 &
	perf=$!
}

check_live_functions() {	# the default event: precise, where there is PEBS
	local precise=':upp'

	[[ -e $slots_event ]] || precise=':u'
	code busy
	record_beside "cycles$precise" "${pids[0]}" $((live_seconds + 10)) -c 2000003
	live --functions -p "${pids[0]}" --seconds "$live_seconds"
	check "tdtop --functions -p: exit status" "$?$(cat $live_dir/out.err)" '==' 0
	wait $perf
	code_is_right "functions by $(of_live .event)"
	check "perf record beside it: points off" "$(perf script -i $live_dir/beside.data -F ip,sym 2>/dev/null |
		awk '{ print 1, $2 }' | points_off "$truth_of_code")" '<=' "$live_points"
	check "samples" "$(of_live .samples)" '>=' 400
	check "it is no recording" "$(of_live .source)" '==' switch
	check "the CPUs' SLOTS are counted beside it, percent of the time" "$(of_live .sampling.slots_running_percent)" '>=' 95
	check "no sample is lost" "$(of_live .sampling.lost)" '==' 0
}

check_live_machine() {	# nobody is named: all CPUs, tdtop and the shell among what is sampled
	local i

	code busy
	for i in 1 2; do
		live --functions --seconds "$live_seconds"
		check "tdtop --functions of the machine, $i: exit status" "$?$(cat $live_dir/out.err)" '==' 0
		code_is_right "functions of the machine by $(of_live .event), $(of_live .samples) samples"
	done
}

# The taken branches of the loop as lines "COUNT FROM".
loop_branches() {
	of_live '.branches[] | select((.from.symbol // "") | test("^lab_")) | "\(.taken) \(.from.symbol)+\(.from.symbol_offset // 0)"'
}

# A round takes a jump over lab_odd every second time, a call, a return and a jump back.
truth_of_loop="lab_loop+7 14.286 lab_loop+12 28.571 lab_leaf+4 28.571 lab_loop+21 28.571"
perf_of_loop="lab_skip 14.286 lab_even 28.571 lab_leaf 28.571 lab_jump 28.571"	# which counts from the last label

check_live_branches() {	# by taken branches, with branch stacks
	local data=$live_dir/beside.data

	taskset 1 labloop 60 &	# another CPU has a predictor that is out of step
	pids+=($!)
	record_beside br_inst_retired.near_taken:u "${pids[0]}" $((live_seconds + 10)) -b -c 400009
	live --branches --blocks -p "${pids[0]}" --seconds "$live_seconds"
	check "tdtop --branches -p: exit status" "$?$(cat $live_dir/out.err)" '==' 0
	wait $perf
	check "branches by $(of_live .event): points off" "$(loop_branches | points_off "$truth_of_loop")" '<=' 1
	check "perf record -b beside it: points off" "$(perf script -i $data -F brstacksym 2>/dev/null | tr ' ' '\n' |
		sed -nE 's,^(lab_[a-z]+)\+0x[0-9a-f]+/.*,1 \1,p' | points_off "$perf_of_loop")" '<=' 1
	check "all branch stacks are there" "$(of_live .stacks)" '>=' 100
	check "the jump over lab_odd is taken every second time, points off" "$(of_live '[.branches[] |
		select(.from.symbol == "lab_loop" and .from.symbol_offset == 7) | .probability * 100 - 50 | fabs] | max')" '<=' 1
	# A counter of two bits mispredicts all of them or half, depending on where it began.
	check "and is mispredicted by a predictor that counts, percent" "$(of_live '[.branches[] |
		select(.from.symbol == "lab_loop" and .from.symbol_offset == 7) | .mispredicted_of_taken_percent] | min')" '>=' 45
	check "all others are predicted, percent" "$(of_live '[.branches[] |
		select(.taken >= 100) |	# the loop is left once in a while
		select(.from.symbol == "lab_leaf" or .from.symbol == "lab_loop" and .from.symbol_offset > 7) |
		.mispredicted_of_taken_percent] | max')" '<=' 5
	# Their mean has the interrupts that came in between.
	check "cycles of the block from the call to the return, which is two instructions" "$(of_live '[.blocks[] |
		select(.symbol == "lab_leaf")] | max_by(.executed) | .cycles.bins | max_by(.[1]) | .[0]')" '==' 2
	check "what flows in flows out, bias in percent" "$(of_live .bias_percent)" '<=' 5
}

check_live_stacks() {	# call stacks by LBR, where it has them
	labloop 60 &
	pids+=($!)
	live --stacks -p "${pids[0]}" --seconds "$live_seconds"
	check "tdtop --stacks -p: exit status" "$?$(cat $live_dir/out.err)" '==' 0
	check "the call tree: main, loop_outer, loop_middle, lab_..." "$(of_live '[.. | objects | .symbol? // empty |
		select(test("^(main|loop_outer|loop_middle|lab_.*)$"))] | unique | map(select(test("^lab") | not)) | join(" ")')" \
		'==' "loop_middle loop_outer main"
	echo "# stacks are of $(of_live .event), calls by $(of_live .calls_by), $(of_live .samples) samples"
	check "with TopDown, classes of main with all that it calls add up to 100, points off" "$(of_live '[.. | objects |
		select(.symbol? == "main") | .tma_retiring + .tma_bad_speculation + .tma_frontend_bound + .tma_backend_bound] |
		if length == 0 then "missing" else (.[0] - 100 | fabs) end')" '<=' 1
}

check_live_node() {	# the event of a node of the tree
	local slug

	for slug in tma_memory_bound tma_branch_mispredicts tma_fetch_latency; do
		code busy
		live --functions -p "${pids[-1]}" --node $slug --seconds "$live_seconds"
		check "--node $slug: exit status" "$?$(cat $live_dir/out.err)" '==' 0
		echo "# $slug is sampled by $(of_live .event), precise $(of_live .precise)"
		code_is_right "--node $slug"
		loads_end
	done
}

check_live_threads() {	# 200 threads: all alike, or some busy ones
	local code_as=(nice -n 19)	# or they take the machine from all others, and from tdtop

	code threads 200
	live --functions -p "${pids[0]}" --seconds "$live_seconds"
	check "200 threads alike: exit status" "$?$(cat $live_dir/out.err)" '==' 0
	code_is_right "200 threads alike"
	echo "# $(of_live '.sampling | tojson')"
	loads_end
	code threads 6 194
	live --functions -p "${pids[0]}" --seconds "$live_seconds"
	code_is_right "6 busy threads of 200"
	check "threads with an event" "$(of_live .sampling.sampled)" '<=' 64
	check "they have its slots, percent" "$(of_live .sampling.slots_percent)" '>=' 95
	loads_end
}

check_live_births() {	# 100 threads a second, of 2 ms each
	local live_points=$((live_points + 10))	# lives of 2 ms divide their time less exactly

	code births 100
	# The change to CPUs begins the profile anew.
	live --functions -p "${pids[0]}" --seconds $((live_seconds + 2))
	check "100 births a second: exit status" "$?$(cat $live_dir/out.err)" '==' 0
	code_is_right "100 births a second"
	echo "# $(of_live '.sampling | tojson'), $(of_live .samples) samples"
	check "and they are sampled" "$(of_live .samples)" '>=' 100
}

# A program that changes while it is sampled: at once, or later, where the host is so busy that it had changed before.
change_while_sampled() {	# MODE NAMES: which it has before and after; sets status, names
	local wait

	for wait in 1 8 40; do
		code "$1" $((live_seconds + wait))
		live --functions -p "${pids[-1]}" --seconds $((live_seconds + wait + 3))
		status=$?
		names=$(of_live '[.functions[].symbol | values |
			select(test("^(share_60|after_exec|jitted.*)$"))] | unique | join(" ")')
		[[ $names == "$2" ]] && break
		loads_end
	done
}

check_live_exec() {	# another program in the same process
	change_while_sampled exec "after_exec share_60"
	check "a process that calls execve: exit status" "$status$(cat $live_dir/out.err)" '==' 0
	check "functions of before and after it have names" "$names" '==' "after_exec share_60"
	check "samples of it without a mapping, percent" "$(of_live '([.functions[] | select(.object == null) |
		.samples] | add // 0) / .samples * 100')" '<=' 2
}

check_live_dies() {	# the process ends while it is looked at
	local status wait

	for wait in 2 10 40; do		# longer, where the host is so busy that it had ended before
		code busy $((live_seconds + wait))
		live --functions -p "${pids[-1]}" --seconds $((live_seconds + wait + 2))
		status=$?
		[[ $status == 0 ]] && (($(of_live .samples) >= 50)) && break
		loads_end
	done
	check "a process that ends: exit status" "$status$(cat $live_dir/out.err)" '==' 0
	code_is_right "a process that has ended"
}

check_live_two() {	# two tdtops of one process
	code busy
	timeout 120 "$tdtop" --json --functions -p "${pids[0]}" --seconds $((live_seconds + 1)) >$live_dir/other.json 2>$live_dir/other.err &
	local other=$!
	live --functions -p "${pids[0]}" --seconds $((live_seconds + 1))
	wait $other
	check "a second tdtop of the same process: exit status" "$?$(cat $live_dir/other.err)" '==' 0
	code_is_right "two tdtops, one"
	cp $live_dir/other.json $live_dir/live.json
	code_is_right "two tdtops, the other"
}

# A mount and pid namespace of its own, whose files are nowhere else.
check_live_container() {
	local root=$live_dir/container inside

	mkdir -p $root/{tmp,proc,bin}
	cp "$(command -v labcode)" $root/bin/labcode
	for mode in jit busy; do
		unshare --mount --pid --fork --kill-child --propagation private bash -c "mount -t tmpfs none $root/tmp && mount -t proc none $root/proc &&
			cp $root/bin/labcode $root/tmp/labcode && exec chroot $root /tmp/labcode $mode" 2>/dev/null &
		pids+=($!)
		until inside=$(pgrep -P "${pids[-1]}" -x labcode); do sleep 0.1; done
		live --functions -p "$inside" --seconds "$live_seconds"
		check "a container's process: exit status" "$?$(cat $live_dir/out.err)" '==' 0
		if [[ $mode == jit ]]; then
			code_is_right "a container's code that is compiled at run time" "share_60 50 jitted_50 50"
		else
			code_is_right "a container's program, of a file system that only it has"
		fi
		kill -9 "$inside"	# the first process of its namespace
		loads_end
	done
}

check_live_deleted() {	# its file is gone
	cp "$(command -v labcode)" $live_dir/labcode-gone
	labcode=$live_dir/labcode-gone code deleted
	until [[ ! -e $live_dir/labcode-gone ]]; do sleep 0.05; done
	live --functions -p "${pids[0]}" --seconds "$live_seconds"
	code_is_right "a program whose file is deleted"
}

check_live_jit() {	# code is added to what was compiled at run time
	change_while_sampled grow "jitted_50 jitted_later"
	check "functions that are compiled while it is sampled have names" "$names" '==' "jitted_50 jitted_later"
}

code_of_user() {	# as code, of an ordinary user
	cp "$(command -v labcode)" $live_dir/labcode-own && chmod 755 $live_dir/labcode-own
	code_as+=("${nobody[@]}")
	labcode=$live_dir/labcode-own code "$@"
	code_as=("${code_as[@]:0:${#code_as[@]} - ${#nobody[@]}}")
}

at_paranoid() {	# LEVEL COMMAND...: with kernel.perf_event_paranoid at this level
	local before=$(</proc/sys/kernel/perf_event_paranoid)

	echo "$1" >/proc/sys/kernel/perf_event_paranoid
	"${@:2}"
	echo "$before" >/proc/sys/kernel/perf_event_paranoid
}

check_live_user() { at_paranoid 2 live_user; }
live_user() {	# an ordinary user, own process
	live_as=("${nobody[@]}")
	code_of_user busy
	live --functions -p "${pids[0]}" --seconds "$live_seconds"
	check "an ordinary user's own process: exit status" "$?$(cat $live_dir/out.err)" '==' 0
	code_is_right "an ordinary user's own process"
	code busy	# root's
	live --functions -p "${pids[1]}" --seconds 1
	check "of another user's process he gets no profile" $? '>=' 1
	check "but a sentence" "$(wc -l <$live_dir/out.err)" '>=' 1
	sed 's/^/# /' $live_dir/out.err
	live_as=()
}

# Errors of opening a task's event, each with a sentence of its own: as the kernel returns them where Intel PT has the
# LBR, a counter cannot sample, the event is not known, descriptors are used up, the rights are not there.
# An ordinary user, who samples tasks: root samples them by CPU.
check_live_errno() { at_paranoid 2 live_errno; }
live_errno() {
	local errno name said all=()

	code_of_user busy
	for name in ${live_errnos:-EBUSY:16 EOPNOTSUPP:95 EINVAL:22 EMFILE:24 EACCES:13 EPERM:1 ENOMEM:12 ENOSPC:28}; do
		errno=${name#*:}
		timeout 60 "${nobody[@]}" labforbid tasks "$errno" "$tdtop" --json --functions -p "${pids[0]}" --seconds 1 >$live_dir/live.json 2>$live_dir/out.err
		check "${name%:*} of the event that samples: no profile, exit status" $? '==' 1
		said=$(grep -v '^#' $live_dir/out.err | head -n 1)
		echo "# ${name%:*}: $said"
		check "one sentence" "$(wc -l <$live_dir/out.err)" '==' 1
		all+=("$said")
	done
	check "and each errno has its own" "$(printf '%s\n' "${all[@]}" | sort -u | wc -l)" '==' ${#all[@]}
}

# tdtop in the background, and all the time something is done to its symbol helper: the only child. The first time as
# soon as it is there, before it has answered anything.
with_helper() {	# TEXT COMMAND...: with the helper's pid behind it
	local text=$1 pid helper times=0

	shift
	timeout 60 "$tdtop" --json --functions -p "${pids[0]}" --seconds "$live_seconds" >$live_dir/live.json 2>$live_dir/out.err &
	pid=$!
	while kill -0 $pid 2>/dev/null; do
		helper=$(pgrep -P "$(pgrep -P $pid)" 2>/dev/null | head -n 1)
		[[ -n $helper ]] && "$@" "$helper" 2>/dev/null && times=$((times + 1))
		[[ $times == 0 ]] || sleep 0.1
	done
	wait $pid
	check "$text: exit status" "$?$(cat $live_dir/out.err)" '==' 0
	check "$text: times" "$times" '>=' 1
	check "$text: the samples are there" "$(of_live .samples)" '>=' 50
}

check_live_helper() {	# the process that reads ELF files is killed, stopped, starved
	code busy
	with_helper "the symbol helper is killed" kill -9
	with_helper "the symbol helper is stopped" kill -STOP
	with_helper "the symbol helper has no memory" prlimit --as=8388608 --pid
	with_helper "the symbol helper has no CPU time" prlimit --cpu=0 --pid
}

check_live_hostile() {	# programs that lie about their symbols
	local kind

	for kind in $(labhostile kinds); do
		labhostile "$kind" "$(command -v labcode)" $live_dir/labcode-lies && chmod 755 $live_dir/labcode-lies
		labcode=$live_dir/labcode-lies code busy
		live --functions -p "${pids[0]}" --seconds 2
		check "a program with $kind: exit status" "$?$(cat $live_dir/out.err)" '==' 0
		check "a program with $kind: samples" "$(of_live .samples)" '>=' 50
		check "a program with $kind: nothing for a terminal to obey" \
			"$(LC_ALL=C tr -d '\n\t' <$live_dir/live.json | LC_ALL=C grep -c -P '[\x00-\x1f\x7f]')" '==' 0
		loads_end
	done
}

# bash completion; made by tests/ui/options/test-completion.c from the options of tdtop

_tdtop()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words

	# --level=2 are three words to bash
	if [[ $cur == = ]]; then
		cur=
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	case $prev in
	-d | --delay)
		return
		;;
	-n | --iterations)
		return
		;;
	-l | --level)
		mapfile -t COMPREPLY < <(compgen -W '1 2 3 4 5 6' -- "$cur")
		return
		;;
	-s | --sort)
		[[ ${COMP_WORDS[*]} =~ --(functions|branches|blocks) ]] &&
			mapfile -t COMPREPLY < <(compgen -W 'pid object build_id address symbol file line samples events percent retire_latency_mean exposed_cycles hottest.address hottest.file hottest.line hottest.events slots slots_percent tma_retiring tma_bad_speculation tma_frontend_bound tma_backend_bound tma_light_operations tma_heavy_operations tma_branch_mispredicts tma_machine_clears tma_fetch_latency tma_fetch_bandwidth tma_memory_bound tma_core_bound tma_resource_bound tma_smt_contention limited_by from.address from.symbol from.symbol_offset from.file from.line to.address to.symbol to.symbol_offset to.file to.line to.object kind taken taken_percent mispredicted predicted mispredicted_of_taken_percent mispredicted_of_all_percent executed probability cycles_mean start end symbol_offset instructions time_percent ipc cycles.counted cycles.mean cycles.min cycles.max cycles.saturated' -- "$cur") && return
		mapfile -t COMPREPLY < <(compgen -W 'socket core# cpu# pid tid user procs thr cpu wait entries per_entry p50 p90 p99 cost ended secs slots ecores ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz instr limited region command name path ppid kernel container cgroup comm' -- "$cur")
		return
		;;
	--sort-views)
		return
		;;
	-V | --view)
		mapfile -t COMPREPLY < <(compgen -W 'processes threads cpus cores sockets cgroups users commands regions exited' -- "$cur")
		return
		;;
	-u | --user)
		return
		;;
	-p | --pid)
		return
		;;
	--attribution)
		mapfile -t COMPREPLY < <(compgen -W 'auto switch task' -- "$cur")
		return
		;;
	--engine)
		mapfile -t COMPREPLY < <(compgen -W 'auto bpf ring' -- "$cur")
		return
		;;
	--filter)
		return
		;;
	-i | --replay)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--record)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--record-limit)
		return
		;;
	--record-keep)
		return
		;;
	--baseline)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--fail-on)
		return
		;;
	--after)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--columns-diff)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'comm status change before.slots_percent before.cpu_percent before.slots before.scaled before.ipc before.busy_ns before.limited_by before.estimate_error_percent before.tma_retiring before.tma_light_operations before.tma_heavy_operations before.tma_bad_speculation before.tma_branch_mispredicts before.tma_machine_clears before.tma_frontend_bound before.tma_fetch_latency before.tma_fetch_bandwidth before.tma_backend_bound before.tma_memory_bound before.tma_core_bound before.tma_resource_bound before.tma_smt_contention before.tma_backend_bound_or_bad_speculation before.frontend_stalled_cycles before.backend_stalled_cycles before.counts.retiring before.counts.bad_speculation before.counts.frontend_bound before.counts.backend_bound before.counts.heavy_operations before.counts.branch_mispredicts before.counts.fetch_latency before.counts.memory_bound before.counts.instructions before.counts.cycles after.slots_percent after.cpu_percent after.slots after.scaled after.ipc after.busy_ns after.limited_by after.estimate_error_percent after.tma_retiring after.tma_light_operations after.tma_heavy_operations after.tma_bad_speculation after.tma_branch_mispredicts after.tma_machine_clears after.tma_frontend_bound after.tma_fetch_latency after.tma_fetch_bandwidth after.tma_backend_bound after.tma_memory_bound after.tma_core_bound after.tma_resource_bound after.tma_smt_contention after.tma_backend_bound_or_bad_speculation after.frontend_stalled_cycles after.backend_stalled_cycles after.counts.retiring after.counts.bad_speculation after.counts.frontend_bound after.counts.backend_bound after.counts.heavy_operations after.counts.branch_mispredicts after.counts.fetch_latency after.counts.memory_bound after.counts.instructions after.counts.cycles difference.slots_percent difference.cpu_percent difference.tma_retiring difference.tma_light_operations difference.tma_heavy_operations difference.tma_bad_speculation difference.tma_branch_mispredicts difference.tma_machine_clears difference.tma_frontend_bound difference.tma_fetch_latency difference.tma_fetch_bandwidth difference.tma_backend_bound difference.tma_memory_bound difference.tma_core_bound difference.tma_resource_bound difference.tma_smt_contention difference.tma_backend_bound_or_bad_speculation difference.frontend_stalled_cycles difference.backend_stalled_cycles share cpu_percent secs slots ecores tma_retiring tma_heavy_operations tma_light_operations tma_bad_speculation tma_branch_mispredicts tma_machine_clears tma_frontend_bound tma_fetch_latency tma_fetch_bandwidth tma_backend_bound tma_memory_bound tma_core_bound tma_resource_bound tma_smt_contention tma_backend_bound_or_bad_speculation frontend_stalled_cycles backend_stalled_cycles ipc limited' -- "${cur##*,}")
		return
		;;
	--seconds)
		return
		;;
	--sample-rate)
		return
		;;
	--node)
		return
		;;
	--node-of)
		return
		;;
	--retire-latency)
		mapfile -t COMPREPLY < <(compgen -W 'measured default off' -- "$cur")
		return
		;;
	--event)
		return
		;;
	--symbols)
		mapfile -t COMPREPLY < <(compgen -W 'lines names none' -- "$cur")
		return
		;;
	--sysroot)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--stacks-format)
		mapfile -t COMPREPLY < <(compgen -W 'tree folded speedscope' -- "$cur")
		return
		;;
	--pgo)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--pgo-format)
		mapfile -t COMPREPLY < <(compgen -W 'perf bolt autofdo' -- "$cur")
		return
		;;
	--pgo-object)
		return
		;;
	--screenshot)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--openmetrics)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--openmetrics-by)
		mapfile -t COMPREPLY < <(compgen -W 'cgroup path command' -- "$cur")
		return
		;;
	--listen)
		return
		;;
	--budget)
		return
		;;
	--theme)
		mapfile -t COMPREPLY < <(compgen -W 'default light high-contrast colorblind mono' -- "$cur")
		return
		;;
	--units)
		mapfile -t COMPREPLY < <(compgen -W 'percent slots share' -- "$cur")
		return
		;;
	--bars)
		mapfile -t COMPREPLY < <(compgen -W 'patterns letters solid' -- "$cur")
		return
		;;
	--graphs)
		mapfile -t COMPREPLY < <(compgen -W 'braille blocks' -- "$cur")
		return
		;;
	--columns-processes)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'pid user thr cpu wait cost ecores ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz instr topdown trend limited command ppid kernel container cgroup comm' -- "${cur##*,}")
		return
		;;
	--columns-threads)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'pid tid user cpu wait cost ecores ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz instr topdown trend limited command ppid kernel container cgroup comm' -- "${cur##*,}")
		return
		;;
	--columns-cpus)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'cpu cost ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz instr topdown trend limited' -- "${cur##*,}")
		return
		;;
	--columns-cgroups)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'procs thr cpu wait cost ecores ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz instr topdown trend limited name path container' -- "${cur##*,}")
		return
		;;
	--columns-users)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'procs thr cpu wait cost ecores ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz instr topdown trend limited name' -- "${cur##*,}")
		return
		;;
	--columns-commands)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'procs thr cpu wait cost ecores ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz instr topdown trend limited name kernel comm' -- "${cur##*,}")
		return
		;;
	--columns-regions)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'pid cpu entries per_entry p50 p90 p99 cost slots ecores ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz instr topdown trend limited region command comm' -- "${cur##*,}")
		return
		;;
	--columns-gone)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'ended secs slots ecores ret heavy light bad misp clears fe lat bw be mem core resource smt rest fecyc becyc ipc ghz topdown limited name' -- "${cur##*,}")
		return
		;;
	--columns-functions)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'percent slots_percent tma_retiring tma_light_operations tma_heavy_operations tma_bad_speculation tma_branch_mispredicts tma_machine_clears tma_frontend_bound tma_fetch_latency tma_fetch_bandwidth tma_backend_bound tma_memory_bound tma_core_bound tma_resource_bound tma_smt_contention limited_by topdown diff samples retire_latency_mean exposed_cycles pid function object source build_id address symbol symbol_offset file line events hottest.address hottest.file hottest.line slots hottest.events' -- "${cur##*,}")
		return
		;;
	--columns-branches)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'taken_percent diff probability mispredicted_of_taken_percent mispredicted_of_all_percent cycles_mean kind marks object branch lines build_id from.address from.symbol from.symbol_offset from.file from.line to.address to.symbol to.symbol_offset to.file to.line to.object taken mispredicted predicted executed' -- "${cur##*,}")
		return
		;;
	--columns-blocks)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'time_percent diff executed cycles.mean span modes cycles.min cycles.max instructions ipc object block source build_id start end symbol symbol_offset file line cycles.counted cycles.saturated' -- "${cur##*,}")
		return
		;;
	--columns-instructions)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'share% samples address instruction taken source' -- "${cur##*,}")
		return
		;;
	--columns-paths)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'time_percent count cycles_mean trips next% instructions fold path source object build_id start end symbol symbol_offset file line loop' -- "${cur##*,}")
		return
		;;
	--columns-loops)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'time_percent iterations trips cycles_mean instructions loop object build_id start end symbol symbol_offset file line back_edges repeated again trips has_calls inside' -- "${cur##*,}")
		return
		;;
	--columns-stacks)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'percent self_percent tma_retiring tma_light_operations tma_heavy_operations tma_bad_speculation tma_branch_mispredicts tma_machine_clears tma_frontend_bound tma_fetch_latency tma_fetch_bandwidth tma_backend_bound tma_memory_bound tma_core_bound tma_resource_bound tma_smt_contention limited_by topdown self.tma_retiring self.tma_bad_speculation self.tma_frontend_bound self.tma_backend_bound self.tma_light_operations self.tma_heavy_operations self.tma_branch_mispredicts self.tma_machine_clears self.tma_fetch_latency self.tma_fetch_bandwidth self.tma_memory_bound self.tma_core_bound self.tma_resource_bound self.tma_smt_contention self.limited_by samples function object depth build_id address symbol file line cut events self_samples' -- "${cur##*,}")
		return
		;;
	--columns-nodes)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'node percent diff unit of_parent_percent slots_percent threshold over bar running_percent error sample_with parent level core_type at_once retire_latency retire_latency_error retire_latency_default retire_latency_samples retire_latency_saturated of_core retire_latency_table title' -- "${cur##*,}")
		return
		;;
	--columns-self-regions)
		compopt -o nospace
		mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'region entries cpu_seconds slots running_percent tma_retiring tma_light_operations tma_heavy_operations tma_bad_speculation tma_branch_mispredicts tma_machine_clears tma_frontend_bound tma_fetch_latency tma_fetch_bandwidth tma_backend_bound tma_memory_bound tma_core_bound error pid split_slots' -- "${cur##*,}")
		return
		;;
	--config)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	esac
	if [[ ${COMP_WORDS[1]} == diff && $COMP_CWORD -gt 1 && $cur != -* ]]; then
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
	fi
	words='--delay --iterations --batch --csv --json --headless --level --sort
		--sort-views --reverse --sort-ratio --view --user --hide-kernel --hide-exited --pid
		--attribution --engine --filter --replay --all-tasks --record --record-limit --record-keep
		--baseline --fail-on --after --strict --columns-diff --changes --functions --branches
		--blocks --stacks --hot-paths --seconds --sample-rate --node --node-of --retire-latency
		--event --symbols --regions --debuginfod --sysroot --stacks-format --pgo --pgo-format
		--pgo-object --screenshot --openmetrics --openmetrics-by --listen --budget --demo --doctor
		--verbose --ascii --no-color --theme --units --bars --meters --no-beside
		--graphs --columns-processes --columns-threads --columns-cpus --columns-cgroups --columns-users --columns-commands --columns-regions
		--columns-gone --columns-functions --columns-branches --columns-blocks --columns-instructions --columns-paths --columns-loops --columns-stacks
		--columns-nodes --columns-self-regions --no-mouse --config --help --version'
	[[ $COMP_CWORD == 1 ]] && words+=' diff'
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -F _tdtop tdtop

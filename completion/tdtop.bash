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
		return
		;;
	--columns-threads)
		return
		;;
	--columns-cpus)
		return
		;;
	--columns-cgroups)
		return
		;;
	--columns-users)
		return
		;;
	--columns-commands)
		return
		;;
	--columns-regions)
		return
		;;
	--columns-gone)
		return
		;;
	--columns-functions)
		return
		;;
	--columns-branches)
		return
		;;
	--columns-blocks)
		return
		;;
	--columns-instructions)
		return
		;;
	--columns-paths)
		return
		;;
	--columns-stacks)
		return
		;;
	--columns-nodes)
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
		--columns-gone --columns-functions --columns-branches --columns-blocks --columns-instructions --columns-paths --columns-stacks --columns-nodes
		--no-mouse --config --help --version'
	[[ $COMP_CWORD == 1 ]] && words+=' diff'
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -F _tdtop tdtop

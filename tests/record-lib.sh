# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What a live run and the replay of its recording must say alike; for check-record*.sh.

# Prints, of lines of --json (stdin), those of the intervals that LIVE has, too: a run on a busy host does not print each.
# Without WITHOUT (commands of sed); with the sums of the machine, and of the rows of processes those of PID only. The live
# run asks /proc whether a stranger's process has exited, what it is called now, and how long tasks waited: no file can
# know that.
alike() {	# LIVE PID WITHOUT
	awk -F '[:,]' 'NR == FNR { printed[$4] = 1; next } $4 in printed' "$1" - |
		sed "s/\"source\":\"[a-z]*\"//; s/\"engine\":\"[a-z]*\",//; s/\"self\":null,//; s/\"self\":{[^}]*},//
			s/\"wait_percent\":[^,}]*,*//g; s/\"waits_unknown\":[^,}]*,*//g; $3
			s/\"processes\":\[{\"name\".*\],\"all_processes/\"all_processes/; s/\"sentence\":\"[^\"]*\"//
			s/{\"pid\":/\n&/g; s/,\"regions_/\n&/; s/,\"regions\":/\n&/" |
		awk -v own="{\"pid\":$2," '!/^\{"pid":/ || index($0, own) == 1' | sed 's/[],]*$//'
}

# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: recordings of nodes below level 2. With what check-deep.sh declares.

# The nodes of each interval of a file of JSON lines, a line each.
deep_nodes_of() {	# FILE
	jq -c "$deep_jq"' nodes' "$1"
}

check_deep_recorded() {	# a replay has the nodes of the live run, and the stock perf reads the file
	local live replay command

	deep_begin
	deep_load deep_a "$deep_cpu"
	rm -f /tmp/deep.data*
	deep_run 5 --node tma_memory_bound --node-of "pid:${pids[0]}" --record /tmp/deep.data
	deep_never_wrong "while it is recorded" a
	"$tdtop" -i /tmp/deep.data --json >/tmp/deep-replay.json 2>/tmp/deep.err ||
		report 1 "the recording is replayed: $(cat /tmp/deep.err)"
	live=$(deep_nodes_of /tmp/deep.json)
	replay=$(deep_nodes_of /tmp/deep-replay.json)
	check "nodes with a value in the replay" "$(jq -s '[.[][] | select(.level > 2 and .percent != null)] | length' <<<"$replay")" '>=' 8
	if [[ "$live" == "$replay" ]]; then
		report 0 "the nodes of the replay are those of the live run"
	else
		report 1 "the nodes of the replay are those of the live run: $(diff <(jq . <<<"$live") <(jq . <<<"$replay") | head -20)"
	fi
	for command in "evlist" "script" "report --stdio"; do
		# shellcheck disable=SC2086 # two words
		perf $command -i /tmp/deep.data >/tmp/deep-perf.txt 2>&1 || report 1 "perf $command reads it: $(tail -3 /tmp/deep-perf.txt)"
	done
	check "groups that perf report -D reads" "$(perf report -D -i /tmp/deep.data 2>/dev/null | grep -c PERF_RECORD_READ)" '>=' 5
	"$tdtop" -i /tmp/deep.data -b --node tma_memory_bound -n 3 | tail -15 | sed 's/^/# /'
	loads_end
}

# tdtop on a screen of 132x40: after so many seconds a key, and so on. What it draws is in /tmp/deep-screen.
deep_screen() {	# "SECONDS KEY..." OPTIONS...
	python3 -c '
import fcntl, os, pty, select, struct, sys, termios, time
child, fd = pty.fork()
if not child:
    os.execvp(sys.argv[2], sys.argv[2:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 132, 0, 0))
keys = sys.argv[1].split()
with open("/tmp/deep-screen", "wb") as screen:
    for seconds, key in zip(keys[::2], keys[1::2]):
        end = time.monotonic() + float(seconds)
        while (left := end - time.monotonic()) > 0:
            if select.select([fd], [], [], left)[0]:
                screen.write(os.read(fd, 65536))
        os.write(fd, key.encode())
    try:
        while data := os.read(fd, 65536):
            screen.write(data)
    except OSError:
        pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))' "$1" "$tdtop" "${@:2}" 2>/tmp/deep.err
}

check_deep_sampled() {	# all of level 3 of a row is open, and its functions are sampled, at the same time
	local worst

	deep_begin
	deep_load deep_a "$deep_cpu"
	rm -f /tmp/deep.data*
	TERM=xterm deep_screen "6 d 2 3 8 h 3 e 3 e 3 e 3 e 40 q" -p "${pids[0]}" --record /tmp/deep.data
	check "the screen: exit status" "$?$(head -c 200 /tmp/deep.err)" '==' 0
	"$tdtop" -i /tmp/deep.data --json >/tmp/deep.json 2>/tmp/deep.err ||
		report 1 "the recording is replayed: $(cat /tmp/deep.err)"
	deep_never_wrong "nodes while functions are sampled" a
	check "intervals in which all of level 3 has a value" \
		"$(deep_ask a '[.[] | beside(3) | select(length > 0 and all(.[]; .off != null))] | length')" '>=' 30
	"$tdtop" -i /tmp/deep.data --json --functions --event topdown >/tmp/deep-functions.json 2>/tmp/deep.err ||
		report 1 "the functions of the recording: $(cat /tmp/deep.err)"
	worst=$(jq --arg split "$(awk '$1 == "deep_a" { print $2, $3, $4, $5 }' /tmp/deep-lines | head -1)" '
		[.functions[] | select(.slots_percent != null and .tma_retiring != null)] as $known | ([$known[].slots_percent] | add) as $all
		| [($split | split(" ") | map(tonumber)), [["tma_retiring", "tma_bad_speculation", "tma_frontend_bound", "tma_backend_bound"][] as $k
			| ([$known[] | .slots_percent * .[$k]] | add) / $all]] | transpose | map(.[0] - .[1] | fabs) | max' /tmp/deep-functions.json)
	check "its functions, $(jq .samples /tmp/deep-functions.json) samples: the worst class, points off" "$worst" '<=' 3
	loads_end
}

# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced where systemd is process 1 and all may be changed: in the lab (lab/check-systemd.sh), and in
# namespaces (../check-systemd.sh). Installs the units of contrib/ as their heads say, and starts them.
# Who sources this has
#   report STATUS WORDS
#   units_program, units_contrib	tdtop; contrib/
#   units_setting	a line for [Service] of both units
#   units_ip	a command that is ip(8)
#   units_bpf	not empty: this kernel runs BPF programs

units_dir=/etc/systemd/system
units_log=/run/units.log
units_page=/run/units.page

# units_check WORDS COMMAND...: what it prints is shown if it fails
units_check() {
	local words=$1

	shift
	if "$@" >$units_log 2>&1; then
		report 0 "units: $words"
	else
		sed 's/^/# /' $units_log
		report 1 "units: $words"
	fi
}

# Until the command is true. What it waits for has no time of its own.
units_wait() {
	local tries

	for ((tries = 0; tries < 150; tries++)); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.2
	done
	systemctl status --no-pager 'tdtop*'
	return 1
}

units_scrape() {	# ADDRESS [SECONDS]: what it answers is in $units_page
	timeout "${2:-60}" bash -c 'exec 3<>"/dev/tcp/$1/9740" && printf "GET /metrics HTTP/1.0\r\nAccept: application/openmetrics-text\r\n\r\n" >&3 && cat <&3' \
		- "$1" >$units_page 2>/dev/null && grep -q '^# EOF' $units_page
}

units_slots() {	# of the machine
	awk '/^tdtop_machine_slots_total/ { n += $2 } END { printf "%.0f\n", n }' $units_page
}

units_answers() {
	units_wait units_scrape 127.0.0.1 && cat $units_page
}

units_more_than() {
	units_scrape 127.0.0.1 && (($(units_slots) > $1))
}

# Answers, and counts on.
units_counts() {
	units_answers || return
	units_wait units_more_than "$(units_slots)"
}

units_engine() {	# NAME
	units_counts && grep "^tdtop_machine_info{.*engine=\"$1\"" $units_page
}

units_property() {	# NAME [UNIT]
	systemctl show --value -p "$1" "${2:-tdtop}"
}

units_is() {	# NAME VALUE [UNIT]
	[[ $(units_property "$1" "${3-}") == "$2" ]] || {
		echo "$1=$(units_property "$1" "${3-}")"
		return 1
	}
}

units_main() {
	units_property MainPID
}

units_status() {	# FIELD of /proc/PID/status: its second word
	awk -v field="$1:" '$1 == field { print $2 }' "/proc/$(units_main)/status"
}

units_install() {
	local unit

	install -m 755 "$units_program" /usr/bin/tdtop
	for unit in tdtop tdtop-textfile; do
		cp "$units_contrib/systemd/$unit.service" $units_dir/
		units_drop_in $unit test "${units_setting-}"
	done
	systemctl daemon-reload
}

units_drop_in() {	# UNIT NAME LINE...
	mkdir -p "$units_dir/$1.service.d"
	printf '%s\n' '[Service]' "${@:3}" >"$units_dir/$1.service.d/$2.conf"
}

units_add() {	# FILE: as the head of that drop-in says
	install -D -m 644 "$units_contrib/systemd/$1" "$units_dir/tdtop.service.d/$1" &&
		systemctl daemon-reload && systemctl restart tdtop
}

units_take() {	# FILE
	rm "$units_dir/tdtop.service.d/$1" && systemctl daemon-reload && systemctl restart tdtop
}

# A user who is nobody, with one capability (38: CAP_PERFMON), and no way to others.
units_has_one_right() {
	local mask

	grep -E '^(Uid|Cap|NoNewPrivs|Seccomp:)' "/proc/$(units_main)/status"
	(($(units_status Uid) >= 61184)) || return	# DynamicUser
	for mask in CapInh CapPrm CapBnd CapAmb; do
		[[ $(units_status $mask) == 0000004000000000 ]] || return
	done
	[[ $(units_status NoNewPrivs)$(units_status Seccomp) == 12 ]]
}

units_sees() {	# COMMAND: in its mounts
	nsenter -t "$(units_main)" -m "$@"
}

units_writes_nowhere() {
	local place

	for place in / /etc /usr /var /run /run/lock /boot /dev /dev/shm /proc/sys/kernel /sys /sys/fs/cgroup; do
		! units_sees sh -c "test -e $place && touch $place/units-test" || {
			echo "$place can be written to; mounted there:"
			units_sees cat /proc/self/mounts
			return 1
		}
	done
}

units_sees_little() {
	[[ -z $(units_sees find /root /home -mindepth 1 | tee /dev/stderr) ]] &&
		[[ -z $(units_sees find /dev -xdev -type b -o -name kmsg -o -name mem -o -name kvm | tee /dev/stderr) ]]
}

units_restarts() {
	local old

	old=$(units_main)
	systemctl restart tdtop && units_counts && [[ $(units_main) != "$old" ]]
}

units_is_new() {	# OLD PID
	[[ $(units_main) != "$1" && $(units_main) != 0 ]]
}

units_comes_back() {
	local old

	old=$(units_main)
	systemctl kill -s KILL tdtop && units_wait units_is_new "$old" && units_counts
}

# It ended by itself: no signal was needed, and its status is 0.
units_stops() {
	systemctl stop tdtop && units_is ActiveState inactive && units_is Result success &&
		units_is ExecMainStatus 0 && ! units_scrape 127.0.0.1 10
}

units_enables() {
	systemctl enable tdtop && ls -l $units_dir/multi-user.target.wants/tdtop.service && systemctl disable tdtop
}

units_said() {	# WORDS, in what the journal has of it
	journalctl --no-pager -u tdtop | grep -F -e "$1"
}

# Process 1 says the grade with dots of a tenth.
units_grade() {	# UNIT GRADE times 10
	systemd-analyze security --no-pager --threshold="$2" "$1"
}

units_try_service() {
	units_check "systemctl start tdtop" systemctl start tdtop
	units_check "it answers Prometheus, and counts" units_counts
	units_check "systemctl status says where" sh -c 'systemctl status --no-pager tdtop | grep "listening on http://127.0.0.1:9740/metrics"'
	units_check "its user is new, and has CAP_PERFMON alone" units_has_one_right
	units_check "it can write to no directory of the machine" units_writes_nowhere
	units_check "it sees no home directories and no devices" units_sees_little
	units_check "systemd rates it 1.9 or better" units_grade tdtop 19
	units_check "systemctl restart: it counts again" units_restarts
	units_check "killed, it comes back" units_comes_back
	units_check "systemctl stop: it ends by itself, and well" units_stops
	units_check "systemctl enable: it starts with the machine" units_enables
}

# This command in place of its own.
units_start_as() {
	units_drop_in tdtop command 'RestartSec=0' 'ExecStart=' "ExecStart=/usr/bin/tdtop $*"
	systemctl daemon-reload
	systemctl start tdtop
}

# On any port but its own it may not listen, whatever its options are.
units_is_held() {
	units_start_as --headless --listen 127.0.0.1:9741
	units_wait units_said 'cannot listen on 127.0.0.1:9741'
}

# That it cannot start is said, tried five times, and left at that.
units_gives_up() {
	systemctl stop tdtop
	systemctl reset-failed tdtop
	units_start_as --headless --listen 127.0.0.1:9740 --openmetrics /nowhere/file
	units_wait units_is ActiveState failed && units_is NRestarts 5 && units_is ExecMainStatus 1 &&
		units_said '/nowhere'
}

units_try_refusal() {
	if systemctl --version | grep -q '+BPF_FRAMEWORK'; then
		units_check "it may listen on no other port" units_is_held
	else
		echo "# not checked: other ports, which this systemd does not forbid (-BPF_FRAMEWORK)"
	fi
	units_check "what cannot start is tried five times, and says why" units_gives_up
	rm $units_dir/tdtop.service.d/command.conf
	systemctl daemon-reload
	systemctl reset-failed tdtop
}

# network.conf lets 192.0.2.10 ask. A connection to an address of this machine comes from there.
units_lets_in() {
	$units_ip link set lo up && $units_ip address add 192.0.2.10/32 dev lo && $units_ip address add 192.0.2.11/32 dev lo &&
		units_add network.conf && units_answers && units_wait units_scrape 192.0.2.10 && ! units_scrape 192.0.2.11 5
}

units_try_drop_ins() {
	if [[ -n ${units_bpf-} ]]; then
		units_check "bpf.conf: the BPF engine counts" eval 'units_add bpf.conf && units_engine bpf'
		units_check "systemd rates that 2.2 or better" units_grade tdtop 22
		units_take bpf.conf
	fi
	units_check "network.conf: one address may ask, another not" units_lets_in
	units_take network.conf
	units_check "without drop-ins it is as before" units_engine ring
	systemctl stop tdtop
}

units_textfile=/var/lib/prometheus/node-exporter

units_is_written() {
	[[ $(units_intervals) ]]
}

units_intervals() {
	sed -n 's/^tdtop_intervals_total //p' $units_textfile/tdtop.prom
}

units_is_rewritten() {	# INTERVALS
	(($(units_intervals) > $1))
}

units_writes_file() {
	getent passwd prometheus || useradd --system --no-create-home prometheus || return
	install -d -o prometheus -g prometheus -m 755 $units_textfile && systemctl start tdtop-textfile &&
		units_wait units_is_written && ls -l $units_textfile &&
		[[ $(stat -c '%U %a' $units_textfile/tdtop.prom) == 'prometheus 644' ]] &&
		units_wait units_is_rewritten "$(units_intervals)"
}

units_file_can_be_read() {
	grep '^tdtop_slots_total{cgroup=.*,class="retiring"} [1-9]' $units_textfile/tdtop.prom || return
	! command -v promtool || promtool check metrics <$units_textfile/tdtop.prom
}

units_textfile_stops() {
	systemctl stop tdtop-textfile && units_is Result success tdtop-textfile && ls $units_textfile
}

units_is_left_alone() {
	systemctl start tdtop-textfile && units_is ConditionResult no tdtop-textfile && units_is ActiveState inactive tdtop-textfile
}

units_try_textfile() {
	rm -rf $units_textfile
	units_check "tdtop-textfile without its directory does nothing" units_is_left_alone
	units_check "it writes its file, again and again" units_writes_file
	units_check "Prometheus can read it" units_file_can_be_read
	units_check "systemd rates it 1.2 or better" units_grade tdtop-textfile 12
	units_check "it stops" units_textfile_stops
}

units_try() {
	units_check "systemd is process 1" grep -x systemd /proc/1/comm
	units_check "the units are installed" units_install
	units_try_service
	units_try_refusal
	units_try_drop_ins
	units_try_textfile
}

# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: the units of contrib/ under a systemd that is process 1 (vm --systemd), counting known
# loads, which are services, too. ../check-systemd.sh does the first part without a PMU.

systemd_hogs() {
	local name cpu=0

	four_truth
	truth 'rounding 0'
	for name in hog_ret hog_bad hog_fe hog_be; do
		systemd-run --quiet --unit=$name -p "CPUAffinity=$((cpu++ % $(nproc)))" /run/lab/labload hog $name || return
	done
}

systemd_is_refused() {
	echo 3 >/proc/sys/kernel/perf_event_paranoid
	systemctl start tdtop
	units_wait units_said 'kernel.perf_event_paranoid is 3' || return
	systemctl stop tdtop
	systemctl reset-failed tdtop || :	# it may be forgotten already
}

# Where units.sh finds what it needs; then the level that the head of tdtop.service asks for.
systemd_units() {
	units_program=$program units_ip="/run/lab/busybox ip" units_bpf=yes units_setting=
	units_contrib=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../contrib" && pwd)
	. "$(dirname "${BASH_SOURCE[0]}")/../contrib/units.sh"
	echo 2 >/proc/sys/kernel/perf_event_paranoid
}

check_systemd() {
	systemd_units
	units_try
	units_check "at the level of Debian's kernels it says why it cannot count" systemd_is_refused
}

check_services() {
	local from to

	systemd_units
	units_check "the units are installed" units_install
	# All is counted, whatever that costs in an emulator.
	units_start_as --headless --listen 127.0.0.1:9740 --budget 0
	systemd_hogs
	openmetrics_pages 3 5 "$(units_main)"
	check "systemd: tdtop.service counts services by their names: level 1, points off the truth" \
		"$(openmetrics_distance tdtop_slots_total cgroup .service)" '<=' 0.5
	((levels < 2)) ||
		check "systemd: level 2 of them" "$(openmetrics_distance tdtop_level2_slots_total cgroup .service)" '<=' 0.5
	systemctl stop tdtop 'hog_*'
}

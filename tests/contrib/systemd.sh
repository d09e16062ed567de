# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by a process 1 that becomes systemd, where all may be changed: lab/init, ../check-systemd.sh.
# For any sh.

# become_systemd COMMAND: of this machine's units only the journal is started, then one that runs this
# command as root. It does not return.
become_systemd() {
	units=/etc/systemd/system
	mount -t tmpfs -o mode=755 units $units && : >/etc/fstab || return
	for wanted in /lib/systemd/system/*.target.wants/*; do
		case $wanted in
		*/systemd-journal*) ;;
		*) ln -sf /dev/null "$units/${wanted##*/}" ;;
		esac
	done
	printf '%s\n' '[Unit]' 'Requires=basic.target' 'Wants=test.service' >$units/test.target
	printf '%s\n' '[Service]' 'Type=oneshot' "ExecStart=$*" 'StandardOutput=null' 'StandardError=null' \
		>$units/test.service
	exec /lib/systemd/systemd --unit=test.target --show-status=no --log-level=warning
}

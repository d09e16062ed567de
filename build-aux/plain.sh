# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by what builds: make and configure take a path with a blank for two words, configure refuses quotes, and
# the kernel's makefiles refuse colons.

# Prints where libperf, the lab and more are kept.
cache_dir() {
	[[ -n ${HOME-} ]] || unset HOME		# then ~ is what the passwd file says
	plain_name "${TDTOP_CACHE:-${XDG_CACHE_HOME:-$(echo ~/.cache)}/tdtop}"
}

plain_is() {	# PATH
	[[ $1 =~ ^[A-Za-z0-9_./+~-]*$ ]]
}

# Prints a new directory to build in: in DIR, else where a path is plain also without symbolic links, which make
# resolves. Who asks for it deletes it.
plain_new() {	# DIR NAME
	local base

	for base in "$1" "${TMPDIR:-/tmp}" /tmp /var/tmp; do
		base=$(cd -P -- "$base" 2>/dev/null && pwd) && plain_is "$base" &&
			mktemp -d "$base/$2.XXXXXX" 2>/dev/null && return
	done
	echo "no directory to build in: $1, TMPDIR, /tmp and /var/tmp are no plain paths, or cannot be written" >&2
	return 1
}

# Prints a plain absolute name of DIR: its own, else a symbolic link to it, which stays and is the same at the next call.
# A link that somebody else has put there is not taken.
plain_name() {	# DIR
	local dir=$1 base link

	[[ $dir == /* ]] || dir=$PWD/$dir
	plain_is "$dir" && echo "$dir" && return
	dir=$(realpath -m -- "$dir") || return
	mkdir -p -- "$dir" 2>/dev/null
	for base in "${TDTOP_CACHE:-/var/tmp}" /var/tmp /tmp "${TMPDIR:-/tmp}"; do
		plain_is "$base" && [[ $base == /* && -w $base ]] || continue
		link=$base/tdtop-$EUID-$(cksum <<<"$dir" | cut -d ' ' -f 1)
		ln -s -T -- "$dir" "$link" 2>/dev/null	# -T: not into it, if it is there already
		[[ $(stat -c %u "$link" 2>/dev/null) == "$EUID" && $(readlink "$link") == "$dir" ]] && echo "$link" && return
	done
	echo "$dir: a path like this cannot be built from, and no link to it can be made in /var/tmp or /tmp; move it" >&2
	return 1
}

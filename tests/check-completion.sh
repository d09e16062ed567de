#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The completions are what their shells can read, and complete. Skipped, and said, for a shell that
# is not here. ($srcdir)

files=$(cd "${srcdir:-$(dirname "$0")/..}/completion" && pwd) || exit 99
failed=0 skipped=0

# $1: shell. Is it here?
have() {
	command -v "$1" >/dev/null && return
	echo "$1 is not installed: its completion is not tried"
	skipped=1
	return 1
}

# $1: shell; $2: what was typed; $3: a word that must be offered; what was offered on stdin.
offers() {
	grep -qxE -- "$3([[:space:]].*)?" && return
	echo "$1: \"$2\" does not offer $3"
	return 1
}

in_bash() {
	# shellcheck disable=SC1091
	. "$files/tdtop.bash"
	read -ra COMP_WORDS <<<"$1"
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	_tdtop
	printf '%s\n' "${COMPREPLY[@]}"
}

in_fish() {
	fish --no-config -c "source '$files/tdtop.fish'; complete -C '$1'"
}

if bash -n "$files/tdtop.bash"; then
	in_bash "tdtop --sort b" | offers bash "tdtop --sort b" be || failed=1
	in_bash "tdtop di" | offers bash "tdtop di" diff || failed=1
	(cd "$files" && in_bash "tdtop diff tdtop.b") | offers bash "tdtop diff tdtop.b" tdtop.bash || failed=1
	in_bash "tdtop --the" | offers bash "tdtop --the" --theme || failed=1
else
	failed=1
fi
if have fish; then
	fish --no-execute "$files/tdtop.fish" || failed=1
	in_fish "tdtop --sort b" | offers fish "tdtop --sort b" be || failed=1
	in_fish "tdtop di" | offers fish "tdtop di" diff || failed=1
	(cd "$files" && in_fish "tdtop diff tdtop.b") | offers fish "tdtop diff tdtop.b" tdtop.bash || failed=1
	in_fish "tdtop --the" | offers fish "tdtop --the" --theme || failed=1
fi
# Its completion works only at a prompt.
if have zsh; then
	zsh -n "$files/_tdtop" || failed=1
fi

[ $failed = 0 ] || exit 1
[ $skipped = 0 ] || exit 77

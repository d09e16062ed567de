#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The shells can read the completions, and complete with them. Skipped, with a word, for a shell that
# is not installed. ($srcdir)

files=$(cd "${srcdir:-$(dirname "$0")/..}/completion" && pwd) || exit 99
failed=0 skipped=0

# $1: shell. Succeeds if it is installed.
have() {
	command -v "$1" >/dev/null && return
	echo "$1 is not installed: its completion is not tried"
	skipped=1
	return 1
}

# $1: shell; $2: the typed text; $3: a word that must be offered; the offers come on stdin.
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
# Completion works only at a prompt.
if have zsh; then
	zsh -n "$files/_tdtop" || failed=1
fi

[ $failed = 0 ] || exit 1
[ $skipped = 0 ] || exit 77

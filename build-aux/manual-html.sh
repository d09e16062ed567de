#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The manual as HTML on standard output, with the pictures of doc/ behind the headings of the sections
# that they show. $1: tdtop.1. Needs mandoc. "make html" calls it; the file links to doc/ beside it.

command -v mandoc >/dev/null || { echo "manual-html.sh: install mandoc" >&2; exit 1; }

# section, picture, what it shows
pictures='
DESCRIPTION processes.svg The list of processes of tdtop --demo
COLUMNS level2.svg Level 2 of each process, below a chart of the machine over time
DETAIL detail.svg The detail of a process
TIME map.svg The time map: a line for each CPU
'

mandoc -Thtml -Wfatal "$1" | awk -v pictures="$pictures" '
	BEGIN {
		n = split(pictures, lines, "\n")
		for (i = 1; i <= n; i++) {
			split(lines[i], words, " ")
			about = lines[i]
			sub(/^[^ ]* [^ ]* /, "", about)
			if (words[2])
				image[words[1]] = "<p><img src=\"doc/" words[2] "\" alt=\"" about "\"></p>"
		}
	}
	{ print }
	match($0, /<h1 class="Sh" id="[A-Z]*"/) {
		id = substr($0, RSTART, RLENGTH)
		gsub(/.*id="|"/, "", id)
		if (id in image) {
			print image[id]
			delete image[id]
		}
	}
	END {
		for (id in image) {
			print "manual-html.sh: there is no section " id >"/dev/stderr"
			exit 1
		}
	}'

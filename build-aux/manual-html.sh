#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# A page of the manual as HTML on standard output, with the pictures of doc/ behind the headings of the
# sections that they show, and links to the other pages. $1: the page. Needs mandoc. "make html" calls
# it; the file links to the other pages and to the pictures, which are beside it in doc/.

command -v mandoc >/dev/null || { echo "manual-html.sh: install mandoc" >&2; exit 1; }

# page, section, picture, what it shows
pictures='
tdtop.1 DESCRIPTION processes.svg The list of processes of tdtop --demo
tdtop-metrics.7 COLUMNS level2.svg Level 2 of each process, below a chart of the machine over time
tdtop.1 DETAIL detail.svg The detail of a process
tdtop.1 TIME map.svg The time map: a line for each CPU
'

mandoc -Thtml -Wfatal "$1" | awk -v page="${1##*/}" -v pictures="$pictures" '
	BEGIN {
		n = split(pictures, lines, "\n")
		for (i = 1; i <= n; i++) {
			split(lines[i], words, " ")
			about = lines[i]
			sub(/^[^ ]* [^ ]* [^ ]* /, "", about)
			if (words[1] == page)
				image[words[2]] = "<p><img src=\"" words[3] "\" alt=\"" about "\"></p>"
		}
	}
	{
		while (match($0, /<a class="Xr">tdtop[-a-z]*\([157]\)/)) {
			name = substr($0, RSTART + 14, RLENGTH - 14)
			file = substr(name, 1, length(name) - 3) "." substr(name, length(name) - 1, 1) ".html"
			$0 = substr($0, 1, RSTART - 1) "<a class=\"Xr\" href=\"" file "\">" name \
				substr($0, RSTART + RLENGTH)
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

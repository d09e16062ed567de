# SPDX-License-Identifier: GPL-2.0-only
# "awk -f one-header.awk DIR/tdtop_region.h": prints one header, with the text of DIR/tdtop_region_*.h
# in place of the lines that include them, and without the tests whether they are there.

function name_in(line) {
	match(line, /"tdtop_region_[a-z_]*\.h"/)
	return substr(line, RSTART + 1, RLENGTH - 2)
}

# Prints a file and, once each, those that it includes. One that is missing must be optional.
function put(file, optional, part, line, got, n) {
	while ((got = (getline line < file)) > 0) {
		n++
		if (line ~ /^#if __has_include\("tdtop_region_[a-z_]*\.h"\)$/) {
			part = name_in(line)
		} else if (line ~ /^#include "tdtop_region_[a-z_]*\.h"/) {
			if (!(name_in(line) in done)) {
				done[name_in(line)] = 1
				put(dir name_in(line), part == name_in(line))
			}
		} else if (part != "" && line ~ /^#endif/) {
			part = ""
		} else if (file == ARGV[1] || line !~ /SPDX-License-Identifier: 0BSD/) {
			sub(/ && defined\(__has_include\)$/, "", line)
			print line
		}
	}
	close(file)
	if (got < 0 && !n && !optional) {
		print "one-header.awk: there is no " file > "/dev/stderr"
		exit 1
	}
}

BEGIN {
	dir = ARGV[1]
	sub(/[^\/]*$/, "", dir)
	done["tdtop_region.h"] = 1
	put(ARGV[1], 0)
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Calls through the procedure linkage table; see make.sh. */

int first_call(int x);
int second_call(int x);

int caller(int x)
{
	return first_call(x) + second_call(x + 1);
}

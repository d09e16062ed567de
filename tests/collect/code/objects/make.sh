#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the object files that the tests of collect/code read (Debian 12: gcc 12, gcc-aarch64-linux-gnu).
# They are committed, since the tests know their addresses: objdump -d and addr2line -i say them.
set -eu
cd "$(dirname "$0")"
flags="-O1 -g -nostdlib -ffreestanding -fno-asynchronous-unwind-tables -fcf-protection=none -ffile-prefix-map=$PWD=/src"
link="-Wl,--build-id=sha1 -Wl,-z,noseparate-code -Wl,--hash-style=gnu"
# shellcheck disable=SC2086
{
	gcc $flags -fpie -static-pie $link -Wl,-z,separate-code -o pie-x86_64 lines.c
	gcc $flags -fno-pie -no-pie -static $link -o exec-x86_64 lines.c
	aarch64-linux-gnu-gcc ${flags% -fcf*} -fpie -static-pie $link -Wl,-z,max-page-size=4096 -o pie-aarch64 lines.c -ffile-prefix-map="$PWD"=/src
	gcc -O1 -nostdlib -shared -fPIC -fcf-protection -fno-asynchronous-unwind-tables $link -Wl,-z,ibtplt -o plt-x86_64 plt.c
	aarch64-linux-gnu-gcc -O1 -nostdlib -shared -fPIC -fno-asynchronous-unwind-tables $link -Wl,-z,max-page-size=4096 -o plt-aarch64 plt.c
	g++ -O1 -nostdlib -shared -fPIC -fno-asynchronous-unwind-tables $link -o names-x86_64 names.cc
}
objcopy --only-keep-debug pie-x86_64 pie-x86_64.debug
cp pie-x86_64 stripped-x86_64
strip --strip-all stripped-x86_64
objcopy --add-gnu-debuglink=pie-x86_64.debug stripped-x86_64
nm --format=posix --defined-only pie-x86_64 | cut -d ' ' -f 1 >keep
objcopy -S --remove-section .comment --keep-symbols=keep pie-x86_64 mini
rm -f mini.xz
xz mini
cp stripped-x86_64 mini-x86_64
objcopy --remove-section .gnu_debuglink --add-section .gnu_debugdata=mini.xz mini-x86_64
rm -f keep mini.xz
chmod -x ./*-x86_64 ./*-aarch64 ./*.debug

#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""Regions in Python: copy the class. region.py [ROUNDS] & tdtop

It does nothing where libtdtop_region.so is not installed. An enter or leave takes about 1 us by
ctypes: a region should last 1 ms or more. Never "await" or "yield" inside of one: what runs
meanwhile would count for it.
"""
import ctypes
import functools
import hashlib
import sys

try:
    _library = ctypes.CDLL("libtdtop_region.so.0")
    _enter, _leave = _library.tdtop_region_enter, _library.tdtop_region_leave
    _enter.argtypes, _enter.restype = [ctypes.c_char_p], None
    _leave.argtypes, _leave.restype = [], None
except OSError:
    def _enter(_name): pass
    def _leave(): pass


class Region:
    """with Region("parse"): ...  - or, before a function: @Region("parse")"""

    def __init__(self, name):
        self.name = name.encode()

    def __enter__(self):
        _enter(self.name)
        return self

    def __exit__(self, *_exception):
        _leave()

    def __call__(self, function):
        @functools.wraps(function)
        def inside(*arguments, **named):
            with self:
                return function(*arguments, **named)
        return inside


@Region("hash")
def digest(data):
    return hashlib.sha256(data).hexdigest()


def main(rounds):
    last = ""
    for n in range(rounds):
        with Region("round"):
            with Region("make"):
                data = bytes((i * n) & 0xff for i in range(20000))
            last = digest(data)
    print(last[:8])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10000)

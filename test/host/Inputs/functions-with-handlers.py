#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the exported functions of a shared library that have cleanups or exception handlers of their own, as its unwind
tables say. usage: functions-with-handlers.py DWARFDUMP NM LIBRARY"""
import re
import subprocess
import sys

dwarfdump, nm, library = sys.argv[1:]
output = subprocess.run([dwarfdump, '--eh-frame', library], capture_output=True, text=True, check=True).stdout
handlers = {}
for entry in re.split(r'\n\n+', output):
    start = re.search(r'FDE .*pc=([0-9a-f]+)', entry)
    if start:
        handlers[int(start[1], 16)] = 'LSDA Address' in entry
symbols = subprocess.run([nm, '-D', '--defined-only', library], capture_output=True, text=True, check=True).stdout
functions = [(int(address, 16), name) for address, kind, name in map(str.split, symbols.splitlines()) if kind == 'T']
if not functions:
    sys.exit(f'{library}: no exported functions')
for address, name in functions:
    if address not in handlers:
        sys.exit(f'{library}: {name} has no unwind table')
    if handlers[address]:
        print(f'{library}: {name}')

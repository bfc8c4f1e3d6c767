#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows core dumps in gdb: cores-in-gdb.py IMAGE FOLDER COMMAND...  For each core, in the order of names: its name without
numbers, then the output of gdb without its banner."""
import pathlib
import subprocess
import sys

image, folder, *commands = sys.argv[1:]
for core in sorted(pathlib.Path(folder).glob('*.core')):
    print(f'== {core.name.split(".")[0]} ==', flush=True)
    words = ['gdb-multiarch', '-nx', '-q', '-batch', '-iex', 'set width 0', image, str(core)]
    for command in commands:
        words += ['-ex', command]
    run = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
    print(run.stdout, end='', flush=True)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: perf-map-of.py COMMAND...: runs the command, then prints the map for perf that it has written, and removes it.
Exit status 1: there is none."""
import os
import subprocess
import sys

# dpa-run becomes the program, so that the process id is that of the program.
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
if process.wait() != 0:
    sys.exit(f'{sys.argv[1]}: exit status {process.returncode}')
name = f'/tmp/perf-{process.pid}.map'
try:
    with open(name, encoding='utf-8') as file:
        print(file.read(), end='')
    os.remove(name)
except FileNotFoundError:
    sys.exit(1)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs gdb on the device code of a program.

usage: debug.py SCRIPT IMAGE COMMAND...

Starts COMMAND with DPA_GDB set, waits until it serves gdb, then runs SCRIPT in gdb with IMAGE as the program. Prints what gdb
printed, then what COMMAND printed and its exit status. The socket is in a short folder, since its name may have 107 characters.
"""
import os
import subprocess
import sys
import tempfile
import threading

script, image, *command = sys.argv[1:]


def read_output(program, lines, serves):
    for line in program.stdout:
        lines.append(line)
        if 'gdb can connect to' in line:
            serves.set()
    serves.set()


with tempfile.TemporaryDirectory(prefix='dpa-') as folder:
    path = folder + '/gdb'
    program = subprocess.Popen(command, env={**os.environ, 'DPA_GDB': 'unix:' + path}, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    lines, serves = [], threading.Event()
    reader = threading.Thread(target=read_output, args=(program, lines, serves))
    reader.start()
    serves.wait()
    gdb = subprocess.run(['gdb-multiarch', '-nx', '-batch', '-iex', 'set debuginfod enabled off', '-ex', 'set confirm off',
                          '-ex', 'set remotetimeout 600', '-ex', 'target remote ' + path, '-x', script, image],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(gdb.stdout, end='')
    status = program.wait()
    reader.join()
print('program: ' + 'program: '.join(line for line in lines if 'gdb can connect to' not in line), end='')
print('gdb status', gdb.returncode)
print('program status', status)

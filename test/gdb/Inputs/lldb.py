#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs lldb on the device code of a program.

usage: lldb.py SCRIPT IMAGE COMMAND...

Starts COMMAND with DPA_GDB set, waits until it serves debuggers, then runs SCRIPT in lldb with IMAGE as the program. Prints what lldb
printed, then what COMMAND printed and its exit status.
"""
import os
import subprocess
import sys
import tempfile

script, image, *command = sys.argv[1:]

with tempfile.TemporaryDirectory(prefix='dpa-') as folder:
    path = folder + '/gdb'
    program = subprocess.Popen(command, env={**os.environ, 'DPA_GDB': 'unix:' + path}, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    while 'gdb can connect to' not in program.stdout.readline():
        pass
    lldb = subprocess.run(['lldb-22', '--no-lldbinit', '--batch', image, '-o', 'process connect -p gdb-remote unix-connect://' + path,
                           '-s', script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(lldb.stdout, end='')
    print('program: ' + program.stdout.read(), end='')
    print('program status', program.wait())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs commands of gdb's machine interface, as editors do, on the device code of a program.

usage: machine-interface.py SCRIPT COMMAND...

Starts COMMAND with DPA_GDB=:0, then gdb. Sends it the lines of SCRIPT that begin with '-', with the address of the server for @ADDRESS@;
after a command that continues the program, waits until it has stopped. Prints what gdb answers, then what COMMAND printed and its exit
status.
"""
import os
import subprocess
import sys
import threading

script, *command = sys.argv[1:]
program = subprocess.Popen(command, env={**os.environ, 'DPA_GDB': ':0'}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
lines, address, serves = [], [], threading.Event()


def read_output():
    for line in program.stdout:
        if 'gdb can connect to' in line:
            address.append(line.split()[-1])
            serves.set()
        else:
            lines.append('program: ' + line)
    serves.set()


reader = threading.Thread(target=read_output)
reader.start()
serves.wait()
gdb = subprocess.Popen(['gdb-multiarch', '-nx', '--interpreter=mi2'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True)


def wait_for(*begins):
    """Prints the records up to one that begins like this."""
    for line in gdb.stdout:
        if not line.startswith(('=library', '=thread-', '=cmd-param', '(gdb)', '&', '~"Reading', '=memory')):
            print(line, end='')
        if line.startswith(begins):
            return line
    sys.exit('gdb has ended')


for line in open(script):
    if not line.startswith('-'):
        continue
    request = line.strip().replace('@ADDRESS@', address[0])
    print('>', line.strip())
    gdb.stdin.write(request + '\n')
    gdb.stdin.flush()
    result = wait_for('^')
    if result.startswith('^running'):
        wait_for('*stopped')
gdb.stdin.close()
gdb.wait()
program.wait()
reader.join()
print(''.join(lines), end='')
print('program status', program.returncode)

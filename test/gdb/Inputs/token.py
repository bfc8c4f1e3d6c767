#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debugs a running program by the token that it prints.

usage: token.py SCRIPT IMAGE COMMAND...

Waits until COMMAND prints its token and runs a call, tries another token, then runs SCRIPT in gdb.
"""
import os
import subprocess
import sys

script, image, *command = sys.argv[1:]


def run_gdb(*commands):
    arguments = [word for each in commands for word in ('-ex', each)]
    return subprocess.run(['gdb-multiarch', '-nx', '-batch', '-iex', 'set debuginfod enabled off', '-ex', 'set confirm off',
                           '-ex', 'set remotetimeout 600', *arguments, image], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True).stdout


program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
token = int(program.stdout.readline().split()[1], 16)
other = subprocess.run(['dpa-gdbserver', '--token=%#x' % (token ^ 1)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True)
if other.returncode == 1 and 'no process of this user has this token' in other.stdout:
    print('another token is refused')
os.environ['TOKEN'] = '%#x' % token # for the shell commands of SCRIPT
connect = 'target remote | dpa-gdbserver --token=%#x' % token
# The call may not have begun when the token is printed.
while 'spin' not in run_gdb(connect, 'info threads', 'detach'):
    pass
print(run_gdb(connect, 'source ' + script), end='')
print(program.stdout.read(), end='')
print('status', program.wait())

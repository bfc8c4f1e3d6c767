#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debuggers that misbehave.

usage: misbehave.py vanish|garbage|flood COMMAND...

Starts COMMAND with DPA_GDB set. Each kind connects; `garbage` first sends what is not a packet, on a connection that is closed for it.
All attach; `flood` asks for memory and never reads the answers, until its connection is closed. Then prints what COMMAND printed
and its exit status.
"""
import os
import socket
import subprocess
import sys
import tempfile

kind, *command = sys.argv[1:]


def packet(text):
    return b'$' + text + b'#%02x' % (sum(text) % 256)


def connect(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    return connection


def send_until_closed(connection, data):
    try:
        while True:
            connection.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
        pass


with tempfile.TemporaryDirectory(prefix='dpa-') as folder:
    path = folder + '/gdb'
    program = subprocess.Popen(command, env={**os.environ, 'DPA_GDB': 'unix:' + path}, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    while 'gdb can connect to' not in program.stdout.readline():
        pass
    if kind == 'garbage':
        send_until_closed(connect(path), bytes(range(4, 36)) * 100)
    connection = connect(path)
    connection.sendall(packet(b'?'))
    assert connection.recv(1) == b'+'
    if kind == 'flood':
        send_until_closed(connection, packet(b'm40000000,1f00') * 10)
    connection.close()
    print(program.stdout.read(), end='')
    print('status', program.wait())

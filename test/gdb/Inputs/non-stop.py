#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A debugger in non-stop mode: one thread stops at a breakpoint while another runs.

usage: non-stop.py IMAGE COMMAND...

Starts COMMAND with DPA_GDB set, stops the handler of IMAGE, and shows the threads; then ends the other thread's loop and detaches.
"""
import os
import socket
import subprocess
import sys
import tempfile

image, *command = sys.argv[1:]


def address_of(symbol):
    names = subprocess.run(['llvm-nm', image], stdout=subprocess.PIPE, text=True, check=True).stdout
    return next(line.split()[0] for line in names.splitlines() if line.split()[-1] == symbol)


class Debugger:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.input = self.socket.makefile('rb')

    def receive(self):
        """The kind and the text of the next packet or notification."""
        kind = self.input.read(1)
        while kind not in (b'$', b'%'):
            kind = self.input.read(1)
        text = b''
        while (byte := self.input.read(1)) != b'#':
            text += byte
        self.input.read(2)
        return kind.decode(), text.decode()

    def ask(self, text):
        self.socket.sendall(b'$%s#%02x' % (text.encode(), sum(text.encode()) % 256))
        kind, answer = self.receive()
        assert kind == '$', answer
        return answer

    def monitor(self, command):
        output, answer = '', self.ask('qRcmd,' + command.encode().hex())
        while answer != 'OK':
            output += bytes.fromhex(answer[1:]).decode()
            answer = self.receive()[1]
        return output


with tempfile.TemporaryDirectory(prefix='dpa-') as folder:
    path = folder + '/gdb'
    program = subprocess.Popen(command, env={**os.environ, 'DPA_GDB': 'unix:' + path}, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    while 'gdb can connect to' not in program.stdout.readline():
        pass
    debugger = Debugger(path)
    assert debugger.ask('QStartNoAckMode') == 'OK'
    assert debugger.ask('QNonStop:1') == 'OK'
    answer = debugger.ask('?')
    while answer != 'OK':
        answer = debugger.ask('vStopped')
    assert debugger.ask(f'Z0,{address_of("handler")},2') == 'OK'
    assert debugger.ask('vCont;c') == 'OK'
    print('%s %s' % debugger.receive())
    print(debugger.ask('vStopped'))
    threads = debugger.monitor('threads')
    while 'call on' not in threads:
        threads = debugger.monitor('threads')
    print(threads, end='')
    assert debugger.ask(f'M{address_of("stop")},8:0100000000000000') == 'OK'
    assert debugger.ask('D') == 'OK'
    print(program.stdout.read(), end='')
    print('status', program.wait())

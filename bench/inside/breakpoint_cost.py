# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Device code under a debugger whose breakpoint is not hit, compared with the same without a debugger."""
import os
import socket
import subprocess
import sys

import host_program
import record

COST = 'breakpoint that is not hit'
AIMS = {COST: 1}
REPEATS = 5
BUILDS = {'breakpoint-bench': 'breakpoint.c'}


class Debugger:
    """A client of gdb's remote protocol: one request, one answer."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.input = self.socket.makefile('rb')

    def send(self, text):
        self.socket.sendall(b'$%s#%02x' % (text.encode(), sum(text.encode()) % 256))

    def ask(self, text):
        self.send(text)
        while self.input.read(1) != b'$':
            pass
        answer = b''
        while (byte := self.input.read(1)) != b'#':
            answer += byte
        self.input.read(2)
        return answer.decode()


def debugged(sdk, program, requests, folder):
    """Seconds of the work with a debugger that makes requests, then continues the process."""
    path = f'{folder}/gdb'
    if os.path.exists(path):
        os.remove(path)
    run = subprocess.Popen([f'{sdk}/bin/dpa-run', f'--gdb=unix:{path}', '--', program], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    run.stderr.readline()  # where gdb can connect
    debugger = Debugger(path)
    debugger.ask('?')
    for request in requests:
        if debugger.ask(request) != 'OK':
            sys.exit(f'{request} was refused')
    debugger.send('vCont;c')
    output = run.communicate()[0]
    return float(output.split()[1])


def address_of(sdk, program, function, folder):
    subprocess.run([f'{sdk}/bin/dpacc-extract', program, '-o', f'{folder}/image.elf'], check=True)
    names = subprocess.run([f'{sdk}/bin/dpa-nm', f'{folder}/image.elf'], stdout=subprocess.PIPE, text=True, check=True).stdout
    return next(line.split()[0] for line in names.splitlines() if line.split()[-1] == function)


def measure(sdk, folder):
    """The least processor time of the same work in several runs, which take turns: other load only adds to it."""
    program = f'{folder}/breakpoint-bench'
    request = f'Z0,{address_of(sdk, program, "never", folder)},2'
    runs = [{'plain': host_program.run(sdk, [], program, [])['work'], 'attached': debugged(sdk, program, [], folder),
             'broken': debugged(sdk, program, [request], folder)} for _ in range(REPEATS)]
    return {name: min(run[name] for run in runs) for name in runs[0]}


def figures(medians):
    def cost(seconds):
        return record.Figure(100 * (seconds / medians['plain'] - 1), '%', False)

    return {'work without a debugger': record.Figure(medians['plain'], 's', False), 'debugger attached': cost(medians['attached']),
            COST: cost(medians['broken'])}

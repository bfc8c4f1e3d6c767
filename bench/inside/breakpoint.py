#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Device code under a debugger whose breakpoint is not hit, compared with the same without a debugger; medians of rounds.
breakpoint.py --help has the options."""
import argparse
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = pathlib.Path(HERE).parents[1]
sys.path.insert(0, str(ROOT / 'bench'))
import host_program  # noqa: E402
import record  # noqa: E402

COST = 'breakpoint that is not hit'
# Targets of the figures; missing one is not a failure.
AIMS = {COST: 1}


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
    run = subprocess.Popen([f'{sdk}/bin/dpa-run', f'--gdb=unix:{path}', '--', program], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    run.stderr.readline() # where gdb can connect
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


def main():
    parser = argparse.ArgumentParser(description='Measures breakpoints.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=int, default=7)
    record.add_options(parser, 'inside-breakpoint')
    options = parser.parse_args()
    plain, attached, broken = [], [], []
    with tempfile.TemporaryDirectory(prefix='dpa-') as folder:
        program = f'{folder}/work-bench'
        host_program.build(options.sdk, f'{HERE}/work.c', f'{HERE}/work-bench.c', 'inside_bench_app', program)
        breakpoint_request = f'Z0,{address_of(options.sdk, program, "never", folder)},2'
        for _ in range(options.rounds):
            plain.append(host_program.run(options.sdk, [], program, [])['work'])
            attached.append(debugged(options.sdk, program, [], folder))
            broken.append(debugged(options.sdk, program, [breakpoint_request], folder))
    seconds = statistics.median(plain)

    def cost(times):
        return record.Figure(100 * (statistics.median(times) / seconds - 1), '%', False)

    figures = {'work without a debugger': record.Figure(seconds, 's', False), 'debugger attached': cost(attached), COST: cost(broken)}
    host_program.print_table(figures, AIMS)
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

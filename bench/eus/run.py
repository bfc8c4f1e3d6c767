#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many execution units: scaling, locks, start, memory, watchdog; medians of interleaved rounds.

usage: run.py SDK [ROUNDS]      SDK: the SDK tree, e.g. build/sdk; default: 5 rounds
"""
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WATCHDOG = 0.2
# name -> (dpa-run's options, arguments)
CASES = {
    'scale': ([], ['scale', '30000000']),
    'spin 2': ([], ['lock', 'spin', '2', '256000']),
    'spin 256': ([], ['lock', 'spin', '256', '256000']),
    'ticket 2': ([], ['lock', 'ticket', '2', '256000']),
    'ticket 256': ([], ['lock', 'ticket', '256', '256000']),
    'start': ([], ['start']),
    'watchdog': ([f'--watchdog={WATCHDOG}'], ['watchdog']),
}


def build(sdk, folder):
    subprocess.run([f'{sdk}/bin/dpacc', f'{HERE}/device.c', '-o', f'{folder}/app.a', '-mcpu=nv-dpa-bf3', '-hostcc=gcc',
                    '-app-name=eus_bench_app', '-devicecc-options=-O2', '-hostcc-options=-O2'], check=True)
    subprocess.run(['gcc', '-std=gnu11', '-O2', '-Wall', '-Wextra', '-DFLEXIO_ALLOW_EXPERIMENTAL_API',
                    f'-I{sdk}/include', f'{HERE}/eus-bench.c', f'{folder}/app.a', f'-L{sdk}/lib', '-lflexio',
                    '-libverbs', '-lpthread', '-o', f'{folder}/eus-bench'], check=True)


def measure(sdk, folder, case):
    options, arguments = CASES[case]
    run = subprocess.run([f'{sdk}/bin/dpa-run', '--eus=256', *options, '--', f'{folder}/eus-bench', *arguments],
                         check=True, capture_output=True, text=True)
    return {name: float(value) for name, value in (line.split() for line in run.stdout.splitlines())}


def collect(sdk, folder, rounds):
    """{(case, figure): median}"""
    figures = {}
    for _ in range(rounds):
        for case in CASES:
            for name, value in measure(sdk, folder, case).items():
                figures.setdefault((case, name), []).append(value)
    return {key: statistics.median(values) for key, values in figures.items()}


def report(figures):
    def row(text, value, unit, aim):
        print(f'{text:52}{value:10.2f} {unit:8} {aim}')

    device, native = figures['scale', 'device'], figures['scale', 'native']
    row('two native threads, times one', native, '', '')
    row('two busy EUs, times one', device, '', '')
    row('  of native', device / native, '', 'aim: at least 0.95')
    for kind, aim in (('spin', 'aim: at least 0.5'), ('ticket', '')):
        few, many = figures[f'{kind} 2', 'sections'], figures[f'{kind} 256', 'sections']
        row(f'{kind} lock, 2 EUs', few / 1e6, 'M/s', '')
        row(f'{kind} lock, 256 EUs', many / 1e6, 'M/s', '')
        row('  of 2 EUs', many / few, '', aim)
    row('open a device to the end of a first call', figures['start', 'start'], 'ms', 'aim: under 5')
    row('memory of 256 EUs', figures['start', 'memory'], 'MiB', 'aim: under 64')
    row('watchdog, processor time after its limit', (figures['watchdog', 'seconds'] - WATCHDOG) * 1e3, 'ms', 'aim: 10')


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    sdk = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        build(sdk, folder)
        report(collect(sdk, folder, int(sys.argv[2]) if len(sys.argv) == 3 else 5))


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A core dump of a process with 64 MiB of heap in use, compared with a plain write of the same bytes, and device code with a
profile compared with the same without; medians of rounds. run.py --help has the options."""
import argparse
import os
import pathlib
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = pathlib.Path(HERE).parents[1]
sys.path.insert(0, str(ROOT / 'bench'))
import host_program  # noqa: E402
import record  # noqa: E402

CORE, RATIO = 'core dump of 64 MiB', 'core dump of 64 MiB / plain write'
PROFILE = 'profile at 1 kHz / none'
# Targets of the figures; missing one is not a failure.
AIMS = {CORE: 1, PROFILE: 1.05}


def figures_of(medians):
    return {CORE: record.Figure(medians['core'], 's', False),
            'plain write of 64 MiB': record.Figure(medians['plain'], 's', False),
            RATIO: record.Figure(medians['core'] / medians['plain'], 'times', False),
            PROFILE: record.Figure(medians['profiled'] / medians['work'], 'times', False)}


def measure_core(sdk, folder):
    figures = host_program.run(sdk, [], f'{folder}/core-bench', [])
    for name in ('bench.1.core', 'bench.plain'):
        os.remove(name)
    return figures


def measure_profile(sdk, folder):
    """Processor time, with and without a profile one after the other."""
    program = f'{folder}/profile-bench'
    profiled = host_program.run(sdk, [f'--profile={folder}/profile'], program, [])
    return {'profiled': profiled['work'], **host_program.run(sdk, [], program, [])}


def main():
    parser = argparse.ArgumentParser(description='Measures core dumps and profiles.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=int, default=5)
    record.add_options(parser, 'inside')
    options = parser.parse_args()
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for device, program in (('crash', 'core-bench'), ('busy', 'profile-bench')):
            host_program.build(options.sdk, f'{HERE}/{device}.c', f'{HERE}/{program}.c', 'inside_bench_app',
                               f'{folder}/{program}', '-O2 -g')
        os.chdir(folder)
        for _ in range(options.rounds):
            runs.append({**measure_core(options.sdk, folder), **measure_profile(options.sdk, folder)})
    figures = figures_of(host_program.medians(runs))
    host_program.print_table(figures, AIMS)
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

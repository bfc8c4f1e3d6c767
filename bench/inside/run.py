#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A core dump of a process with 64 MiB of heap in use, compared with a plain write of the same bytes; the heap check compared with the
interpreter without it, and valgrind's memcheck with native code; medians of rounds. run.py --help has the options."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = pathlib.Path(HERE).parents[1]
sys.path.insert(0, str(ROOT / 'bench'))
import host_program  # noqa: E402
import record  # noqa: E402

CORE, RATIO = 'core dump of 64 MiB', 'core dump of 64 MiB / plain write'
CHECK, MEMCHECK = 'heap check / interpreter', "peer: valgrind's memcheck / native"
# Targets of the figures; missing one is not a failure.
AIMS = {CORE: 1, CHECK: 20}
# Of work.c: some 0.2 s in the interpreter; native code is faster.
ROUNDS, NATIVE_ROUNDS = 1000, 5000


def check_runs(sdk, folder, rounds):
    """Seconds of work.c with and without the check, by turns; the results are the same."""
    program = f'{folder}/check-bench'
    host_program.build(sdk, f'{HERE}/work.c', f'{HERE}/check-bench.c', 'inside_bench_app', program)
    runs = []
    for _ in range(rounds):
        plain, checked = (host_program.run(sdk, options, program, [str(ROUNDS)]) for options in (['--engine=interp'], ['--check=heap']))
        if plain['result'] != checked['result']:
            sys.exit('run.py: error: the heap check has changed a result')
        runs.append({'interpreter': plain['seconds'], 'heap check': checked['seconds']})
    return host_program.medians(runs)


def memcheck_runs(folder, rounds):
    """The same for the host; nothing without valgrind."""
    if not shutil.which('valgrind'):
        return None
    program = f'{folder}/native'
    subprocess.run(['gcc', '-O2', f'{HERE}/work.c', f'{HERE}/native.c', '-o', program], check=True)
    runs = []
    for _ in range(rounds):
        plain, checked = (float(subprocess.run([*before, program, str(NATIVE_ROUNDS)], check=True, capture_output=True, text=True).stdout)
                          for before in ([], ['valgrind', '-q']))
        runs.append({'native': plain, 'memcheck': checked})
    return host_program.medians(runs)


def check_figures(check, memcheck):
    figures = {'work in the interpreter': record.Figure(check['interpreter'], 's', False),
               CHECK: record.Figure(check['heap check'] / check['interpreter'], 'times', False)}
    if memcheck:
        figures[MEMCHECK] = record.Figure(memcheck['memcheck'] / memcheck['native'], 'times', False)
    return figures


def figures_of(medians):
    return {CORE: record.Figure(medians['core'], 's', False),
            'plain write of 64 MiB': record.Figure(medians['plain'], 's', False),
            RATIO: record.Figure(medians['core'] / medians['plain'], 'times', False)}


def main():
    parser = argparse.ArgumentParser(description='Measures core dumps and checks.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=int, default=5)
    record.add_options(parser, 'inside')
    options = parser.parse_args()
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/core-bench'
        host_program.build(options.sdk, f'{HERE}/crash.c', f'{HERE}/core-bench.c', 'inside_bench_app', program)
        os.chdir(folder)
        for _ in range(options.rounds):
            runs.append(host_program.run(options.sdk, [], program, []))
            for name in ('bench.1.core', 'bench.plain'):
                os.remove(name)
        figures = figures_of(host_program.medians(runs))
        figures |= check_figures(check_runs(options.sdk, folder, options.rounds), memcheck_runs(folder, options.rounds))
    host_program.print_table(figures, AIMS)
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

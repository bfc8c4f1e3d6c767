#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Messages of device code per second, in each mode of a stream, compared with the host's fprintf; medians of rounds. run.py --help
has the options."""
import argparse
import os
import pathlib
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = pathlib.Path(HERE).parents[1]
sys.path.insert(0, str(ROOT / 'bench'))
import arguments  # noqa: E402
import host_program  # noqa: E402
import record  # noqa: E402

MODES = ('sync', 'async', 'batch', 'tracer')
# Targets of the figures; missing one is not a failure.
AIMS = {'sync messages a second': 100000}


def figures_of(medians):
    figures = {}
    for mode in MODES:
        figures[f'{mode} messages a second'] = record.Figure(medians[mode], '/s', True)
        figures[f'{mode} / fprintf and fflush of the host'] = record.Figure(medians[mode] / medians['host'], 'times', True)
    return figures


def main():
    parser = argparse.ArgumentParser(description='Measures messages of device code.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    record.add_options(parser, 'messages')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/messages-bench'
        host_program.build(options.sdk, f'{HERE}/say.c', f'{HERE}/messages-bench.c', 'messages_bench_app', program)
        runs = [host_program.run(options.sdk, [], program, ['mlx5_0']) for _ in range(options.rounds)]
    figures = figures_of(host_program.medians(runs))
    host_program.print_table(figures, AIMS)
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies between device and host memory through a window, by size, compared with the host's memcpy of that size; medians of rounds.
run.py --help has the options."""
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

SIZES = {'4 KiB': 4 << 10, '64 KiB': 64 << 10, '256 KiB': 256 << 10, '1 MiB': 1 << 20, '16 MiB': 16 << 20}
DIRECTIONS = {'to_host': 'to the host', 'from_host': 'from the host'}
# Targets of the figures; missing one is not a failure.
AIMS = {f'{size} {words} / memcpy': 0.5 for size, bytes_ in SIZES.items() if bytes_ >= 64 << 10 for words in DIRECTIONS.values()}


def figures_of(medians):
    figures = {}
    for size in SIZES:
        figures[f'{size}: memcpy'] = record.Figure(medians[size, 'memcpy'] / 1e9, 'GB/s', True)
        for direction, words in DIRECTIONS.items():
            value = medians[size, direction]
            figures[f'{size} {words}'] = record.Figure(value / 1e9, 'GB/s', True)
            figures[f'{size} {words} / memcpy'] = record.Figure(value / medians[size, 'memcpy'], 'times', True)
    return figures


def main():
    parser = argparse.ArgumentParser(description='Measures copies by device code through a window.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    record.add_options(parser, 'windows')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/windows-bench'
        host_program.build(options.sdk, f'{HERE}/copy.c', f'{HERE}/windows-bench.c', 'windows_bench_app', program)
        runs = [{(size, name): value for size, bytes_ in SIZES.items()
                 for name, value in host_program.run(options.sdk, [], program, [str(bytes_)]).items()}
                for _ in range(options.rounds)]
    figures = figures_of(host_program.medians(runs))
    host_program.print_table(figures, AIMS)
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

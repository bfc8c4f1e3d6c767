#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Round trip of a remote call compared with one between two host threads, and start of a process; medians of rounds, compared with
the last record. run.py --help has the options."""
import argparse
import os
import pathlib
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = pathlib.Path(HERE).parents[1]
sys.path.insert(0, str(ROOT / 'bench'))
import arguments  # noqa: E402
import chart  # noqa: E402
import host_program  # noqa: E402
import record  # noqa: E402

CALL, PEER, RATIO, START = ('round trip of a call', 'round trip of a condition variable', 'call / condition variable',
                            'process creation to the first result')
# Targets of the figures; missing one is not a failure.
AIMS = {RATIO: 0.5, START: 20}


def figures_of(medians):
    return {CALL: record.Figure(medians['call_us'], 'us', False),
            PEER: record.Figure(medians['peer_us'], 'us', False),
            RATIO: record.Figure(medians['call_us'] / medians['peer_us'], 'times', False),
            START: record.Figure(medians['start_ms'], 'ms', False)}


def draw(recorded, path):
    figures = recorded['figures']
    groups = {'round trip': [figures[CALL][0], figures[PEER][0]]}
    chart.draw(path, 'Round trip of a remote call: microseconds (less is better)', recorded, groups, (CALL, PEER))


def main():
    parser = argparse.ArgumentParser(description='Measures what a remote call costs.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    parser.add_argument('--chart', metavar='FILE', type=pathlib.Path, default=ROOT / 'docs/images/remote-call.svg',
                        help='where --record draws (default: %(default)s)')
    record.add_options(parser, 'remote-call')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/rpc-bench'
        host_program.build(options.sdk, f'{HERE}/add.c', f'{HERE}/rpc-bench.c', 'rpc_bench_app', program)
        runs = [host_program.run(options.sdk, [], program, ['mlx5_0']) for _ in range(options.rounds)]
    figures = figures_of(host_program.medians(runs))
    host_program.print_table(figures, AIMS)
    recorded = record.finish(options, figures, options.rounds)
    if recorded:
        draw(recorded, options.chart)


if __name__ == '__main__':
    main()

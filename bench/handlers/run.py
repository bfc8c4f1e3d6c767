#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Remote calls, activations of event handlers and tasks of command queues per second, each compared with the same work on
host threads; medians of interleaved rounds, compared with the last record. run.py --help has the options."""
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

WORKERS = str(os.cpu_count())
POOL, TURNS = 'thread pool', 'condition variable'
# name -> (peer, dpa-run's options, arguments)
CASES = {
    'calls, 1 thread': (POOL, [], ['calls', '1', '100000']),
    'calls, 2 threads': (POOL, [], ['calls', '2', '100000']),
    'calls, 8 threads': (POOL, [], ['calls', '8', '100000']),
    'activations, 1 EU': (TURNS, ['--eus=1'], ['handlers', '200000']),
    'tasks, batches of 16': (POOL, [], ['tasks', WORKERS, '16', '500000']),
    'tasks, batches of 1': (POOL, [], ['tasks', WORKERS, '1', '200000']),
}
# Targets of the figures; missing one is not a failure.
AIMS = {'calls, 8 threads / 2 threads': 1, 'activations, 1 EU': 500, 'tasks, batches of 16': 500}


def figures_of(medians):
    """{name: Figure}, in the order of the table."""
    figures = {}
    for case, (peer, _, _) in CASES.items():
        device, host = medians[case, 'device'], medians[case, 'peer']
        figures[case] = record.Figure(device / 1e3, 'k/s', True)
        figures[f'{case}: {peer}'] = record.Figure(host / 1e3, 'k/s', True)
        figures[f'{case} / {peer}'] = record.Figure(device / host, 'times', True)
    few, many = medians['calls, 2 threads', 'device'], medians['calls, 8 threads', 'device']
    figures['calls, 8 threads / 2 threads'] = record.Figure(many / few, 'times', True)
    return figures


def draw(recorded, path):
    figures = recorded['figures']
    groups = {case: [figures[case][0], figures[f'{case}: {peer}'][0]] for case, (peer, _, _) in CASES.items()}
    chart.draw(path, 'Calls, activations and tasks: thousands a second (more is better)', recorded, groups,
               ('device', 'host threads'))


def main():
    parser = argparse.ArgumentParser(description='Measures calls, activations and tasks of an emulated device.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    parser.add_argument('--chart', metavar='FILE', type=pathlib.Path, default=ROOT / 'docs/images/handlers.svg',
                        help='where --record draws (default: %(default)s)')
    record.add_options(parser, 'handlers')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/handlers-bench'
        host_program.build(options.sdk, f'{HERE}/device.c', f'{HERE}/handlers-bench.c', 'handlers_bench_app', program)
        runs = [{(case, name): value for case, (_, given, arguments) in CASES.items()
                 for name, value in host_program.run(options.sdk, given, program, arguments).items()}
                for _ in range(options.rounds)]
    figures = figures_of(host_program.medians(runs))
    host_program.print_table(figures, AIMS)
    recorded = record.finish(options, figures, options.rounds)
    if recorded:
        draw(recorded, options.chart)


if __name__ == '__main__':
    main()

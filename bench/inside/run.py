#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A core dump of a process with 64 MiB of heap in use, compared with a plain write of the same bytes, and the cost of an event of
the timeline; medians of rounds. run.py --help has the options."""
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
# Targets of the figures; missing one is not a failure.
EVENT = 'event of the timeline'
AIMS = {CORE: 1, EVENT: 200}


def figures_of(medians):
    return {CORE: record.Figure(medians['core'], 's', False),
            'plain write of 64 MiB': record.Figure(medians['plain'], 's', False),
            RATIO: record.Figure(medians['core'] / medians['plain'], 'times', False),
            EVENT: record.Figure(medians['traced'] - medians['untraced'], 'ns', False),
            'doorbell without a timeline': record.Figure(medians['untraced'], 'ns', False)}


def run_once(sdk, core, trace):
    """The figures of one round. In the present folder."""
    figures = host_program.run(sdk, [], core, [])
    for name in ('bench.1.core', 'bench.plain'):
        os.remove(name)
    figures['untraced'] = host_program.run(sdk, [], trace, [])['doorbell']
    figures['traced'] = host_program.run(sdk, ['--trace=trace.json'], trace, [])['doorbell']
    return figures


def main():
    parser = argparse.ArgumentParser(description='Measures core dumps and timelines.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=int, default=5)
    record.add_options(parser, 'inside')
    options = parser.parse_args()
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        core, trace = f'{folder}/core-bench', f'{folder}/trace-bench'
        host_program.build(options.sdk, f'{HERE}/crash.c', f'{HERE}/core-bench.c', 'inside_bench_app', core)
        host_program.build(options.sdk, f'{HERE}/trace.c', f'{HERE}/trace-bench.c', 'inside_bench_app', trace)
        os.chdir(folder)
        for _ in range(options.rounds):
            runs.append(run_once(options.sdk, core, trace))
    figures = figures_of(host_program.medians(runs))
    host_program.print_table(figures, AIMS)
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

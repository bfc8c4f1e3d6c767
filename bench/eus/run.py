#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many execution units: scaling, locks, start, memory, watchdog; medians of interleaved rounds. run.py --help has the options."""
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

WATCHDOG = 0.2
# kind -> sections of each EU. A turn has 96,000 instructions, some 8,000 sections: with so many an EU is interrupted ten times
# and more, often within a section. Tickets are handed over for each section, so few will do.
LOCKS = {'spin': 100_000, 'compare': 100_000, 'plain': 40_000, 'ticket': 4_000}
UNITS = (2, 256)
# name -> (dpa-run's options, arguments)
CASES = {
    'scale': ([], ['scale', '30000000']),
    'share': (['--threads=1'], ['share', '40000000']),
    **{f'{kind} {units}': ([], ['lock', kind, str(units), str(sections)])
       for kind, sections in LOCKS.items() for units in UNITS},
    'start': ([], ['start']),
    'watchdog': ([f'--watchdog={WATCHDOG}'], ['watchdog']),
}
# Targets of the figures; missing one is not a failure.
AIMS = {
    'two busy EUs / two native threads': 0.95,
    'two EUs that share a thread / one': 0.95,
    'four EUs that share a thread / one': 0.95,
    'spin lock, 256 EUs / 2 EUs': 0.5,
    'open a device to the end of a first call': 5,
    'memory of 256 EUs': 64,
    'watchdog, processor time after its limit': 10,
}


def collect(sdk, program, rounds):
    """{(case, figure): median}; all cases in each round"""
    runs = [{(case, name): value for case, (options, arguments) in CASES.items()
             for name, value in host_program.run(sdk, ['--eus=256', *options], program, arguments).items()}
            for _ in range(rounds)]
    return host_program.medians(runs)


def figures_of(medians):
    """{name: Figure}, in the order of the table."""
    device, native = medians['scale', 'device'], medians['scale', 'native']
    figures = {'two native threads': record.Figure(native, 'times 1', True),
               'two busy EUs': record.Figure(device, 'times 1', True),
               'two busy EUs / two native threads': record.Figure(device / native, 'times', True)}
    alone = medians['share', 'of1']
    for units, name in ((2, 'two'), (4, 'four')):
        figures[f'{name} EUs that share a thread / one'] = record.Figure(medians['share', f'of{units}'] / alone, 'times', True)
    for kind in LOCKS:
        few, many = medians[f'{kind} 2', 'sections'], medians[f'{kind} 256', 'sections']
        figures[f'{kind} lock, 2 EUs'] = record.Figure(few / 1e3, 'k/s', True)
        figures[f'{kind} lock, 256 EUs'] = record.Figure(many / 1e3, 'k/s', True)
        figures[f'{kind} lock, 256 EUs / 2 EUs'] = record.Figure(many / few, 'times', True)
    figures['open a device to the end of a first call'] = record.Figure(medians['start', 'start'], 'ms', False)
    figures['memory of 256 EUs'] = record.Figure(medians['start', 'memory'], 'MiB', False)
    late = (medians['watchdog', 'seconds'] - WATCHDOG) * 1e3
    figures['watchdog, processor time after its limit'] = record.Figure(late, 'ms', False)
    return figures


def draw(recorded, path):
    figures = recorded['figures']
    groups = {f'{kind} lock': [figures[f'{kind} lock, {units} EUs'][0] for units in UNITS] for kind in LOCKS}
    chart.draw(path, 'Execution units under one lock: thousands of sections a second (more is better)', recorded, groups,
               [f'{units} EUs' for units in UNITS])


def main():
    parser = argparse.ArgumentParser(description='Measures what many execution units (EUs) of an emulated device cost.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    parser.add_argument('--chart', metavar='FILE', type=pathlib.Path, default=ROOT / 'docs/images/execution-units.svg',
                        help='where --record draws (default: %(default)s)')
    record.add_options(parser, 'execution-units')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/eus-bench'
        host_program.build(options.sdk, f'{HERE}/device.c', f'{HERE}/eus-bench.c', 'eus_bench_app', program)
        figures = figures_of(collect(options.sdk, program, options.rounds))
    host_program.print_table(figures, AIMS)
    recorded = record.finish(options, figures, options.rounds)
    if recorded:
        draw(recorded, options.chart)


if __name__ == '__main__':
    main()

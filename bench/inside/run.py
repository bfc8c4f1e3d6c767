#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost of inspecting a process, compared with a peer in the same run; medians of rounds. Each part is a module: BUILDS names
its host programs and their device code, measure() runs them once, figures() makes figures of the medians, AIMS their targets.
run.py --help has the options."""
import argparse
import os
import pathlib
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, str(pathlib.Path(HERE).parent))
import arguments  # noqa: E402
import host_program  # noqa: E402
import record  # noqa: E402

import breakpoint_cost  # noqa: E402
import core_dump  # noqa: E402
import heap_check  # noqa: E402
import profile_cost  # noqa: E402
import timeline_cost  # noqa: E402

PARTS = (breakpoint_cost, core_dump, heap_check, profile_cost, timeline_cost)


def build(sdk, folder):
    for part in PARTS:
        for program, device in part.BUILDS.items():
            host_program.build(sdk, f'{HERE}/{device}', f'{HERE}/{program}.c', 'inside_bench_app', f'{folder}/{program}', '-O2 -g')


def main():
    parser = argparse.ArgumentParser(description='Measures breakpoints, core dumps, checks, profiles, timelines.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    record.add_options(parser, 'inside')
    options = parser.parse_args()
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        build(options.sdk, folder)
        os.chdir(folder)
        for _ in range(options.rounds):
            runs.append([part.measure(options.sdk, folder) for part in PARTS])
    figures, aims = {}, {}
    for part, of_part in zip(PARTS, zip(*runs)):
        figures |= part.figures(host_program.medians(of_part))
        aims |= part.AIMS
    host_program.print_table(figures, aims)
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeds that find a race: two execution units add to a counter without a lock and compute between two additions. Prints with how
many seeds an addition is lost, by default and with --quantum=1000. run.py --help has the options."""
import argparse
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import arguments  # noqa: E402
import host_program  # noqa: E402

LOOP = 4  # instructions of a loop
ADDITION = 8  # instructions of an addition and of what is around it
ROWS = ((4_500, 100), (120_000, 100), (360_000, 300), (1_200_000, 1000))  # instructions and additions of each unit
OPTIONS = {'default': [], '--quantum=1000': ['--quantum=1000']}


def seeds_that_find(sdk, program, seeds, options, instructions, additions):
    loops = (instructions // additions - ADDITION) // LOOP
    return sum(host_program.run(sdk, [f'--seed={seed}', *options], program, [str(additions), str(loops)])['lost'] != 0
               for seed in range(1, seeds + 1))


def main():
    parser = argparse.ArgumentParser(description='Counts the seeds that find a race in the middle of a computation.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('seeds', metavar='SEEDS', nargs='?', type=arguments.positive(int), default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/races-bench'
        host_program.build(options.sdk, str(HERE / 'race.c'), str(HERE / 'races-bench.c'), 'races_bench_app', program)
        print(f'{"instructions":>12} {"additions":>10}' + ''.join(f'{name:>16}' for name in OPTIONS))
        for row in ROWS:
            counts = [seeds_that_find(options.sdk, program, options.seeds, each, *row) for each in OPTIONS.values()]
            print(f'{row[0]:12} {row[1]:10}' + ''.join(f'{count:16}' for count in counts), flush=True)


if __name__ == '__main__':
    main()

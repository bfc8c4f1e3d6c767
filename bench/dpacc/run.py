#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile time of dpacc compared with the same work by hand (clang-22, ld.lld-22, gcc, ar, ninja), in one run.

usage: run.py SDK [--rounds N] [RACE...]      SDK: the SDK tree, e.g. build/sdk; rounds: default 11

Races: one (a 300-line source, one model), models (four models against one), many (50 sources), version. Default: all.
Rounds are interleaved; prints the median of each in milliseconds and the ratio of the medians.
"""
import argparse
import os
import shutil
import tempfile

import by_hand
from race import Command, race

SOURCE_COUNT = 50
JOBS = 2


def dpacc(sdk, sources, output, models=('nv-dpa-bf3',), more=''):
    return (f'{sdk}/bin/dpacc {sources} -o {output} -mcpu={",".join(models)} -hostcc=gcc -app-name=flow_meter_app '
            f'-devicecc-options=-O2 -hostcc-options=-O2 {more}')


def race_one(sdk, folder, rounds):
    race('One 300-line source, one model', [
        Command('dpacc', dpacc(sdk, by_hand.FLOW_METER, f'{folder}/dpacc.a')),
        Command('clang, ld.lld, gcc, ar', by_hand.one_source(sdk, folder)),
    ], rounds, aim=0.8)


def race_models(sdk, folder, rounds):
    names = list(by_hand.models())
    race('One source, four models against one', [
        Command('dpacc, four models', dpacc(sdk, by_hand.FLOW_METER, f'{folder}/four.a', names)),
        Command('dpacc, one model', dpacc(sdk, by_hand.FLOW_METER, f'{folder}/one.a')),
    ], rounds, aim=2)


def race_many(sdk, folder, rounds):
    names = by_hand.write_sources(folder, SOURCE_COUNT)
    build = f'{folder}/ninja'

    def clean():
        shutil.rmtree(build, ignore_errors=True)
        os.mkdir(build)
        by_hand.write_ninja_folder(sdk, build, folder, names)

    sources = ' '.join(f'{folder}/{name}.c' for name in names)
    race(f'{SOURCE_COUNT} sources, one model', [
        Command(f'dpacc -j{JOBS}', dpacc(sdk, sources, f'{folder}/many.a', more=f'-j{JOBS}')),
        Command(f'ninja -j{JOBS}', f'ninja -C {build} -j{JOBS} hand.a', clean),
    ], max(3, rounds // 3), aim=1.0)


def race_version(sdk, _, rounds):
    race('Printing the version', [Command('dpacc --version', f'{sdk}/bin/dpacc --version'),
                                  Command('clang-22 --version', 'clang-22 --version')], 4 * rounds, aim=1.0)


RACES = {'one': race_one, 'models': race_models, 'many': race_many, 'version': race_version}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('sdk', type=os.path.abspath)
    parser.add_argument('races', nargs='*', choices=[*RACES, []])
    parser.add_argument('--rounds', type=int, default=11)
    options = parser.parse_args()
    for name in options.races or RACES:
        with tempfile.TemporaryDirectory() as folder:
            RACES[name](options.sdk, folder, options.rounds)


if __name__ == '__main__':
    main()

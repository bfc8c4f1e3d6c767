#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the cost of authentication of a process with an image of 1 MiB, relative to a device without it and to the verification
of the same bytes by openssl: processor time, medians of rounds. run.py --help has the options."""
import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = pathlib.Path(HERE).parents[1]
sys.path.insert(0, str(ROOT / 'bench'))
import arguments  # noqa: E402
import host_program  # noqa: E402
import record  # noqa: E402

TEST = ROOT / 'test/authentication/Inputs'
# Targets of the figures; missing one is not a failure.
AIMS = {'verification of 1 MiB': 5}


def prepare(sdk, folder):
    """The signed program, a device that is claimed, with its root, and authentication off; the signed bytes."""
    program = f'{folder}/program'
    host_program.build(sdk, f'{HERE}/large.c', f'{HERE}/create.c', 'large_app', program)
    environment = dict(os.environ, INPUTS=str(TEST), DATA=str(TEST / 'known'), PATH=f'{sdk}/bin:{os.environ["PATH"]}')
    script = '''set -e; . "$INPUTS/flow.sh"
      dpa-sign -e program -c "$DATA/chain.der" -p "$DATA/leaf-key.pem" -o signed --crypto-section never sign_dpa_apps
      dpacc-extract program -o image
      openssl pkey -in "$DATA/leaf-key.pem" -pubout -out leaf.pub
      openssl dgst -sha512 -sign "$DATA/leaf-key.pem" -out signature image
      claim; burn "$DATA/container-add.signed"
      owner_file on.conf True "$(auth_tlv True 0)"; owner_file off.conf True "$(auth_tlv False 0)"'''
    subprocess.run(['bash', '-c', script], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def create(sdk, folder, state):
    options = ['--state', f'{folder}/state'] if state else []
    if state:
        subprocess.run([f'{sdk}/bin/dpa-config', '-d', f'{folder}/state/mlx5_0', 'apply', f'{folder}/{state}.conf'], check=True,
                       stdout=subprocess.DEVNULL)
    return host_program.run(sdk, options, f'{folder}/signed', [])['create']


def openssl(folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(['openssl', 'dgst', '-sha512', '-verify', 'leaf.pub', '-signature', 'signature', 'image'], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e6


def figures_of(runs):
    medians = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    cost = (medians['on'] - medians['without']) / 1000
    return {'verification of 1 MiB': record.Figure(cost, 'ms', False),
            'verification / openssl dgst -verify': record.Figure(cost * 1000 / medians['openssl'], 'times', False),
            'process, authentication off / without state': record.Figure(medians['off'] / medians['without'], 'times', False)}


def main():
    parser = argparse.ArgumentParser(description='Measures what authentication of programs costs.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    record.add_options(parser, 'authentication')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prepare(options.sdk, folder)
        runs = [{'without': create(options.sdk, folder, None), 'off': create(options.sdk, folder, 'off'),
                 'on': create(options.sdk, folder, 'on'), 'openssl': openssl(folder)} for _ in range(options.rounds)]
    figures = figures_of(runs)
    host_program.print_table(figures, AIMS)
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures DOCA DPA relative to the same operations by Flex IO and by host threads: kernel launches, remote calls, activations of threads, RDMA
writes and events; medians of interleaved rounds, compared with the last record. run.py --help has the options."""
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

CALL, FLEXIO, THREADS = 'call of Flex IO', 'Flex IO', 'host threads'
# name -> (arguments, the peer, the aim of the ratio)
CASES = {
    'launch to completion event': (['launch', '5000'], CALL, 3),
    'remote call': (['rpc', '50000'], CALL, 1.5),
    'activation by a completion': (['activation', '50000'], FLEXIO, 1.5),
    '8-byte RDMA write': (['writes', '200000'], FLEXIO, 1 / 0.7),
    'event set on the DPA, seen on the host': (['event', '5000'], THREADS, 2),
}


def figures_of(medians):
    """{name: Figure}, in the order of the table."""
    figures = {}
    for case, (_, peer, _) in CASES.items():
        doca, other = medians[case, 'doca'], medians[case, 'peer']
        figures[case] = record.Figure(doca, 'us', False)
        figures[f'{case}: {peer}'] = record.Figure(other, 'us', False)
        figures[f'{case} / {peer}'] = record.Figure(doca / other, 'times', False)
    return figures


def main():
    parser = argparse.ArgumentParser(description='Measures what DOCA DPA costs, compared with Flex IO.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    record.add_options(parser, 'doca')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/doca-bench'
        host_program.build(options.sdk, f'{HERE}/device.c', f'{HERE}/doca-bench.c', 'doca_bench_app', program,
                           '-O2 -Wno-deprecated-declarations', ['-ldpa'], ['doca_rdma', 'doca_dpa', 'doca_common'])
        runs = [{(case, name): value for case, (arguments, _, _) in CASES.items()
                 for name, value in host_program.run(options.sdk, [], program, arguments).items()}
                for _ in range(options.rounds)]
    figures = figures_of(host_program.medians(runs))
    host_program.print_table(figures, {f'{case} / {peer}': round(aim, 2) for case, (_, peer, aim) in CASES.items()})
    record.finish(options, figures, options.rounds)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Round trip of a remote call against one between two threads, and start of a process, in one run.

usage: run.py SDK [ROUNDTRIPS [STARTS]]      SDK: the SDK tree, e.g. build/sdk; defaults: 10000 and 21
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    sdk = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([f'{sdk}/bin/dpacc', f'{HERE}/add.c', '-o', f'{folder}/app.a', '-mcpu=nv-dpa-bf3',
                        '-hostcc=gcc', '-app-name=rpc_bench_app', '-devicecc-options=-O2',
                        '-hostcc-options=-O2'], check=True)
        subprocess.run(['gcc', '-std=gnu11', '-O2', '-Wall', '-Wextra', '-DFLEXIO_ALLOW_EXPERIMENTAL_API',
                        f'-I{sdk}/include', f'{HERE}/rpc-bench.c', f'{folder}/app.a', f'-L{sdk}/lib', '-lflexio',
                        '-libverbs', '-lpthread', '-o', f'{folder}/rpc-bench'], check=True)
        subprocess.run([f'{sdk}/bin/dpa-run', '--', f'{folder}/rpc-bench', 'mlx5_0', *sys.argv[2:]], check=True)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile time: dpacc against the same work by hand (clang-22, ld.lld-22, gcc, ar), in one run.

usage: run.py SDK [ROUNDS]      SDK: the SDK tree, e.g. build/sdk; ROUNDS: default 21

Rounds are interleaved; prints the median of each in milliseconds and the ratio of the medians (dpacc / by hand).
The source is flow-meter.c; by hand means hand-stub.c with the image taken in by .incbin.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def commands(sdk, folder):
    libraries = f'{sdk}/lib/dpa/bf3'
    dpacc = (f'{sdk}/bin/dpacc {HERE}/flow-meter.c -o {folder}/dpacc.a -mcpu=nv-dpa-bf3 -hostcc=gcc '
             f'-app-name=flow_meter_app -devicecc-options=-O2 -hostcc-options=-O2')
    by_hand = ' && '.join([
        f'clang-22 --target=riscv64-unknown-unknown-elf -march=rv64imac_zbb_zbs -mabi=lp64 -mcmodel=medany -O2 '
        f'-ffreestanding -ffunction-sections -isystem {sdk}/include -isystem {sdk}/lib/dpa/include '
        f'-D__dpa_global__= -D__dpa_rpc__= -c {HERE}/flow-meter.c -o {folder}/device.o',
        f'ld.lld-22 -T {sdk}/lib/dpacc/dpa_linker.ld {folder}/device.o {libraries}/crt0.o --whole-archive '
        f'{libraries}/libflexio_dev.a --no-whole-archive --start-group {libraries}/libflexio-libc.a '
        f'{libraries}/libgcc.a --end-group -o {folder}/image.elf',
        f'gcc -O2 -DIMAGE=\'"{folder}/image.elf"\' -c {HERE}/hand-stub.c -o {folder}/stub.o',
        f'ar crD {folder}/hand.a {folder}/stub.o',
    ])
    return {'dpacc': dpacc, 'by hand': by_hand}


def run(command):
    start = time.perf_counter()
    subprocess.run(['sh', '-c', command], check=True)
    return (time.perf_counter() - start) * 1e3


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sdk, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 21
    times = {'dpacc': [], 'by hand': []}
    with tempfile.TemporaryDirectory() as folder:
        jobs = commands(sdk, folder)
        for command in jobs.values():
            run(command)
        for _ in range(rounds):
            for name, command in jobs.items():
                times[name].append(run(command))
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        print(f'{name:8} {median:7.1f} ms (least {min(times[name]):.1f}, {rounds} rounds)')
    print(f'ratio dpacc / by hand: {medians["dpacc"] / medians["by hand"]:.2f}')


if __name__ == '__main__':
    main()

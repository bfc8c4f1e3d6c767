#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C programs by csmith, compiled for the device's processor: qemu-riscv64 and every engine of ours must come to the
same checksum, registers and memory, and our engines to the same count of instructions. Seeds are taken in order; a program
that does not end within the budget is passed over (every engine must agree that it does not) and another seed is taken.

usage: csmith.py BUILD-FOLDER COUNT [FIRST-SEED]
"""
import concurrent.futures
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

INPUTS = pathlib.Path(__file__).resolve().parent
LIBRARY_HEADERS = '/usr/lib/picolibc/riscv64-unknown-elf/include'
CSMITH_HEADERS = '/usr/include/csmith'
BUDGET = 20_000_000
STATUS_OF_BUDGET = 124
# By seed. What the device libraries are built with comes most often.
VARIANTS = [('-O2', 'rv64imac'), ('-O2', 'rv64imac_zba_zbb_zbs'), ('-O1', 'rv64imac_zba_zbb_zbs'), ('-O2', 'rv64imac'),
            ('-Os', 'rv64imac_zba_zbb_zbs'), ('-O2', 'rv64imac_zbb_zbs'), ('-O3', 'rv64imac_zba_zbb_zbs'),
            ('-O0', 'rv64imac')]
TURN = 977


class Difference(Exception):
    pass


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def checked(*command):
    result = run(*command)
    if result.returncode != 0:
        raise Difference(f'{" ".join(command)}: status {result.returncode}: {result.stderr.strip()[:500]}')
    return result


def compile_program(seed, folder):
    level, march = VARIANTS[seed % len(VARIANTS)]
    source, program = os.path.join(folder, f'{seed}.c'), os.path.join(folder, f'{seed}.elf')
    # No packed structures: pointers to their fields would be misaligned, which the device does not allow.
    checked('csmith', '--seed', str(seed), '--no-packed-struct', '--output', source)
    checked('clang-22', '--target=riscv64-unknown-elf', f'-march={march}', '-mabi=lp64', '-mcmodel=medany', '-mno-relax', level,
            '-w', '-nostdlib', '-static', '--ld-path=ld.lld-22', f'-Wl,-T,{INPUTS}/csmith.ld', '-isystem', CSMITH_HEADERS,
            '-isystem', LIBRARY_HEADERS, source, os.path.join(folder, 'start.o'), '-o', program)
    return program


def compare(seed, folder, runner, engines):
    """Instructions of a program that ends, or None."""
    program = compile_program(seed, folder)
    ours = {(engine, turn): run(runner, engine, str(BUDGET), str(turn), program) for engine in engines for turn in (0, TURN)}
    statuses = {result.returncode for result in ours.values()}
    if statuses == {STATUS_OF_BUDGET}:
        return None
    qemu = checked('qemu-riscv64', program)
    (reference, count), *_ = ours.items()
    for (engine, turn), result in ours.items():
        if (result.returncode, result.stdout) != (0, qemu.stdout):
            raise Difference(f'{engine} (turn {turn}): status {result.returncode}, qemu-riscv64 says\n{qemu.stdout}ours says\n'
                             f'{result.stdout}{result.stderr}')
        if result.stderr != count.stderr:
            raise Difference(f'{engine} (turn {turn}) retired {result.stderr.strip()} instructions, '
                             f'{reference[0]} {count.stderr.strip()}')
    os.remove(program)
    return int(count.stderr)


def main():
    build, wanted = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    runner = os.path.join(build, 'conformance', 'run-guest')
    engines = checked(runner, '--engines').stdout.split()
    ended = failures = endless = instructions = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checked('clang-22', '--target=riscv64-unknown-elf', '-march=rv64imac', '-mabi=lp64', '-mcmodel=medany', '-mno-relax',
                '-O2', '-std=c11', '-Wall', '-Wextra', '-Werror', '-ffreestanding', '-fno-builtin', '-c',
                str(INPUTS / 'csmith-start.c'), '-o', os.path.join(folder, 'start.o'))
        seeds = itertools.count(first)
        while ended + failures < wanted:
            chunk = list(itertools.islice(seeds, wanted - ended - failures))
            for seed, job in [(seed, pool.submit(compare, seed, folder, runner, engines)) for seed in chunk]:
                try:
                    count = job.result()
                except Difference as difference:
                    failures += 1
                    print(f'seed {seed}, {" ".join(VARIANTS[seed % len(VARIANTS)])}: {difference}', flush=True)
                    continue
                endless += count is None
                ended += count is not None
                instructions += count or 0
    print(f'{ended} programs agree, {failures} failures, {endless} seeds passed over, {instructions} instructions, '
          f'engines: {", ".join(engines)}')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())

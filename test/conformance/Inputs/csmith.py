#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C programs by csmith, compiled for the device's processor: qemu-riscv64 and every engine of the emulator must reach the
same checksum, registers and memory, and our engines must retire the same number of instructions. Seeds are taken in order. A
seed is passed over, counted by reason, and replaced by another, if csmith generates no program in time, if the program does not
end within the budget (every engine must agree that it does not), or if the program itself accesses memory misaligned, which
traps on the device: every engine must trap in the same way, and a build with clang's own check must say so in qemu-riscv64.

csmith.py --help has the options.
"""
import argparse
import collections
import concurrent.futures
import itertools
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile

INPUTS = pathlib.Path(__file__).resolve().parent
LIBRARY_HEADERS = '/usr/lib/picolibc/riscv64-unknown-elf/include'
CSMITH_HEADERS = '/usr/include/csmith'
BUDGET = 20_000_000
STATUS_OF_BUDGET = 124
STATUS_OF_FAULT = 125
# Seconds of processor time for every child; even an interpreter needs few for the budget.
LIMIT = 120
MISALIGNED = ('trap: cause 4,', 'trap: cause 6,')
PROGRESS_EVERY = 25
# Selected by seed. The options that the device libraries are built with are the most frequent.
VARIANTS = [('-O2', 'rv64imac'), ('-O2', 'rv64imac_zba_zbb_zbs'), ('-O1', 'rv64imac_zba_zbb_zbs'), ('-O2', 'rv64imac'),
            ('-Os', 'rv64imac_zba_zbb_zbs'), ('-O2', 'rv64imac_zbb_zbs'), ('-O3', 'rv64imac_zba_zbb_zbs'),
            ('-O0', 'rv64imac')]
TURN = 977


class Difference(Exception):
    pass


class PassedOver(Exception):
    pass


def run(*command, folder=None):
    """A child that ends by itself when it has used up its time, even if this script was killed."""
    return subprocess.run(('prlimit', f'--cpu={LIMIT}', '--', *command), stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, cwd=folder)


def checked(*command):
    result = run(*command)
    if result.returncode != 0:
        raise Difference(f'{" ".join(command)}: status {result.returncode}: {result.stderr.strip()[:500]}')
    return result


def make_source(seed, folder, packed):
    source = os.path.join(folder, f'{seed}.c')
    # csmith writes platform.info into its folder and reads it again: two runs in one folder could
    # read half of it.
    with tempfile.TemporaryDirectory(dir=folder) as own:
        made = run('csmith', '--seed', str(seed), '--packed-struct' if packed else '--no-packed-struct', '--output', source,
                   folder=own)
    if made.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise PassedOver(f'csmith takes more than {LIMIT} s')
    if made.returncode != 0:
        raise Difference(f'csmith --seed {seed}: status {made.returncode}: {(made.stderr + made.stdout).strip()[:500]}')
    return source


def compile_program(seed, source, folder, *more):
    level, march = VARIANTS[seed % len(VARIANTS)]
    program = os.path.join(folder, f'{seed}{"".join(more)}.elf')
    checked('clang-22', '--target=riscv64-unknown-elf', f'-march={march}', '-mabi=lp64', '-mcmodel=medany', '-mno-relax', level,
            '-w', '-nostdlib', '-static', '--ld-path=ld.lld-22', f'-Wl,-T,{INPUTS}/csmith.ld', '-isystem', CSMITH_HEADERS,
            '-isystem', LIBRARY_HEADERS, *more, source, os.path.join(folder, 'start.o'), '-o', program)
    return program


def is_misaligned(seed, source, folder):
    """Decided by the program itself, not by an engine of ours: in qemu-riscv64, where misaligned accesses work, the program
    ends normally, and a build with clang's check of every access stops."""
    program = compile_program(seed, source, folder)
    checking = compile_program(seed, source, folder, '-fsanitize=alignment', '-fsanitize-trap=alignment')
    return run('qemu-riscv64', program).returncode == 0 and run('qemu-riscv64', checking).returncode == -signal.SIGILL


def pass_over(seed, source, folder, results):
    """Raises PassedOver if the program cannot be compared; `results` are those of all engines."""
    if {result.returncode for result in results} == {STATUS_OF_BUDGET}:
        raise PassedOver(f'no end within {BUDGET} instructions')
    faults = {result.stderr for result in results}
    if ({result.returncode for result in results} == {STATUS_OF_FAULT} and len(faults) == 1
            and next(iter(faults)).startswith(MISALIGNED) and is_misaligned(seed, source, folder)):
        raise PassedOver('a misaligned access of the program')


def compare(seed, folder, runner, engines, packed):
    """Returns how many instructions the program retires; raises Difference if the engines or qemu-riscv64 disagree."""
    source = make_source(seed, folder, packed)
    program = compile_program(seed, source, folder)
    ours = {(engine, turn): run(*runner, engine, str(BUDGET), str(turn), program) for engine in engines for turn in (0, TURN)}
    pass_over(seed, source, folder, ours.values())
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


class Tally:
    """The results of the seeds so far."""

    def __init__(self):
        self.ended = self.failures = self.instructions = 0
        self.passed_over = collections.Counter()

    def add(self, seed, job):
        try:
            self.instructions += job.result()
            self.ended += 1
        except PassedOver as reason:
            self.passed_over[str(reason)] += 1
            print(f'seed {seed} passed over: {reason}', flush=True)
            return
        except Difference as difference:
            self.failures += 1
            print(f'seed {seed}, {" ".join(VARIANTS[seed % len(VARIANTS)])}: {difference}', flush=True)
        if self.compared % PROGRESS_EVERY == 0:
            print(f'so far: {self.ended} programs, {self.failures} failures', flush=True)

    @property
    def compared(self):
        return self.ended + self.failures

    def report(self, engines):
        print(f'{self.ended} programs agree, {self.failures} failures, {self.passed_over.total()} seeds passed over, '
              f'{self.instructions} instructions, engines: {", ".join(engines)}')
        for reason, count in sorted(self.passed_over.items()):
            print(f'  passed over: {count}: {reason}')


def options():
    parser = argparse.ArgumentParser(description='Random C programs by csmith on qemu-riscv64 and on every engine of ours.')
    parser.add_argument('build', metavar='BUILD-FOLDER')
    parser.add_argument('count', metavar='COUNT', type=int, help='programs to compare')
    parser.add_argument('first', metavar='FIRST-SEED', nargs='?', type=int, default=1)
    parser.add_argument('--packed', action='store_true',
                        help='with packed structures, pointers to whose fields are where misaligned accesses come from')
    parser.add_argument('--under', metavar='COMMAND', type=shlex.split, default=[],
                        help='what runs the engines, if they are built for another processor')
    return parser.parse_args()


def main():
    chosen = options()
    wanted, first, packed = chosen.count, chosen.first, chosen.packed
    runner = (*chosen.under, os.path.join(chosen.build, 'conformance', 'run-guest'))
    engines = checked(*runner, '--engines').stdout.split()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checked('clang-22', '--target=riscv64-unknown-elf', '-march=rv64imac', '-mabi=lp64', '-mcmodel=medany', '-mno-relax',
                '-O2', '-std=c11', '-Wall', '-Wextra', '-Werror', '-ffreestanding', '-fno-builtin', '-c',
                str(INPUTS / 'csmith-start.c'), '-o', os.path.join(folder, 'start.o'))
        seeds = itertools.count(first)
        while tally.compared < wanted:
            chunk = list(itertools.islice(seeds, wanted - tally.compared))
            for seed, job in [(seed, pool.submit(compare, seed, folder, runner, engines, packed)) for seed in chunk]:
                tally.add(seed, job)
    tally.report(engines)
    return 1 if tally.failures else 0


if __name__ == '__main__':
    sys.exit(main())

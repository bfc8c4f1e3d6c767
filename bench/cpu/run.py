#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Measures the CPU engines on one image: rounds over all programs, engines interleaved, medians of CPU time. Prints guest
# MIPS, geometric means and ratios; says whether the targets are met; fails if checksums differ.
#
# usage: run.py BUILD-DIR [ROUNDS]        (ninja -C BUILD-DIR bench-cpu first)
import math
import os
import statistics
import subprocess
import sys

# number of guest/programs.h, rounds for about 0.05 to 0.3 G guest instructions
PROGRAMS = {'list': (1, 1500), 'matrix': (2, 1500), 'crc': (3, 4000), 'state': (4, 100000), 'mix': (5, 400),
            'packet': (6, 60000), 'memory': (7, 50000)}
ENGINES = ('ours', 'unicorn', 'qemu', 'native')
TARGETS = {'unicorn': 2.3, 'qemu': 0.25}


def fail(message):
    sys.exit(f'run.py: error: {message}')


def run_child(command):
    """Standard output and CPU seconds of a command."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        fail(f'{" ".join(command)}: ended with status {status}')
    return output.split(), usage.ru_utime + usage.ru_stime


def measure(folder, engine, number, rounds):
    """(checksum, seconds, instructions or 0); QEMU is another process, so its start is measured and taken off."""
    image = os.path.join(folder, 'guest.elf')
    if engine == 'qemu':
        _, start = run_child(['qemu-riscv64', image, '0', '0'])
        (checksum,), seconds = run_child(['qemu-riscv64', image, str(number), str(rounds)])
        return checksum, max(seconds - start, 1e-6), 0
    (checksum, seconds, instructions), _ = run_child([os.path.join(folder, engine), image, str(number), str(rounds)])
    return checksum, float(seconds), int(instructions)


def collect(folder, rounds):
    """{engine: {program: median seconds}}, {program: instructions}"""
    times = {engine: {program: [] for program in PROGRAMS} for engine in ENGINES}
    instructions = {}
    for _ in range(rounds):
        for program, (number, repeats) in PROGRAMS.items():
            checksums = {}
            for engine in ENGINES:
                checksums[engine], seconds, count = measure(folder, engine, number, repeats)
                times[engine][program].append(seconds)
                instructions[program] = count or instructions.get(program, 0)
            if len(set(checksums.values())) != 1:
                fail(f'{program}: checksums differ: {checksums}')
    return {e: {p: statistics.median(v) for p, v in by.items()} for e, by in times.items()}, instructions


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


def main():
    if len(sys.argv) not in (2, 3):
        fail('usage: run.py BUILD-DIR [ROUNDS]')
    folder = os.path.join(sys.argv[1], 'bench-cpu')
    times, instructions = collect(folder, int(sys.argv[2]) if len(sys.argv) == 3 else 5)
    print('guest MIPS'.ljust(12), *(program.rjust(8) for program in PROGRAMS), ' geometric mean')
    means = {}
    for engine in ENGINES:
        speeds = [instructions[program] / times[engine][program] / 1e6 for program in PROGRAMS]
        means[engine] = geometric_mean(speeds)
        print(engine.ljust(12), *(f'{speed:8.0f}' for speed in speeds), f'{means[engine]:15.0f}')
    for other, target in TARGETS.items():
        ratio = means['ours'] / means[other]
        print(f'ours / {other}: {ratio:.2f} (target: at least {target}: {"met" if ratio >= target else "MISSED"})')
    print(f'ours / native: {means["ours"] / means["native"]:.3f}')


if __name__ == '__main__':
    main()

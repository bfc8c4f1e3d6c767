#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Measures the CPU engines on one image: rounds over all programs, engines interleaved, medians of CPU time. Prints guest
# MIPS, geometric means and ratios; says whether the targets are met; fails if checksums or our engines' instruction counts
# differ.
#
# usage: run.py BUILD-DIR [ROUNDS]        (ninja -C BUILD-DIR bench-cpu first)
import math
import os
import statistics
import subprocess
import sys

# number of guest/programs.h, rounds for about 0.05 to 0.3 G guest instructions
PROGRAMS = {'list': (1, 1500), 'matrix': (2, 1500), 'crc': (3, 20000), 'state': (4, 100000), 'mix': (5, 400),
            'packet': (6, 60000), 'memory': (7, 50000)}
ENGINES = ('jit', 'interp', 'unicorn', 'qemu', 'native')
# (engine, peer, at least this ratio of the geometric means, at least this ratio on each program)
TARGETS = (('jit', 'qemu', 1.5, 0.9), ('jit', 'native', 0.45, 0), ('interp', 'qemu', 0.26, 0), ('interp', 'unicorn', 2.4, 0))


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
    runner = [os.path.join(folder, 'ours'), engine] if engine in ('jit', 'interp') else [os.path.join(folder, engine)]
    (checksum, seconds, instructions), _ = run_child(runner + [image, str(number), str(rounds)])
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
                if count and instructions.setdefault(program, count) != count:
                    fail(f'{program}: {engine} retired {count} instructions, another {instructions[program]}')
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
    for engine, peer, target, each in TARGETS:
        ratios = {p: times[peer][p] / times[engine][p] for p in PROGRAMS}
        ratio = means[engine] / means[peer]
        least = min(ratios, key=ratios.get)
        met = ratio >= target and ratios[least] >= each
        print(f'{engine} / {peer}: {ratio:.2f}, least {ratios[least]:.2f} ({least}); '
              f'target {target}, on each {each}: {"met" if met else "MISSED"}')


if __name__ == '__main__':
    main()

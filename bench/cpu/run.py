#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Measures the CPU engines on one image: rounds over all programs, engines interleaved, medians of CPU time. Prints guest
# MIPS, geometric means and ratios; prints whether the targets are met; compares with the last recorded run and, if asked,
# records this one and draws its chart for the docs. Fails if checksums or the instruction counts of JIT and interpreter differ.
#
# usage: run.py BUILD-DIR [ROUNDS] [--record]        (ninja -C BUILD-DIR bench-cpu first)
import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'bench'))
import arguments  # noqa: E402
import chart  # noqa: E402
import record  # noqa: E402

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


def print_table(speeds, means):
    print('guest MIPS'.ljust(12), *(program.rjust(8) for program in PROGRAMS), ' geometric mean')
    for engine, by_program in speeds.items():
        print(engine.ljust(12), *(f'{speed:8.0f}' for speed in by_program.values()), f'{means[engine]:15.0f}')


def print_targets(speeds, means):
    for engine, peer, target, each in TARGETS:
        ratios = {p: speeds[engine][p] / speeds[peer][p] for p in PROGRAMS}
        ratio = means[engine] / means[peer]
        least = min(ratios, key=ratios.get)
        met = ratio >= target and ratios[least] >= each
        print(f'{engine} / {peer}: {ratio:.2f}, least {ratios[least]:.2f} ({least}); '
              f'target {target}, on each {each}: {"met" if met else "MISSED"}')


def figures_of(speeds, means):
    """What is recorded: ratios, which other machines may be compared by, then the speeds."""
    figures = {f'{engine} / {peer}': record.Figure(means[engine] / means[peer], 'times', True)
               for engine, peer, *_ in TARGETS}
    for engine in ENGINES:
        for program in PROGRAMS:
            figures[f'{engine} {program}'] = record.Figure(speeds[engine][program], 'MIPS', True)
    return figures


def draw(recorded, path):
    figures = {name: value for name, (value, *_) in recorded['figures'].items()}
    groups = {p: [figures[f'{engine} {p}'] / 1000 for engine in ENGINES] for p in PROGRAMS}
    means = [geometric_mean(values) for values in zip(*groups.values())]
    chart.draw(path, 'Speed of the CPU engine: billions of guest instructions a second (more is better)', recorded,
               {**groups, 'geo. mean': means}, ENGINES)


def main():
    parser = argparse.ArgumentParser(description='Compares the CPU engines with Unicorn, qemu-riscv64 and native code.')
    parser.add_argument('build', metavar='BUILD-DIR')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    parser.add_argument('--chart', metavar='FILE', type=pathlib.Path, default=ROOT / 'docs/images/cpu-engine.svg',
                        help='where --record draws (default: %(default)s)')
    record.add_options(parser, 'cpu-engine')
    options = parser.parse_args()
    arguments.need_command(parser, 'qemu-riscv64', 'qemu-user')
    folder = os.path.join(options.build, 'bench-cpu')
    if not os.path.isfile(os.path.join(folder, 'ours')):
        parser.error(f"expected the programs of the benchmark in '{folder}': ninja -C {options.build} bench-cpu")
    times, instructions = collect(folder, options.rounds)
    speeds = {e: {p: instructions[p] / times[e][p] / 1e6 for p in PROGRAMS} for e in ENGINES}
    means = {engine: geometric_mean(by_program.values()) for engine, by_program in speeds.items()}
    print_table(speeds, means)
    print_targets(speeds, means)
    recorded = record.finish(options, figures_of(speeds, means), options.rounds)
    if recorded:
        draw(recorded, options.chart)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CPU engine on real code: programs.py, each compiled by dpacc and run as one remote call by the JIT and by the
interpreter, beside the same code under qemu-riscv64 and the same source on the host without vectors; and by the JIT with a
seed. Another run of the JIT, which is not compared, prints the share of time spent translating.

usage: run.py SDK FOLDER [--rounds N] [--work MS] [--only NAME,...] [--elapsed] [--fast] [--units N,...] [--record]

Builds into FOLDER what is missing (fetches Debian's source packages), then measures: processor time of all threads, or with
--elapsed elapsed time, QEMU's and the SDK's start taken off. In each round the engines run in turn; a ratio is the median of the
rounds' ratios, so that what slows a shared machine for a second slows both. --work is the native time of a run. --fast measures
whole processes instead: the elapsed time of 1, 10 and 100 ms of native work, what a user waits for. --units measures the JIT with
a seed instead, on several execution units that compute at the same time, relative to the same work on one thread without a seed.
Exit status 1: a checksum differs.
"""
import argparse
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))
import arguments  # noqa: E402
import build  # noqa: E402
import record  # noqa: E402
from programs import PROGRAMS  # noqa: E402

ENGINES = ('interp', 'seed', 'jit', 'qemu', 'native')  # in this order: those that are compared are close to each other
STARTED = ('jit', 'qemu', 'native') # the engines that --fast measures
DEVICE_OPTIONS = {'jit': ['--engine=jit'], 'seed': ['--engine=jit', '--seed=1'], 'interp': ['--engine=interp']}
RATIOS = (('jit', 'qemu'), ('jit', 'native'), ('jit', 'interp'))
TIMEOUT = 120  # seconds


class Seconds:
    """Of processor time, or elapsed: `of_run` as measured here, `in_line` as the programs print them at the end of a line."""
    uses_elapsed = False

    @classmethod
    def of_run(cls, usage, begin):
        return time.monotonic() - begin if cls.uses_elapsed else usage.ru_utime + usage.ru_stime

    @classmethod
    def in_line(cls, words):
        return float(words[-1 if cls.uses_elapsed else -2])


def run_child(command, reads_errors=False):
    """Standard output (or standard error, too) in words, and seconds; None, inf if it does not end in time."""
    begin = time.monotonic()
    child = subprocess.Popen(['timeout', str(TIMEOUT), *map(str, command)], stdout=subprocess.PIPE, text=True,
                             stderr=subprocess.STDOUT if reads_errors else None)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = Seconds.of_run(usage, begin)
    if os.waitstatus_to_exitcode(status) in (124, -9):
        return None, math.inf
    if status != 0:
        sys.exit(f'run.py: error: {" ".join(map(str, command))}: ended with status {status}')
    return output.split(), seconds


def on_device(folder, sdk, name, rounds, engine, whole):
    """(checksum, seconds), of the call or of the whole process"""
    words, total = run_child([sdk / 'bin/dpa-run', *DEVICE_OPTIONS[engine], '--watchdog=0', '--misaligned=silent', '--',
                              folder / 'count', folder / f'{name}.device', f'{name}:{rounds}'])
    if words is None:
        return None, total
    return words[1], total if whole else Seconds.in_line(words)


def translating_share(folder, sdk, name, rounds):
    """Of the processor time of a call by the JIT, the part spent translating."""
    words, _ = run_child([sdk / 'bin/dpa-run', '--engine=jit', '--stats', '--watchdog=0', '--misaligned=silent', '--',
                          folder / 'count', folder / f'{name}.device', f'{name}:{rounds}'], True)
    if words is None:
        return math.nan
    text = ' '.join(words)
    took = re.search(r'translating \d+ instructions took (\d+) us', text)
    call = re.search(rf'\b{name} [0-9a-f]+ \d+ ([0-9.]+)', text)
    return int(took[1]) / 1e6 / float(call[1]) if took else 0


def measure(folder, sdk, name, rounds, engine, whole=False):
    """(checksum, seconds)"""
    if engine in DEVICE_OPTIONS:
        return on_device(folder, sdk, name, rounds, engine, whole)
    if engine == 'qemu':
        start = 0 if whole else run_child(['qemu-riscv64', folder / f'{name}.qemu', 1, 0])[1]
        words, seconds = run_child(['qemu-riscv64', folder / f'{name}.qemu', 1, rounds])
        return words and words[0].lstrip('0') or '0', max(seconds - start, 1e-6)
    words, total = run_child([folder / f'{name}.native', rounds])
    return words[0], total if whole else Seconds.in_line(words)


def rounds_for(folder, name, seconds):
    """How many rounds take about so long on the host."""
    rounds = 1
    while True:
        taken = Seconds.in_line(run_child([folder / f'{name}.native', rounds])[0])
        if taken > 0.02:
            return max(1, round(rounds * seconds / taken))
        rounds *= 4


def times_of_rounds(folder, sdk, name, count, repeats, whole=False):
    """{engine: seconds in each round}, whether all checksums are the same"""
    engines = STARTED if whole else ENGINES
    times = {engine: [] for engine in engines}
    checksums = {}
    for _ in range(repeats):
        for engine in engines:
            checksum, seconds = measure(folder, sdk, name, count, engine, whole)
            times[engine].append(seconds)
            if checksum is not None:
                checksums[engine] = checksum
    if len(set(checksums.values())) != 1:
        print(f'{name}: checksums differ: {checksums}')
    return times, len(set(checksums.values())) == 1


def speed(times, engine, other):
    """How many times as fast one engine is as the other."""
    return statistics.median(b / a for a, b in zip(times[engine], times[other]))


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def print_means(rows):
    for a, b in RATIOS:
        ratios = {name: speed(times, a, b) for name, times in rows.items()}
        least = min(ratios, key=ratios.get)
        print(f'{a} / {b}: {geometric_mean(max(x, 1e-3) for x in ratios.values()):.2f}, '
              f'least {ratios[least]:.2f} ({least})')
    slowdowns = {name: speed(times, 'jit', 'seed') for name, times in rows.items()}
    most = max(slowdowns, key=slowdowns.get)
    print(f'time with a seed / without: {geometric_mean(slowdowns.values()):.2f}, most {slowdowns[most]:.2f} ({most})')


def compare(options, folder, sdk):
    """Long runs: speeds of the engines."""
    rows, is_fine = {}, True
    print(f'{"":10} {"ms native":>9} {"jit/qemu":>9} {"jit/native":>10} {"jit/interp":>10} {"seed time":>9} '
          f'{"translating":>11}')
    for name in options.names:
        count = rounds_for(folder, name, options.work / 1000)
        times, same = times_of_rounds(folder, sdk, name, count, options.rounds)
        rows[name] = times
        is_fine &= same
        print(f'{name:10} {statistics.median(times["native"]) * 1000:9.1f} {speed(times, "jit", "qemu"):9.2f} '
              f'{speed(times, "jit", "native"):10.2f} {speed(times, "jit", "interp"):10.2f} '
              f'{speed(times, "jit", "seed"):9.2f} {translating_share(folder, sdk, name, count):11.1%}', flush=True)
    print_means(rows)
    return rows, is_fine


def compare_starts(options, folder, sdk):
    """Short runs of whole processes, against QEMU's."""
    is_fine = True
    print(f'{"qemu/jit":10} {"1 ms":>9} {"10 ms":>9} {"100 ms":>9}')
    all_ratios = []
    for name in options.names:
        ratios = []
        for milliseconds in (1, 10, 100):
            count = rounds_for(folder, name, milliseconds / 1000)
            times, same = times_of_rounds(folder, sdk, name, count, options.rounds, True)
            is_fine &= same
            ratios.append(speed(times, 'jit', 'qemu'))
        all_ratios.append(ratios)
        print(f'{name:10} ' + ' '.join(f'{ratio:9.2f}' for ratio in ratios), flush=True)
    print(f'{"mean":10} ' + ' '.join(f'{geometric_mean(column):9.2f}' for column in zip(*all_ratios)))
    return is_fine


def on_units(folder, sdk, name, rounds, units, option):
    """Seconds of a call on each of several execution units at the same time."""
    words, _ = run_child([sdk / 'bin/dpa-run', '--engine=jit', option, '--watchdog=0', '--misaligned=silent', '--',
                          folder / 'units', folder / f'{name}.device', name, rounds, units])
    return float(words[3]) if words else math.inf


def compare_units(options, folder, sdk):
    """With a seed, on several execution units, which share the work."""
    for units in options.units:
        slowdowns = {}
        for name in options.names:
            rounds = max(1, rounds_for(folder, name, options.work / 1000) // units)
            pairs = [[on_units(folder, sdk, name, rounds, units, option) for option in ('--seed=1', '--threads=1')]
                     for _ in range(options.rounds)]
            slowdowns[name] = statistics.median(with_seed / without for with_seed, without in pairs)
            print(f'{name:10} {units:3} units: {slowdowns[name]:.2f}', flush=True)
        print(f'{"mean":10} {units:3} units: {geometric_mean(slowdowns.values()):.2f}, most {max(slowdowns.values()):.2f}')


def main():
    parser = argparse.ArgumentParser(description='The CPU engine on real code, beside QEMU and the host.')
    parser.add_argument('sdk', metavar='SDK', type=arguments.sdk_tree)
    parser.add_argument('folder', metavar='FOLDER', type=pathlib.Path)
    parser.add_argument('--rounds', type=arguments.positive(int), default=3,
                        help='how often each is measured (default: %(default)s)')
    parser.add_argument('--work', type=arguments.positive(float), default=200, help='milliseconds on the host (default: %(default)s)')
    parser.add_argument('--only', metavar='NAME,...', dest='names', type=arguments.names_of(PROGRAMS), default=list(PROGRAMS))
    parser.add_argument('--elapsed', action='store_true', help='elapsed time instead of processor time')
    parser.add_argument('--fast', action='store_true', help='whole processes with 1, 10 and 100 ms of work')
    parser.add_argument('--units', type=lambda text: [arguments.positive(int)(each) for each in text.split(',')],
                        help='with a seed on so many execution units, such as 2,4,16')
    record.add_options(parser, 'broad')
    options = parser.parse_args()
    if not options.units:
        arguments.need_command(parser, 'qemu-riscv64', 'qemu-user')
    Seconds.uses_elapsed = options.elapsed or options.fast
    folder, sdk = options.folder.resolve(), options.sdk
    build.build_all(options.names, sdk, folder)
    if options.fast:
        sys.exit(not compare_starts(options, folder, sdk))
    if options.units:
        compare_units(options, folder, sdk)
        return
    rows, is_fine = compare(options, folder, sdk)
    figures = {f'{name}, {a} / {b}': record.Figure(speed(times, a, b), 'times', True)
               for name, times in rows.items() for a, b in RATIOS}
    figures.update({f'mean, {a} / {b}': record.Figure(geometric_mean(speed(t, a, b) for t in rows.values()), 'times', True)
                    for a, b in RATIOS})
    figures.update({f'{name}, time with a seed / without': record.Figure(speed(times, 'jit', 'seed'), 'times', False)
                    for name, times in rows.items()})
    record.finish(options, figures, options.rounds)
    sys.exit(not is_fine)


if __name__ == '__main__':
    main()

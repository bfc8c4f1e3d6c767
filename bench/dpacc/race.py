# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs commands against each other: rounds are interleaved, so that what else the machine does hits all alike.

Given named shell commands; prints the median time of each and the ratio to the last one, the peer. Never judges.
"""
import resource
import statistics
import subprocess
import time


class Command:
    """One contestant. `prepare`, if any, is called before each run, outside of the time."""

    def __init__(self, name, text, prepare=None):
        self.name, self.text, self.prepare = name, text, prepare
        self.wall, self.cpu = [], []

    def run(self):
        if self.prepare:
            self.prepare()
        before, start = processor_time(), time.perf_counter()
        subprocess.run(['sh', '-c', self.text], check=True, stdout=subprocess.DEVNULL)
        self.wall.append((time.perf_counter() - start) * 1e3)
        self.cpu.append((processor_time() - before) * 1e3)


def processor_time():
    """Seconds of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def race(title, commands, rounds, aim):
    """The last command is the peer of the first; `aim` is the ratio wanted."""
    for command in commands:  # once for the caches
        command.run()
        command.wall, command.cpu = [], []
    for _ in range(rounds):
        for command in commands:
            command.run()
    print(f'{title} ({rounds} rounds)')
    for command in commands:
        print(f'  {command.name:34} {statistics.median(command.wall):8.1f} ms (least {min(command.wall):.1f}), '
              f'processor time {statistics.median(command.cpu):.0f} ms')
    first, peer = commands[0], commands[-1]
    ratio = statistics.median(first.wall) / statistics.median(peer.wall)
    least = min(first.wall) / min(peer.wall)
    print(f'  ratio {first.name} / {peer.name}: {ratio:.2f} (of the least times {least:.2f}; aim: at most {aim})\n',
          flush=True)

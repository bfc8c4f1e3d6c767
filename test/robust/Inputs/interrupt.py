# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: interrupt.py ROUNDS SEED WORK COMMAND...

Runs the command in the folder WORK again and again and sends it a signal at some moment between its start and a bit after
the time that it takes, until ROUNDS signals met it alive. It has to end by that signal; where it was faster, successfully.
Then every output is the old one or the right one, and no file and no process is left."""
import os
import random
import select
import signal
import sys
import time

from harness import OLD, Work, adopt_orphans, fail, wait_for_all

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def ends_within(process, seconds):
    """Waits until the process has ended or the time of the signal has come, which is random on purpose: the outcome has to be
    right in either case."""
    descriptor = os.pidfd_open(process.pid)
    ended, _, _ = select.select([descriptor], [], [], seconds)
    os.close(descriptor)
    return bool(ended)


def one_round(work, command, number, delay, what):
    """True if the signal reached the command before it had finished."""
    work.make_old_outputs()
    process = work.start(command)
    if not ends_within(process, delay):
        process.send_signal(number)
    text, _ = process.communicate()
    wait_for_all()
    if process.returncode == 0:
        work.check(what, lambda name: {work.outputs[name]})
        return False
    if process.returncode != -number:
        fail(f'{what}: ended with {process.returncode}\n{text}')
    work.check(what, lambda name: {OLD, work.outputs[name]})
    return True


def main():
    rounds, seed, folder, *command = sys.argv[1:]
    adopt_orphans()
    work = Work(folder, command)
    choice = random.Random(int(seed) or None)
    duration = None
    tries = interrupted = 0
    while interrupted < int(rounds):
        if tries == 20 * int(rounds):
            fail(f'only {interrupted} of {tries} runs were interrupted')
        if duration is None:
            begin = time.monotonic()
            work.start(command).communicate()
            duration = time.monotonic() - begin
        number = choice.choice(SIGNALS)
        delay = choice.uniform(0, 1.2) * duration
        tries += 1
        if one_round(work, command, number, delay, f'run {tries}, {number.name} after {delay:.4f} s'):
            interrupted += 1
        else:
            duration = None  # the machine may have become faster
    work.remove_outputs()
    print(f'{interrupted} runs interrupted')


main()

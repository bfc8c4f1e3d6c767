# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: interrupt.py ROUNDS SEED WORK COMMAND...

Runs the command in the folder WORK again and again and sends it a signal at some moment between its start and a bit after
the time that it takes. It has to end by that signal, or successfully if it was faster; then every output is the old one or
the right one, and no file and no process is left."""
import random
import select
import signal
import sys
import time

from harness import OLD, Work, adopt_orphans, fail, wait_for_all

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def pause(seconds):
    """The moment is random on purpose: whichever it is, the outcome has to be right."""
    select.select([], [], [], seconds)


def one_round(work, command, number, delay, what):
    work.make_old_outputs()
    process = work.start(command)
    pause(delay)
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
    begin = time.monotonic()
    work.start(command).communicate()
    duration = time.monotonic() - begin
    choice = random.Random(int(seed) or None)
    interrupted = 0
    for i in range(int(rounds)):
        number = choice.choice(SIGNALS)
        delay = choice.uniform(0, 1.2) * duration
        interrupted += one_round(work, command, number, delay, f'round {i}, {number.name} after {delay:.4f} s')
    work.remove_outputs()
    print(f'{rounds} rounds fine, {interrupted} interrupted')


main()

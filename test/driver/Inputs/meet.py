#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: meet.py FOLDER ARRIVALS COMMAND...

Runs a compiler and keeps count, in FOLDER/counts, of how many of these ran at once. With ARRIVALS 2 the first two wait for
each other before they start: if only one may run at a time, the first waits until the alarm ends it. With ARRIVALS 1 none
waits."""
import fcntl
import os
import signal
import subprocess
import sys


class Counts:
    """The numbers in the folder, while its lock is held: arrived, running, most."""

    def __init__(self, folder):
        self.path = os.path.join(folder, 'counts')

    def change(self, by):
        with open(self.path, 'a+') as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            arrived, running, most = map(int, (file.read() or '0 0 0').split())
            before = arrived
            arrived += by > 0
            running += by
            most = max(most, running)
            file.truncate(0)
            file.write(f'{arrived} {running} {most}')
        return before


def meet(folder, number):
    """Waits for the other process: opening one end of a named pipe blocks until the other end is opened."""
    signal.alarm(120)
    pipe = os.path.join(folder, 'pipe')
    try:
        os.mkfifo(pipe)
    except FileExistsError:
        pass
    os.close(os.open(pipe, os.O_WRONLY if number else os.O_RDONLY))
    signal.alarm(0)


def main():
    folder, arrivals, *command = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    counts = Counts(folder)
    number = counts.change(+1)
    if number < 2 <= int(arrivals):
        meet(folder, number)
    status = subprocess.call(command)
    counts.change(-1)
    return status


sys.exit(main())

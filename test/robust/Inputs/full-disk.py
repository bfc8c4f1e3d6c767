# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: full-disk.py limit|disk WORK COMMAND...

Runs the command in the folder WORK with more and more room until it succeeds. The room is a limit of the size of files, or
the size of a file system that is WORK/out (needs mount), where the outputs go. Without enough room the command has to end
with exit code 1 and an error, and leave every output as it was or as it should be."""
import os
import resource
import subprocess
import sys

from harness import OLD, Work, adopt_orphans, fail, wait_for_all

KINDS = ('limit', 'disk')


def rooms(first, last):
    yield 0
    room = first
    while room < last:
        yield room
        room = room * 3 // 2


class FileSystem:
    """Mounts a file system of this size, and unmounts it at the end of the block."""

    def __init__(self, place, size):
        self.place = place
        self.size = size

    def __enter__(self):
        subprocess.run(['mount', '-t', 'tmpfs', '-o', f'size={self.size}', 'none', self.place], check=True)

    def __exit__(self, *_):
        subprocess.run(['umount', self.place], check=True)


def attempt(work, command, room, is_limit):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    process = work.start(command, limit if is_limit else None)
    text, _ = process.communicate()
    wait_for_all()
    what = f'{room} bytes'
    if process.returncode == 0:
        work.check(what, lambda name: {work.outputs[name]})
        return True
    if process.returncode != 1 or 'error: ' not in text:
        fail(f'{what}: ended with {process.returncode}\n{text}')
    return False


def with_limit(work, command, room):
    work.remove_outputs()
    if attempt(work, command, room, True):
        return True
    work.check(f'limit of {room} bytes', lambda name: {None, work.outputs[name]})
    work.make_old_outputs()
    attempt(work, command, room, True)
    work.check(f'limit of {room} bytes, old output', lambda name: {OLD, work.outputs[name]})
    return False


def with_file_system(work, command, room, place):
    work.remove_outputs()
    with FileSystem(place, max(room, 4096)):
        is_done = attempt(work, command, room, False)
        work.check(f'disk of {room} bytes', lambda name: {None, work.outputs[name]})
    return is_done


def main():
    kind, folder, *command = sys.argv[1:]
    if kind not in KINDS:
        sys.exit(__doc__)
    adopt_orphans()
    work = Work(folder, command)
    largest = 64 * max(len(data) for data in work.outputs.values())
    place = os.path.join(work.folder, 'out')
    failures = 0
    for room in rooms(512 if kind == 'limit' else 8192, largest):
        is_done = (with_limit(work, command, room) if kind == 'limit' else
                   with_file_system(work, command, room, place))
        if is_done:
            work.remove_outputs()
            print(f'fails {"often" if failures >= 3 else "rarely"} before it succeeds')
            return
        failures += 1
    fail(f'{largest} bytes are still not enough')


main()

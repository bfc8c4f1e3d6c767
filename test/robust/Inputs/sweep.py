# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: sweep.py STRIDE FIRST WORK FILE COMMAND...

Runs the command in the folder WORK with WORK/FILE as it is (it has to succeed), then with one byte of it changed, at every
STRIDE-th place from FIRST on, then cut off at every 16 STRIDE-th. Each run has to end with exit code 0, or with 1 and
an error, and leaves nothing but a whole output. A run that needs more processor time than any input may cost ends
by a signal, which is an error here like every other signal."""
import os
import resource
import sys

from harness import Work, fail

SECONDS = 120
CHANGES = (0xff, 0x80, 0x01)


def damages(data, stride, first):
    for place in range(first, len(data), stride):
        changed = bytearray(data)
        changed[place] ^= CHANGES[place // stride % len(CHANGES)]
        yield f'byte {place} changed', bytes(changed)
    for size in range(first, len(data), 16 * stride):
        yield f'cut off at {size}', data[:size]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def main():
    stride, first, folder, name, *command = sys.argv[1:]
    work = Work(folder, command)
    good = work.inputs[name]
    counts = {0: 0, 1: 0}
    for what, data in damages(good, int(stride), int(first)):
        with open(os.path.join(work.folder, name), 'wb') as file:
            file.write(data)
        work.inputs[name] = data
        work.remove_outputs()
        process = work.start(command, limit)
        text, _ = process.communicate()
        code = process.returncode
        if code not in counts or (code == 1 and 'error: ' not in text) or 'was ended by signal 24' in text:
            fail(f'{name}: {what}: ended with {code}\n{text}')
        # The expected result depends on the change.
        work.check(what, (lambda _: {None}) if code else (lambda output: {snapshot_of(work, output)}))
        counts[code] += 1
    with open(os.path.join(work.folder, name), 'wb') as file:
        file.write(good)
    work.remove_outputs()
    print(f'{counts[1]} errors, {counts[0]} results')


def snapshot_of(work, output):
    with open(os.path.join(work.folder, output), 'rb') as file:
        return file.read()


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: damage.py COUNT SEED WORK FILE COMMAND...

Runs the command in the folder WORK with WORK/FILE as it is (it has to succeed), then with garbage in its place (it has to
fail), then COUNT times with the file cut off or with bytes changed (it may do either). Failing is exit code 1 and one line
`program: error: ...FILE...` (notes may follow), and no output."""
import os
import random
import re
import sys

from harness import Work, fail

GARBAGE = (b'', b'\0', b'text\n' * 100, bytes(range(256)) * 8, b'\x7fELF' + b'\xff' * 200, b'!<arch>\n' + b'\xff' * 100,
           b'NVDPAFBF' + b'\xff' * 100, b'BC\xc0\xde' + b'\xff' * 100)


def damaged(good, choice):
    data = bytearray(good)
    kind = choice.randrange(3)
    if kind == 0:
        return bytes(data[:choice.randrange(len(data))])
    # Changes of headers have the most effect: half of the changes are in the first bytes.
    for _ in range(1 if kind == 1 else choice.randrange(2, 64)):
        end = min(len(data), 512) if choice.randrange(2) else len(data)
        data[choice.randrange(end)] = choice.choice((0, 1, 0x7f, 0x80, 0xff, choice.randrange(256)))
    return bytes(data)


def check_failure(what, text, program, name):
    lines = text.splitlines()
    errors = [line for line in lines if not re.match(rf'{program}: note: |note: ', line)]
    if len(errors) != 1 or not re.match(rf'{program}: error: .*{re.escape(name)}', errors[0]):
        fail(f'{what}: expected one line with an error that names {name}, got:\n{text}')


def run(work, command, name, data, what, must_fail):
    with open(os.path.join(work.folder, name), 'wb') as file:
        file.write(data)
    work.inputs[name] = data
    work.remove_outputs()
    process = work.start(command)
    text, _ = process.communicate()
    if process.returncode == 0 and not must_fail:
        return 0
    if process.returncode != 1:
        fail(f'{what}: ended with {process.returncode}\n{text}')
    check_failure(what, text, os.path.basename(command[0]), name)
    work.check(what, lambda output: {None})
    return 1


def main():
    count, seed, folder, name, *command = sys.argv[1:]
    work = Work(folder, command, has_outputs=False)
    good = work.inputs[name]
    choice = random.Random(int(seed) or None)
    failures = sum(run(work, command, name, data, f'garbage {data[:8]}', True) for data in GARBAGE)
    for i in range(int(count)):
        data = damaged(good, choice)
        failures += run(work, command, name, data, f'change {i}', False)
    with open(os.path.join(work.folder, name), 'wb') as file:
        file.write(good)
    work.remove_outputs()
    print(f'{failures} errors, {len(GARBAGE) + int(count) - failures} results')


main()

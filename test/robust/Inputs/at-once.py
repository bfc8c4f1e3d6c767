# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: at-once.py ROUNDS WORK 'COMMAND' 'COMMAND'...

Runs the commands (words separated by blanks) at the same time in one folder, again and again. All have to succeed, and every
output has to be what the command alone makes."""
import shlex
import sys

from harness import Work, fail


def main():
    rounds, folder, *lines = sys.argv[1:]
    commands = [shlex.split(line) for line in lines]
    work = Work(folder, *commands)
    for i in range(int(rounds)):
        work.remove_outputs()
        processes = [work.start(command) for command in commands]
        for process, line in zip(processes, lines):
            text, _ = process.communicate()
            if process.returncode != 0:
                fail(f'round {i}: {line}: ended with {process.returncode}\n{text}')
        work.check(f'round {i}', lambda name: {work.outputs[name]})
    work.remove_outputs()
    print(f'{rounds} rounds fine')


main()

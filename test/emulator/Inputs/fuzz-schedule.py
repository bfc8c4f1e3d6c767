# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program with one seed after the other until it fails, then replays the recording of that run.

usage: fuzz-schedule.py SEEDS RECORDING PROGRAM
"""
import subprocess
import sys

REPLAYS = 5


def run(*options, program):
    result = subprocess.run(['dpa-run', '--quantum=200', *options, '--', program] if '--seed' in options[0] else
                            ['dpa-run', *options, '--', program], capture_output=True, text=True)
    if result.stderr:
        sys.exit(f'{options}: {result.stderr}')
    return result.returncode, result.stdout.strip()


def main():
    seeds, recording, program = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    for seed in range(1, seeds + 1):
        found = run(f'--seed={seed}', f'--record={recording}', program=program)
        if found[0] == 0:
            continue
        print(f'seed {seed}: status {found[0]}: {found[1]}')
        for _ in range(REPLAYS):
            again = run(f'--replay={recording}', program=program)
            if again != found:
                sys.exit(f'a replay gave status {again[0]}: {again[1]}')
        print(f'replayed {REPLAYS} times: the same')
        return
    print(f'no seed of {seeds} failed')


if __name__ == '__main__':
    main()

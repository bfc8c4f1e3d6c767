# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares dpacc's prediction of a program's stack with what the device needs, right at the limit.

usage: stack-limit.py DEVICE.C FOLDER HOST_COMPILER... -- LIBRARIES...

FOLDER holds host.o. Builds the program with a size that is too big, takes the number from the warning, then builds and
runs it 8 bytes below the limit and 8 above. One line for each way of compiling.
"""
import os
import re
import subprocess
import sys

LIMIT = 8184
TOO_BIG = 6000
WAYS = [('-O0', 'bf3'), ('-O2', 'bf3'), ('-O2', 'cx8'), ('-Oz -msave-restore', 'bf3'), ('-O2 -DFORMATTED', 'bf3')]


def output_of(command, **environment):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env={**os.environ, **environment})
    return done.stdout


def build(size, options, model):
    return output_of(['dpacc', source, '-o', f'{folder}/app.a', '-app-name=test_app', f'-mcpu=nv-dpa-{model}',
                      '-hostcc=gcc', f'-devicecc-options={options} -DSIZE={size}'])


def link_host():
    # Printed only on failure: the linker warns of functions inside the run-time of a sanitizer.
    done = subprocess.run([*host_compiler, f'{folder}/host.o', f'{folder}/app.a', *libraries, '-o', f'{folder}/host'],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'the host program does not link: {done.stdout}')


def run(model):
    link_host()
    text = output_of(['dpa-run', '--', f'{folder}/host'], DPA_MODEL=model)
    found = re.search('stack overflow|runs', text)
    return found[0] if found else text


source, folder = sys.argv[1:3]
middle = sys.argv.index('--')
host_compiler, libraries = sys.argv[3:middle], sys.argv[middle + 1:]
for options, model in WAYS:
    warning = build(TOO_BIG, options, model)
    needed = re.search(r"entry point 'use_stack' needs (?:at least )?(\d+) bytes", warning)
    if not needed:
        sys.exit(f'{options} {model}: no prediction: {warning}')
    results = []
    for wanted in (LIMIT - 8, LIMIT + 8):
        warning = build(TOO_BIG - int(needed[1]) + wanted, options, model)
        predicted = re.search(r'needs (?:at least )?(\d+) bytes', warning)
        if predicted and int(predicted[1]) != wanted:
            sys.exit(f'{options} {model}: expected {wanted} bytes: {warning}')
        prediction = 'warned of' if predicted else 'silent' if not warning else warning
        results.append(f'{wanted} {prediction}, {run(model)}')
    print(f'{options} nv-dpa-{model}: {"; ".join(results)}')

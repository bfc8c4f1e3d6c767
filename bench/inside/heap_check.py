# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The heap check compared with the interpreter without it, and valgrind's memcheck with native code."""
import os
import pathlib
import shutil
import subprocess
import sys

import host_program
import record

HERE = os.path.dirname(os.path.abspath(__file__))
CHECK, MEMCHECK = 'heap check / interpreter', "peer: valgrind's memcheck / native"
AIMS = {CHECK: 20}
BUILDS = {'check-bench': 'work.c'}
# Of work.c: some 0.2 s in the interpreter; native code is faster.
ROUNDS, NATIVE_ROUNDS = 1000, 5000


def memcheck(folder):
    """Seconds of work.c on the host; nothing without valgrind."""
    if not shutil.which('valgrind'):
        return {}
    program = f'{folder}/native'
    if not pathlib.Path(program).exists():
        subprocess.run(['gcc', '-O2', f'{HERE}/work.c', f'{HERE}/native.c', '-o', program], check=True)
    native, checked = (float(subprocess.run([*before, program, str(NATIVE_ROUNDS)], check=True, capture_output=True, text=True).stdout)
                       for before in ([], ['valgrind', '-q']))
    return {'native': native, 'memcheck': checked}


def measure(sdk, folder):
    """Seconds of work.c with and without the check, one after the other; the results are the same."""
    plain, checked = (host_program.run(sdk, options, f'{folder}/check-bench', [str(ROUNDS)])
                      for options in (['--engine=interp'], ['--check=heap']))
    if plain['result'] != checked['result']:
        sys.exit('run.py: error: the heap check has changed a result')
    return {'interpreter': plain['seconds'], 'heap check': checked['seconds'], **memcheck(folder)}


def figures(medians):
    result = {'work in the interpreter': record.Figure(medians['interpreter'], 's', False),
              CHECK: record.Figure(medians['heap check'] / medians['interpreter'], 'times', False)}
    if 'memcheck' in medians:
        result[MEMCHECK] = record.Figure(medians['memcheck'] / medians['native'], 'times', False)
    return result

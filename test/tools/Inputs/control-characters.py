# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the messages of the commands about a file whose name has control characters and that does not exist."""
import subprocess
import sys

name = 'a\x1b[31m\nforged.c'
for command in (['dpacc', name, '-o', 'x.a', '-mcpu=bf3', '-hostcc=gcc'], ['dpacc-extract', name, '--list'],
                ['dpa-fatbin', '--list', name], ['dpa-run', '--config', name, 'true'], ['dpa-run', name],
                ['dpaeumgmt', 'eu_group', 'query', '-d', name, '--config', name]):
    run = subprocess.run(command, cwd=sys.argv[1], capture_output=True, text=True)
    assert run.returncode != 0
    sys.stdout.write(run.stdout + run.stderr)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the compile database for clang-tidy: a build joins sources into one file (unity build), clang-tidy reads each alone.

usage: lint-commands.py BUILD OUT      writes OUT/compile_commands.json from BUILD/compile_commands.json, with each source of
                                       a joined file in its place, and prints the project's sources, NUL-terminated
"""
import json
import os
import re
import sys

SKIPPED = ('build', '..', 'test', 'bench')


def sources_of(entry):
    path = os.path.join(entry['directory'], entry['file'])
    if '/Unity/' not in path:
        return [path]
    with open(path, encoding='utf-8') as joined:
        return re.findall(r'^#include "(.*)"$', joined.read(), re.MULTILINE)


def main(build, out):
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as file:
        entries = json.load(file)
    alone = [{**entry, 'file': source, 'command': entry['command'].replace(entry['file'], source)}
             for entry in entries for source in sources_of(entry)]
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, 'compile_commands.json'), 'w', encoding='utf-8') as file:
        json.dump(alone, file, indent=1)
    paths = dict.fromkeys(os.path.relpath(entry['file']) for entry in alone)
    for path in paths:
        if not path.startswith(SKIPPED):
            print(path, end='\0')


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the compile database for clang-tidy. Lint joins the sources that the build joins (unity build), as most of its time is
that of headers. clang-tidy takes a joined source for a header: HeaderFilterRegex of .clang-tidy has to match its path.

usage: lint-commands.py BUILD OUT      writes OUT/compile_commands.json and OUT/joined-N.cpp from BUILD/compile_commands.json,
                                       and prints the files to be checked, the largest first, NUL-terminated; the database
                                       also has each source alone
"""
import json
import os
import re
import sys

SKIPPED = ('build', '..', 'test', 'bench')
JOINED = '/Unity/'
# A check for sources that include a source: not for the files that join them.
INCLUDE = '#include "%s" // NOLINT(bugprone-suspicious-include)\n'


def sources_of(path):
    """The project's sources in a file of the build, without those of tests and generated ones."""
    sources = [path]
    if JOINED in path:
        with open(path, encoding='utf-8') as joined:
            sources = re.findall(r'^#include "(.*)"$', joined.read(), re.MULTILINE)
    return [source for source in sources if not os.path.relpath(source).startswith(SKIPPED)]


def command_for(entry, path):
    return {**entry, 'file': path, 'command': entry['command'].replace(entry['file'], path)}


def main(build, out):
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as file:
        entries = json.load(file)
    os.makedirs(out, exist_ok=True)
    commands, sizes = [], {}
    for number, entry in enumerate(entries):
        path = os.path.join(entry['directory'], entry['file'])
        sources = sources_of(path)
        if not sources:
            continue
        if JOINED in path:
            path = os.path.abspath(os.path.join(out, f'joined-{number}.cpp'))
            with open(path, 'w', encoding='utf-8') as joined:
                joined.writelines(INCLUDE % source for source in sources)
            commands += [command_for(entry, source) for source in sources]
        commands.append(command_for(entry, path))
        sizes[path] = sum(map(os.path.getsize, sources))
    with open(os.path.join(out, 'compile_commands.json'), 'w', encoding='utf-8') as file:
        json.dump(commands, file, indent=1)
    for path in sorted(sizes, key=lambda path: -sizes[path]):
        print(os.path.relpath(path), end='\0')


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a stand-in library with the system's: prints its SONAME and the symbols that it lacks.

usage: compare-symbols.py NAME FOLDER
"""
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(path):
    """name@version or name@@version of the functions and variables that it defines."""
    names = set()
    for line in run('nm', '-D', '--with-symbol-versions', path).splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] in 'TBD':
            names.add(fields[2])
    return names


def main():
    name, folder = sys.argv[1:]
    ours = f'{folder}/{name}'
    system = re.search(r'\b%s .*=> (\S+)' % re.escape(name), run('/sbin/ldconfig', '-p')).group(1)
    wanted = symbols(system)
    if len(wanted) < 100:
        sys.exit(f'{system}: only {len(wanted)} symbols found')
    print('soname', re.search(r'SONAME\).*\[(.*)\]', run('readelf', '-dW', ours)).group(1))
    print('missing:', ' '.join(sorted(wanted - symbols(ours))) or 'none')


if __name__ == '__main__':
    main()

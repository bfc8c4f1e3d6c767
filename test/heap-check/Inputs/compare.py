# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the findings of dpa-run --check=heap with those of valgrind's memcheck: kind, size, function and line, and the place of
memory relative to its buffer. Usage: compare.py DEVICE-LOG MEMCHECK-LOG"""
import re
import sys

PLACE = r' is (\d+) bytes? (after|before|inside)'


def of_device(text):
    found = []
    for line in text.splitlines():
        place = re.search(r'\((\w+)\+0x[0-9a-f]+, cases\.c:(\d+)\)', line)
        if 'heap check' not in line or not place:
            continue
        access = re.search(r'invalid (read|write) of (\d+)', line)
        if access:
            kind = f'{access[1]} {access[2]} {" ".join(re.search(PLACE, line).groups())}'
        else:
            kind = 'branch' if 'branch depends' in line else 'address'
        found.append((place[1], int(place[2]), kind))
    return found


def of_memcheck(text):
    found = []
    for report in re.split(r'==\d+== \n', text):
        place = re.search(r'(?:at|by) 0x[0-9A-F]+: (\w+) \(cases\.c:(\d+)\)', report)
        access = re.search(r'Invalid (read|write) of size (\d+)', report)
        if not place:
            continue
        if access:
            kind = f'{access[1]} {access[2]} {" ".join(re.search(PLACE, report).groups())}'
        elif 'Conditional jump' in report:
            kind = 'branch'
        elif 'Use of uninitialised value' in report:
            kind = 'address'
        else:
            continue
        found.append((place[1], int(place[2]), kind))
    return found


def main():
    device, host = (function(open(name, encoding='utf-8').read())
                    for function, name in ((of_device, sys.argv[1]), (of_memcheck, sys.argv[2])))
    for finding in device:
        print('device', *finding)
    for finding in set(host).symmetric_difference(device):
        print('differs:', *finding)
    print(len(device), 'findings,', 'the same' if device == host else 'not the same')


main()

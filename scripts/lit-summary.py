#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints one line about a lit run, from its --xunit-xml-output file; fails if no test ran.

usage: lit-summary.py FILE
"""
import sys
import xml.etree.ElementTree as ElementTree


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    suites = ElementTree.parse(sys.argv[1]).getroot().iter('testsuite')
    tests = failures = skipped = 0
    for suite in suites:
        tests += int(suite.get('tests', 0))
        failures += int(suite.get('failures', 0))
        skipped += int(suite.get('skipped', 0))
    passed = tests - failures - skipped
    print(f'lit: {passed} passed, {failures} failed, {skipped} skipped')
    return 0 if passed and not failures else 1


if __name__ == '__main__':
    sys.exit(main())

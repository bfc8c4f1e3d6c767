#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how each failed test of a lit run ended, then one line about the run; fails if a test failed or none ran.

usage: lit-summary.py FILE        FILE: of --xunit-xml-output, which has the whole output
"""
import sys
import xml.etree.ElementTree as ElementTree

LINES = 20  # the last lines of a failed test that are printed
WIDTH = 300


def show(test, failure, file):
    """Every line starts with 'failed', because viewers that show a part of a long log search for such words."""
    print(f'failed: {test.get("classname")}/{test.get("name")}; the whole output is in {file}, the last lines are:')
    lines = [line for line in (failure.text or '').splitlines() if line.strip()]
    for line in lines[-LINES:]:
        print('failed: | ' + line[:WIDTH])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = ElementTree.parse(sys.argv[1]).getroot()
    for test in root.iter('testcase'):
        for failure in test.iter('failure'):
            show(test, failure, sys.argv[1])
    tests = failures = skipped = 0
    for suite in root.iter('testsuite'):
        tests += int(suite.get('tests', 0))
        failures += int(suite.get('failures', 0))
        skipped += int(suite.get('skipped', 0))
    passed = tests - failures - skipped
    print(f'lit: {passed} passed, {failures} failed, {skipped} skipped')
    return 0 if passed and not failures else 1


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how each failed test of a lit run ended, then one line about the run; fails if a test failed or none ran.

usage: lit-summary.py FILE        FILE: of --xunit-xml-output, which has the whole output
"""
import sys
import xml.etree.ElementTree as ElementTree

LINES = 20  # that are shown of a failed test, from its end
WIDTH = 300


def show(test, failure, file):
    """Every line says that it belongs to a failure: what shows only a part of a long log looks for such words."""
    print(f'failed: {test.get("classname")}/{test.get("name")}; its whole output is in {file}, it ends so:')
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

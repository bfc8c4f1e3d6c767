# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints the rows of a table of problems that no test shows: a test that names the row in a line
# "PROBLEMS:" has to expect its text as well, with all of the row's fixed words in order, in one
# line of its own (a line of FileCheck, of a string to compare with). Also names that are not a row,
# and names whose test does not expect the text. Given the table and folders of tests. Exit status 1
# if there are any.
import pathlib
import re
import sys

# Lines that run something or name rows expect nothing.
NO_EXPECTATION = re.compile(r'\bRUN:|PROBLEMS:')


def rows_of(table):
    """{enumerator: pattern of the text}"""
    rows = {}
    for name, text in re.findall(r'^DPA_PROBLEM\((\w+), "((?:[^"\\]|\\.)*)"\)', pathlib.Path(table).read_text(), re.M):
        words = [re.escape(part) for part in re.split(r'\{\d+\}', text)]
        rows[name] = re.compile('.*'.join(words))
    return rows


def expects(text, pattern):
    lines = [line for line in text.splitlines() if not NO_EXPECTATION.search(line)]
    return any(pattern.search(line) for line in lines)


def main():
    table, *folders = sys.argv[1:]
    rows = rows_of(table)
    shown = set()
    problems = []
    for path in (path for folder in folders for path in sorted(pathlib.Path(folder).rglob('*'))):
        if not path.is_file() or path.suffix not in ('.test', '.c', '.py', '.cpp'):
            continue
        text = path.read_text(errors='replace')
        for name in ' '.join(re.findall(r'PROBLEMS: ([A-Za-z ]+)$', text, re.M)).split():
            if name not in rows:
                problems.append(f'{path}: no row is called {name}')
            elif not expects(text, rows[name]):
                problems.append(f'{path}: names {name} and does not expect its text')
            else:
                shown.add(name)
    problems += [f'no test shows {name}' for name in sorted(set(rows) - shown)]
    print('\n'.join(problems))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())

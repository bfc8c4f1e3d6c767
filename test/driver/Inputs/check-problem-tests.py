# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints the rows of a table of problems that no test names, and the names that are no row. Given the table and folders of
# tests, whose lines "PROBLEMS:" count. Exit status 1 if there are any.
import pathlib
import re
import sys


def main():
    table, *folders = sys.argv[1:]
    rows = set(re.findall(r'^DPA_PROBLEM\((\w+),', pathlib.Path(table).read_text(), re.M))
    named = set()
    for folder in folders:
        for path in pathlib.Path(folder).rglob('*'):
            if path.is_file() and path.suffix in ('.test', '.c', '.py', '.cpp'):
                for line in re.findall(r'PROBLEMS: ([A-Za-z ]+)$', path.read_text(errors='replace'), re.M):
                    named.update(line.split())
    for name in sorted(rows - named):
        print('no test names', name)
    for name in sorted(named - rows):
        print('no row is called', name)
    return 1 if rows != named else 0


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the requirements that the tests prove.

usage: requirements.py [--check | --update]

Reads the ids of docs/requirements.md and every `PROVES: R-XX-01 ...` line of the tests, and prints the proved and
unproved ids of each section. --check also compares with test/proved.txt and fails if an id named by a test does not exist,
if an id in that list is no longer proved (the list never shrinks), if a proved id is missing from it, or if a `PROVES:` line
names none.
--update adds newly proved ids to the list.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / 'test/proved.txt'
TEST_FOLDERS = ('test', 'bench')
ID = re.compile(r'R-[A-Z]+-\d+')
LIST_HEADER = '# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n' \
              '# Requirements that tests prove; kept by scripts/requirements.py --update, never shrinks.\n'


def read_requirements():
    """[(section title, [id, ...]), ...] in document order."""
    sections = []
    for line in (ROOT / 'docs/requirements.md').read_text().splitlines():
        if line.startswith('## '):
            sections.append((line[3:], []))
        elif match := re.match(r'\| (R-[A-Z]+-\d+) \|', line):
            sections[-1][1].append(match[1])
    return sections


def read_proofs():
    """{id: [test file, ...]}; under '' the files with a `PROVES:` line that names nothing"""
    proofs = {}
    for folder in TEST_FOLDERS:
        for path in sorted((ROOT / folder).rglob('*')):
            if not path.is_file() or path == LIST:
                continue
            for line in path.read_text(errors='replace').splitlines():
                if 'PROVES:' in line:
                    for name in ID.findall(line.split('PROVES:', 1)[1]) or ['']:
                        proofs.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return proofs


def read_list():
    if not LIST.exists():
        return []
    return [line for line in LIST.read_text().splitlines() if ID.fullmatch(line)]


def print_sections(sections, proofs):
    for title, names in sections:
        missing = [n for n in names if n not in proofs]
        print(f'{title}: {len(names) - len(missing)} of {len(names)} proved')
        if missing and len(missing) < len(names):
            print('  not proved:', ' '.join(missing))


def problems(known, proofs, listed):
    for name in sorted(set(proofs) - known):
        yield f'{proofs[name][0]}: {name} does not exist in docs/requirements.md'
    for name in listed:
        if name not in proofs:
            yield f'{name} was proved and is not any more (test/proved.txt never shrinks)'
    for name in sorted((set(proofs) & known) - set(listed)):
        yield f'{name} is proved but not in test/proved.txt; run scripts/requirements.py --update'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--update', action='store_true')
    options = parser.parse_args()

    sections, proofs = read_requirements(), read_proofs()
    empty = proofs.pop('', [])
    order = [name for _, names in sections for name in names]
    print_sections(sections, proofs)
    proved = [name for name in order if name in proofs]
    print(f'requirements: {len(proved)} of {len(order)} proved')
    if options.update:
        keep = set(read_list()) | set(proved)
        LIST.write_text(LIST_HEADER + '\n'.join(n for n in order if n in keep) + '\n')
    if not options.check:
        return 0
    found = [f'{path}: a line with PROVES: names no requirement' for path in empty]
    found += problems(set(order), proofs, read_list())
    for line in found:
        print('requirements.py: error:', line, file=sys.stderr)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())

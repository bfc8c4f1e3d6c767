#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists where each name of the Flex IO manual is declared and implemented, and the tests that use it.

usage: manual-names.py [--check | --update]

Reads the names of test/manual-names.txt, looks them up in the headers, the sources and the tests (comments do not count), and
prints a summary. --update writes the table of docs/flexio.md. --check fails if a name is not declared, not implemented or in
no test, unless the list marks it as later; if a name marked as later is declared, implemented and tested; and if the table is out of date.
"""
import argparse
import pathlib
import re
import sys
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ROOT / 'test/manual-names.txt'
DOCUMENT = ROOT / 'docs/flexio.md'
BEGIN, END = '<!-- names: made by scripts/manual-names.py -->\n', '<!-- end of names -->\n'
SOURCES = ('.c', '.cpp', '.h', '.S')
C_LIBRARY = '2.4'  # declared by a header that includes picolibc's, implemented there
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/', re.DOTALL)
DEFINITION = re.compile(r'[^;{}()]*\{')


@dataclass
class Name:
    name: str
    section: str
    later: str
    header: str = ''
    source: str = ''
    tests: list = field(default_factory=list)

    def problems(self):
        if self.later:
            if self.header and self.source and self.tests:
                yield f'is marked as later ({self.later}) in test/manual-names.txt, but is declared, implemented and tested'
            return
        if not self.header:
            yield 'is declared in no header'
        if not self.source:
            yield 'is implemented nowhere'
        if not self.tests:
            yield 'is in no test'


def read_names():
    section, names = '', []
    for line in NAMES.read_text().splitlines():
        if line.startswith('['):
            section = line.strip('[]')
        elif line and not line.startswith('#'):
            name, _, later = line.partition(' later: ')
            names.append(Name(name, section, later))
    return names


def read_code(folder):
    """{path: text without comments}"""
    return {str(path.relative_to(ROOT)): COMMENT.sub(' ', path.read_text(errors='replace'))
            for path in sorted((ROOT / folder).rglob('*')) if path.is_file() and path.suffix in SOURCES}


def words_of(files):
    """{word: [path, ...]}"""
    index = {}
    for path, text in files.items():
        for word in set(re.findall(r'\w+', text)):
            index.setdefault(word, []).append(path)
    return index


def closing_parenthesis(text, at):
    depth = 0
    for i in range(at, len(text)):
        depth += {'(': 1, ')': -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


def is_defined(name, text):
    """Whether a function of this name has its body here."""
    for match in re.finditer(rf'^[^\s#].*?\b{name}\s*\(|^{name}\s*\(', text, re.MULTILINE):
        if DEFINITION.match(text, closing_parenthesis(text, match.end() - 1) + 1):
            return True
    return False


def look_up(names, headers, sources, tests):
    declared, used, mentioned = words_of(headers), words_of(tests), words_of(sources)
    for name in names:
        if name.section.startswith(C_LIBRARY):
            name.header, name.source = 'runtime/include/libflexio-libc/stdio.h', 'picolibc'
        else:
            name.header = next(iter(declared.get(name.name, [])), '')
            is_function = any(re.search(rf'\b{name.name}\s*\(', headers[path]) and
                              not re.search(rf'#\s*define\s+{name.name}\b', headers[path])
                              for path in declared.get(name.name, []))
            places = [path for path in mentioned.get(name.name, []) if is_defined(name.name, sources[path])]
            name.source = next(iter(places), '' if is_function else name.header)
        name.tests = used.get(name.name, [])


def cell(name):
    if name.later:
        return f'| `{name.name}` | | | later: {name.later} |'
    source = '' if name.source == name.header else name.source
    return f'| `{name.name}` | {name.header.removeprefix("runtime/include/")} | {source} | {"".join(name.tests[:1])} |'


def table(names):
    lines, section = [], ''
    for name in names:
        if name.section != section:
            section = name.section
            lines += ['', f'### {section}', '', '| name | header | implementation, if not there | test |', '| --- | --- | --- | --- |']
        lines.append(cell(name))
    return '\n'.join(lines).lstrip('\n') + '\n\n'


def with_table(document, names):
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + '\n' + table(names) + END + after


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--update', action='store_true')
    options = parser.parse_args()

    names = read_names()
    headers = read_code('runtime/include')
    look_up(names, headers, {**headers, **read_code('runtime/host'), **read_code('runtime/device'), **read_code('runtime/statistics')}, read_code('test'))
    found = [f'{name.name} {problem}' for name in names for problem in name.problems()]
    new = with_table(DOCUMENT.read_text(), names)
    if options.update:
        DOCUMENT.write_text(new)
    elif new != DOCUMENT.read_text():
        found.append('docs/flexio.md is not up to date; run scripts/manual-names.py --update')
    for line in found:
        print('manual-names.py: error:', line, file=sys.stderr)
    missing = sum(1 for name in names if any(name.problems()))
    later = sum(1 for name in names if name.later)
    print(f'names of the manual: {len(names) - missing - later} of {len(names) - later} declared, implemented and tested, {later} marked as later')
    return 1 if found and options.check else 0


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the files which documents name exist, and that the functions which they name with a file occur in it.

usage: named-files.py DOCUMENT...

A file is a path with a slash and an extension between backticks, from the root of the clone (or below runtime/include, as
#include has it): `driver/a.cpp`. Braces name several: `driver/a.{h,cpp}`. Functions, options and other names follow
it, as `driver/a.cpp: runDriver`, as `driver/a.cpp`: `runDriver`, `Driver::run`, or so in the next cell of a table.
Fenced blocks, paths below build/ and paths with a placeholder (<name>, *) are not checked.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATH = r'(?!build/)[\w.+-]+/[\w.,{}/+-]*\.[\w,{}]+'
NAME = r'[\w:~.-]+(?:\(\))?'
SPAN = rf'`{NAME}`'
MENTION = re.compile(rf'`({PATH})(?:`|: ({NAME}(?:, {NAME})*)`)(?:\s*[:|]\s*({SPAN}(?:(?:,| and|, and)\s+{SPAN})*))?')
FENCED = re.compile(r'^```.*?^```$', re.DOTALL | re.MULTILINE)


def expand(path):
    """a.{h,cpp} -> a.h, a.cpp"""
    braces = re.search(r'\{([^{}]*)\}', path)
    if not braces:
        return [path]
    return [full for word in braces[1].split(',') for full in expand(path[:braces.start()] + word + path[braces.end():])]


def problems(document):
    text = FENCED.sub(lambda block: '\n' * block[0].count('\n'), document.read_text())
    for mention in MENTION.finditer(text):
        place = f'{document}:{text.count(chr(10), 0, mention.start()) + 1}'
        contents = ''
        for path in expand(mention[1]):
            files = [base / path for base in (ROOT, ROOT / 'runtime/include') if (base / path).is_file()]
            if files:
                contents += files[0].read_text(errors='replace')
            else:
                yield f'{place}: {path} does not exist'
        names = (mention[2] or '').split(', ') + re.findall(r'`([^`]+)`', mention[3] or '')
        for name in filter(None, (name.removesuffix('()') for name in names)):
            if contents and not all(re.search(rf'(?<!\w){re.escape(part)}(?!\w)', contents) for part in name.split('::')):
                yield f'{place}: {name} is not in {mention[1]}'


found = [problem for name in sys.argv[1:] for problem in problems(pathlib.Path(name))]
print(*found, sep='\n', end='\n' if found else '')
sys.exit(bool(found))

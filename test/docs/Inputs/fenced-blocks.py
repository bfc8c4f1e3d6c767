#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes the fenced blocks of a Markdown file into a folder, as a reader would paste them: a block
# of C into the file that the comment on its first line names, all `sh` into paste.sh,
# `console` into console.txt. With a heading (of level 3), only those below it.
# usage: fenced-blocks.py FILE.md FOLDER [HEADING]
import pathlib
import re
import sys

text = pathlib.Path(sys.argv[1]).read_text()
folder = pathlib.Path(sys.argv[2])
if len(sys.argv) > 3:
    text = re.search(rf'^### {re.escape(sys.argv[3])}\n(.*?)(?=^##|\Z)', text, re.DOTALL | re.MULTILINE)[1]
for language, block in re.findall(r'^```(\w+)\n(.*?)^```$', text, re.DOTALL | re.MULTILINE):
    if language == 'c':
        name = re.match(r'/\* ([\w.-]+)', block)[1]
    else:
        name = {'sh': 'paste.sh', 'console': 'console.txt'}[language]
    if language == 'sh':
        with (folder / name).open('a') as file:
            file.write(block)
        continue
    if (folder / name).exists():
        sys.exit(f'{sys.argv[1]}: more than one block for {name}')
    (folder / name).write_text(block)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which errors and warnings of a table (diagnostics.def, check-messages.def) no test names, and which tests name none.

usage: check-diagnostic-tests.py DIAGNOSTICS.DEF FOLDER
"""
import pathlib
import re
import sys

rows = set(re.findall(r'^DPA_(?:CHECK_)?(?:ERROR|WARNING)\((\w+)', pathlib.Path(sys.argv[1]).read_text(), re.M))
named = {name for test in pathlib.Path(sys.argv[2]).iterdir() if test.is_file()
         for name in re.findall(r'^(?://|#) DIAGNOSTIC: (\w+)', test.read_text(), re.M)}
for name in sorted(rows - named):
    print(f'no test: {name}')
for name in sorted(named - rows):
    print(f'no such diagnostic: {name}')
print(f'{len(rows)} diagnostics, {len(rows & named)} tested')
sys.exit(rows != named)

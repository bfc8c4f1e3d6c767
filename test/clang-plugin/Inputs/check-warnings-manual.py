# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists rows of diagnostics.def that docs/warnings.md lacks, and entries of that page that are not rows.

usage: check-warnings-manual.py DIAGNOSTICS.DEF WARNINGS.MD
"""
import pathlib
import re
import sys


def readable(text):
    """Clang's format string as the manual has it: choices with '/', arguments as an ellipsis."""
    text = re.sub(r'%select\{([^}]*)\}\d', lambda m: '/'.join(filter(None, m[1].split('|'))), text)
    return re.sub(r'%\d', '…', text.replace('\\"', '"'))


definitions = pathlib.Path(sys.argv[1]).read_text()
wanted = {readable(text) for text in re.findall(r'^DPA_ERROR\(\w+, "(.*)"\)$', definitions, re.M)}
wanted |= {f'-Wdpa-{name}' for name in re.findall(r'^DPA_WARNING\(\w+, "([\w-]+)"', definitions, re.M)}
found = set(re.findall(r'^\| `([^`]*)` \|', pathlib.Path(sys.argv[2]).read_text(), re.M))
for text in sorted(wanted - found):
    print(f'not in the manual: {text}')
for text in sorted(found - wanted):
    print(f'only in the manual: {text}')
print(f'{len(wanted)} rows')
sys.exit(wanted != found or not wanted)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds folded stacks to a page, as the emulator does at the end of a run with a profile."""
import json
import sys

page, stacks = sys.argv[1:]
with open(stacks, encoding='utf-8') as file:
    text = json.dumps(file.read()).replace('<', '\\u003c')
with open(page, 'a', encoding='utf-8') as file:
    file.write(f'<script type="application/json" id="folded">{text}</script>\n')

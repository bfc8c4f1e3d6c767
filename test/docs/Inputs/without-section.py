#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints how many functions and call-like macros of the manual a reference has, and the names of
# those whose text names no section of the manual or the guide.
# usage: without-section.py manual-names.txt FOLDER/xml
import pathlib
import re
import sys
from xml.etree import ElementTree

manual = set(re.findall(r'^\w+', pathlib.Path(sys.argv[1]).read_text(), re.MULTILINE))
texts = {}
for file in pathlib.Path(sys.argv[2]).glob('*_8h.xml'):
    for member in ElementTree.parse(file).iter('memberdef'):
        name = member.findtext('name')
        is_call = member.get('kind') == 'function' or member.find('param') is not None
        if is_call and name in manual:
            texts[name] = texts.get(name, '') + ''.join(member.find('detaileddescription').itertext())
print(f'{len(texts)} functions')
for name, text in sorted(texts.items()):
    if not re.search(r'\b([Mm]anual|[Gg]uide):|Interface of version', text):
        print(name)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of the documentation that come from tables of the sources: hardware models and settings of the device.

usage: tables.py [--check | --update]

--update writes them into the documents, between their marks; --check fails if a document has another one.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELS = ROOT / 'runtime/abi/hardware-models.def'
SETTINGS = ROOT / 'emulator/configuration/settings.def'


class Names(dict):
    """An identifier in a row is its name, if it is not known."""
    def __missing__(self, name):
        return name


def rows(path, macro, names):
    """The arguments of each row; numbers, strings and names are written as in Python."""
    for row in re.findall(rf'^{macro}(\(.*?\))$', path.read_text(), re.MULTILINE | re.DOTALL):
        yield eval(row, {'__builtins__': {}}, names)  # pylint: disable=eval-used


def table(head, lines):
    return '\n'.join('| ' + ' | '.join(cells) + ' |' for cells in [head, ['---'] * len(head), *lines]) + '\n'


def extensions(architecture):
    return architecture.split('_')[1:]


def model_table(models):
    common = set.intersection(*(set(extensions(architecture)) for *_, architecture in models))
    return table(['DPA_ID', 'model', 'product', 'in device code', 'in host code', 'instructions beyond rv64imac, ' +
                  ', '.join(name.capitalize() for name in sorted(common))],
                 [[str(number), f'`{name}`', product, f'`__NV_DPA_{short.upper()}`', f'`FLEXIO_HW_MODEL_{short.upper()}`',
                   ', '.join(each.capitalize() for each in extensions(architecture) if each not in common)]
                  for number, name, short, product, architecture in models])


def setting_table(settings):
    return table(['option', 'variable', 'value', 'default', 'what'],
                 [[f'`--{key}`', f'`{variable}`', expected, f'`{initial}`' if initial else 'none', text]
                  for _, key, variable, _, expected, initial, text in settings])


def with_table(document, source, new):
    """The document with the table between the marks of its source."""
    begin, end = f'<!-- made by scripts/tables.py from {source.relative_to(ROOT)} -->\n', '<!-- end -->\n'
    before, mark, rest = document.partition(begin)
    old, last, after = rest.partition(end)
    if not mark or not last:
        raise SystemExit(f'tables.py: error: no place for the table of {source.relative_to(ROOT)}')
    return before + begin + new + end + after


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--update', action='store_true')
    options = parser.parse_args()

    models = list(rows(MODELS, 'DPA_MODEL', Names()))
    one_of_models = 'one of ' + ' '.join(short for _, _, short, _, _ in models)
    settings = list(rows(SETTINGS, 'DPA_SETTING', Names(oneOfModels=one_of_models)))
    wrong = []
    for name, source, new in (('docs/hardware-models.md', MODELS, model_table(models)),
                              ('docs/emulator.md', SETTINGS, setting_table(settings))):
        document = ROOT / name
        text = with_table(document.read_text(), source, new)
        if options.update:
            document.write_text(text)
        elif text != document.read_text():
            wrong.append(name)
    for name in wrong:
        print(f'tables.py: error: {name} is not up to date; run scripts/tables.py --update', file=sys.stderr)
    print(f'tables: {len(models)} hardware models, {len(settings)} settings, {len(wrong)} documents out of date')
    return 1 if wrong and options.check else 0


if __name__ == '__main__':
    sys.exit(main())

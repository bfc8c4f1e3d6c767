# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of arguments of benchmarks, for argparse: each returns the value, or says what was expected."""
import argparse
import math
import pathlib


def positive(kind):
    """Of an int or a float."""
    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < math.inf:
            raise argparse.ArgumentTypeError(f"expected a number above 0, got '{text}'")
        return value
    return parse


def sdk_tree(text):
    folder = pathlib.Path(text).resolve()
    if not (folder / 'bin/dpacc').is_file():
        raise argparse.ArgumentTypeError(f"expected an SDK tree such as build/sdk, got '{text}' (without bin/dpacc)")
    return folder


def names_of(known):
    """Some of these names, with commas between them."""
    def parse(text):
        names = text.split(',')
        unknown = [name for name in names if name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"expected some of {' '.join(known)}, got '{unknown[0]}'")
        return names
    return parse

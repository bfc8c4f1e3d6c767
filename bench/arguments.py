# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks before a benchmark begins: types of arguments for argparse, and commands that must be installed."""
import argparse
import math
import pathlib
import shutil


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


def need_command(parser, command, package):
    """Ends the program if the command is missing."""
    if shutil.which(command) is None:
        parser.error(f"'{command}' is not in PATH (apt-get install {package})")


def names_of(known):
    """Some of these names, with commas between them."""
    def parse(text):
        names = text.split(',')
        unknown = [name for name in names if name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"expected some of {' '.join(known)}, got '{unknown[0]}'")
        return names
    return parse

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Arguments that benchmarks cannot measure with are rejected, with what was expected: counts of 0, numbers without an end,
# unknown programs, a folder without an SDK, a machine without the peer.
# RUN: python3 %s %src %t
import argparse
import contextlib
import io
import math
import pathlib
import sys
import unittest

source, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.path.insert(0, str(source / 'bench'))
import arguments  # noqa: E402


class Arguments(unittest.TestCase):
    def reject(self, parse, text, why):
        with self.assertRaisesRegex(argparse.ArgumentTypeError, why):
            parse(text)

    def test_numbers_are_positive_and_finite(self):
        self.assertEqual(arguments.positive(int)('7'), 7)
        self.assertTrue(math.isclose(arguments.positive(float)('0.3'), 0.3))
        for text in ('0', '-1', '0.5', 'x', ''):
            self.reject(arguments.positive(int), text, f"above 0, got '{text}'")
        for text in ('0', '-0.1', 'inf', 'nan', 'x'):
            self.reject(arguments.positive(float), text, f"above 0, got '{text}'")

    def test_names_are_known(self):
        parse = arguments.names_of({'lua': 1, 'zlib': 2})
        self.assertEqual(parse('zlib,lua'), ['zlib', 'lua'])
        for text, unknown in (('gcc', 'gcc'), ('lua,gcc', 'gcc'), ('', ''), ('lua,', '')):
            self.reject(parse, text, f"some of lua zlib, got '{unknown}'")

    def test_sdk_has_the_compiler(self):
        (folder / 'bin').mkdir(parents=True, exist_ok=True)
        (folder / 'bin/dpacc').unlink(missing_ok=True)
        self.reject(arguments.sdk_tree, str(folder), 'without bin/dpacc')
        (folder / 'bin/dpacc').touch()
        self.assertEqual(arguments.sdk_tree(str(folder)), folder.resolve())

    def test_commands_are_installed(self):
        arguments.need_command(argparse.ArgumentParser(), 'python3', 'python3')
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), self.assertRaises(SystemExit):
            arguments.need_command(argparse.ArgumentParser(), 'no-such-emulator', 'emulators')
        self.assertIn("'no-such-emulator' is not in PATH (apt-get install emulators)", errors.getvalue())


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])

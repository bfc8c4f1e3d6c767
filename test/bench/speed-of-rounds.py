# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The speed of one engine relative to another is the median of the rounds' ratios, not the ratio of the medians.
# RUN: python3 %s %src
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / 'bench/broad'))
import run  # noqa: E402


class Speed(unittest.TestCase):
    def test_a_slow_round_slows_both(self):
        self.assertEqual(run.speed({'jit': [1, 10, 2], 'qemu': [2, 20, 3]}, 'jit', 'qemu'), 2)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])

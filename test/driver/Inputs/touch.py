# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: touch.py FILE: changes a file's time to now, finer than the clock that file systems use.
import os
import sys
import time

os.utime(sys.argv[1], ns=(time.time_ns(),) * 2)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command with the signals of a fresh login, or with SIGNAL ignored if the first argument is ignore=SIGNAL, and
prints how it ended."""
import signal
import subprocess
import sys

arguments = sys.argv[1:]
ignored = None
if arguments[0].startswith('ignore='):
    ignored = signal.Signals['SIG' + arguments.pop(0)[len('ignore='):]]


def prepare():
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGSEGV):
        signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)


code = subprocess.run(arguments, preexec_fn=prepare).returncode
print(f'ended by {signal.Signals(-code).name}' if code < 0 else f'exit code {code}')

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: record-one-end.py FOLDER

Runs the program `host` of the folder twice, on one switch, each with the other's standard output as its input. One is recorded in
`run.rec`, with what it has read, printed and reported in `input`, `output` and `messages`, and its frames in `recorded.pcap`.
"""
import os
import subprocess
import sys
import threading

os.chdir(sys.argv[1])
PORT = '--port=unix:switch,reorder=0.02'


def start(options, arguments, errors):
    return subprocess.Popen(['dpa-run', *options, '--', './host', *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=errors)


def copy(source, target, path):
    with open(path, 'wb') as file:
        while data := os.read(source.fileno(), 4096):
            file.write(data)
            try:
                os.write(target.fileno(), data)
            except BrokenPipeError:
                pass
    target.close()


with open('messages', 'wb') as messages:
    recorded = start(['--seed=9', '--record=run.rec', PORT + ',out=recorded.pcap'], ['1', '50'], messages)
other = start([PORT + ',seed=2'], ['50', '1'], None)
copies = [threading.Thread(target=copy, args=arguments) for arguments in (
    (recorded.stdout, other.stdin, 'output'), (other.stdout, recorded.stdin, 'input'))]
for each in copies:
    each.start()
for each in copies:
    each.join()
sys.exit(abs(recorded.wait()) or abs(other.wait()))

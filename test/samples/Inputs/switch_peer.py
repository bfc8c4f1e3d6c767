# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: switch_peer.py FOLDER PROGRAM [ARGUMENT]...

Runs the program and is another port of the switch in FOLDER: sends it numbered frames of many sources, each one again until it
has returned, from when the program has joined until it ends. Ends with the status of the program.
"""
import os
import re
import socket
import subprocess
import sys
import time

from packets import frame

GREETING = b'dpa-port-1 ' + b'f' * 16
RETRY = 0.05  # seconds; a frame that arrives before the program has its rules is lost


def connect(folder, program):
    """By the descriptor of the folder, because addresses are short. Tries again until the program has joined."""
    while program.poll() is None:
        try:
            descriptor = os.open(folder, os.O_DIRECTORY)
            try:
                return connect_in(descriptor)
            finally:
                os.close(descriptor)
        except (FileNotFoundError, ConnectionRefusedError):
            time.sleep(RETRY)
    return None


def connect_in(descriptor):
    for name in os.listdir(descriptor):
        if re.fullmatch('[0-9a-f]{16}', name):
            peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            peer.connect(f'/proc/self/fd/{descriptor}/{name}')
            peer.send(GREETING)
            peer.settimeout(RETRY)
            return peer
    raise FileNotFoundError


def reflect(peer, number):
    """Sends a frame until one of its source comes back. False: the program has ended."""
    source = bytes([2, 0, 0, 0, 1, number % 100])
    while True:
        peer.send(frame(b'%08d' % number * 3, source=source))
        try:
            while True:
                returned = peer.recv(65536)
                if not returned:
                    return False
                if returned[:6] == source:
                    return True
        except TimeoutError:
            pass


def main():
    program = subprocess.Popen(sys.argv[2:])
    peer = connect(sys.argv[1], program)
    number = 0
    try:
        while peer and reflect(peer, number):
            number += 1
    except (BrokenPipeError, ConnectionResetError):
        pass
    sys.exit(program.wait())


main()

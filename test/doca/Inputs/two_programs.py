# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: two_programs.py KIND FOLDER PROGRAM

Starts PROGRAM twice, each below dpa-run on a device of its own, joined by a link of the KIND unix or udp:
PROGRAM RANK DESCRIPTOR, where the descriptors 0 and 1 are the ends of a stream socket. Prints what both print, by rank.
"""
import contextlib
import os
import socket
import subprocess
import sys


def udp_ports():
    with contextlib.ExitStack() as all_open:
        sockets = [all_open.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in range(2)]
        for each in sockets:
            each.bind(('127.0.0.1', 0))
        addresses = [f'127.0.0.1:{each.getsockname()[1]}' for each in sockets]
    return [f'udp:{address},peer={peer}' for address, peer in zip(addresses, reversed(addresses))]


def main(kind, folder, program):
    os.makedirs(folder, exist_ok=True)
    ports = udp_ports() if kind == 'udp' else [f'unix:{folder}/switch'] * 2
    programs = []
    for rank, (port, end) in enumerate(zip(ports, socket.socketpair())):
        programs.append(subprocess.Popen(['dpa-run', f'--port={port}', '--', program, str(rank), str(end.fileno())],
                                         pass_fds=[end.fileno()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        end.close()
    for rank, each in enumerate(programs):
        for line in each.communicate()[0].splitlines():
            print(f'{rank}: {line}')
    return max(abs(each.returncode) for each in programs)


sys.exit(main(*sys.argv[1:]))

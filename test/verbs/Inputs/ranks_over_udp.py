# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: ranks_over_udp.py COUNT PROGRAM [ARGUMENT]...

Starts the ranks by Open MPI as docs/network.md does, with free UDP ports, and ends with the status of mpirun.
"""
import contextlib
import os
import socket
import subprocess
import sys

LAUNCH = 'exec dpa-run --port=udp:$(echo "$PORTS" | cut -d " " -f $((OMPI_COMM_WORLD_RANK + 1)))$PEERS -- "$@"'


def free_addresses(count):
    with contextlib.ExitStack() as all_open:
        sockets = [all_open.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in range(count)]
        for each in sockets:
            each.bind(('127.0.0.1', 0))
        return [f'127.0.0.1:{each.getsockname()[1]}' for each in sockets]


def main(count, *command):
    addresses = free_addresses(int(count))
    environment = dict(os.environ, PORTS=' '.join(addresses), PEERS=''.join(f',peer={address}' for address in addresses))
    root = ['--allow-run-as-root'] if os.geteuid() == 0 else []
    return subprocess.run(['mpirun', *root, '--oversubscribe', '--mca', 'pml', 'ob1', '--mca', 'btl', 'self,tcp', '-n', count,
                           'sh', '-c', LAUNCH, 'sh', *command], env=environment).returncode


sys.exit(main(*sys.argv[1:]))

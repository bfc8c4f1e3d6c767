# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: port_peer.py unix|udp|if|tap|fifo|none PROGRAM [ARGUMENT]...

Runs the program and is the other end of its port, whose text replaces PORT in the arguments. Sends numbered frames from many
source addresses, and repeats each one until the program has returned it, until the program ends. A FIFO gets all frames at once. `if` and `tap` need a
network namespace of their own; what they make is removed at the end. `none`: the same text again, and no other end. Ends with
the status of the program.
"""
import errno
import os
import re
import socket
import subprocess
import sys
import time

from packets import frame, write_pcap

GREETING = b'dpa-port-1 ' + b'f' * 16
RETRY = 0.05  # seconds; a frame that arrives before the program has its rules is lost
TEXT_FILE = 'port'
ALL_TYPES = 3  # ETH_P_ALL
OWN_FRAME = 4  # PACKET_OUTGOING


class Switch:
    text = 'unix:switch'

    def connect(self):
        """By the descriptor of the folder, because addresses are short."""
        folder = os.open('switch', os.O_DIRECTORY)
        try:
            name = next(name for name in os.listdir(folder) if re.fullmatch('[0-9a-f]{16}', name))
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self.socket.connect(f'/proc/self/fd/{folder}/{name}')
        except StopIteration:
            raise FileNotFoundError from None
        finally:
            os.close(folder)
        self.socket.send(GREETING)
        self.socket.settimeout(RETRY)

    def send(self, data):
        self.socket.send(data)

    def receive(self):
        data = self.socket.recv(65536)
        if not data:
            raise BrokenPipeError
        return data

    def close(self):
        pass


class Udp:
    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(('127.0.0.1', 0))
        self.socket.settimeout(RETRY)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(('127.0.0.1', 0))
            self.address = free.getsockname()
        self.text = f'udp:127.0.0.1:{self.address[1]},peer=127.0.0.1:{self.socket.getsockname()[1]}'

    def connect(self):
        pass

    def send(self, data):
        self.socket.sendto(data, self.address)

    def receive(self):
        return self.socket.recv(65536)

    def close(self):
        self.socket.close()


class Interface:
    """A veth pair. The kernel sends frames of its own, too."""
    text = 'if:dpa0'
    name = 'dpa1'

    def __init__(self):
        subprocess.run('ip link add dpa0 type veth peer name dpa1 && ip link set dpa0 up && ip link set dpa1 up', shell=True,
                       check=True)

    def connect(self):
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_TYPES))
        self.socket.bind((self.name, ALL_TYPES))
        self.socket.settimeout(RETRY)

    def send(self, data):
        self.socket.send(data)

    def receive(self):
        while True:
            data, address = self.socket.recvfrom(65536)
            if address[2] != OWN_FRAME:
                return data

    def close(self):
        subprocess.run(['ip', 'link', 'delete', 'dpa0'], check=True)


class Tap(Interface):
    """The program makes it; it ends with the program."""
    text = 'tap:dpa2'
    name = 'dpa2'

    def __init__(self):
        pass

    def close(self):
        pass


class Fifo:
    text = 'pcap:fifo'

    def __init__(self):
        os.mkfifo('fifo')
        write_pcap('frames', [numbered(number) for number in range(50)])

    def connect(self):
        with open(os.open('fifo', os.O_WRONLY | os.O_NONBLOCK), 'wb') as fifo, open('frames', 'rb') as frames:
            os.set_blocking(fifo.fileno(), True)
            fifo.write(frames.read())
        raise BrokenPipeError

    def close(self):
        os.unlink('fifo')


def numbered(number):
    return frame(b'%08d' % number * 3, source=source_of(number))


def source_of(number):
    return bytes([2, 0, 0, 0, 1, number % 100])


def connect(peer, program):
    """Tries again until the program has opened its port. False: it has ended."""
    while program.poll() is None:
        try:
            peer.connect()
            return True
        except (FileNotFoundError, ConnectionRefusedError):
            pass
        except OSError as error:
            if error.errno not in (errno.ENXIO, errno.ENODEV, errno.ENETDOWN):
                raise
        time.sleep(RETRY)
    return False


def reflect(peer, program, number):
    """Sends a frame until one of its source comes back. False: the program has ended."""
    while program.poll() is None:
        peer.send(numbered(number))
        try:
            while peer.receive()[:6] != source_of(number):
                pass
            return True
        except TimeoutError:
            pass
    return False


def run(peer, command):
    """The status of the program."""
    program = subprocess.Popen([argument.replace('PORT', peer.text) for argument in command])
    number = 0
    try:
        if connect(peer, program):
            while reflect(peer, program, number):
                number += 1
    except (BrokenPipeError, ConnectionResetError):
        pass
    except OSError as error:  # a TAP interface ends with the program
        if error.errno not in (errno.ENXIO, errno.ENODEV, errno.ENETDOWN):
            raise
    return program.wait()


def replay(command):
    with open(TEXT_FILE) as file:
        text = file.read()
    return subprocess.run([argument.replace('PORT', text) for argument in command]).returncode


def main(kind, *command):
    if kind == 'none':
        return replay(command)
    peer = {'unix': Switch, 'udp': Udp, 'if': Interface, 'tap': Tap, 'fifo': Fifo}[kind]()
    with open(TEXT_FILE, 'w') as file:
        file.write(peer.text)
    try:
        return run(peer, command)
    finally:
        peer.close()


sys.exit(main(*sys.argv[1:]))

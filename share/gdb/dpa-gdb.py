# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commands of gdb that show what device code works with.

    source .../share/dpacc/gdb/dpa-gdb.py
    dpa cqe ADDRESS [COUNT]       completion queue entries
    dpa wqe ADDRESS [COUNT]       work queue entries, segment by segment
    dpa thread [ADDRESS]          a thread context; that of the selected thread
    dpa messages ADDRESS SIZE     records of a message stream's ring
"""
import struct

import gdb

ENTRY = 64
SEGMENT = 16

CQE_OPCODES = {0: 'requester', 1: 'responder RDMA write with immediate', 2: 'responder send', 3: 'responder send with immediate',
               4: 'responder send with invalidate', 5: 'resize', 13: 'requester error', 14: 'responder error', 15: 'never written'}
WQE_OPCODES = {0x00: 'NOP', 0x01: 'SEND_INVAL', 0x08: 'RDMA_WRITE', 0x09: 'RDMA_WRITE_IMM', 0x0a: 'SEND', 0x0b: 'SEND_IMM',
               0x0e: 'TSO', 0x0f: 'WAIT', 0x10: 'RDMA_READ', 0x11: 'ATOMIC_CS', 0x12: 'ATOMIC_FA', 0x14: 'ATOMIC_MASKED_CS',
               0x15: 'ATOMIC_MASKED_FA', 0x1b: 'LOCAL_INVAL', 0x25: 'UMR', 0x2f: 'MMO'}
RECORD_SKIP = 0x80000000
RING_HEADER = 64
TEXTS_MAX = 1000


def number(text):
    return int(gdb.parse_and_eval(text)) & (2**64 - 1)


def read(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


class Command(gdb.Command):
    """Checks the number of words; errors of memory are gdb's."""

    def __init__(self, name, words):
        super().__init__('dpa ' + name, gdb.COMMAND_DATA)
        self.usage, self.words = name, words

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        if len(words) not in self.words:
            raise gdb.GdbError(f'dpa {self.usage}: expected {" or ".join(map(str, self.words))} words, got {len(words)}')
        self.show(*words)


class Cqe(Command):
    """dpa cqe ADDRESS [COUNT]: completion queue entries of 64 bytes."""

    def show(self, address, count='1'):
        address = number(address)
        for index in range(number(count)):
            entry = read(address + ENTRY * index, ENTRY)
            opcode, owner = entry[63] >> 4, entry[63] & 1
            length, = struct.unpack_from('>I', entry, 44)
            queue, counter = struct.unpack_from('>IH', entry, 56)
            print(f'{address + ENTRY * index:#x}: {CQE_OPCODES.get(opcode, f"opcode {opcode}")}, owner {owner}, '
                  f'queue {queue & 0xffffff:#x}, WQE index {counter}, {length} bytes')
            if opcode in (13, 14):
                print(f'    syndrome {entry[55]:#x}, vendor syndrome {entry[54]:#x}, opcode of the WQE {entry[56]:#x}')


class Wqe(Command):
    """dpa wqe ADDRESS [COUNT]: entries of a send queue, in blocks of 64 bytes."""

    def show(self, address, count='1'):
        address = number(address)
        for _ in range(number(count)):
            first, second, flags, immediate = struct.unpack('>IIII', read(address, SEGMENT))
            opcode, segments = first & 0xff, second & 0x3f
            print(f'{address:#x}: {WQE_OPCODES.get(opcode, f"opcode {opcode:#x}")}, index {first >> 8 & 0xffff}, queue '
                  f'{second >> 8:#x}, {segments} segments, completion mode {flags >> 2 & 3}, immediate {immediate:#x}')
            for segment in range(1, segments):
                data = read(address + SEGMENT * segment, SEGMENT)
                length, key, memory = struct.unpack('>IIQ', data)
                what = f'inline, {length & 0x3ff} bytes' if length >> 31 else f'{length} bytes, key {key:#x}, address {memory:#x}'
                print(f'    {SEGMENT * segment:#04x}: {data.hex(" ", 4)}   as data: {what}')
            address += (max(segments, 1) * SEGMENT + ENTRY - 1) // ENTRY * ENTRY


class Thread(Command):
    """dpa thread [ADDRESS]: the context of the selected thread, at $tp, or one at an address."""

    def show(self, address='$tp'):
        address = number(address)
        version, outbox, window, outboxes, storage, name, parameter, error, thread, second, unit = struct.unpack(
            '<IHHQQQQIIHH', read(address, 52))
        text = gdb.Value(name).cast(gdb.lookup_type('char').pointer()).string() if name else ''
        print(f'{address:#x}: thread {thread} on EU {unit}, version {version}' + (f', name "{text}"' if text else ''))
        print(f'    parameter {parameter:#x}, local storage {storage:#x}, error {error}')
        print(f'    outbox configuration {outbox} at {outboxes:#x}, window configurations {window} and {second}')


class Messages(Command):
    """dpa messages ADDRESS SIZE: text records of a stream's ring that the host has not read; SIZE is that of its records in bytes."""

    def show(self, address, size):
        address, size = number(address), number(size)
        head, tail = struct.unpack('<QQ', read(address, 16))
        print(f'{address:#x}: records from {tail} to {head}')
        for _ in range(TEXTS_MAX):
            if tail >= head:
                return
            length, unit = struct.unpack('<II', read(address + RING_HEADER + tail % size, 8))
            skips = length & RECORD_SKIP
            length &= ~RECORD_SKIP
            if length > size:
                raise gdb.GdbError(f'the record at {tail} is longer than the ring')
            if not skips:
                text = read(address + RING_HEADER + tail % size + 8, length).decode(errors='replace')
                print(f'    EU {unit}: {text.rstrip()}')
            tail += 8 + (length + 7) // 8 * 8


class Dpa(gdb.Command):
    """What device code works with: completions, work queue entries, thread contexts, messages."""


Dpa('dpa', gdb.COMMAND_DATA, prefix=True)
Cqe('cqe', (1, 2))
Wqe('wqe', (1, 2))
Thread('thread', (0, 1))
Messages('messages', (2,))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes a signed program with app signed_app (models-and-attributes.sh, every-byte.sh).

usage: change-program.py <program> <changed program> attributes | rename | swap | length <byte> |
       move-signature <program with attributes>

attributes: flips a byte of the process attributes; rename: hides their section; swap: exchanges the signatures of the first two
models; length: changes a byte of the length of the first signature; move-signature: the program with attributes gets the signatures of
the first one.
"""
import struct
import sys


def sections(data):
    offset, = struct.unpack_from('<Q', data, 40)
    count, names = struct.unpack_from('<HH', data, 60)
    rows = [struct.unpack_from('<IIQQQQIIQQ', data, offset + 64 * i) for i in range(count)]
    base = rows[names][4]
    return {data[base + row[0]:data.index(b'\0', base + row[0])].decode(): (row[4], row[5], base + row[0]) for row in rows}


def members(data, place):
    """Offsets and sizes in the file."""
    count, = struct.unpack_from('<I', data, place[0] + 12)
    for i in range(count):
        offset, size = struct.unpack_from('<QQ', data, place[0] + 24 + 32 * i + 8)
        yield place[0] + offset, size


data = bytearray(open(sys.argv[1], 'rb').read())
table = sections(data)
what = sys.argv[3]
if what == 'attributes':
    for offset, size in members(data, table['.dpa_proc_attr_signed_app']):
        data[offset + size - 1] ^= 1
elif what == 'rename':
    name = table['.dpa_proc_attr_signed_app'][2]
    data[name + 1] = ord('x')
elif what == 'swap':
    (one, size), (other, _) = list(members(data, table['.dpa_sig_signed_app']))[:2]
    data[one:one + size], data[other:other + size] = data[other:other + size], data[one:one + size]
elif what == 'length':
    offset, _ = next(members(data, table['.dpa_sig_signed_app']))
    data[offset + int(sys.argv[4])] ^= 0x80
elif what == 'move-signature':
    offset, size, _ = table['.dpa_sig_signed_app']
    signatures = data[offset:offset + size]
    data = bytearray(open(sys.argv[4], 'rb').read())
    offset, _, _ = sections(data)['.dpa_sig_signed_app']
    data[offset:offset + size] = signatures
else:
    sys.exit('change-program.py: error: unknown change ' + what)
open(sys.argv[2], 'wb').write(data)

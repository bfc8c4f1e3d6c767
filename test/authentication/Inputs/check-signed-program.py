#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recomputes what a signed program contains, from the documented formats alone: it shares no code with the product.

usage: check-signed-program.py <host file> <app> <folder>

Writes the crypto data (blob), the signed bytes, the signature and the certificates of the first image into the folder.
"""
import hashlib
import os
import struct
import sys


def sections(data):
    offset, = struct.unpack_from('<Q', data, 40)
    count, names = struct.unpack_from('<HH', data, 60)
    rows = [struct.unpack_from('<IIQQQQIIQQ', data, offset + 64 * i) for i in range(count)]
    text = data[rows[names][4]:rows[names][4] + rows[names][5]]
    return {text[row[0]:text.index(b'\0', row[0])].decode(): row for row in rows}


def first_member(data, row):
    base = row[4]
    assert data[base:base + 8] == b'NVDPAFBF'
    offset, size = struct.unpack_from('<QQ', data, base + 32)
    return data[base + offset:base + offset + size]


def expected_hashes(elf):
    phoff, shoff = struct.unpack_from('<QQ', elf, 32)
    phnum, = struct.unpack_from('<H', elf, 56)
    shnum, = struct.unpack_from('<H', elf, 60)
    parts = [elf, elf[:64], elf[phoff:phoff + 56 * phnum]]
    for i in range(phnum):
        offset, = struct.unpack_from('<Q', elf, phoff + 56 * i + 8)
        size, = struct.unpack_from('<Q', elf, phoff + 56 * i + 32)
        parts.append(elf[offset:offset + size])
    parts.append(elf[shoff:shoff + 64 * shnum])
    count = 0
    for i in range(shnum):
        kind, = struct.unpack_from('<I', elf, shoff + 64 * i + 4)
        offset, size = struct.unpack_from('<QQ', elf, shoff + 64 * i + 24)
        if kind not in (0, 8):
            parts.append(elf[offset:offset + size])
            count += 1
    return phnum, count, b''.join(hashlib.sha256(part).digest() for part in parts)


def der_size(data):
    assert data[0] == 0x30 and data[1] == 0x82
    return 4 + int.from_bytes(data[2:4], 'big')


def crc(words):
    value = 0xFFFF
    for bit in ''.join(format(word, '032b') for word in words) + '0' * 16:
        out = value & 0x8000
        value = (value << 1 | int(bit)) & 0xFFFF
        if out:
            value ^= 0x100B
    return value ^ 0xFFFF


def main():
    data = open(sys.argv[1], 'rb').read()
    app, folder = sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    table = sections(data)
    elf = first_member(data, table['.dpa_bin_' + app])
    slot = first_member(data, table['.dpa_sig_' + app])
    used, = struct.unpack_from('<Q', slot)
    blob = slot[8:8 + used]
    assert used % 4 == 0 and not any(slot[8 + used:])
    row = table['Cryptographic Data Section DPA App 1']
    same = data[row[4]:row[4] + row[5]] == blob
    print(f'section type {row[1]:#x} flags {row[2]} link {row[6]} info {row[7]} entsize {row[9]} align {row[8]},',
          'equal to the slot' if same else 'another one than the slot')
    assert blob[:4] == bytes(4) and blob[4:0x3C] == bytes(0x38) and blob[0x3C:0x40] == bytes([0, 0, 0, 2])
    hashes = blob[0x40:]
    segments, count, expected = expected_hashes(elf)
    assert hashes[:8] == b'HASHLIST' and hashes[11] == segments and hashes[15] == count
    size = 0xA0 + 32 * (segments + count)
    assert hashes[0x20:size] == expected
    print('all', len(expected) // 32, 'hashes are right')
    signed = 0x40 + size
    open(folder + '/blob', 'wb').write(blob)
    open(folder + '/signed-bytes', 'wb').write(blob[:signed])
    open(folder + '/signature', 'wb').write(blob[signed:signed + 512])
    chain = blob[signed + 512:]
    first, second, third = struct.unpack_from('>III', chain)
    length = first >> 8 & 0xFFFF
    assert first & 15 == 1 and third & 0xFFFF == crc([first, second])
    assert all(byte == 0xFF for byte in chain[length:]) and len(chain) - length < 4
    at = 12
    for number in range(1, (first >> 4 & 15) + 1):
        end = at + der_size(chain[at:])
        open(f'{folder}/{number}.der', 'wb').write(chain[at:end])
        at = end
    assert at == length


if __name__ == '__main__':
    main()

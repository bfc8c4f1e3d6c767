#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exponent, SHA-256 of the modulus and of the public key in DER, of the key in a configuration file.

usage: published-key.py <file>
"""
import hashlib
import struct
import sys


def tlvs(data):
    at = 16
    while at < len(data):
        head, kind = struct.unpack_from('>II', data, at)
        yield kind, data[at + 12:at + 12 + (head & 511)]
        at += 12 + (head & 511)


def der(tag, content):
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x82]) + size.to_bytes(2, 'big')
    return bytes([tag]) + length + content


parts = dict(tlvs(open(sys.argv[1], 'rb').read()))
modulus = parts[0x19D] + parts[0x19E]
exponent, = struct.unpack_from('>I', parts[0x19C], 12)
key = der(0x30, der(2, b'\0' + modulus) + der(2, exponent.to_bytes(3, 'big')))
rsa = bytes.fromhex('300d06092a864886f70d0101010500')
print('exponent', exponent)
print('modulus', hashlib.sha256(modulus).hexdigest())
print('public key', hashlib.sha256(der(0x30, rsa + der(3, b'\0' + key))).hexdigest())

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Frames and pcap files for the tests of the samples that handle packets."""
import struct

GENERATOR = bytes.fromhex('02427e7feb02')
RECEIVER = bytes.fromhex('525400123456')
TEXT = b'=' * 15 + b'12345678'
# IPv4 and UDP of the guide's packet, with the checksums of its payload.
HEADERS = bytes.fromhex('45000033000100004011' '7cb7' '7f0000017f000001' '00350035001f' '42c6')


def frame(payload=TEXT, source=GENERATOR, destination=RECEIVER):
    return destination + source + b'\x08\x00' + HEADERS + payload


def write_pcap(path, frames):
    with open(path, 'wb') as file:
        file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1))
        for number, data in enumerate(frames):
            file.write(struct.pack('<IIII', 0, number, len(data), len(data)) + data)


def read_pcap(path):
    """The frames of a pcap file in the byte order and with the precision that its magic number names."""
    with open(path, 'rb') as file:
        data = file.read()
    order = {0xa1b2c3d4: '<', 0xa1b23c4d: '<', 0xd4c3b2a1: '>', 0x4d3cb2a1: '>'}[struct.unpack('<I', data[:4])[0]]
    assert struct.unpack(order + 'I', data[20:24])[0] == 1, 'expected Ethernet frames'
    frames, at = [], 24
    while at < len(data):
        captured, length = struct.unpack(order + 'II', data[at + 8:at + 16])
        assert captured == length and at + 16 + captured <= len(data), 'a frame is truncated'
        frames.append(data[at + 16:at + 16 + captured])
        at += 16 + captured
    return frames


def sent_frames(path):
    """Those that the tested program has sent back, in any kind of capture."""
    return [frame for frame in read_pcap(path) if frame[6:12] == RECEIVER]


def expect_frames(found, expected):
    for number, (got, wanted) in enumerate(zip(found, expected)):
        assert got == wanted, f'frame {number}: expected {wanted.hex()}, got {got.hex()}'
    assert len(found) == len(expected), f'expected {len(expected)} frames, got {len(found)}'

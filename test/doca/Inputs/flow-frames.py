# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the frames of flow-pipes.c to files in a folder. usage: flow-frames.py FOLDER"""
import struct
import sys

from packets import GENERATOR, RECEIVER, write_pcap

TCP, UDP = 6, 17


def ip4(protocol, addresses, ports, text):
    """A frame with 4 letters at offset 60."""
    address_bytes = bytes(int(number) for address in addresses for number in address.split('.'))
    rest = b'\0' * 8 + b'\x50' + b'\0' * 7 if protocol == TCP else b'\0\x16' + b'\0' * 14
    header = struct.pack('>BBHHHBBH', 0x45, 0, 50, 0, 0, 64, protocol, 0) + address_bytes
    return RECEIVER + GENERATOR + b'\x08\0' + header + struct.pack('>HH', *ports) + rest + b'\0' * 6 + text


def udp(port, text=None):
    return ip4(UDP, ('10.0.0.1', '10.0.0.2'), (7, port), text or b'%04d' % port)


folder = sys.argv[1]
other = RECEIVER + GENERATOR + b'\x88\xb5' + b'\0' * 46 + b'none'
tcp = ip4(TCP, ('10.0.0.1', '10.0.0.2'), (7, 1000), b'tcp0')
write_pcap(folder + '/fields.pcap', [udp(1000), udp(2000), udp(3000), other, udp(4000), tcp, udp(1000, b'last')])
# The flows of the published test vectors of the Toeplitz hash.
flows = [(('66.9.149.187', '161.142.100.80'), (2794, 1766)), (('38.27.205.30', '209.142.163.6'), (48228, 2217)),
         (('153.39.163.191', '202.188.127.2'), (44251, 1303))]
write_pcap(folder + '/hash.pcap', [ip4(TCP, *flows[0], b'tcp0'), ip4(TCP, *flows[1], b'tcp1'), ip4(UDP, *flows[1], b'udp1'),
                                   ip4(UDP, *flows[2], b'udp2'), other])

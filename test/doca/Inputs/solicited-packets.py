# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The messages of verbs-requests.c that begin with "solicit" ask for an event in the second and the third packet. usage:
solicited-packets.py FILE"""
import sys

from packets import read_pcap

BTH = 14 + 40 + 8
messages = {}  # by queue pair and number: a packet that is sent again counts once
for frame in read_pcap(sys.argv[1]):
    if frame[12:14] == b'\x86\xdd' and frame[BTH] == 4 and frame[BTH + 12:BTH + 19] == b'solicit':
        messages[frame[BTH + 5:BTH + 8] + frame[BTH + 9:BTH + 12]] = frame[BTH + 1] >> 7
flags = list(messages.values())
assert flags == [0, 1, 1], flags

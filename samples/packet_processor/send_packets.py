#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packet generator of the packet processor sample: UDP packets whose payload the sample replaces.

usage: send_packets.py [--count N] (--interface NAME | --file FILE)

Sends them through a network interface, for example of `dpa-run --port=tap:NAME` (needs root), or writes them to a pcap file for
`dpa-run --port=pcap:FILE`. Needs scapy (Debian: python3-scapy).
"""
import argparse

from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from scapy.sendrecv import sendp
from scapy.utils import wrpcap

SOURCE = '02:42:7e:7f:eb:02'  # the sample's steering rule is for it
DESTINATION = '52:54:00:12:34:56'  # may be any
PAYLOAD = '=' * 15 + '12345678'  # which the sample looks for


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--count', type=int, default=1)
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument('--interface')
    place.add_argument('--file')
    options = parser.parse_args()

    packets = [Ether(src=SOURCE, dst=DESTINATION) / IP(src='127.0.0.1', dst='127.0.0.1') / UDP() / Raw(load=PAYLOAD)] * options.count
    if options.file:
        wrpcap(options.file, packets)
    else:
        sendp(packets, iface=options.interface)


if __name__ == '__main__':
    main()

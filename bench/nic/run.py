#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packets through the L2 reflector (samples/l2_reflector), from a pcap file to memory and to a pcap file, by size and number of
handlers, and through the packet processor (samples/packet_processor), which prints a line for each packet, compared with a C
program without a card; RDMA writes inside a program, and messages between two programs, compared with copies and with a socket;
how long a single packet takes through a handler that sleeps, and a remote call beside 128 handlers that poll. Medians of
interleaved rounds. run.py --help has the options."""
import argparse
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = pathlib.Path(HERE).parents[1]
sys.path.insert(0, str(ROOT / 'bench'))
import arguments  # noqa: E402
import chart  # noqa: E402
import host_program  # noqa: E402
import record  # noqa: E402

SIZES = (64, 512, 1500)
# A run with FEW packets is subtracted from one with MANY: what remains has no start of a program in it. Each has a file of its
# own: otherwise the packets behind the last one that counts would be processed until the program notices its end.
FEW = 50_000
MANY = {64: 1_600_000, 512: 400_000, 1500: 200_000}  # by size: a run takes half a second
SMALL, LARGE = 8, 1 << 20  # bytes of a message
TRIPS = 5000
WAKES, CALLS = 10000, 2000
# Targets of the figures; missing one is not a failure.
AIMS = {
    '64 bytes to memory': 2000,
    '64 bytes to memory / C program': 0.3,
    **{f'{size} bytes to a file / libpcap program': 0.3 for size in SIZES},
    **{f'{size} bytes to a file, two handlers / {one}': 1.7 for size in SIZES for one in ('one', 'one on one processor')},
    **{f'{size} bytes, packet processor / libpcap program': 0.3 for size in SIZES},
    **{f'{size} bytes, packet processor with two handlers / libpcap program': 0.3 for size in SIZES},
    **{f'{size} bytes, packet processor, two handlers / {one}': 1.7 for size in SIZES for one in ('one', 'one on one processor')},
    'writes of 8 bytes': 1000,
    'writes of 1 MiB / copies': 0.5,
    'round trip between programs / socket': 2,
    'packet through a sleeping handler, median / eventfd': 1,
    'packet through a sleeping handler, p99 / eventfd': 1,
    'call beside 128 polling handlers / idle': 20,
}


PROCESSED = bytes.fromhex('02427e7feb02')  # the source address of packets for the packet processor


def write_packets(path, size, count, is_processed=False):
    """UDP over IPv4; for the reflector, the sources differ in the bits by which it chooses a handler."""
    with open(path, 'wb') as file:
        file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1))
        for number in range(count):
            other = bytes([2, 0, 0, 0, 0, number & 127])
            ethernet = (other + PROCESSED if is_processed else PROCESSED + other) + b'\x08\x00'
            internet = struct.pack('>BBHHHBBH8s', 0x45, 0, size - 14, 0, 0, 64, 17, 0, bytes([10, 0, 0, 1, 10, 0, 0, 2]))
            packet = ethernet + internet + struct.pack('>HHHH', 7, 7, size - 34, 0)
            file.write(struct.pack('<IIII', number // 1000000, number % 1000000, size, size) + packet.ljust(size, b'\0'))


def build(sdk, folder):
    """The samples and their peers, in `folder`."""
    for sample in ('l2_reflector', 'packet_processor'):
        subprocess.run(['make', '--no-print-directory', '-s', '-C', ROOT / 'samples' / sample, f'SDK={sdk}', f'BUILD={folder}'],
                       check=True)
    host_program.build(sdk, f'{HERE}/polling-device.c', f'{HERE}/polling.c', 'polling_app', f'{folder}/polling')
    for name, library in (('peer', '-lpcap'), ('rdma', '-libverbs'), ('wake', '-lpthread')):
        subprocess.run(['gcc', '-O2', '-Wall', '-Wextra', '-Werror', f'{HERE}/{name}.c', library, '-o', f'{folder}/{name}'],
                       check=True)


def seconds(command):
    """Output goes to a file: to read it would take processor time from the program."""
    with tempfile.TemporaryFile() as output:
        begin = time.perf_counter()
        done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True)
        taken = time.perf_counter() - begin
    if done.returncode != 0:
        sys.exit(f'{done.stderr}{" ".join(command)}: ended with status {done.returncode}')
    return taken


def rate(command, size):
    """Thousands of packets a second; command(count) makes the command."""
    return (MANY[size] - FEW) / max(seconds(command(MANY[size])) - seconds(command(FEW)), 1e-6) / 1e3


def device_program(sdk, folder, name, packets, out, handlers):
    """Which also ends when it has sent the packets of its file."""
    target = f',out={folder}/out.pcap' if out else ''
    return lambda count: [f'{sdk}/bin/dpa-run', f'--port=pcap:{folder}/{packets}-{count}.pcap{target}', '--', f'{folder}/{name}',
                          'mlx5_0', '--threads', str(handlers), '--packets', str(count)]


def reflector(sdk, folder, size, out, handlers=1):
    return device_program(sdk, folder, 'l2_reflector', f'{size}', out, handlers)


def processor(sdk, folder, size, handlers=1):
    return device_program(sdk, folder, 'packet_processor', f'processed-{size}', True, handlers)


def peer(folder, size, out):
    return lambda count: ([f'{folder}/peer', f'{folder}/{size}-{count}.pcap', str(count)] +
                          ([f'{folder}/peer.pcap'] if out else []))


def on_one_processor(command):
    processor = min(os.sched_getaffinity(0))
    return lambda count: ['taskset', '-c', str(processor), *command(count)]


def cases(sdk, folder):
    """{name: (command of rate(), size of a packet)}."""
    made = {'64 bytes to memory': (reflector(sdk, folder, 64, False), 64),
            '64 bytes, C program': (peer(folder, 64, False), 64)}
    for size in SIZES:
        commands = {' to a file': reflector(sdk, folder, size, True), ' to a file, two handlers': reflector(sdk, folder, size, True, 2),
                    ' to a file, one processor': on_one_processor(reflector(sdk, folder, size, True)),
                    ', packet processor': processor(sdk, folder, size),
                    ', packet processor, one processor': on_one_processor(processor(sdk, folder, size)),
                    ', packet processor with two handlers': processor(sdk, folder, size, 2),
                    ', libpcap program': peer(folder, size, True)}
        made |= {f'{size} bytes{name}': (command, size) for name, command in commands.items()}
    return made


def printed_rate(command):
    """Thousands a second, of a program that prints how many a second."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f'{done.stderr}{" ".join(command)}: ended with status {done.returncode}')
    return float(done.stdout) / 1e3


def transfers(sdk, folder):
    """{name: command} of what prints its rate."""
    def rdma(what, size, count):
        return [f'{folder}/rdma', what, str(size), str(count)]
    device = [f'{sdk}/bin/dpa-run', '--']
    return {'writes of 8 bytes': device + rdma('writes', SMALL, 300_000), 'writes of 1 MiB': device + rdma('writes', LARGE, 1000),
            'copies of 1 MiB': rdma('copies', LARGE, 3000), 'round trips over a socket': rdma('socket', SMALL, 20_000)}


def round_trips(sdk, folder):
    """Thousands of round trips a second of ibv_rc_pingpong between two programs on one switch."""
    command = [f'{sdk}/bin/dpa-run', f'--port=unix:{folder}/switch', '--', 'ibv_rc_pingpong', '-g', '1', '-s', str(SMALL), '-n',
               str(TRIPS)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    done = None
    for _ in range(100):  # until the server listens
        done = subprocess.run(command + ['localhost'], capture_output=True, text=True)
        if done.returncode == 0 or server.poll() is not None:
            break
        time.sleep(0.1)
    found = re.search(r'([\d.]+) usec/iter', done.stdout)
    if not found:
        server.kill()
        sys.exit(f'{done.stderr}{" ".join(command)}: ended with status {done.returncode}')
    server.wait()
    return 1e3 / float(found[1])


def free_ports(count):
    """Numbers of UDP ports of this host."""
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for each in sockets:
        each.bind(('127.0.0.1', 0))
    numbers = [str(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return numbers


def printed(command):
    """{name: value} of the lines 'NAME VALUE' of a program."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f'{done.stderr}{" ".join(command)}: ended with status {done.returncode}')
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def passed_packets(folder, own, other, command):
    """How long one packet takes through `command`, which returns packets from port `other` to port `own`."""
    returning = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return printed([f'{folder}/wake', 'packets', own, other, str(WAKES)])
    finally:
        returning.kill()
        returning.wait()


def wakes(sdk, folder):
    """Microseconds of one packet through the reflector, whose handler sleeps between two, and through a C program, and of an
    eventfd."""
    own, device = free_ports(2)
    reflecting = [f'{sdk}/bin/dpa-run', f'--port=udp:127.0.0.1:{device},peer=127.0.0.1:{own}', '--', f'{folder}/l2_reflector',
                  'mlx5_0', '--packets', '1000000000']
    measured = {'packet through a sleeping handler': passed_packets(folder, own, device, reflecting),
                'packet through a sleeping C program': passed_packets(folder, own, device, [f'{folder}/wake', 'return', device, own]),
                'sleeping thread, eventfd': printed([f'{folder}/wake', 'events', str(WAKES)])}
    return {f'{what}, {name}': value / 1e3 for what, times in measured.items() for name, value in times.items()}


def calls(sdk, folder):
    """Microseconds of a remote call."""
    times = host_program.run(sdk, [], f'{folder}/polling', [str(CALLS)])
    return {'call on an idle device': times['idle'] / 1e3, 'call beside 128 polling handlers': times['polling'] / 1e3}


def one_round(sdk, folder, made):
    figures = {name: rate(command, size) for name, (command, size) in made.items()}
    figures |= {name: printed_rate(command) for name, command in transfers(sdk, folder).items()}
    figures['round trips between programs'] = round_trips(sdk, folder)
    figures |= wakes(sdk, folder) | calls(sdk, folder)
    return figures


def figures_of(medians):
    def is_time(name):
        return name.startswith(('packet through', 'sleeping', 'call '))
    figures = {name: record.Figure(value, *(('us', False) if is_time(name) else ('k/s', True)))
               for name, value in medians.items()}

    def add_ratio(name, of, to):
        figures[name] = record.Figure(medians[of] / medians[to], 'times', True)
    add_ratio('64 bytes to memory / C program', '64 bytes to memory', '64 bytes, C program')
    for size in SIZES:
        add_ratio(f'{size} bytes to a file / libpcap program', f'{size} bytes to a file', f'{size} bytes, libpcap program')
        two = f'{size} bytes to a file, two handlers'
        add_ratio(f'{two} / one', two, f'{size} bytes to a file')
        add_ratio(f'{two} / one on one processor', two, f'{size} bytes to a file, one processor')
        for name in ('packet processor', 'packet processor with two handlers'):
            add_ratio(f'{size} bytes, {name} / libpcap program', f'{size} bytes, {name}', f'{size} bytes, libpcap program')
        processed = f'{size} bytes, packet processor'
        add_ratio(f'{processed}, two handlers / one', f'{processed} with two handlers', processed)
        add_ratio(f'{processed}, two handlers / one on one processor', f'{processed} with two handlers', f'{processed}, one processor')
    add_ratio('writes of 1 MiB / copies', 'writes of 1 MiB', 'copies of 1 MiB')
    figures['round trip between programs / socket'] = record.Figure(
        medians['round trips over a socket'] / medians['round trips between programs'], 'times', False)
    for name in ('median', 'p99'):
        for peer, of_peer in (('eventfd', 'sleeping thread, eventfd'), ('C program', 'packet through a sleeping C program')):
            figures[f'packet through a sleeping handler, {name} / {peer}'] = record.Figure(
                medians[f'packet through a sleeping handler, {name}'] / medians[f'{of_peer}, {name}'], 'times', False)
    figures['call beside 128 polling handlers / idle'] = record.Figure(
        medians['call beside 128 polling handlers'] / medians['call on an idle device'], 'times', False)
    return figures


def draw(recorded, path):
    series = {'C program with libpcap': ', libpcap program', 'L2 reflector': ' to a file',
              'two handlers': ' to a file, two handlers', 'packet processor': ', packet processor',
              'packet processor, two handlers': ', packet processor with two handlers'}
    groups = {f'{size} bytes': [recorded['figures'][f'{size} bytes{name}'][0] for name in series.values()] for size in SIZES}
    chart.draw(path, 'From a pcap file to a pcap file: thousands of packets a second (more is better)', recorded, groups,
               list(series))


def main():
    parser = argparse.ArgumentParser(description='Measures packets through the L2 reflector.')
    parser.add_argument('sdk', metavar='SDK', type=os.path.abspath, help='the SDK tree, e.g. build/sdk')
    parser.add_argument('rounds', metavar='ROUNDS', nargs='?', type=arguments.positive(int), default=5)
    parser.add_argument('--chart', metavar='FILE', type=pathlib.Path, default=ROOT / 'docs/images/network-card.svg',
                        help='where --record draws (default: %(default)s)')
    record.add_options(parser, 'network-card')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build(options.sdk, folder)
        for size in SIZES:
            for count in (FEW, MANY[size]):
                write_packets(f'{folder}/{size}-{count}.pcap', size, count)
                write_packets(f'{folder}/processed-{size}-{count}.pcap', size, count, True)
        made = cases(options.sdk, folder)
        runs = [one_round(options.sdk, folder, made) for _ in range(options.rounds)]
    figures = figures_of(host_program.medians(runs))
    host_program.print_table(figures, AIMS)
    recorded = record.finish(options, figures, options.rounds)
    if recorded:
        draw(recorded, options.chart)


if __name__ == '__main__':
    main()

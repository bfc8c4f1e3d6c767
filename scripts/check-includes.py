#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the include rules of docs/design.md ("Include rules").

Reads every source's `#include "path/from/root"` and compares the including folder with the included one. Two folders never
include each other, and the size of an include cycle (a knot; header and source count as one file) is limited. Also:
clang's front-end headers stay in clang-plugin and driver/compile, LLVM stays out of image, runtime and emulator, and the
public device headers never test a model or an extension.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Longest prefix wins, for the including file and for the included one. A folder may always include itself.
EVERYONE = ['base', 'runtime/abi/hardware-models.def']
MAY_INCLUDE = {
    'base': [],
    'image': [],
    'authentication': [],
    'runtime/abi': [],
    'runtime/format': [],
    'clang-plugin': ['image'],
    'dpacc-extract': ['image', 'tools/command-line'],
    'tools': ['image'],
    'tools/objproc': ['image', 'tools/command-line', 'clang-plugin/object-interface.h'],
    'tools/dpa-sign': ['image', 'authentication', 'tools/command-line'],
    'tools/dpa-config': ['image', 'authentication', 'tools/command-line', 'tools/device-state', 'emulator/authentication'],
    'tools/dpa-flint': ['image', 'authentication', 'tools/command-line', 'tools/device-state', 'emulator/authentication'],
    'tools/dpa-state': ['image', 'authentication', 'tools/command-line', 'tools/device-state', 'emulator/authentication'],
    'tools/device-state': ['emulator/authentication', 'emulator/configuration'],
    'tools/dpa-run': ['image', 'tools/command-line', 'emulator/configuration', 'emulator/gdb'],
    'tools/dpa-gdbserver': ['tools/command-line', 'emulator/gdb/endpoint.h'],
    'tools/dpaeumgmt': ['tools/command-line', 'emulator/configuration'],
    'tools/dpa-ps': ['tools/command-line', 'runtime/include', 'tools/statistics-view'],
    'tools/dpa-statistics': ['tools/command-line', 'runtime/include', 'tools/statistics-view'],
    'tools/statistics-view': ['emulator/interface/statistics.h', 'runtime/include'],
    'driver': ['clang-plugin', 'image'],
    'driver/processes': ['clang-plugin', 'image'],
    'driver/options': ['driver/processes', 'clang-plugin', 'image'],
    'driver/inputs': ['driver/options', 'driver/processes', 'clang-plugin', 'image'],
    'driver/plan': ['driver/inputs', 'driver/options', 'driver/processes', 'clang-plugin', 'image'],
    'driver/checks': ['driver/inputs', 'driver/options', 'driver/processes', 'clang-plugin', 'image'],
    'driver/compile': ['driver/plan', 'driver/inputs', 'driver/options', 'driver/processes', 'clang-plugin', 'image'],
    'driver/stages': ['driver/compile', 'driver/checks', 'driver/plan', 'driver/inputs', 'driver/options',
                      'driver/processes', 'clang-plugin', 'image'],
    'driver/dpa-clang': ['driver/plan', 'driver/inputs', 'driver/options', 'driver/processes', 'clang-plugin', 'image'],
    'emulator/cpu': [],
    'emulator/interface': ['runtime/abi'],
    'emulator/host': ['runtime/abi'],
    'emulator/loader': ['runtime/abi'],
    'emulator/configuration': ['runtime/abi', 'emulator/interface', 'emulator/gdb/endpoint.h'],
    'emulator/gdb': [],
    'emulator/authentication': ['authentication'],
    'emulator/trace': ['runtime/abi', 'emulator/configuration', 'emulator/host', 'emulator/interface'],
    'emulator/schedule': ['runtime/abi', 'emulator/trace', 'emulator/cpu', 'emulator/configuration', 'emulator/host',
                          'emulator/interface'],
    'emulator/check': ['runtime/abi', 'emulator/cpu', 'emulator/host', 'emulator/interface', 'emulator/schedule/random.h'],
    'emulator/memory': ['runtime/abi', 'emulator/cpu', 'emulator/host', 'emulator/interface', 'emulator/loader'],
    'emulator/unit': ['runtime/abi', 'emulator/trace', 'emulator/check', 'emulator/cpu', 'emulator/host', 'emulator/interface',
                      'emulator/memory', 'emulator/schedule/job.h', 'emulator/schedule/random.h'],
    'emulator/statistics': ['runtime/abi', 'emulator/configuration', 'emulator/host', 'emulator/interface',
                            'emulator/unit/eu-statistics.h'],
    'emulator/nic/wire': ['runtime/abi', 'emulator/host', 'emulator/interface'],
    'emulator/nic/steering': ['emulator/host', 'emulator/interface', 'emulator/nic/wire'],
    'emulator/nic/port': ['runtime/abi', 'emulator/configuration', 'emulator/host', 'emulator/interface', 'emulator/nic/wire',
                          'emulator/schedule/background.h', 'emulator/schedule/burst-clock.h', 'emulator/schedule/digest.h',
                          'emulator/schedule/port-inputs.h', 'emulator/schedule/random.h'],
    'emulator/nic/data': ['runtime/abi', 'emulator/host', 'emulator/interface', 'emulator/memory'],
    'emulator/nic/queue': ['runtime/abi', 'emulator/trace', 'emulator/host', 'emulator/interface', 'emulator/memory', 'emulator/nic/data',
                           'emulator/nic/wire', 'emulator/schedule/background.h', 'emulator/schedule/burst-clock.h'],
    'emulator/nic/transport': ['runtime/abi', 'emulator/interface', 'emulator/nic/wire'],
    'emulator/nic/engine': ['runtime/abi', 'emulator/trace', 'emulator/host', 'emulator/interface', 'emulator/memory/revocable.h', 'emulator/nic/data',
                            'emulator/nic/port/link.h', 'emulator/nic/queue', 'emulator/nic/steering', 'emulator/nic/transport',
                            'emulator/nic/wire', 'emulator/schedule/background.h', 'emulator/schedule/burst-clock.h'],
    'emulator/nic/card': ['runtime/abi', 'emulator/trace', 'emulator/host', 'emulator/interface', 'emulator/memory', 'emulator/nic/data',
                          'emulator/nic/engine', 'emulator/nic/port', 'emulator/nic/queue', 'emulator/nic/steering',
                          'emulator/nic/wire', 'emulator/schedule/background.h', 'emulator/schedule/burst-clock.h', 'emulator/unit'],
    'emulator/process': ['runtime/abi', 'emulator/trace', 'emulator/check', 'emulator/configuration', 'emulator/cpu', 'emulator/gdb',
                         'emulator/host', 'emulator/interface', 'emulator/memory', 'emulator/nic', 'emulator/schedule',
                         'emulator/statistics', 'emulator/unit'],
    'emulator/inspect': ['runtime/abi', 'emulator/cpu', 'emulator/interface', 'emulator/memory', 'emulator/process',
                         'emulator/unit'],
    'emulator/gate': ['runtime/abi', 'emulator/trace', 'emulator/check', 'emulator/host', 'emulator/inspect', 'emulator/interface',
                      'emulator/nic/card', 'emulator/process', 'emulator/schedule'],
    'emulator/card': ['runtime/abi', 'emulator/trace', 'emulator/authentication/program-authentication.h', 'emulator/configuration', 'emulator/cpu', 'emulator/gate', 'emulator/gdb/server.h', 'emulator/host',
                      'emulator/interface', 'emulator/loader', 'emulator/memory', 'emulator/nic', 'emulator/process', 'emulator/schedule',
                      'emulator/statistics', 'emulator/unit'],
    'emulator/verbs': ['runtime/abi', 'emulator/host', 'emulator/interface'],
    'runtime/host': [],
    'runtime/host/support': ['emulator/interface/log-settings.h', 'runtime/include'],
    'runtime/host/apps': ['image', 'runtime/include', 'runtime/host/support'],
    'runtime/host/messages': ['emulator/interface/report.h', 'runtime/abi', 'runtime/format', 'runtime/include', 'runtime/host/support'],
    'runtime/host/profile': ['image', 'emulator/interface', 'runtime/host/support', 'runtime/host/apps'],
    'runtime/host/process': ['image', 'runtime/abi', 'runtime/include', 'emulator/interface', 'runtime/host/support',
                             'runtime/host/apps', 'runtime/host/messages', 'runtime/host/profile'],
    'runtime/host/objects': ['runtime/abi', 'runtime/include', 'emulator/interface', 'runtime/host/support',
                             'runtime/host/apps', 'runtime/host/messages', 'runtime/host/process'],
    'runtime/host/api': ['image', 'runtime/include', 'emulator/interface', 'runtime/host/support', 'runtime/host/apps',
                         'runtime/host/process', 'runtime/host/objects'],
    'runtime/statistics': ['emulator/interface/statistics.h', 'runtime/include'],
    'runtime/doca': ['runtime/include'],
    'runtime/doca/abi': [],
    'runtime/doca/common': ['runtime/include', 'runtime/doca/abi'],
    'runtime/doca/argp': ['runtime/include', 'runtime/doca/common'],
    'runtime/doca/dpa': ['runtime/include', 'runtime/doca/abi', 'runtime/doca/common', 'runtime/doca/rdma'],
    'runtime/doca/rdma': ['runtime/include', 'runtime/doca/abi', 'runtime/doca/common'],
    'runtime/doca/verbs': ['runtime/include', 'runtime/doca/abi', 'runtime/doca/common'],
    'runtime/doca/flow': ['runtime/include', 'runtime/doca/common'],
    'runtime/doca/device': ['runtime/include', 'runtime/doca/abi'],
    'runtime/device': ['runtime/abi', 'runtime/format', 'runtime/include'],
    'runtime/include': [],
    'bench': ['emulator/cpu', 'runtime/abi'],
}
# The most files (header and source counted as one) that may include each other in a circle.
KNOT = 3
SOURCES = ('.c', '.h', '.cpp', '.S', '.def', '.inc')
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)


def room_of(path, rooms):
    fits = [r for r in rooms if path == r or path.startswith(r + '/')]
    return max(fits, key=len, default=None)


def allowed(room, target):
    if room_of(target, EVERYONE + [room]):
        return True
    return any(target == a or target.startswith(a + '/') for a in MAY_INCLUDE[room])


def uses_llvm(room, relative, target):
    if target.startswith('clang/'):
        return room not in ('clang-plugin', 'driver/compile')
    if target.startswith(('llvm/', 'lld/')):
        return room.split('/')[0] in ('image', 'runtime', 'emulator')
    return False


def check(path):
    relative = str(path.relative_to(ROOT))
    room = room_of(relative, MAY_INCLUDE)
    text = path.read_text(errors='replace')
    if room:
        for target in INCLUDE.findall(text):
            if uses_llvm(room, relative, target):
                yield f'{relative}: {room} may not include {target}'
            owner = room_of(target, list(MAY_INCLUDE)) or room_of(target, EVERYONE)
            if owner and (ROOT / target).exists() and not allowed(room, target):
                yield f'{relative}: {room} may not include {target}'
    if relative.startswith('runtime/include/') and re.search(r'^\s*#\s*(el)?if.*(__NV_DPA|__riscv_)', text, re.M):
        yield f'{relative}: a public header tests __NV_DPA* or __riscv_*'
    if 'SPDX-License-Identifier' not in text[:300]:
        yield f'{relative}: no SPDX line at the top'


def inclusions(files):
    """Pairs of files of the project, of which one includes the other."""
    for path in files:
        for target in INCLUDE.findall(path.read_text(errors='replace')):
            if (ROOT / target).is_file():
                yield path.relative_to(ROOT), pathlib.Path(target)


def knots(edges):
    """The sets of nodes that reach each other: Tarjan's strongly connected components."""
    order, low, waiting, found = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        waiting.append(node)
        for other in edges[node]:
            if other not in order:
                visit(other)
            if other in waiting:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            at = waiting.index(node)
            found.append(sorted(waiting[at:]))
            del waiting[at:]

    for node in list(edges):
        if node not in order:
            visit(node)
    return found


def check_structure(pairs):
    between, edges = set(), collections.defaultdict(set)
    for path, target in pairs:
        between.add((str(path.parent), str(target.parent)))
        if path.suffix in SOURCES and target.suffix in SOURCES:
            edges[str(path.with_suffix(''))].add(str(target.with_suffix('')))
    for one, other in sorted(between):
        if one < other and (other, one) in between:
            yield f'{one} and {other} include each other'
    for knot in knots(edges):
        if len(knot) > KNOT:
            yield f'{len(knot)} files include each other: {", ".join(knot)} (expected at most {KNOT})'


def main():
    files = [p for p in ROOT.rglob('*') if p.suffix in SOURCES and not re.match(r'(build|\.git)', str(p.relative_to(ROOT)))]
    problems = [line for path in sorted(files) for line in check(path)]
    product = [path for path in files if not str(path.relative_to(ROOT)).startswith('test/')]
    problems += check_structure(inclusions(product))
    for line in problems:
        print('check-includes.py: error:', line, file=sys.stderr)
    print(f'include rules: {len(files)} files, {len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
